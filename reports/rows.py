"""The frame of figures with one row a case: labels, marks on a common scale, values.

On a wide page the label stands left of its row and the value right of it; on a phone, or where
labels are long, both stand on a line above the marks, so that the scale keeps the whole width.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from reports import drawing
from reports.drawing import SMALL, TEXT, Size, text_width
from reports.palette import Ink

_LONGEST_LABEL = 250
_EDGE = 10.0


@dataclass(frozen=True)
class Rows:
    """A canvas whose axes have data units across and pixels from their top down."""

    size: Size
    canvas: Canvas
    axes: Axes
    ys: tuple[float, ...]
    """Middle of the marks of each row, in pixels below the top of the axes."""
    left: float
    width: float
    top: float
    row_tops: tuple[float, ...]
    head_places: tuple[tuple[float, float], ...]
    """Where the shapes that name the value columns go, in pixels of the canvas."""

    def pixel(self, value: float) -> float:
        """Return the place of a value of the scale in pixels of the canvas."""
        low, high = self.axes.get_xlim()
        return self.left + self.width * (value - low) / (high - low)

    def write(self, x: float, y: float, text: str, *, colour: str) -> None:
        """Write small text centred at a place of the axes."""
        drawing.write(
            self.canvas,
            self.pixel(x),
            self.top + y,
            text,
            align="center",
            size=SMALL,
            colour=colour,
        )

    def heads(self, *inks: Ink) -> Iterator[tuple[float, float, Ink]]:
        """Pair the places of the column names with inks."""
        for (x, y), ink in zip(self.head_places, inks, strict=True):
            yield x, y, ink

    def rule_above(self, place: int) -> None:
        """Draw the line that stands above a sum."""
        y = self.top + self.row_tops[place]
        drawing.stroke(self.canvas, [0, self.size.width], [y, y], colour="rule", width=1)


def lay_rows(
    size: Size,
    labels: Sequence[str],
    values: Sequence[str] | None,
    *,
    axis: str,
    head: float,
    row: float = 30,
    under_label: float = 0,
    first_name: str = "",
    second: tuple[Sequence[str], str] | None = None,
) -> Rows:
    """Lay out rows with their labels and values.

    Parameters
    ----------
    size : Size
        Wide or narrow.
    labels : sequence of str
        One a row.
    values : sequence of str, optional
        Written at the right, one a row.
    axis : str
        Name of the scale.
    head : float
        Pixels kept free above the first row.
    row : float
        Height of a row in pixels, without a label line.
    under_label : float
        Pixels kept free over the marks of the first row, for the names of its parts.
    first_name : str
        Name of the column of values, when there are two.
    second : tuple of (sequence of str, str), optional
        A second column of values and its name; left out where the labels stand above the rows.
    """
    above = size.narrow or max(map(text_width, labels)) > _LONGEST_LABEL
    columns = _columns(values, first_name, second)
    if above:
        left = right = _EDGE
        step, middle, extra = row + 18, 16 + row / 2, under_label
    else:
        left = max(map(text_width, labels)) + 16
        right = sum(width for _, _, width in columns) or _EDGE + 8
        step, middle, extra = row, row / 2, 0.0
        head += under_label
    inner = size.width - left - right
    bottom = drawing.axis_room(axis, inner)
    body = extra + step * len(labels)
    height = head + body + bottom
    canvas, axes = drawing.new_canvas(size, height, left=left, right=right, top=head, bottom=bottom)
    tops = tuple(step * place + (extra if place else 0.0) for place in range(len(labels)))
    ys = tuple(top + middle + (0.0 if place else extra) for place, top in enumerate(tops))
    axes.set_ylim(body, 0)
    axes.set_yticks([])
    drawing.name_x_axis(canvas, left, left + inner, axis, bottom)
    laid = Rows(size, canvas, axes, ys, left, inner, head, tops, ())
    if above:
        return _label_above(laid, labels, columns)
    return _label_beside(laid, labels, columns)


_Column = tuple[Sequence[str], str, float]


def _columns(
    values: Sequence[str] | None, first_name: str, second: tuple[Sequence[str], str] | None
) -> list[_Column]:
    """Return texts, name and width in pixels of each column of values."""
    columns: list[_Column] = []
    for texts, name in [(values, first_name), *([second] if second else [])]:
        if texts is not None:
            widest = max(text_width(text, bold=not columns) for text in texts)
            columns.append((texts, name, max(widest, text_width(name, SMALL) + 14) + 18))
    return columns


def _label_beside(rows: Rows, labels: Sequence[str], columns: list[_Column]) -> Rows:
    for y, label in zip(rows.ys, labels, strict=True):
        drawing.write(rows.canvas, 0, rows.top + y, label)
    edge = rows.left + rows.width
    heads = []
    for place, (texts, name, width) in enumerate(columns):
        edge += width
        for y, text in zip(rows.ys, texts, strict=True):
            _write_value(rows, edge - 1, rows.top + y, text, main=place == 0)
        if name:
            drawing.write(rows.canvas, edge - 1, 12, name, align="right", size=SMALL)
            heads.append((edge - text_width(name, SMALL) - 9, 12.0))
    return _with_heads(rows, heads)


def _label_above(rows: Rows, labels: Sequence[str], columns: list[_Column]) -> Rows:
    for top, label in zip(rows.row_tops, labels, strict=True):
        room = rows.size.width - (columns[0][2] if columns else 0)
        size = TEXT if text_width(label) <= room else SMALL
        drawing.write(rows.canvas, 0, rows.top + top + 10, label, size=size, halo=True)
    if columns:
        for top, text in zip(rows.row_tops, columns[0][0], strict=True):
            _write_value(rows, rows.size.width - 1, rows.top + top + 10, text, main=True)
    heads = []
    x = 0.0
    for _, name, _ in columns:
        if name:
            heads.append((x + 5, 10.0))
            drawing.write(rows.canvas, x + 14, 10, name, size=SMALL)
            x += 14 + text_width(name, SMALL) + 18
    return _with_heads(rows, heads)


def _write_value(rows: Rows, x: float, y: float, text: str, *, main: bool) -> None:
    drawing.write(
        rows.canvas,
        x,
        y,
        text,
        align="right",
        bold=main,
        colour="ink" if main else "muted",
        halo=main,
    )


def _with_heads(rows: Rows, heads: list[tuple[float, float]]) -> Rows:
    return Rows(
        rows.size,
        rows.canvas,
        rows.axes,
        rows.ys,
        rows.left,
        rows.width,
        rows.top,
        rows.row_tops,
        tuple(heads),
    )
