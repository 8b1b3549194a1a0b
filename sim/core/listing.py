"""What may be played, written out: lists, choices of suits, and readings of a set of cards.

Strategies count and unrank (`sim.core.generate`); this file serves people, perft and records, from
the same generator and the same reader (`sim.core.classify`).
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIVE,
    KING,
    RANKS,
    SUIT_LANE,
    TEN,
    U0,
    U3,
    U15,
    card_total,
    card_words,
    contains,
    count_of,
    lowest_bit,
    popcount,
    pure_suits,
    rank_bit,
    rank_counts,
    suit_sets,
    suit_words,
)
from sim.core.classify import reads_as
from sim.core.compiler import inlined, kernel
from sim.core.generate import count_follows, count_leads, nth_follow, nth_lead, pure_strength
from sim.core.kickers import cleared, go_together
from sim.core.play import (
    JOKER_ROW,
    MIXED_ROW,
    NO_RANK,
    PURE_ROW,
    SET_ROW,
    bomb_play,
    joker_pair_play,
    joker_play,
    rank_of,
    row_of,
    row_play,
    set_play,
    suit_of,
)
from sim.core.suits import fifty_k_of, takes_one_suit
from sim.core.tables import LONE_JOKERS, NOT_ONE_SUIT, ONE_SUIT
from sim.core.wilds import BIG, LITTLE, natural_part

_MOST_GROUPS = 15


@inlined
def copies_of(lo, hi, rank, suit):
    """Return how many copies of a card a card set has, as int64."""
    place = np.uint64(4 * rank + 2 * (suit & 1))
    if suit < 2:
        return np.int64(lo >> place & U3)
    return np.int64(hi >> place & U3)


@inlined
def first_of_ranks(lo, hi, counts):
    """Return the cards of these rank counts that come first in output order, spades first."""
    taken_lo = taken_hi = U0
    for rank in range(RANKS):
        wanted = count_of(counts, rank)
        for suit in range(4):
            here = min(wanted, copies_of(lo, hi, rank, suit))
            card_lo, card_hi = card_words(rank, suit)
            taken_lo += card_lo * np.uint64(here)
            taken_hi += card_hi * np.uint64(here)
            wanted -= here
    return taken_lo, taken_hi


@inlined
def first_mixed(lo, hi):
    """Return the first 5, T and K in output order that are not all of one suit."""
    for five in range(4):
        for ten in range(4):
            for king in range(4):
                if not five == ten == king and (
                    copies_of(lo, hi, FIVE, five)
                    and copies_of(lo, hi, TEN, ten)
                    and copies_of(lo, hi, KING, king)
                ):
                    return fifty_k_of(five, ten, king)
    return U0, U0


@inlined
def looks_at_suits(rules, row):
    """Return whether it matters to a row of ordinary combinations which suits cards are of."""
    return row < rules.rows and not rules.row_free_suits[row]


@kernel
def first_of_suit(lo, hi, need):
    """Return cards of the needed ranks of the first suit that has them all."""
    for suit in range(4):
        mask_lo, mask_hi = suit_words(suit)
        own_lo, own_hi = lo & mask_lo, hi & mask_hi
        if contains(rank_counts(own_lo, own_hi), need):
            return first_of_ranks(own_lo, own_hi, need)
    return U0, U0


@kernel
def first_not_of_one_suit(lo, hi, counts):
    """Return the first cards of these ranks, one each, that are not all of one suit."""
    taken_lo, taken_hi = first_of_ranks(lo, hi, counts)
    if not takes_one_suit(taken_lo, taken_hi):
        return taken_lo, taken_hi
    for rank in range(RANKS - 1, -1, -1):
        if count_of(counts, rank):
            for suit in range(4):
                is_taken = copies_of(taken_lo, taken_hi, rank, suit) > 0
                if copies_of(lo, hi, rank, suit) > 0 and not is_taken:
                    nibble = U15 << np.uint64(4 * rank)
                    card_lo, card_hi = card_words(rank, suit)
                    return taken_lo & ~nibble | card_lo, taken_hi & ~nibble | card_hi
    return taken_lo, taken_hi


@kernel
def first_of_special(rules, lo, hi, counts, meta):
    """Return the first cards that make a play of a row that looks at suits."""
    row = row_of(meta)
    if rules.row_suits[row] == NOT_ONE_SUIT:
        return first_not_of_one_suit(lo, hi, counts)
    need = natural_part(counts)
    if rules.row_suits[row] != ONE_SUIT:
        need = cleared(need, rank_bit(rank_of(meta)))
        if go_together(need):
            return first_of_ranks(lo, hi, counts)
    suit_lo, suit_hi = first_of_suit(lo, hi, need)
    rest_lo, rest_hi = first_of_ranks(lo, hi, counts - need)
    return suit_lo + rest_lo, suit_hi + rest_hi


@kernel
def first_cards(rules, lo, hi, counts, meta):
    """Return the first cards of a hand, in output order, that make a play."""
    row = row_of(meta)
    if row == PURE_ROW:
        suit = suit_of(meta)
        return fifty_k_of(suit, suit, suit)
    if row == MIXED_ROW:
        return first_mixed(lo, hi)
    if looks_at_suits(rules, row):
        return first_of_special(rules, lo, hi, counts, meta)
    return first_of_ranks(lo, hi, counts)


@kernel
def count_plays(rules, lo, hi, top):
    """Return the number of plays that lead (a top of 0) or beat the top."""
    if top == U0:
        return count_leads(rules, rank_counts(lo, hi), lo, hi)
    return count_follows(rules, rank_counts(lo, hi), lo, hi, top)


@kernel
def list_plays(rules_array, lo, hi, top, out):
    """Write the plays that lead (a top of 0) or beat the top; return how many there are.

    Parameters
    ----------
    rules_array : array of `RULES`[1]
    lo, hi : uint64
        The hand.
    top : uint64
        Meta of the play to beat.
    out : uint64[m, 4]
        Modified in place: counts, meta and first choice of cards of the first m plays.
    """
    rules = rules_array[0]
    counts = rank_counts(lo, hi)
    total = count_plays(rules, lo, hi, top)
    for n in range(min(total, out.shape[0])):
        if top == U0:
            need, meta = nth_lead(rules, counts, lo, hi, n)
        else:
            need, meta = nth_follow(rules, counts, lo, hi, top, n)
        out[n, 0], out[n, 1] = need, meta
        out[n, 2], out[n, 3] = first_cards(rules, lo, hi, need, meta)
    return total


@inlined
def rank_choices(lo, hi, rank, wanted):
    """Return in how many ways some cards of one rank can be taken; equal copies are one way."""
    ways = 0
    diamonds = copies_of(lo, hi, rank, 3)
    for spades in range(copies_of(lo, hi, rank, 0) + 1):
        for hearts in range(copies_of(lo, hi, rank, 1) + 1):
            for clubs in range(copies_of(lo, hi, rank, 2) + 1):
                rest = wanted - spades - hearts - clubs
                ways += 0 <= rest <= diamonds
    return ways


@inlined
def choices_of_ranks(lo, hi, counts):
    """Return in how many ways cards of these rank counts can be taken."""
    ways = 1
    for rank in range(RANKS):
        wanted = count_of(counts, rank)
        if wanted:
            ways *= rank_choices(lo, hi, rank, wanted)
    return ways


@inlined
def suit_choices(lo, hi, counts):
    """Return in how many suits all ranks of rank counts are held."""
    ways = 0
    for suit in range(4):
        mask_lo, mask_hi = suit_words(suit)
        ways += contains(rank_counts(lo & mask_lo, hi & mask_hi), counts)
    return ways


@kernel
def count_choices(rules, lo, hi, counts, meta):
    """Return how many sets of cards of a hand make a play."""
    row = row_of(meta)
    if row == PURE_ROW:
        return 1
    if row == MIXED_ROW:
        suits = suit_sets(lo, hi)
        ways = popcount(suits >> np.uint64(4 * FIVE) & U15)
        ways *= popcount(suits >> np.uint64(4 * TEN) & U15)
        ways *= popcount(suits >> np.uint64(4 * KING) & U15)
        return ways - popcount(pure_suits(lo, hi))
    if looks_at_suits(rules, row):
        if rules.row_suits[row] == ONE_SUIT:
            return suit_choices(lo, hi, natural_part(counts))
        if rules.row_suits[row] == NOT_ONE_SUIT:
            return choices_of_ranks(lo, hi, counts) - suit_choices(lo, hi, counts)
        kickers = natural_part(cleared(counts, rank_bit(rank_of(meta))))
        if not go_together(kickers):
            groups = choices_of_ranks(lo, hi, counts - kickers)
            return groups * suit_choices(lo, hi, kickers)
    return choices_of_ranks(lo, hi, counts)


@kernel
def count_concrete(rules_array, lo, hi, top):
    """Return the number of plays that lead (a top of 0) or beat the top, card by card."""
    rules = rules_array[0]
    counts = rank_counts(lo, hi)
    total = 0
    for n in range(count_plays(rules, lo, hi, top)):
        if top == U0:
            need, meta = nth_lead(rules, counts, lo, hi, n)
        else:
            need, meta = nth_follow(rules, counts, lo, hi, top, n)
        total += count_choices(rules, lo, hi, need, meta)
    return total


@kernel
def declared(rules, lo, hi, row, rank):
    """Return the meta of cards declared as a row's play of a rank, or 0 if they are not that.

    `row` may be a bomb's; `rank` is NO_RANK for fifty-Ks and jokers.
    """
    size = card_total(rank_counts(lo, hi))
    meta = U0
    if row < rules.rows:
        group = rules.row_group[row]
        length = size // group
        if size != length * group or length > _MOST_GROUPS:
            return U0
        if rank == NO_RANK:
            if row != rules.joker_pair_row:
                return U0
            meta = joker_pair_play(rules)
        elif 0 <= rank < RANKS:
            meta = row_play(rules, row, length, rank)
    elif row == SET_ROW:
        if not rules.smallest_set <= size <= rules.largest_set or not 0 <= rank < RANKS:
            return U0
        meta = set_play(rules, rank, size)[1]
    elif rank != NO_RANK:
        return U0
    elif row == JOKER_ROW:
        counts = rank_counts(lo, hi)
        little, big = count_of(counts, LITTLE), count_of(counts, BIG)
        if little + big == size and little < LONE_JOKERS and big < LONE_JOKERS:
            meta = joker_play(rules, little, big)[1]
    elif row == MIXED_ROW:
        meta = bomb_play(MIXED_ROW, rules.mixed_strength, NO_RANK, 0, 3)
    elif row == PURE_ROW:
        suits = pure_suits(lo, hi)
        if suits == U0:
            return U0
        lane = lowest_bit(suits)
        meta = bomb_play(PURE_ROW, pure_strength(rules, lane), NO_RANK, SUIT_LANE[lane] + 1, 3)
    else:
        return U0
    return meta if meta != U0 and reads_as(rules, lo, hi, meta) else U0


@kernel
def list_readings(rules_array, lo, hi, out):
    """Write the meta of everything that exactly these cards can be declared as; return how many.

    A set of cards that reads as a bomb is only that bomb (rule C9).

    Parameters
    ----------
    rules_array : array of `RULES`[1]
    lo, hi : uint64
    out : uint64[m]
        Modified in place; m is large enough for a rank of every row.
    """
    rules = rules_array[0]
    found = 0
    bombs = JOKER_ROW - MIXED_ROW + 1
    for step in range(bombs + rules.rows):
        row = MIXED_ROW + step if step < bombs else step - bombs
        if step == bombs and found:
            break
        for rank in range(NO_RANK + 1):
            meta = declared(rules, lo, hi, row, rank)
            if meta != U0:
                out[found] = meta
                found += 1
    return found
