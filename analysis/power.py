"""Power: how surely a number of deal blocks shows an effect, and how many are needed."""

from __future__ import annotations

import math

from analysis.estimates import (
    DEFAULT_LEVEL,
    FEWEST_BLOCKS,
    Estimate,
    check_level,
    student_quantile,
)
from sim.errors import BadInput

_FAR = 8.0
"""A normal law's tail beyond this is below 1e-15."""


def power_of(n: int, sd: float, effect: float, level: float = DEFAULT_LEVEL) -> float:
    """Return the probability that n blocks show an effect of this size.

    Question: if the true mean is `effect`, how likely does the interval of `mean_estimate` leave
    out 0? Unit of observation: the deal block. Assumption: block scores near normal. Formula:
    P(|T| > t) for T noncentral t(n−1, √n · effect/sd).

    Parameters
    ----------
    n : int
        Number of blocks, at least 2.
    sd : float
        Standard deviation of a block score.
    effect : float
        The true mean, in the unit of `sd`.
    level : float
        Coverage of the interval.

    References
    ----------
    Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, ch. 2.

    Examples
    --------
    >>> round(power_of(34, sd=1.0, effect=0.5), 3)
    0.808
    """
    from scipy.special import nctdtr, ndtr

    check_level(level)
    if n < FEWEST_BLOCKS or not sd >= 0 or not math.isfinite(effect):
        raise BadInput(f"no power for n = {n}, sd = {sd}, effect = {effect}: need n >= 2, sd >= 0")
    if sd == 0:
        return 1.0 if effect else 0.0
    shift = math.sqrt(n) * abs(effect) / sd
    bound = student_quantile(level, n - 1)
    many = 10_000
    # Beyond these the normal law agrees to four decimals, and is computed more safely.
    if n > many or shift > bound + 30:
        return float(ndtr(shift - bound) + ndtr(-shift - bound))
    # The wrong sign has no chance to speak of, and scipy no number, where the shift is far.
    wrong = nctdtr(n - 1, shift, -bound) if shift < _FAR else 0.0
    return float(1 - nctdtr(n - 1, shift, bound) + wrong)


def blocks_needed(
    sd: float, effect: float, level: float = DEFAULT_LEVEL, power: float = 0.8
) -> int:
    """Return the smallest number of blocks that shows an effect of this size so often.

    Question: how many deals must be planned? Unit, assumptions and formula: `power_of`, solved
    for n. The effect is to be stated beforehand, as the smallest one that would matter.

    Parameters
    ----------
    sd : float
        Standard deviation of a block score.
    effect : float
        The mean to be shown, not 0.
    level : float
        Coverage of the interval.
    power : float
        Probability of showing it, between 0 and 1.

    Examples
    --------
    >>> blocks_needed(sd=1.0, effect=0.5)
    34
    """
    if not effect or not math.isfinite(effect):
        raise BadInput(f"no number of blocks shows an effect of {effect}")
    if not 0 < power < 1:
        raise BadInput(f"power {power} is not between 0 and 1")
    enough = FEWEST_BLOCKS
    while power_of(enough, sd, effect, level) < power:
        enough *= 2
    too_few = max(enough // 2, FEWEST_BLOCKS - 1)
    while enough - too_few > 1:
        middle = (enough + too_few) // 2
        if power_of(middle, sd, effect, level) < power:
            too_few = middle
        else:
            enough = middle
    return enough


def effect_shown(n: int, sd: float, level: float = DEFAULT_LEVEL, power: float = 0.8) -> float:
    """Return the smallest effect that n blocks show so often.

    Question: which differences could this many deals have missed? Unit, assumptions and formula:
    `power_of`, solved for the effect.

    Parameters
    ----------
    n : int
        Number of blocks, at least 2.
    sd : float
        Standard deviation of a block score.
    level : float
        Coverage of the interval.
    power : float
        Probability of showing it, above 1 − level and below 1.

    Examples
    --------
    >>> round(effect_shown(34, sd=1.0), 2)
    0.5
    """
    from scipy.optimize import brentq

    if not 1 - level < power < 1:
        raise BadInput(f"power {power} is not between {1 - level:g} and 1")
    if sd == 0:
        return 0.0
    far = 1.0
    while power_of(n, 1.0, far, level) < power:
        far *= 2
    return sd * float(brentq(lambda effect: power_of(n, 1.0, effect, level) - power, 0.0, far))


def blocks_to_exclude(estimate: Estimate, bound: float = 0.0, power: float = 0.8) -> int | None:
    """Return how many blocks would leave a bound out so often, were the value seen the true one.

    Question: how many deals decide what these have not? Unit of observation: the deal block.
    Assumption: the estimate near normal. Formula: n · ((h/SE + z) · SE / (value − bound))² with
    h half the width of the estimate's own interval, so that intervals which hold together ask
    for more, and z the normal quantile of `power`.

    Parameters
    ----------
    estimate : Estimate
    bound : float
        What is to be left out of the interval.
    power : float
        Probability of leaving it out, between 0 and 1.

    Returns
    -------
    int or None
        None where the value is the bound, or nothing varies.

    Examples
    --------
    >>> blocks_to_exclude(Estimate(0.5, 1.0, 100, 0.95, -1.46, 2.46))
    3140
    """
    from scipy.special import ndtri

    distance = abs(estimate.value - bound)
    if not distance or not estimate.se or not math.isfinite(estimate.half_width):
        return None
    reach = estimate.half_width + float(ndtri(power)) * estimate.se
    return max(math.ceil(estimate.n * (reach / distance) ** 2), FEWEST_BLOCKS)
