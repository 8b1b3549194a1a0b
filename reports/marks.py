"""What is drawn in the rows of a figure: estimates, bars, parts, and the names beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analysis.estimates import Estimate
from reports import drawing, formats
from reports.drawing import SMALL, Size
from reports.palette import LIGHT, Ink
from reports.rows import Rows


def mark_estimate(
    rows: Rows, y: float, estimate: Estimate, ink: Ink, *, hollow: bool = False
) -> None:
    """Draw the interval as a line and the value as a shape on it."""
    if math.isfinite(estimate.half_width):
        rows.axes.plot(
            [estimate.low, estimate.high],
            [y, y],
            color=ink.colour,
            linewidth=2.5,
            zorder=3,
            solid_capstyle="butt",
        )
    rows.axes.plot(
        [estimate.value],
        [y],
        ink.shape,
        color=LIGHT["paper"] if hollow else ink.colour,
        markeredgecolor=ink.colour if hollow else LIGHT["paper"],
        markeredgewidth=1.6 if hollow else 1,
        markersize=7 if hollow else 10,
        zorder=4,
        clip_on=False,
    )


def whisker(rows: Rows, y: float, estimate: Estimate, colour: str) -> None:
    """Draw an interval as a thin line over a bar."""
    if math.isfinite(estimate.half_width):
        rows.axes.plot([estimate.low, estimate.high], [y, y], color=LIGHT[colour], linewidth=2)


def bar(rows: Rows, y: float, start: float, value: float, token: str) -> None:
    """Draw a bar of a length from a start."""
    rows.axes.barh(y, value, left=start, height=16, color=LIGHT[token], zorder=2)


def _side_texts(sides: tuple[str, str]) -> tuple[str, str]:
    return f"← {sides[0]}", f"{sides[1]} →"


def side_lines(size: Size, sides: tuple[str, str]) -> int:
    """Return how many lines the names of both sides of zero need."""
    widths = [drawing.text_width(text, SMALL) for text in _side_texts(sides)]
    return 1 if sum(widths) + 16 <= size.width else 2


def name_sides(rows: Rows, sides: tuple[str, str]) -> None:
    """Write what the sides of zero mean beside its line, or at the edges where there is no room."""
    left, right = _side_texts(sides)
    width = rows.size.width
    zero = rows.pixel(0.0)
    fits_left = drawing.text_width(left, SMALL) + 8 <= zero
    fits_right = zero + 8 + drawing.text_width(right, SMALL) <= width
    if fits_left and fits_right:
        places = ((left, zero - 8, "right", 10.0), (right, zero + 8, "left", 10.0))
    else:
        below = 10.0 + 16 * (side_lines(rows.size, sides) - 1)
        places = ((left, 0.0, "left", 10.0), (right, width - 1, "right", below))
    for text, x, align, y in places:
        drawing.write(rows.canvas, x, y, text, align=align, size=SMALL, colour="muted")


def part(rows: Rows, y: float, start: float, share: float, token: str) -> None:
    """Draw one part of a stacked bar, with its share inside where that fits."""
    rows.axes.barh(
        y, share, left=start, height=26, color=LIGHT[token], edgecolor=LIGHT["paper"], linewidth=1
    )
    for digits in (1, 0):
        text = formats.share(share, digits)
        if drawing.text_width(text, SMALL) + 6 <= share * rows.width:
            rows.write(start + share / 2, y, text, colour=f"{token}-ink")
            return


def name_parts(rows: Rows, shares: Sequence[float], parts: Sequence[str]) -> None:
    """Write the names of the parts above the first bar, with a stroke down to each part."""
    centres = [
        rows.left + rows.width * (math.fsum(shares[:place]) + share / 2)
        for place, share in enumerate(shares)
    ]
    widths = [drawing.text_width(part, SMALL) for part in parts]
    gap = max(widths) + 10
    places = drawing.spread(
        centres, gap, rows.left + widths[0] / 2, rows.left + rows.width - widths[-1] / 2
    )
    bar_top = rows.top + rows.ys[0] - 15
    for centre, place, part in zip(centres, places, parts, strict=True):
        y = bar_top - 17
        drawing.write(rows.canvas, place, y, part, align="center", size=SMALL, colour="ink")
        drawing.stroke(rows.canvas, [place, centre], [y + 8, bar_top], colour="zero", width=0.8)
