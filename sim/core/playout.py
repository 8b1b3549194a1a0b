"""A hand played from deal to score, and the loop over deals."""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    U0,
    card_total,
    contains,
    holds,
    lowest_bit,
    points_in,
    popcount,
    rank_counts,
)
from sim.core.calls import call_strategy
from sim.core.classify import reads_as
from sim.core.compiler import inlined, kernel
from sim.core.generate import count_follows
from sim.core.play import beats, size_of
from sim.core.score import score_hand
from sim.core.streams import deal_key, play_key
from sim.core.suits import cards_of_play
from sim.core.tables import END_SIDE_OUT, MAX_SEATS

RESULT = np.dtype(
    [
        ("finish", "i1", (MAX_SEATS,)),
        ("captured", "i2", (MAX_SEATS,)),
        ("left", "i2", (MAX_SEATS,)),
        ("plays", "i2", (MAX_SEATS,)),
        ("tricks", "i2", (MAX_SEATS,)),
        ("side_points", "i4", (MAX_SEATS,)),
        ("payoff", "i4", (MAX_SEATS,)),
        ("winner", "i1"),
        ("doubled", "i1"),
        ("leader", "i1"),
        ("turns", "i2"),
    ],
    align=True,
)
"""One hand's outcome; finish counts from 1, 0 for seats still in; points and payoff in 1/60."""

LO, HI, COUNTS = 0, 1, 2
"""Columns of a hand's words: the card set, and its rank counts beside it."""

MAX_TURNS = 4096
"""More turns than any hand can have; a strategy that loops is stopped here."""

OK, RAISED, NOT_HELD, NOT_A_PLAY, NOT_HIGHER, LEADER_PASSED, MUST_BEAT, ENDLESS, BROKEN = range(9)
"""What ended a batch; all but the first name a fault of a strategy, the last one of the engine."""


@inlined
def next_seat(seat, among, seats):
    """Return the first seat after one in turn order out of a set of seats that is not empty."""
    turned = (among | among << seats) >> (seat + 1)
    following = seat + 1 + lowest_bit(np.uint64(turned))
    # The mask tells the compiler that a seat is never a negative index.
    return (following - seats if following >= seats else following) & 7


@inlined
def next_leader(rules, seat, holding):
    """Return who leads after a trick that a seat took (rule C5)."""
    if holding >> seat & 1:
        return seat
    team = rules.team[seat] & holding
    if rules.lead_to_team and team:
        return next_seat(seat, team, rules.seats)
    return next_seat(seat, holding, rules.seats)


@inlined
def is_over(rules, seat, holding):
    """Return whether the hand ends now that a seat has gone out (rule C6)."""
    if rules.end == END_SIDE_OUT:
        return rules.team[seat] & holding == 0
    return popcount(np.uint64(holding)) == 1


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
    play_lo, play_hi = cards_of_play(lo, hi, counts, meta)
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
def start_hand(view, hands, result, seats):
    """Set a view and a result to the first turn of a hand; modified in place.

    Returns rank counts and card points of all hands together.
    """
    view.gone_lo = view.gone_hi = view.top = view.top_counts = U0
    view.top_seat = view.first_out = -1
    view.passed = view.out = view.went_out = view.trick = view.table_points = view.turn = 0
    view.seats = seats
    pack_counts, pack_points = U0, 0
    for seat in range(seats):
        counts = hands[seat, COUNTS]
        pack_counts += counts
        pack_points += points_in(counts)
        view.held[seat] = card_total(counts)
        view.captured[seat] = 0
        result.finish[seat] = 0
        result.plays[seat] = 0
        result.tricks[seat] = 0
    return pack_counts, pack_points


@inlined
def show(rules, view, hands, seat):
    """Let a view show a seat's own cards; modified in place."""
    view.seat = seat
    view.team = rules.team[seat]
    view.hand_lo = hands[seat, LO]
    view.hand_hi = hands[seat, HI]
    view.counts = hands[seat, COUNTS]


