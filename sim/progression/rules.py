"""The rules of both forms of Progression: one frozen record, as `sim.rules.Rules` is."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from sim.core import tables
from sim.core.stack_cards import BARREN, FREE_POINTS
from sim.core.stack_tables import PACK, STACK_RULES, SUITS
from sim.rule_set import RuleSet, amount, count_or_none, setting, whole

_HIGHEST_STACK = (sum(range(2, 11)) - FREE_POINTS) * 5
"""A whole suit: 2 … 10, and four face cards."""


@dataclass(frozen=True)
class StackRules(RuleSet):
    """The rules of one game of building stacks.

    Raises
    ------
    BadInput
        If two fields contradict each other; both are named.
    """

    seats: int = setting("players", whole(2, tables.MAX_SEATS))
    dealt: int = setting("cards dealt to each; the rest is the stock", whole(1, 8))
    order: str = setting(
        "what goes on an own stack: cards later in A K Q J 2 3 ... 10 than its top card (places), "
        "or A K Q J in any order, then rising numbers (values)",
        ("places", "values"),
    )
    turn: str = setting(
        "place a card if one fits, else take one from the stock or another seat's stack "
        "(place_or_take); or play a card on the own or the public stack of its suit, then draw "
        "from the stock or a public stack (play_and_draw)",
        ("place_or_take", "play_and_draw"),
    )
    empty_stack: int = setting("points of a stack without cards", (BARREN, 0))
    turn_cap: int = setting("turns that end a hand, scored as it stands", amount)
    target: int | None = setting("points that end a match", count_or_none)
    hands: int | None = setting("hands that end a match", count_or_none)

    def __post_init__(self) -> None:
        """Refuse fields that contradict each other, naming both."""
        self.check(
            self.order == "places" or self.turn == "play_and_draw",
            "order",
            "turn",
            "a card can be taken from a stack only where its cards have an order",
        )
        self.check(self.seats * self.dealt < PACK, "seats", "dealt", "no stock is left")
        self.check(self.turn_cap > 0, "turn_cap", "turn_cap", "a hand has a turn at least")
        self.check(
            self.target is not None or self.hands is not None,
            "target",
            "hands",
            "one of them must end a match",
        )

    @property
    def solo(self) -> bool:
        """Whether each seat plays for itself."""
        return True

    @property
    def hidden(self) -> bool:
        """Whether the deal makes the sides: never."""
        return False

    @property
    def side_count(self) -> int:
        """Number of sides of a hand."""
        return self.seats

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return tuple((seat,) for seat in range(self.seats))

    @property
    def pack_size(self) -> int:
        """Cards in the whole pack."""
        return PACK

    @property
    def stock_size(self) -> int:
        """Cards of the stock when play begins."""
        return PACK - self.seats * self.dealt

    @property
    def bound(self) -> float:
        """Largest possible size of a block score: four whole suits against four empty stacks.

        A card moved to the other seat costs the first more than it can cost the second.
        """
        return SUITS * (_HIGHEST_STACK - self.empty_stack)

    @cached_property
    def record(self) -> np.ndarray:
        """The rules as kernels read them: an array of one `STACK_RULES` record."""
        array = np.zeros(1, dtype=STACK_RULES)
        into = array[0]
        into["seats"], into["dealt"] = self.seats, self.dealt
        into["two_acts"] = self.turn == "play_and_draw"
        into["by_place"] = self.order == "places"
        into["empty_stack"], into["turn_cap"] = self.empty_stack, self.turn_cap
        into["stream"] = zlib.crc32(self.id.encode())
        array.flags.writeable = False
        return array


PROGRESSION = StackRules(
    id="progression",
    title="Progression",
    number=1,
    seats=3,
    dealt=5,
    order="places",
    turn="place_or_take",
    empty_stack=BARREN,
    turn_cap=300,
    target=200,
    hands=None,
)

PROGRESSION_ORIGINAL = replace(
    PROGRESSION,
    id="progression_original",
    title="Progression as its inventor published it",
    order="values",
    turn="play_and_draw",
)
