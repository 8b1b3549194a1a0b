"""A rule or a parameter varied on the same deals: how a comparison moves with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.estimates import DEFAULT_LEVEL, Estimate
from analysis.resampling import score_columns
from analysis.simultaneous import simultaneous
from sim.errors import BadInput


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One value of what is varied."""

    value: str
    """As the command line writes it."""
    margin: Estimate
    """A − B, points a hand; the intervals of all values hold together (a band)."""
    change: Estimate
    """By how much that is more than at the first value, deal by deal; a band as well."""


@dataclass(frozen=True, slots=True)
class SweepCurve:
    """What a sweep came to."""

    name: str
    """What was varied: a rule's field, or strategy.parameter."""
    points: tuple[SweepPoint, ...]
    scores: FloatArray = field(repr=False, compare=False)
    """Block scores at the first value, in deal order."""

    def to_json(self) -> dict[str, Any]:
        """Return the curve as a document."""
        return {
            "sweep": self.name,
            "points": [
                {
                    "value": point.value,
                    "margin": point.margin.to_json(),
                    "change": point.change.to_json(),
                }
                for point in self.points
            ],
        }


def sweep_curve(
    name: str, values: Sequence[str], scores: npt.ArrayLike, level: float = DEFAULT_LEVEL
) -> SweepCurve:
    """Estimate a curve and its changes from block scores on common deals.

    Question: how does the margin of A over B change with the value? Unit of observation: the deal
    block, played once for each value; a change is the mean of differences deal by deal. Intervals:
    `analysis.simultaneous`, once for all margins and once for all changes.

    Parameters
    ----------
    name : str
        What is varied.
    values : sequence of str, length k
        Its values; changes are from the first.
    scores : array_like, shape (n, k)
        Block scores, a row a deal.
    level : float
        Coverage of each band as a whole.

    Raises
    ------
    BadInput
        If values and scores do not fit.
    TooFewBlocks
        With fewer than two deals.
    """
    x = score_columns(scores)
    if x.shape[1] != len(values):
        raise BadInput(f"{len(values)} values and {x.shape[1]} columns of scores")
    margins = simultaneous(x, level).estimates
    changes = simultaneous(x - x[:, :1], level).estimates
    return SweepCurve(
        name,
        tuple(
            SweepPoint(value, margin, change)
            for value, margin, change in zip(values, margins, changes, strict=True)
        ),
        x[:, 0],
    )
