"""Whole hands: our position and our playing loop against the twin, state by state."""

from __future__ import annotations

import itertools
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from sim.core.compiler import COMPILED
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.games import FIFTYK3, FIFTYK4, find_rules
from sim.hand import play_deals, play_logged
from sim.plays import choices_of, read_play
from sim.position import Position
from sim.records import plays_of, record_from, record_of, result_of
from sim.verify import verify_record
from tests.naive.games import find_game
from tests.naive.hand import PASS, NaiveHand, holders_of
from tests.naive.playouts import play_randomly, random_hands
from tests.naive.variants import KINDS_OF_HANDS
from tests.naive.verify import first_fault
from tests.sim.sample import EVERY_RULE_SET, cards, line_up, pattern_of, position_of

TOGETHER = [(rules_id, options) for rules_id, options in KINDS_OF_HANDS if len(options) != 1]
"""Every rule set as it is, and under the common options together."""


def assert_same_state(ours, theirs, plays=()):
    """Compare all there is; the legal plays where there are none or they are given."""
    assert ours.is_over == theirs.over
    assert ours.captured == tuple(theirs.captured) and ours.finish == tuple(theirs.finish)
    assert ours.table_points == theirs.table_points
    assert [tuple(hand) for hand in ours.hands] == theirs.hands
    if theirs.over:
        return
    assert ours.turn == theirs.turn and set(ours.passed) == theirs.passed
    assert (ours.top is None) == (theirs.top is None) and ours.top_seat == theirs.top_seat
    if theirs.top is not None:
        assert pattern_of(ours.top) == theirs.top
    if plays:
        assert ours.can_pass() == theirs.may_pass()
        assert {pattern_of(play) for play in plays} == theirs.legal_patterns()


def a_choice(rng, rules, hand, play):
    """Return a play in one of its choices of cards, or in the first where there are many."""
    some = list(itertools.islice(choices_of(rules, hand, play), 20))
    return replace(play, cards=rng.choice(some))


@pytest.mark.parametrize(("rules_id", "options"), TOGETHER, ids=str)
def test_random_hands_state_by_state(rules_id, options):
    rules = find_rules(rules_id, options)
    for number in range(4 if COMPILED else 1):
        rng = Random(number)
        theirs = started(rules_id, options, rng, number % rules.seats)
        ours = Position(rules, [cards(hand) for hand in theirs.hands], theirs.leader)
        while not theirs.over:
            plays = ours.legal_plays()
            # The twin takes its time over the plays of a large hand.
            assert_same_state(ours, theirs, plays if rng.random() < 0.3 else ())
            if ours.can_pass() and (not plays or rng.random() < 0.3):
                ours.push(None)
                theirs.do(PASS)
            else:
                play = a_choice(rng, rules, ours.held(), rng.choice(plays))
                ours.push(play)
                theirs.play(theirs.turn, list(play.cards), play.type, play.rank)
        assert_same_state(ours, theirs)
        assert same_figures(result_of(rules, ours.result().raw[0]), theirs.result())


def same_figures(ours, theirs):
    """Thirds are kept as sixtieths here and as fractions there."""
    payoff = pytest.approx(theirs["payoff"], abs=1e-12)
    return ours == {**theirs, "payoff": payoff}


def replayed_by_the_twin(rules_id, options, deals, row, log):
    """Return the twin's hand after the turns of a log, each of which it must allow."""
    received = int(deals.received[row]) if deals.rules.decks > 1 else None
    hands = [list(hand) for hand in deals.hands(row)]
    theirs = NaiveHand(rules_id, options, hands, received=received)
    assert theirs.leader == deals.leader[row]
    for seat, text, kind, rank in plays_of(deals.rules, log):
        if kind == "pass":
            theirs.pass_(seat)
        else:
            theirs.play(seat, text.split(), kind, rank)
    assert theirs.over
    return theirs


