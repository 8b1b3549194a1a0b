"""What a seat is shown: every field of a view, worked out from what is public and its own hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from sim.cards import CardSet
from sim.core.compiler import COMPILED
from sim.core.view import SEAT_VIEW
from sim.deals import deal_hands
from sim.games import find_rules
from sim.hand import play_logged
from sim.plays import name_of
from sim.policy import as_records, bind
from sim.records import plays_of
from tests.naive.cards import rank_counts
from tests.naive.hand import NaiveHand, shown_sets
from tests.naive.patterns import Pattern
from tests.sim.sample import EVERY_RULE_SET, cards, uniform_policy


def watcher(seen):
    """Return the uniform strategy, keeping every view it is shown."""
    policy = uniform_policy()
    params = as_records(policy.params)[0]

    def choose(view, rules, _):
        seen.append(np.array(view, dtype=SEAT_VIEW))
        return policy.choose(view, rules, params)

    return bind("watcher", choose, {}, compiled=False, trusted=False)


def watched_hand(rules, deal, seed=6):
    """Yield each turn of a hand: what was shown, and the twin's state before it."""
    seen = []
    deals = deal_hands(rules, seed, range(deal, deal + 1))
    _, log = play_logged([watcher(seen)] * rules.seats, deals)
    received = int(deals.received[0]) if rules.decks > 1 else None
    hand = NaiveHand(
        rules.id, rules.options, [list(held) for held in deals.hands(0)], received=received
    )
    assert len(seen) == len(log)
    for view, (seat, text, kind, rank) in zip(seen, plays_of(rules, log), strict=True):
        yield view, hand
        if kind == "pass":
            hand.pass_(seat)
        else:
            hand.play(seat, text.split(), kind, rank)


def bits(seats):
    return sum(1 << seat for seat in seats)


def aces_of(hand, seat):
    """Return how many spade aces a seat has played, and how many it holds."""
    played = [move.cards.count("As") for who, move in hand.log if who == seat]
    return sum(played), hand.hands[seat].count("As")


def sides_as_known(hand, seat):
    """Return team and unknown of a seat, from all deals of the aces that it holds possible.

    It knows its own aces, those played, and who is out; who is out has none left.
    """
    if hand.game.secret_card is None:
        return bits(next(side for side in hand.sides if seat in side)), 0
    seats = range(hand.game.seats)
    facts = [aces_of(hand, other) for other in seats]
    possible = []
    for receivers in itertools.combinations_with_replacement(seats, hand.game.decks):
        got = [receivers.count(other) for other in seats]
        if got[seat] == sum(facts[seat]) and all(
            facts[other][0] <= got[other] and (hand.hands[other] or facts[other][0] == got[other])
            for other in seats
        ):
            possible.append([bool(got[other]) == bool(got[seat]) for other in seats])
    team = [other for other in seats if all(world[other] for world in possible)]
    unknown = [other for other in seats if len({world[other] for world in possible}) > 1]
    return bits(team), bits(unknown)


def counts_of(ranks):
    order = "3456789TJQKA2LB"
    return sum(number << 4 * order.index(rank) for rank, number in rank_counts(ranks).items())


def right_view(rules, hand):
    """Return what the seat to act may know, and how the top is read."""
    seat, seats = hand.turn, rules.seats
    team, unknown = sides_as_known(hand, seat)
    own = cards(hand.hands[seat])
    gone = CardSet.of(
        pair for _, move in hand.log if move.cards for pair in cards(move.cards).pairs()
    )
    out = [other for other in range(seats) if not hand.hands[other]]
    shown = shown_sets(hand.game, hand.dealt)
    return {
        "seat": seat,
        "seats": seats,
        "team": team,
        "unknown": unknown,
        "hand_lo": own.lo,
        "hand_hi": own.hi,
        "counts": own.counts,
        "gone_lo": gone.lo,
        "gone_hi": gone.hi,
        "top_counts": 0 if hand.top is None else counts_of(hand.top.ranks),
        "top_seat": -1 if hand.top is None else hand.top_seat,
        "passed": bits(hand.passed),
        "out": bits(out),
        "first_out": hand.finish[0] if hand.finish else -1,
        "went_out": len(hand.finish),
        "turn": len(hand.log),
        "trick": sum(hand.tricks),
        "table_points": hand.table_points,
        "held": [len(held) for held in hand.hands],
        "captured": hand.captured,
        "aces_played": [aces_of(hand, other)[0] if rules.hidden else 0 for other in range(seats)],
        "shown": [counts_of("".join(sets)) for sets in shown],
    }


def assert_shown(rules, view, hand):
    right = right_view(rules, hand)
    assert {*right, "top", "stream"} == set(SEAT_VIEW.names)
    for name, value in right.items():
        field = view[name]
        found = field[: rules.seats].tolist() if field.ndim else int(field)
        assert found == value, name
    if hand.top is None:
        assert view["top"] == 0
    else:
        kind, rank, suit = name_of(rules, int(view["top"]))
        assert Pattern(kind, rank, hand.top.ranks, suit) == hand.top


@EVERY_RULE_SET
def test_a_view_shows_what_is_public_and_the_own_hand(rules):
    for deal in range(4 if COMPILED else 1):
        for view, hand in watched_hand(rules, deal):
            assert_shown(rules, view, hand)


@pytest.mark.compiled
@pytest.mark.parametrize("options", [{}, {"pass_is_final": True}, {"jokers": True}], ids=str)
def test_hidden_sides_are_known_when_they_can_be(options):
    rules = find_rules("anzhan", options)
    known = set()
    for deal in range(60):
        for view, hand in watched_hand(rules, deal):
            team, unknown = sides_as_known(hand, hand.turn)
            assert (int(view["team"]), int(view["unknown"])) == (team, unknown)
            # What is known is true.
            side = next(side for side in hand.sides if hand.turn in side)
            assert team & ~bits(side) == 0 and bits(side) & ~team & ~unknown == 0
            known.add((len(side), bin(team).count("1"), bin(unknown).count("1")))
    # Everything from knowing nobody to knowing all, as one of two, a loner, and one of three.
    assert {(2, 1, 3), (2, 2, 0), (1, 1, 0), (3, 1, 3), (3, 3, 0)} <= known


@pytest.mark.compiled
def test_sets_are_shown_in_jiangnan_only_and_from_the_first_turn_on():
    rules = find_rules("jiangnan")
    shown = 0
    for deal in range(200):
        seen = []
        deals = deal_hands(rules, 6, range(deal, deal + 1))
        play_logged([watcher(seen)] * rules.seats, deals)
        hand = [list(held) for held in deals.hands(0)]
        right = [
            counts_of("".join(rank * n for rank, n in rank_counts(held).items() if n >= 6))
            for held in hand
        ]
        assert all(view["shown"][:4].tolist() == right for view in seen)
        shown += any(right)
    assert shown > 20
    never = find_rules("jiangnan", {"show_bombs": "never"})
    seen = []
    play_logged([watcher(seen)] * 4, deal_hands(never, 6, range(1)))
    assert all(not view["shown"].any() for view in seen)
