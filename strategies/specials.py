"""Plays of special rows that are worth a thought, out of the very many that there may be.

Of each group or run one play: with as few wild jokers as complete it, the little one first, and
with the cheapest kickers, which are never jokers.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    KING,
    U0,
    U1,
    U3,
    at_least,
    card_total,
    copies,
    count_of,
    lowest_bit,
    lowest_rank,
    popcount,
    rank_bit,
    run_counts,
    suit_sets,
    windows,
)
from sim.core.compiler import borrowing, inlined, kernel, stay_out_of_line
from sim.core.generate import is_special
from sim.core.groups import bomb_ranks, row_starts
from sim.core.kickers import both_jokers_bomb, count_two, kickers_beside, mates_of, nth_pair
from sim.core.places import high_places, least_rank, places_from, places_of, play_at, ranks_at
from sim.core.play import (
    JOKER_PAIR_RANK,
    joker_pair_play,
    length_of,
    rank_of,
    row_of,
)
from sim.core.room import stack_array
from sim.core.special import (
    body_starts,
    lengths_against,
    may_beat,
    nth_body,
)
from sim.core.suit_runs import suit_mask
from sim.core.tables import APART, BOMBLESS, MATCHED, ONE_SUIT
from sim.core.wilds import BIG, LITTLE, holds_joker_pair, jokers_used, naturals, wilds_held
from strategies.holdings import exactly

MOST_PLAYS = 200
"""Room for the plays that are worth a thought."""

room_for_plays = stack_array((MOST_PLAYS, 2), np.uint64)
"""Room for (counts, meta) of each."""

_BELOW_KING = np.uint64((1 << 4 * KING) - 1)
_THREES = np.uint64(8)
_JOKER, _BOMB, _RANK, _BROKEN = 2000, 500, 10, 15
# Typed, since the compiler would compile a function anew for each plain number passed to it.
_NONE = np.int64(0)


@borrowing
def list_special(view, rules, counts, plays, n):
    """Add plays of special rows to n plays; return how many there are.

    A leader's, or those that beat the top; none where that is of no special row.

    Parameters
    ----------
    view, rules
    counts : uint64
        Rank counts of the cards to play from: the hand, or what of it is not set aside.
    plays : uint64[MOST_PLAYS, 2]
        Modified in place: (counts, meta) of each.
    n : int
    """
    top = view.top
    if top != U0 and not is_special(rules, top):
        return n
    lo, hi = view.hand_lo, view.hand_hi
    cards = card_total(counts)
    row = rules.row_first[row_of(top)] if top else rules.plain_rows
    while 0 <= row < rules.rows:
        shortest, longest = rules.row_shortest[row], rules.row_longest[row]
        if top != U0:
            shortest, longest = lengths_against(rules, row, top)
            if not may_beat(rules, counts, row, shortest, top):
                longest = 0  # No run, but jokers may be a pair.
        group = rules.row_group[row]
        for length in range(shortest, longest + 1):
            if group * length > cards:
                break
            least = least_rank(rules, row, length, top)
            before = n
            if rules.row_suits[row] == ONE_SUIT:
                n = _list_suit_runs(rules, counts, lo, hi, row, length, least, plays, n)
            else:
                n = _list_bodies(rules, counts, lo, hi, row, length, least, plays, n)
            if n == before and top == U0:
                # Where no run is so long, none is longer.
                break
        if row == rules.joker_pair_row and n < MOST_PLAYS:
            pair_beats = least_rank(rules, row, 1, top) <= JOKER_PAIR_RANK
            if pair_beats and holds_joker_pair(counts):
                plays[n, 0] = copies(LITTLE, 1) + copies(BIG, 1)
                plays[n, 1] = joker_pair_play(rules)
                n += 1
        row = rules.row_next[row] if top else row + 1
    return n


@borrowing
def _list_bodies(rules, counts, lo, hi, row, length, least, plays, n):
    """Add a row's groups or runs of one length that may be of several suits."""
    own = naturals(rules, counts)
    size = (rules.row_group[row] - rules.row_width[row]) * length
    known = U0
    for wilds in range(min(wilds_held(rules, counts), rules.row_width[row] * length - 1) + 1):
        starts = body_starts(rules, own, lo, hi, row, length, wilds)
        fresh = starts & ~known & places_from(rules, row, length, least)
        known |= starts
        while fresh and n < MOST_PLAYS:
            low = lowest_bit(fresh) >> 2
            fresh &= fresh - U1
            cards = nth_body(rules, own, row, low, length, wilds, 0)
            if size:
                kickers = _kickers(rules, own, lo, hi, row, length, low, size)
                if card_total(kickers) < size:
                    continue
                cards += kickers
            plays[n, 0] = cards + jokers_used(counts, wilds, 0)
            plays[n, 1] = play_at(rules, row, low, length)
            n += 1
    return n


