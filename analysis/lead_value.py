"""What the lead is worth: the same deals played again with each seat forced to lead.

The seat that leads by the rules holds the leader card, so comparing natural leaders with others
compares hands. Here cards, strategies and seats stay where they are and only the lead moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.estimates import DEFAULT_LEVEL, Estimate, difference, mean_estimate
from analysis.played import FloatArray, Table
from sim.deals import Deals
from sim.hand import HandResults, play_deals
from sim.policy import Policy

HANDS: Final = 160_000
"""Hands played by default, all deals, seatings and leaders together."""


@dataclass(frozen=True)
class LeadValue:
    """What leading is worth to the seats of one strategy, in points a hand."""

    strategy: str
    value: Estimate
    """Mean payoff when the side leads (one of its seats, each in turn), less that when the others
    do."""
    first_out: Estimate
    """Gain in the probability that a seat of the side is first out."""
    by_leader: tuple[Estimate, ...]
    """Mean payoff by who leads, in the order of `LeadResult.leaders`."""


@dataclass(frozen=True)
class LeadResult:
    """The value of the lead, strategy by strategy."""

    deals: int
    """Deals replayed."""
    hands: int
    """Hands played for it."""
    leaders: tuple[str, ...]
    """Who leads, seen from the seat: own and other side, or each seat in solo games."""
    values: tuple[LeadValue, ...]


def deals_for(table: Table, hands: int = HANDS) -> int:
    """Return how many deals a number of hands allows: each is played by seating and leader."""
    seatings, seats = table.owner.shape
    return max(int(hands // (seatings * seats)), 1)


def value_of_lead(
    table: Table,
    policies: Sequence[Policy],
    deals: Deals,
    *,
    level: float = DEFAULT_LEVEL,
    threads: int = 2,
) -> LeadResult:
    """Replay deals with each seat forced to lead.

    Question: how many points a hand is the lead worth to a seat, its cards and everybody's
    strategies being what they are? Unit of observation: the deal block. Formula: for each seat of
    the strategy the mean of its payoffs when the seats of its side lead, less the mean when the
    seats of other sides lead; the mean of that over the strategy's seats and seatings is one
    number a deal.

    Parameters
    ----------
    table : Table
        Who sits where.
    policies : sequence of Policy
        One a strategy of `table.names`.
    deals : Deals
        n deals; who leads them is not looked at.
    level : float
        Coverage of the intervals.
    threads : int
        Hands are played on so many threads; results do not depend on it.

    Raises
    ------
    TooFewBlocks
        With fewer than two deals.
    """
    seatings, seats = table.owner.shape
    n = len(deals)

    def play(job: tuple[int, int]) -> HandResults:
        seating, leader = job
        line_up = [policies[owner] for owner in table.plan[seating]]
        return play_deals(line_up, deals.with_leader(leader))

    jobs = [(seating, leader) for seating in range(seatings) for leader in range(seats)]
    with ThreadPoolExecutor(max(threads, 1)) as pool:
        played = list(pool.map(play, jobs))
    payoff = np.empty((n, seatings, seats, seats))
    first = np.empty((n, seatings, seats, seats))
    # Sides are those of the deal, whoever sits where and leads.
    side = played[0].side
    for (seating, leader), results in zip(jobs, played, strict=True):
        payoff[:, seating, leader] = results.payoff
        first_side = side[np.arange(n), results.first_out]
        first[:, seating, leader] = side == first_side[:, None]
    same = side[:, :, None] == side[:, None, :]
    leaders = ("the seat itself", *_turns(seats)) if table.rules.solo else _SIDES
    values = tuple(
        _value(table, strategy, payoff, first, same, level) for strategy in range(len(table.names))
    )
    return LeadResult(n, n * len(jobs), leaders, values)


_SIDES: Final = ("own side", "other side")


def _turns(seats: int) -> tuple[str, ...]:
    """Return names of the other seats of a solo game, in turn order."""
    if seats == 2:  # noqa: PLR2004
        return ("the other seat",)
    middle = [f"{turn} seats on" for turn in range(2, seats - 1)]
    return ("the next seat", *middle, "the seat before")


def _value(  # noqa: PLR0913, PLR0917
    table: Table,
    strategy: int,
    payoff: FloatArray,
    first: FloatArray,
    same: npt.NDArray[np.bool_],
    level: float,
) -> LeadValue:
    """Average over the strategy's seats.

    Payoff and first are (n, seatings, leaders, seats); same says of each deal which seats are on
    one side, (n, seats, seats).
    """
    held = [(int(s), int(k)) for s, k in np.argwhere(table.owner == strategy)]

    def led_by(values: FloatArray, own: bool) -> FloatArray:
        """Return the mean over the strategy's seats, own or other sides leading, (n,)."""
        return _mean_of(
            [np.average(values[:, s, :, k], axis=1, weights=same[:, :, k] == own) for s, k in held]
        )

    def turned(turn: int) -> FloatArray:
        seats = table.rules.seats
        return _mean_of([payoff[:, s, (k + turn) % seats, k] for s, k in held])

    own, others = led_by(payoff, own=True), led_by(payoff, own=False)
    by_leader = [own, others]
    if table.rules.solo:
        by_leader = [turned(turn) for turn in range(table.rules.seats)]
    return LeadValue(
        table.names[strategy],
        difference(own, others, level),
        difference(led_by(first, own=True), led_by(first, own=False), level),
        tuple(mean_estimate(each, level) for each in by_leader),
    )


def _mean_of(columns: Sequence[FloatArray]) -> FloatArray:
    mean: FloatArray = np.mean(columns, axis=0)
    return mean
