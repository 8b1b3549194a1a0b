"""The distribution of a score: mean, spread, skewness, quantiles, tails, each with its error."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from analysis.estimates import DEFAULT_LEVEL, FEWEST_BLOCKS, Estimate, student_quantile
from analysis.played import FloatArray, IntArray
from analysis.score_parts import PARTS_OF_A_POINT
from analysis.tallies import GROUPS, jackknife

QUANTILES: Final = (0.01, 0.99)
FEWEST_GROUPS: Final = 30
"""With fewer groups of deals, spread and skewness get no interval: the jackknife's is too sharp."""
_POWERS: Final = 4
"""Sums of score⁰ … score³."""


@dataclass(frozen=True)
class Moments:
    """A distribution in a few figures."""

    mean: Estimate
    sd: Estimate
    skew: Estimate
    """Third standardised moment; NaN where the score does not vary."""
    quantiles: tuple[Estimate, ...]
    """In the order of `QUANTILES`."""
    values: tuple[float, ...]
    """The scores that occur, ascending."""
    reach: tuple[float, ...]
    """Share of cases that score at least each of the values."""


class ScoreSums:
    """How often each score occurs, by kind and by group of deals: with doubling and without.

    Unit of observation: the deal block; blocks are put into 97 groups (`GroupSums`). Mean,
    standard deviation and skewness: jackknife over groups. A quantile: the values at which the
    share's own interval, p̂ ± t · se over groups, leaves the wanted share out (Woodruff), so it
    ends on scores that occur.

    References
    ----------
    Woodruff (1952), "Confidence intervals for medians and other position measures", JASA 47.
    """

    def __init__(self, kinds: int) -> None:
        self._kinds = kinds
        self._counts: dict[tuple[int, int], FloatArray] = {}
        """(version, score in sixtieths) -> counts[groups, kinds]; version 0 is with doubling."""
        self._blocks = np.zeros(GROUPS, dtype=np.int64)

    def add(self, deal: IntArray, kind: IntArray, score: IntArray, undoubled: IntArray) -> None:
        """Count in more blocks: deals (n,), the rest (n, S, K); kinds below 0 are left out."""
        group = deal % GROUPS
        self._blocks += np.bincount(group, minlength=GROUPS)
        slot = np.where(kind < 0, -1, group[:, None, None] * self._kinds + kind).ravel()
        slots = GROUPS * self._kinds
        for version, points in enumerate((score, undoubled)):
            low = int(points.min())
            above = points.ravel() - low
            values = np.flatnonzero(np.bincount(above))
            place = np.zeros(int(values[-1]) + 1, dtype=np.int64)
            place[values] = np.arange(len(values))
            codes = np.where(slot < 0, len(values) * slots, place[above] * slots + slot)
            counts = np.bincount(codes, minlength=len(values) * slots + 1)[:-1]
            by_value = counts.reshape(-1, GROUPS, self._kinds).astype(np.float64)
            for value, counted in zip(values + low, by_value, strict=True):
                key = (version, int(value))
                before = self._counts.get(key)
                self._counts[key] = counted + (0.0 if before is None else before)

    def moments(self, kind: int | None, version: int, level: float = DEFAULT_LEVEL) -> Moments:
        """Return the distribution of one kind, or of all with None."""
        scores, counts = self._table(kind, version)
        occurs = counts.sum(axis=1) > 0
        scores, counts = scores[occurs], counts[occurs]
        sums = _power_sums(scores, counts)
        n = int(self._blocks.sum())
        whole = counts.sum(axis=1)
        cases = float(whole.sum())
        reach = np.cumsum(whole[::-1])[::-1] / max(cases, 1)
        return Moments(
            jackknife(_mean, sums, n, level),
            _spread(_sd, sums, n, level),
            _spread(_skew, sums, n, level),
            tuple(_quantile(scores, counts, share, n, level) for share in QUANTILES),
            tuple(float(each) for each in scores),
            tuple(float(each) for each in reach),
        )

    def added_share(
        self, figure: Callable[[Any], float], level: float = DEFAULT_LEVEL
    ) -> Estimate | None:
        """Return 1 − figure(without) / figure(with) over all kinds.

        None where undefined, and with too few groups of deals for an honest interval.
        """
        if np.count_nonzero(self._blocks) < FEWEST_GROUPS:
            return None

        def share(with_rule: FloatArray, without: FloatArray) -> float:
            whole = figure(with_rule)
            return 1 - figure(without) / whole if whole else math.nan

        added = self._compared(share, level)
        return added if math.isfinite(added.value) else None

    def gain(self, figure: Callable[[Any], float], level: float = DEFAULT_LEVEL) -> Estimate:
        """Return figure(with) − figure(without) over all kinds."""
        return self._compared(lambda one, other: figure(one) - figure(other), level)

    def _compared(self, both: Callable[[Any, Any], float], level: float) -> Estimate:
        sums = [_power_sums(*self._table(None, version)) for version in (0, 1)]
        n = int(self._blocks.sum())
        return jackknife(lambda pair: both(pair[0], pair[1]), np.stack(sums, axis=1), n, level)

    def _table(self, kind: int | None, version: int) -> tuple[FloatArray, FloatArray]:
        """Return the scores in points, and counts[scores, groups that hold blocks]."""
        keys = sorted(key for key in self._counts if key[0] == version)
        held = self._blocks > 0
        counts = [
            (self._counts[key].sum(axis=1) if kind is None else self._counts[key][:, kind])[held]
            for key in keys
        ]
        scores = np.array([value for _, value in keys], dtype=np.float64) / PARTS_OF_A_POINT
        return scores, np.array(counts, dtype=np.float64).reshape(len(keys), -1)


