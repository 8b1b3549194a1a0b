"""A hand of stacks under way, to step through from outside: turn, legal acts, points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.cards import SUITS
from sim.core.stack_cards import PLACES
from sim.core.stack_replay import begin_stacks, list_acts, push_act, score_suits
from sim.core.stack_tables import PACK, STACK_RESULT, STACK_VIEW
from sim.core.stack_turns import OVER, STOCK
from sim.errors import BadInput
from sim.policy import as_records
from sim.progression.deals import cards_of
from sim.progression.rules import StackRules

Act = tuple[int, int]
"""Where, as `sim.core.stack_turns` numbers places, and the card."""


class StackPosition:
    """A hand that grows act by act.

    Parameters
    ----------
    rules : StackRules
    hands : sequence of sequence of int
        The cards of each seat, as numbers.
    stock : sequence of int
        Top first.
    leader : int

    Examples
    --------
    >>> from sim.progression.deals import deal_hands, text_of
    >>> from sim.progression.rules import PROGRESSION
    >>> deals = deal_hands(PROGRESSION, 1, range(1))
    >>> hands = [cards_of(int(hand)) for hand in deals.cards[0]]
    >>> position = StackPosition(PROGRESSION, hands, deals.stock[0].tolist(), 0)
    >>> position.push(position.legal_acts()[0])
    >>> position.turn, position.stock_left, sum(map(len, position.stacks(0)))
    (1, 37, 1)
    """

    def __init__(
        self, rules: StackRules, hands: Sequence[Sequence[int]], stock: Sequence[int], leader: int
    ) -> None:
        self.rules = rules
        self.turn: int | None = leader
        """Who acts; None once the hand is over."""
        self._stock = list(stock)
        self._record = as_records(rules.record)
        self._hands = np.array([sum(1 << card for card in h) for h in hands], dtype=np.uint64)
        self._views = np.zeros(1, dtype=STACK_VIEW)
        self._results = np.zeros(1, dtype=STACK_RESULT)
        begin_stacks(
            self._record,
            as_records(self._views),
            self._hands,
            as_records(self._results),
            leader,
            len(self._stock),
        )

    @property
    def stock_left(self) -> int:
        """Cards left in the stock."""
        return int(self._views["stock"][0])

    @property
    def raw(self) -> Any:
        """What the hand came to, once it is over: a `STACK_RESULT`."""
        return self._results[0]

    def hand(self, seat: int) -> list[int]:
        """Return a seat's cards."""
        return cards_of(int(self._hands[seat]))

    def stacks(self, seat: int) -> list[list[int]]:
        """Return a seat's four stacks; where no order of places holds, face cards by rank."""
        word = int(self._views["stacks"][0, seat])
        return [
            [card for card in range(PLACES * suit, PLACES * (suit + 1)) if word >> card & 1]
            for suit in range(len(SUITS))
        ]

    def public(self) -> list[list[int]]:
        """Return the public stacks from the bottom up."""
        stacks = []
        for suit, word in enumerate(self._views["public"][0].tolist()):
            # Four bits a card, the top card lowest.
            nibbles = [word >> 4 * place & 15 for place in range(PLACES)]
            stacks.append([PLACES * suit + each - 1 for each in reversed(nibbles) if each])
        return stacks

    def points(self, seat: int) -> list[int]:
        """Return the points of a seat's four stacks as they stand."""
        points = np.zeros(len(SUITS), dtype=np.int64)
        score_suits(self._record, self._views["stacks"][0, seat], points)
        return [int(each) for each in points]

    def legal_acts(self) -> list[Act]:
        """Return every legal act; the stock's has the card on top, though no seat can know it."""
        if self.turn is None:
            return []
        acts = np.zeros((PACK, 2), dtype=np.int64)
        count = list_acts(self._record, as_records(self._views), acts)
        return [self._named(where, card) for where, card in acts[:count].tolist()]

    def _named(self, where: int, card: int) -> Act:
        return (where, self._stock[-self.stock_left] if where == STOCK else card)

    def push(self, act: Act) -> None:
        """Let the seat whose turn it is do an act.

        Raises
        ------
        BadInput
            If it is not legal.
        """
        if act not in self.legal_acts():
            raise BadInput(f"act {act} is not legal for seat {self.turn}")
        seat = push_act(
            self._record,
            as_records(self._views),
            self._hands,
            as_records(self._results),
            *act,
        )
        self.turn = None if seat == OVER else int(seat)
