"""Places of runs: the ranks in order, or A 2 3 … K A where an ace is also below the 2."""

from __future__ import annotations

import numpy as np

from sim.core.bits import RANKS, U0, U1, ranks_above
from sim.core.compiler import inlined
from sim.core.play import height_of, row_play

_ACE_SHIFT, _TWO_PLACES = np.uint64(4 * 11), np.uint64(8)
_LOW_PLACES = np.uint64(255)
_THREE_TO_ACE = (U1 << np.uint64(4 * 12)) - U1


@inlined
def places_of(rules, row, ranks):
    """Return a word of ranks as places of a row's runs: the ranks, or A 2 3 … K A."""
    if rules.row_low_ace[row]:
        return (ranks & _THREE_TO_ACE) << _TWO_PLACES | ranks >> _ACE_SHIFT & _LOW_PLACES
    return ranks


@inlined
def ranks_at(rules, row, places):
    """Return rank counts of a word of counts at places; no rank stands at two of them."""
    if rules.row_low_ace[row]:
        return places >> _TWO_PLACES | (places & _LOW_PLACES) << _ACE_SHIFT
    return places


@inlined
def rank_shift(rules, row):
    """Return how far places are above ranks."""
    return 2 * rules.row_low_ace[row]


@inlined
def places_from(rules, row, length, least):
    """Return the mask of the lowest places of runs whose rank is at least `least`."""
    return ranks_above(min(max(least - length + rank_shift(rules, row), -1), RANKS - 1))


@inlined
def least_rank(rules, row, length, top):
    """Return the lowest rank at which a row's play beats a top play of its class, if any."""
    if top == U0:
        return 0
    offset = rules.row_height_offset[row] + length * rules.row_any_length[row]
    return ((height_of(top) - offset) >> rules.row_height_shift[row]) + 1


@inlined
def high_places(rules, row, length, top):
    """Return the mask of the lowest places of a row's runs that beat a top play of its class."""
    return places_from(rules, row, length, least_rank(rules, row, length, top))


@inlined
def play_at(rules, row, low, length):
    """Return the meta of a row's run from a place up."""
    return row_play(rules, row, length, low + length - 1 - rank_shift(rules, row))
