"""Sums over deal blocks, kept while a result streams by: what estimates need and nothing more.

A table of millions of rows is read once, chunk by chunk; each tally keeps a few sums a figure, so
memory does not grow with the number of deals. The estimates are those of `analysis.estimates` and
`analysis.shares` on the same blocks: `ExactMoments` for one score a block, `RatioTally` for rows
of which blocks hold varying numbers, `GroupSums` for figures that are neither means nor ratios.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.estimates import (
    DEFAULT_LEVEL,
    FEWEST_BLOCKS,
    Estimate,
    TooFewBlocks,
    student_quantile,
)
from analysis.shares import share_interval

IntArray = npt.NDArray[np.int64]

GROUPS: Final = 97
"""Groups of deals for `GroupSums`; a prime, so that no period of the deal numbers fits it."""
_ROUNDING: Final = 1e-12


def student_interval(value: float, se: float, n: int, df: int, level: float) -> Estimate:
    """Put t(df) around a value of n blocks; raise what there is when n is too small."""
    if n < FEWEST_BLOCKS or df < 1:
        raise TooFewBlocks(Estimate(value, math.nan, n, level, -math.inf, math.inf), FEWEST_BLOCKS)
    half = se * student_quantile(level, df) if se else 0.0
    return Estimate(value, se, n, level, value - half, value + half)


class ExactMoments:
    """Mean and variance of one whole number a block, for several quantities side by side.

    Question: what is the mean score? Unit of observation: the deal block. Scores are given as
    whole numbers of a part of a point (`unit` parts a point), so sums are exact: chunks and their
    order change no digit, and what is 0 on every block is 0 ± 0.

    Parameters
    ----------
    width : int
        Number of quantities.
    unit : int
        Parts that make one point.
    """

    def __init__(self, width: int, unit: int) -> None:
        self.unit = unit
        self.n = 0
        self._sums = [0] * width
        self._squares = [0] * width

    def add(self, parts: IntArray) -> None:
        """Count in more blocks, shape (n, width)."""
        self.n += len(parts)
        for place, column in enumerate(parts.T):
            self._sums[place] += int(column.sum())
            # Python's integers take over before 64 bits could overflow.
            self._squares[place] += _sum_of_squares(column)

    def mean(self, place: int = 0) -> float:
        """Return the mean in points."""
        return self._sums[place] / (self.unit * self.n) if self.n else math.nan

    def variance(self, place: int = 0) -> float:
        """Return the variance in points², ddof 1."""
        if self.n < FEWEST_BLOCKS:
            return math.nan
        spread = self.n * self._squares[place] - self._sums[place] ** 2
        return spread / (self.n * (self.n - 1) * self.unit**2)

    def estimate(self, place: int = 0, level: float = DEFAULT_LEVEL) -> Estimate:
        """Return the mean with t(n−1); the formula of `mean_estimate`."""
        se = math.sqrt(self.variance(place) / max(self.n, 1))
        return student_interval(self.mean(place), se, self.n, self.n - 1, level)


class RatioTally:
    """Sums for ratios Σ num / Σ den over blocks, for a whole table of figures at once.

    Question, assumptions and formula: `ratio_estimate` and `clustered_share`. With R the ratio,
    Σ (num − R den)² = Σ num² − 2 R Σ num den + R² Σ den², so five sums a figure are enough.

    Parameters
    ----------
    shape : tuple of int
        Shape of the table of figures.
    """

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape
        self._num, self._den, self._nn, self._nd, self._dd = (np.zeros(shape) for _ in range(5))
        self.blocks = np.zeros(shape, dtype=np.int64)
        """Blocks that hold rows of the kind, figure by figure."""

    def add(self, num: FloatArray, den: FloatArray) -> None:
        """Count in more blocks: num has shape (n, *shape), den one that broadcasts to it."""
        self._num += _column_sums(num)
        self._den += _column_sums(den)
        self._nn += np.einsum("i...,i...->...", num, num)
        self._nd += np.einsum("i...,i...->...", num, den)
        self._dd += np.einsum("i...,i...->...", den, den)
        self.blocks += _column_sums((den > 0).astype(np.float64)).astype(np.int64)

    def add_sparse(self, codes: IntArray, parts: IntArray) -> None:
        """Count in more blocks where each holds rows of a few kinds out of many.

        For a table of shape (kinds, parts): num counts the rows of a kind and part, den the rows
        of the kind.

        Parameters
        ----------
        codes : int64[n, rows]
            The kind of each row.
        parts : int64[n, rows]
            Its part.
        """
        kinds, width = self.shape
        keys = codes + kinds * np.arange(len(codes))[:, None]
        found, place = np.unique(keys, return_inverse=True)
        slots = place.ravel() * width + parts.ravel()
        num = np.bincount(slots, minlength=len(found) * width).reshape(-1, width)
        den, kind = num.sum(axis=1), found % kinds

        def by_kind(values: npt.NDArray[np.generic]) -> FloatArray:
            return np.asarray(np.bincount(kind, values, kinds), dtype=np.float64)

        self._den += by_kind(den)[:, None]
        self._dd += by_kind(den * den)[:, None]
        self.blocks += np.bincount(kind, minlength=kinds)[:, None]
        for part in range(width):
            one = num[:, part]
            self._num[:, part] += by_kind(one)
            self._nn[:, part] += by_kind(one * one)
            self._nd[:, part] += by_kind(one * den)

    def cases(self, *place: int) -> float:
        """Return the number of rows (the sum of denominators) behind a figure."""
        return float(self._den[place])

    def value(self, *place: int) -> float:
        """Return the ratio alone; NaN without rows."""
        return float(self._num[place] / self._den[place]) if self._den[place] else math.nan

    def ratio(self, *place: int, level: float = DEFAULT_LEVEL) -> Estimate:
        """Return a ratio as `ratio_estimate` would."""
        n, total = int(self.blocks[place]), float(self._den[place])
        if n == 0:
            raise TooFewBlocks(
                Estimate(math.nan, math.nan, 0, level, -math.inf, math.inf), FEWEST_BLOCKS
            )
        value = self.value(*place)
        nn, nd, dd = float(self._nn[place]), float(self._nd[place]), float(self._dd[place])
        # Equality in Cauchy's inequality: the ratio is the same in every block.
        if nn * dd - nd * nd <= _ROUNDING * nn * dd:
            return student_interval(value, 0.0, n, n - 1, level)
        spread = nn - 2 * value * nd + value * value * dd
        se = math.sqrt(max(spread, 0.0) * n / max(n - 1, 1)) / total
        return student_interval(value, se, n, n - 1, level)

    def share(self, *place: int, level: float = DEFAULT_LEVEL) -> Estimate:
        """Return a share as `clustered_share` would."""
        return share_interval(self.ratio(*place, level=level))


class GroupSums:
    """Sums by group of deals, for figures that are neither means nor ratios.

    Question: what is the error of any smooth function of sums over deals (a standard deviation, a
    skewness, a product of frequencies and means)? Unit of observation: a group of deal blocks;
    every block belongs to the group deal mod 97, so chunks change nothing. Formula: the jackknife
    over groups: with f₍g₎ the figure without group g and m groups,
    se² = (m − 1)/m · Σ (f₍g₎ − mean f)², interval f ± t(m−1) · se. n counts blocks.

    References
    ----------
    Kott (2001), "The delete-a-group jackknife", Journal of Official Statistics 17.
    """

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.sums = np.zeros((GROUPS, *shape))
        self._blocks = np.zeros(GROUPS, dtype=np.int64)

    @property
    def n(self) -> int:
        """Number of blocks."""
        return int(self._blocks.sum())

    def add(self, deal: IntArray, values: FloatArray) -> None:
        """Count in more blocks: deal numbers (n,), values (n, *shape)."""
        group = deal % GROUPS
        self._blocks += np.bincount(group, minlength=GROUPS)
        np.add.at(self.sums, group, values)

    def estimate(self, figure: Callable[[Any], float], level: float = DEFAULT_LEVEL) -> Estimate:
        """Return a figure computed from the sums (an array of `shape`), with its error."""
        return jackknife(figure, self.sums[self._blocks > 0], self.n, level)


def jackknife(
    figure: Callable[[Any], float], sums: FloatArray, n: int, level: float = DEFAULT_LEVEL
) -> Estimate:
    """Estimate a function of sums by leaving out one group of blocks at a time.

    Parameters
    ----------
    figure : function
        From sums of shape (*shape) to a number.
    sums : array, shape (groups, *shape)
        Sums of each group that holds blocks.
    n : int
        Number of blocks in all.
    level : float
        Coverage of the interval.
    """
    total = sums.sum(axis=0)
    value = float(figure(total))
    groups = len(sums)
    if groups < FEWEST_BLOCKS:
        return student_interval(value, math.nan, n, 0, level)
    without = np.array([figure(total - one) for one in sums])
    if not np.all(np.isfinite(without)):
        return Estimate(value, math.nan, n, level, -math.inf, math.inf)
    se = math.sqrt((groups - 1) / groups * float(np.square(without - without.mean()).sum()))
    return student_interval(value, se, n, groups - 1, level)


def count_by_block(codes: IntArray, kinds: int, weights: FloatArray | None = None) -> FloatArray:
    """Count the rows of each kind in each block, or add up their weights.

    Parameters
    ----------
    codes : int64[n, rows]
        The kind of each row, 0 … kinds − 1; anything below 0 is left out.
    kinds : int
        Number of kinds.
    weights : float64[n, rows], optional
        What to add up.

    Returns
    -------
    float64[n, kinds]

    Examples
    --------
    >>> count_by_block(np.array([[0, 1, 1], [-1, 0, 0]]), 2)
    array([[1., 2.],
           [2., 0.]])
    """
    n = len(codes)
    # One kind more takes the rows that are left out.
    slots = kinds + bool(codes.size and codes.min() < 0)
    places = codes if slots == kinds else np.where(codes < 0, kinds, codes)
    flat = None if weights is None else np.broadcast_to(weights, codes.shape).ravel()
    counted = np.bincount((places + slots * np.arange(n)[:, None]).ravel(), flat, n * slots).astype(
        np.float64, copy=False
    )
    return counted.reshape(n, slots)[:, :kinds]


def _column_sums(table: FloatArray) -> FloatArray:
    """Add up over the first axis; twice as fast as `sum` where rows are short."""
    sums: FloatArray = np.einsum("i...->...", table)
    return sums


def _sum_of_squares(column: IntArray) -> int:
    largest = int(np.abs(column).max(initial=0))
    if largest**2 * max(len(column), 1) < 2**62:
        return int(np.dot(column, column))
    return sum(int(each) ** 2 for each in column)
