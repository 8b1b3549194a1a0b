"""An interval that is right at every moment at once: what a live display may show.

A gambler bets on every block that the mean is above m, another that it is below; where m is the
truth, neither gets rich. The interval holds the means at which the two are still poor together.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray, one_a_block
from analysis.estimates import DEFAULT_LEVEL, Estimate, check_level
from sim.errors import BadInput

BOLDEST: Final = 0.5
"""Largest share of its capital that a gambler can lose on one block."""


class ConfidenceSequence:
    """Intervals for a mean that may be looked at after every block, and acted upon.

    Question: where is the mean of the block scores, whenever one asks? Unit of observation: the
    deal block. Assumptions: blocks independent with one mean, scores within ±bound; no shape, no
    large number. The chance that any of the intervals, ever, misses the mean is at most
    1 − level. Formula: with y = (D + bound)/(2 bound), K±(m) = Π(1 ± λ(y − m)); m is in the
    interval while (K⁺ + K⁻)/2 < 1/(1 − level). λ depends on earlier blocks only, and is at most
    `BOLDEST`/m for K⁺ and `BOLDEST`/(1 − m) for K⁻.

    Parameters
    ----------
    bound : float
        Largest possible size of a score (`Rules.bound`).
    level : float
        Coverage of all intervals together.

    References
    ----------
    Waudby-Smith and Ramdas (2024), "Estimating means of bounded random variables by betting",
    JRSS B 86, theorem 3 and §B (hedged capital, predictable plug-in bets).

    Examples
    --------
    >>> sequence = ConfidenceSequence(bound=160)
    >>> sequence.add(np.random.default_rng(1).normal(20, 30, 2000).clip(-160, 160))
    >>> print(sequence.estimate())
    20 (17 to 21)
    """

    def __init__(self, bound: float, level: float = DEFAULT_LEVEL) -> None:
        check_level(level)
        if not 0 < bound < math.inf:
            raise BadInput(f"bound {bound:g}: accepted: a number above 0")
        self.bound, self.level = bound, level
        self._parts: list[tuple[FloatArray, FloatArray]] = []
        self._seen, self._sum, self._squares = 0, 0.0, 0.0

    @property
    def n(self) -> int:
        """Blocks so far."""
        return self._seen

    def add(self, scores: npt.ArrayLike) -> None:
        """Take the next block scores, in points a hand.

        Raises
        ------
        BadInput
            If one is larger than the bound.
        """
        x = one_a_block(scores, "scores")
        if np.any(np.abs(x) > self.bound * (1 + 1e-12)):
            raise BadInput(f"a block score is beyond ±{self.bound:g}")
        y = np.clip((x + self.bound) / (2 * self.bound), 0, 1)
        self._parts.append((y, self._bets(y)))

    def log_capitals(self, mean: float) -> tuple[FloatArray, FloatArray]:
        """Return ln K⁺ and ln K⁻ after every block, for a mean in points a hand."""
        m = (mean + self.bound) / (2 * self.bound)
        y, bets = self._joined()
        return np.cumsum(_up(y, bets, m)), np.cumsum(_up(1 - y, bets, 1 - m))

    def estimate(self) -> Estimate:
        """Return the mean so far with the interval that holds at any time.

        `se` is that of the mean, as if this were the only look.
        """
        from scipy.optimize import brentq

        n = self._seen
        mean = self._sum / n if n else 0.5
        spread = self._squares / n - mean**2 if n else math.nan
        se = math.sqrt(max(spread, 0.0) / (n - 1)) if n > 1 else math.nan
        y, bets = self._joined()
        rich = math.log(2 / (1 - self.level))

        def capitals(m: float) -> tuple[float, float]:
            return float(_up(y, bets, m).sum()), float(_up(1 - y, bets, 1 - m).sum())

        def lead(m: float) -> float:
            up, down = capitals(m)
            return up - down

        def excess(m: float) -> float:
            return float(np.logaddexp(*capitals(m))) - rich

        # K⁺ falls and K⁻ rises with m: where they meet, both together are poorest.
        centre = _root(brentq, lead, 0.0, 1.0)
        low = _root(brentq, excess, 0.0, centre) if excess(0.0) > 0 else 0.0
        high = _root(brentq, excess, centre, 1.0) if excess(1.0) > 0 else 1.0
        ends = [(2 * end - 1) * self.bound for end in (mean, low, high)]
        return Estimate(ends[0], 2 * self.bound * se, n, self.level, ends[1], ends[2])

    def _joined(self) -> tuple[FloatArray, FloatArray]:
        if len(self._parts) != 1:
            empty = [(np.empty(0), np.empty(0))]
            y, bets = zip(*(self._parts or empty), strict=True)
            self._parts = [(np.concatenate(y), np.concatenate(bets))]
        return self._parts[0]

    def _bets(self, y: FloatArray) -> FloatArray:
        """Return λ of each new block, from the blocks before it alone."""
        t = self._seen + np.arange(1, y.size + 1)
        sums = self._sum + np.concatenate([[0.0], np.cumsum(y)])
        squares = self._squares + np.concatenate([[0.0], np.cumsum(np.square(y))])
        self._seen, self._sum, self._squares = self._seen + y.size, float(sums[-1]), squares[-1]
        # A quarter of a block's worst variance and half a block at ½ keep the first bets sane.
        mean = (0.5 + sums[:-1]) / t
        variance = (0.25 + squares[:-1] - 2 * mean * sums[:-1] + (t - 1) * mean**2) / t
        stake: FloatArray = np.sqrt(
            2 * math.log(2 / (1 - self.level)) / (np.maximum(variance, 1e-12) * t * np.log1p(t))
        )
        return stake


def _up(y: FloatArray, bets: FloatArray, m: float) -> FloatArray:
    """Return ln(1 + λ(y − m)) with λ held so low that no block can take more than `BOLDEST`."""
    held = np.minimum(bets, BOLDEST / m) if m > 0 else bets
    gains: FloatArray = np.log1p(held * (y - m))
    return gains


def _root(brentq: Callable[..., float], f: Callable[[float], float], a: float, b: float) -> float:
    """Return where f is 0 between a and b; the end nearer to 0 where it has one sign."""
    at_a, at_b = f(a), f(b)
    if at_a * at_b >= 0:
        return a if abs(at_a) < abs(at_b) else b
    return float(brentq(f, a, b, xtol=1e-9))
