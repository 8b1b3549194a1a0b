"""The interval that is shown while deals come in: one that may be looked at, and acted upon."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from reports.cli.output import Progress

if TYPE_CHECKING:
    from analysis.comparisons import PairScores

_MORE_BLOCKS = 1.25
"""The interval costs time for every block so far: it is renewed after so many times more."""


class LiveInterval:
    """Progress of one pair with its always-valid interval."""

    def __init__(self, progress: Progress, before: int, bound: float):
        """Start with `before` hands of other pairs done; scores lie within ±`bound`."""
        from analysis.betting import ConfidenceSequence

        self._progress, self._hands = progress, before
        self._sequence = ConfidenceSequence(bound)
        self._shown_at, self._note = 0, ""
        self._started, self._before = time.monotonic(), before

    def add(self, part: PairScores) -> None:
        """Take the next deals and show where the difference is."""
        self._hands += part.hands.size
        self._sequence.add(part.blocks)
        if self._sequence.n >= _MORE_BLOCKS * self._shown_at:
            self._shown_at = self._sequence.n
            now = self._sequence.estimate()
            self._note = (
                f"{part.a} − {part.b} in {now.low:.2f} … {now.high:.2f} "
                f"({now.level:.0%}, at any time)"
            )
        rate = (self._hands - self._before) / max(time.monotonic() - self._started, 1e-9)
        self._progress.say(self._hands, f"{rate:,.0f} hands/s; {self._note}")
