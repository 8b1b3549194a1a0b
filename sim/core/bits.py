"""Cards as bits: the one file that knows the layout.

A *card set* is two words of fifteen nibbles, one nibble a rank (thirteen ranks, two jokers).
A nibble of the first word, `lo`, holds two 2-bit lanes, copies of the spade (bits 0-1) and of
the heart (bits 2-3); a nibble of `hi` likewise club and diamond. A joker's copies lie in the
spade lane. Up to three decks fit. *Rank counts* are one word, a nibble a rank, 0 … 12.
Bit 60 and above is never used, so no mask ever looks negative to signed arithmetic.

A *rank mask* has bit 3 of a nibble set for each rank it contains.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.core.compiler import COMPILED, inlined

U0 = np.uint64(0)
U1 = np.uint64(1)
U2 = np.uint64(2)
U3 = np.uint64(3)
U4 = np.uint64(4)
U8 = np.uint64(8)
U15 = np.uint64(15)

RANKS = 15
"""Nibbles in use: 3 … 2, little joker, big joker."""

ONES = np.uint64(0x111111111111111)
SEVENS = np.uint64(0x777777777777777)
EIGHTS = np.uint64(0x888888888888888)
FIRST_COPIES = np.uint64(0x555555555555555)
"""The low bit of every lane: a card set within it holds no card twice."""
_THREES = np.uint64(0x333333333333333)
_EVEN_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTE_ONES = np.uint64(0x0101010101010101)

FIVE, TEN, KING = 2, 7, 10
_SHIFT_FIVE, _SHIFT_TEN, _SHIFT_KING = np.uint64(4 * FIVE), np.uint64(4 * TEN), np.uint64(4 * KING)
FIFTY_K = U1 << _SHIFT_FIVE | U1 << _SHIFT_TEN | U1 << _SHIFT_KING
"""Rank counts of one 5, one T and one K."""
POINT_RANKS = FIFTY_K * U15
"""All bits of the nibbles of 5, T and K."""

if COMPILED:

    @intrinsic
    def popcount(typing_context, word):  # type: ignore[no-untyped-def]
        """Return the number of set bits, as int64."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.int64(types.uint64), codegen

    @intrinsic
    def lowest_bit(typing_context, word):  # type: ignore[no-untyped-def]
        """Return the position of the lowest set bit of a word that is not 0, as int64."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.cttz(args[0], cgutils.true_bit)

        return types.int64(types.uint64), codegen

    @intrinsic
    def highest_bit(typing_context, word):  # type: ignore[no-untyped-def]
        """Return the position of the highest set bit of a word that is not 0, as int64."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            zeros = builder.ctlz(args[0], cgutils.true_bit)
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.uint64), codegen

else:

    def popcount(word: np.uint64) -> int:
        """Return the number of set bits."""
        return int(word).bit_count()

    def lowest_bit(word: np.uint64) -> int:
        """Return the position of the lowest set bit of a word that is not 0."""
        value = int(word)
        return (value & -value).bit_length() - 1

    def highest_bit(word: np.uint64) -> int:
        """Return the position of the highest set bit of a word that is not 0."""
        return int(word).bit_length() - 1


@inlined
def rank_counts(lo, hi):
    """Return the rank counts of a card set."""
    return (lo & _THREES) + (lo >> U2 & _THREES) + (hi & _THREES) + (hi >> U2 & _THREES)


@inlined
def filled(counts, fill):
    """Return rank counts with something added, so that bit 3 of a nibble is set from 8 on.

    What is added, the same to each, is at most 7; the other bits mean nothing.
    """
    return (counts & SEVENS) + fill | counts


@inlined
def at_least(counts, k):
    """Return the mask of the ranks with at least k copies; 1 <= k <= 8."""
    return filled(counts, np.uint64(8 - k) * ONES) & EIGHTS


@inlined
def at_least_many(counts, k):
    """Return the mask of the ranks with at least k copies; 9 <= k <= 15, with three decks."""
    return ((counts & SEVENS) + np.uint64(16 - k) * ONES & counts) & EIGHTS


@inlined
def nth_rank(ranks, n):
    """Return the rank number n, counted from the lowest, of a rank mask that has more than n."""
    # Nibble r of the product is the number of ranks up to r: no loop whose end is a coin.
    up_to = (ranks >> U3) * ONES
    reached = at_least(up_to, n + 1) if n < 8 else at_least_many(up_to, n + 1)
    return lowest_bit(reached) >> 2


@inlined
def nibbles(ranks):
    """Return all bits of the nibbles of a rank mask."""
    return (ranks >> U3) * U15


@inlined
def rank_bit(rank):
    """Return a rank's bit in a rank mask."""
    return U8 << np.uint64(4 * rank)


@inlined
def count_of(counts, rank):
    """Return how many of a rank there are, as int64."""
    return np.int64(counts >> np.uint64(4 * rank) & U15)


@inlined
def capped_at_four(counts):
    """Return rank counts with everything above 4 made 4."""
    many = at_least(counts, 5) >> U3
    return counts & ~(many * U15) | many << U2


