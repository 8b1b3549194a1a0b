"""The careful beginner: low cards go first, high ones are kept."""

from __future__ import annotations

from sim.core.bits import FIFTY_K, U0, at_least, count_of, lowest_rank
from sim.core.compiler import inlined
from sim.core.generate import may_bomb, nth_lead
from sim.core.groups import bomb_ranks
from sim.core.play import rank_of
from strategies.answers import (
    decline,
    goes_out,
    group_play,
    inlined_follow,
    on_own_side,
    weakest_bomb,
)
from strategies.registry import strategy

QUEEN = 9
"""Rank from which a card is too good to beat its own side with."""
WORTH_A_BOMB = 15
"""Card points on the table that are worth one."""
FEW = 3
"""Cards in a hand that is about to go out."""


@strategy(name="lowest")
def choose(view, rules, params):
    """Leads its lowest rank, follows as cheaply as it can, bombs for points or near the end."""
    if view.top == U0:
        return lead(view, rules)
    counts, meta = inlined_follow(view, rules)
    opponents = not on_own_side(view, view.top_seat)
    if meta != U0:
        if opponents | (rank_of(meta) < QUEEN) | goes_out(view, meta):
            return counts, meta
        return decline(view, rules)
    # One test of all reasons: each alone would be a coin that the processor cannot guess.
    worth = (view.table_points >= WORTH_A_BOMB) | (view.held[view.top_seat] <= FEW)
    due = worth & opponents | (view.held[view.seat] <= FEW + 1)
    if due & may_bomb(rules, view.counts):
        counts, meta = weakest_bomb(view, rules)
        if meta != U0 and (opponents or goes_out(view, meta)):
            return counts, meta
    return decline(view, rules)


@inlined
def lead(view, rules):
    """Return all cards of the lowest rank that is no bomb; else the weakest bomb."""
    ranks = at_least(view.counts, 1) & ~bomb_ranks(rules, view.counts)
    if ranks and view.counts != FIFTY_K:
        rank = lowest_rank(ranks)
        for width in range(count_of(view.counts, rank), 0, -1):
            counts, meta = group_play(rules, width, 1, rank)
            if meta != U0:
                return counts, meta
    counts, meta = weakest_bomb(view, rules)
    if meta != U0:
        return counts, meta
    return nth_lead(rules, view.counts, view.hand_lo, view.hand_hi, 0)


LOWEST = choose
