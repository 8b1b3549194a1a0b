"""From a hand played to its end to side points, winner, doubling and payoff."""

from __future__ import annotations

from sim.core.compiler import inlined
from sim.core.tables import DOUBLE_BELOW_FIRST, DOUBLE_LOSERS, PAYOFF_UNIT


@inlined
def earliest_out(rules, finish, side):
    """Return the place of a side's first seat to go out; 1 is first out."""
    best = rules.seats + 1
    for seat in range(rules.seats):
        if rules.side_of[seat] == side and 0 < finish[seat] < best:
            best = finish[seat]
    return best


@inlined
def outranks(rules, result, side, other):
    """Return whether a side stands before another: more points, then the earlier out."""
    mine, theirs = result.side_points[side], result.side_points[other]
    if mine != theirs:
        return mine > theirs
    return earliest_out(rules, result.finish, side) < earliest_out(rules, result.finish, other)


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
def score_hand(rules, out, result):
    """Fill side points, winner, doubling and payoff of a hand.

    Parameters
    ----------
    rules : record of `RULES`
    out : int64
        Bits of the seats that went out.
    result : record of `RESULT`
        Modified in place; finish (0 for seats still in), captured and left are given.
    """
    for side in range(rules.sides):
        result.side_points[side] = 0
    for seat in range(rules.seats):
        points = result.captured[seat]
        if result.finish[seat] == 1:
            points += rules.first_bonus
        if out >> seat & 1 == 0:
            points -= rules.left_penalty + rules.left_deducted * result.left[seat]
        result.side_points[rules.side_of[seat]] += points * PAYOFF_UNIT
    winner = 0
    for side in range(1, rules.sides):
        if outranks(rules, result, side, winner):
            winner = side
    result.winner = winner
    result.doubled = is_doubled(rules, result)
    sharers = rules.seats // rules.sides if rules.shared_payoff else 1
    for seat in range(rules.seats):
        side = rules.side_of[seat]
        result.payoff[seat] = (result.side_points[side] << result.doubled) // sharers
