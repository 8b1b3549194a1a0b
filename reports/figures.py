"""The forms of figure a report uses; each takes plain numbers and returns a `Drawing`.

`dots_with_intervals`, `forest`, `stacked_shares`, `waterfall` and `bars` draw one row a case;
`lines_with_bands` and `survival_curves` draw over an axis. Whatever can be named is named where
it is: there are no legends. A strategy's colour and shape come from ``inks``, made once a
report with `reports.palette.strategy_inks`; everything else is drawn in the neutral colours.

Labels are plain text: no marks, no TeX.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure as Canvas

from analysis.estimates import Estimate
from reports import drawing, formats, marks
from reports.curves import Line, lines_with_bands, survival_curves
from reports.drawing import Size
from reports.page import Drawing
from reports.palette import LIGHT, Ink, Inks, ramp
from reports.rows import Rows, lay_rows

__all__ = [
    "Bar",
    "Dot",
    "Line",
    "Pair",
    "Shares",
    "Step",
    "bars",
    "dots_with_intervals",
    "forest",
    "lines_with_bands",
    "stacked_shares",
    "survival_curves",
    "waterfall",
]

_ROUNDING = 1e-6
"""How far sums may be off by rounding alone."""
_APART = 12
"""Pixels between two marks of a row that need no step aside."""
_NEUTRAL = Ink("accent", "o", "solid")
_CAUSAL = Ink("s1", "o", "solid")
_DESCRIPTIVE = Ink("context", "D", "solid")


@dataclass(frozen=True)
class Dot:
    """One row of a comparison."""

    label: str
    estimate: Estimate
    strategy: str | None = None
    """Whose colour and shape it has; None: neutral."""


@dataclass(frozen=True)
class Pair:
    """One row of a forest plot: the same thing measured in two ways."""

    label: str
    causal: Estimate | None
    descriptive: Estimate | None


@dataclass(frozen=True)
class Shares:
    """One bar of parts that add up to 1."""

    label: str
    shares: tuple[float, ...]


@dataclass(frozen=True)
class Step:
    """One summand of a decomposition."""

    label: str
    value: Estimate | float


@dataclass(frozen=True)
class Bar:
    """One bar from zero."""

    label: str
    value: Estimate | float
    strategy: str | None = None


def dots_with_intervals(
    dots: Sequence[Dot],
    *,
    axis: str,
    inks: Inks | None = None,
    zero: bool = True,
    percent: bool = False,
    sides: tuple[str, str] | None = None,
) -> Drawing:
    """Draw estimates as dots with their intervals on one scale.

    Parameters
    ----------
    dots : sequence of Dot
        From top to bottom.
    axis : str
        Name of the scale with its unit: "points a hand, first minus second".
    inks : mapping of str to Ink, optional
        Inks of the strategies named by the dots.
    zero : bool
        Whether zero means something: the scale includes it and a line marks it.
    percent : bool
        Whether the estimates are shares, shown as percent.
    sides : pair of str, optional
        What the two sides of zero mean, written above them: ("`b` wins more", "`a` wins more").
    """
    _some(dots)
    values = [end for dot in dots for end in _ends(dot.estimate)]
    low, high = drawing.limits(values, zero=zero)
    if sides and zero:  # both sides must be there to be named
        room = 0.18 * (high - low)
        low, high = min(low, -room), max(high, room)
    texts = [formats.share(d.estimate) if percent else formats.estimate(d.estimate) for d in dots]

    def paint(size: Size) -> Canvas:
        head = marks.side_lines(size, sides) * 16 + 6 if sides and zero else 4
        rows = lay_rows(size, [d.label for d in dots], texts, axis=axis, head=head)
        drawing.x_scale(rows.axes, low, high, size, percent=percent, zero=zero)
        for y, dot in zip(rows.ys, dots, strict=True):
            marks.mark_estimate(rows, y, dot.estimate, _ink(dot.strategy, inks))
        if sides and zero:
            marks.name_sides(rows, sides)
        return rows.canvas

    return drawing.draw(paint)


def forest(
    pairs: Sequence[Pair],
    *,
    axis: str,
    causal: str = "causal",
    descriptive: str = "descriptive",
) -> Drawing:
    """Draw a causal and a descriptive estimate in each row, in two shapes.

    Parameters
    ----------
    pairs : sequence of Pair
        From top to bottom; None where one of the two was not measured.
    axis : str
        Name of the scale with its unit.
    causal, descriptive : str
        Short names of the two, written at their column of numbers.
    """
    _some(pairs)
    both = [e for pair in pairs for e in (pair.causal, pair.descriptive) if e is not None]
    low, high = drawing.limits([end for e in both for end in _ends(e)], zero=True)

    def paint(size: Size) -> Canvas:
        first = [formats.estimate(pair.causal) for pair in pairs]
        second = [formats.estimate(pair.descriptive) for pair in pairs]
        rows = lay_rows(
            size,
            [p.label for p in pairs],
            first,
            axis=axis,
            head=26,
            second=(second, descriptive),
            first_name=causal,
        )
        drawing.x_scale(rows.axes, low, high, size)
        for y, pair in zip(rows.ys, pairs, strict=True):
            _pair(rows, y, pair)
        for x, y, ink in rows.heads(_CAUSAL, _DESCRIPTIVE):
            drawing.mark(rows.canvas, x, y, ink, hollow=ink is _DESCRIPTIVE)
        return rows.canvas

    return drawing.draw(paint)


def stacked_shares(rows: Sequence[Shares], *, parts: Sequence[str], axis: str) -> Drawing:
    """Draw shares as bars of 100 %, the parts named above the first bar and numbered inside.

    Parameters
    ----------
    rows : sequence of Shares
        One bar each; the shares of a bar add up to 1.
    parts : sequence of str
        Names of the parts in order, at most six.
    axis : str
        What the whole is: "share of hands".
    """
    _some(rows)
    for row in rows:
        if len(row.shares) != len(parts):
            raise ValueError(f"{row.label}: {len(row.shares)} shares for {len(parts)} parts")
        if min(row.shares) < 0 or abs(math.fsum(row.shares) - 1) > _ROUNDING:
            raise ValueError(f"{row.label}: shares must be 0 or more and add up to 1: {row.shares}")
    tokens = ramp(len(parts))

    def paint(size: Size) -> Canvas:
        laid = lay_rows(
            size, [r.label for r in rows], None, axis=axis, head=4, row=38, under_label=30
        )
        laid.axes.set_xlim(0, 1)
        drawing.x_scale(laid.axes, 0, 1, size, percent=True, zero=False)
        laid.axes.grid(visible=False)
        for y, row in zip(laid.ys, rows, strict=True):
            start = 0.0
            for share, token in zip(row.shares, tokens, strict=True):
                marks.part(laid, y, start, share, token)
                start += share
        marks.name_parts(laid, rows[0].shares, parts)
        return laid.canvas

    return drawing.draw(paint)


def waterfall(
    steps: Sequence[Step], total: Estimate | float, *, axis: str, total_label: str = "total"
) -> Drawing:
    """Draw a decomposition: each step starts where the one before ended, the last bar is the sum.

    Parameters
    ----------
    steps : sequence of Step
        The summands in order.
    total : Estimate or float
        Their sum.
    axis : str
        Name of the scale with its unit.
    total_label : str
        Name of the sum.

    Raises
    ------
    ValueError
        If the steps do not add up to the total.
    """
    _some(steps)
    values = [_value(step.value) for step in steps]
    whole = _value(total)
    if abs(math.fsum(values) - whole) > _ROUNDING * max(1.0, *(abs(v) for v in values)):
        raise ValueError(f"the steps add up to {math.fsum(values)}, not to the total {whole}")
    starts = [math.fsum(values[:place]) for place in range(len(values))]
    low, high = drawing.limits([*starts, whole, 0.0], zero=True)
    labels = [*(step.label for step in steps), total_label]
    texts = [*(formats.signed(step.value) for step in steps), formats.signed(total)]

    def paint(size: Size) -> Canvas:
        rows = lay_rows(size, labels, texts, axis=axis, head=4)
        drawing.x_scale(rows.axes, low, high, size)
        for place, (start, value) in enumerate(zip(starts, values, strict=True)):
            marks.bar(rows, rows.ys[place], start, value, "gain" if value >= 0 else "loss")
            end = start + value
            rows.axes.plot(
                [end, end],
                [rows.ys[place], rows.ys[place + 1]],
                color=LIGHT["zero"],
                linewidth=1,
                zorder=2,
            )
        marks.bar(rows, rows.ys[-1], 0.0, whole, "ink")
        if isinstance(total, Estimate):
            marks.whisker(rows, rows.ys[-1], total, "context")
        rows.rule_above(len(steps))
        return rows.canvas

    return drawing.draw(paint)


def bars(
    rows: Sequence[Bar], *, axis: str, inks: Inks | None = None, percent: bool = False
) -> Drawing:
    """Draw amounts as bars from zero, with their intervals when they have them.

    Parameters
    ----------
    rows : sequence of Bar
        From top to bottom.
    axis : str
        Name of the scale with its unit.
    inks : mapping of str to Ink, optional
        Inks of the strategies named by the bars.
    percent : bool
        Whether the values are shares, shown as percent.
    """
    _some(rows)
    ends = [end for row in rows for end in _ends(row.value)]
    low, high = drawing.limits(ends, zero=True)
    low = 0.0 if min(ends) >= 0 else low
    texts = [formats.share(r.value) if percent else formats.estimate(r.value) for r in rows]

    def paint(size: Size) -> Canvas:
        laid = lay_rows(size, [r.label for r in rows], texts, axis=axis, head=4)
        drawing.x_scale(laid.axes, low, high, size, percent=percent)
        for y, row in zip(laid.ys, rows, strict=True):
            marks.bar(laid, y, 0.0, _value(row.value), _ink(row.strategy, inks).token)
            if isinstance(row.value, Estimate):
                marks.whisker(laid, y, row.value, "ink")
        return laid.canvas

    return drawing.draw(paint)


def _some(rows: Sequence[object]) -> None:
    if not rows:
        raise ValueError("nothing to draw; give the section an empty_reason instead")


def _value(value: Estimate | float) -> float:
    return value.value if isinstance(value, Estimate) else float(value)


def _ends(value: Estimate | float) -> tuple[float, ...]:
    if isinstance(value, Estimate):
        return (value.low, value.value, value.high)
    return (float(value),)


def _ink(strategy: str | None, inks: Inks | None) -> Ink:
    if strategy is None:
        return _NEUTRAL
    if inks is None or strategy not in inks:
        raise ValueError(f"strategy {strategy!r} has no ink; pass inks=strategy_inks(all of them)")
    return inks[strategy]


def _pair(rows: Rows, y: float, pair: Pair) -> None:
    """Draw both marks on one line, joined; one above the other where they would overlap."""
    causal, descriptive = pair.causal, pair.descriptive
    apart = 0.0
    if causal is not None and descriptive is not None:
        lower, upper = sorted((causal, descriptive), key=lambda each: each.value)
        if rows.pixel(upper.low) - rows.pixel(lower.high) < _APART:
            apart = 5.0
        else:
            ends = [lower.value, upper.value]
            rows.axes.plot(ends, [y, y], color=LIGHT["rule"], linewidth=1.5, zorder=2)
    if descriptive is not None:
        marks.mark_estimate(rows, y + apart, descriptive, _DESCRIPTIVE, hollow=True)
    if causal is not None:
        marks.mark_estimate(rows, y - apart, causal, _CAUSAL)
