"""What the card that decides the lead is worth: with the lead moved, and with the lead fixed.

Whoever holds it leads, so its worth is that of a card and that of the lead at once. Its holder
exchanges it with another seat for a card of the rank next to it; the deal is then played twice
more: with the lead moved to the seat that now has the card, and with the lead where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.break_swap import exchange
from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks, ratio_estimate
from analysis.exchange import movable_suits
from analysis.keyed import IntArray, deal_words
from analysis.placing import CARDS, SUITS, held_cards, pick
from analysis.played import Table
from analysis.swap_values import OPPONENT, TEAM_MATE
from analysis.workers import map_in_order
from sim.cards import RANKS, parse_card
from sim.deals import Deals, sides_dealt
from sim.hand import play_deals
from sim.policy import Policy
from sim.rules import Rules

ANYONE: Final = "any other seat"


@dataclass(frozen=True, slots=True, eq=False)
class LeaderSwaps:
    """Exchanges of the leader card; m of them."""

    deals: Deals
    """The deals as dealt; n of them."""
    row: IntArray
    """The deal of each exchange, as a row of `deals`, (m,)."""
    hero: IntArray
    """The seat that held the leader card and led, (m,)."""
    other: IntArray
    """The seat that got it, (m,)."""
    taken: IntArray
    """The card it gave, 4 * rank + suit, (m,)."""

    def changed_deals(self, *, moves_lead: bool) -> Deals:
        """Return the m deals after the exchange, led by the new holder or by the old one."""
        deals = self.deals.take(self.row)
        given = np.full(len(self.row), leader_card(deals.rules))
        changed = exchange(deals, self.hero, self.other, given, self.taken)
        if not moves_lead:
            return changed
        return replace(changed, leader=self.other.copy(), received=self.other.copy())


@dataclass(frozen=True, slots=True)
class LeaderCardValue:
    """What the leader card is worth to the seats of one strategy, in points a hand."""

    strategy: str
    receiver: str
    """Who got the card: any other seat, an opponent or a team-mate."""
    moved: Estimate
    """Payoff as dealt less payoff exchanged, the lead gone with the card."""
    fixed: Estimate
    """The same with the lead left where it was: the card alone."""
    lead: Estimate
    """The first less the second: what the lead adds that comes with the card."""


@dataclass(frozen=True, slots=True)
class LeaderCardResult:
    """The value of the leader card, strategy by strategy."""

    card: str
    next_to: tuple[str, ...]
    """The ranks that it was exchanged for."""
    deals: int
    """Deals with an exchange."""
    hands: int
    """Hands played for it."""
    values: tuple[LeaderCardValue, ...]
    """Each strategy with each kind of receiver."""


def leader_card(rules: Rules) -> int:
    """Return the leader card as 4 * rank + suit.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> FIFTYK4.leader_card, leader_card(FIFTYK4)
    ('3h', 1)
    """
    rank, suit = parse_card(rules.leader_card)
    card: int = SUITS * rank + suit
    return card


def deals_for(table: Table, hands: int) -> int:
    """Return how many deals a number of hands allows: once as dealt, twice for every receiver."""
    seatings, seats = table.owner.shape
    return max(int(hands // (seatings * (2 * seats - 1))), 1)


def find_leader_swaps(deals: Deals) -> LeaderSwaps:
    """Exchange the leader card of every deal once with every other seat where that can be done.

    The other seat gives a card of the rank just above or below, no leader card and none that
    decides the sides; among several one is drawn, each equally likely. With several packs the copy
    goes that decided the lead.

    Parameters
    ----------
    deals : Deals
        Led by whom the rules say.
    """
    rules, rows = deals.rules, np.arange(len(deals))
    wanted = np.zeros(CARDS, dtype=np.int8)
    for rank in _next_to(rules):
        wanted[[SUITS * rank + suit for suit in movable_suits(rules, rank)]] = 1
    held, hero = held_cards(deals), deals.received
    lots: list[tuple[IntArray, ...]] = []
    for step in range(1, rules.seats):
        other = (hero + step) % rules.seats
        words = deal_words(deals.seed, deals.index, f"leader card {step}")
        taken = pick(held[rows, other] * wanted, words)
        can = taken < CARDS
        lots.append((rows[can], hero[can], other[can], taken[can]))
    return LeaderSwaps(deals, *(np.concatenate(each) for each in zip(*lots, strict=True)))


def value_of_leader_card(
    table: Table,
    policies: Sequence[Policy],
    deals: Deals,
    *,
    level: float = DEFAULT_LEVEL,
    threads: int = 2,
) -> LeaderCardResult:
    """Replay deals with the leader card in another hand.

    Question: how many points a hand is it worth to be dealt the leader card instead of a card next
    to it, with the lead that it brings and without? Unit of observation: the deal block. Formula:
    for each seating, the mean over the exchanges of (payoff as dealt − payoff exchanged) of the
    seat that held the card, counted for the strategy that sits there; ratio of the sums by block,
    as `ratio_estimate`.

    Parameters
    ----------
    table : Table
        Who sits where.
    policies : sequence of Policy
        One a strategy of `table.names`.
    deals : Deals
        n deals, led by whom the rules say.
    level : float
        Coverage of the intervals.
    threads : int
        Results do not depend on it.

    Raises
    ------
    TooFewBlocks
        With fewer than two deals in which a strategy held the card and could exchange it.
    """
    swaps = find_leader_swaps(deals)
    lots = (deals, *(swaps.changed_deals(moves_lead=moves) for moves in (True, False)))
    seats = (deals.received, swaps.hero, swaps.hero)

    def play(job: tuple[Sequence[int], int]) -> FloatArray:
        seating, lot = job
        results = play_deals([policies[owner] for owner in seating], lots[lot])
        paid: FloatArray = results.payoff[np.arange(len(lots[lot])), seats[lot]]
        return paid

    jobs = [(seating, lot) for seating in table.plan for lot in range(len(lots))]
    paid = list(map_in_order(play, jobs, threads))
    gained = np.stack(
        [
            np.stack([dealt[swaps.row] - moved, dealt[swaps.row] - fixed])
            for dealt, moved, fixed in zip(paid[::3], paid[1::3], paid[2::3], strict=True)
        ],
        axis=1,
    )
    side = sides_dealt(deals)
    mates = side[swaps.row, swaps.hero] == side[swaps.row, swaps.other]
    receivers = {ANYONE: np.ones(len(mates), dtype=bool)}
    if mates.any():
        receivers |= {OPPONENT: ~mates, TEAM_MATE: mates}
    estimate = partial(_value, table, swaps, gained, level)
    return LeaderCardResult(
        deals.rules.leader_card,
        tuple(RANKS[rank] for rank in _next_to(deals.rules)),
        len(np.unique(swaps.row)),
        len(table.plan) * sum(map(len, lots)),
        tuple(
            value
            for strategy in range(len(table.names))
            for name, chosen in receivers.items()
            if (value := _if_enough(partial(estimate, strategy, name, chosen), name)) is not None
        ),
    )


def _next_to(rules: Rules) -> tuple[int, ...]:
    rank, _ = parse_card(rules.leader_card)
    return tuple(each for each in (rank - 1, rank + 1) if 0 <= each < len(RANKS))


def _if_enough(value: Callable[[], LeaderCardValue], receiver: str) -> LeaderCardValue | None:
    """Return a value, None where only a part of the receivers has too few deals."""
    try:
        return value()
    except TooFewBlocks:
        if receiver == ANYONE:
            raise
        return None


def _value(  # noqa: PLR0913, PLR0917
    table: Table,
    swaps: LeaderSwaps,
    gained: FloatArray,
    level: float,
    strategy: int,
    receiver: str,
    chosen: npt.NDArray[np.bool_],
) -> LeaderCardValue:
    """Estimate for one strategy and kind of receiver; gained is (moved or fixed, seatings, m)."""
    n = len(swaps.deals)
    row = swaps.row[chosen]
    exchanges = np.bincount(row, minlength=n)
    is_theirs = table.owner[:, swaps.hero[chosen]] == strategy
    by_exchange = (gained[:, :, chosen] * is_theirs).sum(axis=1)
    sums = np.stack([np.bincount(row, each, n) for each in by_exchange])
    scores = np.divide(sums, exchanges, out=np.zeros_like(sums), where=exchanges > 0)
    seatings = (table.owner[:, swaps.deals.received] == strategy).sum(axis=0)
    weights = np.where(exchanges > 0, seatings, 0)
    moved, fixed = scores
    return LeaderCardValue(
        table.names[strategy],
        receiver,
        *(ratio_estimate(each, weights, level) for each in (moved, fixed, moved - fixed)),
    )
