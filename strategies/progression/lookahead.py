"""The next turns played through: where cards can be taken back, only what is left then counts.

Every seat is taken to do what scores most at once with the cards it is known to hold. An unknown
card of the stock is nothing, so no chance is involved.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, U1, lowest_bit
from sim.core.compiler import inlined, kernel
from sim.core.room import stack_array
from sim.core.stack_acts import must_draw, own_fits, top_card
from sim.core.stack_cards import (
    PLACES,
    card_bit,
    fitting,
    goes_on,
    lane,
    score_stack,
    score_stacks,
    suit_of,
    top_place,
    value_of,
)
from sim.core.stack_tables import MAX_SEATS, SUITS
from sim.core.stack_turns import OWN, STOCK, TAKE
from strategies.progression.outlook import chance_of_unseen, outlook

_table = stack_array((2, MAX_SEATS), np.uint64)
_ON_TABLE, _IN_HAND = 0, 1
_WORST = -1e18
_A_POINT = 100
"""More than any value: among acts of equal score the lower card goes first."""
_LOWER_FIRST = 0.001
_KEPT = 0.5
"""How much less likely an unseen card lies on an own stack at the end: the others take it again."""
_DENIAL = 0.01
"""What a point of the others counts at the end of the hand at least: level acts deny them most."""


@inlined
def set_table(view, table):
    """Fill each seat's stacks and the cards it is known to hold; modified in place."""
    for seat in range(view.seats):
        table[_ON_TABLE, seat] = view.stacks[seat]
        table[_IN_HAND, seat] = view.known[seat]
    table[_IN_HAND, view.seat] = view.hand


@inlined
def place_greedily(rules, table, seat, fits):
    """Let a seat lay down the card that scores most at once; modified in place."""
    best, chosen = -_A_POINT * _A_POINT, 0
    while fits:
        card = lowest_bit(fits)
        suit = suit_of(card)
        stack = lane(table[_ON_TABLE, seat], suit)
        gain = score_stack(rules, stack | lane(card_bit(card), suit)) - score_stack(rules, stack)
        if _A_POINT * gain - value_of(card) > best:
            best, chosen = _A_POINT * gain - value_of(card), card
        fits &= fits - U1
    table[_ON_TABLE, seat] |= card_bit(chosen)
    table[_IN_HAND, seat] &= ~card_bit(chosen)


@inlined
def take_greedily(rules, table, seat, seats):
    """Let a seat take the card that would score most at once, if any; modified in place."""
    best, chosen, whose = 0, 0, -1
    for suit in range(SUITS):
        stack = lane(table[_ON_TABLE, seat], suit)
        places, score = goes_on(rules, stack), score_stack(rules, stack)
        for other in range(seats):
            theirs = lane(table[_ON_TABLE, other], suit)
            if other != seat and theirs != U0:
                place = top_place(theirs)
                bit = U1 << np.uint64(place)
                if places & bit and score_stack(rules, stack | bit) - score > best:
                    best = score_stack(rules, stack | bit) - score
                    chosen, whose = PLACES * suit + place, other
    if whose >= 0:
        table[_ON_TABLE, whose] &= ~card_bit(chosen)
        table[_IN_HAND, seat] |= card_bit(chosen)


@kernel
def play_on(rules, table, seat, seats, turns):
    """Let the seats in turn do what scores most at once; modified in place."""
    for _ in range(turns):
        fits = table[_IN_HAND, seat] & fitting(rules, table[_ON_TABLE, seat])
        if fits:
            place_greedily(rules, table, seat, fits)
        else:
            take_greedily(rules, table, seat, seats)
        seat = seat + 1 if seat + 1 < seats else 0


@inlined
def points_ahead(view, rules, table, turns, sure, chance, share):
    """Play the next turns and return the own outlook then, less a share of the others'.

    Where the hand is over with these turns, what the stacks score counts and no outlook.
    """
    following = view.seat + 1 if view.seat + 1 < view.seats else 0
    play_on(rules, table, following, view.seats, turns)
    if view.turns_left - 1 <= turns:
        return points_now(view, rules, table, share)
    points = 0.0
    for seat in range(view.seats):
        worth = 0.0
        for suit in range(SUITS):
            stack, hand = lane(table[_ON_TABLE, seat], suit), lane(table[_IN_HAND, seat], suit)
            worth += outlook(rules, stack, hand, lane(view.unseen, suit), sure, chance)[0]
        points += worth if seat == view.seat else -share * worth
    return points


@inlined
def points_now(view, rules, table, share):
    """Return what the own stacks score as they stand, less a share of what the others' do."""
    points = 0.0
    for seat in range(view.seats):
        score = float(score_stacks(rules, table[_ON_TABLE, seat]))
        points += score if seat == view.seat else -max(share, _DENIAL) * score
    return points


@inlined
def is_ahead(view, rules):
    """Return whether the own stacks score more than those of any other seat."""
    own = score_stacks(rules, view.stacks[view.seat])
    ahead = True
    for seat in range(view.seats):
        ahead &= seat == view.seat or score_stacks(rules, view.stacks[seat]) < own
    return ahead


@inlined
def best_ahead(view, rules, sure, luck, rivalry, depth, fresh, close):
    """Return the act after which some turns later the own outlook, less the others', is best.

    Parameters
    ----------
    sure, luck : float
        See `outlook` and `chance_of_unseen`.
    rivalry : float
        What the others' outlook counts against the own.
    depth : float
        Turns played through.
    fresh : float
        Points that an unknown card of the stock counts.
    close : float
        Points that drawing it, which brings the end nearer, counts more for the seat ahead.
    """
    table = _table()
    turns = min(np.int64(depth), view.turns_left - 1)
    chance = chance_of_unseen(view, luck) * _KEPT
    share = rivalry / (view.seats - 1)
    if must_draw(view, rules):
        set_table(view, table)
        if view.stock == 1:
            best = points_now(view, rules, table, share)
        else:
            best = points_ahead(view, rules, table, turns, sure, chance, share) + fresh
            if close != 0 and is_ahead(view, rules):
                best += close
        where, chosen = STOCK, 0
        for suit in range(SUITS):
            for seat in range(view.seats):
                card = top_card(view, seat, suit) if seat != view.seat else -1
                if card >= 0:
                    set_table(view, table)
                    table[_ON_TABLE, seat] &= ~card_bit(card)
                    table[_IN_HAND, view.seat] |= card_bit(card)
                    worth = points_ahead(view, rules, table, turns, sure, chance, share)
                    if worth > best:
                        best, where, chosen = worth, TAKE + seat, card
        return np.uint64(where), np.uint64(chosen)
    best, chosen = _WORST, 0
    cards = own_fits(view, rules)
    while cards:
        card = lowest_bit(cards)
        set_table(view, table)
        table[_ON_TABLE, view.seat] |= card_bit(card)
        table[_IN_HAND, view.seat] &= ~card_bit(card)
        worth = points_ahead(view, rules, table, turns, sure, chance, share)
        worth -= _LOWER_FIRST * value_of(card)
        if worth > best:
            best, chosen = worth, card
        cards &= cards - U1
    return np.uint64(OWN), np.uint64(chosen)
