"""One result directory out of several that share an experiment, each with deals of its own."""

from __future__ import annotations

import heapq
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from analysis.experiment import Experiment, read_experiment, write_experiment
from analysis.folder import (
    HANDS,
    LOCK_FILE,
    RECORDS_FILE,
    Chunk,
    Ranges,
    chunk_at,
    find_chunks,
    gaps_between,
    joined,
    locked,
    replacing,
)
from analysis.record_file import read_record_lines, wanted_keys
from analysis.rows import rows_in
from sim.errors import BadInput


@dataclass(frozen=True)
class Merged:
    """What a merged directory holds."""

    ranges: Ranges
    """The deals that are there."""
    gaps: Ranges
    """The deals missing in between."""

    @property
    def deals(self) -> int:
        """Number of deals."""
        return sum(high - low for low, high in self.ranges)


def merge(folders: Sequence[str | Path], out: str | Path) -> Merged:
    """Merge result directories into a new one, which reads and goes on like any other.

    Parameters
    ----------
    folders : sequence of path
        Result directories of one experiment with different deals (`simulate` with `first_deal`).
        They are only read.
    out : path
        The new directory; there may be an empty one.

    Returns
    -------
    Merged
        Which deals it holds, and which are missing in between. `simulate` plays those.

    Raises
    ------
    BadInput
        If the experiments differ, two directories hold the same deals, a file is damaged, or
        `out` is not empty.
    """
    paths = [Path(each) for each in folders]
    target = Path(out)
    if not paths:
        raise BadInput("nothing to merge: name the result directories")
    experiments = [read_experiment(path) for path in paths]
    for path, experiment in zip(paths[1:], experiments[1:], strict=True):
        _check_same(paths[0], experiments[0], path, experiment)
    chunks = _chunks_of(paths, experiments[0].rows_a_deal)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadInput(f"{target} is not empty; the merged results need a new directory")
    ranges = joined((chunk.low, chunk.high) for chunk in chunks)
    merged = replace(experiments[0], ranges=ranges, records=0)
    try:
        _write(target, paths, chunks, merged)
    except OSError as error:
        raise BadInput(f"{target} cannot be written: {error.strerror or error}") from error
    return Merged(ranges, gaps_between(ranges))


def _check_same(one: Path, ours: Experiment, other: Path, theirs: Experiment) -> None:
    found = ours.differences(theirs)
    if not found and ours.strategies != theirs.strategies:
        # The rows carry these names: there can be one for each strategy only.
        names = ",".join(ours.strategies), ",".join(theirs.strategies)
        found = [f"strategies: {names[0]} → {names[1]}"]
    if found:
        raise BadInput(f"{one} and {other} hold different experiments: {'; '.join(found)}")


def _chunks_of(paths: Sequence[Path], rows_a_deal: int) -> list[Chunk]:
    """Return the chunks of all directories in order; refuse damaged ones and deals held twice."""
    chunks = sorted(chunk for path in paths for chunk in find_chunks(path))
    if not chunks:
        raise BadInput("nothing to merge: no directory holds hands yet")
    for chunk in chunks:
        if rows_in(chunk.path) != chunk.deals * rows_a_deal:
            raise BadInput(f"{chunk.path} is damaged; simulating there again plays its deals again")
    for one, other in pairwise(chunks):
        if other.low < one.high:
            last = min(one.high, other.high) - 1
            folders = one.path.parent.parent, other.path.parent.parent
            raise BadInput(
                f"{folders[0]} and {folders[1]} both hold deals {other.low} … {last}; "
                "directories to merge have different deals"
            )
    return chunks


def _write(
    target: Path, paths: Sequence[Path], chunks: Sequence[Chunk], merged: Experiment
) -> None:
    """Write the merged directory beside its place and move it there when it is whole."""
    unfinished = target.resolve().with_name(f".{target.resolve().name}.unfinished")
    unfinished.mkdir(parents=True, exist_ok=True)
    with locked(unfinished, target):
        for each in (unfinished / HANDS, unfinished):
            for path in each.glob("*"):
                if path.is_file() and path.name != LOCK_FILE:
                    path.unlink()
        (unfinished / HANDS).mkdir(exist_ok=True)
        for chunk in chunks:
            with replacing(chunk_at(unfinished, chunk.low, chunk.high).path) as copy:
                shutil.copyfile(chunk.path, copy)
        records = _merge_records(unfinished, paths, merged)
        write_experiment(replace(merged, records=records), unfinished)
    unfinished.rename(target)


def _merge_records(unfinished: Path, paths: Sequence[Path], merged: Experiment) -> int:
    """Merge the record files; return of how many of the first deals all records are there."""
    if not any((path / RECORDS_FILE).exists() for path in paths):
        return 0
    lines = heapq.merge(
        *(read_record_lines(path, merged) for path in paths), key=lambda line: line.key
    )
    every = wanted_keys(replace(merged, records=merged.span[1] - merged.span[0]))
    in_a_row, going_on, before = 0, True, None
    with replacing(unfinished / RECORDS_FILE) as path, path.open("wb") as file:
        for line in lines:
            if line.key == before:
                continue
            before = line.key
            file.write(line.text)
            going_on = going_on and line.key == next(every, None)
            in_a_row += going_on
    return in_a_row // len(merged.plan)