def assert_the_twin_agrees(rules_id, options, number):
    rules = find_rules(rules_id, options)
    deals = deal_hands(rules, 9, range(number))
    names = ["uniform"] * rules.seats
    for row in range(number):
        results, log = play_logged(line_up(rules), deals, row)
        theirs = replayed_by_the_twin(rules_id, options, deals, row, log)
        assert same_figures(result_of(rules, results.raw[0]), theirs.result())
        assert results.tricks[0].tolist() == theirs.tricks
        played = [move for _, move in theirs.log if move.type != "pass"]
        assert results.plays[0].sum() == len(played)
        record = record_from(deals, row, names, results, log)
        assert verify_record(record) is None and first_fault(record) is None


@pytest.mark.parametrize(("rules_id", "options"), KINDS_OF_HANDS, ids=str)
def test_the_playing_loop_is_the_twins(rules_id, options):
    """The loop made for speed, by its log: every turn legal for the twin, every figure the same.

    And its record is found right by both verifiers.
    """
    assert_the_twin_agrees(rules_id, options, 6 if COMPILED else 1)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("rules_id", "options"), KINDS_OF_HANDS, ids=str)
def test_the_playing_loop_is_the_twins_many_times(rules_id, options):
    assert_the_twin_agrees(rules_id, options, 60)


@pytest.mark.compiled
@pytest.mark.parametrize(("rules_id", "options"), KINDS_OF_HANDS, ids=str)
def test_hands_played_by_the_twin_verify(rules_id, options):
    for number in range(3):
        rng = Random(number)
        seats = find_rules(rules_id, options).seats
        hands = random_hands(rules_id, rng, number % seats, options)
        record = play_randomly(rules_id, options, hands, rng).record(deal=number)
        assert verify_record(record) is None


def started(rules_id, options, rng, first_dealt):
    """Return the twin's hand before its first lead; with several decks somebody got the card."""
    hands = random_hands(rules_id, rng, first_dealt, options)
    game = find_game(rules_id, options)
    received = rng.choice(holders_of(hands, game.lead_card)) if game.decks > 1 else None
    return NaiveHand(rules_id, options, hands, received=received)


@pytest.mark.compiled
@EVERY_RULE_SET
def test_a_batch_is_its_deals(rules):
    deals = deal_hands(rules, 4, range(300))
    whole = play_deals(line_up(rules), deals, checked=True)
    assert np.array_equal(whole.raw, play_deals(line_up(rules), deals, checked=False).raw)
    parts = [
        play_deals(line_up(rules), deals.take(slice(n, n + 50))).raw for n in range(0, 300, 50)
    ]
    assert np.array_equal(whole.raw, np.concatenate(parts))
    for row in (0, 7, 299):
        assert play_logged(line_up(rules), deals, row)[0].raw[0] == whole.raw[row]


VARIANTS = [
    ("fiftyk4", {"decks": 2}),
    ("fiftyk4", {"decks": 2, "bombs": "mixed_fifty_k < pure_fifty_k < bomb 4 < bomb 5 < bomb 8"}),
    ("fiftyk4", {"decks": 3, "seats": 6, "bombs": "bomb 4 < bomb 6 < pure_fifty_k < bomb 12"}),
    ("fiftyk4", {"seats": 6}),
    ("fiftyk4", {"seats": 6, "hand_ends": "one_left", "lead_after_out": "next"}),
    ("fiftyk4", {"bombs": "", "must_beat": True}),
    (
        "fiftyk4",
        {"bombs": "bomb 3 < mixed_fifty_k < bomb 4", "combinations": "single, pair, straight 3+"},
    ),
    ("fiftyk3", {"seats": 2}),
    ("fiftyk3", {"seats": 3, "decks": 2, "must_beat": True}),
    ("fiftyk3", {"seats": 4, "pass_is_final": True}),
    ("fiftyk3", {"seats": 5, "decks": 3, "pass_is_final": True}),
    ("fiftyk3", {"seats": 6, "decks": 3}),
    ("fiftyk3", {"doubling": "never", "left_points": "nobody", "leader_card": "As"}),
]


