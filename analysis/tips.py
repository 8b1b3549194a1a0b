"""What the playing tips say about cards, as questions that are answered by trading cards."""

from __future__ import annotations

from typing import Final

import numpy as np

from analysis.keyed import IntArray
from analysis.placing import HeldArray
from analysis.trades import MADE, Arm, BoolArray, Question, Trades, opponents_of
from sim.cards import RANKS
from sim.rules import Rules

PAIR: Final = 2
JACK, QUEEN, ACE, TWO = (RANKS.index(rank) for rank in "JQA2")
LITTLE, BIG = 13, 14


def _one_for(step: int, cards: int = 1, of: int = 0) -> Trades:
    """Trade cards of a rank so far above the one asked of for some so many ranks higher."""

    def make(arm: Arm, rank: IntArray) -> None:
        arm.trade(rank + of, rank + of + step, cards)

    return make


PAIR_OR_SINGLES: Final = Question(
    "pair or singles",
    tuple(range(1, TWO)),
    ((0, PAIR), (-1, 0), (1, 0)),
    (_one_for(1), _one_for(-1)),
)
"""A pair, or a single of its rank and one of a next rank: the mean of above and below."""

JACKS_OR_JACK_QUEEN: Final = Question(
    "jacks or jack and queen", (JACK,), ((0, PAIR), (1, 0)), (_one_for(1),)
)
"""A pair of jacks, or a single jack and a single queen."""


def _jack_and_queen(arm: Arm, rank: IntArray) -> None:
    arm.trade(rank, np.full_like(rank, JACK))
    arm.trade(rank, np.full_like(rank, QUEEN))


THREES_OR_JACK_QUEEN: Final = Question(
    "threes or jack and queen", (0,), ((0, PAIR), (JACK, 0), (QUEEN, 0)), (_jack_and_queen,)
)
"""A pair of 3s, or a single jack and a single queen, had one after the other."""


def shortest_pair_run(rules: Rules) -> int | None:
    """Return how many pairs the shortest pair run has; None where the rules have none.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> shortest_pair_run(FIFTYK4)
    2
    """
    return next((row.shortest for row in rules.combinations if row.kind == "pair_run"), None)


def run_or_pairs(pairs: int) -> Question:
    """Ask of a run of so many pairs, or as many pairs that are no run.

    One end's pair is traded for a pair one rank further off: the mean of the top pair going up and
    the bottom pair going down.
    """
    top = pairs - 1
    return Question(
        "run or pairs",
        tuple(range(1, ACE - pairs + 1)),
        (*((step, PAIR) for step in range(pairs)), (-1, 0), (pairs, 0)),
        (_one_for(1, PAIR, of=top), _one_for(-1, PAIR)),
        tuple(name for name in MADE if name != "pair_run"),
        ("pair_run", pairs),
    )


def little_joker_or_two(rules: Rules) -> Question:
    """Ask of a little joker, or a 2, while opponents have all big jokers."""
    foes = opponents_of(rules).astype(np.int64)

    def theirs(counts: HeldArray, hero: IntArray) -> BoolArray:
        against: BoolArray = (counts[:, :, BIG] * foes[hero]).sum(axis=1) == rules.decks
        return against

    return Question(
        "little joker or two", (LITTLE,), ((0, 1), (-1, 0)), (_one_for(-1),), also=theirs
    )
