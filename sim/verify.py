"""Records checked against the rules: the first fault of each, in the order of the interface page.

What cards are, what beats what, who acts and what a hand scores comes from the compiled rules
(`sim.core.replay`); here is only what a record is.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim.cards import RANK_LETTERS, CardSet, parse_card, token_of
from sim.core import replay
from sim.core.hands import HELD_COLUMNS
from sim.core.play import NO_RANK
from sim.core.turns import RESULT
from sim.core.view import SEAT_VIEW
from sim.deals import dealt_first, leader_after
from sim.errors import BadInput
from sim.games import as_climbing
from sim.notation import read_cards, rule_set_of_document
from sim.plays import row_names
from sim.policy import as_records
from sim.records import FORMAT, result_of
from sim.rule_set import RuleSet
from sim.rules import Rules
from sim.typed_records import read_any

TOLERANCE = 1e-9
"""Figures of a result agree within this."""

_NO_SEAT = -1
_NO_SUCH_RANK = -1
_TOO_MANY = CardSet((1 << 60) - 1, (1 << 60) - 1)
_TURN_FAULTS = {
    replay.END: ("end", "a turn after the end of the hand"),
    replay.SEAT: ("seat", "seat {0} acts out of turn"),
    replay.PASS: ("pass", "seat {0} may not pass here"),
    replay.CARDS: ("cards", "seat {0} does not hold {1}"),
    replay.TYPE: ("type", "'{1}' is not {2}{of_rank}"),
    replay.FOLLOW: ("follow", "'{1}' does not beat the top play"),
    replay.INCOMPLETE: ("incomplete", "the hand is not over"),
}


@dataclass(frozen=True)
class Fault:
    """What is wrong with a record."""

    fault: str
    """One of the words of INTERFACE.md."""
    play: int | None
    """Index of the play, None where the fault is in no play."""
    what: str
    """One sentence."""


class _Faulty(Exception):
    """Carries a fault to the one place that returns it."""

    def __init__(self, fault: str, what: str, play: int | None = None) -> None:
        super().__init__(what)
        self.fault = Fault(fault, play, what)


def verify_record(record: Any) -> Fault | None:
    """Replay a climbing game's record and return its first fault, or None.

    Parameters
    ----------
    record : dict
        As JSON gives it; anything else is a `format` fault.

    Examples
    --------
    >>> verify_record({"format": "fiftyk-record/0"}).fault
    'format'
    """
    try:
        _verify(record)
    except _Faulty as faulty:
        return faulty.fault
    return None


def verify_file(
    path: Path, verify: Callable[[Any], Fault | None] = verify_record
) -> dict[str, Any]:
    """Verify every record of a file; return what `fiftyk verify --json` prints.

    Parameters
    ----------
    path : Path
    verify : function
        Returns the first fault of one record.

    Raises
    ------
    BadInput
        If the file cannot be read.
    """
    records = 0
    faults = []
    for line, value in read_any(path):
        records += 1
        if isinstance(value, ValueError):
            fault: Fault | None = Fault("format", None, str(value))
        else:
            fault = verify(value)
        if fault:
            typed = getattr(value, "lines", ())
            if fault.play is not None and fault.play < len(typed):
                line = typed[fault.play]  # noqa: PLW2901 - a typed hand has a line a play
            found = {"line": line, "fault": fault.fault, "play": fault.play, "what": fault.what}
            faults.append(found)
    return {"records": records, "ok": records - len(faults), "faults": faults}


# ---------------------------------------------------------------- the order of the checks


def _verify(record: Any) -> None:
    rules = as_climbing(_check_fields(record))
    hands = [_card_list(text, f"hands, seat {seat}") for seat, text in enumerate(record["hands"])]
    turns, sets = _read_plays(rules, record["plays"])
    words = _check_hands(rules, record, hands)
    _check_received(rules, record, hands)
    _check_leader(rules, record, hands)
    results = np.zeros(1, dtype=RESULT)
    fault, turn = replay.replay(
        as_records(rules.record),
        as_records(np.zeros(1, dtype=SEAT_VIEW)),
        words,
        as_records(results),
        record["leader"],
        turns,
        sets,
    )
    if fault != replay.OK:
        name, what = _TURN_FAULTS[fault]
        plays = record["plays"]
        raise _Faulty(name, _said(what, plays[turn]) if turn < len(plays) else what, turn)
    _check_result(record["result"], result_of(rules, results[0]))


def _said(what: str, play: list[Any]) -> str:
    """Fill a play's parts into a sentence."""
    return what.format(*play, of_rank="" if play[3] is None else f" of rank {play[3]}")


def _check_fields(record: Any) -> RuleSet:
    """Find out whether this is a record; the entries of its plays are read later."""
    if not isinstance(record, dict):
        raise _Faulty("format", "not a JSON object")
    if record.get("format") != FORMAT:
        raise _Faulty("format", f"format is not {FORMAT}")
    for name, kind in _FIELDS.items():
        if name not in record:
            raise _Faulty("format", f"no {name}")
        if type(record[name]) is not kind:
            raise _Faulty("format", f"{name} is not {_KIND_NAMES[kind]}")
    if record["deal"] < 0:
        raise _Faulty("format", "deal is below 0")
    try:
        rules = rule_set_of_document(record["rules"], record.get("options"))
    except BadInput as error:
        raise _Faulty("format", str(error)) from None
    received = record.get("received")
    if received is not None and type(received) is not int:
        raise _Faulty("format", "received is neither a seat nor null")
    for name in ("first_dealt", "forced_leader"):
        _check_seat(rules, name, record.get(name))
    previous = record.get("previous")
    _check_previous(rules, previous)
    return rules


