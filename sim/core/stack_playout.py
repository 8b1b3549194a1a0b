"""Hands of stacks dealt, and played from deal to score."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0
from sim.core.calls import call_strategy
from sim.core.compiler import inlined, kernel
from sim.core.dealing import shuffle
from sim.core.stack_cards import ALL_CARDS, card_bit
from sim.core.stack_tables import PACK, SUITS
from sim.core.stack_turns import (
    BROKEN,
    OK,
    OVER,
    RAISED,
    STOCK,
    close_stacks,
    fault_of_act,
    open_stacks,
    public_set,
    show,
    take_act,
)
from sim.core.streams import deal_key, play_key


@kernel
def deal_stacks(rules, seed, index, first, hands, stock):
    """Deal hands one card at a time in turn order; the rest is the stock.

    Parameters
    ----------
    rules : record of `STACK_RULES`
    seed : uint64
    index : int64[n]
        Deal numbers.
    first : int64[n]
        The seat dealt first.
    hands : uint64[n, seats]
        Modified in place.
    stock : uint8[n, k]
        Modified in place: the stock, top first.
    """
    pack = np.empty(PACK, dtype=np.uint8)
    for row in range(index.shape[0]):
        for card in range(PACK):
            pack[card] = card
        shuffle(pack, deal_key(seed, np.uint64(index[row]), rules.stream))
        hands[row, :] = U0
        seat = first[row]
        dealt = rules.dealt * rules.seats
        for number in range(dealt):
            hands[row, seat] |= card_bit(pack[number])
            seat = seat + 1 if seat + 1 < rules.seats else 0
        for number in range(dealt, PACK):
            stock[row, number - dealt] = pack[number]


@inlined
def is_conserved(view, hands, stock):
    """Return whether every card is in exactly one place."""
    cards, once = U0, True
    for suit in range(SUITS):
        cards |= public_set(view, suit)
    once &= cards == view.public_cards
    for seat in range(view.seats):
        once &= (cards & (hands[seat] | view.stacks[seat]) | hands[seat] & view.stacks[seat]) == U0
        cards |= hands[seat] | view.stacks[seat]
    for number in range(stock.shape[0] - view.stock, stock.shape[0]):
        once &= cards & card_bit(stock[number]) == U0
        cards |= card_bit(stock[number])
    return once and cards == ALL_CARDS


@kernel
def play_hand(rules, shown, hands, stock, leader, bar, seated, desk, result):
    """Play one hand; return its status. At a fault, the views stay as they were.

    Parameters
    ----------
    rules : record of `STACK_RULES`
    shown : record of `STACK_RULES`
        The copy that checked strategies are given; nothing they write there is believed.
    hands : uint64[seats]
        Modified in place.
    stock : uint8[k]
        Top first.
    leader : int
    bar : uint64[2]
        The number of an act, and the cards barred from own stacks at it.
    seated, desk : `Seated` and `Desk` of `sim.core.playout`
        The stream of the desk's first view is set; with checks, an act is logged as seat, where
        and card.
    result : record of `STACK_RESULT`
        Modified in place.
    """
    view = desk.views[0]
    open_stacks(rules, view, hands, result, leader, stock.shape[0])
    seat = leader
    while seat != OVER:
        show(view, hands, seat)
        view.barred = bar[1] if np.uint64(view.turn) == bar[0] else U0
        address, params, checked = seated.addresses[seat], seated.params[seat], seated.checked[seat]
        if checked:
            for word in range(desk.view_words.shape[1]):
                desk.view_words[1, word] = desk.view_words[0, word]
            status, answer, chosen = call_strategy(address, desk.views[1], shown, params)
        else:
            status, answer, chosen = call_strategy(address, view, rules, params)
        if status != 0:
            return RAISED
        where, card = np.int64(answer), np.int64(chosen)
        if checked:
            fault = fault_of_act(rules, view, where, card)
            if fault != OK:
                return fault
        if where == STOCK:
            card = np.int64(stock[stock.shape[0] - view.stock])
        if view.turn < desk.log.shape[0]:
            desk.log[view.turn, 0] = np.uint64(seat)
            desk.log[view.turn, 1] = np.uint64(where)
            desk.log[view.turn, 2] = np.uint64(card)
        seat = take_act(rules, view, hands, result, seat, where, card)
        if checked and not is_conserved(view, hands, stock):
            return BROKEN
    close_stacks(rules, view, result)
    return OK


@kernel
def play_stacks(rules_array, seed, index, dealt, stocks, leaders, bars, seated, desk, results):
    """Play deals one after another; return (hands played, status of the last).

    Parameters
    ----------
    rules_array : array of `STACK_RULES`[2]
        The rules, and the copy that checked strategies are given.
    seed : uint64
    index : int64[n]
        Deal numbers, which key the strategies' draws.
    dealt : uint64[n, seats]
        The hands as dealt; not changed.
    stocks : uint8[n, k]
    leaders : int64[n]
    bars : uint64[n, 2]
        See `play_hand`.
    seated, desk : see `play_hand`
    results : array of `STACK_RESULT`[n]
        Modified in place.
    """
    rules = rules_array[0]
    hands = np.empty(rules.seats, dtype=np.uint64)
    for row in range(index.shape[0]):
        hands[:] = dealt[row]
        desk.views[0].stream = play_key(deal_key(seed, np.uint64(index[row]), rules.stream))
        status = play_hand(
            rules,
            rules_array[1],
            hands,
            stocks[row],
            leaders[row],
            bars[row],
            seated,
            desk,
            results[row],
        )
        if status != OK:
            return row, status
    return index.shape[0], OK
