"""Many hands into a result directory, and on with them after anything that stopped it.

Deals are cut into chunks at fixed deal numbers; a worker thread plays one in every seating and
writes it as one file. A file that is there is finished, so what to play is what has no file: after
a kill, a wish for more deals, or a merge that left gaps.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from analysis.experiment import (
    EXPERIMENT_FILE,
    Experiment,
    Player,
    describe,
    extended,
    read_experiment,
    write_experiment,
)
from analysis.folder import (
    HANDS,
    RUN_FILE,
    Chunk,
    Ranges,
    chunk_at,
    find_chunks,
    is_foreign,
    joined,
    locked,
    made,
    remove_unfinished,
    replacing,
    without,
)
from analysis.record_file import complete_records
from analysis.rows import rows_in, rows_of, write_rows
from analysis.workers import deals_at_once
from sim.errors import BadInput
from sim.families import deal_hands, family_of, play_deals, record_of
from sim.hand import StrategyFault
from sim.policy import Policy
from sim.rule_set import RuleSet

CHUNK_ROWS = 131_072
"""Most rows of a chunk: some megabytes in memory, less than one on the disk."""
DEALS_AT_ONCE = 1024
"""Deals between two looks at whether to stop."""
_LOOK = 0.1
"""Seconds between two reports of progress."""


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    deals: int
    """Deals asked for."""
    done: int
    """Deals finished, those of earlier runs included."""
    hands: int
    """Hands played in this run: deals times seatings."""
    records: int
    """Records written in this run."""
    describing: int
    """Deals played whose hands' features are being worked out."""
    seconds: float
    """Time since this run's start."""

    @property
    def hands_per_second(self) -> float:
        """Speed of this run."""
        return self.hands / self.seconds if self.seconds > 0 else 0.0


Report = Callable[[Progress], None]


def simulate(  # noqa: PLR0913
    rules: RuleSet,
    line_up: Sequence[Player],
    deals: int,
    seed: int,
    out: str | Path,
    *,
    threads: int | None = None,
    seatings: str = "rotations",
    records: int | None = None,
    first_deal: int = 0,
    progress: Report | None = None,
) -> Progress:
    """Play deals in every seating of a line-up and keep every row.

    A directory that holds the beginning of the same experiment is gone on with, and more deals or
    records than it was made for are added. What is in it does not depend on threads, on how often
    the run was stopped, or on the machine.

    Parameters
    ----------
    rules : RuleSet
    line_up : sequence of Strategy
        One a seat.
    deals : int
        Number of deals, from `first_deal` on.
    seed : int
        0 … 2**63 - 1.
    out : path
        The result directory; made if it is not there.
    threads : int, optional
        Worker threads; by default as many as this process may use processors.
    seatings : str
        rotations, first or orders.
    records : int, optional
        Of how many of the first deals records are kept, in all seatings; by default as many as the
        directory has, in a new one none.
    first_deal : int
        Number of the first deal, for a run that several machines share.
    progress : function, optional
        Told several times a second how far the run is.

    Returns
    -------
    Progress
        The last one.

    Raises
    ------
    BadInput
        If the directory holds something else (what differs is named) or cannot be written, or a
        strategy raised or played illegally (the command that shows it is named).
    KeyboardInterrupt
        When interrupted; what is finished is kept.
    """
    workers = _processors() if threads is None else threads
    if workers < 1:
        raise BadInput(f"threads {workers}: accepted: 1 or more")
    asked = range(first_deal, first_deal + deals)
    wanted = describe(rules, line_up, seed, seatings=seatings, deals=asked, records=records or 0)
    policies = {each.label: each.policy() for each in line_up}
    folder = Path(out)
    try:
        with _opened(folder, wanted, keeps_records=records is None) as experiment:
            seated = tuple(
                tuple(policies[wanted.names[owner]] for owner in seating) for seating in wanted.plan
            )
            job = _Job(folder, experiment, rules, seated)
            meter = _Meter(asked, progress)
            _play_chunks(job, meter, workers)
            complete_records(folder, experiment, job.record, meter.add_records)
            return meter.report()
    except StrategyFault as fault:
        raise BadInput(_fault_line(wanted, fault)) from fault
    except OSError as error:
        raise BadInput(f"{folder} cannot be written: {error.strerror or error}") from error


