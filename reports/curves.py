"""Figures over an axis: lines with bands, and survival curves, each named at its end."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from reports import drawing, formats
from reports.drawing import DASHES, SMALL, TEXT, Size
from reports.page import Drawing
from reports.palette import CONTEXT, LIGHT, Ink, Inks

_HEAD = 30
_LINE_STEP = 16
_FEWEST_POINTS = 2
_NEUTRALS = (Ink("s1", "o", "solid"), Ink("s2", "D", "dashed"), Ink("s3", "s", "dashdot"))


@dataclass(frozen=True)
class Line:
    """One curve with its name, and the band of its interval when it has one."""

    label: str
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] | None = None
    high: Sequence[float] | None = None
    strategy: str | None = None
    """Whose colour, shape and dash it has; None: one of three neutral ones."""
    context: bool = False
    """Whether it is there only for comparison: grey."""


def lines_with_bands(
    lines: Sequence[Line],
    *,
    x_axis: str,
    y_axis: str,
    inks: Inks | None = None,
    percent: bool = False,
    zero: bool = True,
) -> Drawing:
    """Draw change over an axis as lines with the bands of their intervals, named at their ends.

    Parameters
    ----------
    lines : sequence of Line
        The curves, each with x in rising order.
    x_axis, y_axis : str
        Names of the axes with units.
    inks : mapping of str to Ink, optional
        Inks of the strategies named by the lines.
    percent : bool
        Whether y is a share, shown as percent.
    zero : bool
        Whether the scale of y includes zero.
    """
    _check(lines)
    ys = [y for line in lines for part in (line.y, line.low, line.high) for y in part or ()]
    low, high = drawing.limits(ys, zero=zero)
    if min(ys) >= 0:
        low = max(low, 0.0)
    if percent and max(ys) <= 1:
        high = min(high, 1.0)

    def scale(axes: Axes) -> None:
        drawing.y_scale(axes, low, high, percent=percent, zero=zero)

    labels = drawing.tick_labels(drawing.tick_values(low, high, drawing.Y_TICKS), percent=percent)
    return _draw_curves(lines, (x_axis, y_axis), inks, scale, labels, drawstyle="default")


def survival_curves(
    curves: Sequence[Line],
    *,
    x_axis: str,
    y_axis: str,
    inks: Inks | None = None,
    log: bool = False,
) -> Drawing:
    """Draw the share of cases that reach at least x, as steps.

    Parameters
    ----------
    curves : sequence of Line
        y is the share (0 to 1) of cases of x or more, falling.
    x_axis, y_axis : str
        Names of the axes: "score of the hand, points", "share of hands that score this or more".
    inks : mapping of str to Ink, optional
        Inks of the strategies named by the curves.
    log : bool
        Whether shares are on a logarithmic scale, which shows the tails. Zeros end a curve there.
    """
    _check(curves)
    shown = [_above_zero(curve) if log else curve for curve in curves]
    smallest = min(min(curve.y) for curve in shown)

    def scale(axes: Axes) -> None:
        if log:
            _log_shares(axes, smallest)
        else:
            drawing.y_scale(axes, 0, 1.02, percent=True)

    labels = [_decade(10.0 ** -_decades(smallest))] if log else [f"100{formats.SPACE}%"]
    return _draw_curves(shown, (x_axis, y_axis), inks, scale, labels, drawstyle="steps-pre")


def _draw_curves(
    lines: Sequence[Line],
    names: tuple[str, str],
    inks: Inks | None,
    scale: Callable[[Axes], None],
    y_labels: Sequence[str],
    drawstyle: Any,
) -> Drawing:
    """Draw curves; `scale` sets the vertical scale, with labels as wide as `y_labels`."""
    x_axis, y_axis = names
    drawn = [_ink(line, place, inks) for place, line in enumerate(lines)]
    xs = [x for line in lines for x in line.x]
    low, high = min(xs), max(xs)

    def paint(size: Size) -> Canvas:
        named = [drawing.wrap(line.label, 104 if size.narrow else 190) for line in lines]
        right = max(drawing.text_width(text) for text_lines in named for text in text_lines) + 38
        left = 10 + max(drawing.text_width(text, SMALL) for text in y_labels)
        head = _HEAD + 15 * (len(drawing.wrap(y_axis, size.width, SMALL)) - 1)
        inner = size.width - left - right
        bottom = drawing.axis_room(x_axis, inner)
        height = head + (210 if size.narrow else 260) + bottom
        canvas, axes = drawing.new_canvas(
            size, height, left=left, right=right, top=head, bottom=bottom
        )
        drawing.x_scale(axes, low, high, size, zero=False)
        axes.grid(visible=False)
        scale(axes)
        for line, ink in zip(lines, drawn, strict=True):
            _curve(axes, line, ink, drawstyle)
        for place, text in enumerate(drawing.wrap(y_axis, size.width, SMALL)):
            drawing.write(canvas, 0, 8 + 15 * place, text, size=SMALL, colour="muted")
        drawing.name_x_axis(canvas, left, left + inner, x_axis, bottom)
        _name_ends(canvas, axes, lines, drawn, named, (size.width - right, head, height - bottom))
        return canvas

    return drawing.draw(paint)


def _curve(axes: Axes, line: Line, ink: Ink, drawstyle: Any) -> None:
    if line.low is not None and line.high is not None:
        axes.fill_between(
            line.x, line.low, line.high, color=ink.colour, alpha=0.18, linewidth=0, zorder=2
        )
    axes.plot(
        line.x,
        line.y,
        color=ink.colour,
        linewidth=2.2,
        linestyle=DASHES[ink.dash],
        drawstyle=drawstyle,
        zorder=3,
        dash_capstyle="butt",
    )


def _name_ends(
    canvas: Canvas,
    axes: Axes,
    lines: Sequence[Line],
    drawn: Sequence[Ink],
    named: Sequence[list[str]],
    box: tuple[float, float, float],
) -> None:
    """Write each name right of the end of its line, apart from the others."""
    edge, top, bottom = box
    height = canvas.get_size_inches()[1] * 72
    ends = [axes.transData.transform((line.x[-1], line.y[-1])) for line in lines]
    gap = _LINE_STEP * max(len(text_lines) for text_lines in named)
    places = drawing.spread([height - y for _, y in ends], gap, top, bottom)
    for (x, y), place, ink, text_lines in zip(ends, places, drawn, named, strict=True):
        drawing.stroke(canvas, [x, edge + 20], [height - y, place], colour=ink.token, width=1)
        drawing.mark(canvas, edge + 22, place, ink)
        first = place - _LINE_STEP * (len(text_lines) - 1) / 2
        for shift, text in enumerate(text_lines):
            drawing.write(canvas, edge + 32, first + _LINE_STEP * shift, text, size=TEXT)


def _log_shares(axes: Axes, smallest: float) -> None:
    ticks = [10.0**-k for k in range(_decades(smallest) + 1)]
    axes.set_yscale("log")
    axes.set_ylim(ticks[-1], 1.15)
    axes.yaxis.set_major_locator(FixedLocator(ticks))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: _decade(share)))
    axes.grid(axis="y", color=LIGHT["grid"], linewidth=1)


def _decades(smallest: float) -> int:
    return max(math.ceil(-math.log10(smallest) - 1e-9), 1)


def _decade(share: float) -> str:
    """Write a power of ten as percent, never in scientific notation."""
    digits = max(-round(math.log10(share)) - 2, 0)
    return f"{100 * share:.{digits}f}{formats.SPACE}%"


def _above_zero(curve: Line) -> Line:
    kept = [(x, y) for x, y in zip(curve.x, curve.y, strict=True) if y > 0]
    if not kept:
        raise ValueError(f"{curve.label}: no share above zero to draw on a log scale")
    xs, ys = zip(*kept, strict=True)
    return Line(curve.label, xs, ys, strategy=curve.strategy, context=curve.context)


def _ink(line: Line, place: int, inks: Inks | None) -> Ink:
    if line.context:
        return CONTEXT
    if line.strategy is None:
        return _NEUTRALS[place % len(_NEUTRALS)]
    if inks is None or line.strategy not in inks:
        raise ValueError(
            f"strategy {line.strategy!r} has no ink; pass inks=strategy_inks(all of them)"
        )
    return inks[line.strategy]


def _check(lines: Sequence[Line]) -> None:
    if not lines:
        raise ValueError("nothing to draw; give the section an empty_reason instead")
    for line in lines:
        if not len(line.x) == len(line.y) >= _FEWEST_POINTS:
            raise ValueError(
                f"{line.label}: {len(line.x)} x and {len(line.y)} y; 2 or more of each"
            )
