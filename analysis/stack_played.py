"""Played deal blocks of stack games, and the parts their scores are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.played import Columns, IntArray, Table
from analysis.score_parts import PARTS_OF_A_POINT
from analysis.stack_features import (
    STACK_CARDS,
    STACK_COLUMNS,
    STACK_FACES,
    STACK_START,
    STACK_VALUE,
)
from sim.core.stack_cards import BARREN, FREE_POINTS
from sim.errors import BadInput
from sim.progression.rules import StackRules

STATES: Final = ("empty", "face cards alone", "1 to 12", "above 12")
"""How a stack can end."""
EMPTY, FACES_ALONE, NOTHING, SCORING = range(4)

ROW_COLUMNS: Final = (
    "deal",
    "seat",
    "leader",
    "payoff",
    "plays",
    "capped",
    "ended",
    "turns",
    "taken",
    "held",
    *STACK_COLUMNS,
)
"""The columns that blocks are made of."""


@dataclass(frozen=True)
class StackPlayed:
    """Some whole deal blocks of a result: n deals in S seatings of K seats."""

    table: Table
    deal: IntArray
    """Deal numbers, (n,)."""
    leader: IntArray
    """Who acted first, (n,): the same in every seating."""
    points: IntArray
    """Points, (n, S, K)."""
    stacks: IntArray
    """The stacks at the end, (n, S, K, suits), 13 bits each."""
    plays: IntArray
    """Cards laid down, (n, S, K)."""
    ended: npt.NDArray[np.bool_]
    """Who drew the last card of the stock, (n, S, K)."""
    capped: npt.NDArray[np.bool_]
    """Whether the limit of turns ended the hand, (n, S)."""
    turns: IntArray
    """Turns of the hand, (n, S)."""
    taken: IntArray
    """Cards taken from stacks, (n, S, K)."""
    held: IntArray
    """Cards in hand at the end, (n, S, K)."""

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.deal)

    @cached_property
    def owner(self) -> IntArray:
        """The strategy of each seat, (n, S, K)."""
        return np.broadcast_to(self.table.owner, self.points.shape)

    @property
    def payoff(self) -> IntArray:
        """Payoff in sixtieths of a point, (n, S, K)."""
        return self.points * PARTS_OF_A_POINT

    @cached_property
    def cards(self) -> IntArray:
        """Cards of each stack, (n, S, K, suits)."""
        cards: IntArray = STACK_CARDS[self.stacks]
        return cards

    @cached_property
    def faces(self) -> IntArray:
        """Face cards of each stack, (n, S, K, suits)."""
        faces: IntArray = STACK_FACES[self.stacks]
        return faces

    @cached_property
    def start(self) -> IntArray:
        """The lowest place in each stack, -1 for none, (n, S, K, suits)."""
        start: IntArray = STACK_START[self.stacks]
        return start

    @cached_property
    def state(self) -> IntArray:
        """How each stack ended, an index into `STATES`, (n, S, K, suits)."""
        value = STACK_VALUE[self.stacks]
        states: IntArray = np.select(
            [self.cards == 0, self.cards == self.faces, value <= FREE_POINTS],
            [EMPTY, FACES_ALONE, NOTHING],
            SCORING,
        )
        return states

    @cached_property
    def above(self) -> IntArray:
        """Value above 12 of each stack, (n, S, K, suits)."""
        above: IntArray = np.maximum(STACK_VALUE[self.stacks] - FREE_POINTS, 0)
        return above

    @cached_property
    def stack_parts(self) -> Mapping[str, IntArray]:
        """Points of each stack by part, keys of `STACK_PARTS`, (n, S, K, suits) each."""
        rules = self.table.game
        assert isinstance(rules, StackRules)
        return {
            "base": self.above,
            "multiplied": self.above * self.faces,
            "barren": np.where(self.state == FACES_ALONE, BARREN * (self.faces + 1), 0),
            "empty": np.where(self.state == EMPTY, rules.empty_stack, 0),
        }

    @cached_property
    def stack_points(self) -> IntArray:
        """Points of each stack, (n, S, K, suits)."""
        total: IntArray = sum(self.stack_parts.values(), np.zeros_like(self.stacks))
        return total

    @cached_property
    def parts(self) -> Mapping[str, IntArray]:
        """The payoff taken apart, in sixtieths, (n, S, K) each."""
        return {
            name: points.sum(axis=3) * PARTS_OF_A_POINT for name, points in self.stack_parts.items()
        }

    @property
    def undoubled(self) -> IntArray:
        """Payoff without doubling: there is none."""
        return self.payoff


def read_stack_blocks(table: Table, rows: Columns) -> StackPlayed:
    """Bring rows in order of deal, seating and seat to blocks.

    Raises
    ------
    BadInput
        If the rows are no whole blocks in that order.
    """
    seatings, seats = table.owner.shape
    seat = np.asarray(rows["seat"])
    shape = (len(seat) // (seatings * seats), seatings, seats)
    if len(seat) != shape[0] * seatings * seats or np.any(
        seat.reshape(-1, seats) != np.arange(seats)
    ):
        raise BadInput("the rows are no whole deal blocks in order of deal, seating and seat")

    def column(name: str) -> IntArray:
        return np.asarray(rows[name]).reshape(shape).astype(np.int64)

    return StackPlayed(
        table=table,
        deal=column("deal")[:, 0, 0],
        leader=column("leader")[:, 0, 0],
        points=column("payoff"),
        stacks=np.stack([column(name) for name in STACK_COLUMNS], axis=3),
        plays=column("plays"),
        ended=column("ended").astype(np.bool_),
        capped=column("capped")[:, :, 0].astype(np.bool_),
        turns=column("turns")[:, :, 0],
        taken=column("taken"),
        held=column("held"),
    )
