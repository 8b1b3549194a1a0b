"""The bookkeeper: remembers every card played and knows what is still out."""

from __future__ import annotations

from sim.core.bits import U0, points_in, rank_counts
from sim.core.play import length_of, rank_of, size_of, strength_of
from strategies.answers import decline, goes_out, on_own_side
from strategies.glance import glance, survey
from strategies.questions import (
    can_follow,
    fewest_held,
    is_sure,
    list_bombs,
    list_plays,
    rivals,
    room_for_plays,
    unseen,
)
from strategies.registry import Param, strategy


@strategy(
    name="counter",
    params={
        "points": Param(10, "table points that are worth a card nobody can beat", low=0, high=300),
        "cards": Param(3, "cards of a rival that make any trick worth it", low=0, high=99),
    },
    sources=(
        "pagat.com/climbing: remember which high cards have gone",
        "own design: exact account of the unseen cards",
    ),
)
def choose(view, rules, params):
    """Remembers what was played: saves what nobody can beat for points and for the run home."""
    if view.top != U0 and not can_follow(view, rules):
        return U0, U0
    lo, hi = unseen(view, rules)
    others = rank_counts(lo, hi)
    plays = room_for_plays()
    n = list_bombs(view, rules, plays, list_plays(view, rules, view.counts, plays))
    known = survey(rules)
    ours = view.top != U0 and on_own_side(view, view.top_seat)
    near = fewest_held(view, rivals(view)) <= params.cards
    stake = (view.table_points >= params.points or near) and not ours
    now = glance(known, view.counts)
    best = 1 << 30
    best_counts = best_meta = U0
    for i in range(n):
        used, meta = plays[i, 0], plays[i, 1]
        if goes_out(view, meta):
            return used, meta
        left = glance(known, view.counts - used)
        bomb = strength_of(meta) > 0
        sure = bomb or is_sure(view, rules, others, meta)
        low = rank_of(meta) - length_of(meta) + 1
        cost = 100 * left + 5 * low - size_of(meta)
        if not sure:
            cost += 4 * points_in(used)
            if near and size_of(meta) == fewest_held(view, rivals(view)):
                cost += 150 - 10 * low
        elif left <= 1 or stake and view.top != U0:
            # The run home, or points: what nobody can beat goes first, with points of its own.
            cost -= 300 + 4 * points_in(used) - 200 * bomb
        else:
            cost += 60 + 150 * bomb
        if view.top != U0:
            limit = 100 * (now - 1) + 100
            if ours:
                limit -= 100
            elif stake:
                limit += 100
            if cost > limit:
                continue
        if cost < best:
            best = cost
            best_counts, best_meta = used, meta
    if best_meta == U0:
        return decline(view, rules)
    return best_counts, best_meta


COUNTER = choose
