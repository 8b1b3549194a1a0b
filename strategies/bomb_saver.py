"""The careful banker: bombs are put aside until a trick is worth one."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0
from sim.core.play import rank_of
from strategies.answers import decline, goes_out, on_own_side, weakest_bomb
from strategies.glance import rough_plays
from strategies.questions import (
    bomb_cards,
    can_follow,
    easiest_play,
    fewest_held,
    lead_saving_bombs,
    rivals,
)
from strategies.registry import Param, strategy

DEAR = np.int64(10)
"""How many ranks higher a play may be to keep ten card points in hand."""
LOW = 8
"""Rank of the J: a card below it may be played over a partner's."""


@strategy(
    name="bomb_saver",
    params={
        "points": Param(15, "table points that are worth a bomb", low=0, high=300),
        "cards": Param(3, "cards of a rival that make any trick worth a bomb", low=0, high=99),
    },
    sources=(
        "Fifty-K rules, text 000: every bomb beats every other type, so none need be spent on an "
        "empty trick",
        "pagat.com/climbing: bombs",
    ),
)
def choose(view, rules, params):
    """Hoards its bombs for tricks with points, for a rival nearly out, or to finish."""
    if view.top != U0 and not can_follow(view, rules):
        return U0, U0
    rest = view.counts - bomb_cards(rules, view.counts)
    if view.top == U0:
        return lead_saving_bombs(view, rules, rest, DEAR)
    counts, meta, extra = easiest_play(view, rules, rest, DEAR)
    if goes_out(view, meta):
        return counts, meta
    ours = on_own_side(view, view.top_seat)
    threat = fewest_held(view, rivals(view)) <= params.cards
    worth_it = view.table_points >= params.points or threat
    # A partner's trick is left alone unless a low card can be got rid of.
    if meta != U0 and (extra <= (worth_it and not ours)) and (not ours or rank_of(meta) < LOW):
        return counts, meta
    last_ones = rough_plays(rules, rest) <= 1 if rest else True
    if (worth_it and not ours) or last_ones:
        counts, meta = weakest_bomb(view, rules)
        if meta != U0:
            return counts, meta
    return decline(view, rules)


BOMB_SAVER = choose
