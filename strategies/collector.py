"""The miser: points go on tricks that look won, and tricks with points are fought for."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, points_in, rank_counts
from sim.core.compiler import kernel
from sim.core.play import rank_of
from strategies.answers import decline, goes_out, on_own_side, weakest_bomb
from strategies.glance import glance, rough_plays, survey
from strategies.questions import (
    bomb_cards,
    can_follow,
    easiest_play,
    fewest_held,
    higher_left,
    is_sure,
    lead_saving_bombs,
    list_plays,
    rivals,
    room_for_plays,
    unseen,
)
from strategies.registry import Param, strategy

DEAR = np.int64(20)
"""How many ranks higher a play may be to keep ten card points in hand."""
NOT_DEAR = np.int64(0)
LOW = 8
"""Rank of the J: a card below it may be played over a partner's."""
NEAR = 2
"""Cards of a rival about to go out, from which on it fights for every trick."""
A_PLAY = 15
"""Points for which it makes its hand one play longer."""


@strategy(
    name="collector",
    params={
        "fight": Param(10, "points on the table that it plays its best cards for", low=0, high=300),
        "bomb": Param(20, "points on the table that it bombs for", low=0, high=300),
        "doubt": Param(1, "ranks that may still beat a trick it takes to be won", low=0, high=12),
    },
    sources=(
        "Fifty-K rules, texts 000 and 001: 5, 10 and K are points, each side tries to catch them",
        "Zheng Fen, text 004: the name means 'competing for points'",
    ),
)
def choose(view, rules, params):
    """Leads without points, drops 5, T and K on tricks that look won, and fights for points."""
    if view.top != U0 and not can_follow(view, rules):
        return U0, U0
    kept = bomb_cards(rules, view.counts)
    near = fewest_held(view, rivals(view)) <= NEAR
    fight = view.table_points >= params.fight or near
    used, meta, extra = richest_sure_play(view, rules, params.doubt)
    if goes_out(view, meta):
        return used, meta
    if meta != U0 and points_in(used) > 0 and extra <= fight:
        return used, meta
    if view.top == U0:
        return lead_saving_bombs(view, rules, view.counts - kept, DEAR)
    ours = on_own_side(view, view.top_seat)
    if meta != U0 and fight and extra <= 1 and not ours:
        return used, meta
    used, meta, extra = easiest_play(view, rules, view.counts - kept, DEAR)
    if ours:
        if meta != U0 and extra <= 0 and points_in(used) == 0 and rank_of(meta) < LOW:
            return used, meta
        return decline(view, rules)
    cheap = points_in(used) == 0 or rough_plays(rules, view.counts) <= 3
    if meta != U0 and extra <= fight and (cheap or fight):
        return used, meta
    if view.table_points >= params.bomb or near or rough_plays(rules, view.counts) <= 2:
        used, meta = weakest_bomb(view, rules)
        if meta != U0:
            return used, meta
    return decline(view, rules)


@kernel
def richest_sure_play(view, rules, doubt):
    """Return (counts, meta, extra) of the play with most points that looks like holding the trick.

    `extra` is how many plays more it leaves than one that fits the plan.
    """
    plays = room_for_plays()
    lo, hi = unseen(view, rules)
    others = rank_counts(lo, hi)
    n = list_plays(view, rules, view.counts, plays)
    known = survey(rules)
    now = glance(known, view.counts)
    best = -(1 << 30)
    extra = 0
    best_counts = best_meta = U0
    for i in range(n):
        used, meta = plays[i, 0], plays[i, 1]
        if higher_left(rules, others, meta) > doubt and not is_sure(view, rules, others, meta):
            continue
        more = glance(known, view.counts - used) + 1 - now
        value = points_in(used) - A_PLAY * more - rank_of(meta)
        if value > best or goes_out(view, meta):
            best, extra = value, more
            best_counts, best_meta = used, meta
    return best_counts, best_meta, extra


COLLECTOR = choose
