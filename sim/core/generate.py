"""Every legal play of a hand, counted in closed form and picked by its number.

Counting the plays and unranking one is faster than writing a list, and a list is the plays
number 0 … n-1, so there is one generator only. Order: the table's rows by width, shorter before
longer, lower before higher, kickers low before high; then special rows; then the bombs.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    EIGHTS,
    FIFTY_K,
    RANKS,
    SUIT_LANE,
    U0,
    U1,
    U3,
    U4,
    U8,
    U15,
    at_least,
    at_least_many,
    card_total,
    copies,
    count_of,
    filled,
    has_mixed_fifty_k,
    lowest_bit,
    nibbles,
    nth_rank,
    popcount,
    pure_suits,
    rank_bit,
    ranks_above,
    run_counts,
    windows,
)
from sim.core.compiler import inlined, kernel, stay_out_of_line
from sim.core.groups import bomb_ranks, row_starts
from sim.core.kickers import BINOMIAL, cleared, nth_kickers, nth_two
from sim.core.play import (
    MIXED_ROW,
    NO_RANK,
    PURE_ROW,
    bomb_play,
    joker_play,
    length_of,
    needed_against,
    rank_of,
    row_of,
    row_play,
    set_play,
)
from sim.core.special import FAR, seek_follow, seek_lead
from sim.core.tables import LONE_JOKERS
from sim.core.wilds import BIG, LITTLE

_JOKERS_SHIFT = np.uint64(4 * LITTLE)
_TOP_BIT = np.uint64(63)
_STRONG_SUITS = np.array(
    [sum(1 << SUIT_LANE[suit] for suit in range(4 - missing)) for missing in range(5)], np.uint64
)
"""Suits by how many are too weak, as in `suit_sets`: the lowest are the last."""


@inlined
def kicker_mask(rules, counts, row):
    """Return the ranks that can be a row's kicker, those of its body included."""
    return at_least(counts, rules.row_kicker[row])


@inlined
def kickers_among(kicker, singles, pairs, length):
    """Return in how many ways `length` groups can be given their kickers.

    Kickers have different ranks, none of them a rank of the body. All `length` ranks of a body are
    among the ranks that could be kickers, so the number does not depend on which run it is.

    Parameters
    ----------
    kicker : int
        Cards of one kicker: 0, 1 or 2.
    singles, pairs : int
        Number of ranks held at least once, at least twice.
    length : int
        Number of groups.
    """
    if kicker == 0:
        return 1
    ranks = singles if kicker == 1 else pairs
    return BINOMIAL[max(ranks - length, 0), length]


@inlined
def kicker_choices(rules, counts, row, length):
    """Return in how many ways `length` groups of a row can be given their kickers."""
    singles, pairs = popcount(at_least(counts, 1)), popcount(at_least(counts, 2))
    return kickers_among(rules.row_kicker[row], singles, pairs, length)


@inlined
def twos_beside_group(counts):
    """Return in how many ways any two cards can go with a group that rank counts hold.

    Its rank is among the pairs, so the number does not depend on which one it is.
    """
    singles, pairs = popcount(at_least(counts, 1)), popcount(at_least(counts, 2))
    return BINOMIAL[max(singles - 1, 0), 2] + pairs - 1


