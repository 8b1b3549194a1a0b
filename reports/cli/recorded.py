"""`fiftyk replay --record-file`: a hand out of a record file, as text and as a page."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cli.output import print_json
from sim.errors import BadInput

if TYPE_CHECKING:
    from reports.viewer.show import Shown

_NAMED = 5
"""How many records' lines are named where it is not clear which one is meant."""


def show_recorded(args: argparse.Namespace) -> int:
    """Show a hand of a record file."""
    from reports.cli import stack_replay
    from reports.cli.replay import print_opening, print_plays, print_result
    from reports.viewer.show import show_any
    from reports.viewer.stack_hand import ShownStacks
    from sim.notation import rule_set_of_document
    from sim.rules import Rules

    record = _read_record(Path(args.record_file), args.line)
    hand = show_any(record)
    if args.html:
        write_page(hand, args.html)
    if args.json:
        print_json(record)
        return 0
    rules = rule_set_of_document(record["rules"], record.get("options"))
    names = [seat.strategy for seat in hand.seats]
    print_opening(rules, names, record["hands"], record["leader"])
    if isinstance(hand, ShownStacks):
        acts = [(act.seat, act.token, act.place) for act in hand.turns]
        stack_replay.print_acts(acts)
        stack_replay.print_result(acts, record["result"])
        return 0
    assert isinstance(rules, Rules)
    print_plays(rules, record["plays"], [turn.trick for turn in hand.turns])
    print_result(record["result"], solo=rules.solo)
    return 0


def write_page(hand: Shown, path: str) -> None:
    """Write the page that steps through a hand.

    Raises
    ------
    BadInput
        If it cannot be written.
    """
    from reports.viewer.render import write_hand

    try:
        write_hand(hand, path)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from None


def _read_record(path: Path, line: int | None) -> Any:
    """Return the record of a line, or the only one of a file."""
    from sim.typed_records import read_any

    first: dict[int, Any] = {}
    more = ""
    for number, value in read_any(path):
        if number == line:
            return _in_order(path, value)
        if len(first) < _NAMED:
            first[number] = value
            continue
        more = ", …"
        if line is None or number > line:
            break
    if not first:
        raise BadInput(f"{path} has no record")
    if line is None and len(first) == 1:
        return _in_order(path, next(iter(first.values())))
    what = "several records" if line is None else f"no record on line {line}"
    lines = ", ".join(map(str, first))
    raise BadInput(f"{path} has {what}; --line names where one begins: {lines}{more}")


def _in_order(path: Path, record: Any) -> Any:
    if isinstance(record, ValueError):
        raise BadInput(f"{path}: {record}")
    return record