@kernel
def _kickers(rules, own, lo, hi, row, length, low, size):
    """Return the rank counts of `size` cheap kickers beside a row's run; fewer if it has not."""
    stay_out_of_line()
    others = kickers_beside(rules, row, own, low, length)
    if rules.row_kickers[row] == MATCHED:
        return matched_kickers(lo, hi, others)
    if rules.row_kickers[row] == APART:
        return kickers_apart(rules, others, rules.row_kicker[row], size)
    if rules.row_kickers[row] >= BOMBLESS and both_jokers_bomb(rules, others):
        others -= copies(BIG, 1)
    return any_kickers(rules, others, size)


@borrowing
def _list_suit_runs(rules, counts, lo, hi, row, length, least, plays, n):
    """Add a row's runs of one length in one suit."""
    suits = suit_sets(lo, hi)
    held = places_of(rules, row, at_least(naturals(rules, counts), 1) & rules.row_ranks[row])
    starts = windows(places_of(rules, row, rules.row_ranks[row]), length)
    starts &= places_from(rules, row, length, least)
    for wilds in range(min(wilds_held(rules, counts), length - 1) + 1):
        for lane in range(4):
            mask = suit_mask(rules, row, suits, lane) & held
            fresh = starts & windows(mask, length) if wilds == 0 else starts
            while fresh and n < MOST_PLAYS:
                low = lowest_bit(fresh) >> 2
                fresh &= fresh - U1
                run = run_counts(low, length, 8) & mask
                if popcount(run) + wilds != length:
                    continue
                starts &= ~rank_bit(low)
                plays[n, 0] = ranks_at(rules, row, run >> U3) + jokers_used(counts, wilds, 0)
                plays[n, 1] = play_at(rules, row, low, length)
                n += 1
    return n


@kernel
def any_kickers(rules, others, size):
    """Return the rank counts of the cheapest `size` cards out of rank counts; fewer if it has not.

    Loose low ones first, then low pairs, then what breaks no bomb.
    """
    kickers = U0
    for step in range(4):
        mask = at_least(others, 1)
        if step < 2:
            mask = exactly(others, step + 1) & _BELOW_KING
        elif step == 2:
            mask &= ~bomb_ranks(rules, others)
        while mask and size:
            rank = lowest_rank(mask)
            mask &= mask - U1
            taken = copies(rank, min(count_of(others, rank), size))
            kickers += taken
            others -= taken
            size -= card_total(taken)
    return kickers


@kernel
def kickers_apart(rules, others, width, size):
    """Return the rank counts of low kickers of different ranks, `size` cards; fewer if it has not.

    Those that break no bomb come first.
    """
    kickers = U0
    mask = at_least(others, width)
    spare = mask & ~bomb_ranks(rules, others)
    while mask and size:
        rank = lowest_rank(spare if spare else mask)
        mask &= ~rank_bit(rank)
        spare &= ~rank_bit(rank)
        kickers += copies(rank, width)
        size -= width
    return kickers


@kernel
def matched_kickers(lo, hi, others):
    """Return the rank counts of two cheap cards that go together; 0 if there are none."""
    loose = exactly(others, 1) & _BELOW_KING
    low = loose | at_least(others, 1) & _THREES
    while low:
        rank = lowest_rank(low)
        low &= low - U1
        mates = mates_of(lo, hi, others, rank) & loose
        if mates:
            return copies(rank, 1) + copies(lowest_rank(mates), 1)
    pairs = exactly(others, 2)
    if pairs:
        return copies(lowest_rank(pairs), 2)
    return nth_pair(lo, hi, others, _NONE) if count_two(lo, hi, others) else U0


@kernel
def cheapest_special(view, rules):
    """Return the cheapest play of a special row that beats the top, PASS if there is none.

    Jokers are dear, then bombs, then high ranks and sets taken apart.
    """
    plays = room_for_plays()
    n = list_special(view, rules, view.counts, plays, _NONE)
    bombs = bomb_ranks(rules, view.counts)
    best = 1 << 30
    best_counts = best_meta = U0
    for i in range(n):
        used, meta = plays[i, 0], plays[i, 1]
        broken = at_least(used, 1) & at_least(view.counts - used, 1)
        cost = _JOKER * wilds_held(rules, used) + _BOMB * popcount(at_least(used, 1) & bombs)
        cost += _RANK * (rank_of(meta) - length_of(meta)) + _BROKEN * popcount(broken)
        if cost < best:
            best = cost
            best_counts, best_meta = used, meta
    return best_counts, best_meta


@inlined
def special_left(rules, others, meta):
    """Return about how many ways unseen cards have to beat a play of a special row with its kind.

    Parameters
    ----------
    others : uint64
        Rank counts of the unseen cards.
    """
    row, length = rules.row_class[row_of(meta)], length_of(meta)
    length = max(length, rules.row_shortest[row])
    own = naturals(rules, others)
    ranks = row_starts(rules, own, row)
    starts = windows(places_of(rules, row, ranks), length)
    starts &= high_places(rules, row, length, meta)
    ways = popcount(starts)
    if rules.row_suits[row] == ONE_SUIT:
        # Seldom are all of one suit in one hand.
        ways = (ways + 3) >> 2
    return ways + wilds_held(rules, others)
