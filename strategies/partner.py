"""The team player: leaves tricks to its partner, feeds them, and stands in the way of a rival."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, count_of, lowest_bit, points_in, rank_counts
from sim.core.compiler import kernel
from sim.core.play import rank_of, size_of
from strategies.answers import decline, goes_out, group_play, on_own_side, weakest_bomb
from strategies.glance import glance, survey
from strategies.questions import (
    bomb_cards,
    can_follow,
    easiest_play,
    fewest_held,
    higher_left,
    is_sure,
    lead_saving_bombs,
    list_plays,
    mates,
    rivals,
    room_for_plays,
    unseen,
)
from strategies.registry import Param, strategy

DEAR = np.int64(10)
"""How many ranks higher a play may be to keep ten card points in hand."""


@strategy(
    name="partner",
    params={
        "cards": Param(3, "cards of a rival about to go out", low=0, high=99),
        "points": Param(
            15, "table points for which it takes a trick from a rival at any price", low=0, high=300
        ),
    },
    sources=(
        "pagat.com/climbing: partnership games: do not beat your partner without a reason",
        "Fifty-K rules, text 000: points captured by either partner count for both",
    ),
)
def choose(view, rules, params):
    """Leaves tricks to its side, feeds them points, and takes over from a rival nearly out."""
    if view.top != U0 and not can_follow(view, rules):
        return U0, U0
    threat = fewest_held(view, rivals(view)) <= params.cards
    rest = view.counts - bomb_cards(rules, view.counts)
    if view.top == U0:
        return lead(view, rules, rest, threat)
    lo, hi = unseen(view, rules)
    others = rank_counts(lo, hi)
    best, meta = strongest_play(view, rules, others)
    if goes_out(view, meta):
        return best, meta
    if on_own_side(view, view.top_seat):
        if meta != U0 and points_in(best) and is_sure(view, rules, others, meta):
            return best, meta
        return decline(view, rules)
    worth_it = threat or view.table_points >= params.points
    if worth_it and meta != U0:
        return best, meta
    if worth_it or rest == U0 or glance(survey(rules), rest) == 1:
        best, meta = weakest_bomb(view, rules)
        if meta != U0:
            return best, meta
    if worth_it:
        return decline(view, rules)
    best, meta, extra = easiest_play(view, rules, rest, DEAR)
    if meta != U0 and extra <= 0:
        return best, meta
    return decline(view, rules)


@kernel
def lead(view, rules, rest, threat):
    """Return a lead: what the partner can go out on, what a rival cannot, or the easiest."""
    used, meta = lead_saving_bombs(view, rules, rest, DEAR)
    if goes_out(view, meta):
        return used, meta
    help_with = fewest_held(view, mates(view))
    few = fewest_held(view, rivals(view))
    if help_with <= 2 and help_with < few:
        low = lowest_bit(view.counts) >> 2
        gift, gift_meta = group_play(rules, help_with, 1, low)
        if gift_meta != U0 and help_with <= count_of(view.counts, low):
            return gift, gift_meta
    if threat and rest:
        return long_lead(view, rules, rest, few)
    return used, meta


@kernel
def long_lead(view, rules, rest, few):
    """Return the easiest lead that a rival with few cards cannot go out on, or the highest."""
    plays = room_for_plays()
    n = list_plays(view, rules, rest, plays)
    known = survey(rules)
    best = 1 << 30
    best_counts = best_meta = U0
    for i in range(n):
        used, meta = plays[i, 0], plays[i, 1]
        cost = 10 * glance(known, rest - used)
        cost += 5 if size_of(meta) < few else 0
        if size_of(meta) == few:
            cost += 40 - rank_of(meta)
        if cost < best:
            best = cost
            best_counts, best_meta = used, meta
    return best_counts, best_meta


@kernel
def strongest_play(view, rules, others):
    """Return the play hardest to beat; of those equally hard the one with most points."""
    plays = room_for_plays()
    n = list_plays(view, rules, view.counts, plays)
    known = survey(rules)
    best = -(1 << 30)
    best_counts = best_meta = U0
    for i in range(n):
        used, meta = plays[i, 0], plays[i, 1]
        value = points_in(used) - 40 * higher_left(rules, others, meta)
        value -= 20 * glance(known, view.counts - used) + rank_of(meta)
        if value > best:
            best = value
            best_counts, best_meta = used, meta
    return best_counts, best_meta


PARTNER = choose
