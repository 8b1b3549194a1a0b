"""What a hand holds at a look: sets of an exact size, and its jokers."""

from __future__ import annotations

import numpy as np

from sim.core.bits import EIGHTS, ONES, SEVENS, count_of
from sim.core.compiler import inlined
from sim.core.tables import LONE_JOKERS
from sim.core.wilds import BIG, LITTLE

JOKERS = np.uint64(0xFF) << np.uint64(4 * LITTLE)
"""All bits of the nibbles of both jokers."""


@inlined
def exactly(counts, k):
    """Return the mask of the ranks with exactly k copies; 0 <= k <= 12."""
    other = counts ^ np.uint64(k) * ONES
    return ~((other & SEVENS) + SEVENS | other) & EIGHTS


@inlined
def joker_bomb_strength(rules, counts):
    """Return the strength of the bomb that all jokers of a hand make, 0 if they make none."""
    little, big = count_of(counts, LITTLE), count_of(counts, BIG)
    return rules.joker_strength[LONE_JOKERS * little + big]
