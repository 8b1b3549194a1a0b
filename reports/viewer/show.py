"""A record of any game as a hand to step through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.viewer.climbing import show_record
from reports.viewer.hand import Note, ShownHand
from reports.viewer.recorded import checked_rules
from reports.viewer.stack_hand import ShownStacks
from reports.viewer.stacks import show_stacks
from sim.rules import Rules

Shown = ShownHand | ShownStacks
"""A hand of some game, ready to be laid out."""


def show_any(record: Any, notes: Sequence[Note] = ()) -> Shown:
    """Make a hand to step through of a record; see `show_record` and `show_stacks`.

    Raises
    ------
    BadInput
        If it is no record, or one that the rules contradict; says where.
    """
    if isinstance(checked_rules(record), Rules):
        return show_record(record, notes)
    return show_stacks(record, notes)
