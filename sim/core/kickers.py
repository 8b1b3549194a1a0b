"""Kickers that need not be apart: any cards, or two that go together.

Choices are ordered by the rank counts of the lower ranks first; none of them has a rank of the
groups they go with, so callers clear those ranks first.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIFTY_K,
    ONES,
    U0,
    U1,
    U8,
    U15,
    at_least,
    copies,
    count_of,
    lowest_rank,
    popcount,
    rank_bit,
    ranks_above,
    suit_sets,
)
from sim.core.compiler import inlined, kernel
from sim.core.room import stack_array
from sim.core.tables import MATCHED

MOST_KICKERS = 24
"""Two for each triple of a run from 3 to A."""
_THREE = 0
_SUITED = ~(np.uint64(255) << np.uint64(52)) & (np.uint64(1) << np.uint64(60)) - np.uint64(1)
"""Nibbles of suited ranks: a joker has no suit."""
_coefficients = stack_array((MOST_KICKERS + 1,), np.int64)
_sums = stack_array((MOST_KICKERS + 1,), np.int64)


@inlined
def cleared(counts, ranks):
    """Return rank counts without the cards of a rank mask."""
    return counts & ~((ranks >> np.uint64(3)) * U15)


@kernel
def hands_of(counts, size):
    """Return how many different rank counts of `size` cards can be taken out of rank counts.

    The coefficient of x^size in the product of 1 + x + … + x^c over the ranks, c their counts. It
    comes from the logarithm of the product by Newton's identity, 1 + … + x^c being
    (1 - x^(c+1)) / (1 - x).
    """
    ranks = at_least(counts, 1)
    if size <= 2:
        held = popcount(ranks)
        if size == 0:
            return 1
        if size == 1:
            return held
        return held * (held - 1) // 2 + popcount(at_least(counts, 2))
    sums, coefficients = _sums(), _coefficients()
    for k in range(1, size + 1):
        sums[k] = popcount(ranks)
    while ranks:
        rank = lowest_rank(ranks)
        ranks &= ranks - U1
        step = count_of(counts, rank) + 1
        for k in range(step, size + 1, step):
            sums[k] -= step
    coefficients[0] = 1
    for k in range(1, size + 1):
        total = 0
        for j in range(1, k + 1):
            total += sums[j] * coefficients[k - j]
        coefficients[k] = total // k
    return coefficients[size]


@kernel
def nth_hand(counts, size, n):
    """Return rank counts number n of the `size` cards that `hands_of` counts."""
    taken = U0
    ranks = at_least(counts, 1)
    while size:
        rank = lowest_rank(ranks)
        ranks &= ranks - U1
        held = count_of(counts, rank)
        counts = cleared(counts, rank_bit(rank))
        here = 0
        while True:
            ways = hands_of(counts, size - here)
            if n < ways or here == min(held, size):
                break
            n -= ways
            here += 1
        taken += copies(rank, here)
        size -= here
    return taken


@kernel
def mates_of(lo, hi, others, rank):
    """Return the ranks above one, out of rank counts, of which a card goes with one of its cards.

    Two cards of different ranks go together if they can be of one suit, are two of 5, T and K, or
    one is a 3.
    """
    above = at_least(others, 1) & ranks_above(rank)
    if rank == _THREE:
        return above
    suits = suit_sets(lo, hi) & _SUITED
    own = suits >> np.uint64(4 * rank) & np.uint64(15)
    mates = at_least(suits & ONES * own, 1)
    if FIFTY_K >> np.uint64(4 * rank) & U1:
        mates |= FIFTY_K * U8
    return above & mates


@inlined
def go_together(kickers):
    """Return whether at most two natural kickers go together whatever their suits."""
    ranks = at_least(kickers, 1)
    fifty_k = popcount(ranks & FIFTY_K * U8) == 2
    return popcount(ranks) < 2 or fifty_k or kickers & U15 != U0


@kernel
def seek_two(lo, hi, others, n):
    """Return (n less the number of pairs of cards that go together, chosen rank counts).

    The chosen are number n, where there are more than n; else none.
    """
    ranks = at_least(others, 1)
    while ranks:
        rank = lowest_rank(ranks)
        ranks &= ranks - U1
        if count_of(others, rank) >= 2:
            if n == 0:
                return 0, copies(rank, 2)
            n -= 1
        mates = mates_of(lo, hi, others, rank)
        here = popcount(mates)
        if n < here:
            for _ in range(n):
                mates &= mates - U1
            return 0, copies(rank, 1) + copies(lowest_rank(mates), 1)
        n -= here
    return n, U0


@inlined
def seek_kickers(kickers, lo, hi, others, size, n):
    """Return (n less the number of choices of `size` kickers, chosen rank counts).

    Parameters
    ----------
    kickers : int
        ANY_KICKERS or MATCHED; what goes with a joker always goes together.
    lo, hi : uint64
        The hand, for suits.
    others : uint64
        Rank counts that may be taken.
    size : int
    n : int
        Number of the choice; if there are not so many, none is chosen.
    """
    if kickers == MATCHED and size == 2:
        return seek_two(lo, hi, others, n)
    ways = hands_of(others, size)
    if n < ways:
        return 0, nth_hand(others, size, n)
    return n - ways, U0
