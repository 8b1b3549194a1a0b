"""The estimate after a sequential test: where it stopped depends on the scores, so the mean lies.

A run that stops for h1 stopped at a lucky moment. The estimate here asks instead: for which true
effect would half of all such tests have ended higher than this one did?
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray, one_a_block
from analysis.estimates import DEFAULT_LEVEL, Estimate, mean_estimate
from analysis.likelihood import NORMALISED
from analysis.sequential import H0, Stop
from sim.errors import BadInput

_MOST_STEPS: Final = 300
"""Looks that are followed one by one; of more, several are taken together."""
_CELLS_A_STEP: Final = 4
"""Cells of the grid within one standard deviation of a step."""
_FEWEST_CELLS: Final = 200
_FAR: Final = 8.0
"""Standard deviations that no walk exceeds."""
_PLACES: Final = 41
_WIDEST: Final = 2.0
"""Effects in SDs up to which, and places at which, the drift of the ratio is worked out."""
_COARSER: Final = 0.5826
"""−ζ(½)/√(2π): how far, in steps, seldom looks move a bound outwards."""


def stopped_estimate(scores: npt.ArrayLike, stop: Stop, level: float = DEFAULT_LEVEL) -> Estimate:
    """Estimate the effect from the blocks of a sequential test, without its bias.

    Question: how large is the effect, given that the test stopped where it did? Unit of
    observation: the deal block. Outcomes are put in order: h0 early, h0 late, no answer, h1
    late, h1 early. The value is the effect at which as many tests end higher as lower (median
    unbiased); the ends of the interval are the effects at which (1 ± level)/2 of them do.
    Assumptions: for another effect the scores would be the observed ones, all moved by the
    difference; what a batch adds to the sum of scores is near normal. `se` is that of the plain
    mean.

    Parameters
    ----------
    scores : array_like
        Block scores in deal order, in points a hand; those after the stop are left out.
    stop : Stop
        How the test ended; it needs to have had a first look.
    level : float
        Coverage of the interval.

    Returns
    -------
    Estimate
        In points a hand, whatever the units of the design.

    Raises
    ------
    BadInput
        If the test never looked, or there are fewer scores than it looked at.

    References
    ----------
    Siegmund (1978), "Estimation following sequential tests", Biometrika 65; Armitage, McPherson
    and Rowe (1969), JRSS A 132 (the integration); Broadie, Glasserman and Kou (1997),
    "A continuity correction for discrete barrier options" (looks taken together).
    """
    from scipy.optimize import brentq

    x = one_a_block(scores, "scores")[: stop.blocks]
    if x.size < stop.blocks or not stop.first_look:
        raise BadInput("the test has not looked yet: there is nothing to estimate after")
    plain = mean_estimate(x, level)
    if plain.se == 0:
        return plain
    ending = _ending(x, stop)
    effects = []
    for share in ((1 - level) / 2, 0.5, (1 + level) / 2):
        miss: Callable[[float], float] = partial(_miss, ending=ending, share=share)
        low = high = plain.value
        reach = 2 * plain.se
        while miss(low) > 0:
            low, reach = low - reach, reach * 2
        reach = 2 * plain.se
        while miss(high) < 0:
            high, reach = high + reach, reach * 2
        effects.append(float(brentq(miss, low, high, xtol=plain.se * 1e-4)))
    low, value, high = effects
    return replace(plain, value=value, low=low, high=high)


def chance_of_higher(effect: float, scores: npt.ArrayLike, stop: Stop) -> float:
    """Return how often a test with this true effect ends as high as this one or higher.

    Parameters
    ----------
    effect : float
        In points a hand.
    scores : array_like
        Block scores in deal order, in points a hand.
    stop : Stop
        How the test ended.
    """
    x = one_a_block(scores, "scores")[: stop.blocks]
    return _ending(x, stop).chance_of_higher(effect)


@dataclass(frozen=True, slots=True, eq=False)
class _Ending:
    """A stopped test as a walk of sums of scores with normal steps between two bounds.

    Sums count from the effect in the middle of the two hypotheses, which goes nowhere.
    """

    stop: Stop
    middle: float
    """The effect in the middle, in points."""
    sd: float
    """Standard deviation of a block score."""
    height: float
    """Sum at the stop."""
    means: FloatArray
    """Mean scores, from the middle, in rising order …"""
    drifts: FloatArray
    """… and what a block adds to the log-likelihood ratio on average at each, rising."""

    def bounds(self, blocks: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the sums at which the ratio meets its bounds; infinite where it cannot."""
        stop, later = self.stop, blocks > self.stop.first_look
        # At the first look nothing was known of the overshoot yet.
        lower = np.where(later, stop.lower, stop.design.lower)
        upper = np.where(later, stop.upper, stop.design.upper)
        low = np.interp(lower / blocks, self.drifts, self.means, left=-math.inf)
        high = np.interp(upper / blocks, self.drifts, self.means, right=math.inf)
        return blocks * low, blocks * high

    def chance_of_higher(self, effect: float) -> float:
        """Return P(a test of this effect ends as high or higher, in the order of outcomes)."""
        from scipy.special import ndtr

        every = self.stop.design.every
        last, first = self.stop.blocks // every, self.stop.first_look // every
        # Looks are taken together where there are many, and the bounds moved to what the looks
        # in between would have caught.
        merged = max(math.ceil((last - first) / _MOST_STEPS), 1)
        steps = (last - first) // merged
        step_sd = self.sd * math.sqrt(every)
        sd, mean = step_sd * math.sqrt(merged), (effect - self.middle) * every * merged
        closer = _COARSER * (sd - step_sd)
        blocks = every * (last - merged * np.arange(steps, -1, -1)).astype(np.float64)
        low, high = self.bounds(blocks)
        low, high = low + closer, high - closer

        def above(height: npt.ArrayLike, at: npt.ArrayLike, spread: float) -> FloatArray:
            return np.asarray(ndtr(np.subtract(at, height) / spread))

        start_mean = (effect - self.middle) * blocks[0]
        start_sd = self.sd * math.sqrt(blocks[0])
        if not steps:
            return float(above(self.height, start_mean, start_sd))
        # Nobody gets further than this, where the bounds are far or not there.
        reach = abs(effect - self.middle) * blocks[-1] + _FAR * self.sd * math.sqrt(blocks[-1])
        bottom, top = max(float(low.min()), -reach), min(float(high.max()), reach)
        cells = max(_FEWEST_CELLS, math.ceil(_CELLS_A_STEP * (top - bottom) / sd))
        edges = np.linspace(bottom, top, cells + 1)
        width = edges[1] - edges[0]
        at = edges[:-1] + width / 2
        jumps = width * np.arange(-cells + 1, cells)
        kernel = np.exp(-0.5 * np.square((jumps - mean) / sd)) * width / (sd * math.sqrt(math.tau))
        # Chance of being in each cell and not yet stopped.
        held = -np.diff(above(edges, start_mean, start_sd))
        higher = float(above(high[0], start_mean, start_sd))
        lower = float(1 - above(low[0], start_mean, start_sd))
        for look in range(1, steps + 1):
            inside = (
                edges[1:].clip(max=high[look - 1]) - edges[:-1].clip(min=low[look - 1])
            ) / width
            held = held * inside.clip(0, 1)
            if look == steps:
                break
            higher += float(held @ above(high[look], at + mean, sd))
            lower += float(held @ (1 - above(low[look], at + mean, sd)))
            held = np.convolve(held, kernel)[cells - 1 : 2 * cells - 1]
        beyond = above(self.height, at + mean, sd)
        if self.stop.answer == H0:
            return 1 - lower - float(held @ (1 - beyond))
        return higher + float(held @ beyond)


def _ending(x: FloatArray, stop: Stop) -> _Ending:
    design = stop.design
    values, counts = np.unique(x, return_counts=True)
    centred = values - x.mean()
    sd = float(x.std(ddof=1))
    unit = sd if design.units == NORMALISED else 1.0
    middle = unit * (design.h0 + design.h1) / 2
    # How the ratio drifts for each true mean, were the scores moved there: steeper near the
    # middle, so the places are denser there.
    places = np.linspace(-1, 1, _PLACES)
    means = _WIDEST * sd * places * np.abs(places)
    moved = centred + middle + means[:, None]
    drift = design.drift(moved, np.broadcast_to(counts, moved.shape))
    drift = np.where(np.isnan(drift), 0.0, drift)
    # Beyond the top the ratio falls again: an effect that large makes either hypothesis absurd.
    top, bottom = int(np.argmax(drift)), int(np.argmin(drift))
    rising = np.maximum.accumulate(drift[bottom : top + 1])
    return _Ending(stop, middle, sd, float((x - middle).sum()), means[bottom : top + 1], rising)


def _miss(effect: float, ending: _Ending, share: float) -> float:
    return ending.chance_of_higher(effect) - share
