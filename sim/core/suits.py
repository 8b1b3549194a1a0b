"""Which suits a play takes where the rules do not care.

A seat keeps what may still make a pure fifty-K: cards of a suit whose 5, T and K it all holds go
last. Otherwise diamonds go first, then clubs, hearts, spades.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIVE,
    KING,
    ONES,
    POINT_RANKS,
    SUIT_LANE,
    TEN,
    U0,
    U1,
    U2,
    U3,
    at_least,
    card_words,
    pure_suits,
    suit_sets,
)
from sim.core.compiler import inlined, kernel
from sim.core.play import MIXED_ROW, PURE_ROW, row_of, suit_of


@inlined
def take_by_lane(lo, hi, need):
    """Return (lo, hi, still needed) of cards taken from a card set, diamonds first.

    Straight through all four suits: a branch that guesses wrong costs more than the work it saves.
    """
    taken_lo = taken_hi = U0
    again = True
    while again:
        before = need
        diamonds = (hi >> U2 | hi >> U3) & at_least(need, 1) >> U3
        need -= diamonds
        clubs = (hi | hi >> U1) & at_least(need, 1) >> U3
        need -= clubs
        hearts = (lo >> U2 | lo >> U3) & at_least(need, 1) >> U3
        need -= hearts
        spades = (lo | lo >> U1) & at_least(need, 1) >> U3
        need -= spades
        round_lo = hearts << U2 | spades
        round_hi = diamonds << U2 | clubs
        taken_lo += round_lo
        taken_hi += round_hi
        lo -= round_lo
        hi -= round_hi
        # A second round finds second copies; without any taken there is nothing left to take.
        again = need != U0 and need != before
    return taken_lo, taken_hi, need


@inlined
def lane_words(suits):
    """Return the card set mask of the lanes of a `suit_sets` nibble, at 5, T and K."""
    mask_lo = mask_hi = U0
    if suits & U1:
        mask_lo |= ONES * U3
    if suits & np.uint64(4):
        mask_lo |= ONES * np.uint64(12)
    if suits & U2:
        mask_hi |= ONES * U3
    if suits & np.uint64(8):
        mask_hi |= ONES * np.uint64(12)
    return mask_lo & POINT_RANKS, mask_hi & POINT_RANKS


@inlined
def take_ranks(lo, hi, need):
    """Return the card set that a play of these rank counts takes from a hand that covers it."""
    if need & POINT_RANKS:
        pure = pure_suits(lo, hi)
        if pure:
            kept_lo, kept_hi = lane_words(pure)
            first_lo, first_hi, rest = take_by_lane(lo & ~kept_lo, hi & ~kept_hi, need)
            if rest == U0:
                return first_lo, first_hi
            last_lo, last_hi, _ = take_by_lane(lo & kept_lo, hi & kept_hi, rest)
            return first_lo + last_lo, first_hi + last_hi
    all_lo, all_hi, _ = take_by_lane(lo, hi, need)
    return all_lo, all_hi


@inlined
def take_pure(suit):
    """Return 5, T and K of one suit as a card set."""
    five_lo, five_hi = card_words(FIVE, suit)
    ten_lo, ten_hi = card_words(TEN, suit)
    king_lo, king_hi = card_words(KING, suit)
    return five_lo | ten_lo | king_lo, five_hi | ten_hi | king_hi


@kernel
def take_mixed(lo, hi):
    """Return a 5, a T and a K not all of one suit, breaking as few pure fifty-Ks as can be."""
    suits = suit_sets(lo, hi)
    pure = pure_suits(lo, hi)
    best_cost = 99
    best_lo = best_hi = U0
    for five in range(3, -1, -1):
        for ten in range(3, -1, -1):
            for king in range(3, -1, -1):
                if five == ten == king:
                    continue
                lane5, lane10, lane13 = SUIT_LANE[five], SUIT_LANE[ten], SUIT_LANE[king]
                held = (
                    suits >> np.uint64(4 * FIVE + lane5)
                    & suits >> np.uint64(4 * TEN + lane10)
                    & suits >> np.uint64(4 * KING + lane13)
                )
                if held & U1 == U0:
                    continue
                broken = U1 << np.uint64(lane5) | U1 << np.uint64(lane10) | U1 << np.uint64(lane13)
                broken &= pure
                cost = np.int64(broken & U1) + np.int64(broken >> U1 & U1)
                cost += np.int64(broken >> U2 & U1) + np.int64(broken >> U3 & U1)
                if cost < best_cost:
                    best_cost = cost
                    five_lo, five_hi = card_words(FIVE, five)
                    ten_lo, ten_hi = card_words(TEN, ten)
                    king_lo, king_hi = card_words(KING, king)
                    best_lo = five_lo | ten_lo | king_lo
                    best_hi = five_hi | ten_hi | king_hi
    return best_lo, best_hi


@inlined
def cards_of_play(lo, hi, counts, meta):
    """Return the cards of a hand that a play uses, as a card set."""
    row = row_of(meta)
    if row == PURE_ROW:
        return take_pure(suit_of(meta))
    if row == MIXED_ROW:
        return take_mixed(lo, hi)
    return take_ranks(lo, hi, counts)
