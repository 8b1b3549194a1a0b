"""Whether a set of cards reads as the play it is said to be.

Derived from the same table as generation. Of a plain row, the body named by row, length and rank is
taken away and what remains must be proper kickers; a special row's play must be among those that
the cards alone allow.
"""

from __future__ import annotations

import numpy as np
from numba import types

from sim.core.bits import (
    FIFTY_K,
    SUIT_LANE,
    U0,
    at_least,
    contains,
    count_of,
    popcount,
    pure_suits,
    rank_bit,
    rank_counts,
    run_counts,
)
from sim.core.compiler import inlined, kernel
from sim.core.generate import pure_strength
from sim.core.play import (
    JOKER_ROW,
    MIXED_ROW,
    NO_RANK,
    PURE_ROW,
    SET_ROW,
    bomb_play,
    joker_play,
    length_of,
    rank_of,
    row_of,
    row_play,
    set_play,
    size_of,
    suit_of,
)
from sim.core.shared import WORD, shared
from sim.core.special import FAR, seek_row
from sim.core.tables import LONE_JOKERS, RULES_RECORD
from sim.core.wilds import BIG, LITTLE


@inlined
def fits_row(rules, counts, row, length, rank):
    """Return whether rank counts are exactly a row's combination of that length and rank."""
    low = rank - length + 1
    if low < 0 or length < rules.row_shortest[row] or length > rules.row_longest[row]:
        return False
    group_ranks = run_counts(low, length, 8)
    body = run_counts(low, length, rules.row_width[row])
    if group_ranks & ~rules.row_ranks[row] or not contains(counts, body):
        return False
    rest = counts - body
    kicker = rules.row_kicker[row]
    if kicker == 0:
        return rest == U0
    kickers = at_least(rest, kicker) & ~group_ranks
    spread = (kickers >> np.uint64(3)) * np.uint64(kicker)
    return rest == spread and popcount(kickers) == length


@shared(types.boolean, RULES_RECORD, WORD, WORD, WORD, WORD)
def fits_special(rules, counts, lo, hi, meta):
    """Return whether exactly these cards make a special row's play."""
    row, length = row_of(meta), length_of(meta)
    if length < rules.row_shortest[row] or length > rules.row_longest[row]:
        return False
    plays = FAR - seek_row(rules, counts, lo, hi, row, length, length, U0, FAR)[0]
    for n in range(plays):
        _, cards, found = seek_row(rules, counts, lo, hi, row, length, length, U0, n)
        if found == meta and cards == counts:
            return True
    return False


@kernel
def reads_as(rules, lo, hi, meta):
    """Return whether exactly these cards can be declared as the play that `meta` says."""
    counts = rank_counts(lo, hi)
    row, rank = row_of(meta), rank_of(meta)
    if rules.plain_rows <= row < rules.rows:
        return fits_special(rules, counts, lo, hi, meta)
    if row < rules.plain_rows:
        length = length_of(meta)
        if meta != row_play(rules, row, length, rank):
            return False
        return fits_row(rules, counts, row, length, rank)
    if row == SET_ROW:
        size = size_of(meta)
        if size < rules.smallest_set or size > rules.largest_set:
            return False
        known = set_play(rules, rank, size)
        in_ranks = rank_bit(rank) & rules.set_ranks[size] != U0
        return in_ranks and rules.set_strength[size] > 0 and known == (counts, meta)
    if row == JOKER_ROW:
        little, big = count_of(counts, LITTLE), count_of(counts, BIG)
        if little >= LONE_JOKERS or big >= LONE_JOKERS:
            return False
        held = rules.joker_strength[LONE_JOKERS * little + big] > 0
        return held and joker_play(rules, little, big) == (counts, meta)
    if counts != FIFTY_K:
        return False
    pure = pure_suits(lo, hi)
    if row == MIXED_ROW:
        known_meta = bomb_play(MIXED_ROW, rules.mixed_strength, NO_RANK, 0, 3)
        return rules.mixed_strength > 0 and pure == U0 and meta == known_meta
    if row == PURE_ROW and rules.pure_strength > 0 and pure != U0:
        suit = suit_of(meta)
        if suit < 0 or suit > 3:
            return False
        lane = SUIT_LANE[suit]
        known_meta = bomb_play(PURE_ROW, pure_strength(rules, lane), NO_RANK, suit + 1, 3)
        return pure == np.uint64(1) << np.uint64(lane) and meta == known_meta
    return False
