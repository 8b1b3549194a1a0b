"""Looking for break swaps: which card of a type can be exchanged so that only the type breaks."""

# Kernels: numba's signatures are the types, callers' buffers are arguments, and one function a
# list of cases.
# mypy: ignore-errors
# ruff: noqa: PLR0911, PLR0912, PLR0913, PLR0917

from __future__ import annotations

from typing import Final

import numpy as np

from analysis.feature_kernels import ranks_in_straights, run_row
from analysis.features import FEATURES
from sim.cards import RANKS
from sim.core.bits import (
    FIFTY_K,
    U0,
    U3,
    U4,
    at_least,
    card_words,
    count_of,
    has_mixed_fifty_k,
    points_in,
    popcount,
    pure_suits,
    rank_bit,
    rank_counts,
)
from sim.core.compiler import kernel
from sim.core.streams import deal_key, mix, scale
from strategies.planning import plays_to_empty

COLUMNS: Final = (*(each.name for each in FEATURES), "bombs")
"""The features by number: those of result tables, then the number of ranks held as a bomb."""
SUITS: Final = 4
NO_SWAP: Final = -1
"""Stands for a card where no exchange is possible."""
MOST_TRIED: Final = 16
"""Exchanges of which the hand's plays are counted anew, for each other seat; it takes long."""

_RANKS = len(RANKS)
_MIXED = COLUMNS.index("mixed_fifty_k")
_PURE = COLUMNS.index("pure_fifty_k")
_STRAIGHT = COLUMNS.index("straight")
_PAIR_RUN = COLUMNS.index("pair_run")
_TRIPLE_RUN = COLUMNS.index("triple_run")
_TRIPLES = COLUMNS.index("triples")
_TWOS = COLUMNS.index("twos")
_ABOVE_KING = COLUMNS.index("above_king")
_LOOSE = COLUMNS.index("loose_singles")
_PLAYS = COLUMNS.index("plays_to_empty")
_POINTS = COLUMNS.index("points")
_ACE, _TWO = RANKS.index("A"), RANKS.index("2")
_MOST_PAIRS = _RANKS * SUITS * 2 * SUITS
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_LANE = np.uint64(3)


@kernel
def longest(rules, counts, width):
    """Return the groups of the longest run of `width` cards a rank, 0 if there is none."""
    row = run_row(rules, width)
    if row < 0:
        return 0
    mask = at_least(counts, width) & rules.row_ranks[row]
    length = 0
    while mask != U0:
        mask &= mask >> U4
        length += 1
    length = min(length, rules.row_longest[row])
    return length if length >= rules.row_shortest[row] else 0


@kernel
def feature_value(rules, feature, lo, hi):
    """Return one feature of a hand: that of `analysis.features` with this number, or `bombs`."""
    counts = rank_counts(lo, hi)
    if feature < _RANKS:
        return np.int64(at_least(counts, 4) & rank_bit(feature) != U0)
    if feature == _MIXED:
        return np.int64(rules.mixed_strength > 0 and has_mixed_fifty_k(lo, hi))
    if feature == _PURE:
        return popcount(pure_suits(lo, hi)) if rules.pure_strength > 0 else 0
    if feature == _STRAIGHT:
        return longest(rules, counts, 1)
    if feature == _PAIR_RUN:
        return longest(rules, counts, 2)
    if feature == _TRIPLE_RUN:
        return longest(rules, counts, 3)
    if feature == _TRIPLES:
        return popcount(at_least(counts, 3))
    if feature == _TWOS:
        return count_of(counts, _TWO)
    if feature == _ABOVE_KING:
        return count_of(counts, _ACE) + count_of(counts, _TWO)
    if feature == _LOOSE:
        loose = at_least(counts, 1) & ~at_least(counts, 2) & ~ranks_in_straights(rules, counts)
        if _plays_fifty_k(rules, lo, hi):
            loose &= ~(FIFTY_K << U3)
        return popcount(loose)
    if feature == _PLAYS:
        return np.int64(plays_to_empty(rules, counts, lo, hi))
    if feature == _POINTS:
        return points_in(counts)
    return popcount(at_least(counts, 4))


@kernel
def _plays_fifty_k(rules, lo, hi):
    """Return whether the hand could play a fifty-K that these rules know."""
    mixed = rules.mixed_strength > 0 and has_mixed_fifty_k(lo, hi)
    return mixed or (rules.pure_strength > 0 and pure_suits(lo, hi) != U0)


@kernel
def fill_values(rules_array, feature, cards, values):
    """Write one feature of every dealt hand.

    Parameters
    ----------
    rules_array : array of `RULES`[1]
    feature : int
    cards : uint64[n, seats, 2]
    values : int16[n, seats]
        Modified in place.
    """
    rules = rules_array[0]
    for row in range(cards.shape[0]):
        for seat in range(cards.shape[1]):
            values[row, seat] = feature_value(
                rules, feature, cards[row, seat, 0], cards[row, seat, 1]
            )


@kernel
def made(rules, lo, hi):
    """Return what a hand has of bombs and runs, for `gains`.

    Ranks held four times, mixed fifty-K, suits of pure ones, longest straight, pair run and triple
    run.
    """
    counts = rank_counts(lo, hi)
    pure = U0
    if rules.pure_strength > 0:
        pure = pure_suits(lo, hi)
    return (
        at_least(counts, 4),
        np.int64(rules.mixed_strength > 0 and has_mixed_fifty_k(lo, hi)),
        pure,
        longest(rules, counts, 1),
        longest(rules, counts, 2),
        longest(rules, counts, 3),
    )


