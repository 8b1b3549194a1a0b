"""One act of a hand of stacks: whether it is legal, and what it does."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, popcount
from sim.core.compiler import inlined
from sim.core.stack_cards import (
    ALL_CARDS,
    PLACES,
    card_bit,
    fitting,
    lane,
    place_of,
    score_stacks,
    suit_of,
    top_place,
)
from sim.core.stack_tables import PACK, SUITS

OWN, PUBLIC, STOCK, TAKE_PUBLIC, TAKE = 1, 2, 3, 4, 5
"""Where an act goes: a card laid on an own or a public stack; a card drawn from the stock, from a
public stack, or (TAKE + seat) from a seat's stack."""

OK, RAISED, BROKEN = range(3)
"""How a hand goes on or ends: a strategy raised an error, or the engine lost a card."""
END, SEAT, NOT_HELD, WRONG_KIND, NOT_FITTING, NOT_ON_TOP, INCOMPLETE = range(3, 10)
"""Faults of an act, in the order they are looked for."""

OVER = -1
"""Who acts next once the hand is over."""

_NIBBLE = np.uint64(15)
_S4 = np.uint64(4)


@inlined
def public_top(view, suit):
    """Return the top place of a public stack, -1 if it is empty."""
    return np.int64(view.public[suit] & _NIBBLE) - 1


@inlined
def public_set(view, suit):
    """Return the cards of a public stack."""
    cards, word = U0, view.public[suit]
    while word:
        cards |= card_bit(PLACES * suit + np.int64(word & _NIBBLE) - 1)
        word >>= _S4
    return cards


@inlined
def fault_of_act(rules, view, where, card):
    """Return OK, or why what the seat that is shown wants to do is not legal.

    A card drawn from the stock is not looked at: no seat can know it.
    """
    if where == OWN or where == PUBLIC:
        if not 0 <= card < PACK or view.hand & card_bit(card) == U0:
            return NOT_HELD
        if view.drawing or where == PUBLIC and not rules.two_acts:
            return WRONG_KIND
        if where == OWN and view.barred & card_bit(card):
            return WRONG_KIND
        if where == OWN and fitting(rules, view.stacks[view.seat]) & card_bit(card) == U0:
            return NOT_FITTING
        return OK
    if rules.two_acts:
        if not view.drawing or not (where == STOCK or where == TAKE_PUBLIC):
            return WRONG_KIND
    else:
        other = where - TAKE
        if where != STOCK and (other < 0 or other >= view.seats or other == view.seat):
            return WRONG_KIND
        if view.hand & fitting(rules, view.stacks[view.seat]) != U0:
            return WRONG_KIND
    if where == STOCK:
        return OK
    if not 0 <= card < PACK:
        return NOT_ON_TOP
    if where == TAKE_PUBLIC:
        is_top = public_top(view, suit_of(card)) == place_of(card) and card != view.played
    else:
        is_top = top_place(lane(view.stacks[where - TAKE], suit_of(card))) == place_of(card)
    return OK if is_top else NOT_ON_TOP


@inlined
def open_stacks(rules, view, hands, result, leader, stock):
    """Begin a hand: view and result; modified in place."""
    view.seats = rules.seats
    view.stock = stock
    view.drawing = view.turn = 0
    view.played = -1
    view.turns_left = rules.turn_cap
    view.public_cards = view.barred = U0
    for suit in range(SUITS):
        view.public[suit] = U0
    for seat in range(rules.seats):
        view.stacks[seat] = view.known[seat] = U0
        view.held[seat] = popcount(hands[seat])
        result.placed[seat] = result.taken[seat] = 0
    result.leader = leader
    result.ender = -1
    result.turns = 0


@inlined
def show(view, hands, seat):
    """Let a view show a seat's own cards; modified in place."""
    view.seat = seat
    view.hand = hands[seat]
    seen = hands[seat] | view.public_cards
    for other in range(view.seats):
        seen |= view.stacks[other] | view.known[other]
    view.unseen = ALL_CARDS & ~seen


@inlined
def take_act(rules, view, hands, result, seat, where, card):
    """Let a seat do a legal act; return who acts next, or OVER.

    Parameters
    ----------
    rules : record of `STACK_RULES`
    view : record of `STACK_VIEW`
        Modified in place: the public part of the state.
    hands : uint64[seats]
        Modified in place.
    result : record of `STACK_RESULT`
        Modified in place.
    seat, where, card : int
        Who does what; for the stock, `card` is its top card.
    """
    bit = card_bit(card)
    view.turn += 1
    if where == OWN or where == PUBLIC:
        hands[seat] &= ~bit
        view.known[seat] &= ~bit
        view.held[seat] -= 1
        result.placed[seat] += 1
        if where == OWN:
            view.stacks[seat] |= bit
        else:
            suit = suit_of(card)
            view.public[suit] = view.public[suit] << _S4 | np.uint64(place_of(card) + 1)
            view.public_cards |= bit
        if rules.two_acts:
            view.drawing, view.played = 1, card
            return seat
    else:
        hands[seat] |= bit
        view.held[seat] += 1
        view.drawing, view.played = 0, -1
        if where == STOCK:
            view.stock -= 1
        else:
            view.known[seat] |= bit
            result.taken[seat] += 1
            if where == TAKE_PUBLIC:
                view.public[suit_of(card)] >>= _S4
                view.public_cards &= ~bit
            else:
                view.stacks[where - TAKE] &= ~bit
    view.turns_left -= 1
    result.turns += 1
    if view.stock == 0:
        result.ender = seat
        return OVER
    if view.turns_left == 0:
        return OVER
    return seat + 1 if seat + 1 < rules.seats else 0


@inlined
def close_stacks(rules, view, result):
    """Fill the result of a hand that is over; modified in place."""
    best = level = 0
    for seat in range(rules.seats):
        points = score_stacks(rules, view.stacks[seat])
        result.stacks[seat] = view.stacks[seat]
        result.held[seat] = view.held[seat]
        result.points[seat] = points
        if seat == 0 or points > best:
            best, level = points, 1
            result.winner = seat
        elif points == best:
            level += 1
    if level > 1:
        result.winner = -1
    result.capped = view.stock > 0
    result.decisions = view.turn
