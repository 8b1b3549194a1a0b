"""Records of games that people played: verified, and how each of them did.

The unit of observation is the record: one hand, played once. Nobody replays it with other people
in other seats, so the luck of the deal is all in, and intervals are wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks, mean_estimate
from analysis.finishing import place_names
from analysis.shares import clustered_share
from sim.errors import BadInput
from sim.notation import rules_of_document
from sim.rules import Rules
from sim.typed_records import read_any
from sim.verify import verify_record

if TYPE_CHECKING:
    import pandas as pd

FEW: Final = 30
"""Hands of a player below which a warning is due: the interval itself is then a rough guess."""


@dataclass(frozen=True)
class LeftOut:
    """A record that does not count."""

    line: int
    """Where it stands in the file."""
    why: str


@dataclass(frozen=True)
class PlayerRow:
    """How one player did."""

    player: str
    hands: int
    """Records in which the player sat."""
    payoff: Estimate | float
    """Mean payoff, points a hand; with one hand only the number."""
    places: tuple[Estimate | float, ...]
    """Share of each place, in the order of `analysis.finishing.place_names`."""

    @property
    def is_few(self) -> bool:
        """Whether there are too few hands to say much."""
        return self.hands < FEW


@dataclass(frozen=True)
class People:
    """What the records of a file say."""

    path: str
    """The file as the user named it."""
    rules: Rules
    records: int
    """Records that count: in order, and under these rules."""
    left_out: tuple[LeftOut, ...]
    players: tuple[PlayerRow, ...]
    """By mean payoff, the highest first."""
    level: float

    def to_frame(self) -> pd.DataFrame:
        """Return a row a player: `PEOPLE_COLUMNS` of `analysis.notebook` names the columns."""
        import pandas as pd

        from analysis.estimate_columns import columns_of_estimate

        places = place_names(self.rules.seats)
        rows: list[dict[str, Any]] = []
        for each in self.players:
            row = {"player": each.player, "hands": each.hands}
            row |= columns_of_estimate("payoff", each.payoff)
            for name, share in zip(places, each.places, strict=True):
                row |= columns_of_estimate(name, share)
            rows.append(row)
        return pd.DataFrame(rows)


def read_people(
    path: str | Path, rules: Rules | None = None, level: float = DEFAULT_LEVEL
) -> People:
    """Read and verify a file of records, JSON lines or typed by hand, and sum it up by player.

    Question: how do these people score and finish? Unit of observation: the record. A player who
    sat in several seats of a hand counts with the mean of them. Assumption: records are
    independent and were not chosen by how they ended.

    Parameters
    ----------
    path : path
    rules : Rules, optional
        The rules that count; by default those of the first record in order.
    level : float
        Coverage of the intervals.

    Raises
    ------
    BadInput
        If the file cannot be read, or no record of it counts; the first reason is named.
    """
    good: list[Mapping[str, Any]] = []
    left_out: list[LeftOut] = []
    for line, record in read_any(Path(path)):
        why = _fault(record, rules)
        if why:
            left_out.append(LeftOut(line, why))
            continue
        rules = rules or rules_of_document(record["rules"], record.get("options"))
        good.append(record)
    if rules is None or not good:
        first = f": line {left_out[0].line}: {left_out[0].why}" if left_out else ""
        raise BadInput(f"{path} holds no record that counts{first}")
    rows = [_row(name, mine, rules, level) for name, mine in _seats(good, rules).items()]
    rows.sort(key=lambda row: -_plain(row.payoff))
    return People(str(path), rules, len(good), tuple(left_out), tuple(rows), level)


def _fault(record: Any, rules: Rules | None) -> str:
    """Say why a record does not count; nothing where it does."""
    if isinstance(record, ValueError):
        return str(record)
    fault = verify_record(record)
    if fault is not None:
        return f"{fault.fault}: {fault.what}"
    theirs = rules_of_document(record["rules"], record.get("options"))
    if rules is not None and theirs != rules:
        options = "".join(f" {name}={theirs.text_of(name)}" for name in theirs.options)
        return f"played under other rules: {theirs.id}{options}"
    return ""


def _seats(
    records: Iterable[Mapping[str, Any]], rules: Rules
) -> dict[str, list[list[tuple[float, int]]]]:
    """Return (payoff, place from 0) of each player's seats, a list a record."""
    found: dict[str, list[list[tuple[float, int]]]] = {}
    for record in records:
        result = record["result"]
        names = _players(record.get("strategies"), rules)
        last = len(place_names(rules.seats)) - 1
        here: dict[str, list[tuple[float, int]]] = {}
        for seat, name in enumerate(names):
            out = result["finish"]
            place = min(out.index(seat), last) if seat in out else last
            here.setdefault(name, []).append((float(result["payoff"][seat]), place))
        for name, seats in here.items():
            found.setdefault(name, []).append(seats)
    return found


def _players(names: Any, rules: Rules) -> list[str]:
    """Return who sat where; the seats themselves where the record does not say."""
    said = names if isinstance(names, list) else []
    if len(said) == rules.seats and all(isinstance(name, str) and name for name in said):
        return said
    return [f"seat {seat}" for seat in range(rules.seats)]


def _row(
    name: str, records: list[list[tuple[float, int]]], rules: Rules, level: float
) -> PlayerRow:
    payoff: Estimate | float
    means = [float(np.mean([payoff for payoff, _ in seats])) for seats in records]
    try:
        payoff = mean_estimate(means, level)
    except TooFewBlocks:
        payoff = means[0]
    cases = [len(seats) for seats in records]
    shares: list[Estimate | float] = []
    for place in range(len(place_names(rules.seats))):
        times = [sum(there == place for _, there in seats) for seats in records]
        try:
            shares.append(clustered_share(times, cases, level))
        except TooFewBlocks:
            shares.append(times[0] / cases[0])
    return PlayerRow(name, len(records), payoff, tuple(shares))


def _plain(value: Estimate | float) -> float:
    return value.value if isinstance(value, Estimate) else value
