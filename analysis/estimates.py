"""Estimates that carry their error: means, ratios and paired differences.

The unit of observation is the *deal block*: one deal played in every distinct seating of the
line-up. Hands of one block share their cards and are dependent; blocks are independent. So
every function here takes one number (or one numerator and one denominator) a block, and
``Estimate.n`` counts blocks. `analysis.blocks.sums_by_block` brings the rows of a table to that
form; shares are in `analysis.shares`, planning in `analysis.power`.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray, check_denominators, one_a_block, same_blocks
from analysis.digits import digits_supported, percent_text, rounded_text
from sim.errors import BadInput

DEFAULT_LEVEL: Final = 0.95
FEWEST_BLOCKS: Final = 2
"""A spread needs two blocks; with fewer there is no error to report."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its error.

    The text form shows the digits that the error supports. What follows ± is half the width of
    the interval at `level`, not the standard error; an interval that is not symmetric is
    written out.

    Examples
    --------
    >>> print(Estimate(7.3142, 0.2, 1000, 0.95, 6.9222, 7.7062))
    7.3 ± 0.4
    """

    value: float
    """The estimate itself, in the unit of the scores."""
    se: float
    """Standard error of `value`; 0 only where every block agrees exactly."""
    n: int
    """Number of deal blocks behind it (never seats, never hands)."""
    level: float
    """Probability with which intervals made like this one cover the truth."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """Say whether the interval leaves `value` out."""
        return not self.low <= value <= self.high

    def scaled(self, factor: float) -> Estimate:
        """Return the estimate in another unit; a negative factor turns the interval round."""
        # Adding 0 makes the 0 of a negative factor the usual one.
        ends = sorted((self.low * factor + 0.0, self.high * factor + 0.0))
        return Estimate(
            self.value * factor + 0.0, self.se * abs(factor), self.n, self.level, ends[0], ends[1]
        )

    def to_json(self) -> dict[str, float | int | None]:
        """Return the fields by name; what is not a finite number becomes None."""
        return {
            name: field if math.isfinite(field) else None for name, field in asdict(self).items()
        }

    def as_percent(self) -> str:
        """Write a share as a percentage; 0 % and 100 % appear only where they are exact.

        Examples
        --------
        >>> print(Estimate(0.123, 0.002, 27000, 0.95, 0.119, 0.127).as_percent())
        12.3 % (11.9 % to 12.7 %)
        """
        share = self.scaled(100)
        decimals = max(digits_supported(share.half_width), 0)
        value, low, high = (
            percent_text(end, decimals) for end in (share.value, share.low, share.high)
        )
        return f"{value} ({low} to {high})" if share.half_width > 0 else value

    def __str__(self) -> str:
        """Return the value and its error with the digits that the error supports."""
        if not math.isfinite(self.half_width):
            return f"{self.value:g} (error unknown, n = {self.n})"
        if self.half_width == 0:
            return f"{self.value + 0.0:g} ± 0"
        decimals = digits_supported(self.half_width)
        value = rounded_text(self.value, decimals)
        lopsided = abs(self.low + self.high - 2 * self.value) > 0.1 * self.half_width
        if lopsided:
            low, high = rounded_text(self.low, decimals), rounded_text(self.high, decimals)
            return f"{value} ({low} to {high})"
        return f"{value} ± {rounded_text(self.half_width, decimals)}"


class TooFewBlocks(BadInput):
    """The sample is too small for an error to be given.

    Attributes
    ----------
    partial : Estimate
        What the blocks at hand say, with whatever error they allow (possibly none).
    needed : int
        The number of blocks that would do.
    """

    def __init__(self, partial: Estimate, needed: int) -> None:
        blocks = "block" if partial.n == 1 else "blocks"
        so_far = "" if math.isnan(partial.value) else f" (so far {partial})"
        super().__init__(
            f"{partial.n} deal {blocks} cannot support this figure{so_far}; "
            f"at least {needed} are needed"
        )
        self.partial = partial
        self.needed = needed


def mean_estimate(
    scores: npt.ArrayLike, level: float = DEFAULT_LEVEL, *, fewest: int = FEWEST_BLOCKS
) -> Estimate:
    """Estimate the mean of a score from one score a block.

    Question: what is the score in the long run? Unit of observation: the deal block.
    Assumptions: blocks independent with one law, and n large enough for the mean to be close to
    normal. Formula: mean ± t(n−1) · sd / √n with sd² = Σ (x − mean)² / (n − 1). If every score is
    the same number, se is 0 and the interval is that number.

    For a share whose cases cluster in blocks, pass each block's share, or use `clustered_share`.

    Parameters
    ----------
    scores : array_like, shape (n,)
        One score a block, finite.
    level : float
        Coverage of the interval, between 0 and 1.
    fewest : int
        The smallest number of blocks the caller accepts, at least 2.

    Returns
    -------
    Estimate

    Raises
    ------
    TooFewBlocks
        With fewer than `fewest` blocks; carries the partial estimate.
    BadInput
        If scores are not finite or not one a block.

    Examples
    --------
    >>> print(mean_estimate([7.0, 7.5, 8.0, 6.5, 7.5]))
    7.3 ± 0.7

    References
    ----------
    Student (1908), "The probable error of a mean", Biometrika 6.
    """
    x = one_a_block(scores, "scores")
    n = x.size
    value = float(x.mean()) if n else math.nan
    if n and x.min() == x.max():
        value, sd = float(x[0]), 0.0
    else:
        sd = float(x.std(ddof=1)) if n >= FEWEST_BLOCKS else math.nan
    return _student(value, sd / math.sqrt(max(n, 1)), n, level, fewest)


def difference(
    a: npt.ArrayLike, b: npt.ArrayLike, level: float = DEFAULT_LEVEL, *, fewest: int = FEWEST_BLOCKS
) -> Estimate:
    """Estimate the mean of a − b, both measured on the same blocks in the same order.

    Question: how much more does a score than b on the same deals? Unit of observation: the deal
    block. Assumptions and formula as in `mean_estimate`, applied to the n differences, so what
    the deal itself contributes to both cancels.

    Parameters
    ----------
    a, b : array_like, shape (n,)
        One score a block each.
    level : float
        Coverage of the interval.
    fewest : int
        The smallest number of blocks the caller accepts.

    Examples
    --------
    >>> print(difference([107.0, -52.0, 11.0], [100.0, -60.0, 5.0]))
    7 ± 2
    """
    first, second = same_blocks(a, b, "a", "b")
    return mean_estimate(first - second, level, fewest=fewest)


def ratio_estimate(
    numerators: npt.ArrayLike,
    denominators: npt.ArrayLike,
    level: float = DEFAULT_LEVEL,
    *,
    fewest: int = FEWEST_BLOCKS,
) -> Estimate:
    """Estimate the mean of a quantity over rows of a kind, of which blocks hold varying numbers.

    Question: what is E[score | kind], as in the score of hands that hold a bomb? Unit of
    observation: the deal block; numerator: the block's sum of the quantity over its rows of the
    kind, denominator: how many there are (or their weight). Blocks without such rows say nothing
    and are not counted. Assumptions: blocks independent, enough of them for the delta method
    (the ratio has a bias of order 1/n). Formula: R = Σ num / Σ den, d = num − R · den,
    se = √(n/(n−1) · Σ d²) / Σ den, interval R ± t(n−1) · se.

    Parameters
    ----------
    numerators, denominators : array_like, shape (n,)
        Sums by block; denominators are not negative.
    level : float
        Coverage of the interval.
    fewest : int
        The smallest number of blocks with rows of the kind the caller accepts.

    Raises
    ------
    TooFewBlocks
        If too few blocks hold such rows; carries the partial estimate.

    Examples
    --------
    >>> print(ratio_estimate([30.0, 0.0, 90.0, 25.0], [1, 0, 2, 1]))
    40 ± 30

    References
    ----------
    Cochran (1977), Sampling Techniques, §2.11 and §6.3.
    """
    num, den = _informative(numerators, denominators)
    n = num.size
    value, deviations = _linearised(num, den)
    return _student(value, _root_sum(deviations, n), n, level, fewest)


def weighted_estimate(
    scores: npt.ArrayLike,
    weights: npt.ArrayLike,
    level: float = DEFAULT_LEVEL,
    *,
    fewest: int = FEWEST_BLOCKS,
) -> Estimate:
    """Estimate a mean from one score a block, blocks drawn with known relative weights.

    Question: what would the mean be under the natural deal, when deals were drawn conditionally?
    Unit of observation: the deal block. Assumptions: blocks independent; weights exact up to one
    common factor. Formula: the ratio Σ wx / Σ w with the delta-method error of
    `ratio_estimate`. Equal weights give `mean_estimate`.

    Parameters
    ----------
    scores, weights : array_like, shape (n,)
        One score and one weight (not negative) a block.
    level : float
        Coverage of the interval.
    fewest : int
        The smallest number of blocks of positive weight the caller accepts.

    References
    ----------
    Owen (2013), Monte Carlo theory, methods and examples, §9.2 (self-normalised sampling).

    Examples
    --------
    >>> print(weighted_estimate([7.0, 7.5, 8.0, 6.5, 7.5], [2, 2, 2, 2, 2]))
    7.3 ± 0.7
    """
    x, w = same_blocks(scores, weights, "scores", "weights")
    return ratio_estimate(w * x, w, level, fewest=fewest)


def ratio_difference(
    first: tuple[npt.ArrayLike, npt.ArrayLike],
    second: tuple[npt.ArrayLike, npt.ArrayLike],
    level: float = DEFAULT_LEVEL,
    *,
    fewest: int = FEWEST_BLOCKS,
) -> Estimate:
    """Estimate the difference of two conditional means that were measured on the same blocks.

    Question: what is E[score | kind] − E[score], or of one kind against another? Unit of
    observation: the deal block. Assumptions as in `ratio_estimate`; what both means owe to the
    same deals is taken into account. Formula: with d₁, d₂ the linearised deviations
    (num − R · den) / Σ den of each, se = √(n/(n−1) · Σ (d₁ − d₂)²). n, also for t(n−1), is the
    smaller of the numbers of blocks that hold rows of the one and of the other kind.

    Parameters
    ----------
    first, second : tuple of array_like, each shape (blocks,)
        (numerators, denominators) by block, the same blocks in the same order in all four.
    level : float
        Coverage of the interval.
    fewest : int
        The smallest number of blocks the caller accepts for each kind.
    """
    num1, den1 = same_blocks(*first, "numerators", "denominators")
    num2, den2 = same_blocks(*second, "numerators", "denominators")
    same_blocks(den1, den2, "the first pair", "the second pair")
    check_denominators(den1)
    check_denominators(den2)
    value1, deviations1 = _linearised(num1, den1)
    value2, deviations2 = _linearised(num2, den2)
    n = int(min(np.count_nonzero(den1), np.count_nonzero(den2)))
    return _student(value1 - value2, _root_sum(deviations1 - deviations2, n), n, level, fewest)


def _student(value: float, se: float, n: int, level: float, fewest: int) -> Estimate:
    """Put t(n−1) around a value, or raise what there is."""
    check_level(level)
    if n < FEWEST_BLOCKS:
        partial = Estimate(value, math.nan, n, level, -math.inf, math.inf)
        raise TooFewBlocks(partial, max(fewest, FEWEST_BLOCKS))
    half = se * student_quantile(level, n - 1) if se else 0.0
    estimate = Estimate(value, se, n, level, value - half, value + half)
    if n < fewest:
        raise TooFewBlocks(estimate, fewest)
    return estimate


def _linearised(num: FloatArray, den: FloatArray) -> tuple[float, FloatArray]:
    """Return Σ num / Σ den and each block's pull on it; all pulls 0 where all blocks agree."""
    total = float(den.sum())
    if total == 0:
        return math.nan, np.full(num.shape, math.nan)
    held = den > 0
    ratios = num[held] / den[held]
    if ratios.min() == ratios.max():
        return float(ratios[0]), np.zeros(num.shape)
    value = float(num.sum()) / total
    return value, (num - value * den) / total


def _root_sum(deviations: FloatArray, n: int) -> float:
    """Return √(n/(n−1) · Σ d²)."""
    if n < FEWEST_BLOCKS:
        return math.nan
    return math.sqrt(n / (n - 1) * float(np.square(deviations).sum()))


def _informative(
    numerators: npt.ArrayLike, denominators: npt.ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return the blocks that hold rows of the kind."""
    num, den = same_blocks(numerators, denominators, "numerators", "denominators")
    check_denominators(den)
    held = den > 0
    return num[held], den[held]


@lru_cache(maxsize=1024)
def student_quantile(level: float, df: int) -> float:
    """Return t such that P(|T| <= t) = level."""
    from scipy.special import stdtrit

    return float(stdtrit(df, (1 + level) / 2))


def normal_quantile(level: float) -> float:
    """Return z such that P(|Z| <= z) = level."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))


def check_level(level: float) -> None:
    """Refuse a level that is no probability."""
    if not 0 < level < 1:
        raise BadInput(f"level {level} is not between 0 and 1 (0.95 means 95 %)")
