"""A whole tournament: what its folder does not hold is played, then how things stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analysis.standings import Standings, plan, stand
from analysis.tournament import Played, hands_left, opened, play_blocks
from sim.errors import BadInput
from sim.rule_set import RuleSet

if TYPE_CHECKING:
    from strategies.registry import Strategy

FEWEST: Final = 2
"""Strategies of a tournament, and deals of the others at its tables unless none."""


def check_table_deals(deals: int, table_deals: int | None) -> int:
    """Return how many deals are for partners and third players; by default a tenth.

    Raises
    ------
    BadInput
        If it is one, from which no error can be had.
    """
    if table_deals == 1:
        raise BadInput("1: accepted: 0 for none, or 2 or more")
    wanted = deals // 10 if table_deals is None else table_deals
    return wanted if wanted >= FEWEST else 0


def play_tournament(  # noqa: PLR0913, PLR0917
    folder: str | Path,
    rules: RuleSet,
    chosen: Sequence[Strategy],
    seed: int,
    deals: int,
    table_deals: int,
    *,
    threads: int = 1,
    begin: Callable[[int], Callable[[int], None]] | None = None,
) -> tuple[Standings, Played]:
    """Play what a tournament's folder does not hold.

    Parameters
    ----------
    folder : path
        Made if it is not there; what it holds is not played again.
    rules : RuleSet
    chosen : sequence of Strategy
        Two or more.
    seed : int
    deals : int
        Deals of every pair.
    table_deals : int
        Deals for partners or third players; 0 for none.
    threads : int
        They change nothing but the time.
    begin : function, optional
        Given the hands to be played, returns what is told how many are.

    Returns
    -------
    Standings
    Played
        How many hands were played now.

    Raises
    ------
    BadInput
        If the folder holds something else, or one does not play these rules.
    """
    if len(chosen) < FEWEST:
        raise BadInput("a tournament needs two or more strategies, such as balanced,lowest")
    for each in chosen:
        if not each.plays(rules):
            raise BadInput(f"{each.name} does not play {rules.id}")
    policies = [each.policy() for each in chosen]
    with opened(folder, rules, chosen, seed) as (tournament, numbers):
        wanted = plan(rules, numbers, deals, table_deals)
        progress = None if begin is None else begin(hands_left(folder, wanted))
        played = play_blocks(
            folder,
            tournament,
            wanted,
            dict(zip(numbers, policies, strict=True)),
            threads=threads,
            progress=progress,
        )
        return stand(folder, tournament, numbers, deals, table_deals), played