def _spread(figure: Callable[[Any], float], sums: FloatArray, n: int, level: float) -> Estimate:
    """Estimate a figure that the jackknife judges too sharply from few groups."""
    found = jackknife(figure, sums, n, level)
    if len(sums) < FEWEST_GROUPS:
        return Estimate(found.value, math.nan, n, level, -math.inf, math.inf)
    return found


def _power_sums(scores: FloatArray, counts: FloatArray) -> FloatArray:
    """Return Σ score^k by group, shape (groups, 4)."""
    return np.stack([counts.T @ scores**power for power in range(_POWERS)], axis=1)


def _mean(sums: FloatArray) -> float:
    return float(sums[1] / sums[0]) if sums[0] else math.nan


def _sd(sums: FloatArray) -> float:
    if not sums[0]:
        return math.nan
    mean = sums[1] / sums[0]
    return math.sqrt(max(float(sums[2] / sums[0] - mean * mean), 0.0))


def _skew(sums: FloatArray) -> float:
    sd = _sd(sums)
    if not sd > 0:
        return math.nan
    mean, square, cube = (float(sums[power] / sums[0]) for power in (1, 2, 3))
    return (cube - 3 * mean * square + 2 * mean**3) / sd**3


def _quantile(
    scores: FloatArray, counts: FloatArray, share: float, n: int, level: float
) -> Estimate:
    """Return the smallest score that at least a share of cases does not exceed."""
    below = np.cumsum(counts, axis=0)
    cases = counts.sum(axis=0)
    total = float(cases.sum())
    if not total:
        return Estimate(math.nan, math.nan, n, level, -math.inf, math.inf)
    reached = below.sum(axis=1) / total
    value = float(scores[_first(reached >= share)])
    groups = len(cases)
    if groups < FEWEST_BLOCKS:
        return Estimate(value, math.nan, n, level, -math.inf, math.inf)
    pulls = (below - reached[:, None] * cases) / total
    half = student_quantile(level, groups - 1) * np.sqrt(
        groups / (groups - 1) * np.square(pulls).sum(axis=1)
    )
    low = float(scores[_first(reached + half >= share)])
    high = float(scores[_first(reached - half >= share)])
    se = (high - low) / 2 / student_quantile(level, groups - 1)
    return Estimate(value, se, n, level, min(low, value), max(high, value))


def _first(holds: Any) -> int:
    """Return the first place where something holds, the last place if nowhere."""
    return int(np.argmax(holds)) if holds.any() else len(holds) - 1
