"""What the playing tips say about cards, as questions that are answered by trading cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from analysis.features import feature_values
from analysis.keyed import IntArray
from analysis.placing import held_cards
from analysis.trades import (
    BOMBS,
    MADE,
    Arm,
    BoolArray,
    Cases,
    Question,
    cases_at,
    keeps,
    opponents_of,
    rank_counts,
)
from sim.cards import RANKS
from sim.deals import Deals
from sim.rules import Rules

JACK, QUEEN, TWO, LITTLE, BIG = (*(RANKS.index(rank) for rank in "JQ2"), 13, 14)
PAIR: Final = 2
TOP_OF_RUNS: Final = RANKS.index("A")
Trades = Callable[[Arm, IntArray], None]


def _one_step(step: int) -> Trades:
    """Trade one card for one of a rank so many higher."""

    def make(arm: Arm, rank: IntArray) -> None:
        arm.trade(rank, rank + step)

    return make


def _asked(
    held: Callable[[Deals], BoolArray],
    arms: tuple[Trades, ...],
    name: str,
    *,
    mine: tuple[str, ...] = MADE,
    theirs: tuple[str, ...] = MADE,
) -> Question:
    """Make a question of the hands it is about, its arms, and what no arm may change."""

    def question(deals: Deals) -> Cases:
        cases, possible = cases_at(deals, held(deals), arms, name)
        rows = np.arange(len(cases))
        for arm in cases.arms:
            possible &= keeps(cases.deals, arm, mine)[rows, cases.hero]
            others = keeps(cases.deals, arm, theirs)
            others[rows, cases.hero] = True
            possible &= others.all(axis=1)
        return cases.take(possible)

    return question


def pair_against_singles() -> Question:
    """Ask of a pair, against a single of its rank and one of a next rank, above and below.

    The hand holds none of the ranks next to the pair's, and no run or bomb comes or goes.
    """

    def held(deals: Deals) -> BoolArray:
        counts = rank_counts(held_cards(deals))
        found = np.zeros(counts.shape, dtype=np.bool_)
        inside = slice(1, TWO)
        found[:, :, inside] = (
            (counts[:, :, inside] == PAIR)
            & (counts[:, :, : TWO - 1] == 0)
            & (counts[:, :, 2 : TWO + 1] == 0)
        )
        return found

    return _asked(held, (_one_step(1), _one_step(-1)), "pair against singles")


def jacks_against_jack_queen() -> Question:
    """Ask of a pair of jacks, against a single jack and a single queen."""

    def held(deals: Deals) -> BoolArray:
        counts = rank_counts(held_cards(deals))
        found = np.zeros(counts.shape, dtype=np.bool_)
        found[:, :, JACK] = (counts[:, :, JACK] == PAIR) & (counts[:, :, QUEEN] == 0)
        return found

    return _asked(held, (_one_step(1),), "jacks against jack and queen")


def threes_against_jack_queen() -> Question:
    """Ask of a pair of 3s, against a single jack and a single queen, had from two opponents."""

    def held(deals: Deals) -> BoolArray:
        counts = rank_counts(held_cards(deals))
        found = np.zeros(counts.shape, dtype=np.bool_)
        none = (counts[:, :, JACK] == 0) & (counts[:, :, QUEEN] == 0)
        found[:, :, 0] = (counts[:, :, 0] == PAIR) & none
        return found

    def make(arm: Arm, rank: IntArray) -> None:
        arm.trade(rank, np.full_like(rank, JACK))
        arm.trade(rank, np.full_like(rank, QUEEN))

    return _asked(held, (make,), "threes against jack and queen", theirs=BOMBS)


def shortest_pair_run(rules: Rules) -> int | None:
    """Return how many pairs the shortest pair run has; None where the rules have none."""
    rows = [row for row in rules.combinations if row.kind == "pair_run"]
    return rows[0].shortest if rows else None


def pair_run_against_pairs(pairs: int) -> Question:
    """Ask of a run of pairs of the shortest kind, against as many pairs that are no run.

    One end's pair is traded for a pair one rank further off: the mean of the top pair going up and
    the bottom pair going down. The hand holds none of the ranks next to the run.
    """

    def held(deals: Deals) -> BoolArray:
        counts = rank_counts(held_cards(deals))
        found = np.zeros(counts.shape, dtype=np.bool_)
        for low in range(1, TOP_OF_RUNS - pairs + 1):
            run = (counts[:, :, low : low + pairs] == PAIR).all(axis=2)
            alone = (counts[:, :, low - 1] == 0) & (counts[:, :, low + pairs] == 0)
            found[:, :, low] = run & alone
        return found

    def up(arm: Arm, rank: IntArray) -> None:
        arm.trade(rank + pairs - 1, rank + pairs, PAIR)

    def down(arm: Arm, rank: IntArray) -> None:
        arm.trade(rank, rank - 1, PAIR)

    # For the holder the run goes, for the others none may come.
    kept = tuple(name for name in MADE if name != "pair_run")
    both = _asked(
        held, (up, down), "pair run against pairs", mine=kept, theirs=(*BOMBS, "pair_run")
    )

    def question(deals: Deals) -> Cases:
        cases = both(deals)
        rows = np.arange(len(cases))
        runs = [feature_values(each, "pair_run") for each in (cases.deals, *cases.arms)]
        mine = [each[rows, cases.hero] for each in runs]
        goes = np.all([mine[0] == pairs, *(each == 0 for each in mine[1:])], axis=0)
        return cases.take(goes)

    return question


def little_joker_against_two(rules: Rules) -> Question:
    """Ask of a little joker, against a 2, while opponents have all big jokers.

    The hand has no 2 and one little joker; no bomb or run comes or goes.
    """
    foes = opponents_of(rules)

    def held(deals: Deals) -> BoolArray:
        counts = rank_counts(held_cards(deals))
        found = np.zeros(counts.shape, dtype=np.bool_)
        theirs = np.einsum("ns,hs->nh", counts[:, :, BIG], foes.astype(np.int64))
        found[:, :, LITTLE] = (
            (counts[:, :, LITTLE] == 1) & (counts[:, :, TWO] == 0) & (theirs == rules.decks)
        )
        return found

    return _asked(held, (_one_step(-1),), "little joker against two")
