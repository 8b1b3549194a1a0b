"""An estimate as columns of a data frame."""

from __future__ import annotations

import math
from typing import Final

from analysis.estimates import Estimate

PARTS: Final = ("se", "low", "high", "n")
"""What follows the value: standard error, interval, deal blocks."""


def columns_of_estimate(name: str, value: Estimate | float | None) -> dict[str, float | int]:
    """Return the columns NAME, NAME_se, NAME_low, NAME_high and NAME_n; nan where there is none.

    Examples
    --------
    >>> columns_of_estimate("margin", Estimate(7.0, 0.5, 100, 0.95, 6.0, 8.0))
    {'margin': 7.0, 'margin_se': 0.5, 'margin_low': 6.0, 'margin_high': 8.0, 'margin_n': 100}
    """
    if isinstance(value, Estimate):
        return {name: value.value} | {f"{name}_{part}": getattr(value, part) for part in PARTS}
    # nan and not None: a column without a single figure is one of numbers, too.
    return {name: math.nan if value is None else value} | {
        f"{name}_{part}": math.nan for part in PARTS
    }


def names_of_estimate(name: str) -> tuple[str, ...]:
    """Return the names of these columns."""
    return (name, *(f"{name}_{part}" for part in PARTS))
