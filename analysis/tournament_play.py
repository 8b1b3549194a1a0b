"""A whole tournament: what its folder does not hold is played, then how things stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from analysis.line_ups import every_pair
from analysis.standings import Standings, extra_blocks, plan, stand
from analysis.tournament import (
    Played,
    Tournament,
    deals_held,
    hands_left,
    opened,
    play_blocks,
    read_tournament,
)
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


def read_standings(folder: str | Path) -> tuple[Tournament, Standings]:
    """Work out how all strategies of a tournament's folder stand; nothing is played or written.

    Deals count that every pair has played.

    Raises
    ------
    BadInput
        If it is no tournament's folder, or two strategies have not met yet.
    """
    tournament = read_tournament(folder)
    rules, players = tournament.rules, range(len(tournament.entrants))
    if len(players) < FEWEST:
        raise BadInput(f"{folder}: a tournament needs two strategies or more")
    held = {block: deals_held(folder, block) for block in every_pair(rules, players)}
    behind = min(held, key=lambda block: held[block])
    if held[behind] < FEWEST:
        a, b = (tournament.entrants[number].label for number in behind.players)
        raise BadInput(
            f"{folder}: {a} and {b} have played {held[behind]} deals against each other; "
            "fiftyk tournament with all its strategies plays what is missing"
        )
    # Partners are played against the strategy that was named first then.
    orders = [[first, *(each for each in players if each != first)] for first in players]
    extra = [
        min((deals_held(folder, block) for block in extra_blocks(rules, order)), default=0)
        for order in orders
    ]
    best = max(players, key=lambda number: extra[number])
    table_deals = extra[best] if extra[best] >= FEWEST else 0
    return tournament, stand(folder, tournament, orders[best], held[behind], table_deals)
