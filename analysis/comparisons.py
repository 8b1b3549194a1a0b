"""Two strategies on the same deals: the block score D, its estimate, what pairing saved.

A block is one deal played in every distinct seating of a pair of strategies. Within each hand the
mean payoff of B's seats is taken from the mean payoff of A's seats; D is the mean of that over
the block's hands. Blocks are independent, hands of a block are not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.estimates import DEFAULT_LEVEL, Estimate, check_level, mean_estimate
from analysis.power import blocks_needed, power_of
from analysis.score_parts import PARTS_OF_A_POINT
from sim.errors import BadInput

SEATINGS_AND_SEATS: Final = 2
"""Dimensions of a seating plan."""


@dataclass(frozen=True, slots=True, eq=False)
class PairScores:
    """What a pair of strategies scored against each other on the same deals.

    See Also
    --------
    score_pair : makes it from payoffs.
    """

    a: str
    """Name of the first strategy."""
    b: str
    """Name of the second strategy, possibly the same."""
    blocks: FloatArray
    """Block scores D, shape (n,): points a hand by which a's seats beat b's."""
    hands: FloatArray
    """The same hand by hand, shape (n, seatings); `blocks` is the mean of each row."""

    def swapped(self) -> PairScores:
        """Return b against a."""
        return PairScores(self.b, self.a, 0.0 - self.blocks, 0.0 - self.hands)


@dataclass(frozen=True, slots=True)
class Comparison:
    """By how much one strategy beats another, with all that is needed to trust it."""

    a: str
    """Name of the first strategy."""
    b: str
    """Name of the second strategy."""
    estimate: Estimate
    """Mean block score a − b, in points a hand."""
    sd: float
    """Standard deviation of a block score."""
    pairing_factor: float | None
    """How many times more blocks independent deals would need; None where sd is 0."""
    family: int = 1
    """How many comparisons share the error of their intervals (1: this one stands alone)."""

    @property
    def family_level(self) -> float:
        """Probability that the intervals of the whole family cover, at least (Bonferroni)."""
        return max(1 - self.family * (1 - self.estimate.level), 0.0)

    @property
    def effect_in_sds(self) -> float | None:
        """The estimate as a share of the standard deviation of a block; None where that is 0."""
        return self.estimate.value / self.sd if self.sd else None

    def swapped(self) -> Comparison:
        """Return b against a."""
        return replace(self, a=self.b, b=self.a, estimate=self.estimate.scaled(-1))

    def power(self, effect: float) -> float:
        """Return how surely this many blocks show a true difference of `effect` points."""
        return power_of(self.estimate.n, self.sd, effect, self.estimate.level)

    def planned_blocks(self, effect: float, power: float = 0.8) -> int:
        """Return how many blocks show a true difference of `effect` points so often."""
        return blocks_needed(self.sd, effect, self.estimate.level, power)

    def to_json(self) -> dict[str, str | float | int | None]:
        """Return the pair as ``compare --json`` lists it."""
        return {
            "a": self.a,
            "b": self.b,
            **self.estimate.to_json(),
            "pairing_factor": self.pairing_factor,
        }

    def __str__(self) -> str:
        """Return one sentence."""
        return f"{self.a} − {self.b}: {self.estimate} points a hand ({self.estimate.n} deals)"


def score_pair(
    payoff: npt.ArrayLike,
    owner: npt.ArrayLike,
    names: Sequence[str],
    pair: tuple[int, int] = (0, 1),
) -> PairScores:
    """Compute the block scores D of a pair of strategies.

    Question: by how many points a hand do a's seats beat b's on each deal? Unit of observation:
    the deal block. Only seatings in which both sit count; other strategies at the table are left
    out. Formula: D = mean over seatings of (mean payoff of a's seats − mean payoff of b's seats).

    Payoffs in whole sixtieths of a point are added as integers, so that a strategy against itself
    scores exactly 0 on every deal, b against a exactly −D, and the order of seats and seatings
    changes no digit.

    Parameters
    ----------
    payoff : array_like, shape (n, seatings, seats)
        Points of each seat.
    owner : array_like of int, shape (seatings, seats)
        Index into `names` of the strategy that sits there.
    names : sequence of str
        The strategies' names.
    pair : tuple of int
        a and b as indices into `names`.

    Examples
    --------
    One deal, two sides, two seatings: A wins by 30 in the first and loses by 10 in the second.

    >>> scores = score_pair(
    ...     [[[15, -15, 15, -15], [5, -5, 5, -5]]], [[0, 1, 0, 1], [1, 0, 1, 0]], ["A", "B"]
    ... )
    >>> scores.hands, scores.blocks
    (array([[ 30., -10.]]), array([10.]))
    """
    points, seats = _checked(payoff, owner, names)
    a, b = pair
    if a == b or not (0 <= a < len(names) and 0 <= b < len(names)):
        raise BadInput(f"a pair is two different places among the {len(names)} strategies")
    both = np.any(seats == a, axis=1) & np.any(seats == b, axis=1)
    if not both.any():
        raise BadInput(f"{names[a]} and {names[b]} sit together in no seating")
    points, seats = points[:, both], seats[both]
    a_seats, b_seats = (seats == a).sum(axis=1), (seats == b).sum(axis=1)
    # One common denominator for the seats' shares keeps the sums in whole numbers.
    shares = int(np.lcm.reduce(np.concatenate([a_seats, b_seats])))
    weights = (seats == a) * (shares // a_seats)[:, None] - (seats == b) * (shares // b_seats)[
        :, None
    ]
    parts = np.rint(points * PARTS_OF_A_POINT)
    if np.allclose(parts, points * PARTS_OF_A_POINT, rtol=0, atol=1e-6):
        margins = np.einsum("nst,st->ns", parts.astype(np.int64), weights)
        unit = shares * PARTS_OF_A_POINT
        return PairScores(
            names[a], names[b], margins.sum(axis=1) / (unit * seats.shape[0]), margins / unit
        )
    hands = np.einsum("nst,st->ns", points, weights) / shares
    return PairScores(names[a], names[b], hands.mean(axis=1), hands)


def score_table(
    payoff: npt.ArrayLike, owner: npt.ArrayLike, names: Sequence[str]
) -> tuple[PairScores, ...]:
    """Compute the block scores of every pair at one table of more than two strategies.

    Parameters are those of `score_pair`; pairs come in the order of `names`.
    """
    return tuple(
        score_pair(payoff, owner, names, pair) for pair in combinations(range(len(names)), 2)
    )


def compare(scores: PairScores, level: float = DEFAULT_LEVEL) -> Comparison:
    """Compare two strategies that played the same deals.

    Question: by how many points a hand does a beat b? Unit of observation: the deal block.
    Assumptions and interval: `mean_estimate` on the block scores.

    The *pairing factor* says what playing each deal in all S seatings saved: it compares with the
    same S · n hands, the same seatings equally often, but new deals for each seating. That
    estimate is the mean of S independent means, with variance Σ var(hands[:, s]) / (S² n); the
    paired one has variance var(D) / n. So factor = Σ var(hands[:, s]) / (S² var(D)). Both
    measure margins within a hand; what is saved is the luck of the deal only.

    Parameters
    ----------
    scores : PairScores
        Scores of n >= 2 blocks.
    level : float
        Coverage of the interval.

    Raises
    ------
    TooFewBlocks
        With fewer than two blocks.

    References
    ----------
    Law (2015), Simulation Modeling and Analysis, §11.2 (common random numbers).
    """
    estimate = mean_estimate(scores.blocks, level)
    sd = estimate.se * math.sqrt(estimate.n)
    return Comparison(scores.a, scores.b, estimate, sd, _pairing_factor(scores.hands, sd))


def compare_all(
    pairs: Sequence[PairScores], level: float = DEFAULT_LEVEL, *, simultaneous: bool = False
) -> tuple[Comparison, ...]:
    """Compare several pairs.

    Question: as in `compare`, for each pair. With `simultaneous`, all m intervals together cover
    with probability `level` at least, whatever the pairs have in common: each is then made at
    level 1 − (1 − level)/m (Bonferroni), which is the `level` that its estimate names. Without
    it, each interval covers with probability `level` by itself, and among many pairs some will
    miss.

    Parameters
    ----------
    pairs : sequence of PairScores
        One a pair; they need not have the same number of blocks.
    level : float
        Coverage of each interval, or of all together.
    simultaneous : bool
        Whether `level` is that of all together.

    References
    ----------
    Dunn (1961), "Multiple comparisons among means", JASA 56.
    """
    check_level(level)
    family = max(len(pairs), 1) if simultaneous else 1
    each = 1 - (1 - level) / family
    alone = [compare(scores, each) for scores in pairs]
    return tuple(
        Comparison(one.a, one.b, one.estimate, one.sd, one.pairing_factor, family) for one in alone
    )


def _pairing_factor(hands: FloatArray, sd: float) -> float | None:
    """Return Σ var(hands[:, s]) / (S² sd²), None where the paired scores do not vary."""
    if sd == 0:
        return None
    # In one order of memory, so that saved scores give the same digits as played ones.
    by_seating = np.ascontiguousarray(hands.T)
    return float(by_seating.var(axis=1, ddof=1).sum() / (len(by_seating) * sd) ** 2)


def _checked(
    payoff: npt.ArrayLike, owner: npt.ArrayLike, names: Sequence[str]
) -> tuple[FloatArray, npt.NDArray[np.int64]]:
    """Return payoffs and owners as arrays that fit each other."""
    points = np.asarray(payoff, dtype=np.float64)
    seats = np.asarray(owner, dtype=np.int64)
    if seats.ndim != SEATINGS_AND_SEATS or seats.shape != points.shape[1:]:
        raise BadInput(
            f"payoff must have shape (blocks, seatings, seats) and owner (seatings, seats), "
            f"not {points.shape} and {seats.shape}"
        )
    if not np.all(np.isfinite(points)):
        raise BadInput("payoff holds a number that is not finite")
    if seats.size and not 0 <= seats.min() <= seats.max() < len(names):
        raise BadInput(f"owner must number the {len(names)} strategies from 0")
    return points, seats
