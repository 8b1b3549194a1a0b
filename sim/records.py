"""The record of a hand, from which any program can replay it: written here, read line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sim.core.tables import PAYOFF_UNIT
from sim.deals import Deals, leader_after
from sim.errors import BadInput
from sim.hand import HandResults, play_logged
from sim.notation import cards_text
from sim.plays import name_of
from sim.policy import Policy
from sim.rules import Rules

FORMAT = "fiftyk-record/1"
"""The first field of every record."""
_MARK = b"\xef\xbb\xbf"


def record_of(  # noqa: PLR0913, PLR0917
    policies: Sequence[Policy],
    deals: Deals,
    row: int,
    names: Sequence[str],
    previous: Mapping[str, int | None] | None = None,
    first_dealt: int | None = None,
    forced_leader: int | None = None,
) -> dict[str, Any]:
    """Play one deal and return its record.

    Parameters
    ----------
    policies : sequence of Policy
        One a seat.
    deals : Deals
    row : int
        Which of the deals.
    names : sequence of str
        What the record calls each seat's strategy.
    previous : mapping, optional
        `first_out` and `not_out` of the hand before, inside a match.
    first_dealt : int, optional
        The seat dealt first, where it is not the deal number modulo seats.
    forced_leader : int, optional
        The seat that leads instead of the rules' leader.

    Raises
    ------
    StrategyFault
        If a strategy raised or answered illegally.
    """
    one = deals.take(slice(row, row + 1))
    if forced_leader is not None:
        one = one.with_leader(forced_leader)
    results, log = play_logged(policies, one)
    return record_from(one, 0, names, results, log, previous, first_dealt)


def record_from(  # noqa: PLR0913, PLR0917
    deals: Deals,
    row: int,
    names: Sequence[str],
    results: HandResults,
    log: np.ndarray,
    previous: Mapping[str, int | None] | None = None,
    first_dealt: int | None = None,
) -> dict[str, Any]:
    """Return the record of a deal that `play_logged` has played.

    Deals with another leader than the rules' (`Deals.with_leader`) get the field `forced_leader`.
    """
    rules = deals.rules
    leader, received = int(deals.leader[row]), int(deals.received[row])
    natural = leader_after(rules, received, previous)
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": rules.id,
        "options": dict(rules.options),
        "strategies": list(names),
        "seed": deals.seed,
        "deal": int(deals.index[row]),
        "hands": [str(hand) for hand in deals.hands(row)],
        "received": received if rules.decks > 1 else None,
        "leader": leader,
    }
    extra = {
        "first_dealt": first_dealt,
        "forced_leader": leader if leader != natural else None,
        "previous": None if previous is None else dict(previous),
    }
    record |= {name: value for name, value in extra.items() if value is not None}
    record["plays"] = plays_of(rules, log)
    record["result"] = result_of(rules, results.raw[0])
    return record


def plays_of(rules: Rules, log: np.ndarray) -> list[list[Any]]:
    """Return the `plays` of a record from a log of `sim.hand.play_logged`."""
    return [_turn(rules, *turn) for turn in log[:, :4].tolist()]


def _turn(rules: Rules, seat: int, lo: int, hi: int, meta: int) -> list[Any]:
    if meta == 0:
        return [seat, "", "pass", None]
    kind, rank, _ = name_of(rules, meta)
    return [seat, cards_text(lo, hi), kind, rank]


def result_of(rules: Rules, raw: Any) -> dict[str, Any]:
    """Return the `result` of a record from a kernel's `sim.core.turns.RESULT`."""
    seats = rules.seats
    places = raw["finish"][:seats].tolist()
    winner = int(raw["winner"])
    return {
        "finish": sorted((seat for seat in range(seats) if places[seat]), key=places.__getitem__),
        "captured": raw["captured"][:seats].tolist(),
        "left": raw["left"][:seats].tolist(),
        "sides": sides_of(rules, raw),
        "side_points": [
            _figure(points) for points in raw["side_points"][: rules.side_count].tolist()
        ],
        "winner": None if winner < 0 else winner,
        "doubled": bool(raw["doubled"]),
        "payoff": [payoff / PAYOFF_UNIT for payoff in raw["payoff"][:seats].tolist()],
    }


def sides_of(rules: Rules, raw: Any) -> list[list[int]]:
    """Return the seats of each side of a hand; of hidden sides the ace holders first."""
    if not rules.hidden:
        return [list(team) for team in rules.teams]
    side = raw["side"][: rules.seats].tolist()
    return [[seat for seat in range(rules.seats) if side[seat] == number] for number in (0, 1)]


def _figure(units: int) -> int | float:
    """Return units as points: a whole number where it is one."""
    whole, rest = divmod(units, PAYOFF_UNIT)
    return units / PAYOFF_UNIT if rest else whole


def line_of(record: Mapping[str, Any]) -> str:
    """Return a record as a line of a record file, its end included."""
    return json.dumps(record) + "\n"


def write_records(path: Path, records: Iterator[Mapping[str, Any]]) -> int:
    """Write a record file; return the number of records."""
    written = 0
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(line_of(record))
            written += 1
    return written


def read_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Iterate over (line number, JSON value) of a record file.

    Lines count from 1, blank ones too; a byte-order mark is skipped. A line that is not JSON gives
    a `ValueError` in place of the value, so that the others can be used.

    Raises
    ------
    BadInput
        If the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                text = line.removeprefix(_MARK) if number == 1 else line
                if text.strip():
                    yield number, _value(text)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror or error}") from None


def _value(line: bytes) -> Any:
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        return ValueError(f"not JSON: {error}")


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """Iterate over the records of a file; they are not verified.

    Raises
    ------
    BadInput
        If the file cannot be read or a line is no JSON object.
    """
    for number, value in read_lines(path):
        if not isinstance(value, dict):
            raise BadInput(f"{path}, line {number}: not a record")
        yield value