def _make_play_hand(checking: bool):  # type: ignore[no-untyped-def]
    """Build the loop over a hand's turns, with or without the code that checks every answer.

    Two kernels from one source: the check's code alone slows the unchecked loop by a fifth.
    """

    @kernel
    def play_hand(
        rules, shown, views, view_words, hands, leader, addresses, params, checked, result, log
    ):
        """Play one hand; return its status. At a fault, the views stay as they were.

        Parameters
        ----------
        rules : record of `RULES`
        shown : record of `RULES`
            The copy that checked strategies are given.
        views : array of `SEAT_VIEW`[2]
            Work space; the stream of views[0] is set. A checked strategy gets a copy in views[1].
            Nothing it writes there, or into `shown`, is believed.
        view_words : uint64[2, k]
            The same memory as words, for copying.
        hands : uint64[seats, 3]
            Modified in place: card set and rank counts of what is left of each hand.
        leader : int
            Who leads.
        addresses, params : uint64[seats]
            Each seat's strategy and its parameters' address.
        checked : bool[seats]
            Whether each answer is checked against the rules, and every invariant after it.
        result : record of `RESULT`
            Modified in place.
        log : uint64[m, 5]
            Modified in place where m > 0 and answers are checked: seat, card set, meta and trick
            number of every turn.
        """
        view = views[0]
        seats = rules.seats
        pack_counts, pack_points = start_hand(view, hands, result, seats)
        result.leader = leader
        holding = (1 << seats) - 1
        seat = leader & 7
        passed = 0
        top_seat = 0
        turn = 0
        while turn < MAX_TURNS:
            show(rules, view, hands, seat)
            if checking and checked[seat]:
                for word in range(view_words.shape[1]):
                    view_words[1, word] = view_words[0, word]
                status, counts, meta = call_strategy(addresses[seat], views[1], shown, params[seat])
            else:
                status, counts, meta = call_strategy(addresses[seat], view, rules, params[seat])
            if status != 0:
                return RAISED
            if checking and checked[seat]:
                fault = fault_of_play(rules, view, hands[seat, LO], hands[seat, HI], counts, meta)
                if fault != OK:
                    return fault
            lo = hi = U0
            if meta == U0:
                passed |= 1 << seat
            else:
                lo, hi = cards_of_play(hands[seat, LO], hands[seat, HI], counts, meta)
                hands[seat, LO] -= lo
                hands[seat, HI] -= hi
                hands[seat, COUNTS] -= counts
                view.gone_lo += lo
                view.gone_hi += hi
                view.table_points += points_in(counts)
                view.top = meta
                view.top_counts = counts
                view.held[seat] -= size_of(meta)
                view.top_seat = top_seat = seat
                result.plays[seat] += 1
                if not rules.pass_is_final:
                    passed = 0
            if checking and turn < log.shape[0]:
                log[turn, 0] = np.uint64(seat)
                log[turn, 1] = lo
                log[turn, 2] = hi
                log[turn, 3] = meta
                log[turn, 4] = np.uint64(view.trick)
            turn += 1
            view.turn = turn
            if hands[seat, COUNTS] == U0:
                holding &= ~(1 << seat)
                view.out |= 1 << seat
                view.went_out += 1
                result.finish[seat] = view.went_out
                if view.went_out == 1:
                    view.first_out = seat
                if is_over(rules, seat, holding):
                    view.captured[seat] += view.table_points
                    result.tricks[seat] += 1
                    view.table_points = 0
                    break
            if (
                checking
                and checked[seat]
                and not is_conserved(rules, view, hands, pack_counts, pack_points)
            ):
                return BROKEN
            waiting = holding & ~passed & ~(1 << top_seat)
            if waiting:
                seat = next_seat(seat, waiting, seats)
            else:
                view.captured[top_seat] += view.table_points
                result.tricks[top_seat] += 1
                view.trick += 1
                view.table_points = passed = 0
                view.top = view.top_counts = U0
                seat = next_leader(rules, top_seat, holding) & 7
                view.top_seat = -1
            view.passed = passed
        else:
            return ENDLESS
        for each in range(seats):
            result.captured[each] = view.captured[each]
            result.left[each] = points_in(hands[each, COUNTS])
        result.turns = turn
        score_hand(rules, view.out, result)
        return OK

    return play_hand


play_hand = _make_play_hand(False)
play_hand_checked = _make_play_hand(True)


@kernel
def play_batch(
    rules_array,
    seed,
    index,
    cards,
    leaders,
    addresses,
    params,
    checked,
    views,
    view_words,
    results,
    log,
):
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
    addresses, params, checked, views, view_words, log : see `play_hand`
    results : array of `RESULT`[n]
        Modified in place.
    """
    rules = rules_array[0]
    hands = np.empty((rules.seats, 3), dtype=np.uint64)
    any_checked = np.any(checked)
    for row in range(index.shape[0]):
        for seat in range(rules.seats):
            hands[seat, LO] = cards[row, seat, LO]
            hands[seat, HI] = cards[row, seat, HI]
            hands[seat, COUNTS] = rank_counts(hands[seat, LO], hands[seat, HI])
        views[0].stream = play_key(deal_key(seed, np.uint64(index[row]), rules.stream))
        if any_checked:
            status = play_hand_checked(
                rules,
                rules_array[1],
                views,
                view_words,
                hands,
                leaders[row],
                addresses,
                params,
                checked,
                results[row],
                log,
            )
        else:
            status = play_hand(
                rules,
                rules_array[1],
                views,
                view_words,
                hands,
                leaders[row],
                addresses,
                params,
                checked,
                results[row],
                log,
            )
        if status != OK:
            return row, status
    return index.shape[0], OK
