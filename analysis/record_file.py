"""`records.jsonl` of a result directory: the records of its first deals, whatever was killed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from analysis.experiment import Experiment
from analysis.folder import RECORDS_FILE, replacing
from sim.errors import BadInput
from sim.records import line_of

Key = tuple[int, int]
"""Deal and seating of a record."""
Record = Callable[[int, int], Mapping[str, object]]
"""Plays a deal in a seating and returns its record."""

_LINES_AT_ONCE = 64


@dataclass(frozen=True)
class Line:
    """A whole line of a record file, its end included."""

    key: Key
    """Which hand it is."""
    text: bytes
    """The line."""


def wanted_keys(experiment: Experiment) -> Iterator[Key]:
    """Iterate over the hands whose records are asked for, in the file's order."""
    start = experiment.span[0]
    for deal in range(start, start + experiment.records):
        for seating in range(len(experiment.plan)):
            yield deal, seating


def read_record_lines(folder: Path, experiment: Experiment) -> Iterator[Line]:
    """Iterate over the records of a result directory.

    A last line without its end was torn when the process was killed: it is left out.

    Raises
    ------
    BadInput
        If a line is no record of this experiment, or not in its place.
    """
    seated = {
        tuple(experiment.names[owner] for owner in seating): number
        for number, seating in enumerate(experiment.plan)
    }
    path, before = folder / RECORDS_FILE, (-1, -1)
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, text in enumerate(file, 1):
            if not text.endswith(b"\n"):
                return
            try:
                record = json.loads(text)
                key = int(record["deal"]), seated[tuple(record["strategies"])]
            except (ValueError, KeyError, TypeError):
                raise BadInput(
                    f"{path}, line {number}: no record of this experiment; without the file, the "
                    "records are written again"
                ) from None
            if key <= before:
                raise BadInput(f"{path}, line {number}: not in order of deal, then seating")
            before = key
            yield Line(key, text)


def complete_records(
    folder: Path, experiment: Experiment, record: Record, report: Callable[[int], None]
) -> None:
    """Bring a directory's record file up to what its experiment asks for.

    Parameters
    ----------
    folder : Path
    experiment : Experiment
    record : function
        Plays a deal in a seating and returns its record.
    report : function
        Told the number of records written, now and then.
    """
    path = folder / RECORDS_FILE
    keys, size = [], 0
    for line in read_record_lines(folder, experiment):
        keys.append(line.key)
        size += len(line.text)
    there = set(keys)
    missing = [key for key in wanted_keys(experiment) if key not in there]
    new = (Line(key, line_of(record(*key)).encode()) for key in missing)
    if missing and keys and missing[0] < keys[-1]:
        # Only merged directories have records beyond their first deals.
        with replacing(path) as unfinished, unfinished.open("wb") as file:
            old = read_record_lines(folder, experiment)
            _append(file, merge(old, new, key=lambda line: line.key), there, report)
    elif missing or path.exists():
        with path.open("r+b" if path.exists() else "wb") as file:
            file.truncate(size)
            file.seek(size)
            _append(file, new, there, report)


def _append(
    file: BinaryIO, lines: Iterator[Line], there: Set[Key], report: Callable[[int], None]
) -> None:
    while some := list(islice(lines, _LINES_AT_ONCE)):
        file.write(b"".join(line.text for line in some))
        file.flush()
        report(sum(line.key not in there for line in some))
    os.fsync(file.fileno())
