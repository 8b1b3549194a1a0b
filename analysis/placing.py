"""Dealing on condition: deals in which chosen seats hold chosen cards, each equally likely.

A card is *placed* by one transposition: a random card of the seat changes places with it. Taken on
a fair deal that gives a fair deal among those where the seat has the card, and so on card by card
if placed cards stay where they are (the argument of the Fisher-Yates shuffle).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.keyed import IntArray, WordArray, below, deal_words
from sim.cards import parse_card
from sim.deals import Deals

HeldArray = npt.NDArray[np.int8]

SUITS: Final = 4
CARDS: Final = 15 * SUITS
"""Numbers of cards, 4 · rank + suit; a joker has suit 0."""
_RANK, _SUIT = np.divmod(np.arange(CARDS), SUITS)
_SHIFT: Final = (4 * _RANK + 2 * (_SUIT & 1)).astype(np.uint64)
_COPIES: Final = np.uint64(3)


def held_cards(deals: Deals) -> HeldArray:
    """Return how many copies of each card each seat holds, int8[n, seats, 60]."""
    words = deals.cards[:, :, _SUIT >> 1]
    copies: HeldArray = (words >> _SHIFT & _COPIES).astype(np.int8)
    return copies


def with_held(deals: Deals, held: HeldArray) -> Deals:
    """Return the deals with other hands; leader and receiver stay."""
    bits = held.astype(np.uint64) << _SHIFT
    words = [bits[:, :, word == _SUIT >> 1].sum(axis=2, dtype=np.uint64) for word in (0, 1)]
    return replace(deals, cards=np.stack(words, axis=2))


@dataclass(eq=False)
class Placing:
    """Deals in which cards are being placed."""

    deals: Deals
    """As dealt; n of them."""
    purpose: str
    """Names the random draws."""

    def __post_init__(self) -> None:
        """Start from the hands as dealt, nothing placed."""
        self.held = held_cards(self.deals)
        self._placed = np.zeros_like(self.held)
        self._drawn = 0

    def place(self, seat: IntArray, card: IntArray) -> None:
        """Bring a copy of a card to a seat, deal by deal.

        Parameters
        ----------
        seat, card : int64[n]
            The seat, and the card as 4 · rank + suit.
        """
        rows = np.arange(len(self.deals))
        free = self.held - self._placed
        source = pick(free[rows, :, card], self._words())
        out = pick(free[rows, seat], self._words())
        at = np.flatnonzero(source != seat)
        for holder, card_of, change in (
            (seat, out, -1),
            (source, out, 1),
            (seat, card, 1),
            (source, card, -1),
        ):
            self.held[at, holder[at], card_of[at]] += change
        self._placed[rows, seat, card] += 1

    def banish(self, seat: IntArray, unwanted: npt.NDArray[np.bool_]) -> None:
        """Take cards away from a seat, but for those placed there, deal by deal.

        Each changes places with a random card of other hands that is wanted. That treats all
        wanted cards alike, all unwanted ones, and all places outside the hand, so the deals are
        fair among those where the seat has none.

        Parameters
        ----------
        seat : int64[n]
        unwanted : bool[n, 60]
            The cards.
        """
        n, seats = len(self.deals), self.deals.rules.seats
        rows = np.arange(n)
        away = np.arange(seats) != seat[:, None]
        while True:
            free = self.held - self._placed
            bad = free[rows, seat] * unwanted
            at = np.flatnonzero(bad.any(axis=1))
            if not len(at):
                return
            out = pick(bad, self._words())
            outside = free * ~unwanted[:, None, :] * away[:, :, None]
            source, card = np.divmod(pick(outside.reshape(n, -1), self._words()), CARDS)
            for holder, card_of, change in (
                (seat, out, -1),
                (source, out, 1),
                (seat, card, 1),
                (source, card, -1),
            ):
                self.held[at, holder[at], card_of[at]] += change

    def result(self) -> Deals:
        """Return the deals; who leads is found anew from who has the leader card."""
        received = self._receiver()
        return replace(with_held(self.deals, self.held), leader=received, received=received.copy())

    def _words(self) -> WordArray:
        self._drawn += 1
        return deal_words(self.deals.seed, self.deals.index, self.purpose, self._drawn)

    def _receiver(self) -> IntArray:
        """Return who got a copy of the leader card first.

        Given the hands, the order in which a seat got its cards is any, each equally likely.
        """
        rules, n = self.deals.rules, len(self.deals)
        rank, suit = parse_card(rules.leader_card)
        copies = self.held[:, :, SUITS * rank + suit]
        seats = np.arange(rules.seats)
        turn = (seats - self.deals.index[:, None]) % rules.seats
        size = self.held.sum(axis=2, dtype=np.int64)
        never = np.int64(size.max() * rules.seats)
        earliest = np.full((n, rules.seats), never)
        taken: list[IntArray] = []
        for copy in range(rules.decks):
            drawn = [below(self._words(), size[:, seat] - copy) for seat in seats]
            place = np.stack(drawn, axis=1)
            for other in np.sort(np.array(taken), axis=0) if taken else ():
                place += place >= other
            taken.append(place)
            when = np.where(copies > copy, place * rules.seats + turn, never)
            earliest = np.minimum(earliest, when)
        first: IntArray = earliest.argmin(axis=1)
        return first


def pick(weights: npt.NDArray[np.signedinteger], words: WordArray) -> IntArray:
    """Draw a column of each row, by weight; the number of columns where all weights are 0."""
    ends = weights.cumsum(axis=1, dtype=np.int64)
    place = below(words, ends[:, -1])
    drawn: IntArray = (ends <= place[:, None]).sum(axis=1)
    return drawn
