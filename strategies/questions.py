"""Questions about a hand and a table that several strategies ask."""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIFTY_K,
    ONES,
    U0,
    U1,
    U3,
    U15,
    lowest_bit,
    points_in,
    popcount,
    windows,
)
from sim.core.compiler import borrowing, inlined, kernel
from sim.core.generate import (
    count_bombs,
    follow_starts,
    holds_fifty_k,
    is_special,
    kicker_choices,
    may_bomb,
    nth_bomb,
)
from sim.core.groups import bomb_ranks, row_starts
from sim.core.play import MIXED_ROW, length_of, needed_against, rank_of, row_of, size_of
from sim.core.wilds import wilds_held
from strategies.answers import run_play, weakest_bomb
from strategies.glance import glance, survey
from strategies.holdings import JOKERS, joker_bomb_strength
from strategies.specials import (
    MOST_PLAYS,
    cheapest_special,
    list_special,
    room_for_plays,
    special_left,
)

WILD = 700
"""What a wild joker is worth, where a play less is worth 1000."""

_SUITED = np.uint64((1 << 4 * 13) - 1)
_JOKERS = np.uint64(1 << 4 * 13 | 1 << 4 * 14)


@borrowing
def list_plays(view, rules, counts, plays):
    """List the ordinary plays worth a thought and return how many there are.

    A leader's: every combination, kickers the cheapest. A follower's: those that beat the top.

    Parameters
    ----------
    counts : uint64
        Rank counts of the cards to play from: the hand, or what of it is not set aside.
    plays : uint64[MOST_PLAYS, 2]
        Modified in place: (counts, meta) of each.
    """
    n = 0
    if view.top != U0:
        starts = follow_starts(rules, counts, view.top)
        if starts:
            n = _list_starts(rules, counts, row_of(view.top), length_of(view.top), starts, plays, n)
        elif rules.plain_rows < rules.rows:
            n = list_special(view, rules, counts, plays, n)
        return n
    for row in range(rules.plain_rows):
        ranks = row_starts(rules, counts, row)
        length = rules.row_shortest[row]
        starts = windows(ranks, length)
        while starts:
            n = _list_starts(rules, counts, row, length, starts, plays, n)
            if length == rules.row_longest[row]:
                break
            starts &= ranks >> np.uint64(4 * length)
            length += 1
    if rules.plain_rows < rules.rows:
        n = list_special(view, rules, counts, plays, n)
    return n


@borrowing
def _list_starts(rules, counts, row, length, starts, plays, n):
    """Add a row's runs of one length from some ranks on; return how many plays there are then."""
    if kicker_choices(rules, counts, row, length) == 0:
        return n
    while starts and n < MOST_PLAYS:
        low = lowest_bit(starts) >> 2
        starts &= starts - U1
        plays[n, 0], plays[n, 1] = run_play(rules, counts, row, length, low)
        n += 1
    return n


@borrowing
def list_bombs(view, rules, plays, n):
    """Add the bombs that beat the top (a leader's: all) to n plays; return how many there are."""
    counts = view.counts
    if not may_bomb(rules, counts):
        return n
    needed = max(needed_against(view.top), 1)
    bombs = count_bombs(rules, counts, view.hand_lo, view.hand_hi, needed)
    for k in range(min(bombs, MOST_PLAYS - n)):
        plays[n, 0], plays[n, 1] = nth_bomb(rules, counts, view.hand_lo, view.hand_hi, needed, k)
        n += 1
    return n


@inlined
def can_follow(view, rules):
    """Return whether any play beats the top; a quick no spares the thinking."""
    counts, top = view.counts, view.top
    if follow_starts(rules, counts, top):
        return True
    if is_special(rules, top) and cheapest_special(view, rules)[1] != U0:
        return True
    if rules.must_beat and is_special(rules, top):
        # What is never thought of may still have to be played.
        return True
    if not may_bomb(rules, counts):
        return False
    return count_bombs(rules, counts, view.hand_lo, view.hand_hi, needed_against(top)) > 0


@inlined
def unseen(view, rules):
    """Return the cards in the other hands, as a card set."""
    suited = np.uint64(rules.decks) * (ONES & _SUITED)
    lo = suited * np.uint64(5) + np.uint64(rules.decks * rules.jokers) * _JOKERS
    hi = suited * np.uint64(5)
    return lo - view.gone_lo - view.hand_lo, hi - view.gone_hi - view.hand_hi


