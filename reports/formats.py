"""How numbers look in a report; used as filters in the templates and in the sentences of pages.

Rounding follows the error (`analysis.digits`), minus signs are real ones, thousands are
separated by commas, and 0 % and 100 % appear only where they are exact. Spaces inside a figure
do not break.
"""

from __future__ import annotations

import math

from analysis.digits import digits_supported, rounded_text
from analysis.estimates import Estimate

MINUS = "\N{MINUS SIGN}"
SPACE = "\N{NO-BREAK SPACE}"
NOTHING = "\N{EN DASH}"
"""Shown where there is no value."""

_SMALLEST_P = 0.001
_IN_BETWEEN = (0.1, 0.99)
"""Where two decimals of a p-value are enough."""
_WHOLE = 100
_LOPSIDED = 0.1
"""Share of the half-width by which an interval may lean before it is written out (as Estimate
does)."""


def number(value: float | None, digits: int | None = None) -> str:
    """Write a plain number: integers whole, others with about three significant digits.

    Examples
    --------
    >>> number(200000), number(-7.3142), number(1234.56), number(0.04567)
    ('200,000', '−7.31', '1,235', '0.0457')
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    if digits is None:
        digits = 0 if value == int(value) else _significant(value, 3)
    return _grouped(value, digits)


def share(value: float | Estimate | None, digits: int | None = None) -> str:
    """Write a share (0 to 1) as percent, with its error when it has one.

    Examples
    --------
    >>> share(0.2479).split(), share(0.00002).split(), share(1).split()
    (['24.8', '%'], ['<', '0.1', '%'], ['100', '%'])
    """
    if isinstance(value, Estimate):
        return _percent_estimate(value)
    if value is None or not math.isfinite(value):
        return NOTHING
    digits = 1 if digits is None else digits
    percent = 100 * value
    step = 10.0**-digits
    if percent in (0, 100):
        text = f"{percent:.0f}"
    elif 0 < percent < step / 2:
        text = f"<{SPACE}{step:.{digits}f}"
    elif 100 - step / 2 <= percent < _WHOLE:
        text = f">{SPACE}{100 - step:.{digits}f}"
    else:
        text = _grouped(percent, digits)
    return f"{text}{SPACE}%"


def estimate(value: Estimate | float | None) -> str:
    """Write an estimate as ``7.3 ± 0.4``: after ± stands half the width of its interval.

    An interval that leans to one side is written out.

    Examples
    --------
    >>> estimate(Estimate(-7.3142, 0.2, 1000, 0.95, -7.7062, -6.9222)).split()
    ['−7.3', '±', '0.4']
    >>> estimate(Estimate(7.0, 2.0, 30, 0.95, 6.0, 12.0)).split()
    ['7', '(6', 'to', '12)']
    """
    if not isinstance(value, Estimate):
        return number(value)
    if not math.isfinite(value.value):
        return NOTHING
    half = value.half_width
    if not math.isfinite(half):
        return f"{number(value.value)} (error unknown)".replace(" ", SPACE)
    if half == 0:
        return f"{number(value.value)}{SPACE}±{SPACE}0"
    digits = digits_supported(half)
    shown = _grouped(value.value, digits)
    if _leans(value):
        ends = f"({_grouped(value.low, digits)} to {_grouped(value.high, digits)})"
        return f"{shown} {ends}".replace(" ", SPACE)
    return f"{shown}{SPACE}±{SPACE}{_grouped(half, digits)}"


def signed(value: Estimate | float | None) -> str:
    """Write a change with its sign, also when it is a gain.

    Examples
    --------
    >>> print(signed(4.25), signed(-4.25), signed(0))
    +4.25 −4.25 0
    """
    text = estimate(value)
    gains = value is not None and (value.value if isinstance(value, Estimate) else value) > 0
    return f"+{text}" if gains else text


def interval(value: Estimate) -> str:
    """Write only the interval: ``6.9 to 7.7``.

    Examples
    --------
    >>> interval(Estimate(7.3142, 0.2, 1000, 0.95, 6.9222, 7.7062)).split()
    ['6.9', 'to', '7.7']
    """
    digits = digits_supported(value.half_width)
    return f"{_grouped(value.low, digits)}{SPACE}to{SPACE}{_grouped(value.high, digits)}"


def p_value(value: float | None) -> str:
    """Write a p-value; never 0.000.

    Examples
    --------
    >>> p_value(0.00001).split(), p_value(0.0123), p_value(0.34)
    (['<', '0.001'], '0.012', '0.34')
    """
    if value is None or not math.isfinite(value):
        return NOTHING
    if value < _SMALLEST_P:
        return f"<{SPACE}{_SMALLEST_P}"
    if 1 - _SMALLEST_P < value < 1:
        return f">{SPACE}{1 - _SMALLEST_P}"
    return (
        "1" if value == 1 else _grouped(value, 2 if _IN_BETWEEN[0] < value < _IN_BETWEEN[1] else 3)
    )


def level_percent(level: float) -> str:
    """Write the level of an interval: ``95 %``."""
    return f"{100 * level:.6g}{SPACE}%"


def _percent_estimate(value: Estimate) -> str:
    percent = value.scaled(100)
    half = percent.half_width
    if half == 0 or not math.isfinite(half):
        return share(value.value)
    digits = max(digits_supported(half), 0)
    # A share near 0 or 1 keeps the digits that tell it from them.
    while round(percent.value, digits) in (0, 100) and percent.value not in (0, 100):
        digits += 1
    shown = "0" if percent.value == 0 else _grouped(percent.value, digits)
    if percent.value == _WHOLE:
        shown = "100"
    if _leans(value):
        low = _grouped(percent.low, digits)
        high = _grouped(percent.high, digits)
        return f"{shown} % ({low} to {high})".replace(" ", SPACE)
    return f"{shown} ± {_grouped(half, digits)} %".replace(" ", SPACE)


def _leans(value: Estimate) -> bool:
    return abs(value.low + value.high - 2 * value.value) > _LOPSIDED * value.half_width


def _significant(value: float, digits: int) -> int:
    return max(digits - 1 - math.floor(math.log10(abs(value))), 0) if value else 0


def _grouped(value: float, digits: int) -> str:
    rounded = rounded_text(value, digits)
    whole, dot, rest = rounded.lstrip("-").partition(".")
    sign = MINUS if rounded.startswith("-") else ""
    return f"{sign}{int(whole):,}{dot}{rest}"
