"""A play in two words: rank counts, and `meta`, which says how the cards are read.

A pass is (0, 0). `meta` from bit 0: height (8 bits; compared within a shape), shape (8; class and
length, equal for plays that compare), strength (8; 0 for ordinary combinations), needed (8; the
strength of the weakest bomb that beats it), rank (4), length (4), row (5), suit (3; 0 none,
1 … 4 for s h c d), size (6).
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, U1, copies
from sim.core.compiler import inlined
from sim.core.tables import LONE_JOKERS

MIXED_ROW, PURE_ROW, SET_ROW, JOKER_ROW = 16, 17, 18, 19
"""Rows of the bombs; ordinary combinations have their row in the table."""

NO_RANK = 15
JOKER_PAIR_RANK = 13
"""Where the pair of one joker of each stands among the ranks of pairs."""
_BYTE = np.uint64(255)
_SHAPE, _STRENGTH, _NEEDED = np.uint64(8), np.uint64(16), np.uint64(24)
_RANK, _LENGTH, _ROW, _SUIT, _SIZE = (np.uint64(n) for n in (32, 36, 40, 45, 48))
_U6BITS, _U5BITS, _U4BITS, _U3BITS = (np.uint64(n) for n in (63, 31, 15, 7))
_BOMB_SHAPE = _BYTE << _SHAPE


def row_meta(row: int, shape: int, needed: int, offset: int) -> int:
    """Return the part of meta that all plays of a table row share; rows of one shape compare."""
    return offset | shape << 12 | needed << 24 | row << 40


def row_rank_step(shift: int) -> int:
    """Return what one more rank adds to meta: height and rank."""
    return 1 << shift | 1 << 32


def row_length_step(group_size: int, any_length: bool) -> int:
    """Return what one more group adds to meta: shape (or else height), length and size."""
    return (1 if any_length else 1 << 8) | 1 << 36 | group_size << 48


@inlined
def row_play(rules, row, length, rank):
    """Return the meta of a table row's play with `length` groups and top rank `rank`."""
    steps = np.uint64(length) * rules.row_length_step[row]
    return rules.row_meta[row] + steps + np.uint64(rank) * rules.row_rank_step[row]


@inlined
def joker_pair_play(rules):
    """Return the meta of the pair of one joker of each: above every rank, without a rank."""
    row = rules.joker_pair_row
    height = np.uint64(JOKER_PAIR_RANK) << np.uint64(rules.row_height_shift[row])
    return rules.row_meta[row] + rules.row_length_step[row] + height + (np.uint64(NO_RANK) << _RANK)


@inlined
def bomb_play(row, strength, rank, suit, size):
    """Return the meta of a bomb; to beat it takes one more strength than its own."""
    s = np.uint64(strength)
    low = _BOMB_SHAPE | s << _STRENGTH | (s + U1) << _NEEDED | np.uint64(rank) << _RANK
    high = np.uint64(row) << _ROW | np.uint64(suit) << _SUIT | np.uint64(size) << _SIZE
    return low | high | U1 << _LENGTH


@inlined
def set_play(rules, rank, size):
    """Return (counts, meta) of the bomb of `size` cards of one rank."""
    strength = rules.set_strength[size] + rank
    return copies(rank, size), bomb_play(SET_ROW, strength, rank, 0, size)


@inlined
def joker_play(rules, little, big):
    """Return (counts, meta) of the bomb of so many little and big jokers."""
    strength = rules.joker_strength[LONE_JOKERS * little + big]
    cards = copies(JOKER_PAIR_RANK, little) + copies(JOKER_PAIR_RANK + 1, big)
    return cards, bomb_play(JOKER_ROW, strength, NO_RANK, 0, little + big)


@inlined
def height_of(meta):
    """Return what is compared among plays of one shape."""
    return np.int64(meta & _BYTE)


@inlined
def beats(meta, top):
    """Return whether a play beats the top play; a top of 0 (a lead) is beaten by all."""
    stronger = (meta >> _STRENGTH & _BYTE) >= (top >> _NEEDED & _BYTE)
    same_shape = (meta ^ top) >> _SHAPE & _BYTE == U0
    return stronger or (same_shape and (meta & _BYTE) > (top & _BYTE))


@inlined
def strength_of(meta):
    """Return the bomb strength, 0 for an ordinary combination."""
    return np.int64(meta >> _STRENGTH & _BYTE)


@inlined
def needed_against(meta):
    """Return the strength a bomb needs to beat this play."""
    return np.int64(meta >> _NEEDED & _BYTE)


@inlined
def rank_of(meta):
    """Return the compared rank, or NO_RANK."""
    return np.int64(meta >> _RANK & _U4BITS)


@inlined
def length_of(meta):
    """Return the number of groups."""
    return np.int64(meta >> _LENGTH & _U4BITS)


@inlined
def row_of(meta):
    """Return the table row, or that of a bomb."""
    return np.int64(meta >> _ROW & _U5BITS)


@inlined
def suit_of(meta):
    """Return the suit 0 … 3 of a pure fifty-K, -1 for every other play."""
    return np.int64(meta >> _SUIT & _U3BITS) - 1


@inlined
def size_of(meta):
    """Return the number of cards."""
    return np.int64(meta >> _SIZE & _U6BITS)
