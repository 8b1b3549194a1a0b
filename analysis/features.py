"""What a dealt hand holds, as numbers: the types of hands that reports put a value on.

All are facts about the cards as dealt and the rules, so they are the same in every seating.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analysis.feature_kernels import fill_features
from sim.cards import RANKS
from sim.deals import Deals
from sim.policy import as_records


@dataclass(frozen=True)
class Feature:
    """One number about a dealt hand."""

    name: str
    """The column's name."""
    unit: str
    """What is counted; `yes/no` for a boolean."""
    text: str
    """Its meaning, in one line for a card player."""

    @property
    def is_flag(self) -> bool:
        """Whether it only says yes or no."""
        return self.unit == "yes/no"


FEATURES = (
    *(
        Feature(f"bomb_{rank}", "cards", f"cards of the largest bomb of {rank}s; 0 if none")
        for rank in RANKS
    ),
    Feature("joker_bomb", "cards", "jokers of the largest bomb of jokers; 0 if none"),
    Feature("mixed_fifty_k", "yes/no", "could play a mixed fifty-K"),
    Feature("pure_fifty_k", "suits", "suits whose 5, T and K are all held"),
    Feature("straight", "cards", "longest straight it could play; 0 if none"),
    Feature("flush", "cards", "longest run in one suit it could play; 0 if none"),
    Feature("pair_run", "pairs", "longest pair run it could play; 0 if none"),
    Feature("triple_run", "triples", "longest triple run it could play; 0 if none"),
    Feature("quad_run", "quads", "longest run of quads it could play; 0 if none"),
    Feature("triples", "ranks", "ranks held three times or more"),
    Feature("twos", "cards", "number of 2s"),
    Feature("above_king", "cards", "number of aces and 2s"),
    Feature("jokers", "cards", "number of jokers"),
    Feature(
        "loose_singles",
        "cards",
        "ranks held once that no straight or fifty-K of the hand could use",
    ),
    Feature("plays_to_empty", "plays", "fewest plays that empty the hand"),
    Feature("points", "card points", "card points held"),
)
"""The columns in the order that `fill_features` writes them."""

DERIVED = (
    Feature("bombs", "ranks", "ranks held as bombs"),
    Feature("largest_bomb", "cards", "cards of the largest bomb of a rank; 0 if none"),
)
"""Features that tables of results need not hold: they follow from the columns of the bombs."""

NUMBERS = {each.name: number for number, each in enumerate((*FEATURES, *DERIVED))}
"""The number of each feature in kernels."""


def hand_features(deals: Deals) -> dict[str, npt.NDArray[np.int16] | npt.NDArray[np.bool_]]:
    """Compute the features of every dealt hand.

    Parameters
    ----------
    deals : Deals
        n deals.

    Returns
    -------
    dict of str to ndarray, shape (n, seats)
        A column a feature, in the order of `FEATURES`; booleans for yes/no, else int16.
    """
    filled = _filled(deals, 0, len(FEATURES))
    return {
        each.name: column.astype(np.bool_) if each.is_flag else column
        for each, column in zip(FEATURES, filled, strict=True)
    }


def feature_values(deals: Deals, name: str) -> npt.NDArray[np.int16]:
    """Compute one feature of every dealt hand, int16[n, seats]; those of `DERIVED` too."""
    values: npt.NDArray[np.int16] = _filled(deals, NUMBERS[name], 1)[0]
    return values


def _filled(deals: Deals, first: int, number: int) -> npt.NDArray[np.int16]:
    filled = np.empty((number, len(deals), deals.rules.seats), dtype=np.int16)
    fill_features(as_records(deals.rules.record), deals.cards, first, filled)
    return filled
