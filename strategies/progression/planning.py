"""The act that leaves the best outlook where stacks are safe and cards are thrown away."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U1, lowest_bit, popcount
from sim.core.compiler import inlined
from sim.core.stack_acts import own_fits, takeable
from sim.core.stack_cards import FACES, PLACES, card_bit, goes_on, lane, suit_of
from sim.core.stack_tables import SUITS
from sim.core.stack_turns import OWN, PUBLIC, STOCK, TAKE_PUBLIC
from strategies.progression.outlook import chance_of_unseen, outlook

_WORST = -1e18


@inlined
def change(view, rules, seat, hand, suit, stack, after, sure, chance):
    """Return how the outlook of a seat's stack changes with its cards, or those in hand.

    Parameters
    ----------
    seat, hand : int, uint64
        Whose stack, and the cards it holds, as far as known.
    suit : int
    stack : uint64
        The stack afterwards, 13 bits.
    after : uint64
        The cards of the suit in hand afterwards, 13 bits.
    """
    unseen = lane(view.unseen, suit)
    before = lane(view.stacks[seat], suit)
    old = outlook(rules, before, lane(hand, suit), unseen, sure, chance)[0]
    return outlook(rules, stack, after, unseen, sure, chance)[0] - old


@inlined
def laid(view, rules, card, sure, chance):
    """Return how the own outlook changes when a card is laid on the own stack."""
    suit = suit_of(card)
    bit = lane(card_bit(card), suit)
    stack, hand = lane(view.stacks[view.seat], suit) | bit, lane(view.hand, suit) & ~bit
    return change(view, rules, view.seat, view.hand, suit, stack, hand, sure, chance)


@inlined
def held(view, rules, seat, hand, card, sure, chance):
    """Return how a seat's outlook changes when a card is added to its hand, or taken out of it."""
    suit = suit_of(card)
    bit = lane(card_bit(card), suit)
    stack = lane(view.stacks[seat], suit)
    return change(view, rules, seat, hand, suit, stack, lane(hand, suit) ^ bit, sure, chance)


@inlined
def from_stock(view, rules, sure, chance):
    """Return how the own outlook changes with a card of the stock, on average."""
    unseen_cards = popcount(view.unseen)
    gain = 0.0
    for suit in range(SUITS):
        stack, unseen = lane(view.stacks[view.seat], suit), lane(view.unseen, suit)
        slope = outlook(rules, stack, lane(view.hand, suit), unseen, sure, chance)[1]
        fits = goes_on(rules, stack) & unseen
        value = 0
        for place in range(FACES, PLACES):
            if fits & U1 << np.uint64(place):
                value += place - 2
        gain += slope * (sure - chance) * value / unseen_cards
    return gain


@inlined
def wanted_by_next(view, rules, card, sure, chance):
    """Return what a card on a public stack is worth to the seat that may take it next."""
    other = view.seat + 1 if view.seat + 1 < view.seats else 0
    return max(held(view, rules, other, view.known[other], card, sure, chance), 0.0)


@inlined
def best_act(view, rules, sure, luck, rivalry):
    """Return the act after which the own outlook, less what it gives the others, is best.

    For turns of two acts: nobody can take a card from a seat's stacks, so no turn need be played
    through.
    """
    chance = chance_of_unseen(view, luck)
    share = rivalry / (view.seats - 1)
    if view.drawing:
        return best_draw(view, rules, sure, chance, share)
    best, where, chosen = _WORST, OWN, 0
    cards = own_fits(view, rules)
    while cards:
        card = lowest_bit(cards)
        worth = laid(view, rules, card, sure, chance)
        if worth > best:
            best, chosen = worth, card
        cards &= cards - U1
    cards = view.hand
    while cards:
        card = lowest_bit(cards)
        worth = held(view, rules, view.seat, view.hand, card, sure, chance)
        worth -= share * wanted_by_next(view, rules, card, sure, chance)
        if worth > best:
            best, where, chosen = worth, PUBLIC, card
        cards &= cards - U1
    return np.uint64(where), np.uint64(chosen)


@inlined
def best_draw(view, rules, sure, chance, share):
    """Return the best card to draw; see `best_act`."""
    best, where, chosen = from_stock(view, rules, sure, chance), STOCK, 0
    for suit in range(SUITS):
        card = takeable(view, suit)
        if card >= 0:
            worth = held(view, rules, view.seat, view.hand, card, sure, chance)
            worth += share * wanted_by_next(view, rules, card, sure, chance)
            if worth > best:
                best, where, chosen = worth, TAKE_PUBLIC, card
    return np.uint64(where), np.uint64(chosen)
