"""From a hand played to its end to side points, winner, doubling and payoff."""

from __future__ import annotations

import numpy as np

from sim.core.bits import popcount
from sim.core.compiler import inlined, kernel
from sim.core.sides import side_of, team_of
from sim.core.tables import (
    CATCH_OFF,
    CATCH_TRANSFERRED,
    DOUBLE_BELOW_FIRST,
    DOUBLE_LOSERS,
    LEFT_DEDUCTED,
    LEFT_THIRD_OUT,
    PAYOFF_MARGIN,
    PAYOFF_SHARED,
    PAYOFF_STEPS,
    PAYOFF_UNIT,
    SWEEP_COUNTS_NOTHING,
    SWEEP_FIXED,
)

NOBODY = -1


@inlined
def earliest_out(rules, result, side):
    """Return the place of a side's first seat to go out; 1 is first out."""
    best = rules.seats + 1
    for seat in range(rules.seats):
        if side_of(rules, result, seat) == side and 0 < result.finish[seat] < best:
            best = result.finish[seat]
    return best


@inlined
def seat_at(rules, result, place):
    """Return who went out at a place."""
    for seat in range(rules.seats):
        if result.finish[seat] == place:
            return seat
    return NOBODY


@inlined
def winner_of(rules, result):
    """Return the side with the most points; level sides as the rules say, or NOBODY."""
    winner, level = 0, False
    for side in range(1, rules.sides):
        mine, best = result.side_points[side], result.side_points[winner]
        if mine == best:
            if rules.tie_to_earliest:
                if earliest_out(rules, result, side) < earliest_out(rules, result, winner):
                    winner = side
            else:
                level = True
        elif mine > best:
            winner, level = side, False
    return NOBODY if level else winner


@inlined
def is_doubled(rules, result):
    """Return whether the hand's doubling condition holds, given its winner."""
    if rules.doubling == DOUBLE_LOSERS:
        loot = 0
        for seat in range(rules.seats):
            if rules.side_of[seat] != result.winner:
                loot += result.captured[seat]
                if result.finish[seat] == 1:
                    return False
        return loot == 0
    if rules.doubling == DOUBLE_BELOW_FIRST:
        loot = 0
        for seat in range(rules.seats):
            if rules.side_of[seat] != result.winner:
                loot += result.captured[seat]
        return loot == 0
    return False


@inlined
def is_lopsided(rules, result):
    """Return whether hidden sides have turned out to be one seat against the others."""
    if not rules.hidden:
        return False
    return popcount(np.uint64(team_of(rules, result, 0))) != rules.seats // 2


@kernel
def is_sweep(rules, out, result):
    """Return whether a side is out and no opponent is; of uneven sides, only a lone seat sweeps."""
    first = seat_at(rules, result, 1)
    team = team_of(rules, result, first)
    if is_lopsided(rules, result) and team != 1 << first:
        return False
    return out == team


@kernel
def pay_sweep(rules, result):
    """Pay the side that is out before any opponent; modified in place."""
    points = rules.sweep_points
    if rules.sweep != SWEEP_FIXED:
        points = 0
        for seat in range(rules.seats):
            points += result.captured[seat]
    side = side_of(rules, result, seat_at(rules, result, 1))
    result.side_points[side] = points * PAYOFF_UNIT


@kernel
def pay_catch(rules, out, result):
    """Let a side with seats left pay for them; modified in place."""
    seats_left = 0
    payer = NOBODY
    for seat in range(rules.seats):
        if out >> seat & 1 == 0:
            seats_left += 1
            payer = side_of(rules, result, seat)
    receiver = 1 - payer
    if rules.catch_by_first:
        receiver = side_of(rules, result, seat_at(rules, result, 1))
    if receiver != payer:
        points = rules.catch_points[seats_left] * PAYOFF_UNIT
        result.side_points[payer] -= points
        if rules.catch_kind == CATCH_TRANSFERRED:
            result.side_points[receiver] += points


@inlined
def add_points(rules, out, result):
    """Add each seat's points to a side's; modified in place."""
    tricks_move = rules.last_tricks_move and not is_lopsided(rules, result)
    for seat in range(rules.seats):
        side = side_of(rules, result, seat)
        points = result.captured[seat]
        if result.finish[seat] == 1:
            points += rules.first_bonus
        if out >> seat & 1 == 0:
            if tricks_move:
                first = side_of(rules, result, seat_at(rules, result, 1))
                result.side_points[first] += points * PAYOFF_UNIT
                points = 0
            points -= rules.left_penalty
            if rules.left_points == LEFT_DEDUCTED:
                points -= result.left[seat]
            elif rules.left_points == LEFT_THIRD_OUT:
                third = side_of(rules, result, seat_at(rules, result, 3))
                result.side_points[third] += result.left[seat] * PAYOFF_UNIT
        result.side_points[side] += points * PAYOFF_UNIT


@inlined
def payoff_of(rules, result, seat):
    """Return what a seat is paid, before doubling, in 1/60 point."""
    side = side_of(rules, result, seat)
    points = result.side_points[side]
    if rules.payoff == PAYOFF_SHARED:
        return points // popcount(np.uint64(team_of(rules, result, seat)))
    if rules.payoff == PAYOFF_MARGIN:
        return (points - result.side_points[1 - side]) // rules.payoff_step
    if rules.payoff == PAYOFF_STEPS:
        margin = points - result.side_points[1 - side]
        size, step = abs(margin), rules.payoff_step * PAYOFF_UNIT
        grade = 0
        for steps in range(3):
            grade += size > steps * step
        return grade * PAYOFF_UNIT if margin > 0 else -grade * PAYOFF_UNIT
    return points


@inlined
def score_hand(rules, out, result):
    """Fill side points, winner, doubling and payoff of a hand.

    Parameters
    ----------
    rules : record of `RULES`
    out : int64
        Bits of the seats that went out.
    result : record of `RESULT`
        Modified in place; finish (0 for seats still in), captured and left are given, and side
        where sides are hidden.
    """
    for side in range(rules.sides):
        result.side_points[side] = 0
    if rules.sweep != SWEEP_COUNTS_NOTHING and is_sweep(rules, out, result):
        pay_sweep(rules, result)
    else:
        add_points(rules, out, result)
        if rules.catch_kind != CATCH_OFF:
            pay_catch(rules, out, result)
    result.winner = winner_of(rules, result)
    result.doubled = is_doubled(rules, result)
    for seat in range(rules.seats):
        result.payoff[seat] = payoff_of(rules, result, seat) << result.doubled
