"""Tables: what each cell shows and sorts by, and the CSV, JSON and Parquet files."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

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


def to_parquet(table: Table) -> bytes:
    """Write a table as Parquet, numbers unrounded; columns as in `to_csv`.

    Units, labels and the caption are in the metadata of file and columns. Columns that hold
    nothing but numbers are numbers, all others text.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    fields, arrays = [], []
    for place, column in enumerate(table.columns):
        cells = [row[place] for row in table.rows]
        about = {"label": plain_words(column.label), "unit": column.unit, "kind": column.kind}
        for name, values in _parquet_columns(table, place, cells):
            array = _typed(values)
            arrays.append(array)
            fields.append(pa.field(name, array.type, metadata=about))
    schema = pa.schema(
        fields, metadata={"table": table.slug, "caption": plain_words(table.caption)}
    )
    out = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=schema), out, compression="zstd")
    return out.getvalue()


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


def _parquet_columns(
    table: Table, place: int, cells: list[Cell]
) -> Iterator[tuple[str, list[object]]]:
    """Yield name and values of each column that a column of a table takes."""
    key = table.columns[place].key
    yield key, [_bare(cell) for cell in cells]
    if _holds_estimates(table, place):
        for part in _ESTIMATE_PARTS:
            yield (
                f"{key}_{part}",
                [getattr(cell, part) if isinstance(cell, Estimate) else None for cell in cells],
            )


def _bare(cell: Cell) -> object:
    """Return the value of a cell without its error, its text without its link."""
    if isinstance(cell, Estimate):
        return float(cell.value)
    return cell.text if isinstance(cell, Link) else cell


def _typed(values: list[object]) -> Any:
    """Return values as an Arrow array: whole numbers, numbers or text."""
    import pyarrow as pa

    there = [value for value in values if value is not None]
    if all(type(value) is int for value in there) and there:
        return pa.array(values, pa.int64())
    if all(isinstance(value, int | float) for value in there) and there:
        return pa.array([None if each is None else float(each) for each in values], pa.float64())  # type: ignore[arg-type]
    return pa.array([None if each is None else str(each) for each in values], pa.string())


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
