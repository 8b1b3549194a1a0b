"""Wild jokers: how many, which, and what they may stand for."""

from __future__ import annotations

import numpy as np

from sim.core.bits import EIGHTS, ONES, U0, U1, U2, U3, at_least, copies, count_of
from sim.core.compiler import inlined, kernel, stay_out_of_line

LITTLE, BIG = 13, 14
_JOKERS = np.uint64(0xFF) << np.uint64(4 * LITTLE)
_THREES = ONES * U3


@inlined
def wilds_held(rules, counts):
    """Return the number of wild jokers among rank counts."""
    if rules.wild:
        return count_of(counts, LITTLE) + count_of(counts, BIG)
    return 0


@inlined
def holds_joker_pair(counts):
    """Return whether rank counts have a joker of each."""
    return count_of(counts, LITTLE) > 0 and count_of(counts, BIG) > 0


@inlined
def joker_uses(counts, wilds):
    """Return in how many ways so many jokers can be chosen out of at most one of each."""
    if wilds == 1:
        return count_of(counts, LITTLE) + count_of(counts, BIG)
    return 1


@inlined
def jokers_used(counts, wilds, n):
    """Return the rank counts of choice number n of so many jokers, little before big."""
    if wilds == 0:
        return U0
    if wilds == 2:
        return copies(LITTLE, 1) + copies(BIG, 1)
    little = count_of(counts, LITTLE) > 0 and n == 0
    return copies(LITTLE if little else BIG, 1)


@inlined
def natural_part(counts):
    """Return rank counts without jokers."""
    return counts & ~_JOKERS


@inlined
def naturals(rules, counts):
    """Return rank counts without wild jokers."""
    return natural_part(counts) if rules.wild else counts


@kernel
def short_starts(counts, width, ranks, length, wilds):
    """Return the lowest ranks of the runs that at most `wilds` (1 or 2) jokers complete."""
    stay_out_of_line()
    # What each rank lacks: 0 … 3, where 3 is too much.
    lacking = (~ranks & EIGHTS) >> U3
    lacking |= lacking << U1
    for copy in range(max(width - 2, 1), width + 1):
        lacking += (~at_least(counts, copy) & ranks) >> U3
    total = lacking
    for step in range(1, length):
        shift = np.uint64(4 * step)
        total += lacking >> shift | _THREES & ~(_THREES >> shift)
        total = total & _THREES | (total >> U2 & ONES) * U3
    return ~at_least(total, wilds + 1) & EIGHTS


@inlined
def spare_counts(counts, low, length, width):
    """Return the rank counts of a run's cards that are held: what jokers may stand for besides."""
    spare = U0
    for rank in range(low, low + length):
        spare += copies(rank, min(width, count_of(counts, rank)))
    return spare
