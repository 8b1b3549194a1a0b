"""The eager beginner: whatever scores most at once."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, U1, lowest_bit
from sim.core.compiler import inlined
from sim.core.stack_acts import must_draw, own_fits, takeable, top_card
from sim.core.stack_cards import PLACES, card_bit, goes_on, lane, score_stack, suit_of, value_of
from sim.core.stack_tables import SUITS
from sim.core.stack_turns import OWN, PUBLIC, STOCK, TAKE, TAKE_PUBLIC
from strategies.registry import ANY_STACKS, strategy

_TIE = 100
"""More than any value: among acts of equal score the lower card goes first."""
_NONE = -(10**9)


@strategy(name="greedy", rules=ANY_STACKS)
def choose(view, rules, params):
    """Lays down and takes what raises its score most at once, the lower card if level."""
    if must_draw(view, rules):
        return _draw(view, rules)
    best, chosen = _NONE, 0
    cards = own_fits(view, rules)
    while cards:
        card = lowest_bit(cards)
        worth = _TIE * gain(view, rules, card) - value_of(card)
        if worth > best:
            best, chosen = worth, card
        cards &= cards - U1
    if rules.two_acts and best < -_TIE // 2:
        return np.uint64(PUBLIC), np.uint64(_least_useful(view, rules))
    return np.uint64(OWN), np.uint64(chosen)


@inlined
def gain(view, rules, card):
    """Return what a card adds to the score on its own stack at once, 0 where it does not go."""
    suit = suit_of(card)
    stack = lane(view.stacks[view.seat], suit)
    bit = lane(card_bit(card), suit)
    if goes_on(rules, stack) & bit == U0:
        return 0
    return score_stack(rules, stack | bit) - score_stack(rules, stack)


@inlined
def _draw(view, rules):
    """Return the card on top that adds most; the stock where none adds anything."""
    best, where, chosen = 0, STOCK, 0
    for suit in range(SUITS):
        if rules.two_acts:
            card = takeable(view, suit)
            if card >= 0 and gain(view, rules, card) > best:
                best, where, chosen = gain(view, rules, card), TAKE_PUBLIC, card
        else:
            for seat in range(view.seats):
                card = top_card(view, seat, suit) if seat != view.seat else -1
                if card >= 0 and gain(view, rules, card) > best:
                    best, where, chosen = gain(view, rules, card), TAKE + seat, card
    return np.uint64(where), np.uint64(chosen)


@inlined
def _least_useful(view, rules):
    """Return the card in hand that adds least, the highest of those that do not go anywhere."""
    best, chosen = -_NONE, 0
    cards = view.hand
    while cards:
        card = lowest_bit(cards)
        worth = PLACES * gain(view, rules, card) - value_of(card)
        if worth < best:
            best, chosen = worth, card
        cards &= cards - U1
    return chosen


GREEDY = choose
