"""Which simulator a rule set is played by: chosen by the type of the rules, never by a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim import deals as climbing_deals
from sim import hand as climbing_hand
from sim import machine_code
from sim import match as climbing_match
from sim import records as climbing_records
from sim import verify as climbing_verify
from sim.games import RULE_SETS
from sim.hand import CHECK_ALL, HandResults
from sim.match import MatchResults
from sim.policy import CLIMBING_SIGHT, Policy, Sight
from sim.progression import deals as stack_deals
from sim.progression import hand as stack_hand
from sim.progression import match as stack_match
from sim.progression import records as stack_records
from sim.progression import verify as stack_verify
from sim.progression.hand import STACK_SIGHT, StackResults
from sim.progression.rules import StackRules
from sim.rule_set import RuleSet
from sim.rules import Rules
from sim.verify import Fault

Deals = climbing_deals.Deals | stack_deals.StackDeals
"""Some deals of one rule set."""
Results = HandResults | StackResults
"""What some hands came to."""


@dataclass(frozen=True)
class Family:
    """The functions that play one kind of rule set; they are called alike in every family."""

    sight: Sight
    """What its strategies are shown."""
    deal_hands: Callable[..., Any]
    play_deals: Callable[..., Any]
    play_logged: Callable[..., Any]
    results: Callable[[Any, np.ndarray], Any]
    """Makes results of the kernel's records."""
    record_of: Callable[..., dict[str, Any]]
    record_from: Callable[..., dict[str, Any]]
    verify_record: Callable[[Any], Fault | None]
    play_matches: Callable[..., MatchResults]
    make_code: Callable[[Any, Sequence[Policy]], None] | None
    """Has machine code made for one rule set; None where there is no such code."""


_FAMILIES: dict[type[RuleSet], Family] = {
    Rules: Family(
        CLIMBING_SIGHT,
        climbing_deals.deal_hands,
        climbing_hand.play_deals,
        climbing_hand.play_logged,
        HandResults,
        climbing_records.record_of,
        climbing_records.record_from,
        climbing_verify.verify_record,
        climbing_match.play_matches,
        machine_code.make_code,
    ),
    StackRules: Family(
        STACK_SIGHT,
        stack_deals.deal_hands,
        stack_hand.play_deals,
        stack_hand.play_logged,
        StackResults,
        stack_records.record_of,
        stack_records.record_from,
        stack_verify.verify_record,
        stack_match.play_matches,
        None,
    ),
}


def family_of(rules: RuleSet) -> Family:
    """Return the functions that play a rule set."""
    return _FAMILIES[type(rules)]


def deal_hands(
    rules: RuleSet, seed: int, index: np.ndarray | range, first: np.ndarray | None = None
) -> Deals:
    """Deal packs of any rule set; see the family's own function."""
    dealt: Deals = family_of(rules).deal_hands(rules, seed, index, first)
    return dealt


def play_deals(lineup: Sequence[Policy], deals: Deals, checked: bool = CHECK_ALL) -> Results:
    """Play each deal once, of any rule set; see the family's own function."""
    results: Results = family_of(deals.rules).play_deals(lineup, deals, checked)
    return results


def make_code(rules: RuleSet, lineup: Sequence[Policy]) -> None:
    """Have what machine code there can be made for a rule set now, before much has been played."""
    prepare = family_of(rules).make_code
    if prepare is not None:
        prepare(rules, lineup)


def play_logged(lineup: Sequence[Policy], deals: Deals) -> tuple[Results, np.ndarray]:
    """Play one deal and return its result and the log that `record_from` reads."""
    played: tuple[Results, np.ndarray] = family_of(deals.rules).play_logged(lineup, deals)
    return played


def record_of(
    policies: Sequence[Policy], deals: Deals, row: int, names: Sequence[str], **more: Any
) -> dict[str, Any]:
    """Play one deal of any rule set and return its record; see the family's own function."""
    return family_of(deals.rules).record_of(policies, deals, row, names, **more)


def record_from(
    deals: Deals, row: int, names: Sequence[str], results: Results, log: np.ndarray
) -> dict[str, Any]:
    """Return the record of a deal that `play_logged` has played."""
    return family_of(deals.rules).record_from(deals, row, names, results, log)


def play_matches(
    rules: RuleSet,
    line_up: Sequence[Policy],
    seed: int,
    matches: int | range | np.ndarray,
    checked: bool = CHECK_ALL,
) -> MatchResults:
    """Play matches of any rule set; see the family's own function."""
    return family_of(rules).play_matches(rules, line_up, seed, matches, checked)


def verify_record(record: Any) -> Fault | None:
    """Replay a record of any rule set and return its first fault, or None.

    Parameters
    ----------
    record : dict
        As JSON gives it; anything else is a `format` fault.

    Examples
    --------
    >>> verify_record({"format": "fiftyk-record/0"}).fault
    'format'
    """
    name = record.get("rules") if isinstance(record, dict) else None
    rules = RULE_SETS.get(name) if isinstance(name, str) else None
    family = family_of(rules) if rules is not None else _FAMILIES[Rules]
    return family.verify_record(record)


def verify_file(path: Path) -> dict[str, Any]:
    """Verify every record of a file; return what `fiftyk verify --json` prints.

    Raises
    ------
    BadInput
        If the file cannot be read.
    """
    return climbing_verify.verify_file(path, verify_record)
