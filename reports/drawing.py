"""The canvas that every figure is drawn on: sizes, type, axes, labels that do not collide.

Data coordinates of text and rows are pixels of the finished SVG, so what is laid out here is
what is seen. Matplotlib measures with its own DejaVu Sans, which is wider than the reader's
system font: labels that fit here fit there. No pyplot: figures are objects, and nothing global
is left behind.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure as Canvas
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator
from matplotlib.transforms import IdentityTransform

from reports import formats
from reports.page import Drawing
from reports.palette import LIGHT, Ink
from reports.svg import CLASS_MARK, picture

TEXT = 13
"""Size of labels in pixels."""
SMALL = 12
"""Size of tick labels and axis names in pixels."""
Y_TICKS = 5
"""Most intervals between ticks of a vertical scale."""
DASHES: dict[str, Any] = {
    "solid": "-",
    "dashed": (0, (6, 2.5)),
    "dashdot": (0, (7, 2.5, 1.5, 2.5)),
    "dotted": (0, (1.5, 2)),
    "longdash": (0, (12, 3)),
}

_MISSING_GLYPH = r"Glyph \d+"
"""A name in a script that DejaVu lacks is measured a little wrong here, and shown right by the
reader's fonts."""
_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "fiftyk",
    "font.family": "DejaVu Sans",
    "font.size": TEXT,
    "text.parse_math": False,
    "text.color": LIGHT["ink"],
    "axes.unicode_minus": True,
    "path.simplify": False,
}


@dataclass(frozen=True)
class Size:
    """One of the two widths a figure is drawn at."""

    width: int
    narrow: bool

    @property
    def ticks(self) -> int:
        """Most intervals between ticks that fit an axis."""
        return 4 if self.narrow else 7


WIDE = Size(680, narrow=False)
NARROW = Size(336, narrow=True)


def draw(paint: Callable[[Size], Canvas]) -> Drawing:
    """Paint a figure at both widths and turn it into SVG, the same bytes each time."""
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", _MISSING_GLYPH)
        pictures = []
        for size in (WIDE, NARROW):
            canvas = paint(size)
            out = io.StringIO()
            canvas.savefig(out, format="svg", transparent=True, metadata={"Date": None})
            width, height = canvas.get_size_inches() * canvas.dpi
            pictures.append(picture(out.getvalue(), round(width), round(height)))
    return Drawing(*pictures)


def new_canvas(
    size: Size, height: float, *, left: float, right: float, top: float, bottom: float
) -> tuple[Canvas, Axes]:
    """Make a canvas with bare axes inside the given margins (all in pixels)."""
    canvas = Canvas(figsize=(size.width / 72, height / 72), dpi=72)
    area = (
        left / size.width,
        bottom / height,
        (size.width - left - right) / size.width,
        (height - top - bottom) / height,
    )
    axes = canvas.add_axes(area, facecolor="none")
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0, labelsize=SMALL, labelcolor=LIGHT["muted"], pad=5)
    return canvas, axes


def write(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    align: str = "left",
    size: float = TEXT,
    colour: str = "ink",
    bold: bool = False,
    halo: bool = False,
) -> Text:
    """Write text at a place in pixels from the left and top edge; `y` is its middle."""
    height = canvas.get_size_inches()[1] * 72
    label = canvas.text(
        x,
        height - y,
        text,
        ha=align,
        va="center_baseline",
        fontsize=size,
        color=LIGHT[colour],
        fontweight="bold" if bold else "normal",
        transform=IdentityTransform(),
    )
    if halo:
        label.set_gid(CLASS_MARK + "halo")
    return label


def stroke(
    canvas: Canvas, xs: Sequence[float], ys: Sequence[float], *, colour: str, width: float = 1
) -> None:
    """Draw a line in pixels from the left and top edge, over everything."""
    height = canvas.get_size_inches()[1] * 72
    canvas.add_artist(
        Line2D(
            xs,
            [height - y for y in ys],
            color=LIGHT[colour],
            linewidth=width,
            transform=IdentityTransform(),
        )
    )


def mark(canvas: Canvas, x: float, y: float, ink: Ink, *, hollow: bool = False) -> None:
    """Draw the shape of an ink at a place in pixels from the left and top edge."""
    height = canvas.get_size_inches()[1] * 72
    canvas.add_artist(
        Line2D(
            [x],
            [height - y],
            linestyle="none",
            marker=ink.shape,
            markersize=6 if hollow else 8,
            markerfacecolor=LIGHT["paper"] if hollow else ink.colour,
            markeredgecolor=ink.colour,
            markeredgewidth=1.5 if hollow else 0.5,
            transform=IdentityTransform(),
        )
    )


@lru_cache(maxsize=4096)
def text_width(text: str, size: float = TEXT, *, bold: bool = False) -> float:
    """Measure text in pixels."""
    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal", size=size)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", _MISSING_GLYPH)
        width, _, _ = _measure().get_text_width_height_descent(text, font, ismath=False)
    return float(width)


