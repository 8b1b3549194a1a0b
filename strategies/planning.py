"""The fewest plays that empty a hand: exactly for up to 18 cards, above that a plan that does.

The work grows fast with the hand. Above `EXACT` cards only the best situations of each rank are
kept, so the number is that of a plan that can be played, seldom more than one play too long. Where
rows look at suits or take any kickers, plans leave out runs in one suit and from a low ace, and
kickers that are neither different single cards nor pairs; a wild joker joins another play.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIFTY_K,
    FIVE,
    KING,
    TEN,
    U0,
    U4,
    at_least,
    card_total,
    count_of,
    popcount,
    windows,
)
from sim.core.compiler import inlined, kernel
from sim.core.generate import kicker_choices, nth_of_row
from strategies.glance import spread
from strategies.holdings import JOKERS
from strategies.situations import (
    MANY,
    ROOM,
    fewest_by_rank,
    kicker_groups,
    planned_starts,
    rank_by_rank,
    stands_alone,
)

EXACT = 18
"""Most cards of a hand that is planned exactly."""
# Typed, since the compiler would compile a function anew for each plain number passed to it.
_PLAIN, _STRICT, _LOOSE, _BOUND = np.int64(0), np.int64(1), np.int64(2), np.int64(3)
_FEW, _MANY = np.int64(32), np.int64(ROOM)


@inlined
def count_fifty_ks(counts):
    """Return how many fives, tens and kings lie together, whatever their suits."""
    return min(count_of(counts, FIVE), count_of(counts, TEN), count_of(counts, KING))


@kernel
def most_fifty_ks(rules, counts, lo, hi):
    """Return how many fifty-Ks a hand can be dealt out into."""
    most = count_fifty_ks(counts)
    if most == 0 or (rules.mixed_strength and rules.pure_strength):
        return most
    pure = 0
    for suit in range(4):
        word = lo if suit < 2 else hi
        lane = np.uint64(2 * (suit & 1))
        least = 3
        for rank in (FIVE, TEN, KING):
            least = min(least, np.int64(word >> np.uint64(4 * rank) >> lane & np.uint64(3)))
        pure += least
    if rules.pure_strength:
        return pure
    if rules.mixed_strength == 0:
        return 0
    # A mixed one needs a card of another suit; a suit with nearly all copies leaves too few.
    for suit in range(4):
        word = lo if suit < 2 else hi
        lane = np.uint64(2 * (suit & 1))
        for fewer in range(most, -1, -1):
            others = 0
            for rank in (FIVE, TEN, KING):
                own = np.int64(word >> np.uint64(4 * rank) >> lane & np.uint64(3))
                others += min(fewer, count_of(counts, rank) - own)
            if others >= fewer:
                most = min(most, fewer)
                break
    return most


@inlined
def _is_plain(rules, counts):
    """Return whether a hand holds only singles, pairs and pair runs, fifty-Ks aside."""
    if at_least(counts, 3):
        return False
    ranks = at_least(counts, 1)
    for row in range(rules.rows):
        width, shortest = rules.row_width[row], rules.row_shortest[row]
        if width == 1 and shortest > 1 and windows(ranks & rules.row_ranks[row], shortest):
            return False
        if width == 2 and rules.row_longest[row] > 1:
            if rules.row_longest[row] < popcount(rules.row_ranks[row]):
                return False
    return True


@inlined
def _plain_plays(rules, counts):
    """Return the fewest plays of a plain hand without its fifty-Ks."""
    pairs = at_least(counts, 2)
    singles = popcount(at_least(counts, 1)) - popcount(pairs)
    pair_cost, chains, joined = 2, 0, U0
    for row in range(rules.rows):
        width, shortest = rules.row_width[row], rules.row_shortest[row]
        if width == 2 and shortest == 1:
            pair_cost = 1
        elif width == 2:
            joined = spread(windows(pairs & rules.row_ranks[row], shortest), shortest)
            chains = popcount(joined & ~(joined << U4))
    return singles + chains + popcount(pairs & ~joined) * pair_cost


@kernel
def plays_to_empty(rules, counts, lo, hi):
    """Return the fewest plays that empty a hand.

    Parameters
    ----------
    rules : record of `sim.core.tables.RULES`
    counts, lo, hi : uint64
        The hand: rank counts and card set.
    """
    return fewest_plays(rules, counts, most_fifty_ks(rules, counts, lo, hi))


@kernel
def fewest_plays(rules, counts, fifty_ks):
    """Return the fewest plays that empty a hand of which so many fifty-Ks can be made."""
    if rules.wild and counts & JOKERS:
        counts &= ~JOKERS
        if counts == U0:
            return 1
    if counts == U0:
        return 0
    if _is_plain(rules, counts):
        return _fewest(rules, counts, fifty_ks, _PLAIN, MANY)
    if card_total(counts) > EXACT:
        return bounded_plays(rules, counts, fifty_ks)
    fewest = _fewest(rules, counts, fifty_ks, _STRICT, MANY)
    if _kickers_never_clash(rules, counts):
        return fewest
    if fewest == _fewest(rules, counts, fifty_ks, _LOOSE, fewest):
        return fewest
    return _try_kickers(rules, counts, fifty_ks, fewest)


@kernel
def bounded_plays(rules, counts, fifty_ks):
    """Return the plays of a plan found with few situations: as few as possible, or nearly."""
    return _fewest(rules, counts, fifty_ks, _BOUND, rank_by_rank(rules, counts))


@kernel
def _kickers_never_clash(rules, counts):
    """Return whether no plan can be better than a strict one.

    With one triple it is plain. With two and no four of a kind, two kickers of one rank could as
    well be a pair that one of them takes.
    """
    triples = kicker_groups(rules, counts)
    if triples < 2:
        return True
    if triples > 2 or at_least(counts, 4):
        return False
    for kicker in range(3):
        if not stands_alone(rules, 3, kicker):
            return False
    return True


@kernel
def _fewest(rules, counts, fifty_ks, how, fewest):
    """Return the fewest plays, at most `fifty_ks` fifty-Ks, or a given number if not fewer."""
    for taken in range(fifty_ks + 1):
        rest = counts - np.uint64(taken) * FIFTY_K
        if rest == U0:
            return min(fewest, taken)
        if how == _PLAIN:
            fewest = min(fewest, taken + _plain_plays(rules, rest))
        else:
            strict = how != _LOOSE
            room = _FEW if how == _BOUND else _MANY
            fewest = min(fewest, taken + fewest_by_rank(rules, rest, strict, fewest - taken, room))
    return fewest


@kernel
def _try_kickers(rules, counts, fifty_ks, fewest):
    """Return the fewest plays where kickers may clash: try every play with kickers."""
    hands = np.empty(ROOM, np.uint64)
    played = np.empty(ROOM, np.int64)
    hands[0], played[0] = counts, 0
    n = 1
    while n:
        n -= 1
        hand, before = hands[n], played[n]
        for row in range(rules.rows):
            if rules.row_kicker[row] == 0:
                continue
            ranks = planned_starts(rules, hand, row)
            for length in range(rules.row_shortest[row], rules.row_longest[row] + 1):
                starts = windows(ranks, length)
                if starts == U0:
                    break
                for k in range(popcount(starts) * kicker_choices(rules, hand, row, length)):
                    used, _ = nth_of_row(rules, hand, row, length, starts, k)
                    rest = hand - used
                    left = min(fifty_ks, count_fifty_ks(rest))
                    room = fewest - before - 1
                    if _fewest(rules, rest, left, _LOOSE, room) == room:
                        continue
                    fewest = before + 1 + _fewest(rules, rest, left, _STRICT, room)
                    if n < ROOM:
                        hands[n], played[n] = rest, before + 1
                        n += 1
    return fewest
