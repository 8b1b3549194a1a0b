"""Sets of cards by suit: what goes on a stack, what is on top, what a stack scores."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, U1, lowest_bit, popcount
from sim.core.compiler import inlined
from sim.core.stack_tables import PACK, SUITS

PLACES = 13
FACES = 4
"""Places 0 … 3 are A K Q J, of value 0; place p above is worth p - 2."""
ALL_CARDS = np.uint64((1 << PACK) - 1)
LANE = np.uint64((1 << PLACES) - 1)
FACE_LANE = np.uint64((1 << FACES) - 1)
FREE_POINTS = 12
"""Value that a stack must exceed to score."""
BARREN = -10
"""Points a card, and once more, of a stack without value."""

_S1, _S2, _S4, _S8 = (np.uint64(step) for step in (1, 2, 4, 8))
_PLACES = np.uint64(PLACES)
_FACES = np.uint64(FACES)
_VALUES = np.array(
    [sum(bit + 2 for bit in range(9) if cards >> bit & 1) for cards in range(512)], dtype=np.int64
)
"""Sum of values by the set of 2 … 10 in a lane."""


@inlined
def card_bit(card):
    """Return the set of one card."""
    return U1 << np.uint64(card)


@inlined
def suit_of(card):
    """Return a card's suit, 0 … 3."""
    return np.int64(card) // PLACES


@inlined
def place_of(card):
    """Return a card's place in the order of a stack, 0 … 12."""
    return np.int64(card) % PLACES


@inlined
def value_of(card):
    """Return a card's value."""
    place = place_of(card)
    return place - 2 if place >= FACES else 0


@inlined
def lane(cards, suit):
    """Return the cards of one suit as 13 bits."""
    return cards >> _PLACES * np.uint64(suit) & LANE


@inlined
def up_to_top(stack):
    """Return all places up to the highest of a lane."""
    stack |= stack >> _S1
    stack |= stack >> _S2
    stack |= stack >> _S4
    return stack | stack >> _S8


@inlined
def top_place(stack):
    """Return the highest place of a lane, -1 if it is empty."""
    return np.int64(popcount(up_to_top(stack))) - 1


@inlined
def goes_on(rules, stack):
    """Return the places that may be laid on a lane, as 13 bits."""
    if rules.by_place or stack >> _FACES:
        return LANE & ~up_to_top(stack)
    return LANE & ~stack


@inlined
def fitting(rules, stacks):
    """Return the cards that may be laid on a seat's stacks."""
    fits = U0
    for suit in range(SUITS):
        fits |= goes_on(rules, lane(stacks, suit)) << _PLACES * np.uint64(suit)
    return fits


@inlined
def value_in(stack):
    """Return the sum of values of a lane."""
    return _VALUES[np.int64(stack >> _FACES)]


@inlined
def faces_in(stack):
    """Return the number of cards of value 0 in a lane."""
    return np.int64(popcount(stack & FACE_LANE))


@inlined
def score_stack(rules, stack):
    """Return the points of one stack."""
    if stack == U0:
        return rules.empty_stack
    value = value_in(stack)
    faces = faces_in(stack)
    if value == 0:
        return BARREN * (faces + 1)
    if value <= FREE_POINTS:
        return 0
    return (value - FREE_POINTS) * (faces + 1)


@inlined
def score_stacks(rules, stacks):
    """Return the points of a seat's four stacks."""
    points = 0
    for suit in range(SUITS):
        points += score_stack(rules, lane(stacks, suit))
    return points


@inlined
def nth_card(cards, n):
    """Return the card number `n` of a set, counted from the lowest."""
    for _ in range(n):
        cards &= cards - U1
    return lowest_bit(cards)
