"""How many digits of a figure are shown: those that its error supports."""

from __future__ import annotations

import math
from typing import Final

EVERY_TIME: Final = 100


def digits_supported(error: float) -> int:
    """Return how many decimals an error supports: one significant digit, two after a leading 1.

    Examples
    --------
    >>> digits_supported(0.42), digits_supported(0.14), digits_supported(23.0)
    (1, 2, -1)
    """
    if not (math.isfinite(error) and error > 0):
        return 2
    exponent = math.floor(math.log10(error))
    leading = error / 10.0**exponent
    leads_with_one = round(leading, 1) < 2  # noqa: PLR2004
    return -exponent + leads_with_one


def rounded_text(value: float, decimals: int) -> str:
    """Write `value` with `decimals` decimals; negative counts round to tens, hundreds, …."""
    return f"{round(value, decimals) + 0.0:.{max(decimals, 0)}f}"


def percent_text(percent: float, decimals: int) -> str:
    """Write a percentage, keeping 0 and 100 for the exact ones."""
    step = 10.0**-decimals
    if percent in (0, EVERY_TIME):
        return f"{percent:.0f} %"
    if 0 < percent < step / 2:
        return f"<{step:.{decimals}f} %"
    if EVERY_TIME - step / 2 < percent < EVERY_TIME:
        return f">{EVERY_TIME - step:.{decimals}f} %"
    return f"{rounded_text(percent, decimals)} %"
