"""A result directory on the disk: files that are whole or absent, and one writer at a time."""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from sim.errors import BadInput

HANDS = "hands"
"""The folder of the hands' rows inside a result directory."""
RECORDS_FILE = "records.jsonl"
RUN_FILE = "run.json"
"""What an experiment file's run says about itself; its first line-up's hands lie beside it."""
LOCK_FILE = ".lock"

Ranges = tuple[tuple[int, int], ...]
"""Ranges of deal numbers, each from its first up to and without its last."""

_UNFINISHED = ".unfinished"
_CHUNK_NAME = re.compile(r"(\d+)-(\d+)\.parquet")


@dataclass(frozen=True, order=True)
class Chunk:
    """A file with the rows of consecutive deals."""

    low: int
    """Its first deal."""
    high: int
    """The deal after its last."""
    path: Path
    """Where it lies."""

    @property
    def deals(self) -> int:
        """Number of deals."""
        return self.high - self.low


def chunk_at(folder: Path, low: int, high: int) -> Chunk:
    """Return the chunk of some deals; twelve digits keep names in order for other programs."""
    return Chunk(low, high, folder / HANDS / f"{low:012d}-{high - 1:012d}.parquet")


def find_chunks(folder: str | Path) -> list[Chunk]:
    """Return the chunks of a result directory in order of deals.

    Raises
    ------
    BadInput
        If two of them hold the same deals.
    """
    chunks = []
    for path in (Path(folder) / HANDS).glob("*.parquet"):
        if found := _CHUNK_NAME.fullmatch(path.name):
            chunks.append(Chunk(int(found[1]), int(found[2]) + 1, path))
    chunks.sort()
    for one, other in pairwise(chunks):
        if other.low < one.high:
            raise BadInput(f"{one.path} and {other.path.name} hold the same deals")
    return chunks


def joined(pieces: Iterable[tuple[int, int]]) -> Ranges:
    """Return ranges in order, those that touch as one.

    Examples
    --------
    >>> joined([(20, 30), (0, 10), (10, 15)])
    ((0, 15), (20, 30))
    """
    whole: list[tuple[int, int]] = []
    for low, high in sorted(pieces):
        if whole and low <= whole[-1][1]:
            whole[-1] = (whole[-1][0], max(high, whole[-1][1]))
        else:
            whole.append((low, high))
    return tuple(whole)


def gaps_between(ranges: Ranges) -> Ranges:
    """Return what is missing between the first and the last of ranges in order.

    Examples
    --------
    >>> gaps_between(((0, 15), (20, 30)))
    ((15, 20),)
    """
    return tuple((one[1], other[0]) for one, other in pairwise(ranges) if one[1] < other[0])


def without(span: tuple[int, int], taken: Ranges) -> Ranges:
    """Return what of a range other ranges leave.

    Examples
    --------
    >>> without((0, 40), ((0, 15), (20, 30)))
    ((15, 20), (30, 40))
    """
    low, high = span
    inside = [(max(a, low), min(b, high)) for a, b in taken if a < high and b > low]
    edges = joined([(low, low), *inside, (high, high)])
    return gaps_between(edges)


def write_in_one_step(path: Path, data: bytes) -> None:
    """Write a file so that at any moment it is there whole or not at all."""
    with replacing(path) as unfinished:
        unfinished.write_bytes(data)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give the place where a file is to be written; in the end it replaces the file at once.

    What is there when a process is killed is either the old file or the new one. The new one is on
    the disk before it gets its name, so that a power cut leaves no empty file under it.
    """
    unfinished = path.with_name(f".{path.name}{_UNFINISHED}")
    yield unfinished
    _sync(unfinished)
    unfinished.replace(path)
    _sync(path.parent)


def read_json(path: str | Path) -> Any:
    """Read a JSON document; a byte-order mark before it is skipped.

    Raises
    ------
    OSError, ValueError
        If the file cannot be read, or is none.
    """
    try:
        return json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except RecursionError as error:
        raise ValueError(f"not JSON: {error}") from None


def remove_unfinished(folder: Path) -> None:
    """Remove what killed processes left behind; only the directory's one writer may."""
    for place in (folder, folder / HANDS):
        for path in place.glob(f".*{_UNFINISHED}"):
            path.unlink()


@contextmanager
def made(folder: Path) -> Iterator[None]:
    """Have a directory and those above it; what is new and empty in the end is removed again."""
    new = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        for each in new:
            if each.exists():
                if any(each.iterdir()):
                    break
                each.rmdir()


@contextmanager
def locked(folder: Path, shown: Path | None = None) -> Iterator[None]:
    """Be a directory's only writer; the lock of a killed process is gone with it.

    An error names the directory as `shown`, if given.

    Raises
    ------
    BadInput
        If another process writes there now.
    """
    path = folder / LOCK_FILE
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise BadInput(f"{shown or folder} is being written by another process now") from None
        # A writer that just ended may have removed the file between our two steps.
        if _is_at(descriptor, path):
            break
        os.close(descriptor)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


def is_foreign(folder: Path, *known: str) -> bool:
    """Return whether a directory has contents but no file by which we know our own."""
    if not folder.is_dir() or any((folder / name).exists() for name in known):
        return False
    ours = (path.name == LOCK_FILE or path.name.endswith(_UNFINISHED) for path in folder.iterdir())
    return not all(ours)


def _is_at(descriptor: int, path: Path) -> bool:
    """Return whether an open file is the one of that name."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
