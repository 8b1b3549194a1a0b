"""Deal number to hands: the same on any machine, in any order, for any options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from sim.cards import RANKS, CardSet
from sim.core.dealing import deal_packs
from sim.policy import for_kernel
from sim.rules import Rules


@dataclass(frozen=True)
class Deals:
    """Some deals of one rule set and seed; n of them."""

    rules: Rules
    """The rules they are dealt for."""
    seed: int
    """The experiment's seed."""
    index: np.ndarray
    """int64[n]: deal numbers."""
    cards: np.ndarray
    """uint64[n, seats, 2]: the hands, as card sets."""
    leader: np.ndarray
    """int64[n]: who leads."""
    received: np.ndarray
    """int64[n]: who got a copy of the leader card first."""

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.index)

    def hands(self, row: int) -> tuple[CardSet, ...]:
        """Return one deal's hands, a card set a seat."""
        return tuple(CardSet(int(lo), int(hi)) for lo, hi in self.cards[row])

    def take(self, rows: np.ndarray | slice) -> Deals:
        """Return some of the deals."""
        return replace(
            self,
            index=self.index[rows],
            cards=self.cards[rows],
            leader=self.leader[rows],
            received=self.received[rows],
        )

    def with_leader(self, seat: int) -> Deals:
        """Return the same deals with one seat leading all of them."""
        return replace(self, leader=np.full(len(self), seat, dtype=np.int64))


_SPADE_ACE = np.uint64(4 * RANKS.index("A"))


def sides_dealt(deals: Deals) -> np.ndarray:
    """Return the side of each seat of each deal, int8[n, seats]; of hidden sides ace holders are 0.

    Examples
    --------
    >>> from sim.games import find_rules
    >>> sides_dealt(deal_hands(find_rules("fiftyk4"), 1, range(1))).tolist()
    [[0, 1, 0, 1]]
    """
    rules = deals.rules
    if rules.hidden:
        held: np.ndarray = deals.cards[:, :, 0] >> _SPADE_ACE & np.uint64(3)
        others: np.ndarray = held == 0
        return others.astype(np.int8)
    record = rules.record["side_of"][0, : rules.seats].astype(np.int8)
    return np.broadcast_to(record, (len(deals), rules.seats))


def as_numbers(index: np.ndarray | range) -> np.ndarray:
    """Return deal numbers as int64[n]; NumPy would take a range apart number by number."""
    if isinstance(index, range):
        return np.arange(index.start, index.stop, index.step, dtype=np.int64)
    return np.asarray(index, dtype=np.int64)


def deal_hands(
    rules: Rules, seed: int, index: np.ndarray | range, first: np.ndarray | None = None
) -> Deals:
    """Deal packs.

    Parameters
    ----------
    rules : Rules
    seed : int
        0 … 2**63 - 1.
    index : int64[n] or range
        Deal numbers, 0 or more.
    first : int64[n], optional
        The seat dealt first; by default the deal number modulo seats (rule C7).

    Returns
    -------
    Deals
        With the leader the rules name: the first receiver of the leader card.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> [len(hand) for hand in deal_hands(FIFTYK4, 1, range(3)).hands(0)]
    [13, 13, 13, 13]
    """
    numbers = as_numbers(index)
    n = len(numbers)
    if first is None:
        first = numbers % rules.seats
    cards = np.empty((n, rules.seats, 2), dtype=np.uint64)
    received = np.empty(n, dtype=np.int64)
    deal_packs(for_kernel(rules.record), np.uint64(seed), numbers, first, cards, received)
    return Deals(rules, seed, numbers, cards, received.copy(), received)


def leader_after(rules: Rules, received: int, previous: Mapping[str, int | None] | None) -> int:
    """Return who leads a hand.

    Parameters
    ----------
    rules : Rules
    received : int
        Who got a copy of the leader card first.
    previous : mapping, optional
        `first_out` and `not_out` of the hand before, inside a match.
    """
    if previous is not None and rules.next_leader != "card":
        leader = previous.get(rules.next_leader)
        if leader is not None:
            return leader
    return received


def dealt_first(rules: Rules, deal: int, previous: Mapping[str, int | None] | None) -> int:
    """Return who is dealt the first card, given the deal number and the hand before in a match."""
    if previous is not None and rules.dealt_first == "first_out":
        first = previous["first_out"]
        assert first is not None
        return first
    return deal % rules.seats
