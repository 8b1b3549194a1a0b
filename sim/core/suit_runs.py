"""Runs in one suit, and runs that cannot but be of one: all suits are looked at at once.

A word of `suit_sets`, as places, has a bit for each suit at each place; shifted by whole places and
joined, it tells of a run in every suit.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    ONES,
    U0,
    U1,
    U3,
    at_least,
    card_total,
    lowest_bit,
    nibbles,
    nth_rank,
    popcount,
    run_counts,
    suit_sets,
    windows,
)
from sim.core.compiler import inlined, kernel
from sim.core.places import high_places, places_of, play_at, ranks_at
from sim.core.wilds import joker_uses, jokers_used, wilds_held


@inlined
def suit_mask(rules, row, suits, lane):
    """Return the places of a row's runs where a suit of `suit_sets` is held."""
    return places_of(rules, row, (suits >> np.uint64(lane) & ONES) << U3 & rules.row_ranks[row])


@inlined
def suits_at(rules, row, suits):
    """Return a word of suits as places of a row's runs, without the ranks it has none of."""
    return places_of(rules, row, suits & nibbles(rules.row_ranks[row]))


@inlined
def all_but(suits, length, one, two):
    """Return the lowest places of the runs in one suit, whatever there is at two of their places.

    Parameters
    ----------
    suits : uint64
        Of `suits_at`.
    length : int
    one, two : int
        Places from the run's lowest, 0 … length - 1; they may be the same.
    """
    held = ~U0
    for place in range(length):
        if place != one and place != two:
            held &= suits >> np.uint64(4 * place)
    return at_least(held, 1)


@kernel
def seek_suit_runs(rules, counts, lo, hi, row, shortest, longest, top, n):
    """Walk over a row's runs in one suit. See `sim.core.special.seek_row`."""
    held = wilds_held(rules, counts)
    suits = suits_at(rules, row, suit_sets(lo, hi))
    for length in range(shortest, longest + 1):
        high = high_places(rules, row, length, top)
        starts = at_least(windows(suits, length), 1)
        if (starts == U0 and held == 0) or length > card_total(counts):
            break
        starts &= high
        here = popcount(starts)
        if n < here:
            low = nth_rank(starts, n)
            cards = ranks_at(rules, row, run_counts(low, length, 1))
            return 0, cards, play_at(rules, row, low, length)
        n -= here
        if held:
            high &= windows(places_of(rules, row, rules.row_ranks[row]), length)
            n, cards, low = seek_patched(rules, counts, suits, row, length, high, n)
            if cards != U0:
                return n, cards, play_at(rules, row, low, length)
    return n, U0, U0


@kernel
def seek_patched(rules, counts, suits, row, length, starts, n):
    """Walk over a row's runs in one suit that wild jokers are part of.

    Returns (what is left to go, rank counts of the run, its lowest place); see `seek_suit_runs`.
    """
    for wilds in range(1, min(wilds_held(rules, counts), length - 1) + 1):
        uses = joker_uses(counts, wilds)
        here = 0
        # Jokers at one place, or at two.
        for one in range(length):
            for two in range(one + 1, length) if wilds == 2 else range(one, one + 1):
                here += popcount(all_but(suits, length, one, two) & starts)
        if n >= here * uses:
            n -= here * uses
            continue
        while starts:
            low = lowest_bit(starts) >> 2
            starts &= starts - U1
            for one in range(length):
                for two in range(one + 1, length) if wilds == 2 else range(one, one + 1):
                    if all_but(suits, length, one, two) >> np.uint64(4 * low + 3) & U1:
                        if n < uses:
                            run = run_counts(low, length, 1)
                            run &= ~(U1 << np.uint64(4 * (low + one)))
                            run &= ~(U1 << np.uint64(4 * (low + two)))
                            cards = ranks_at(rules, row, run) + jokers_used(counts, wilds, n)
                            return 0, cards, low
                        n -= uses
    return n, U0, 0
