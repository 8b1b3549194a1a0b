"""What a stack is still worth: its points at the end, expected from the cards not seen yet."""

from __future__ import annotations

import math

import numpy as np

from sim.core.bits import U0, U1, popcount
from sim.core.compiler import inlined
from sim.core.stack_cards import (
    BARREN,
    FACES,
    FREE_POINTS,
    PLACES,
    faces_in,
    goes_on,
    lane,
    value_in,
)
from sim.core.stack_tables import SUITS

_ROOT_TWO = math.sqrt(2)
_ROOT_TWO_PI = math.sqrt(2 * math.pi)
_SMALLEST_SD = 0.5
"""A stack that nothing more can go on has a value without spread; this keeps the sums finite."""


@inlined
def chance_of_unseen(view, luck):
    """Return how likely one unseen card comes to lie on an own stack that it goes on.

    It has to be in the stock, and one seat out of all draws it; `luck` says how many of a fair
    share of these a seat makes use of.
    """
    unseen = popcount(view.unseen)
    if unseen == 0:
        return 0.0
    return luck * (view.stock - 1) / (unseen * view.seats)


@inlined
def outlook(rules, stack, hand, unseen, sure, chance):
    """Return the expected points of a stack, and what a point more of value adds to them.

    The value at the end is taken for normal; only its part above 12 counts, times one more than
    the face cards. Face cards in hand that still go on are used where that is better.

    Parameters
    ----------
    rules : record of `STACK_RULES`
    stack, hand, unseen : uint64
        The stack, and own and unseen cards of its suit, 13 bits each.
    sure, chance : float
        How likely a card in hand, and an unseen one, comes to lie on the stack.
    """
    places = goes_on(rules, stack)
    mean, variance = float(value_in(stack)), 0.0
    barren = 1.0 if mean == 0 else 0.0
    for place in range(FACES, PLACES):
        bit = U1 << np.uint64(place)
        likely = 0.0
        if places & hand & bit:
            likely = sure
        elif places & unseen & bit:
            likely = chance
        value = place - 2
        mean += likely * value
        variance += likely * (1 - likely) * value * value
        barren *= 1 - likely
    deviation = math.sqrt(variance) + _SMALLEST_SD
    z = (mean - FREE_POINTS) / deviation
    reached = 0.5 * (1 + math.erf(z / _ROOT_TWO))
    above = (mean - FREE_POINTS) * reached + deviation * math.exp(-z * z / 2) / _ROOT_TWO_PI
    faces = faces_in(stack)
    cost = barren * BARREN
    points = (faces + 1) * above + (
        rules.empty_stack * barren if stack == U0 else cost * (faces + 1)
    )
    usable = faces_in(places & hand)
    if usable and above + cost > 0:
        more = sure * usable
        points += more * (above + cost)
        faces += usable
    return points, (faces + 1) * reached


@inlined
def seat_outlook(view, rules, seat, hand, sure, chance):
    """Return the expected points of a seat that holds, as far as is known, some cards."""
    points = 0.0
    for suit in range(SUITS):
        stack = lane(view.stacks[seat], suit)
        points += outlook(rules, stack, lane(hand, suit), lane(view.unseen, suit), sure, chance)[0]
    return points