@kernel
def nth_with_two(rules, counts, row, starts, n):
    """Return (counts, meta) of play number n of a row's groups and any two cards."""
    stay_out_of_line()
    choices = twos_beside_group(counts)
    rank = nth_rank(starts, n // choices)
    two = nth_two(cleared(counts, rank_bit(rank)), n % choices)
    return copies(rank, rules.row_width[row]) + two, row_play(rules, row, 1, rank)


@inlined
def nth_of_row(rules, counts, row, length, starts, n):
    """Return (counts, meta) of play number n of one row and length; kickers vary fastest."""
    kicker = rules.row_kicker[row]
    if kicker == 0:
        low = nth_rank(starts, n)
        cards = run_counts(low, length, rules.row_width[row])
    else:
        choices = kicker_choices(rules, counts, row, length)
        low = nth_rank(starts, n // choices)
        others = kicker_mask(rules, counts, row) & ~run_counts(low, length, 8)
        cards = run_counts(low, length, rules.row_width[row])
        cards += nth_kickers(others, kicker, length, n % choices)
    return cards, row_play(rules, row, length, low + length - 1)


@inlined
def holds_fifty_k(counts):
    """Return whether rank counts have a 5, a T and a K."""
    return at_least(counts, 1) & FIFTY_K * U8 == FIFTY_K * U8


@inlined
def sets_of(counts, size):
    """Return the ranks of which a hand has so many cards."""
    return at_least(counts, size) if size <= 8 else at_least_many(counts, size)


@inlined
def strong_among(rules, ranks, size, needed):
    """Return those of `sets_of` one size whose bomb of it has at least a strength."""
    weakest = needed - rules.set_strength[size]
    # A size between two rungs of the ladder has no ranks.
    return ranks & rules.set_ranks[size] & ranks_above(min(max(weakest, 0), RANKS) - 1)


@inlined
def strong_sets(rules, counts, size, needed):
    """Return the ranks whose bomb of `size` cards has at least a strength."""
    return strong_among(rules, sets_of(counts, size), size, needed)


@inlined
def count_sets(rules, counts, needed):
    """Return the number of bombs of equal cards of at least a strength."""
    smallest = rules.smallest_set
    if needed <= rules.all_sets_reach:
        # Of a rank as many as there are cards from the smallest set's last one on.
        ranks = sets_of(counts, smallest) & rules.set_ranks[smallest]
        return card_total((counts & nibbles(ranks)) - (ranks >> U3) * np.uint64(smallest - 1))
    total = 0
    for size in range(smallest, rules.largest_set + 1):
        ranks = sets_of(counts, size)
        if ranks == U0:
            break
        total += popcount(strong_among(rules, ranks, size, needed))
    return total


@inlined
def strong_pure(rules, lo, hi, needed):
    """Return the suits, as in `suit_sets`, of held pure fifty-Ks of at least a strength."""
    # No loop over those held: the processor would guess its end wrong half the time.
    if rules.pure_strength == 0:
        return U0
    missing = max(needed - rules.pure_strength, 0) * (1 if rules.pure_by_suit else 4)
    return pure_suits(lo, hi) & _STRONG_SUITS[min(missing, 4)]


@inlined
def pure_strength(rules, lane):
    """Return the strength of the pure fifty-K in a lane of `suit_sets`."""
    return rules.pure_strength + rules.pure_by_suit * (3 - SUIT_LANE[lane])


@inlined
def holds_mixed(rules, lo, hi, needed):
    """Return whether a mixed fifty-K of at least a strength can be played."""
    strong = (rules.mixed_strength >= needed) & (rules.mixed_strength > 0)
    return strong & has_mixed_fifty_k(lo, hi)


@inlined
def seek_joker_bomb(rules, counts, needed, n):
    """Walk over the bombs of jokers of at least a strength. See `sim.core.special.seek_row`."""
    for little in range(count_of(counts, LITTLE) + 1):
        for big in range(count_of(counts, BIG) + 1):
            strength = rules.joker_strength[LONE_JOKERS * little + big]
            if strength > 0 and strength >= needed:
                if n == 0:
                    cards, meta = joker_play(rules, little, big)
                    return n, cards, meta
                n -= 1
    return n, U0, U0


@inlined
def enough_jokers(rules, counts):
    """Return a word that is not 0 where rank counts have jokers enough for a bomb of them."""
    jokers = counts >> _JOKERS_SHIFT
    filled_up = (jokers & U15) + (jokers >> U4) + rules.joker_fill
    return (filled_up >> U3) * np.uint64(rules.joker_bombs)


@inlined
def may_bomb_jokers(rules, counts):
    """Return whether rank counts have as many jokers as their smallest bomb."""
    return rules.joker_bombs > 0 and enough_jokers(rules, counts) != U0


@inlined
def may_bomb_odds(rules, counts):
    """Return a word that is not 0 where rank counts look like a fifty-K or a bomb of jokers."""
    lacking = FIFTY_K * U8 & ~at_least(counts, 1)
    # Words, not conditions: a branch for each kind would be a coin for each.
    return lacking - U1 >> _TOP_BIT | enough_jokers(rules, counts)


@inlined
def may_bomb(rules, counts):
    """Return whether rank counts look like a bomb; quicker than finding one."""
    return bomb_ranks(rules, counts) | may_bomb_odds(rules, counts) != U0


@inlined
def count_bombs(rules, counts, lo, hi, needed):
    """Return the number of bombs of at least a strength."""
    if may_bomb_odds(rules, counts):
        return count_held_bombs(rules, counts, lo, hi, needed)
    if bomb_ranks(rules, counts):
        return count_sets(rules, counts, needed)
    return 0


@kernel
def count_held_bombs(rules, counts, lo, hi, needed):
    """Return `count_bombs` of a hand that looks as if it had a fifty-K or a bomb of jokers."""
    stay_out_of_line()
    total = np.int64(holds_mixed(rules, lo, hi, needed))
    total += popcount(strong_pure(rules, lo, hi, needed))
    total += count_sets(rules, counts, needed)
    if may_bomb_jokers(rules, counts):
        total += FAR - seek_joker_bomb(rules, counts, needed, FAR)[0]
    return total


@inlined
def nth_bomb(rules, counts, lo, hi, needed, n):
    """Return (counts, meta) of bomb number n of those of at least a strength."""
    if holds_mixed(rules, lo, hi, needed):
        if n == 0:
            return FIFTY_K, bomb_play(MIXED_ROW, rules.mixed_strength, NO_RANK, 0, 3)
        n -= 1
    pure = strong_pure(rules, lo, hi, needed)
    while pure:
        lane = lowest_bit(pure)
        if n == 0:
            strength = pure_strength(rules, lane)
            return FIFTY_K, bomb_play(PURE_ROW, strength, NO_RANK, SUIT_LANE[lane] + 1, 3)
        n -= 1
        pure &= pure - U1
    for size in range(rules.smallest_set, rules.largest_set + 1):
        ranks = sets_of(counts, size)
        if ranks == U0:
            break
        ranks = strong_among(rules, ranks, size, needed)
        here = popcount(ranks)
        if n < here:
            return set_play(rules, nth_rank(ranks, n), size)
        n -= here
    if may_bomb_jokers(rules, counts):
        n, cards, meta = seek_joker_bomb(rules, counts, needed, n)
        return cards, meta
    return U0, U0


@kernel
def count_leads(rules, counts, lo, hi):
    """Return the number of plays a leader has."""
    total = count_bombs(rules, counts, lo, hi, 1)
    if rules.walked_from < rules.rows:
        total += FAR - seek_lead(rules, counts, lo, hi, FAR)[0]
    singles, pairs = popcount(at_least(counts, 1)), popcount(at_least(counts, 2))
    for row in range(rules.plain_rows, rules.walked_from):
        total += popcount(row_starts(rules, counts, row)) * twos_beside_group(counts)
    for row in range(rules.plain_rows):
        wide = filled(counts, rules.row_fill[row])
        if wide & EIGHTS == U0:
            break  # Rows are sorted by width, so none of the others has any.
        ranks = wide & rules.row_ranks[row]
        length = rules.row_shortest[row]
        starts = windows(ranks, length)
        while starts:
            choices = kickers_among(rules.row_kicker[row], singles, pairs, length)
            total += popcount(starts) * choices
            if length == rules.row_longest[row]:
                break
            starts &= ranks >> np.uint64(4 * length)
            length += 1
    return total


@kernel
def nth_lead(rules, counts, lo, hi, n):
    """Return (counts, meta) of a leader's play number n, 0 <= n < count_leads."""
    singles, pairs = popcount(at_least(counts, 1)), popcount(at_least(counts, 2))
    for row in range(rules.plain_rows):
        wide = filled(counts, rules.row_fill[row])
        if wide & EIGHTS == U0:
            break
        ranks = wide & rules.row_ranks[row]
        length = rules.row_shortest[row]
        starts = windows(ranks, length)
        while starts:
            choices = kickers_among(rules.row_kicker[row], singles, pairs, length)
            here = popcount(starts) * choices
            if n < here:
                return nth_of_row(rules, counts, row, length, starts, n)
            n -= here
            if length == rules.row_longest[row]:
                break
            starts &= ranks >> np.uint64(4 * length)
            length += 1
    for row in range(rules.plain_rows, rules.walked_from):
        starts = row_starts(rules, counts, row)
        here = popcount(starts) * twos_beside_group(counts)
        if n < here:
            return nth_with_two(rules, counts, row, starts, n)
        n -= here
    if rules.walked_from < rules.rows:
        n, cards, meta = seek_lead(rules, counts, lo, hi, n)
        if meta != U0:
            return cards, meta
    return nth_bomb(rules, counts, lo, hi, 1, n)


@inlined
def starts_above(rules, counts, meta):
    """Return the lowest ranks of the runs of a top play's row that are higher, kickers aside."""
    length = length_of(meta)
    ranks = row_starts(rules, counts, row_of(meta))
    return windows(ranks, length) & ranks_above(rank_of(meta) - length + 1)


@inlined
def follow_starts(rules, counts, meta):
    """Return the lowest ranks of the runs of a plain row that beat a top play, kickers aside."""
    if row_of(meta) >= rules.plain_rows:
        return U0
    return starts_above(rules, counts, meta)


@inlined
def is_special(rules, meta):
    """Return whether a play is of a special row (`sim.core.tables.RULES`)."""
    return rules.plain_rows <= row_of(meta) < MIXED_ROW


@kernel
def count_follows(rules, counts, lo, hi, meta):
    """Return the number of plays that beat a top play."""
    return inlined_count(rules, counts, lo, hi, meta)


@inlined
def inlined_count(rules, counts, lo, hi, meta):
    """Return `count_follows`: in line, faster and longer to compile for one call in a strategy."""
    total = count_bombs(rules, counts, lo, hi, needed_against(meta))
    row = row_of(meta)
    if row < rules.plain_rows:
        here = popcount(follow_starts(rules, counts, meta))
        # Without a look at whether there are any: that is a coin, and one more of no use.
        if rules.row_kicker[row]:
            here *= kicker_choices(rules, counts, row, length_of(meta))
        total += here
    elif row < rules.walked_from:
        total += popcount(starts_above(rules, counts, meta)) * twos_beside_group(counts)
    elif row < MIXED_ROW:
        total += FAR - seek_follow(rules, counts, lo, hi, meta, FAR)[0]
    return total


@kernel
def nth_follow(rules, counts, lo, hi, meta, n):
    """Return (counts, meta) of play number n of those that beat a top play."""
    starts = follow_starts(rules, counts, meta)
    if starts:
        row, length = row_of(meta), length_of(meta)
        here = popcount(starts) * kicker_choices(rules, counts, row, length)
        if n < here:
            return nth_of_row(rules, counts, row, length, starts, n)
        n -= here
    if is_special(rules, meta):
        row = row_of(meta)
        if row < rules.walked_from:
            starts = starts_above(rules, counts, meta)
            here = popcount(starts) * twos_beside_group(counts)
            if n < here:
                return nth_with_two(rules, counts, row, starts, n)
            n -= here
        else:
            n, cards, found = seek_follow(rules, counts, lo, hi, meta, n)
            if found != U0:
                return cards, found
    return nth_bomb(rules, counts, lo, hi, needed_against(meta), n)