@lru_cache(maxsize=1)
def _measure() -> RendererAgg:
    return RendererAgg(1, 1, 72)


def wrap(text: str, width: float, size: float = TEXT) -> list[str]:
    """Break text into lines that fit a width in pixels, at spaces and after colons."""
    lines = [""]
    for piece in re.findall(r"[^\s:]*:|[^\s:]+|\s+", text):
        if lines[-1] and piece.strip() and text_width(lines[-1] + piece, size) > width:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]


def limits(values: Sequence[float], *, zero: bool, pad: float = 0.05) -> tuple[float, float]:
    """Find the range of an axis: all values, zero if it means something, and some room."""
    finite = [value for value in values if math.isfinite(value)]
    if not finite:
        raise ValueError("nothing to draw: no finite value")
    low, high = min(finite), max(finite)
    if zero:
        low, high = min(low, 0.0), max(high, 0.0)
    room = pad * (high - low) or abs(high) * 0.1 or 1.0
    return low - room, high + room


def tick_values(low: float, high: float, most: int) -> list[float]:
    """Choose round tick values inside a range."""
    chosen = MaxNLocator(nbins=most, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    return [float(value) for value in chosen if low <= value <= high]


def tick_labels(values: Sequence[float], *, percent: bool = False) -> list[str]:
    """Write tick values, all with the same decimals."""
    scaled = [100 * value if percent else value for value in values]
    gaps = [b - a for a, b in zip(scaled, scaled[1:], strict=False)]
    step = min(gaps) if gaps else 1.0
    digits = max(-math.floor(math.log10(step) + 1e-9), 0)
    if round(step, digits) != round(step, digits + 1):
        digits += 1
    unit = f"{formats.SPACE}%" if percent else ""
    return [formats.number(round(value, 9) + 0.0, digits) + unit for value in scaled]


def x_scale(
    axes: Axes, low: float, high: float, size: Size, *, percent: bool = False, zero: bool = True
) -> None:
    """Set a horizontal scale with light grid lines, and a stronger one at zero."""
    axes.set_xlim(low, high)
    ticks = tick_values(low, high, size.ticks)
    _fix(axes.xaxis, ticks, tick_labels(ticks, percent=percent))
    axes.grid(axis="x", color=LIGHT["grid"], linewidth=1, zorder=0)
    axes.set_axisbelow(True)
    if zero and low < 0 < high:
        axes.axvline(0, color=LIGHT["zero"], linewidth=1.25, zorder=1)


def y_scale(
    axes: Axes, low: float, high: float, *, percent: bool = False, zero: bool = True
) -> None:
    """Set a vertical scale with light grid lines, and a stronger one at zero."""
    axes.set_ylim(low, high)
    ticks = tick_values(low, high, Y_TICKS)
    _fix(axes.yaxis, ticks, tick_labels(ticks, percent=percent))
    axes.grid(axis="y", color=LIGHT["grid"], linewidth=1, zorder=0)
    axes.set_axisbelow(True)
    if zero and low <= 0 <= high:
        axes.axhline(0, color=LIGHT["zero"], linewidth=1.25, zorder=1)


def name_x_axis(canvas: Canvas, left: float, right: float, name: str, bottom: float) -> None:
    """Write the name of a horizontal axis below it, in as many lines as it needs."""
    height = canvas.get_size_inches()[1] * 72
    lines = wrap(name, right - left, SMALL)
    for place, line in enumerate(lines):
        y = height - bottom + 31 + 15 * place
        write(canvas, (left + right) / 2, y, line, align="center", size=SMALL, colour="muted")


def axis_room(name: str, width: float) -> float:
    """Return the pixels needed below the axes for tick labels and the axis name."""
    return 23 + 15 * len(wrap(name, width, SMALL)) + 4


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move label positions apart to at least `gap`, as little as possible, inside a range."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    groups: list[list[float]] = []  # [centre, number of labels]
    for index in order:
        groups.append([min(max(places[index], low), high), 1])
        while len(groups) > 1 and _touch(groups[-2], groups[-1], gap):
            (centre, count), (other, more) = groups[-2], groups.pop()
            both = count + more
            half = gap * (both - 1) / 2
            middle = (centre * count + other * more) / both
            groups[-1] = [min(max(middle, low + half), max(high - half, low + half)), both]
    spaced: list[float] = []
    for centre, count in groups:
        spaced += [centre + gap * (k - (count - 1) / 2) for k in range(int(count))]
    moved = [0.0] * len(places)
    for index, place in zip(order, spaced, strict=True):
        moved[index] = place
    return moved


def _touch(lower: list[float], upper: list[float], gap: float) -> bool:
    return (upper[0] - lower[0]) < gap * (lower[1] + upper[1]) / 2


def _fix(axis: Any, ticks: list[float], labels: list[str]) -> None:
    named = dict(zip(ticks, labels, strict=True))
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: named.get(float(value), "")))
