"""A hand played from deal to score, and the loop over deals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.core.bits import U0, card_total, contains, holds, points_in, rank_counts
from sim.core.calls import call_hand, call_strategy
from sim.core.classify import reads_as
from sim.core.compiler import borrowing, inlined, kernel
from sim.core.generate import count_follows
from sim.core.hands import COLUMNS, COUNTS, HI, LO, TEAM, UNKNOWN
from sim.core.play import beats
from sim.core.sides import learn_sides, spade_aces
from sim.core.streams import deal_key, play_key
from sim.core.suits import cards_of_play
from sim.core.turns import OVER, close_hand, open_hand, take_turn

MAX_TURNS = 4096
"""More turns than any hand can have; a strategy that loops is stopped here."""

OK, RAISED, NOT_HELD, NOT_A_PLAY, NOT_HIGHER, LEADER_PASSED, MUST_BEAT, ENDLESS, BROKEN = range(9)
"""What ended a batch; all but the first name a fault of a strategy, the last one of the engine."""


@inlined
def fault_of_play(rules, view, lo, hi, counts, meta):
    """Return OK, or why a strategy's answer is not legal."""
    if meta == U0:
        if counts != U0:
            return NOT_A_PLAY
        if view.top == U0:
            return LEADER_PASSED
        if rules.must_beat and count_follows(rules, view.counts, lo, hi, view.top) > 0:
            return MUST_BEAT
        return OK
    if not contains(view.counts, counts):
        return NOT_HELD
    play_lo, play_hi = cards_of_play(rules, lo, hi, counts, meta)
    if rank_counts(play_lo, play_hi) != counts or not holds(lo, hi, play_lo, play_hi):
        return NOT_HELD
    if not reads_as(rules, play_lo, play_hi, meta):
        return NOT_A_PLAY
    if view.top != U0 and not beats(meta, view.top):
        return NOT_HIGHER
    return OK


@inlined
def is_conserved(rules, view, hands, pack_counts, pack_points):
    """Return whether every card and every card point is in exactly one place."""
    counts = rank_counts(view.gone_lo, view.gone_hi)
    points = view.table_points
    for seat in range(rules.seats):
        own = rank_counts(hands[seat, LO], hands[seat, HI])
        if own != hands[seat, COUNTS] or card_total(own) != view.held[seat]:
            return False
        counts += own
        points += points_in(own) + view.captured[seat]
    return counts == pack_counts and points == pack_points


@inlined
def whole_pack(hands):
    """Return rank counts and card points of all hands together."""
    counts, points = U0, 0
    for seat in range(hands.shape[0]):
        counts += hands[seat, COUNTS]
        points += points_in(hands[seat, COUNTS])
    return counts, points


@inlined
def show(view, hands, seat):
    """Let a view show a seat's own cards and what it knows of the sides; modified in place."""
    view.seat = seat
    view.team = np.int64(hands[seat, TEAM])
    view.unknown = np.int64(hands[seat, UNKNOWN])
    view.hand_lo = hands[seat, LO]
    view.hand_hi = hands[seat, HI]
    view.counts = hands[seat, COUNTS]


class Seated(NamedTuple):
    """Who plays in each seat: arrays of one entry a seat."""

    addresses: np.ndarray
    """uint64: where the strategy is called."""
    params: np.ndarray
    """uint64: where its parameters lie."""
    checked: np.ndarray
    """bool: whether each answer, and every invariant after it, is checked."""


class Desk(NamedTuple):
    """What is written on while hands are played."""

    views: np.ndarray
    """`SEAT_VIEW`[2]: the state, and the copy that a checked strategy is given."""
    view_words: np.ndarray
    """uint64[2, k]: the same memory as words, for copying."""
    log: np.ndarray
    """uint64[m, 5]: with checks, seat, card set, meta and trick number of the first m turns."""


