"""The patience player: divides the hand into as few plays as can be and keeps to the division."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0
from sim.core.compiler import kernel
from sim.core.play import length_of, rank_of, size_of, strength_of
from sim.core.room import stack_array
from sim.core.wilds import wilds_held
from strategies.answers import decline, goes_out, on_own_side
from strategies.glance import glance, survey
from strategies.planning import count_fifty_ks, fewest_plays, most_fifty_ks
from strategies.questions import (
    WILD,
    can_follow,
    fewest_held,
    gift_to_rival,
    list_bombs,
    list_plays,
    rivals,
    room_for_plays,
)
from strategies.registry import Param, strategy
from strategies.specials import MOST_PLAYS

LOW = 8
"""Rank of the J: a card below it may be played over a partner's."""
_NONE = 1 << 30
_A_PLAY = 1000
_MOST_TRIES = 3
_room_for_costs = stack_array((MOST_PLAYS,), np.int64)


@strategy(
    name="planner",
    params={
        "points": Param(15, "table points for which it bombs or breaks its plan", low=0, high=300),
        "cards": Param(3, "cards of a rival for which it does so", low=0, high=99),
        "exact": Param(18, "cards in hand up to which it plans exactly", low=0, high=99),
    },
    sources=(
        "pagat.com/climbing: whoever is first to be rid of all cards does best",
        "own design: fewest plays by dynamic programming over ranks",
    ),
)
def choose(view, rules, params):
    """Divides its hand into the fewest plays and makes those that fit, the lowest first."""
    if view.top != U0 and not can_follow(view, rules):
        return U0, U0
    spare = 0
    ours = view.top != U0 and on_own_side(view, view.top_seat)
    if view.top != U0 and not ours:
        urgent = view.table_points >= params.points
        spare = 1 if urgent or fewest_held(view, rivals(view)) <= params.cards else 0
    exact = view.held[view.seat] <= params.exact
    counts, meta, now = fitting_play(view, rules, spare, exact)
    if view.top == U0 or goes_out(view, meta):
        return counts, meta
    # A partner's trick is left alone unless a low card fits; a bomb needs a reason.
    dear = strength_of(meta) and not spare and now > 3
    if meta == U0 or dear or (ours and now > 2 and rank_of(meta) >= LOW):
        return decline(view, rules)
    return counts, meta


@kernel
def fitting_play(view, rules, spare, exact):
    """Return (counts, meta, plan): the lowest play after which the plan is a play shorter.

    `spare` plays more are allowed. A leader gets the best there is, a follower PASS if none fits.
    Those that look best are tried first, and only some: what looks bad seldom fits.
    """
    plays = room_for_plays()
    costs = _room_for_costs()
    n = list_bombs(view, rules, plays, list_plays(view, rules, view.counts, plays))
    known = survey(rules)
    now = glance(known, view.counts)
    first = 0
    for i in range(n):
        used, meta = plays[i, 0], plays[i, 1]
        left = glance(known, view.counts - used) if used != view.counts else 0
        low = 20 if strength_of(meta) else rank_of(meta) - length_of(meta) + 1
        costs[i] = _A_PLAY * left + 10 * low - size_of(meta)
        costs[i] += _A_PLAY * gift_to_rival(view, rules, meta) + WILD * wilds_held(rules, used)
        if costs[i] < costs[first]:
            first = i
    if view.top != U0 and (n == 0 or costs[first] >= _A_PLAY * (now + 1 + spare)):
        return U0, U0, now
    fifty_ks = most_fifty_ks(rules, view.counts, view.hand_lo, view.hand_hi)
    if exact:
        now = fewest_plays(rules, view.counts, fifty_ks)
    best = first
    for _ in range(min(n, _MOST_TRIES)):
        rest = view.counts - plays[best, 0]
        left = costs[best] // _A_PLAY
        if exact:
            left = fewest_plays(rules, rest, min(fifty_ks, count_fifty_ks(rest)))
        if left < now + spare:
            return plays[best, 0], plays[best, 1], now
        costs[best] = _NONE
        for i in range(n):
            if costs[i] < costs[best]:
                best = i
    if view.top == U0:
        return plays[first, 0], plays[first, 1], now
    return U0, U0, now


PLANNER = choose