@inlined
def rivals(view):
    """Return the bits of the seats against us that still hold cards."""
    return ((1 << view.seats) - 1) & ~view.team & ~view.out


@inlined
def mates(view):
    """Return the bits of the other seats on our side that still hold cards."""
    return view.team & ~view.out & ~(1 << view.seat)


@inlined
def fewest_held(view, seats):
    """Return the smallest number of cards in the hands of some seats; 99 if there are none."""
    fewest = 99
    for seat in range(view.seats):
        if seats >> seat & 1:
            fewest = min(fewest, view.held[seat])
    return fewest


@inlined
def most_held(view, seats):
    """Return the largest number of cards in the hands of some seats; 0 if there are none."""
    most = 0
    for seat in range(view.seats):
        if seats >> seat & 1:
            most = max(most, view.held[seat])
    return most


@inlined
def trick_is_ours(view):
    """Return whether a pass now would end the trick: everybody else has passed."""
    asked = ((1 << view.seats) - 1) & ~view.out & ~(1 << view.seat) & ~(1 << view.top_seat)
    return asked & ~view.passed == 0


@inlined
def silent_share(view):
    """Return which share of the rivals has passed since the top play."""
    foes = rivals(view)
    if foes == 0:
        return 0.0
    return popcount(np.uint64(foes & view.passed)) / popcount(np.uint64(foes))


@inlined
def higher_left(rules, others, meta):
    """Return how many ways the unseen cards have to beat a play with its own kind.

    Parameters
    ----------
    others : uint64
        Rank counts of the unseen cards.
    """
    if row_of(meta) >= MIXED_ROW:
        return 0
    if row_of(meta) >= rules.plain_rows:
        return special_left(rules, others, meta)
    return popcount(follow_starts(rules, others, meta))


@inlined
def gift_to_rival(view, rules, meta):
    """Return how much a lead helps a rival with one or two cards to go out; 0 if it does not."""
    if view.top != U0 or size_of(meta) > 2:
        return 0
    if size_of(meta) != fewest_held(view, rivals(view)):
        return 0
    return 16 - rank_of(meta)


@kernel
def easiest_play(view, rules, counts, dear):
    """Return (counts, meta, extra) of the ordinary play that leaves the fewest plays.

    Of equal ones the lowest, then the one with most cards. A lead on which a rival could go out is
    taken last, and high. `extra` is how many plays more it
    leaves than a play that fits the plan; PASS if there is none.

    Parameters
    ----------
    counts : uint64
        Rank counts of the cards to play from.
    dear : int
        How many ranks higher a play may be to keep ten card points in hand.
    """
    plays = room_for_plays()
    n = list_plays(view, rules, counts, plays)
    known = survey(rules)
    best, fewest = 1 << 30, 0
    best_counts = best_meta = U0
    for i in range(n):
        used, meta = plays[i, 0], plays[i, 1]
        left = glance(known, counts - used)
        low = rank_of(meta) - length_of(meta) + 1
        cost = 1000 * left + 10 * low + dear * points_in(used) - size_of(meta)
        cost += 1000 * gift_to_rival(view, rules, meta) + WILD * wilds_held(rules, used)
        if cost < best:
            best, fewest = cost, left
            best_counts, best_meta = used, meta
    if n == 0:
        return U0, U0, 0
    return best_counts, best_meta, fewest + 1 - glance(known, counts)


@kernel
def bomb_cards(rules, counts):
    """Return the rank counts of the cards that a player who saves bombs puts aside."""
    kept = counts & (bomb_ranks(rules, counts) >> U3) * U15
    if rules.joker_bombs and joker_bomb_strength(rules, counts) > 0:
        kept += counts & JOKERS
    if holds_fifty_k(counts - kept) and rules.mixed_strength + rules.pure_strength:
        kept += FIFTY_K
    return kept


@kernel
def lead_saving_bombs(view, rules, loose, dear):
    """Return the easiest lead out of loose cards; where there is none, the weakest bomb."""
    counts, meta, _ = easiest_play(view, rules, loose, dear)
    if meta == U0:
        counts, meta = weakest_bomb(view, rules)
    if meta == U0:
        # Cards put aside for a bomb that is none in these suits.
        counts, meta, _ = easiest_play(view, rules, view.counts, dear)
    return counts, meta


@inlined
def is_sure(view, rules, others, meta):
    """Return whether no rival can beat a play except with a bomb."""
    return size_of(meta) > most_held(view, rivals(view)) or higher_left(rules, others, meta) == 0