def _make_play_hand(checking: bool):  # type: ignore[no-untyped-def]
    """Build the loop over a hand's turns, with or without the code that checks every answer.

    Two kernels from one source: the check's code alone slows the unchecked loop by a fifth.
    """

    def play_hand(rules, shown, hands, leader, seated, desk, result):
        """Play one hand; return its status. At a fault, the views stay as they were.

        Parameters
        ----------
        rules : record of `RULES`
        shown : record of `RULES`
            The copy that checked strategies are given; nothing they write there is believed.
        hands : uint64[seats, COLUMNS]
            Modified in place: the card sets as dealt, then what is left of them.
        leader : int
            Who leads.
        seated : Seated
        desk : Desk
            Modified in place; the stream of its first view is set.
        result : record of `RESULT`
            Modified in place.
        """
        view = desk.views[0]
        open_hand(rules, view, hands, result, leader)
        learn_sides(rules, view, hands)
        pack_counts, pack_points = whole_pack(hands)
        seat = leader & 7
        while view.turn < MAX_TURNS:
            show(view, hands, seat)
            address, params = seated.addresses[seat], seated.params[seat]
            if checking and seated.checked[seat]:
                for word in range(desk.view_words.shape[1]):
                    desk.view_words[1, word] = desk.view_words[0, word]
                status, counts, meta = call_strategy(address, desk.views[1], shown, params)
            else:
                status, counts, meta = call_strategy(address, view, rules, params)
            if status != 0:
                return RAISED
            if checking and seated.checked[seat]:
                fault = fault_of_play(rules, view, hands[seat, LO], hands[seat, HI], counts, meta)
                if fault != OK:
                    return fault
            lo = hi = U0
            if meta != U0:
                lo, hi = cards_of_play(rules, hands[seat, LO], hands[seat, HI], counts, meta)
            turn = view.turn
            if checking and turn < desk.log.shape[0]:
                desk.log[turn, 0] = np.uint64(seat)
                desk.log[turn, 1] = lo
                desk.log[turn, 2] = hi
                desk.log[turn, 3] = meta
                desk.log[turn, 4] = np.uint64(view.trick)
            is_checked = checking and seated.checked[seat]
            out = view.out
            seat = take_turn(rules, view, hands, result, seat, lo, hi, counts, meta)
            if seat == OVER:
                close_hand(rules, view, hands, result)
                return OK
            if is_checked and not is_conserved(rules, view, hands, pack_counts, pack_points):
                return BROKEN
            if rules.hidden and (view.out != out or spade_aces(lo)):
                learn_sides(rules, view, hands)
            seat &= 7
        return ENDLESS

    # By their names the compiler and the code for one rule set (`sim.core.tailor`) tell them apart.
    play_hand.__qualname__ = "play_hand_checked" if checking else "play_hand"
    return borrowing(play_hand)


play_hand = _make_play_hand(False)
play_hand_checked = _make_play_hand(True)


@kernel
def play_batch(rules_array, seed, index, cards, leaders, hand_at, seated, desk, results):
    """Play deals one after another; return (hands played, status of the last).

    Parameters
    ----------
    rules_array : array of `RULES`[2]
        The rules, and the copy that checked strategies are given.
    seed : uint64
    index : int64[n]
        Deal numbers, which key the strategies' draws.
    cards : uint64[n, seats, 2]
        The hands as dealt; not changed.
    leaders : int64[n]
    hand_at : uint64
        Where the code of `play_hand` is, for any rules or for these.
    seated, desk : see `play_hand`
    results : array of `RESULT`[n]
        Modified in place.
    """
    rules, shown = rules_array[0], rules_array[1]
    hands = np.empty((rules.seats, COLUMNS), dtype=np.uint64)
    any_checked = np.any(seated.checked)
    status = OK
    for row in range(index.shape[0]):
        for seat in range(rules.seats):
            hands[seat, LO] = cards[row, seat, LO]
            hands[seat, HI] = cards[row, seat, HI]
        desk.views[0].stream = play_key(deal_key(seed, np.uint64(index[row]), rules.stream))
        leader, result = np.int64(leaders[row]), results[row]
        if any_checked:
            status = play_hand_checked(rules, shown, hands, leader, seated, desk, result)
        else:
            status = call_hand(hand_at, rules, shown, hands, leader, seated, desk, result)
        if status != OK:
            return row, status
    return index.shape[0], OK
