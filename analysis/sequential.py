"""A designed sequential test of two strategies: it plays until the question is answered.

The generalised sequential probability ratio test (GSPRT) on block scores: after every batch of
blocks the log-likelihood ratio of two stated effects is held against two bounds, which the
accepted chances of error fix beforehand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray, one_a_block
from analysis.likelihood import POINTS, UNITS, log_likelihood_ratio
from sim.errors import BadInput

LOOK_EVERY: Final = 100
"""Blocks between two looks. They are at fixed places: more looks are more chances to err."""
FIRST_BLOCKS: Final = 50
"""No look before so many blocks."""
FIRST_SIGNS: Final = 10
"""Nor before so many blocks above 0 and so many below."""
ENOUGH_BLOCKS: Final = 500
"""With so many blocks the signs do not matter."""
_FAR_BLOCKS: Final = 1e-3
"""What is added at both ends of the possible scores, so that effects can be judged of which few
blocks, or none yet, show anything."""

H0, H1, UNDECIDED = "h0", "h1", "undecided"


@dataclass(frozen=True, slots=True)
class Design:
    """What a sequential test asks, fixed before the first deal.

    Raises
    ------
    BadInput
        If h0 is not below h1, an error is not between 0 and 0.5, or an effect is impossible.

    Examples
    --------
    >>> design = Design(0.0, 1.0)
    >>> round(design.lower, 3), round(design.upper, 3)
    (-2.944, 2.944)
    """

    h0: float
    """The effect is this or less."""
    h1: float
    """The effect is this or more."""
    units: str = POINTS
    """What both are in: points a hand, or standard deviations of a block score (normalised)."""
    alpha: float = 0.05
    """Accepted chance of answering h1 where the effect is h0 or less."""
    beta: float = 0.05
    """Accepted chance of answering h0 where the effect is h1 or more."""
    bound: float | None = None
    """Largest possible size of a block score (`Rules.bound`); None where nobody knows."""
    every: int = LOOK_EVERY
    """Blocks between two looks."""

    def __post_init__(self) -> None:
        """Refuse a design that asks nothing."""
        if not -math.inf < self.h0 < self.h1 < math.inf:
            raise BadInput(f"h0 = {self.h0:g} and h1 = {self.h1:g}: h0 must be below h1")
        if self.units not in UNITS:
            raise BadInput(f"units '{self.units}': accepted: {', '.join(UNITS)}")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:  # noqa: PLR2004 - worse than a coin is no test
                raise BadInput(f"{name} = {chance:g}: accepted: above 0 and below 0.5")
        if self.every < 1:
            raise BadInput(f"{self.every} blocks between looks: accepted: 1 or more")
        largest = max(abs(self.h0), abs(self.h1))
        if self.units == POINTS and self.bound is not None and largest >= self.bound:
            raise BadInput(
                f"h0 = {self.h0:g} and h1 = {self.h1:g}: effects lie within ±{self.bound:g} points"
            )

    @property
    def lower(self) -> float:
        """Log-likelihood ratio at which h0 is answered, before the correction for overshoot."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Log-likelihood ratio at which h1 is answered, before the correction for overshoot."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, values: npt.ArrayLike, counts: npt.ArrayLike) -> FloatArray:
        """Return the log-likelihood ratio of counted scores, one law a row of `counts`."""
        a, c = self._with_ends(values, counts)
        return log_likelihood_ratio(a, c, self.h0, self.h1, self.units)

    def drift(self, values: npt.ArrayLike, counts: npt.ArrayLike) -> FloatArray:
        """Return what a block adds to the ratio on average, one law a row of `values`."""
        a, c = self._with_ends(values, counts)
        ratio = log_likelihood_ratio(a, c, self.h0, self.h1, self.units)
        drift: FloatArray = ratio / c.sum(axis=-1)
        return drift

    def _with_ends(
        self, values: npt.ArrayLike, counts: npt.ArrayLike
    ) -> tuple[FloatArray, FloatArray]:
        a, c = np.asarray(values, dtype=np.float64), np.asarray(counts, dtype=np.float64)
        if self.bound is None:
            return a, c
        ends = np.full((*c.shape[:-1], 1), _FAR_BLOCKS)
        low, high = (np.full((*a.shape[:-1], 1), end) for end in (-self.bound, self.bound))
        return np.concatenate([low, a, high], axis=-1), np.concatenate([ends, c, ends], axis=-1)


