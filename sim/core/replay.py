"""A hand turn by turn from outside: for records, positions and perft.

`sim.core.playout` plays the same turns in one loop made for speed; here a turn is one call. Who is
next, who leads, when a hand is over and what it scores is decided by the same functions.
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
    points_in,
    rank_counts,
)
from sim.core.compiler import inlined, kernel
from sim.core.generate import count_follows
from sim.core.listing import declared
from sim.core.play import NO_RANK, beats, size_of
from sim.core.playout import COUNTS, HI, LO, is_over, next_leader, next_seat
from sim.core.score import score_hand

PASS_ROW, NO_ROW = -1, -2
"""What a record's turn may say instead of a row: a pass, a type that the rules do not have."""

OK, END, SEAT, PASS, CARDS, TYPE, FOLLOW, INCOMPLETE = range(8)
"""Faults of a turn, in the order they are looked for."""

_SUITED_RANKS = 13

OVER = -1
"""Who acts next once the hand is over."""


@inlined
def open_hand(view, hands, seats):
    """Put rank counts beside each hand and set a view to the first turn; modified in place."""
    view.gone_lo = view.gone_hi = view.top = view.top_counts = U0
    view.top_seat = view.first_out = -1
    view.passed = view.out = view.went_out = view.trick = view.table_points = view.turn = 0
    view.seats = seats
    for seat in range(seats):
        hands[seat, COUNTS] = rank_counts(hands[seat, LO], hands[seat, HI])
        view.held[seat] = card_total(hands[seat, COUNTS])
        view.captured[seat] = 0


@inlined
def take_turn(rules, view, hands, result, seat, lo, hi, meta):
    """Let a seat play, or pass with a meta of 0; return who acts next, or OVER.

    Parameters
    ----------
    rules : record of `RULES`
    view : record of `SEAT_VIEW`
        Modified in place: the public part of the state.
    hands : uint64[seats, 3]
        Modified in place: card set and rank counts of each hand.
    result : record of `RESULT`
        Modified in place: finish, plays and tricks so far.
    seat : int
        Who acts; the turn is legal.
    lo, hi : uint64
        The cards.
    meta : uint64
        What they are declared as.
    """
    view.turn += 1
    if meta == U0:
        view.passed |= 1 << seat
    else:
        counts = rank_counts(lo, hi)
        hands[seat, LO] -= lo
        hands[seat, HI] -= hi
        hands[seat, COUNTS] -= counts
        view.gone_lo += lo
        view.gone_hi += hi
        view.table_points += points_in(counts)
        view.top = meta
        view.top_counts = counts
        view.top_seat = seat
        view.held[seat] -= size_of(meta)
        result.plays[seat] += 1
        if not rules.pass_is_final:
            view.passed = 0
    holding = ((1 << rules.seats) - 1) & ~view.out
    if hands[seat, COUNTS] == U0:
        holding &= ~(1 << seat)
        view.out |= 1 << seat
        view.went_out += 1
        result.finish[seat] = view.went_out
        if view.went_out == 1:
            view.first_out = seat
        if is_over(rules, seat, holding):
            view.captured[seat] += view.table_points
            result.tricks[seat] += 1
            view.table_points = 0
            return OVER
    taker = view.top_seat
    waiting = holding & ~view.passed & ~(1 << taker)
    if waiting:
        return next_seat(seat, waiting, rules.seats)
    view.captured[taker] += view.table_points
    result.tricks[taker] += 1
    view.trick += 1
    view.table_points = view.passed = 0
    view.top = view.top_counts = U0
    view.top_seat = -1
    return next_leader(rules, taker, holding)


@inlined
def close_hand(rules, view, hands, result):
    """Fill the result of a hand that is over; modified in place."""
    for seat in range(rules.seats):
        result.captured[seat] = view.captured[seat]
        result.left[seat] = points_in(hands[seat, COUNTS])
    score_hand(rules, view.out, result)


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
    hands : uint64[seats, 3]
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
def start(rules_array, views, hands):
    """Set a view to the first turn of a hand; both modified in place. See `replay`."""
    open_hand(views[0], hands, rules_array[0].seats)


@kernel
def judge_turn(rules_array, views, hands, seat, lo, hi, row, rank):
    """Return (fault, meta) of one turn; nothing is modified. See `fault_of_turn`."""
    return fault_of_turn(rules_array[0], views[0], hands, seat, lo, hi, row, rank)


@kernel
def do_turn(rules_array, views, hands, results, seat, lo, hi, meta):
    """Do one legal turn; return who acts next, or OVER. See `take_turn`."""
    following = take_turn(rules_array[0], views[0], hands, results[0], seat, lo, hi, meta)
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
    hands : uint64[seats, 3]
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
    open_hand(view, hands, rules.seats)
    result.leader = leader
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
        seat = take_turn(rules, view, hands, result, seat, lo, hi, meta)
    if seat != OVER:
        return INCOMPLETE, turns.shape[0]
    close_hand(rules, view, hands, result)
    return OK, -1
