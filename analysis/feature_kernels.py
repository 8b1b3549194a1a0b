"""The hand features as compiled code: see `analysis.features` for what they mean.

Features are numbered in the order of `analysis.features.FEATURES`; two more follow that no table
of results holds: the number of bombs of a rank, and the size of the largest.
"""

# mypy: ignore-errors
# Kernels have numba's types; their callers in `analysis.features` are checked. One function lists
# all features.
# ruff: noqa: PLR0911, PLR0912

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIFTY_K,
    U0,
    U3,
    at_least,
    count_of,
    has_mixed_fifty_k,
    points_in,
    popcount,
    pure_suits,
    rank_bit,
    rank_counts,
    suit_sets,
    windows,
)
from sim.core.compiler import inlined, kernel
from sim.core.places import places_of, ranks_at
from sim.core.suit_runs import suit_mask
from sim.core.tables import LONE_JOKERS, ONE_SUIT
from sim.core.wilds import BIG, LITTLE, naturals, short_starts, wilds_held
from strategies.planning import plays_to_empty

# The cache is keyed by the kernels' files alone: no constant comes from another.
RANKS = 13
ACE, TWO = 11, 12
(
    JOKER_BOMB,
    MIXED,
    PURE,
    STRAIGHT,
    FLUSH,
    PAIR_RUN,
    TRIPLE_RUN,
    QUAD_RUN,
    TRIPLES,
    TWOS,
    ABOVE_KING,
    JOKERS,
    LOOSE,
    PLAYS,
    POINTS,
    BOMBS,
    LARGEST_BOMB,
) = range(RANKS, RANKS + 17)
N_FEATURES = BOMBS
"""Features that tables of results hold."""


@inlined
def run_row(rules, width, one_suit):
    """Return the table row of the runs of `width` cards a rank without kickers, -1 if none."""
    for row in range(rules.rows):
        plain_run = rules.row_kicker[row] == 0 and rules.row_shortest[row] > 1
        if plain_run and rules.row_width[row] == width:
            if (rules.row_suits[row] == ONE_SUIT) == one_suit:
                return row
    return -1


@inlined
def longest_window(rules, row, mask):
    """Return the groups of the longest run inside a mask of places, 0 if there is none."""
    length = rules.row_longest[row]
    while length >= rules.row_shortest[row]:
        if windows(mask, length) != U0:
            return length
        length -= 1
    return 0


@inlined
def longest_with_jokers(rules, row, counts, wilds, longest):
    """Return the groups of the longest run that wild jokers complete, or a given number."""
    length = rules.row_longest[row]
    width, ranks = rules.row_width[row], rules.row_ranks[row]
    while length > longest and length >= rules.row_shortest[row]:
        if short_starts(counts, width, ranks, length, wilds) != U0:
            return length
        length -= 1
    return longest


@kernel
def longest_run(rules, counts, width):
    """Return the groups of the longest run of `width` cards a rank, 0 if there is none."""
    row = run_row(rules, width, False)
    if row < 0:
        return 0
    own, wilds = naturals(rules, counts), wilds_held(rules, counts)
    ranks = at_least(own, width) & rules.row_ranks[row]
    longest = longest_window(rules, row, places_of(rules, row, ranks))
    if wilds:
        longest = longest_with_jokers(rules, row, own, wilds, longest)
    return longest


@kernel
def longest_in_suit(rules, counts, lo, hi):
    """Return the cards of the longest run in one suit, 0 if there is none."""
    row = run_row(rules, 1, True)
    if row < 0:
        return 0
    suits, wilds = suit_sets(lo, hi), wilds_held(rules, counts)
    longest = 0
    for lane in range(4):
        mask = suit_mask(rules, row, suits, lane)
        longest = max(longest, longest_window(rules, row, mask))
        if wilds:
            # Wild jokers and low aces do not go together: places are ranks.
            longest = longest_with_jokers(rules, row, mask >> U3, wilds, longest)
    return longest


@inlined
def used_in(rules, row, mask):
    """Return the ranks of a mask of places that some run of a row uses."""
    shortest = rules.row_shortest[row]
    starts = windows(mask, shortest)
    used = U0
    for step in range(shortest):
        used |= starts << np.uint64(4 * step)
    return ranks_at(rules, row, used)


@kernel
def ranks_in_straights(rules, counts, lo, hi):
    """Return the mask of the ranks that some straight of a hand uses, without wild jokers."""
    used = U0
    row = run_row(rules, 1, False)
    if row >= 0:
        ranks = at_least(naturals(rules, counts), 1) & rules.row_ranks[row]
        used = used_in(rules, row, places_of(rules, row, ranks))
    row = run_row(rules, 1, True)
    if row >= 0:
        suits = suit_sets(lo, hi)
        for lane in range(4):
            used |= used_in(rules, row, suit_mask(rules, row, suits, lane))
    return used