def may_look(
    blocks: npt.ArrayLike, above: npt.ArrayLike, below: npt.ArrayLike
) -> npt.NDArray[np.bool_]:
    """Say whether there are enough blocks for the ratio to mean what it says.

    Parameters
    ----------
    blocks, above, below : array_like of int
        Number of blocks, and of those with a score above and below 0.
    """
    n = np.asarray(blocks)
    signs = np.minimum(above, below) >= FIRST_SIGNS
    return (n >= ENOUGH_BLOCKS) | ((n >= FIRST_BLOCKS) & signs)


@dataclass(frozen=True, slots=True)
class Stop:
    """How a sequential test stands, or how it ended."""

    design: Design
    answer: str
    """h0, h1 or undecided."""
    blocks: int
    """Blocks that were looked at, in deal order; later ones do not count."""
    first_look: int
    """Blocks at the first look that could have stopped the test."""
    ratio: float
    """Log-likelihood ratio at the last look; nan before the first."""
    lower: float
    """Lower bound at the last look, less the estimated overshoot."""
    upper: float
    """Upper bound at the last look, less the estimated overshoot."""

    @property
    def why(self) -> str:
        """Why the test stopped, in a sentence."""
        unit = "points" if self.design.units == POINTS else "SD of a block"
        if self.answer == UNDECIDED:
            if math.isnan(self.ratio):
                return f"no answer: {self.blocks:,} deals are too few for a first look"
            return (
                f"no answer within {self.blocks:,} deals: the log-likelihood ratio "
                f"{self.ratio:.2f} is still between {self.lower:.2f} and {self.upper:.2f}"
            )
        if self.answer == H1:
            effect, other, chance = f"above {self.design.h0:g}", self.design.h0, self.design.alpha
            where, not_so = f"above {self.upper:.2f}", "or less"
        else:
            effect, other, chance = f"below {self.design.h1:g}", self.design.h1, self.design.beta
            where, not_so = f"below {self.lower:.2f}", "or more"
        return (
            f"answer after {self.blocks:,} deals: the effect is {effect} {unit} (the "
            f"log-likelihood ratio {self.ratio:.2f} is {where}; were it {other:g} {not_so}, this "
            f"would happen {chance:.1%} of the time at most)"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the design and how it ended, by name."""
        return {
            "h0": self.design.h0,
            "h1": self.design.h1,
            "units": self.design.units,
            "alpha": self.design.alpha,
            "beta": self.design.beta,
            "answer": self.answer,
            "deals": self.blocks,
            "llr": self.ratio if math.isfinite(self.ratio) else None,
            "lower": self.lower,
            "upper": self.upper,
            "why": self.why,
        }


@dataclass(slots=True)
class _Ladder:
    """How far a walk oversteps a bound, estimated from how far it oversteps its own record."""

    record: float
    total: float = 0.0
    squares: float = 0.0

    def step(self, height: float) -> None:
        """Count a new record in."""
        if height > self.record:
            self.total += height - self.record
            self.squares += (height - self.record) ** 2
            self.record = height

    @property
    def overshoot(self) -> float:
        """E[S²]/(2 E[S]) of the steps S from record to record."""
        return self.squares / (2 * self.total) if self.total else 0.0


@dataclass(slots=True)
class Walk:
    """The log-likelihood ratio from look to look, and its bounds.

    The bounds are those of the design less the expected overshoot: a walk seen at looks only does
    not stop on a bound but beyond it, which would make the test answer later and err less than
    it was asked to. Overshoot is estimated from the walk's own ladder steps.

    References
    ----------
    Wald (1945), "Sequential tests of statistical hypotheses"; Siegmund (1985), Sequential
    Analysis, Corollary 8.33 (overshoot).
    """

    design: Design
    lower: float = field(init=False)
    """Lower bound, corrected."""
    upper: float = field(init=False)
    """Upper bound, corrected."""
    _up: _Ladder | None = None
    _down: _Ladder | None = None

    def __post_init__(self) -> None:
        """Start at the bounds of the design."""
        self.lower, self.upper = self.design.lower, self.design.upper

    def look(self, ratio: float) -> str:
        """Take a look; return h0, h1 or undecided. A ratio of nan decides nothing."""
        if math.isnan(ratio):
            return UNDECIDED
        if self._up is None or self._down is None:
            # The way to the first look is many steps at once and says nothing of one step.
            self._up, self._down = _Ladder(ratio), _Ladder(-ratio)
        self._up.step(ratio)
        self._down.step(-ratio)
        self.upper = self.design.upper - self._up.overshoot
        self.lower = self.design.lower + self._down.overshoot
        if ratio >= self.upper:
            return H1
        return H0 if ratio <= self.lower else UNDECIDED


class SequentialTest:
    """A sequential test that is fed with block scores in deal order.

    Question: is the effect h0 or less, or h1 or more? Unit of observation: the deal block.
    Assumptions: blocks independent with one law. Formula: `log_likelihood_ratio` against the
    bounds ln(β/(1−α)) and ln((1−β)/α), corrected as in `Walk`, at looks after every
    `Design.every` blocks that `may_look` allows. How the scores are cut into portions changes
    nothing.

    Examples
    --------
    >>> test = SequentialTest(Design(0.0, 5.0, bound=160))
    >>> rng = np.random.default_rng(1)
    >>> while test.stop.answer == UNDECIDED:
    ...     test.add(np.rint(rng.normal(5, 30, 100)))
    >>> test.stop.answer, test.stop.blocks
    ('h1', 500)
    """

    def __init__(self, design: Design) -> None:
        self.stop = Stop(design, UNDECIDED, 0, 0, math.nan, design.lower, design.upper)
        self._walk = Walk(design)
        self._values = np.empty(0)
        self._counts = np.empty(0)
        self._waiting = np.empty(0)

    def add(self, scores: npt.ArrayLike) -> None:
        """Take the next block scores, in points a hand; after the answer nothing changes."""
        if self.stop.answer != UNDECIDED:
            return
        every = self.stop.design.every
        x = np.concatenate([self._waiting, one_a_block(scores, "scores")])
        looks = x.size // every
        batch, self._waiting = x[: looks * every], x[looks * every :]
        if looks:
            self._look(batch.reshape(looks, every))

    def _look(self, batches: FloatArray) -> None:
        design, before = self.stop.design, self.stop.blocks
        looks, every = batches.shape
        values = np.union1d(self._values, batches)
        so_far = np.zeros(values.size)
        so_far[np.searchsorted(values, self._values)] = self._counts
        place = np.searchsorted(values, batches) + values.size * np.arange(looks)[:, None]
        new = np.bincount(place.ravel(), minlength=looks * values.size).reshape(looks, -1)
        counts = so_far + np.cumsum(new, axis=0)
        blocks = before + every * np.arange(1, looks + 1)
        allowed = may_look(
            blocks, counts[:, values > 0].sum(axis=1), counts[:, values < 0].sum(axis=1)
        )
        ratios = np.full(looks, math.nan)
        ratios[allowed] = design.ratio(values, counts[allowed])
        first, answer, look = self.stop.first_look, UNDECIDED, 0
        for look in range(looks):
            if allowed[look] and not first:
                first = int(blocks[look])
            answer = self._walk.look(float(ratios[look]))
            if answer != UNDECIDED:
                break
        walk = self._walk
        self.stop = Stop(
            design, answer, int(blocks[look]), first, float(ratios[look]), walk.lower, walk.upper
        )
        self._values, self._counts = values, counts[look]
