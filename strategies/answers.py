"""Answers that strategies share: ready-made plays, and building plays without row numbers.

All take and return what a strategy does: rank counts and plays (counts, meta), PASS being (0, 0).
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIFTY_K,
    KING,
    SUIT_LANE,
    U0,
    U1,
    at_least,
    copies,
    count_of,
    has_mixed_fifty_k,
    lowest_bit,
    lowest_rank,
    popcount,
    pure_suits,
    rank_bit,
    run_counts,
    windows,
)
from sim.core.compiler import inlined, kernel, stay_out_of_line
from sim.core.generate import (
    count_follows,
    count_leads,
    follow_starts,
    holds_fifty_k,
    inlined_count,
    is_special,
    may_bomb_jokers,
    nth_follow,
    nth_lead,
    pure_strength,
    sets_of,
    strong_among,
    strong_sets,
)
from sim.core.groups import bomb_ranks, row_starts
from sim.core.play import (
    MIXED_ROW,
    NO_RANK,
    PURE_ROW,
    bomb_play,
    joker_play,
    length_of,
    needed_against,
    row_of,
    row_play,
    set_play,
    size_of,
)
from sim.core.streams import draw
from sim.core.tables import ANY_SUITS, LARGEST_SET, LONE_JOKERS
from sim.core.wilds import BIG, LITTLE
from strategies.holdings import exactly
from strategies.specials import cheapest_special

BREAKING = 4
"""Ranks that a play may be higher if it spares a pair or triple from being broken."""

_BELOW_KING = np.uint64((1 << 4 * KING) - 1)
_BREAKING_SHIFT = np.uint64(4 * BREAKING + 1)
_BEYOND = np.uint64(1 << 63)
_NEVER = 999
# Typed, since the compiler would compile a function anew for each plain number passed to it.
_FIRST = np.int64(0)


@inlined
def goes_out(view, meta):
    """Return whether a play empties the own hand."""
    return size_of(meta) == view.held[view.seat]


@inlined
def on_own_side(view, seat):
    """Return whether a seat is known to be on the own side."""
    return view.team >> seat & 1 == 1


@kernel
def run_row(rules, width, length):
    """Return the row of `length` groups of `width` cards without kickers; -1 if there is none.

    Rows that look at suits are left out: a rank does not say whether the cards fit.
    """
    for row in range(rules.rows):
        if (
            rules.row_width[row] == width
            and rules.row_kicker[row] == 0
            and rules.row_suits[row] == ANY_SUITS
            and rules.row_shortest[row] <= length <= rules.row_longest[row]
        ):
            return row
    return -1


@kernel
def group_play(rules, width, length, rank):
    """Return `length` groups of `width` cards up to a rank; PASS if the rules have no such play.

    (1, 1, r) is a single, (2, 1, r) a pair, (1, 5, r) a straight of five, (2, 3, r) a run of
    three pairs. Whether the hand holds it is not looked at.
    """
    if width < 1 or width > LARGEST_SET:
        return U0, U0
    row = rules.group_row[width] if length == 1 else run_row(rules, width, length)
    low = rank - length + 1
    if row < 0 or low < 0 or run_counts(low, length, 8) & ~rules.row_ranks[row]:
        return U0, U0
    if length == 1 and rules.set_ranks[width] & rank_bit(rank):
        # What reads as a bomb is only that.
        return U0, U0
    return run_counts(low, length, width), row_play(rules, row, length, rank)


@inlined
def has_kickers(rules, counts, row, length):
    """Return whether the kickers for `length` groups of a row are held besides the groups."""
    kicker = rules.row_kicker[row]
    # The ranks of the groups are among those that could be kickers.
    return kicker == 0 or popcount(at_least(counts, kicker)) >= 2 * length


@kernel
def cheap_kickers(rules, counts, row, length, low):
    """Return the rank counts of the cheapest kickers for a row's run from rank `low` up.

    Low whole ones first (a loose single, a pair), then low ones out of larger groups, bombs last.
    Only where `has_kickers`.
    """
    stay_out_of_line()
    width = rules.row_kicker[row]
    mask = at_least(counts, width) & ~run_counts(low, length, 8)
    whole = mask & exactly(counts, width) & _BELOW_KING
    spare = mask & ~bomb_ranks(rules, counts)
    kickers = U0
    for _ in range(length):
        pick = whole
        if pick == U0:
            pick = spare
        if pick == U0:
            pick = mask
        rank = lowest_rank(pick)
        gone = ~rank_bit(rank)
        mask &= gone
        spare &= gone
        whole &= gone
        kickers += copies(rank, width)
    return kickers


@inlined
def run_play(rules, counts, row, length, low):
    """Return a row's play from rank `low` up, with the cheapest kickers where it takes any."""
    cards = run_counts(low, length, rules.row_width[row])
    if rules.row_kicker[row]:
        cards += cheap_kickers(rules, counts, row, length, low)
    return cards, row_play(rules, row, length, low + length - 1)


@inlined
def cheapest_start(rules, counts, row, length, starts):
    """Return the lowest rank of a row's cheapest run out of a mask of starts that is not 0.

    The lowest that breaks nothing, unless one that breaks no bomb is lower by more than BREAKING.
    """
    spare = starts & windows(row_starts(rules, counts, row) & ~bomb_ranks(rules, counts), length)
    base = spare if spare else starts
    lowest = base & (~base + U1)
    # Whatever is shifted out at the top leaves 0 - 1: all ranks.
    near = (lowest << _BREAKING_SHIFT) - U1
    whole = near & starts & windows(exactly(counts, rules.row_width[row]), length)
    return lowest_rank(whole if whole else lowest)