def _check_previous(rules: RuleSet, previous: object) -> None:
    if previous is not None:
        if not isinstance(previous, dict) or previous.get("first_out") is None:
            raise _Faulty("format", "previous has no first_out")
        for name in ("first_out", "not_out"):
            _check_seat(rules, f"previous.{name}", previous.get(name))
        if (
            isinstance(rules, Rules)
            and rules.next_leader == "not_out"
            and previous.get("not_out") is None
        ):
            raise _Faulty("format", "previous has no not_out, who leads")


_FIELDS = {"rules": str, "deal": int, "hands": list, "leader": int, "plays": list, "result": dict}
_KIND_NAMES = {str: "a string", int: "a whole number", list: "a list", dict: "an object"}


def _check_seat(rules: RuleSet, name: str, seat: object) -> None:
    if seat is not None and (type(seat) is not int or not 0 <= seat < rules.seats):
        raise _Faulty("format", f"{name} is not a seat 0 … {rules.seats - 1}")


def _card_list(text: object, where: str, play: int | None = None) -> CardSet:
    """Read a list of cards; more copies than any pack has become a set that nobody can hold."""
    if not isinstance(text, str):
        raise _Faulty("format", f"{where}: not a string of cards", play)
    try:
        cards = read_cards(text)
    except BadInput as error:
        raise _Faulty("format", f"{where}: {error}", play) from None
    return _TOO_MANY if cards is None else cards


def _read_plays(rules: Rules, plays: list[Any]) -> tuple[np.ndarray, np.ndarray]:
    """Return the turns as `sim.core.replay.replay` takes them."""
    rows = {**row_names(rules), "pass": replay.PASS_ROW}
    ranks: dict[str | None, int] = {letter: rank for rank, letter in enumerate(RANK_LETTERS)}
    ranks[None] = NO_RANK
    turns, sets = [], []
    for index, entry in enumerate(plays):
        if not isinstance(entry, list) or len(entry) != 4:
            raise _Faulty("format", "a play is not [seat, cards, type, rank]", index)
        seat, text, kind, rank = entry
        if type(seat) is not int or not isinstance(kind, str):
            raise _Faulty("format", "the seat is no whole number or the type no string", index)
        if rank is not None and not isinstance(rank, str):
            raise _Faulty("format", "the rank is neither a string nor null", index)
        cards = _card_list(text, "cards", index)
        known_seat = seat if 0 <= seat < rules.seats else _NO_SEAT
        turns.append((known_seat, rows.get(kind, replay.NO_ROW), ranks.get(rank, _NO_SUCH_RANK)))
        sets.append((cards.lo, cards.hi))
    shape = len(turns)
    return (
        np.array(turns, dtype=np.int64).reshape(shape, 3),
        np.array(sets, dtype=np.uint64).reshape(shape, 2),
    )


def _check_hands(rules: Rules, record: dict[str, Any], hands: list[CardSet]) -> np.ndarray:
    """Find out whether the hands are the pack, of the sizes that dealing gives; return words."""
    if len(hands) != rules.seats:
        raise _Faulty("hands", f"{len(hands)} hands, not {rules.seats}")
    words = np.zeros((rules.seats, HELD_COLUMNS), dtype=np.uint64)
    words[:, :2] = [(hand.lo, hand.hi) for hand in hands]
    sizes = np.zeros(rules.seats, dtype=np.int64)
    if not replay.are_the_pack(as_records(rules.record), words, sizes):
        raise _Faulty("hands", "the hands are not the pack")
    first_dealt = record.get("first_dealt")
    if first_dealt is None:
        first_dealt = dealt_first(rules, record["deal"], record.get("previous"))
    wanted = rules.hand_sizes(first_dealt)
    if tuple(sizes.tolist()) != wanted:
        raise _Faulty("hands", f"hands of {sizes.tolist()} cards, not {list(wanted)}")
    return words


def _check_received(rules: Rules, record: dict[str, Any], hands: list[CardSet]) -> None:
    received = record.get("received")
    if rules.decks == 1:
        if received is not None:
            raise _Faulty("received", "received is null with one deck")
        return
    card = parse_card(rules.leader_card)
    if received is None or not 0 <= received < rules.seats or not hands[received].copies(*card):
        raise _Faulty("received", f"seat {received} holds no {token_of(*card)}")


def _check_leader(rules: Rules, record: dict[str, Any], hands: list[CardSet]) -> None:
    leader = record.get("forced_leader")
    if leader is None:
        received = record.get("received")
        if received is None:
            card = parse_card(rules.leader_card)
            received = next(seat for seat, hand in enumerate(hands) if hand.copies(*card))
        leader = leader_after(rules, received, record.get("previous"))
    if record["leader"] != leader:
        raise _Faulty("leader", f"seat {record['leader']} leads, not seat {leader}")


def _check_result(result: dict[str, Any], right: dict[str, Any]) -> None:
    for name, figure in right.items():
        if name not in result:
            raise _Faulty("result", f"no {name}")
        if not _agree(result[name], figure):
            raise _Faulty("result", f"{name} is not {json.dumps(figure)}")


def _agree(value: Any, right: Any) -> bool:
    """Return whether a figure is right: numbers within the tolerance, lists item by item."""
    if isinstance(right, list):
        return (
            isinstance(value, list)
            and len(value) == len(right)
            and all(_agree(one, other) for one, other in zip(value, right, strict=True))
        )
    if right is None or isinstance(right, bool):
        return value is right
    if type(value) is int:
        # Compared as it is: a whole number may be too large for a float.
        return bool(right - TOLERANCE <= value <= right + TOLERANCE)
    return type(value) is float and abs(value - right) <= TOLERANCE
