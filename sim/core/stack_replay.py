"""A hand of stacks act by act from outside: for records, and for whoever steps through one."""

from __future__ import annotations

import numpy as np

from sim.core.compiler import kernel
from sim.core.stack_acts import count_acts, nth_act
from sim.core.stack_cards import lane, score_stack
from sim.core.stack_tables import SUITS
from sim.core.stack_turns import (
    END,
    INCOMPLETE,
    NOT_ON_TOP,
    OK,
    OVER,
    SEAT,
    STOCK,
    close_stacks,
    fault_of_act,
    open_stacks,
    show,
    take_act,
)


@kernel
def replay_stacks(rules_array, views, hands, stock, results, leader, acts, counts):
    """Replay a hand from its first act; return (fault, act) of the first illegal one.

    Parameters
    ----------
    rules_array : array of `STACK_RULES`[1]
    views : array of `STACK_VIEW`[1]
        Work space.
    hands : uint64[seats]
        Modified in place.
    stock : uint8[k]
        Top first.
    results : array of `STACK_RESULT`[1]
        Modified in place: filled where there is no fault.
    leader : int
    acts : int64[n, 3]
        Seat, where and card.
    counts : int64[n]
        Modified in place: the number of legal acts each one was chosen from.
    """
    rules, view, result = rules_array[0], views[0], results[0]
    open_stacks(rules, view, hands, result, leader, stock.shape[0])
    seat = leader
    for number in range(acts.shape[0]):
        if seat == OVER:
            return END, number
        if acts[number, 0] != seat:
            return SEAT, number
        show(view, hands, seat)
        where, card = acts[number, 1], acts[number, 2]
        fault = fault_of_act(rules, view, where, card)
        if fault == OK and where == STOCK and card != np.int64(stock[stock.shape[0] - view.stock]):
            fault = NOT_ON_TOP
        if fault != OK:
            return fault, number
        counts[number] = count_acts(view, rules)
        seat = take_act(rules, view, hands, result, seat, where, card)
    if seat != OVER:
        return INCOMPLETE, acts.shape[0]
    close_stacks(rules, view, result)
    return OK, -1


@kernel
def begin_stacks(rules_array, views, hands, results, leader, stock):
    """Begin a hand that goes on by `push_act`; views and results are modified in place.

    Parameters
    ----------
    rules_array : array of `STACK_RULES`[1]
    views : array of `STACK_VIEW`[1]
        Shows the leader afterwards.
    hands : uint64[seats]
    results : array of `STACK_RESULT`[1]
    leader, stock : int
        Who acts first, and the number of cards in the stock.
    """
    open_stacks(rules_array[0], views[0], hands, results[0], leader, stock)
    show(views[0], hands, leader)


@kernel
def list_acts(rules_array, views, acts):
    """Fill every legal act of the seat that is shown, as where and card; return their number."""
    count = count_acts(views[0], rules_array[0])
    for number in range(count):
        where, card = nth_act(views[0], rules_array[0], number)
        acts[number, 0], acts[number, 1] = where, card
    return count


@kernel
def push_act(rules_array, views, hands, results, where, card):
    """Let the seat that is shown do a legal act; return who is shown then, or OVER.

    Views, hands and results are modified in place; at the end the results are filled.
    """
    rules, view = rules_array[0], views[0]
    seat = take_act(rules, view, hands, results[0], view.seat, where, card)
    if seat == OVER:
        close_stacks(rules, view, results[0])
    else:
        show(view, hands, seat)
    return seat


@kernel
def score_suits(rules_array, stacks, points):
    """Fill the points of a seat's stacks, suit by suit; modified in place."""
    for suit in range(SUITS):
        points[suit] = score_stack(rules_array[0], lane(stacks, suit))
