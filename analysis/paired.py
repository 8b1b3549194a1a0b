"""The strategies of a result compared on the same deals, and where their differences come from."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from analysis.comparisons import Comparison
from analysis.estimates import DEFAULT_LEVEL, Estimate
from analysis.played import FloatArray, IntArray, Played, Table
from analysis.score_parts import PARTS_OF_A_POINT
from analysis.stack_played import StackPlayed
from analysis.tallies import ExactMoments, RatioTally, count_by_block

SCORES_KEPT: Final = 20_000
"""Block scores of the first pair that stay in memory, for the coverage check."""


@dataclass(frozen=True)
class PairResult:
    """One pair of camps (strategies, or partners that always play together)."""

    a: int
    """Place of the first camp in `Table.camps`."""
    b: int
    """Place of the second camp."""
    comparison: Comparison
    """By how much a beats b, in points a hand."""
    parts: Mapping[str, Estimate]
    """The difference taken apart, keys of `Table.score_parts`; the values add up to it."""
    without_doubling: Estimate
    """The difference with the same plays scored without doubling."""

    @property
    def decided(self) -> bool:
        """Whether the interval leaves 0 out."""
        return self.comparison.estimate.excludes(0)

    def swapped(self) -> PairResult:
        """Return b against a."""
        parts = {name: part.scaled(-1) for name, part in self.parts.items()}
        return PairResult(
            self.b, self.a, self.comparison.swapped(), parts, self.without_doubling.scaled(-1)
        )


@dataclass(frozen=True)
class PairedResult:
    """Everything about who beats whom."""

    table: Table
    n: int
    """Deal blocks."""
    level: float
    means: tuple[Estimate, ...]
    """Mean payoff a hand of each strategy's seats, against the tables it sat at."""
    pairs: tuple[PairResult, ...]
    """Every pair of camps; simultaneous intervals where there are several."""
    scores: FloatArray
    """Block scores of the first pair, the first deals only."""

    def ranking(self) -> tuple[int, ...]:
        """Return the camps, the highest mean payoff first."""
        mean = [
            sum(self.means[each].value for each in camp) / len(camp) for camp in self.table.camps
        ]
        return tuple(sorted(range(len(mean)), key=lambda camp: -mean[camp]))

    def pair(self, a: int, b: int) -> PairResult | None:
        """Return one pair in the asked order; None where the two never sit together."""
        for each in self.pairs:
            if (each.a, each.b) == (a, b):
                return each
            if (each.a, each.b) == (b, a):
                return each.swapped()
        return None


