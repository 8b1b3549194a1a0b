"""Ratings out of paired margins, and how much of the margins no rating can explain.

A rating is a strategy's margin against the whole pool. Because it is a weighted sum of the block
scores of every pair, it has a value on every deal, and errors of ratings and of their differences
follow from the deals: strategies that met on the same deals vary together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.estimates import DEFAULT_LEVEL, Estimate, mean_estimate, normal_quantile
from analysis.resampling import Resampled, resample, score_columns
from sim.errors import BadInput

Pairs = Sequence[tuple[int, int]]
"""Two different strategies each; a margin is that of the first over the second."""


def strengths(
    margins: npt.ArrayLike, pairs: Pairs, count: int, weights: npt.ArrayLike | None = None
) -> FloatArray:
    """Compute every strategy's rating on every deal.

    Question: how strong is each strategy against the pool? Unit of observation: the deal block.
    Assumption of the model: margin(a, b) = rating(a) − rating(b); where it fails
    (`cyclic_share`), the rating is still the best of that form. Formula: weighted least squares
    of the margins with ratings adding up to 0. With every pair played and equal weights it is the
    mean margin over the pool, the strategy itself among it with 0.

    Parameters
    ----------
    margins : array_like, shape (n, p)
        Block scores of each pair on the same n deals, in points a hand.
    pairs : sequence of (int, int), length p
        Who met, numbered from 0.
    count : int
        Number of strategies, s.
    weights : array_like, shape (p,), optional
        Weight of each pair, above 0; all equal if left out.

    Returns
    -------
    ndarray, shape (n, s)
        Points a hand. Its column means are the ratings; `mean_estimate` of a column and
        `difference` of two have the errors.

    Raises
    ------
    BadInput
        If pairs and margins do not fit, or the pairs do not connect all strategies.

    References
    ----------
    Stefani (1977), "Football and basketball predictions using least squares", IEEE Trans. SMC 7.

    Examples
    --------
    >>> strengths([[6.0, 9.0, 3.0]], [(0, 1), (0, 2), (1, 2)], 3)
    array([[ 5., -1., -4.]])
    """
    x = _margins(margins, pairs)
    w = np.ones(len(pairs)) if weights is None else np.asarray(weights, dtype=np.float64)
    if w.shape != (len(pairs),) or np.any(w <= 0):
        raise BadInput("weights must be one number above 0 for each pair")
    return x @ _solution(_signs(pairs, count), w).T


def rate(
    strength: npt.ArrayLike, names: Sequence[str], level: float = DEFAULT_LEVEL
) -> tuple[tuple[str, Estimate], ...]:
    """Rate the strategies, the strongest first.

    Parameters
    ----------
    strength : array_like, shape (n, s)
        As `strengths` gives it.
    names : sequence of str, length s
        The strategies.
    level : float
        Coverage of each interval by itself.

    Raises
    ------
    TooFewBlocks
        With fewer than two blocks.
    """
    x = score_columns(strength)
    rated = [(name, mean_estimate(x[:, place], level)) for place, name in enumerate(names)]
    return tuple(sorted(rated, key=lambda each: -each[1].value))


def pairwise_errors(strength: npt.ArrayLike) -> FloatArray:
    """Return the standard error of every difference of two ratings, shape (s, s).

    The error of one rating depends on what it is measured from; that of a difference does not.
    """
    x = score_columns(strength)
    covariance = np.atleast_2d(np.cov(x, rowvar=False)) / len(x)
    spread = np.diag(covariance)
    variances = spread[:, None] + spread[None, :] - 2 * covariance
    np.fill_diagonal(variances, 0.0)
    errors: FloatArray = np.sqrt(np.maximum(variances, 0.0))
    return errors


@dataclass(frozen=True, slots=True)
class CyclicShare:
    """How far from a ranking the margins are."""

    share: Estimate
    """Share of the squared margins that no ratings explain, less what noise alone leaves; a
    little below 0 is possible where the truth is 0."""
    noise: float | None
    """The share that noise alone is expected to leave; None (and `share` nan) where the margins
    are no larger than their noise."""
    p_value: float
    """Chance of so large a share if ratings explained everything."""


def cyclic_share(
    margins: npt.ArrayLike,
    pairs: Pairs,
    count: int,
    level: float = DEFAULT_LEVEL,
    *,
    drawn: Resampled | None = None,
) -> CyclicShare:
    """Estimate how much of the margins goes round in circles.

    Question: do some strategies beat each other in a circle, so that no ranking is true? Unit of
    observation: the deal block. Formula: with m the mean margins, Q the projection on what no
    ratings give, and Σ the covariance of m by deal, m′Qm and m′m exceed the true ones by tr(QΣ)
    and tr(Σ) on average: share = (m′Qm − tr QΣ)/(m′m − tr Σ). Standard error: √(2 tr(QΣQΣ) +
    4 m′QΣQm) over the denominator. p-value: how often a resample's circling, its mean taken off,
    is as large.

    Parameters
    ----------
    margins, pairs, count
        As for `strengths`.
    level : float
        Coverage of the interval.
    drawn : Resampled, optional
        Resamples of the margins; they are drawn here if left out.

    References
    ----------
    Jiang, Lim, Yao and Ye (2011), "Statistical ranking and combinatorial Hodge theory",
    Mathematical Programming 127; Candogan et al. (2011), "Flows and decompositions of games".

    Examples
    --------
    Rock, paper, scissors: nothing but a circle.

    >>> rng = np.random.default_rng(1)
    >>> share = cyclic_share(rng.normal([1, -1, 1], 0.1, (50, 3)), [(0, 1), (0, 2), (1, 2)], 3)
    >>> round(share.share.value, 2)
    1.0
    """
    x = score_columns(_margins(margins, pairs))
    n = len(x)
    signs = _signs(pairs, count)
    circling = np.eye(len(pairs)) - signs @ _solution(signs, np.ones(len(pairs)))
    mean = x.mean(axis=0)
    covariance = np.atleast_2d(np.cov(x, rowvar=False)) / n
    noise = float(np.trace(circling @ covariance))
    whole = float(mean @ mean - np.trace(covariance))
    circle = circling @ mean
    drawn_means = (drawn or resample(x)).drawn_means
    moved = (drawn_means - mean) @ circling
    as_large = int((np.square(moved).sum(axis=1) >= circle @ circle).sum())
    p_value = (1 + as_large) / (1 + len(drawn_means))
    if whole <= 0:
        # The margins are no larger than their noise: any share would be a guess.
        nothing = Estimate(np.nan, np.nan, n, level, -np.inf, np.inf)
        return CyclicShare(nothing, None, p_value)
    value = float(circle @ circle - noise) / whole
    between = circling @ covariance
    variance = 2 * float(np.trace(between @ between)) + 4 * float(circle @ covariance @ circle)
    se = float(np.sqrt(variance)) / whole
    half = normal_quantile(level) * se
    return CyclicShare(
        Estimate(value, se, n, level, value - half, value + half), noise / whole, p_value
    )


def margin_matrix(margins: npt.ArrayLike, pairs: Pairs, count: int) -> FloatArray:
    """Return margins as antisymmetric matrices.

    Parameters
    ----------
    margins : array_like, shape (..., p)
        One a pair.
    pairs, count
        As for `strengths`.

    Returns
    -------
    ndarray, shape (..., s, s)
        Row against column; 0 on the diagonal and for pairs that did not meet.
    """
    m = np.asarray(margins, dtype=np.float64)
    matrix = np.zeros((*m.shape[:-1], count, count))
    for place, (a, b) in enumerate(pairs):
        matrix[..., a, b] = m[..., place]
        matrix[..., b, a] = 0.0 - m[..., place]
    return matrix


def _margins(margins: npt.ArrayLike, pairs: Pairs) -> FloatArray:
    x = np.asarray(margins, dtype=np.float64)
    if x.ndim != 2 or x.shape[1] != len(pairs):  # noqa: PLR2004 - blocks and pairs
        raise BadInput(f"margins {x.shape} must have a row a block and a column for each pair")
    return x


def _signs(pairs: Pairs, count: int) -> FloatArray:
    """Return the matrix that turns ratings into margins, shape (p, s)."""
    signs = np.zeros((len(pairs), count))
    for place, (a, b) in enumerate(pairs):
        if a == b or not (0 <= a < count and 0 <= b < count):
            raise BadInput(f"a pair is two different ones of {count} strategies, not {a} and {b}")
        signs[place, a], signs[place, b] = 1.0, -1.0
    return signs


def _solution(signs: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the matrix that turns margins into ratings, shape (s, p)."""
    weighted = signs.T * weights
    normal = weighted @ signs
    count = signs.shape[1]
    if np.linalg.matrix_rank(normal) < count - 1:
        raise BadInput("the pairs that were played do not connect all strategies")
    # Adding a constant to all ratings changes no margin: they are to add up to 0.
    solved: FloatArray = np.linalg.solve(normal + 1 / count, weighted)
    return solved
