"""Many comparisons at once: intervals that hold together, p-values, and who may be the best."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.estimates import DEFAULT_LEVEL, Estimate, check_level
from analysis.resampling import RESAMPLES, Resampled, resample, score_columns


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """Estimates of a family of means that hold together; m of them."""

    estimates: tuple[Estimate, ...]
    """Each with the interval of the family: `level` is the chance that all of them cover."""
    p_values: tuple[float, ...]
    """Chance of so large a mean anywhere among those not yet excluded (step-down)."""
    critical: float
    """How many standard errors the intervals reach to each side."""


def simultaneous(
    scores: npt.ArrayLike,
    level: float = DEFAULT_LEVEL,
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Simultaneous:
    """Estimate several means that were measured on the same blocks, with intervals for all.

    Question: what are the means, with one chance of error for the whole family, and which differ
    from 0? Unit of observation: the deal block. Assumptions: blocks independent; enough of them
    for the bootstrap. Formula: mean ± c · se, c the `level` quantile of max |T*| over the family,
    T* = (mean* − mean)/se* of the same resampled blocks. p-values: means in order of |mean/se|;
    each is held against max |T*| of itself and the smaller ones, and is no less than those before
    it.

    Parameters
    ----------
    scores : array_like, shape (n, m)
        A row a block, a column a mean.
    level : float
        Coverage of all intervals together.
    resamples : int
        Resamples of the bootstrap.
    seed : int
        Of the bootstrap.

    Raises
    ------
    TooFewBlocks
        With fewer than two blocks.

    References
    ----------
    Westfall and Young (1993), Resampling-Based Multiple Testing, §2.4–2.6; Romano and Wolf
    (2005), "Exact and approximate stepdown methods", JASA 100.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> family = simultaneous(rng.normal([0, 0, 2], 4, (400, 3)), resamples=500)
    >>> [p < 0.05 for p in family.p_values]
    [False, False, True]
    """
    return from_resamples(resample(score_columns(scores), resamples, seed), level)


def from_resamples(drawn: Resampled, level: float = DEFAULT_LEVEL) -> Simultaneous:
    """Do as `simultaneous`, with resamples already drawn."""
    check_level(level)
    sizes = np.abs(drawn.deviations)
    critical = upper_quantile(sizes.max(axis=1, initial=0.0), level)
    half = critical * drawn.ses
    estimates = tuple(
        Estimate(float(mean), float(se), drawn.n, level, float(mean - reach), float(mean + reach))
        for mean, se, reach in zip(drawn.means, drawn.ses, half, strict=True)
    )
    return Simultaneous(estimates, _step_down(drawn, sizes), critical)


def _step_down(drawn: Resampled, sizes: FloatArray) -> tuple[float, ...]:
    certain = (drawn.ses == 0) & (drawn.means != 0)
    observed = np.abs(drawn.means) / np.where(drawn.ses > 0, drawn.ses, np.inf)
    observed[certain] = np.inf
    order = np.argsort(-observed, kind="stable")
    # Largest deviation of a mean and all smaller ones, in every resample.
    rest = np.maximum.accumulate(sizes[:, order[::-1]], axis=1)[:, ::-1]
    beyond = (rest >= observed[order]).sum(axis=0)
    p = np.maximum.accumulate((1 + beyond) / (1 + len(sizes)))
    values = np.empty(len(p))
    values[order] = p
    return tuple(values.tolist())


def possibly_best(
    strengths: npt.ArrayLike,
    level: float = DEFAULT_LEVEL,
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> tuple[int, ...]:
    """Return the columns that may have the highest mean of all.

    Question: which strategies cannot be excluded from being the best? Unit of observation: the
    deal block. The set holds the best one with probability `level`: each column is tested for
    being beaten by any other. Formula: column i stays unless the largest (mean_j − mean_i)/se_ji
    over j is above the `level` quantile of its bootstrap law.

    Parameters
    ----------
    strengths : array_like, shape (n, s)
        A row a block, a column a strategy; as `analysis.ratings.strengths` gives them.
    level : float
        Probability that the best is in the set.
    resamples : int
        Resamples of the bootstrap.
    seed : int
        Of the bootstrap.

    Returns
    -------
    tuple of int
        Columns, the highest mean first.

    References
    ----------
    Hsu (1981), "Simultaneous confidence intervals for all distances from the best", Annals of
    Statistics 9; Hansen, Lunde and Nason (2011), "The model confidence set", Econometrica 79.
    """
    check_level(level)
    x = score_columns(strengths)
    count = x.shape[1]
    pairs = list(combinations(range(count), 2))
    if not pairs:
        return tuple(range(count))
    drawn = resample(np.stack([x[:, a] - x[:, b] for a, b in pairs], axis=1), resamples, seed)
    t = np.zeros((count, count))
    deviations = np.full((count, count, len(drawn.drawn_means)), -np.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        lead = np.nan_to_num(drawn.means / drawn.ses, nan=0.0)
    for place, (a, b) in enumerate(pairs):
        t[a, b], t[b, a] = lead[place], -lead[place]
        # [i, j]: by how much j leads i.
        deviations[b, a] = drawn.deviations[:, place]
        deviations[a, b] = -drawn.deviations[:, place]
    kept = [
        i
        for i in range(count)
        if max(-t[i, j] for j in range(count) if j != i)
        <= upper_quantile(deviations[i].max(axis=0), level)
    ]
    means = x.mean(axis=0)
    return tuple(sorted(kept, key=lambda i: -means[i]))


def upper_quantile(values: FloatArray, level: float) -> float:
    """Return the smallest value that the share `level` of draws, and one more, do not exceed."""
    ordered = np.sort(values)
    place = int(np.ceil(level * (ordered.size + 1))) - 1
    return float(ordered[min(place, ordered.size - 1)])