class PairedTally:
    """Block scores of every pair of camps, summed up as a result streams by.

    Question: by how many points a hand do a's seats beat b's on the same deals, and through which
    part of the score? Unit of observation: the deal block. Formula: `analysis.comparisons` (block
    score D, `compare`), applied to the payoff and to each of its parts; because D is linear in
    the payoff, the parts' differences add up to the difference.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        camps = table.camp_of[table.owner]
        self._pairs = [
            _PairSums(camps, pair, table.score_parts)
            for pair in combinations(range(len(table.camps)), 2)
            if _sit_together(camps, pair)
        ]
        self._means = RatioTally((len(table.names),))

    def add(self, played: Played | StackPlayed) -> None:
        """Count in more blocks."""
        n = len(played)
        owner = played.owner.reshape(n, -1)
        payoff = played.payoff.reshape(n, -1) / PARTS_OF_A_POINT
        kinds = len(self.table.names)
        self._means.add(count_by_block(owner, kinds, payoff), count_by_block(owner, kinds))
        for pair in self._pairs:
            pair.add(played)

    def result(self, level: float = DEFAULT_LEVEL) -> PairedResult:
        """Return the estimates; several pairs share the error of their intervals (Bonferroni).

        Raises
        ------
        TooFewBlocks
            With fewer than two blocks.
        """
        strategies = range(len(self.table.names))
        family = max(len(self._pairs), 1)
        return PairedResult(
            self.table,
            int(self._means.blocks.max(initial=0)),
            level,
            tuple(self._means.ratio(each, level=level) for each in strategies),
            tuple(
                pair.result(self.table, 1 - (1 - level) / family, family) for pair in self._pairs
            ),
            self._pairs[0].kept() if self._pairs else np.empty(0),
        )


class _PairSums:
    """Sums of one pair's block scores: payoff, undoubled payoff and each part."""

    def __init__(self, camps: IntArray, pair: tuple[int, int], parts: tuple[str, ...]) -> None:
        self.pair, self.parts = pair, parts
        self.both, self.weights, shares = _margin_weights(camps, pair)
        seatings = len(self.weights)
        self.blocks = ExactMoments(2 + len(parts), PARTS_OF_A_POINT * shares * seatings)
        self.hands = ExactMoments(seatings, PARTS_OF_A_POINT * shares)
        self._kept: list[FloatArray] = []

    def add(self, played: Played | StackPlayed) -> None:
        scores = [self._margins(played.payoff), self._margins(played.undoubled)]
        scores += [self._margins(played.parts[name]) for name in self.parts]
        self.hands.add(scores[0])
        blocks = np.stack([each.sum(axis=1) for each in scores], axis=1)
        self.blocks.add(blocks)
        room = SCORES_KEPT - sum(map(len, self._kept))
        if room > 0:
            self._kept.append(blocks[:room, 0] / self.blocks.unit)

    def kept(self) -> FloatArray:
        return np.concatenate(self._kept) if self._kept else np.empty(0)

    def result(self, table: Table, level: float, family: int) -> PairResult:
        a, b = self.pair
        estimate = self.blocks.estimate(0, level)
        variance = self.blocks.variance(0)
        factor = None
        if variance > 0:
            seatings = len(self.weights)
            alone = math.fsum(self.hands.variance(place) for place in range(seatings))
            factor = alone / (seatings**2 * variance)
        names = table.camp_names
        comparison = Comparison(names[a], names[b], estimate, math.sqrt(variance), factor, family)
        parts = {
            name: self.blocks.estimate(2 + place, level) for place, name in enumerate(self.parts)
        }
        return PairResult(a, b, comparison, parts, self.blocks.estimate(1, level))

    def _margins(self, values: IntArray) -> IntArray:
        """Return a's seats less b's in each seating, in whole parts."""
        margins: IntArray = np.einsum("nsk,sk->ns", values[:, self.both], self.weights)
        return margins


def _sit_together(camps: IntArray, pair: tuple[int, int]) -> bool:
    both = np.any(camps == pair[0], axis=1) & np.any(camps == pair[1], axis=1)
    return bool(both.any())


def _margin_weights(
    camps: IntArray, pair: tuple[int, int]
) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.bool_]], IntArray, int]:
    """Return the seatings where both sit, whole weights of their seats, and their common part."""
    mine, theirs = camps == pair[0], camps == pair[1]
    both = mine.any(axis=1) & theirs.any(axis=1)
    mine, theirs = mine[both], theirs[both]
    a_seats, b_seats = mine.sum(axis=1), theirs.sum(axis=1)
    # One common denominator for the seats' shares keeps the sums in whole numbers.
    shares = int(np.lcm.reduce(np.concatenate([a_seats, b_seats])))
    weights = mine * (shares // a_seats)[:, None] - theirs * (shares // b_seats)[:, None]
    return both, weights.astype(np.int64), shares


def deals_to_decide(pair: PairResult, power: float = 0.8) -> int | None:
    """Return how many deals would show the difference seen, were it true; None if it is 0."""
    effect = pair.comparison.estimate.value
    if effect == 0 or pair.comparison.sd == 0:
        return None
    return pair.comparison.planned_blocks(effect, power)


def largest_parts(pair: PairResult) -> Sequence[tuple[str, Estimate]]:
    """Return the parts that are not 0 throughout, the largest first."""
    parts = [(name, part) for name, part in pair.parts.items() if part.value or part.se]
    return sorted(parts, key=lambda each: -abs(each[1].value))