@inlined
def bomb_size(rules, rank, cards):
    """Return the size of the largest bomb of a rank that so many of its cards make, 0 if none."""
    size = min(cards, rules.largest_set)
    while size >= rules.smallest_set:
        if rules.set_strength[size] > 0 and rules.set_ranks[size] & rank_bit(rank):
            return size
        size -= 1
    return 0


@inlined
def joker_bomb_size(rules, counts):
    """Return the jokers of the largest bomb of jokers, 0 if there is none."""
    size = 0
    if rules.joker_bombs:
        for little in range(count_of(counts, LITTLE) + 1):
            for big in range(count_of(counts, BIG) + 1):
                if rules.joker_strength[LONE_JOKERS * little + big] > 0:
                    size = max(size, little + big)
    return size


@inlined
def has_mixed(rules, lo, hi):
    """Return whether a hand could play a mixed fifty-K that the rules know."""
    return rules.mixed_strength > 0 and has_mixed_fifty_k(lo, hi)


@inlined
def pure_held(rules, lo, hi):
    """Return the set of suits in which a hand could play a pure fifty-K."""
    if rules.pure_strength > 0:
        return pure_suits(lo, hi)
    return U0


@kernel
def loose_singles(rules, counts, lo, hi):
    """Return the ranks held once that no straight or fifty-K of the hand could use."""
    own = naturals(rules, counts)
    loose = at_least(own, 1) & ~at_least(own, 2) & ~ranks_in_straights(rules, counts, lo, hi)
    if has_mixed(rules, lo, hi) or pure_held(rules, lo, hi) != U0:
        loose &= ~(FIFTY_K << U3)
    return popcount(loose)


@kernel
def bombs_of_ranks(rules, counts):
    """Return how many ranks are held as bombs, and the cards of the largest of these bombs."""
    number = largest = 0
    for rank in range(RANKS):
        size = bomb_size(rules, rank, count_of(counts, rank))
        number += size > 0
        largest = max(largest, size)
    return number, largest


@kernel
def feature_value(rules, feature, lo, hi):
    """Return a feature of a hand by its number."""
    counts = rank_counts(lo, hi)
    if feature < RANKS:
        return bomb_size(rules, feature, count_of(counts, feature))
    if feature == JOKER_BOMB:
        return joker_bomb_size(rules, counts)
    if feature == MIXED:
        return np.int64(has_mixed(rules, lo, hi))
    if feature == PURE:
        return popcount(pure_held(rules, lo, hi))
    if feature == STRAIGHT:
        return longest_run(rules, counts, 1)
    if feature == FLUSH:
        return longest_in_suit(rules, counts, lo, hi)
    if feature == PAIR_RUN:
        return longest_run(rules, counts, 2)
    if feature == TRIPLE_RUN:
        return longest_run(rules, counts, 3)
    if feature == QUAD_RUN:
        return longest_run(rules, counts, 4)
    if feature == TRIPLES:
        return popcount(at_least(naturals(rules, counts), 3) & ~rank_bit(LITTLE) & ~rank_bit(BIG))
    if feature == TWOS:
        return count_of(counts, TWO)
    if feature == ABOVE_KING:
        return count_of(counts, ACE) + count_of(counts, TWO)
    if feature == JOKERS:
        return count_of(counts, LITTLE) + count_of(counts, BIG)
    if feature == LOOSE:
        return loose_singles(rules, counts, lo, hi)
    if feature == PLAYS:
        return np.int64(plays_to_empty(rules, counts, lo, hi))
    if feature == POINTS:
        return points_in(counts)
    number, largest = bombs_of_ranks(rules, counts)
    return number if feature == BOMBS else largest


@kernel
def fill_features(rules_array, cards, first, features):
    """Write consecutive features of hands.

    Parameters
    ----------
    rules_array : array of `RULES`[1]
    cards : uint64[n, seats, 2]
        Hands as card sets.
    first : int
        Number of the first feature wanted.
    features : int16[k, n, seats]
        Modified in place.
    """
    rules = rules_array[0]
    for row in range(cards.shape[0]):
        for seat in range(cards.shape[1]):
            lo, hi = cards[row, seat, 0], cards[row, seat, 1]
            for place in range(features.shape[0]):
                features[place, row, seat] = feature_value(rules, first + place, lo, hi)
