"""The patience player: divides the hand into as few plays as can be and keeps to the division."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0
from sim.core.compiler import kernel
from sim.core.play import length_of, rank_of, size_of, strength_of
from sim.core.suits import cards_of_play
from strategies.answers import decline, goes_out, on_own_side
from strategies.planning import plays_to_empty
from strategies.questions import (
    MOST_PLAYS,
    can_follow,
    fewest_held,
    gift_to_rival,
    glance,
    list_bombs,
    list_plays,
    rivals,
    rough_plays,
    survey,
)
from strategies.registry import Param, strategy

LOW = 8
"""Rank of the J: a card below it may be played over a partner's."""
_NONE = 1 << 30
_MOST_TRIES = 4


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
    exact = view.held[view.seat] <= params.exact
    now = plan(rules, view.counts, view.hand_lo, view.hand_hi, exact)
    spare = 0
    ours = view.top != U0 and on_own_side(view, view.top_seat)
    if view.top != U0:
        urgent = view.table_points >= params.points
        if not ours and (urgent or fewest_held(view, rivals(view)) <= params.cards):
            spare = 1
    counts, meta = fitting_play(view, rules, now, spare, exact)
    if view.top == U0 or goes_out(view, meta):
        return counts, meta
    # A partner's trick is left alone unless a low card fits; a bomb needs a reason.
    dear = strength_of(meta) and not spare and now > 3
    if meta == U0 or dear or (ours and now > 2 and rank_of(meta) >= LOW):
        return decline(view, rules)
    return counts, meta


@kernel
def plan(rules, counts, lo, hi, exact):
    """Return the fewest plays that empty a hand; roughly if it is too large to be exact."""
    if counts == U0:
        return 0
    if exact:
        return plays_to_empty(rules, counts, lo, hi)
    return rough_plays(rules, counts)


@kernel
def fitting_play(view, rules, now, spare, exact):
    """Return the lowest play after which the plan is shorter by one, `spare` plays allowed.

    A leader gets the best there is, a follower PASS if none fits. Those that look best are tried
    first, and only some: what looks bad seldom fits.
    """
    plays = np.empty((MOST_PLAYS, 2), np.uint64)
    costs = np.empty(MOST_PLAYS, np.int64)
    n = list_bombs(view, rules, plays, list_plays(view, rules, view.counts, plays))
    known = survey(rules)
    for i in range(n):
        used, meta = plays[i, 0], plays[i, 1]
        left = glance(known, view.counts - used)
        low = 20 if strength_of(meta) else rank_of(meta) - length_of(meta) + 1
        costs[i] = 1000 * left + 10 * low - size_of(meta)
        costs[i] += 1000 * gift_to_rival(view, rules, meta)
    first = best = -1
    for _ in range(min(n, _MOST_TRIES)):
        best = 0
        for i in range(n):
            if costs[i] < costs[best]:
                best = i
        if first < 0:
            first = best
        costs[best] = _NONE
        used, meta = plays[best, 0], plays[best, 1]
        lo, hi = cards_of_play(view.hand_lo, view.hand_hi, used, meta)
        rest = view.counts - used
        if plan(rules, rest, view.hand_lo - lo, view.hand_hi - hi, exact) < now + spare:
            return used, meta
    if view.top == U0:
        return plays[first, 0], plays[first, 1]
    return U0, U0


PLANNER = choose
