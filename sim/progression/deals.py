"""Deal number to hands and stock: the same on any machine, in any order, for any options."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from sim.cards import SUITS, token_of
from sim.core.stack_cards import PLACES
from sim.core.stack_playout import deal_stacks
from sim.core.stack_tables import PACK
from sim.policy import as_records
from sim.progression.rules import StackRules

PLACE_LETTERS = "AKQJ23456789T"
"""The order in which a stack grows."""
TOKENS = tuple(letter + suit for suit in SUITS for letter in PLACE_LETTERS)
"""Each card by its number in `sim.core.stack_tables`."""
NUMBERS = {token: number for number, token in enumerate(TOKENS)}
"""The number of each card."""
_OUTPUT_ORDER = [NUMBERS[token_of(*divmod(card, len(SUITS)))] for card in range(PACK)]


def cards_of(word: int) -> list[int]:
    """Return the cards of a set, in output order: by rank, then s h c d."""
    return [card for card in _OUTPUT_ORDER if word >> card & 1]


def text_of(cards: Iterable[int]) -> str:
    """Return cards as tokens, in the order given.

    Examples
    --------
    >>> text_of([0, 13 + 12])
    'As Th'
    """
    return " ".join(TOKENS[card] for card in cards)


def stack_text(word: int, suit: int) -> str:
    """Return the ranks of a set's cards of one suit, in the order of a stack.

    Examples
    --------
    >>> stack_text(0b1_0000_0000_1010, 0)
    'KJT'
    """
    stack = word >> PLACES * suit
    return "".join(letter for place, letter in enumerate(PLACE_LETTERS) if stack >> place & 1)


@dataclass(frozen=True)
class StackDeals:
    """Some deals of one rule set and seed; n of them."""

    rules: StackRules
    """The rules they are dealt for."""
    seed: int
    """The experiment's seed."""
    index: np.ndarray
    """int64[n]: deal numbers."""
    cards: np.ndarray
    """uint64[n, seats]: the hands, as sets of cards."""
    stock: np.ndarray
    """uint8[n, k]: the stocks, top first."""
    leader: np.ndarray
    """int64[n]: who leads: the seat that is dealt first."""

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.index)

    def hands(self, row: int) -> tuple[str, ...]:
        """Return one deal's hands as text."""
        return tuple(text_of(cards_of(int(hand))) for hand in self.cards[row])

    def take(self, rows: np.ndarray | slice) -> StackDeals:
        """Return some of the deals."""
        return replace(
            self,
            index=self.index[rows],
            cards=self.cards[rows],
            stock=self.stock[rows],
            leader=self.leader[rows],
        )

    def with_leader(self, seat: int) -> StackDeals:
        """Return the same deals with one seat leading all of them."""
        return replace(self, leader=np.full(len(self), seat, dtype=np.int64))


def deal_hands(
    rules: StackRules, seed: int, index: np.ndarray | range, first: np.ndarray | None = None
) -> StackDeals:
    """Deal packs.

    Parameters
    ----------
    rules : StackRules
    seed : int
        0 … 2**63 - 1.
    index : int64[n] or range
        Deal numbers, 0 or more.
    first : int64[n], optional
        The seat dealt first, which leads; by default the deal number modulo seats.

    Examples
    --------
    >>> from sim.progression.rules import PROGRESSION
    >>> deals = deal_hands(PROGRESSION, 1, range(3))
    >>> [len(hand.split()) for hand in deals.hands(0)], deals.stock.shape, deals.leader
    ([5, 5, 5], (3, 37), array([0, 1, 2]))
    """
    numbers = np.asarray(index, dtype=np.int64)
    n = len(numbers)
    leader = numbers % rules.seats if first is None else np.asarray(first, dtype=np.int64)
    cards = np.empty((n, rules.seats), dtype=np.uint64)
    stock = np.empty((n, rules.stock_size), dtype=np.uint8)
    deal_stacks(as_records(rules.record)[0], np.uint64(seed), numbers, leader, cards, stock)
    return StackDeals(rules, seed, numbers, cards, stock, leader)
