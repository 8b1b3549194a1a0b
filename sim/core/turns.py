"""One turn of a hand, and who acts, leads and ends: what every way of playing a hand shares."""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    U0,
    U3,
    U15,
    at_least,
    card_total,
    lowest_bit,
    points_in,
    popcount,
    rank_counts,
)
from sim.core.compiler import inlined, kernel, stay_out_of_line
from sim.core.hands import COUNTS, HI, LO
from sim.core.play import size_of
from sim.core.score import score_hand
from sim.core.sides import are_public, settle_sides, spade_aces, team_of
from sim.core.tables import END_ONE_LEFT, END_SIDE_OUT, MAX_SEATS

RESULT = np.dtype(
    [
        ("finish", "i1", (MAX_SEATS,)),
        ("side", "i1", (MAX_SEATS,)),
        ("captured", "i2", (MAX_SEATS,)),
        ("left", "i2", (MAX_SEATS,)),
        ("plays", "i2", (MAX_SEATS,)),
        ("tricks", "i2", (MAX_SEATS,)),
        ("side_points", "i4", (MAX_SEATS,)),
        ("payoff", "i4", (MAX_SEATS,)),
        ("winner", "i1"),
        ("doubled", "i1"),
        ("leader", "i1"),
        ("turns", "i2"),
    ],
    align=True,
)
"""One hand's outcome.

finish counts from 1, 0 for seats still in; side is filled for hidden sides only; side_points and
payoff are in 1/60 point; winner is -1 for none.
"""

OVER = -1
"""Who acts next once the hand is over."""


@inlined
def next_seat(seat, among, seats):
    """Return the first seat after one in turn order out of a set of seats that is not empty."""
    following = seat + 1 if seat + 1 < seats else 0
    # Mostly the very next seat: a test that is guessed right lets the processor go on with that
    # seat's hand at once, where the search below would have to end first.
    if among >> following & 1:
        return following
    turned = (among | among << seats) >> (seat + 1)
    following = seat + 1 + lowest_bit(np.uint64(turned))
    # The mask tells the compiler that a seat is never a negative index.
    return (following - seats if following >= seats else following) & 7


@inlined
def next_leader(rules, view, result, seat, holding):
    """Return who leads after a trick that a seat took (rule C5)."""
    if holding >> seat & 1:
        return seat
    team = team_of(rules, result, seat) & holding
    if rules.lead_to_team and team and are_public(rules, view):
        return next_seat(seat, team, rules.seats)
    return next_seat(seat, holding, rules.seats)


@inlined
def is_over(rules, result, seat, holding):
    """Return whether the hand ends now that a seat has gone out (rule C6)."""
    if rules.end == END_ONE_LEFT:
        return popcount(np.uint64(holding)) == 1
    team = team_of(rules, result, seat)
    if rules.end == END_SIDE_OUT:
        return team & holding == 0
    everybody = (1 << rules.seats) - 1
    swept = team & holding == 0 and holding == everybody & ~team
    alone = team == 1 << seat
    return swept or alone or popcount(np.uint64(holding)) == 1


@inlined
def go_out(view, result, seat, out):
    """Note that a seat has gone out, which makes `out` of the seats out; modified in place."""
    view.out = out
    if view.went_out == 0:
        view.first_out = seat
    view.went_out += 1
    result.finish[seat] = view.went_out


@inlined
def take_table(view, result, taker):
    """Give a seat the points on the table and the trick; modified in place."""
    view.captured[taker] += view.table_points
    view.table_points = 0
    result.tricks[taker] += 1


@kernel
def open_hand(rules, view, hands, result, leader):
    """Put rank counts beside each hand and begin view and result; modified in place."""
    stay_out_of_line()
    seats = rules.seats
    view.gone_lo = view.gone_hi = view.top = view.top_counts = U0
    view.top_seat = view.first_out = -1
    view.passed = view.out = view.went_out = view.trick = view.table_points = view.turn = 0
    view.seats = seats
    for seat in range(seats):
        counts = rank_counts(hands[seat, LO], hands[seat, HI])
        hands[seat, COUNTS] = counts
        view.held[seat] = card_total(counts)
        view.captured[seat] = 0
        result.finish[seat] = 0
        result.plays[seat] = 0
        result.tricks[seat] = 0
    result.leader = leader
    if rules.hidden:
        settle_sides(rules, view, hands, result)
    if rules.shown_from:
        for seat in range(seats):
            large = at_least(hands[seat, COUNTS], rules.shown_from) >> U3
            view.shown[seat] = hands[seat, COUNTS] & large * U15


@inlined
def take_turn(rules, view, hands, result, seat, lo, hi, counts, meta):
    """Let a seat play, or pass with a meta of 0; return who acts next, or OVER.

    Parameters
    ----------
    rules : record of `RULES`
    view : record of `SEAT_VIEW`
        Modified in place: the public part of the state.
    hands : uint64[seats, HELD_COLUMNS] or more
        Modified in place: card set and rank counts of each hand.
    result : record of `RESULT`
        Modified in place: finish, plays and tricks so far.
    seat : int
        Who acts; the turn is legal.
    lo, hi, counts : uint64
        The cards, and their rank counts.
    meta : uint64
        What they are declared as.
    """
    view.turn += 1
    taker, passed, out = view.top_seat & 7, view.passed, view.out
    everyone = (1 << rules.seats) - 1
    if meta == U0:
        passed |= 1 << seat
    else:
        taker = seat
        if not rules.pass_is_final:
            passed = 0
        left = hands[seat, COUNTS] - counts
        hands[seat, LO] -= lo
        hands[seat, HI] -= hi
        hands[seat, COUNTS] = left
        view.gone_lo += lo
        view.gone_hi += hi
        view.table_points += points_in(counts)
        view.top = meta
        view.top_counts = counts
        view.top_seat = seat
        view.held[seat] -= size_of(meta)
        result.plays[seat] += 1
        if rules.hidden:
            view.aces_played[seat] += spade_aces(lo)
        if left == U0:
            out |= 1 << seat
            go_out(view, result, seat, out)
            if is_over(rules, result, seat, everyone & ~out):
                take_table(view, result, seat)
                return OVER
    view.passed = passed
    holding = everyone & ~out
    waiting = holding & ~passed & ~(1 << taker)
    if waiting:
        return next_seat(seat, waiting, rules.seats)
    take_table(view, result, taker)
    view.trick += 1
    view.passed = 0
    view.top = view.top_counts = U0
    view.top_seat = -1
    return next_leader(rules, view, result, taker, holding)


@kernel
def close_hand(rules, view, hands, result):
    """Fill the result of a hand that is over; modified in place."""
    stay_out_of_line()
    for seat in range(rules.seats):
        result.captured[seat] = view.captured[seat]
        result.left[seat] = points_in(hands[seat, COUNTS])
    result.turns = view.turn
    score_hand(rules, view.out, result)
