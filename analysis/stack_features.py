"""What a hand of stacks holds when dealt, and what stands on the table at its end, as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analysis.features import Feature
from sim.cards import SUITS
from sim.core.stack_cards import FACES, PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sim.progression.deals import StackDeals
    from sim.progression.hand import StackResults

_SUIT_NAMES = ("spade", "heart", "club", "diamond")
STACK_COLUMNS = tuple(f"stack_{suit}" for suit in SUITS)
"""The columns that hold the stacks, suit by suit."""
STACK_FEATURES = (
    Feature("face_cards", "cards", "aces, kings, queens and jacks dealt"),
    Feature("suits_held", "suits", "different suits dealt"),
    Feature("longest_suit", "cards", "cards dealt in the longest suit"),
    Feature("hand_value", "value", "sum of the values dealt: A K Q J 0, others their number"),
    *(
        Feature(
            column,
            "set",
            f"the seat's {name} stack at the end: bits 0 … 12 for A K Q J 2 … 10",
        )
        for column, name in zip(STACK_COLUMNS, _SUIT_NAMES, strict=True)
    ),
    Feature("taken", "cards", "cards the seat took from stacks"),
    Feature("held", "cards", "cards in its hand at the end"),
    Feature("ended", "yes/no", "the seat drew the last card of the stock"),
    Feature("turns", "turns", "turns of the hand, of all seats together"),
)
"""The columns that only games of building stacks have, in the order of the files."""

_LANE = (1 << PLACES) - 1
_ALL_STACKS = np.arange(_LANE + 1)
_BITS = _ALL_STACKS[:, None] >> np.arange(PLACES) & 1
STACK_CARDS = _BITS.sum(axis=1)
"""int64[8192]: cards of a stack, by the number a column holds."""
STACK_FACES = _BITS[:, :FACES].sum(axis=1)
"""int64[8192]: cards of value 0 in it."""
STACK_VALUE = _BITS[:, FACES:] @ np.arange(2, 11)
"""int64[8192]: sum of its values."""
STACK_START = np.where(_ALL_STACKS == 0, -1, _BITS.argmax(axis=1))
"""int64[8192]: the lowest place in it, which lay first where stacks grow by place; -1 for none."""


def lanes(sets: npt.NDArray[np.uint64]) -> npt.NDArray[np.int16]:
    """Return sets of cards suit by suit: int16[4, …], 13 bits each."""
    suits = [sets >> np.uint64(PLACES * suit) & np.uint64(_LANE) for suit in range(len(SUITS))]
    return np.stack(suits).astype(np.int16)


def stack_features(
    deals: StackDeals, results: Sequence[StackResults]
) -> dict[str, npt.NDArray[Any]]:
    """Compute the columns of `STACK_FEATURES`.

    Parameters
    ----------
    deals : StackDeals
        n deals.
    results : sequence of StackResults
        One a seating, n hands each.

    Returns
    -------
    dict of str to ndarray, shape (n, seatings, seats)
        A column a feature, in the order of `STACK_FEATURES`.
    """
    shape = (len(deals), len(results), deals.rules.seats)

    def by_seating(columns: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
        return np.stack(columns, axis=1)

    def in_every_seating(dealt: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.broadcast_to(dealt[:, None, :], shape)

    hands = lanes(deals.cards)
    suits = STACK_CARDS[hands]
    dealt = (STACK_FACES[hands].sum(0), (suits > 0).sum(0), suits.max(0), STACK_VALUE[hands].sum(0))
    stacks = lanes(by_seating([each.stacks for each in results]))
    enders = by_seating([each.ender for each in results])
    turns = by_seating([each.raw["turns"] for each in results])
    columns = [
        *(in_every_seating(column) for column in dealt),
        *stacks,
        by_seating([each.taken for each in results]),
        by_seating([each.held for each in results]),
        enders[:, :, None] == np.arange(deals.rules.seats),
        np.broadcast_to(turns[:, :, None], shape),
    ]
    return {each.name: column for each, column in zip(STACK_FEATURES, columns, strict=True)}
