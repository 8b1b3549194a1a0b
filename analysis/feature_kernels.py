"""The hand features as compiled code: see `analysis.features` for what they mean.

The places in `fill_features`' output are in the order of `analysis.features.FEATURES`.
"""

# mypy: ignore-errors
# Kernels have numba's types; their callers in `analysis.features` are checked.

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIFTY_K,
    U0,
    U3,
    at_least,
    count_of,
    has_mixed_fifty_k,
    points_in,
    popcount,
    pure_suits,
    rank_bit,
    rank_counts,
    windows,
)
from sim.core.compiler import inlined, kernel
from strategies.planning import plays_to_empty

# The cache is keyed by the kernels' files alone: no constant comes from another.
ACE, TWO = 11, 12
_AFTER_BOMBS = 13
N_FEATURES = _AFTER_BOMBS + 11
(
    _MIXED,
    _PURE,
    _STRAIGHT,
    _PAIR_RUN,
    _TRIPLE_RUN,
    _TRIPLES,
    _TWOS,
    _ABOVE_KING,
    _LOOSE,
    _PLAYS,
    _POINTS,
) = range(_AFTER_BOMBS, N_FEATURES)


@inlined
def run_row(rules, width):
    """Return the table row of the runs of `width` cards a rank without kickers, -1 if none."""
    for row in range(rules.rows):
        plain_run = rules.row_kicker[row] == 0 and rules.row_shortest[row] > 1
        if plain_run and rules.row_width[row] == width:
            return row
    return -1


@kernel
def longest_run(rules, counts, width):
    """Return the groups of the longest run of `width` cards a rank, 0 if there is none."""
    row = run_row(rules, width)
    if row < 0:
        return 0
    mask = at_least(counts, width) & rules.row_ranks[row]
    length = rules.row_longest[row]
    while length >= rules.row_shortest[row]:
        if windows(mask, length) != U0:
            return length
        length -= 1
    return 0


@kernel
def ranks_in_straights(rules, counts):
    """Return the mask of the ranks that some straight of a hand uses."""
    row = run_row(rules, 1)
    used = U0
    if row >= 0:
        mask = at_least(counts, 1) & rules.row_ranks[row]
        shortest = rules.row_shortest[row]
        starts = windows(mask, shortest)
        for step in range(shortest):
            used |= starts << np.uint64(4 * step)
    return used


@kernel
def fill_features(rules_array, cards, features):
    """Write the features of hands.

    Parameters
    ----------
    rules_array : array of `RULES`[1]
    cards : uint64[n, seats, 2]
        Hands as card sets.
    features : int16[N_FEATURES, n, seats]
        Modified in place.
    """
    rules = rules_array[0]
    for row in range(cards.shape[0]):
        for seat in range(cards.shape[1]):
            lo, hi = cards[row, seat, 0], cards[row, seat, 1]
            counts = rank_counts(lo, hi)
            fours = at_least(counts, 4)
            for rank in range(_AFTER_BOMBS):
                features[rank, row, seat] = fours & rank_bit(rank) != U0
            mixed = rules.mixed_strength > 0 and has_mixed_fifty_k(lo, hi)
            suits = U0
            if rules.pure_strength > 0:
                suits = pure_suits(lo, hi)
            features[_MIXED, row, seat] = mixed
            features[_PURE, row, seat] = popcount(suits)
            features[_STRAIGHT, row, seat] = longest_run(rules, counts, 1)
            features[_PAIR_RUN, row, seat] = longest_run(rules, counts, 2)
            features[_TRIPLE_RUN, row, seat] = longest_run(rules, counts, 3)
            features[_TRIPLES, row, seat] = popcount(at_least(counts, 3))
            features[_TWOS, row, seat] = count_of(counts, TWO)
            features[_ABOVE_KING, row, seat] = count_of(counts, ACE) + count_of(counts, TWO)
            loose = at_least(counts, 1) & ~at_least(counts, 2) & ~ranks_in_straights(rules, counts)
            if mixed or suits != U0:
                loose &= ~(FIFTY_K << U3)
            features[_LOOSE, row, seat] = popcount(loose)
            features[_PLAYS, row, seat] = plays_to_empty(rules, counts, lo, hi)
            features[_POINTS, row, seat] = points_in(counts)
