"""The legal acts of the seat that is shown: counted, and one of them by its number."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, popcount
from sim.core.compiler import inlined
from sim.core.stack_cards import PLACES, fitting, lane, nth_card, top_place
from sim.core.stack_tables import SUITS
from sim.core.stack_turns import OWN, PUBLIC, STOCK, TAKE, TAKE_PUBLIC, public_top


@inlined
def own_fits(view, rules):
    """Return the own cards that go on an own stack and are not barred."""
    return view.hand & fitting(rules, view.stacks[view.seat]) & ~view.barred


@inlined
def takeable(view, suit):
    """Return the public card of a suit that may be drawn, -1 where there is none."""
    place = public_top(view, suit)
    card = PLACES * suit + place
    return card if place >= 0 and card != view.played else -1


@inlined
def top_card(view, seat, suit):
    """Return the top card of a seat's stack, -1 if it is empty."""
    place = top_place(lane(view.stacks[seat], suit))
    return PLACES * suit + place if place >= 0 else -1


@inlined
def must_draw(view, rules):
    """Return whether the seat that is shown has to draw now."""
    if rules.two_acts:
        return view.drawing != 0
    return own_fits(view, rules) == U0


@inlined
def count_acts(view, rules):
    """Return the number of legal acts."""
    if not must_draw(view, rules):
        fits = popcount(own_fits(view, rules))
        return fits + popcount(view.hand) if rules.two_acts else fits
    acts = 1
    for suit in range(SUITS):
        if rules.two_acts:
            acts += takeable(view, suit) >= 0
        else:
            for seat in range(view.seats):
                acts += seat != view.seat and lane(view.stacks[seat], suit) != U0
    return acts


@inlined
def nth_act(view, rules, n):
    """Return legal act number `n` as (where, card): own stacks, public stacks; stock, takes."""
    if not must_draw(view, rules):
        fits = own_fits(view, rules)
        count = popcount(fits)
        if n < count:
            return np.uint64(OWN), np.uint64(nth_card(fits, n))
        return np.uint64(PUBLIC), np.uint64(nth_card(view.hand, n - count))
    if n > 0:
        left = n
        for suit in range(SUITS):
            if rules.two_acts:
                card = takeable(view, suit)
                left -= card >= 0
                if left == 0:
                    return np.uint64(TAKE_PUBLIC), np.uint64(card)
            else:
                for seat in range(view.seats):
                    card = top_card(view, seat, suit)
                    left -= seat != view.seat and card >= 0
                    if left == 0:
                        return np.uint64(TAKE + seat), np.uint64(card)
    return np.uint64(STOCK), U0
