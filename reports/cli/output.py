"""What goes to standard output and standard error."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

WIDTH_OF_A_PIPE = 160
"""Columns where standard output is no terminal."""


def print_json(document: Any) -> None:
    """Print one JSON document; escaped where standard output cannot carry its characters."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, allow_nan=False)
    print(text)


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], numbers: Iterable[int] = ()
) -> None:
    """Print an aligned table; `numbers` are the columns set flush right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    right = set(numbers)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for place, name in enumerate(columns):
        table.add_column(name, justify="right" if place in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*("" if cell is None else _escaped(str(cell)) for cell in row))
    width = None if sys.stdout.isatty() else WIDTH_OF_A_PIPE
    console = Console(width=width, highlight=False)
    # Printed by ourselves: rich ends the process with status 1 when the reader has gone away.
    with console.capture() as text:
        console.print(table)
    print(text.get(), end="")


def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)


class Progress:
    """Live progress on standard error: a bar in a terminal, a plain line now and then in a pipe."""

    LINE_EVERY = 5.0
    """Seconds between plain lines."""

    def __init__(self, what: str, total: int, unit: str):
        """Start at nothing done of `total` units."""
        self.what, self.total, self.unit = what, total, unit
        self._started = self._shown = time.monotonic()
        self._finished = False
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Progress:
        """Show the bar where there is a terminal."""
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.completed:,}/{task.total:,} {task.fields[unit]}"),
                TextColumn("{task.fields[note]}"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
            )
            self._task = self._bar.add_task(self.what, total=self.total, unit=self.unit, note="")
            self._bar.start()
        return self

    def update(self, done: int, rate: float | None = None) -> None:
        """Show that `done` units are done, at a rate of so many units a second."""
        if rate is None:
            rate = done / max(time.monotonic() - self._started, 1e-9)
        self.say(done, f"{rate:,.0f} {self.unit}/s")

    def say(self, done: int, note: str) -> None:
        """Show that `done` units are done, with a note."""
        now = time.monotonic()
        finished = done >= self.total and not self._finished
        if self._bar is not None:
            self._bar.update(self._task, completed=done, note=note)
        elif now - self._shown >= self.LINE_EVERY or finished:
            self._shown = now
            self._finished = finished
            print(f"{self.what}: {done:,} of {self.total:,} {self.unit}, {note}", file=sys.stderr)

    def __exit__(self, *_: object) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
