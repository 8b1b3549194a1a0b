"""A hand turn by turn from outside: for records, positions and perft.

The turns are those of `sim.core.turns`, as in `sim.core.playout`; here each is judged first, and
named by the row of its type as records name it.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIRST_COPIES,
    ONES,
    U0,
    U1,
    card_total,
    holds,
    rank_counts,
)
from sim.core.compiler import inlined, kernel
from sim.core.generate import count_follows
from sim.core.hands import COUNTS, HI, LO
from sim.core.listing import declared
from sim.core.play import NO_RANK, beats
from sim.core.turns import OVER, close_hand, open_hand, take_turn

PASS_ROW, NO_ROW = -1, -2
"""What a record's turn may say instead of a row: a pass, a type that the rules do not have."""

OK, END, SEAT, PASS, CARDS, TYPE, FOLLOW, INCOMPLETE = range(8)
"""Faults of a turn, in the order they are looked for."""

_SUITED_RANKS = 13


@inlined
def fault_of_turn(rules, view, hands, seat, lo, hi, row, rank):
    """Return (fault, meta) of what a seat lays down and says it is; the seat is the right one."""
    if row == PASS_ROW:
        if view.top == U0 or lo | hi != U0:
            return PASS, U0
        if rules.must_beat:
            own_lo, own_hi = hands[seat, LO], hands[seat, HI]
            if count_follows(rules, hands[seat, COUNTS], own_lo, own_hi, view.top) > 0:
                return PASS, U0
        return (OK if rank == NO_RANK else TYPE), U0
    if not holds(hands[seat, LO], hands[seat, HI], lo, hi):
        return CARDS, U0
    meta = U0 if row == NO_ROW else declared(rules, lo, hi, row, rank)
    if meta == U0:
        return TYPE, U0
    if view.top != U0 and not beats(meta, view.top):
        return FOLLOW, U0
    return OK, meta


@kernel
def are_the_pack(rules_array, hands, sizes):
    """Return whether the hands together are the pack, each card once a deck.

    Parameters
    ----------
    rules_array : array of `RULES`[1]
    hands : uint64[seats, HELD_COLUMNS]
    sizes : int64[seats]
        Modified in place: the cards of each hand.
    """
    rules = rules_array[0]
    decks = np.uint64(rules.decks)
    suited = (U1 << np.uint64(4 * _SUITED_RANKS)) - U1
    hi = FIRST_COPIES * decks & suited
    lo = hi
    if rules.jokers:
        lo |= ONES * decks & ~suited
    for seat in range(rules.seats):
        if not holds(lo, hi, hands[seat, LO], hands[seat, HI]):
            return False
        lo -= hands[seat, LO]
        hi -= hands[seat, HI]
        sizes[seat] = card_total(rank_counts(hands[seat, LO], hands[seat, HI]))
    return lo | hi == U0


@kernel
def start(rules_array, views, hands, results, leader):
    """Set a view to the first turn of a hand; all modified in place. See `replay`."""
    open_hand(rules_array[0], views[0], hands, results[0], leader)


@kernel
def judge_turn(rules_array, views, hands, seat, lo, hi, row, rank):
    """Return (fault, meta) of one turn; nothing is modified. See `fault_of_turn`."""
    return fault_of_turn(rules_array[0], views[0], hands, seat, lo, hi, row, rank)


@kernel
def do_turn(rules_array, views, hands, results, seat, lo, hi, meta):
    """Do one legal turn; return who acts next, or OVER. See `take_turn`."""
    following = take_turn(
        rules_array[0], views[0], hands, results[0], seat, lo, hi, rank_counts(lo, hi), meta
    )
    if following == OVER:
        close_hand(rules_array[0], views[0], hands, results[0])
    return following


@kernel
def replay(rules_array, views, hands, results, leader, turns, sets):
    """Replay a hand from its first lead; return (fault, turn) of the first illegal turn.

    Parameters
    ----------
    rules_array : array of `RULES`[1]
    views : array of `SEAT_VIEW`[1]
        Work space.
    hands : uint64[seats, HELD_COLUMNS]
        Modified in place: the card sets as dealt, then what is left; the counts need not be set.
    results : array of `RESULT`[1]
        Zeros, modified in place: filled where there is no fault.
    leader : int
    turns : int64[n, 3]
        Seat; row, PASS_ROW or NO_ROW; rank, NO_RANK for none.
    sets : uint64[n, 2]
        The cards of each turn.
    """
    rules, view, result = rules_array[0], views[0], results[0]
    open_hand(rules, view, hands, result, leader)
    seat = leader
    for turn in range(turns.shape[0]):
        if seat == OVER:
            return END, turn
        if turns[turn, 0] != seat:
            return SEAT, turn
        lo, hi = sets[turn, 0], sets[turn, 1]
        fault, meta = fault_of_turn(
            rules, view, hands, seat, lo, hi, turns[turn, 1], turns[turn, 2]
        )
        if fault != OK:
            return fault, turn
        seat = take_turn(rules, view, hands, result, seat, lo, hi, rank_counts(lo, hi), meta)
    if seat != OVER:
        return INCOMPLETE, turns.shape[0]
    close_hand(rules, view, hands, result)
    return OK, -1