@inlined
def copies(rank, k):
    """Return the rank counts of k cards of one rank."""
    return np.uint64(k) << np.uint64(4 * rank)


@inlined
def lowest_rank(mask):
    """Return the lowest rank of a mask that is not 0."""
    return lowest_bit(mask) >> 2


@inlined
def highest_rank(mask):
    """Return the highest rank of a mask that is not 0."""
    return highest_bit(mask) >> 2


@inlined
def ranks_above(rank):
    """Return the mask of all ranks above a rank (-1: all ranks)."""
    return EIGHTS & ~((U1 << np.uint64(4 * (rank + 1))) - U1)


@inlined
def ranks_below(rank):
    """Return the mask of all ranks below a rank."""
    return EIGHTS & ((U1 << np.uint64(4 * rank)) - U1)


@inlined
def windows(mask, length):
    """Return the lowest ranks of all runs of exactly `length` ranks inside a mask."""
    if length == 1:
        return mask
    have = 1
    while 2 * have <= length:
        mask &= mask >> np.uint64(4 * have)
        have *= 2
    if have < length:
        mask &= mask >> np.uint64(4 * (length - have))
    return mask


@inlined
def run_counts(low, length, width):
    """Return the rank counts of `width` cards each of `length` ranks from `low` up."""
    ones = ONES & ((U1 << np.uint64(4 * length)) - U1)
    return ones * np.uint64(width) << np.uint64(4 * low)


@inlined
def card_total(counts):
    """Return the number of cards, as int64."""
    pairs = (counts & _EVEN_NIBBLES) + (counts >> U4 & _EVEN_NIBBLES)
    return np.int64(pairs * _BYTE_ONES >> np.uint64(56))


@inlined
def contains(counts, part):
    """Return whether rank counts cover another, rank by rank."""
    room = _BYTE_ONES << U4
    low = ((counts & _EVEN_NIBBLES) | room) - (part & _EVEN_NIBBLES)
    high = ((counts >> U4 & _EVEN_NIBBLES) | room) - (part >> U4 & _EVEN_NIBBLES)
    return low & high & room == room


@inlined
def holds(lo, hi, part_lo, part_hi):
    """Return whether a card set has all cards of another, copies counted."""
    return (
        contains(lo & _THREES, part_lo & _THREES)
        and contains(lo & ~_THREES, part_lo & ~_THREES)
        and contains(hi & _THREES, part_hi & _THREES)
        and contains(hi & ~_THREES, part_hi & ~_THREES)
    )


@inlined
def points_in(counts):
    """Return the card points: 5 a five, 10 a ten or king, as int64."""
    fives = counts >> _SHIFT_FIVE & U15
    tens = (counts >> _SHIFT_TEN & U15) + (counts >> _SHIFT_KING & U15)
    return np.int64(fives) * 5 + np.int64(tens) * 10


@inlined
def suit_sets(lo, hi):
    """Return a word with, for each rank, the suits held: bit 0 s, 1 c, 2 h, 3 d of its nibble."""
    spades_hearts = (lo | lo >> U1) & FIRST_COPIES
    clubs_diamonds = (hi | hi >> U1) & FIRST_COPIES
    return spades_hearts | clubs_diamonds << U1


@inlined
def lone_suits(suits):
    """Return `suit_sets` without the ranks held in more than one suit."""
    held = suits - (suits >> U1 & FIRST_COPIES)
    held = (held & _THREES) + (held >> U2 & _THREES)
    return suits & ~nibbles(at_least(held, 2))


@inlined
def pure_suits(lo, hi):
    """Return the set of suits whose 5, T and K are all held, as in `suit_sets`."""
    suits = suit_sets(lo, hi)
    return suits >> _SHIFT_FIVE & suits >> _SHIFT_TEN & suits >> _SHIFT_KING & U15


@inlined
def has_mixed_fifty_k(lo, hi):
    """Return whether a 5, a T and a K not all of one suit can be taken."""
    suits = suit_sets(lo, hi)
    fives = suits >> _SHIFT_FIVE & U15
    tens = suits >> _SHIFT_TEN & U15
    kings = suits >> _SHIFT_KING & U15
    union = fives | tens | kings
    # Bitwise "and" keeps this free of branches, which would guess wrong half the time.
    return (fives != U0) & (tens != U0) & (kings != U0) & (union & (union - U1) != U0)


@inlined
def suit_words(suit):
    """Return the card set mask of one suit's lanes, jokers among the spades."""
    mask = _THREES << np.uint64(2 * (suit & 1))
    if suit < 2:
        return mask, U0
    return U0, mask


SUIT_LANE = np.array([0, 2, 1, 3])
"""Position in a `suit_sets` nibble of s, h, c, d; its own inverse."""


@inlined
def card_words(rank, suit):
    """Return one card as a card set; suits s, h, c, d are 0 … 3."""
    bit = U1 << np.uint64(4 * rank + 2 * (suit & 1))
    if suit < 2:
        return bit, U0
    return U0, bit
