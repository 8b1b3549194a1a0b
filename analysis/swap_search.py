"""Looking for break swaps: which card of a type can be exchanged so that only the type breaks."""

# Kernels: numba's signatures are the types, callers' buffers are arguments, and one function a
# list of cases.
# mypy: ignore-errors
# ruff: noqa: PLR0911, PLR0912, PLR0913, PLR0917

from __future__ import annotations

from typing import Final

import numpy as np

from analysis.feature_kernels import (
    PLAYS,
    bomb_size,
    feature_value,
    has_mixed,
    joker_bomb_size,
    longest_in_suit,
    longest_run,
    pure_held,
)
from sim.core.bits import U0, card_words, count_of, rank_counts
from sim.core.compiler import inlined, kernel
from sim.core.streams import deal_key, mix, scale

SUITS: Final = 4
NO_SWAP: Final = -1
"""Stands for a card where no exchange is possible."""
MOST_TRIED: Final = 16
"""Exchanges of which the hand's plays are counted anew, for each other seat; it takes long."""

_RANKS, _ALL_RANKS = 13, 15
_SPADE_ACE = 4 * 11
_MOST_PAIRS = _ALL_RANKS * SUITS * 2 * SUITS
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_LANE = np.uint64(3)


@kernel
def made(rules, lo, hi):
    """Return what a hand has of bombs and runs besides bombs of a rank, for `gains`.

    Joker bomb, mixed fifty-K, suits of pure ones, longest straight, run in a suit, pair run,
    triple run and quad run.
    """
    counts = rank_counts(lo, hi)
    return (
        joker_bomb_size(rules, counts),
        np.int64(has_mixed(rules, lo, hi)),
        pure_held(rules, lo, hi),
        longest_run(rules, counts, 1),
        longest_in_suit(rules, counts, lo, hi),
        longest_run(rules, counts, 2),
        longest_run(rules, counts, 3),
        longest_run(rules, counts, 4),
    )


@kernel
def gains_bomb(before, after):
    """Return whether a hand has a fifty-K or a larger joker bomb that it had not."""
    return after[0] > before[0] or after[1] > before[1] or after[2] & ~before[2] != U0


@inlined
def grows_bomb(rules, lo, hi, rank):
    """Return whether one more card of a rank makes a bomb of it, or a larger one."""
    if rank >= _RANKS:
        return False
    cards = count_of(rank_counts(lo, hi), rank)
    return bomb_size(rules, rank, cards + 1) > bomb_size(rules, rank, cards)


@inlined
def shrinks_bomb(rules, lo, hi, rank):
    """Return whether a card of a rank fewer leaves no bomb of it, or a smaller one."""
    if rank >= _RANKS:
        return False
    cards = count_of(rank_counts(lo, hi), rank)
    return bomb_size(rules, rank, cards - 1) < bomb_size(rules, rank, cards)


@kernel
def gains_run(before, after):
    """Return whether a hand has a longer run than it had."""
    longer = after[3] > before[3] or after[4] > before[4] or after[5] > before[5]
    return longer or after[6] > before[6] or after[7] > before[7]


@kernel
def held(lo, hi, rank, suit):
    """Return whether a hand holds a card."""
    word = hi if suit >> 1 else lo
    return word >> np.uint64(4 * rank + 2 * (suit & 1)) & _LANE != U0


@inlined
def suits_of(rank):
    """Return the suits a rank has; a joker has one."""
    return SUITS if rank < _RANKS else 1


@inlined
def may_move(rules, card):
    """Return whether a card may change hands: it decides neither the lead nor the sides."""
    return card != rules.leader_card and not (rules.hidden and card == _SPADE_ACE)


@kernel
def list_exchanges(rules, feature, mine_lo, mine_hi, lo, hi, pairs):
    """List the exchanges of a card of the type with one of adjacent rank from another hand.

    A card is of the type if the feature falls when it is laid aside; for the plays that empty the
    hand every card is. The cards that decide the lead and the sides stay where they are.

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
    if feature != PLAYS:
        value = feature_value(rules, feature, mine_lo, mine_hi)
    for given in range(_ALL_RANKS * SUITS):
        rank, suit = given >> 2, given & 3
        if suit >= suits_of(rank) or not may_move(rules, given):
            continue
        if not held(mine_lo, mine_hi, rank, suit):
            continue
        given_lo, given_hi = card_words(rank, suit)
        if feature != PLAYS:
            if feature_value(rules, feature, mine_lo - given_lo, mine_hi - given_hi) >= value:
                continue
        for near in (rank - 1, rank + 1):
            if near < 0 or near >= _ALL_RANKS:
                continue
            for other_suit in range(suits_of(near)):
                taken = 4 * near + other_suit
                if may_move(rules, taken) and held(lo, hi, near, other_suit):
                    pairs[n, 0], pairs[n, 1] = given, taken
                    n += 1
    return n


@kernel
def breaks_only(rules, feature, low, high, mine_lo, mine_hi, lo, hi, given, taken):
    """Return whether an exchange breaks the type and makes nothing new.

    Neither hand gets a bomb, a larger bomb, a fifty-K or a longer run; the other hand keeps its
    bombs and fifty-Ks.
    """
    out, into = given >> 2, taken >> 2
    if grows_bomb(rules, mine_lo, mine_hi, into) or grows_bomb(rules, lo, hi, out):
        return False
    if shrinks_bomb(rules, lo, hi, into):
        return False
    given_lo, given_hi = card_words(out, given & 3)
    taken_lo, taken_hi = card_words(into, taken & 3)
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
            fewest = max(left - MOST_TRIED, 0) if feature == PLAYS else 0
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
