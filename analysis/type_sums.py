"""Frequencies and plain means of the hand types, from sums over deal blocks as they stream by."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.break_swap import OUTCOMES
from analysis.estimates import (
    DEFAULT_LEVEL,
    FEWEST_BLOCKS,
    Estimate,
    TooFewBlocks,
    student_quantile,
)
from analysis.features import FEATURES
from analysis.played import Played
from analysis.score_parts import PARTS_OF_A_POINT
from analysis.shares import share_interval
from analysis.type_kernels import add_block_sums, hold_types
from analysis.type_list import HandType

FEWEST_HOLDING: Final = 30
"""A type that fewer deals hold gets no mean."""
_BOMBS: Final = tuple(each.name for each in FEATURES if each.name.startswith("bomb_"))


def block_outcomes(played: Played) -> FloatArray:
    """Return each seat's outcomes, float64[n, seats, outcomes]: the mean over the seatings."""
    measured = (
        played.payoff / PARTS_OF_A_POINT,
        played.ended.points,
        played.finish == 1,
        played.stuck,
        played.captured,
        np.broadcast_to(played.doubled[:, :, None], played.finish.shape),
    )
    return np.stack([np.mean(each, axis=1) for each in measured], axis=2)


def types_held(played: Played, types: Sequence[HandType]) -> npt.NDArray[np.bool_]:
    """Say of each dealt hand whether it is of each type, bool[n, seats, types]."""
    names = list(dict.fromkeys(each.feature for each in types))
    values = [_feature(played, name) for name in names]
    held = np.empty((*values[0].shape, len(types)), dtype=np.bool_)
    hold_types(
        np.stack(values).astype(np.int64),
        np.array([names.index(each.feature) for each in types]),
        np.array([each.low for each in types]),
        np.array([each.high for each in types]),
        held,
    )
    return held


def _feature(played: Played, name: str) -> npt.NDArray[np.int64]:
    """Return a feature of the dealt hands, int64[n, seats]; see `analysis.features.DERIVED`."""
    if name in played.features:
        return played.features[name]
    sizes = np.stack([played.features[bomb] for bomb in _BOMBS])
    found: npt.NDArray[np.int64] = (sizes > 0).sum(axis=0) if name == "bombs" else sizes.max(axis=0)
    return found


@dataclass(eq=False)
class TypeSums:
    """Sums over blocks for every type and outcome; blocks come in by `add`.

    With den the number of a block's hands of the type and num the sum of their outcomes (num₀ and
    den₀ those of all its hands), the squares and products of these four are all that frequencies
    and means need: the estimates are those of `analysis.shares.clustered_share` and
    `analysis.estimates.ratio_difference` on the same blocks.
    """

    types: Sequence[HandType]
    seats: int

    def __post_init__(self) -> None:
        """Start with nothing."""
        kinds, width = len(self.types), len(OUTCOMES)
        self.n = 0
        self.holding: npt.NDArray[np.int64] = np.zeros(kinds, dtype=np.int64)
        self._dens, self._whole = np.zeros((2, kinds)), np.zeros((2, width))
        self._sums = np.zeros((5, kinds, width))

    def add(self, held: npt.NDArray[np.bool_], outcomes: FloatArray) -> None:
        """Count in more blocks: bool[n, seats, types] and float64[n, seats, outcomes]."""
        self.n += len(held)
        add_block_sums(held, outcomes, self.holding, self._dens, self._sums, self._whole)

    def frequency(self, place: int, level: float = DEFAULT_LEVEL) -> Estimate:
        """Return the share of the dealt hands that are of a type; the interval is Wilson's.

        Question: how often is it dealt? Unit of observation: the deal block, whose hands depend on
        each other. n counts all blocks.
        """
        cases = self.n * self.seats
        if self.n < FEWEST_BLOCKS:
            raise _too_few(math.nan, self.n, level, FEWEST_BLOCKS)
        share = float(self._dens[0, place]) / cases
        spread = self._dens[1, place] - cases * self.seats * share**2
        se = math.sqrt(max(float(spread), 0.0) * self.n / (self.n - 1)) / cases
        return share_interval(Estimate(share, se, self.n, level, share, share))

    def difference(self, place: int, outcome: str, level: float = DEFAULT_LEVEL) -> Estimate:
        """Return E[outcome | type] − E[outcome]; n counts the blocks that hold the type.

        Question: how much better do hands of the type end than hands in general? It describes: a
        hand with a bomb is also otherwise another hand. Unit of observation: the deal block.

        Raises
        ------
        TooFewBlocks
            If fewer than 30 blocks hold the type.
        """
        k = tuple(OUTCOMES).index(outcome)
        n, hands, cases = int(self.holding[place]), float(self._dens[0, place]), self.n * self.seats
        if n == 0:
            raise _too_few(math.nan, 0, level, FEWEST_HOLDING)
        num, num_num, num_den, num_all, den_all = self._sums[:, place, k]
        mean, usual = num / hands, self._whole[0, k] / cases
        own = num_num - 2 * mean * num_den + mean**2 * self._dens[1, place]
        both = num_all - mean * den_all
        general = self._whole[1, k] - usual * self.seats * self._whole[0, k]
        spread = own / hands**2 - 2 * both / (hands * cases) + general / cases**2
        value = float(mean - usual)
        if n < FEWEST_BLOCKS:
            raise _too_few(value, n, level, FEWEST_HOLDING)
        se = math.sqrt(max(float(spread), 0.0) * n / (n - 1))
        half = se * student_quantile(level, n - 1)
        estimate = Estimate(value, se, n, level, value - half, value + half)
        if n < FEWEST_HOLDING:
            raise TooFewBlocks(estimate, FEWEST_HOLDING)
        return estimate


def _too_few(value: float, n: int, level: float, needed: int) -> TooFewBlocks:
    return TooFewBlocks(Estimate(value, math.nan, n, level, -math.inf, math.inf), needed)