@kernel
def cheapest_follow(view, rules):
    """Return the cheapest ordinary play that beats the top, PASS if there is none; no bombs."""
    return inlined_follow(view, rules)


@inlined
def inlined_follow(view, rules):
    """Return `cheapest_follow`; faster, and longer to compile, for one call in a strategy."""
    counts, top = view.counts, view.top
    if top == U0:
        return U0, U0
    starts = follow_starts(rules, counts, top)
    if starts == U0:
        if is_special(rules, top):
            return cheapest_special(view, rules)
        return U0, U0
    row, length = row_of(top), length_of(top)
    if not has_kickers(rules, counts, row, length):
        return U0, U0
    low = cheapest_start(rules, counts, row, length, starts)
    return run_play(rules, counts, row, length, low)


@kernel
def weakest_bomb(view, rules):
    """Return the weakest bomb that beats the top (a leader: the weakest held), PASS if none.

    Whole sets go before parts of larger ones.
    """
    stay_out_of_line()
    counts, lo, hi = view.counts, view.hand_lo, view.hand_hi
    needed = max(needed_against(view.top), 1)
    best = _NEVER
    best_counts = best_meta = U0
    if holds_fifty_k(counts):
        if rules.mixed_strength >= needed and has_mixed_fifty_k(lo, hi):
            best = rules.mixed_strength
            best_counts = FIFTY_K
            best_meta = bomb_play(MIXED_ROW, best, NO_RANK, 0, 3)
        if rules.pure_strength:
            suits = pure_suits(lo, hi)
            while suits:
                lane = lowest_bit(suits)
                suits &= suits - U1
                strength = pure_strength(rules, lane)
                if needed <= strength < best:
                    best = strength
                    best_counts = FIFTY_K
                    best_meta = bomb_play(PURE_ROW, strength, NO_RANK, SUIT_LANE[lane] + 1, 3)
    parts, best_size = U0, 0
    for size in range(rules.smallest_set, rules.largest_set + 1):
        ranks = sets_of(counts, size)
        if ranks == U0:
            break
        strong = strong_among(rules, ranks, size, needed)
        parts |= strong
        whole = strong & exactly(counts, size)
        # Values chosen by a test, not a branch: it would be a coin.
        strength = rules.set_strength[size] + lowest_rank(whole | _BEYOND)
        strength = strength if whole else _NEVER
        best_size = size if strength < best else best_size
        best = min(strength, best)
    if best_size:
        best_counts, best_meta = set_play(rules, best - rules.set_strength[best_size], best_size)
    if may_bomb_jokers(rules, counts):
        strength, cards, meta = weakest_jokers(rules, counts, needed)
        if strength < best:
            return cards, meta
    if best == _NEVER and parts:
        return _weakest_part(rules, counts, needed)
    return best_counts, best_meta


@kernel
def weakest_jokers(rules, counts, needed):
    """Return (strength, counts, meta) of the weakest bomb of jokers of at least a strength."""
    best = _NEVER
    best_counts = best_meta = U0
    for little in range(count_of(counts, LITTLE) + 1):
        for big in range(count_of(counts, BIG) + 1):
            strength = rules.joker_strength[LONE_JOKERS * little + big]
            if max(needed, 1) <= strength < best:
                best = strength
                best_counts, best_meta = joker_play(rules, little, big)
    return best, best_counts, best_meta


@kernel
def _weakest_part(rules, counts, needed):
    """Return the weakest bomb that is part of a larger set; there is one."""
    stay_out_of_line()
    best = _NEVER
    best_counts = best_meta = U0
    for size in range(rules.smallest_set, rules.largest_set + 1):
        strong = strong_sets(rules, counts, size, needed)
        if strong and rules.set_strength[size] < best:
            best = rules.set_strength[size]
            best_counts, best_meta = set_play(rules, lowest_rank(strong), size)
    return best_counts, best_meta


@inlined
def decline(view, rules):
    """Return PASS; where the rules make a follower beat if it can, the cheapest play that does."""
    if rules.must_beat:
        return _forced(view, rules)
    return U0, U0


@kernel
def _forced(view, rules):
    """Return the cheapest play that beats the top, a bomb if need be, PASS if there is none."""
    stay_out_of_line()
    counts, meta = cheapest_follow(view, rules)
    if meta == U0:
        counts, meta = weakest_bomb(view, rules)
    if meta == U0 and is_special(rules, view.top):
        # Such as a wild joker among kickers, which is never thought of.
        lo, hi = view.hand_lo, view.hand_hi
        if count_follows(rules, view.counts, lo, hi, view.top):
            return nth_follow(rules, view.counts, lo, hi, view.top, _FIRST)
    return counts, meta


@kernel
def random_play(view, rules):
    """Return a legal play, all equally likely; a follower's pass is one of them."""
    return inlined_random(view, rules)


@inlined
def inlined_random(view, rules):
    """Return `random_play`; faster, and longer to compile, for one call in a strategy."""
    counts, lo, hi = view.counts, view.hand_lo, view.hand_hi
    if view.top == U0:
        plays = count_leads(rules, counts, lo, hi)
        return nth_lead(rules, counts, lo, hi, draw(view, plays, 0))
    plays = inlined_count(rules, counts, lo, hi, view.top)
    # Of no plays number 0 is drawn, too: whether there are any is a coin, and not looked at.
    chosen = draw(view, plays if rules.must_beat else plays + 1, 0)
    if chosen == plays:
        return U0, U0
    return nth_follow(rules, counts, lo, hi, view.top, chosen)
