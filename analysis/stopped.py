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
_COARSER: Final = 0.5826
"""−ζ(½)/√(2π): how far, in steps, seldom looks move a bound outwards."""


def stopped_estimate(scores: npt.ArrayLike, stop: Stop, level: float = DEFAULT_LEVEL) -> Estimate:
    """Estimate the effect from the blocks of a sequential test, without its bias.

    Question: how large is the effect, given that the test stopped where it did? Unit of
    observation: the deal block. Outcomes are put in order: h0 early, h0 late, no answer, h1
    late, h1 early. The value is the effect at which as many tests end higher as lower (median
    unbiased); the ends of the interval are the effects at which (1 ± level)/2 of them do.
    Assumptions: sums of a batch are near normal with the observed spread; overshoot as estimated
    at the stop. Formula: the chance of every ending, look by look, by numerical integration over
    the log-likelihood ratio between the bounds. `se` is that of the plain mean.

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
    sd = plain.se * math.sqrt(plain.n)
    if sd == 0:
        return plain
    ending = _ending(x, stop, sd)
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
    return _ending(x, stop, float(x.std(ddof=1))).chance_of_higher(effect)


@dataclass(frozen=True, slots=True)
class _Ending:
    """A stopped test as a random walk with normal steps between two bounds."""

    centre: float
    """The effect at which the walk has no drift, in points."""
    drift: float
    """Mean of a step for each point above it."""
    step: float
    """Standard deviation of a step between two looks."""
    first: int
    """Steps to the first look."""
    last: int
    """Steps to the stop."""
    height: float
    """Where the walk ended."""
    lower: float
    upper: float
    is_low: bool
    """Whether it ended at the lower bound."""

    def chance_of_higher(self, effect: float) -> float:
        """Return P(a walk of this effect ends as high or higher, in the order of outcomes)."""
        from scipy.special import ndtr

        # Looks are taken together where there are many, and the bounds moved to what the looks
        # in between would have caught.
        merged = max(math.ceil((self.last - self.first) / _MOST_STEPS), 1)
        steps = (self.last - self.first) // merged
        sd = self.step * math.sqrt(merged)
        mean = self.drift * (effect - self.centre) * merged
        closer = _COARSER * (sd - self.step)
        lower, upper = self.lower + closer, self.upper - closer
        start = self.last - steps * merged
        start_mean, start_sd = mean / merged * start, self.step * math.sqrt(start)

        def above(height: npt.ArrayLike, at: npt.ArrayLike, spread: float) -> FloatArray:
            return np.asarray(ndtr(np.subtract(at, height) / spread))

        if not steps:
            return float(above(self.height, start_mean, start_sd))
        cells = max(_FEWEST_CELLS, math.ceil(_CELLS_A_STEP * (upper - lower) / sd))
        width = (upper - lower) / cells
        at = lower + width * (np.arange(cells) + 0.5)
        # Chance of being in each cell, exact at the first look.
        edges = lower + width * np.arange(cells + 1)
        inside = -np.diff(above(edges, start_mean, start_sd))
        higher = float(above(upper, start_mean, start_sd))
        lower_ones = float(1 - above(lower, start_mean, start_sd))
        jumps = width * (np.arange(-cells + 1, cells))
        kernel = np.exp(-0.5 * np.square((jumps - mean) / sd)) * width / (sd * math.sqrt(math.tau))
        up, down = above(upper, at + mean, sd), 1 - above(lower, at + mean, sd)
        for _ in range(steps - 1):
            higher += float(inside @ up)
            lower_ones += float(inside @ down)
            inside = np.convolve(inside, kernel)[cells - 1 : 2 * cells - 1]
        beyond = above(self.height, at + mean, sd)
        if self.is_low:
            return 1 - lower_ones - float(inside @ (1 - beyond))
        return higher + float(inside @ beyond)


def _ending(x: FloatArray, stop: Stop, sd: float) -> _Ending:
    design = stop.design
    unit = sd if design.units == NORMALISED else 1.0
    h0, h1 = design.h0 * unit, design.h1 * unit
    centre, drift = (h0 + h1) / 2, (h1 - h0) / sd**2
    return _Ending(
        centre=centre,
        drift=drift * design.every,
        step=drift * sd * math.sqrt(design.every),
        first=stop.first_look // design.every,
        last=stop.blocks // design.every,
        height=drift * float((x - centre).sum()),
        lower=stop.lower,
        upper=stop.upper,
        is_low=stop.answer == H0,
    )


def _miss(effect: float, ending: _Ending, share: float) -> float:
    return ending.chance_of_higher(effect) - share
