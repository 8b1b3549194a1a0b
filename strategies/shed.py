"""The hasty player: as many cards as possible, as soon as possible."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, U3, U15, card_total, lowest_rank, windows
from sim.core.compiler import inlined, kernel
from sim.core.generate import nth_lead
from sim.core.groups import bomb_ranks, row_starts
from sim.core.play import size_of
from sim.core.wilds import wilds_held
from strategies.answers import (
    decline,
    goes_out,
    has_kickers,
    inlined_follow,
    on_own_side,
    run_play,
    weakest_bomb,
)
from strategies.registry import Param, strategy
from strategies.specials import list_special, room_for_plays

FEW = 2
"""Cards in a hand that is about to go out."""
_NONE = np.int64(0)


@strategy(
    name="shed",
    params={"late": Param(10, "cards in its hand from which it uses bombs", low=0, high=78)},
)
def choose(view, rules, params):
    """Leads the play with the most cards, always follows if it can, bombs late in the hand."""
    if view.top == U0:
        return lead(view, rules)
    own_side = on_own_side(view, view.top_seat)
    counts, meta = inlined_follow(view, rules)
    if meta == U0:
        own, top_cards = view.held[view.seat], view.held[view.top_seat]
        if own > params.late and (top_cards > FEW or own_side):
            return decline(view, rules)
        counts, meta = weakest_bomb(view, rules)
        if meta == U0 or (own_side and not goes_out(view, meta)):
            return decline(view, rules)
    elif own_side and view.held[view.top_seat] <= FEW and not goes_out(view, meta):
        # It lets its partner go out.
        return decline(view, rules)
    return counts, meta


@inlined
def lead(view, rules):
    """Return the lead with the most cards; a bomb if one other play then empties the hand."""
    hand = view.counts
    bombs = bomb_ranks(rules, hand)
    counts, meta = most_cards(view, rules, hand, hand)
    if goes_out(view, meta):
        return counts, meta
    bomb, bomb_meta = weakest_bomb(view, rules)
    if bomb_meta != U0:
        rest = hand - bomb
        _, next_meta = most_cards(view, rules, rest, rest)
        if rest == U0 or size_of(next_meta) == card_total(rest):
            return bomb, bomb_meta
    if bombs:
        counts, meta = most_cards(view, rules, hand, hand & ~((bombs >> U3) * U15))
        if meta == U0:
            counts, meta = bomb, bomb_meta
    if meta == U0:
        return nth_lead(rules, hand, view.hand_lo, view.hand_hi, 0)
    return counts, meta


@kernel
def most_cards(view, rules, hand, groups):
    """Return the play with the most cards, low ones before high; PASS if there is none.

    Parameters
    ----------
    hand : uint64
        Rank counts of the hand, for kickers.
    groups : uint64
        Rank counts of the cards that its groups may take.
    """
    best_row, best_length, best_low, best_size = -1, 0, 0, 0
    for row in range(rules.plain_rows):
        ranks = row_starts(rules, groups, row)
        length = rules.row_shortest[row]
        starts = windows(ranks, length)
        while starts and has_kickers(rules, hand, row, length):
            size = length * group_size(rules, row)
            low = lowest_rank(starts)
            if size > best_size or (size == best_size and low < best_low):
                best_row, best_length, best_low, best_size = row, length, low, size
            if length == rules.row_longest[row]:
                break
            starts &= ranks >> np.uint64(4 * length)
            length += 1
    if rules.plain_rows < rules.rows:
        used, meta = longest_special(view, rules, groups)
        if size_of(meta) > best_size:
            return used, meta
    if best_row < 0:
        return U0, U0
    return run_play(rules, hand, best_row, best_length, best_low)


@kernel
def longest_special(view, rules, counts):
    """Return the play of a special row with the most cards; wild jokers at the end only.

    Parameters
    ----------
    counts : uint64
        Rank counts of the cards to play from.
    """
    plays = room_for_plays()
    best_size = 0
    best_counts = best_meta = U0
    for i in range(list_special(view, rules, counts, plays, _NONE)):
        used, meta = plays[i, 0], plays[i, 1]
        at_last = size_of(meta) == card_total(counts)
        if size_of(meta) > best_size and (at_last or wilds_held(rules, used) == 0):
            best_size = size_of(meta)
            best_counts, best_meta = used, meta
    return best_counts, best_meta


@inlined
def group_size(rules, row):
    """Return the cards of one group of a row, its kicker included."""
    return rules.row_width[row] + rules.row_kicker[row]


SHED = choose
