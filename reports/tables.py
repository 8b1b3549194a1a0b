"""Tables as text: what each cell shows and sorts by, and the CSV and JSON files."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass

from analysis.estimates import Estimate
from reports import formats
from reports.page import Cell, Column, Link, Table
from reports.prose import pieces

_ESTIMATE_PARTS = ("se", "n", "level", "low", "high")


@dataclass(frozen=True)
class ShownCell:
    """One cell as the page shows it."""

    text: str
    sort: str
    """What the column is sorted by; empty cells stay last."""
    kind: str
    href: str = ""
    """Where a link leads."""


def shown_rows(table: Table) -> Iterator[tuple[ShownCell, ...]]:
    """Yield the rows of a table as the page shows them."""
    for row in table.rows:
        yield tuple(
            ShownCell(
                cell_text(cell, column),
                _sort_key(cell),
                column.kind,
                cell.href if isinstance(cell, Link) else "",
            )
            for cell, column in zip(row, table.columns, strict=True)
        )


def cell_text(cell: Cell, column: Column) -> str:
    """Write one cell in the format of its column.

    Examples
    --------
    >>> cell_text(200000, Column("n", "Hands", kind="number"))
    '200,000'
    """
    if cell is None:
        return formats.NOTHING
    if isinstance(cell, str | Link):
        return cell if isinstance(cell, str) else cell.text
    if column.kind == "share":
        return formats.share(cell, column.digits)
    if isinstance(cell, Estimate):
        return formats.estimate(cell)
    if column.kind == "p_value":
        return formats.p_value(cell)
    return formats.number(cell, column.digits)


def to_csv(table: Table) -> str:
    """Write a table as CSV with a header line; numbers unrounded.

    A column that holds estimates is followed by its error, block count, level and interval:
    ``value``, ``value_se``, ``value_n``, ``value_level``, ``value_low``, ``value_high``.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    wide = [_holds_estimates(table, place) for place in range(len(table.columns))]
    header: list[str] = []
    for column, is_wide in zip(table.columns, wide, strict=True):
        header.append(column.key)
        header += [f"{column.key}_{part}" for part in _ESTIMATE_PARTS] if is_wide else []
    writer.writerow(header)
    for row in table.rows:
        line: list[str] = []
        for cell, is_wide in zip(row, wide, strict=True):
            line += _csv_estimate(cell) if is_wide else [_csv_cell(cell)]
        writer.writerow(line)
    return out.getvalue()


def to_json(table: Table) -> str:
    """Write a table as one JSON document: caption, columns with units, rows by column key."""
    document = {
        "table": table.slug,
        "caption": plain_words(table.caption),
        "columns": [
            {"key": column.key, "label": column.label, "unit": column.unit, "kind": column.kind}
            for column in table.columns
        ],
        "rows": [
            {column.key: _json_cell(cell) for column, cell in zip(table.columns, row, strict=True)}
            for row in table.rows
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def plain_words(sentence: str) -> str:
    """Take the marks of `reports.page` out of a sentence.

    Examples
    --------
    >>> plain_words("`lowest` loses 7 points over 200 [[block|blocks]]")
    'lowest loses 7 points over 200 blocks'
    """
    return "".join(piece.text for piece in pieces(sentence))


def _holds_estimates(table: Table, place: int) -> bool:
    return table.columns[place].kind == "estimate" or any(
        isinstance(row[place], Estimate) for row in table.rows
    )


def _csv_estimate(cell: Cell) -> list[str]:
    if not isinstance(cell, Estimate):
        return [_csv_cell(cell)] + [""] * len(_ESTIMATE_PARTS)
    return [_csv_cell(getattr(cell, part)) for part in ("value", *_ESTIMATE_PARTS)]


def _csv_cell(cell: Cell) -> str:
    if isinstance(cell, float):
        return repr(float(cell)) if math.isfinite(cell) else ""
    if isinstance(cell, Link):
        return cell.text
    return "" if cell is None else str(cell)


def _json_cell(cell: Cell) -> object:
    if isinstance(cell, Estimate):
        return cell.to_json()
    if isinstance(cell, Link):
        return {"text": cell.text, "href": cell.href}
    if isinstance(cell, float):
        return float(cell) if math.isfinite(cell) else None
    return cell


def _sort_key(cell: Cell) -> str:
    if isinstance(cell, Estimate):
        cell = cell.value
    return _csv_cell(cell)
