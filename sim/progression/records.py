"""The record of a hand, from which any program can replay it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.core.stack_turns import OWN, PUBLIC, STOCK, TAKE, TAKE_PUBLIC
from sim.policy import Policy
from sim.progression.deals import TOKENS, StackDeals, text_of
from sim.progression.hand import StackResults, play_logged
from sim.progression.rules import StackRules
from sim.records import FORMAT

PLACES = {"own": OWN, "public": PUBLIC, "stock": STOCK, "take:public": TAKE_PUBLIC}
"""Where an act goes, as records name it; `take:SEAT` beside them."""
_NAMES = {number: name for name, number in PLACES.items()}


def place_name(where: int) -> str:
    """Return how records name where an act goes.

    Examples
    --------
    >>> place_name(STOCK), place_name(TAKE + 2)
    ('stock', 'take:2')
    """
    return f"take:{where - TAKE}" if where >= TAKE else _NAMES[where]


def record_of(
    policies: Sequence[Policy], deals: StackDeals, row: int, names: Sequence[str]
) -> dict[str, Any]:
    """Play one deal and return its record.

    Parameters
    ----------
    policies : sequence of Policy
        One a seat.
    deals : StackDeals
    row : int
        Which of the deals.
    names : sequence of str
        What the record calls each seat's strategy.

    Raises
    ------
    StrategyFault
        If a strategy raised or answered illegally.
    """
    results, log = play_logged(policies, deals, row)
    return record_from(deals, row, names, results, log)


def record_from(
    deals: StackDeals, row: int, names: Sequence[str], results: StackResults, log: np.ndarray
) -> dict[str, Any]:
    """Return the record of a deal that `play_logged` has played."""
    rules, leader = deals.rules, int(deals.leader[row])
    index = int(deals.index[row])
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": rules.id,
        "options": dict(rules.options),
        "strategies": list(names),
        "seed": deals.seed,
        "deal": index,
        "hands": list(deals.hands(row)),
        "received": None,
        "leader": leader,
        "stock": text_of(deals.stock[row].tolist()),
    }
    if leader != index % rules.seats:
        record["forced_leader"] = leader
    record["plays"] = plays_of(log)
    record["result"] = result_of(rules, results.raw[0])
    return record


def plays_of(log: np.ndarray) -> list[list[Any]]:
    """Return the `plays` of a record from a log of `play_logged`."""
    return [[seat, TOKENS[card], place_name(where), None] for seat, where, card in log.tolist()]


def result_of(rules: StackRules, raw: Any) -> dict[str, Any]:
    """Return the `result` of a record from a kernel's `STACK_RESULT`."""
    points = raw["points"][: rules.seats].tolist()
    winner = int(raw["winner"])
    return {
        "finish": [],
        "captured": [0] * rules.seats,
        "left": [0] * rules.seats,
        "sides": [list(team) for team in rules.teams],
        "side_points": points,
        "winner": None if winner < 0 else winner,
        "doubled": False,
        "payoff": [float(each) for each in points],
        "capped": bool(raw["capped"]),
    }