@pytest.mark.compiled
@pytest.mark.parametrize(("rules_id", "options"), VARIANTS, ids=str)
def test_variants_are_played_legally(rules_id, options):
    rules = find_rules(rules_id, options)
    deals = deal_hands(rules, 6, range(60))
    results = play_deals(line_up(rules), deals, checked=True)
    assert (results.captured.sum(axis=1) + results.left.sum(axis=1) == rules.pack_points).all()
    for row in range(20):
        record = record_of(line_up(rules), deals, row, ["uniform"] * rules.seats)
        assert record["options"] == rules.options and verify_record(record) is None
        assert record["result"]["payoff"] == results.payoff[row].tolist()


# ---------------------------------------------------------------- the position by itself


def test_push_and_pop_bring_everything_back():
    deals = deal_hands(FIFTYK4, 8, range(1))
    position = Position(FIFTYK4, deals.hands(0), int(deals.leader[0]))
    rng = Random(1)
    states = []
    while not position.is_over:
        states.append(
            (position.turn, position.hands, position.captured, position.top, position.passed)
        )
        plays = position.legal_plays()
        may_pass = position.can_pass() and (not plays or rng.random() < 0.3)
        position.push(None if may_pass else rng.choice(plays))
    assert position.legal_plays() == [] and not position.can_pass()
    with pytest.raises(BadInput, match="the hand is over"):
        position.verify_play(None)
    for state in reversed(states):
        with pytest.raises(BadInput, match="not over"):
            position.pop()
            position.result()
        now = (position.turn, position.hands, position.captured, position.top, position.passed)
        assert now == state
    with pytest.raises(IndexError):
        position.pop()


def test_why_a_play_is_refused():
    hands = [cards("3s 9s"), cards("4s 4h 8h"), cards("5s 6s"), cards("7s 7h")]
    position = Position(FIFTYK4, hands, 0)
    with pytest.raises(BadInput, match="seat 0: a leader may not pass"):
        position.verify_play(None)
    single = read_play(FIFTYK4, cards("4s"))
    with pytest.raises(BadInput, match="seat 0 does not hold 4s"):
        position.verify_play(single)
    assert not position.can_play(single)
    position.push(read_play(FIFTYK4, cards("9s")))
    with pytest.raises(BadInput, match="4s does not beat the top play"):
        position.verify_play(single)
    pair = read_play(FIFTYK4, cards("4s 4h"))
    with pytest.raises(BadInput, match="4s 4h does not beat"):
        position.verify_play(pair)
    assert position.can_play(None) and position.top_seat == 0
    strict = Position(FIFTYK4.with_options({"must_beat": True}), hands, 0)
    strict.push(read_play(FIFTYK4, cards("3s")))
    with pytest.raises(BadInput, match="can beat the top play and must"):
        strict.verify_play(None)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turn": 4}, "seats 0 … 3"),
        ({"finish": [0]}, "out are those without cards"),
        ({"top_seat": 1}, "go together"),
        ({"hands": [cards("3s")] * 3}, "seats 0 … 3"),
    ],
    ids=str,
)
def test_positions_that_cannot_be(changes, message):
    given = {"hands": [cards("3s")] * 4, "turn": 0, **changes}
    with pytest.raises(BadInput, match=message):
        Position(FIFTYK4, given.pop("hands"), given.pop("turn"), **given)


def test_a_position_from_the_middle_of_a_hand():
    rng = Random(2)
    theirs = NaiveHand("fiftyk3", {}, random_hands("fiftyk3", rng))
    for _ in range(25):
        theirs.do(rng.choice(sorted(theirs.legal(), key=str)))
        assert_same_state(position_of(FIFTYK3, theirs), theirs)
