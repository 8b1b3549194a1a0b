"""What the tests of the simulator share: random hands, both notations, a uniform strategy."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from sim.cards import CardSet, parse_cards
from sim.core.generate import count_follows, count_leads, nth_follow, nth_lead
from sim.core.streams import draw
from sim.games import CLIMBING
from sim.plays import Play
from sim.policy import Policy, bind
from sim.position import Position
from sim.rules import Rules
from tests.naive.cards import pack
from tests.naive.hand import NaiveHand
from tests.naive.plays import ConcretePlay, Pattern

RULES_OF_TABLE = CLIMBING
"""The rule sets of climbing games by name: those that the twin plays too."""

EVERY_RULE_SET = pytest.mark.parametrize("rules", RULES_OF_TABLE.values(), ids=lambda it: it.id)


def uniform(view, rules, params):
    """Play every legal play with the same chance, a follower's pass included."""
    if view.top == 0:
        total = count_leads(rules, view.counts, view.hand_lo, view.hand_hi)
        which = draw(view, total, 0)
        return nth_lead(rules, view.counts, view.hand_lo, view.hand_hi, which)
    total = count_follows(rules, view.counts, view.hand_lo, view.hand_hi, view.top)
    may_pass = 1 if rules.must_beat == 0 or total == 0 else 0
    which = draw(view, total + may_pass, 0)
    if which == total:
        return view.hand_lo & ~view.hand_lo, view.hand_lo & ~view.hand_lo
    return nth_follow(rules, view.counts, view.hand_lo, view.hand_hi, view.top, which)


@cache
def uniform_policy() -> Policy:
    # Trusted, so that it is cached on disk; the tests ask for the checks themselves.
    return bind("uniform", uniform, {}, compiled=True, trusted=True)


def line_up(rules: Rules) -> tuple[Policy, ...]:
    return (uniform_policy(),) * rules.seats


def random_cards(rng: Random, size: int, ranks: str = "3456789TJQKA2") -> list[str]:
    return rng.sample([card for card in pack() if card[0] in ranks], size)


def cards(tokens: object) -> CardSet:
    text = tokens if isinstance(tokens, str) else " ".join(tokens)  # type: ignore[arg-type]
    return parse_cards(text, 3, True) if text else CardSet()


def pattern_of(play: Play) -> Pattern:
    return Pattern(play.type, play.rank, play.ranks, play.suit)


def concrete_of(play: Play) -> ConcretePlay:
    return ConcretePlay(tuple(play.cards), play.type, play.rank)


def position_of(rules: Rules, hand: NaiveHand) -> Position:
    """Return the twin's position as ours."""
    from sim.plays import read_play

    top = None
    if hand.top is not None:
        last = next(move for _, move in reversed(hand.log) if move.type != "pass")
        top = read_play(rules, cards(last.cards), last.type, last.rank)
    return Position(
        rules,
        [cards(held) for held in hand.hands],
        hand.turn,
        top=top,
        top_seat=hand.top_seat,
        passed=sorted(hand.passed),
        captured=hand.captured,
        table_points=hand.table_points,
        finish=hand.finish,
        aces_played=[
            seat for seat, move in hand.log for card in move.cards if card == hand.game.secret_card
        ],
    )
