"""The likelihood of an observed law of block scores when its mean, or its mean in SDs, is given.

Among all laws on the scores that were observed, the one that fulfils a constraint and makes the
observations most likely is a reweighting of their frequencies (empirical likelihood). The ratio
of two such likelihoods is what the sequential test adds up.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.estimates import DEFAULT_LEVEL, Estimate, normal_quantile
from sim.errors import BadInput

POINTS: Final = "points"
NORMALISED: Final = "normalised"
UNITS: Final = (POINTS, NORMALISED)
"""In what a hypothesis is stated: points a hand, or standard deviations of a block score."""

NELO_TO_SDS: Final = math.sqrt(2) * math.log(10) / 800
"""Standard deviations of a block of two games that make one normalised Elo."""

_CONVERGED = 1e-10
_ROUNDS = 100


def log_likelihood_ratio(
    values: npt.ArrayLike, counts: npt.ArrayLike, h0: float, h1: float, units: str = POINTS
) -> FloatArray:
    """Compute ln(likelihood under h1 / likelihood under h0) of observed block scores.

    Question: how much better does effect h1 explain the scores than effect h0? Unit of
    observation: the deal block. Assumptions: blocks independent with one law; no shape of the law
    is assumed. Formula, in points: Σ cᵢ ln(p1ᵢ/p0ᵢ) with p(s)ᵢ = p̂ᵢ/(1 + x(aᵢ − s)), x the root of
    Σ p̂ᵢ(aᵢ − s)/(1 + x(aᵢ − s)) = 0. Normalised: the same with
    aᵢ − tσ(1 + ((μ − aᵢ)/σ)²)/2 in place of aᵢ − s, μ and σ those of the reweighted law, repeated
    until nothing moves.

    Parameters
    ----------
    values : array_like, shape (k,) or (..., k)
        The different scores, in points a hand; for all laws, or a row a law.
    counts : array_like, shape (..., k)
        How often each was observed, not negative; a row a law, all are computed together.
    h0, h1 : float
        The effects, in points a hand or in standard deviations of a block score.
    units : str
        points or normalised.

    Returns
    -------
    ndarray, shape (...)
        nan where no law on the observed scores has the stated effect.

    Raises
    ------
    BadInput
        If shapes do not fit or the units are unknown.

    References
    ----------
    Owen (2001), Empirical Likelihood, §2; Van den Bergh (2020), "Normalized Elo" and "The
    generalized sequential probability ratio test".

    Examples
    --------
    Pairs of games that scored 0, ½, 1, 1½ and 2 points, tested for 0 against 4 normalised Elo:

    >>> llr = log_likelihood_ratio(
    ...     [-2, -1, 0, 1, 2], [13, 37, 50, 25, 3], 0.0, 4 * NELO_TO_SDS, NORMALISED
    ... )
    >>> round(float(llr), 4)
    -0.5491
    """
    if units not in UNITS:
        raise BadInput(f"units '{units}': accepted: {', '.join(UNITS)}")
    a = np.asarray(values, dtype=np.float64)
    c = np.asarray(counts, dtype=np.float64)
    if a.shape[-1:] != c.shape[-1:] or a.ndim not in (1, c.ndim):
        raise BadInput(f"values {a.shape} and counts {c.shape} must agree in their last dimension")
    rows = c.reshape(-1, c.shape[-1])
    a = np.broadcast_to(a, c.shape).reshape(rows.shape)
    total = rows.sum(axis=1, keepdims=True)
    observed = rows / np.where(total > 0, total, 1)
    weigh = _with_mean if units == POINTS else _with_normalised_mean
    ratio = (rows * (weigh(a, observed, h0) - weigh(a, observed, h1))).sum(axis=1)
    ratio[total[:, 0] == 0] = 0.0
    by_law: FloatArray = ratio.reshape(c.shape[:-1])
    return by_law


def normalised_elo(
    values: npt.ArrayLike, counts: npt.ArrayLike, level: float = DEFAULT_LEVEL
) -> Estimate:
    """Estimate the effect in normalised Elo from counted scores of blocks of two games.

    Question: how large is the effect measured by the spread of a game? Unit of observation: the
    block. Assumption: a small effect, so that the error of the spread does not matter. Formula:
    (μ/σ) / `NELO_TO_SDS`, standard error 1 / (`NELO_TO_SDS` · √n).

    Parameters
    ----------
    values, counts : array_like, shape (k,)
        The different scores, and how often each was observed.
    level : float
        Coverage of the interval.

    References
    ----------
    Van den Bergh (2020), "Normalized Elo", §3.

    Examples
    --------
    >>> print(normalised_elo([-2, -1, 0, 1, 2], [379, 10170, 21828, 10640, 343]))
    3 ± 2
    """
    a, c = np.asarray(values, dtype=np.float64), np.asarray(counts, dtype=np.float64)
    n = float(c.sum())
    mean = float(a @ c) / n
    sd = math.sqrt(float(np.square(a - mean) @ c) / n)
    value, se = mean / sd / NELO_TO_SDS, 1 / (NELO_TO_SDS * math.sqrt(n))
    half = normal_quantile(level) * se
    return Estimate(value, se, int(n), level, value - half, value + half)


def _with_mean(a: FloatArray, observed: FloatArray, mean: float) -> FloatArray:
    """Return ln(p̂/p) of each score for the likeliest law with this mean, a law a row."""
    return _log_tilt(a - mean, observed)


def _with_normalised_mean(a: FloatArray, observed: FloatArray, t: float) -> FloatArray:
    """Return ln(p̂/p) of each score for the likeliest law with this mean/SD, a law a row."""
    logs = np.zeros_like(observed)
    moving = np.arange(len(observed))
    for _ in range(_ROUNDS):
        law = observed[moving] * np.exp(-logs[moving])
        mean = (law * a[moving]).sum(axis=1, keepdims=True)
        sd = np.sqrt((law * np.square(a[moving] - mean)).sum(axis=1, keepdims=True))
        varied = sd[:, 0] > 0
        moving, sd, mean = moving[varied], sd[varied], mean[varied]
        if not moving.size:
            break
        spread = 1 + np.square((a[moving] - mean) / sd)
        new = _log_tilt(a[moving] - t * sd * spread / 2, observed[moving])
        # A law without a solution stays nan, which is not above any bound.
        moved = np.abs(new - logs[moving]).max(axis=1) > _CONVERGED
        logs[moving] = new
        moving = moving[moved]
        if not moving.size:
            break
    return logs


def _log_tilt(gaps: FloatArray, observed: FloatArray) -> FloatArray:
    """Return ln(1 + x·gap) with x such that Σ p̂·gap/(1 + x·gap) = 0, a law a row; nan if none."""
    from scipy.optimize import elementwise

    seen = observed > 0
    gap = np.where(seen, gaps, 0.0)
    high, low = gap.max(axis=1, initial=0.0), gap.min(axis=1, initial=0.0)
    logs = np.full(gap.shape, math.nan)
    logs[(high == 0) & (low == 0)] = 0.0
    rows = np.flatnonzero((low < 0) & (high > 0))
    if not rows.size:
        return logs
    gap, p, high, low = gap[rows], observed[rows], high[rows], low[rows]
    # No reweighted frequency exceeds 1, so x lies where the outermost ones do not.
    at_high = np.where(gap == high[:, None], p, 0).sum(axis=1)
    at_low = np.where(gap == low[:, None], p, 0).sum(axis=1)

    def pull(x: FloatArray, row: npt.NDArray[np.int64]) -> FloatArray:
        one = gap[row]
        pulled: FloatArray = (p[row] * one / (1 + x[:, None] * one)).sum(axis=1)
        return pulled

    bracket = ((at_high - 1) / high, (at_low - 1) / low)
    x = elementwise.find_root(pull, bracket, args=(np.arange(rows.size),)).x
    logs[rows] = np.log1p(x[:, None] * gap)
    return logs