@kernel
def gains_bomb(before, after):
    """Return whether a hand has a bomb (a fifty-K included) that it had not."""
    return after[0] & ~before[0] != U0 or after[1] > before[1] or after[2] & ~before[2] != U0


@kernel
def gains_run(before, after):
    """Return whether a hand has a longer run than it had."""
    return after[3] > before[3] or after[4] > before[4] or after[5] > before[5]


@kernel
def held(lo, hi, rank, suit):
    """Return whether a hand holds a card."""
    word = hi if suit >> 1 else lo
    return word >> np.uint64(4 * rank + 2 * (suit & 1)) & _LANE != U0


@kernel
def list_exchanges(rules, feature, mine_lo, mine_hi, lo, hi, pairs):
    """List the exchanges of a card of the type with one of adjacent rank from another hand.

    A card is of the type if the feature falls when it is laid aside; for the plays that empty the
    hand every card is. The card that decides the lead stays where it is.

    Parameters
    ----------
    pairs : int16[_MOST_PAIRS, 2]
        Modified in place: the card given and the card taken, 4 * rank + suit.

    Returns
    -------
    int
        How many there are.
    """
    n = 0
    value = 0
    if feature != _PLAYS:
        value = feature_value(rules, feature, mine_lo, mine_hi)
    for given in range(_RANKS * SUITS):
        rank, suit = given >> 2, given & 3
        if given == rules.leader_card or not held(mine_lo, mine_hi, rank, suit):
            continue
        given_lo, given_hi = card_words(rank, suit)
        if feature != _PLAYS:
            if feature_value(rules, feature, mine_lo - given_lo, mine_hi - given_hi) >= value:
                continue
        for near in (rank - 1, rank + 1):
            if near < 0 or near >= _RANKS:
                continue
            for other_suit in range(SUITS):
                taken = 4 * near + other_suit
                if taken != rules.leader_card and held(lo, hi, near, other_suit):
                    pairs[n, 0], pairs[n, 1] = given, taken
                    n += 1
    return n


@kernel
def breaks_only(rules, feature, low, high, mine_lo, mine_hi, lo, hi, given, taken):
    """Return whether an exchange breaks the type and makes nothing new.

    Neither hand gets a bomb, a fifty-K or a longer run; the other hand loses no bomb or fifty-K.
    """
    given_lo, given_hi = card_words(given >> 2, given & 3)
    taken_lo, taken_hi = card_words(taken >> 2, taken & 3)
    new_lo, new_hi = mine_lo - given_lo + taken_lo, mine_hi - given_hi + taken_hi
    before, after = made(rules, mine_lo, mine_hi), made(rules, new_lo, new_hi)
    if gains_bomb(before, after) or gains_run(before, after):
        return False
    before = made(rules, lo, hi)
    after = made(rules, lo - taken_lo + given_lo, hi - taken_hi + given_hi)
    if gains_bomb(before, after) or gains_run(before, after) or gains_bomb(after, before):
        return False
    value = feature_value(rules, feature, new_lo, new_hi)
    return low <= value <= high


@kernel
def find_swaps(rules_array, seed, salt, index, cards, hero, feature, low, high, found):
    """Choose for each hero and each other seat one of the break swaps, all equally likely.

    Parameters
    ----------
    rules_array : array of `RULES`[1]
    seed, salt : uint64
        Keys of the choice, with the deal's number, the hero and the other seat.
    index : int64[n]
        Deal numbers.
    cards : uint64[n, seats, 2]
        The hands.
    hero : int64[n]
        The seat that holds the type.
    feature, low, high : int
        The type is broken if this feature lies between the bounds afterwards.
    found : int16[n, seats - 1, 2]
        Modified in place: the card the hero gives and takes, `NO_SWAP` where there is none; by
        seats to the left of the hero, less one.
    """
    rules = rules_array[0]
    seats = cards.shape[1]
    pairs = np.empty((_MOST_PAIRS, 2), dtype=np.int16)
    for row in range(cards.shape[0]):
        me = hero[row]
        mine_lo, mine_hi = cards[row, me, 0], cards[row, me, 1]
        key = deal_key(seed, np.uint64(index[row]), salt)
        for step in range(1, seats):
            other = (me + step) % seats
            lo, hi = cards[row, other, 0], cards[row, other, 1]
            found[row, step - 1] = NO_SWAP
            left = list_exchanges(rules, feature, mine_lo, mine_hi, lo, hi, pairs)
            fewest = max(left - MOST_TRIED, 0) if feature == _PLAYS else 0
            stream = mix(key + np.uint64(seats * me + step))
            while left > fewest:
                stream += _GAMMA
                place = scale(mix(stream) >> np.uint64(32), left)
                given, taken = pairs[place, 0], pairs[place, 1]
                if breaks_only(rules, feature, low, high, mine_lo, mine_hi, lo, hi, given, taken):
                    found[row, step - 1, 0], found[row, step - 1, 1] = given, taken
                    break
                left -= 1
                pairs[place] = pairs[left]