@contextmanager
def _opened(folder: Path, wanted: Experiment, *, keeps_records: bool) -> Iterator[Experiment]:
    """Make or open a result directory as its only writer; leave none behind that holds nothing."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file; results go into a directory")
    if is_foreign(folder, EXPERIMENT_FILE, RUN_FILE):
        raise BadInput(f"{folder} is not empty and no result directory; name another")
    with made(folder), locked(folder):
        remove_unfinished(folder)
        is_new = not (folder / EXPERIMENT_FILE).exists()
        old = None if is_new else read_experiment(folder)
        if old is not None and keeps_records:
            wanted = replace(wanted, records=old.records)
        experiment = wanted if old is None else extended(old, wanted, folder)
        if experiment != old:
            write_experiment(experiment, folder)
        (folder / HANDS).mkdir(exist_ok=True)
        try:
            yield experiment
        except BaseException:
            if is_new and not find_chunks(folder):
                remove_unfinished(folder)
                (folder / HANDS).rmdir()
                (folder / EXPERIMENT_FILE).unlink()
            raise


class _Stopped(Exception):
    """A worker was told to stop before its chunk was finished."""


class _Meter:
    """What the workers have done so far, and whether they are to stop."""

    def __init__(self, asked: range, progress: Report | None) -> None:
        self.deals = len(asked)
        self.done = 0
        self.stopped = False
        self.fault_at = math.inf
        self._progress = progress
        self._start = time.perf_counter()
        self._hands = self._records = self._describing = 0
        self._lock = threading.Lock()

    def add(self, deals: int, hands: int, chunk: int) -> None:
        """Count what a worker played; end it if all are to stop, or one before it has failed."""
        with self._lock:
            self.done += deals
            self._hands += hands
        if self.stopped or chunk > self.fault_at:
            raise _Stopped

    @contextmanager
    def describe(self, deals: int) -> Iterator[None]:
        """Count deals whose rows are being made."""
        with self._lock:
            self._describing += deals
        try:
            yield
        finally:
            with self._lock:
                self._describing -= deals

    def add_records(self, records: int) -> None:
        """Count records written."""
        self._records += records
        self.report()

    def report(self) -> Progress:
        """Tell and return how far the run is."""
        seconds = time.perf_counter() - self._start
        now = Progress(self.deals, self.done, self._hands, self._records, self._describing, seconds)
        if self._progress:
            self._progress(now)
        return now


@dataclass(frozen=True)
class _Job:
    """All that a worker needs to know."""

    folder: Path
    """The result directory."""
    experiment: Experiment
    """What it holds when the run is done."""
    rules: RuleSet
    seated: tuple[tuple[Policy, ...], ...]
    """Who sits where, a line-up a seating."""

    def play_chunk(self, low: int, high: int, meter: _Meter) -> None:
        """Play and write one chunk."""
        deals = deal_hands(self.rules, self.experiment.seed, range(low, high))
        played: list[list[np.ndarray]] = [[] for _ in self.seated]
        step = deals_at_once(DEALS_AT_ONCE, chain.from_iterable(self.seated))
        for start in range(0, len(deals), step):
            some = deals.take(slice(start, start + step))
            for policies, results in zip(self.seated, played, strict=True):
                try:
                    results.append(play_deals(policies, some).raw)
                except StrategyFault:
                    meter.fault_at = min(meter.fault_at, low)
                    raise
            meter.add(len(some), len(some) * len(self.seated), low)
        results_of = family_of(self.rules).results
        hands = [results_of(self.rules, np.concatenate(each)) for each in played]
        with meter.describe(len(deals)):
            table = rows_of(deals, hands, self.experiment.plan, self.experiment.names)
        with replacing(chunk_at(self.folder, low, high).path) as unfinished:
            write_rows(table, unfinished)

    def record(self, deal: int, seating: int) -> dict[str, Any]:
        """Play a deal in a seating and return its record."""
        deals = deal_hands(self.rules, self.experiment.seed, range(deal, deal + 1))
        names = [self.experiment.names[owner] for owner in self.experiment.plan[seating]]
        return record_of(self.seated[seating], deals, 0, names)


def chunk_deals(rows_a_deal: int) -> int:
    """Return the deals of a chunk: a power of two, so that it is the same for any range.

    Examples
    --------
    >>> chunk_deals(8), chunk_deals(24 * 4)
    (16384, 1024)
    """
    return 1 << max((CHUNK_ROWS // rows_a_deal).bit_length() - 1, 0)


def _play_chunks(job: _Job, meter: _Meter, workers: int) -> None:
    """Play the deals of an experiment that have no file yet."""
    finished = [
        each for each in find_chunks(job.folder) if _is_whole(each, job.experiment.rows_a_deal)
    ]
    low, high = job.experiment.span
    left = without((low, high), joined((each.low, each.high) for each in finished))
    meter.done = high - low - sum(b - a for a, b in left)
    meter.report()
    # What a kill loses is a chunk a worker, so a slow strategy's chunks are smaller.
    size = deals_at_once(chunk_deals(job.experiment.rows_a_deal), chain.from_iterable(job.seated))
    chunks = _cut(left, size)
    pending: list[Future[None]] = []
    with ThreadPoolExecutor(workers) as pool:
        try:
            while True:
                for chunk in islice(chunks, 2 * workers - len(pending)):
                    pending.append(pool.submit(job.play_chunk, *chunk, meter))
                if not pending:
                    return
                ended, _ = wait(pending, _LOOK, FIRST_COMPLETED)
                for place, future in enumerate(pending):
                    if future in ended and future.exception():
                        # The first fault in order of deals, whichever thread was faster.
                        for earlier in pending[: place + 1]:
                            earlier.result()
                pending = [each for each in pending if each not in ended]
                meter.report()
        except BaseException:
            meter.stopped = True
            for each in pending:
                each.cancel()
            raise


def _is_whole(chunk: Chunk, rows_a_deal: int) -> bool:
    """Return whether a file has its rows; remove one that was damaged later, to play it again."""
    whole = rows_in(chunk.path) == chunk.deals * rows_a_deal
    if not whole:
        chunk.path.unlink()
    return whole


def _cut(ranges: Ranges, size: int) -> Iterator[tuple[int, int]]:
    """Cut ranges at the multiples of a size."""
    for low, high in ranges:
        for start in range(low - low % size, high, size):
            yield max(start, low), min(start + size, high)


def _processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _fault_line(experiment: Experiment, fault: StrategyFault) -> str:
    """Say in one line which hand a strategy broke, how, and the command that shows it."""
    seated = [tuple(experiment.names[owner] for owner in seating) for seating in experiment.plan]
    why = " ".join(fault.why.split())
    return (
        f"deal {fault.deal}, seating {seated.index(fault.lineup)}, seat {fault.seat}: "
        f"{fault.lineup[fault.seat]} {why}; to see it: {fault.command}"
    )
