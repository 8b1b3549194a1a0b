"""Figures that several pages draw alike."""

from __future__ import annotations

from collections.abc import Sequence

from reports import figures, formats
from reports.page import Figure
from reports.palette import Inks


def dotted(  # noqa: PLR0913
    dots: Sequence[figures.Dot],
    *,
    axis: str,
    caption: str,
    title: str,
    inks: Inks | None = None,
    percent: bool = False,
    sides: tuple[str, str] | None = None,
) -> Figure:
    """Draw estimates as dots with their intervals, and say each of them in the description.

    Parameters
    ----------
    dots : sequence of figures.Dot
        From top to bottom.
    axis : str
        Name of the scale with its unit.
    caption : str
        What is seen and what the bars are.
    title : str
        Short name of the figure.
    inks, percent, sides
        As in `figures.dots_with_intervals`.
    """
    write = formats.share if percent else formats.estimate
    return Figure(
        figures.dots_with_intervals(dots, axis=axis, inks=inks, percent=percent, sides=sides),
        caption,
        title,
        "; ".join(f"{dot.label}: {write(dot.estimate)}" for dot in dots) + ".",
    )
