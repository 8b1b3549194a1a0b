"""Of which ranks a hand has enough cards: for a row's group, and for a bomb of equal cards."""

from __future__ import annotations

from sim.core.bits import filled
from sim.core.compiler import inlined


@inlined
def row_starts(rules, counts, row):
    """Return the ranks that can be a group of a row."""
    return filled(counts, rules.row_fill[row]) & rules.row_ranks[row]


@inlined
def bomb_ranks(rules, counts):
    """Return the ranks held often enough to look like a bomb of equal cards."""
    return filled(counts, rules.smallest_fill) & rules.smallest_ranks
