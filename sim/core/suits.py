"""Which suits a play takes where the rules do not care.

A seat keeps what may still make a pure fifty-K: cards of a suit whose 5, T and K it all holds go
last. Otherwise diamonds go first, then clubs, hearts, spades.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIRST_COPIES,
    FIVE,
    KING,
    ONES,
    POINT_RANKS,
    SEVENS,
    SUIT_LANE,
    TEN,
    U0,
    U1,
    U2,
    U3,
    U15,
    at_least,
    capped_at_four,
    card_words,
    contains,
    holds,
    lowest_rank,
    pure_suits,
    rank_bit,
    rank_counts,
    suit_sets,
    suit_words,
)
from sim.core.compiler import inlined, kernel, stay_out_of_line
from sim.core.kickers import cleared, go_together
from sim.core.play import MIXED_ROW, PURE_ROW, rank_of, row_of, suit_of
from sim.core.shared import WORD, WORDS, shared
from sim.core.tables import NOT_ONE_SUIT, ONE_SUIT, RULES_RECORD
from sim.core.wilds import natural_part


@inlined
def take_once(lo, hi, need):
    """Return (lo, hi) of cards taken from a hand without second copies, diamonds first.

    All suits at once: a suit is taken where more cards are needed than the suits before it hold.
    """
    diamonds = hi >> U2 & ONES
    clubs = hi & ONES
    hearts = lo >> U2 & ONES
    spades = lo & ONES
    before_spades = diamonds + clubs + hearts
    base = need + SEVENS
    diamonds_taken = diamonds & base >> U3
    clubs_taken = clubs & base - diamonds >> U3
    hearts_taken = hearts & base - diamonds - clubs >> U3
    spades_taken = spades & base - before_spades >> U3
    return hearts_taken << U2 | spades_taken, diamonds_taken << U2 | clubs_taken


@inlined
def take_by_lane(lo, hi, need):
    """Return (lo, hi) of cards taken from a card set, diamonds first, second copies last."""
    taken_lo = taken_hi = U0
    while need:
        once_lo, once_hi = (lo | lo >> U1) & FIRST_COPIES, (hi | hi >> U1) & FIRST_COPIES
        wanted = capped_at_four(need)
        round_lo, round_hi = take_once(once_lo, once_hi, wanted)
        if round_lo | round_hi == U0:
            break
        taken_lo += round_lo
        taken_hi += round_hi
        lo -= round_lo
        hi -= round_hi
        need -= rank_counts(round_lo, round_hi)
    return taken_lo, taken_hi


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
def take_plainly(lo, hi, need):
    """Return as many of the needed cards as a card set has, diamonds first."""
    if (lo | hi) & ~FIRST_COPIES:
        return take_by_lane(lo, hi, need)
    return take_once(lo, hi, need)


@kernel
def take_around(lo, hi, need, pure):
    """Return needed cards of a hand, those of its pure fifty-Ks last."""
    stay_out_of_line()
    kept_lo, kept_hi = lane_words(pure)
    first_lo, first_hi = take_plainly(lo & ~kept_lo, hi & ~kept_hi, need)
    rest = need - rank_counts(first_lo, first_hi)
    last_lo, last_hi = take_plainly(lo & kept_lo, hi & kept_hi, rest)
    return first_lo + last_lo, first_hi + last_hi


@inlined
def take_ranks(lo, hi, need):
    """Return the card set that a play of these rank counts takes from a hand that covers it."""
    pure = pure_suits(lo, hi)
    if pure:
        return take_around(lo, hi, need, pure)
    return take_plainly(lo, hi, need)


@inlined
def fifty_k_of(five, ten, king):
    """Return the card set of a 5, a T and a K of three suits."""
    five_lo, five_hi = card_words(FIVE, five)
    ten_lo, ten_hi = card_words(TEN, ten)
    king_lo, king_hi = card_words(KING, king)
    return five_lo | ten_lo | king_lo, five_hi | ten_hi | king_hi


@kernel
def take_mixed(lo, hi):
    """Return a 5, a T and a K not all of one suit, breaking as few pure fifty-Ks as can be."""
    stay_out_of_line()
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
                if cost == 0:
                    return fifty_k_of(five, ten, king)
                if cost < best_cost:
                    best_cost = cost
                    best_lo, best_hi = fifty_k_of(five, ten, king)
    return best_lo, best_hi


@inlined
def takes_one_suit(lo, hi):
    """Return whether a card set is of one suit."""
    suits = suit_sets(lo, hi)
    for lane in range(4):
        if suits & ~(ONES << np.uint64(lane)) == U0:
            return True
    return False


@kernel
def take_from_suit(lo, hi, need):
    """Return cards of the needed ranks of one suit that has them all, diamonds first."""
    for suit in range(3, -1, -1):
        mask_lo, mask_hi = suit_words(suit)
        own_lo, own_hi = lo & mask_lo, hi & mask_hi
        if contains(rank_counts(own_lo, own_hi), need):
            return take_by_lane(own_lo, own_hi, need)
    return U0, U0


@kernel
def take_mixed_suits(lo, hi, need):
    """Return cards of the needed ranks that are not all of one suit; there are such."""
    taken_lo, taken_hi = take_ranks(lo, hi, need)
    if not takes_one_suit(taken_lo, taken_hi):
        return taken_lo, taken_hi
    ranks = at_least(need, 1)
    while ranks:
        rank = lowest_rank(ranks)
        ranks &= ranks - U1
        for suit in range(3, -1, -1):
            card_lo, card_hi = card_words(rank, suit)
            if holds(lo, hi, card_lo, card_hi) and not holds(taken_lo, taken_hi, card_lo, card_hi):
                nibble = U15 << np.uint64(4 * rank)
                return taken_lo & ~nibble | card_lo, taken_hi & ~nibble | card_hi
    return taken_lo, taken_hi


@kernel
def take_matched(rules, lo, hi, counts, meta):
    """Return the cards of groups whose two kickers go together."""
    kickers = cleared(counts, rank_bit(rank_of(meta)))
    if rules.wild:
        kickers = natural_part(kickers)
    if go_together(kickers):
        return take_ranks(lo, hi, counts)
    two_lo, two_hi = take_from_suit(lo, hi, kickers)
    rest_lo, rest_hi = take_ranks(lo, hi, counts - kickers)
    return two_lo + rest_lo, two_hi + rest_hi


@shared(WORDS, RULES_RECORD, WORD, WORD, WORD, WORD)
def take_oddly(rules, lo, hi, counts, meta):
    """Return the cards of a play to which suits matter."""
    row = row_of(meta)
    if row == PURE_ROW:
        suit = suit_of(meta)
        return fifty_k_of(suit, suit, suit)
    if row == MIXED_ROW:
        return take_mixed(lo, hi)
    if rules.row_suits[row] == ONE_SUIT:
        need = natural_part(counts)
        run_lo, run_hi = take_from_suit(lo, hi, need)
        wild_lo, wild_hi = take_plainly(lo, hi, counts - need)
        return run_lo + wild_lo, run_hi + wild_hi
    if rules.row_suits[row] == NOT_ONE_SUIT:
        return take_mixed_suits(lo, hi, counts)
    return take_matched(rules, lo, hi, counts, meta)


@inlined
def cards_of_play(rules, lo, hi, counts, meta):
    """Return the cards of a hand that a play uses, as a card set."""
    if rules.row_free_suits[row_of(meta)]:
        return take_ranks(lo, hi, counts)
    return take_oddly(rules, lo, hi, counts, meta)
