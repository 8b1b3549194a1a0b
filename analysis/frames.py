"""Rows of a result directory as data frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analysis.experiment import Experiment, read_experiment
from analysis.folder import Chunk, Ranges, find_chunks, joined
from analysis.rows import CATEGORY, COLUMNS, Column, columns_of
from sim.errors import BadInput

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "Column", "columns_of", "deals_in", "iter_hands", "read_hands"]


def deals_in(folder: str | Path) -> Ranges:
    """Return the ranges of deals that a result directory holds, in order.

    An interrupted run holds fewer than its `experiment.json` asks for.
    """
    return joined((chunk.low, chunk.high) for chunk in find_chunks(folder))


def read_hands(folder: str | Path, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """Read the rows of a result directory.

    Parameters
    ----------
    folder : path
        The result directory.
    columns : sequence of str, optional
        Names out of `columns_of` the rules, in the order wanted; by default all.

    Returns
    -------
    pandas.DataFrame
        One row a deal, seating and seat, sorted so, in the narrow types of `COLUMNS`: four
        million rows of all columns take some 270 MB.

    Raises
    ------
    BadInput
        If it is no result directory, holds no hands, or there is no such column.
    """
    experiment, chosen, chunks = _prepared(folder, columns)
    total = sum(chunk.deals for chunk in chunks) * experiment.rows_a_deal
    # Filled chunk by chunk: the whole is never in memory twice.
    arrays = {name: np.empty(total, _stored_type(experiment, name)) for name in chosen}
    row = 0
    for chunk in chunks:
        read = _arrays(chunk, chosen, experiment)
        size = chunk.deals * experiment.rows_a_deal
        for name, values in read.items():
            arrays[name][row : row + size] = values
        row += size
    return _frame(arrays, experiment)


def iter_hands(folder: str | Path, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
    """Iterate over the rows of a result directory, a data frame of whole deals at a time.

    Parameters, types and errors are those of `read_hands`. A piece has some hundred thousand rows.
    """
    experiment, chosen, chunks = _prepared(folder, columns)
    for chunk in chunks:
        yield _frame(_arrays(chunk, chosen, experiment), experiment)


def _prepared(
    folder: str | Path, columns: Sequence[str] | None
) -> tuple[Experiment, list[str], list[Chunk]]:
    """Return the settings, the columns wanted and the files."""
    experiment = read_experiment(folder)
    there = columns_of(experiment.game)
    chosen = list(there if columns is None else columns)
    for name in chosen:
        if name not in there:
            raise BadInput(f"no column '{name}'; there are {', '.join(there)}")
    chunks = find_chunks(folder)
    if not chunks:
        raise BadInput(f"{folder} holds no hands yet")
    return experiment, chosen, chunks


def _arrays(chunk: Chunk, chosen: list[str], experiment: Experiment) -> dict[str, Any]:
    """Return the columns of one file; names as their numbers."""
    import pyarrow.parquet as pq

    try:
        # Reading by name would take a folder called deal=1 for one more column.
        table = pq.ParquetFile(chunk.path).read(chosen)
        if table.num_rows != chunk.deals * experiment.rows_a_deal:
            raise ValueError(f"it has {table.num_rows} rows")
        found = {name: _values(table.column(name), experiment.names) for name in chosen}
        for name, values in found.items():
            wanted = _stored_type(experiment, name)
            if not np.can_cast(values.dtype, wanted, "same_kind"):
                raise ValueError(f"its {name} is {values.dtype}, not {np.dtype(wanted)}")
        return found
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"{chunk.path} cannot be read: {error}") from error


def _values(column: Any, names: tuple[str, ...]) -> npt.NDArray[Any]:
    """Return a file's column; names as their numbers, whatever their order in the file."""
    import pyarrow as pa

    whole = column.combine_chunks()
    if not pa.types.is_dictionary(whole.type):
        return np.asarray(whole.to_numpy(zero_copy_only=False))
    numbers = [names.index(name) for name in whole.dictionary.to_pylist()]
    in_order: npt.NDArray[Any] = np.array(numbers, dtype=_NUMBER)[whole.indices.to_numpy()]
    return in_order


def _stored_type(experiment: Experiment, name: str) -> npt.DTypeLike:
    dtype = columns_of(experiment.game)[name].dtype
    return _NUMBER if dtype == CATEGORY else np.dtype(dtype)


def _frame(arrays: dict[str, Any], experiment: Experiment) -> pd.DataFrame:
    """Return columns as a data frame that shares their memory."""
    import pandas as pd

    return pd.DataFrame(
        {
            name: pd.Categorical.from_codes(values, pd.Index(experiment.names))
            if columns_of(experiment.game)[name].dtype == CATEGORY
            else values
            for name, values in arrays.items()
        },
        copy=False,
    )


_NUMBER = np.int8
"""Type of the numbers that stand for names: no line-up has more than six."""
