"""Dividing a hand into the fewest combinations, rank by rank: the engine of `strategies.planning`.

Plays can be made in any order, so a plan is a way of dividing the hand into combinations. Ranks are
taken from low to high; all that the ranks below have in common with those above are the runs still
open and the kickers still owed. Each distinct such situation is kept once, with its fewest plays.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    EIGHTS,
    ONES,
    U0,
    U1,
    at_least,
    count_of,
    highest_rank,
    lowest_rank,
    popcount,
    rank_bit,
    windows,
)
from sim.core.compiler import inlined, kernel
from sim.core.generate import strong_sets
from sim.core.groups import row_starts
from sim.core.room import stack_array
from sim.core.tables import ONE_SUIT
from strategies.glance import spread

MANY = np.int64(100)
"""More plays than any hand needs: every rule set has single cards, and a hand at most 78."""

# A situation in one word: plays so far (7 bits), copies of this rank still to place (4), single
# and pair kickers owed (5 each; 16 is none owed, less is some given before their triple), whether a
# triple of this rank takes kickers (1 each), open runs (3 bits for each row and length).
_COPIES, _OWED, _TAKES, _RUNS = 7, 11, 21, 23
_COPIES_SHIFT = np.uint64(_COPIES)
_PLAYS_MASK, _COPIES_MASK, _OWED_MASK, _LANE_MASK = (np.uint64(n) for n in (127, 15, 31, 7))
_KEPT = np.uint64(2**63 - 2**_RUNS + 2**_TAKES - 2**_OWED)
_WITHOUT_RUNS = np.uint64(2**_RUNS - 1)
_EVEN = np.uint64(16 << _OWED | 16 << (_OWED + 5))
_DEAD = np.uint64(2**63 - 1)
_MOST_LANES = 13

_MOST_OPEN = 7
ROOM = 2048
_MOST_WAYS = 40
_TALLIED = 64
_SCATTER, _PLACE_SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(52)
_BELOW_TWO = np.uint64((1 << 4 * 12) - 1)
_ALL = EIGHTS
_BARE = np.int64(0)
_RUN, _ALONE, _KICKER = 0, 1, 2
# Typed, since the compiler would compile a function anew for each plain number passed to it.
_ONE = np.int64(1)
_ANY_STRENGTH = np.int64(1)
_TIMES = np.array([[held // max(width, 1) for held in range(16)] for width in range(16)])
"""How often a width goes into the copies held; a table is quicker than a division."""
_KIND, _WIDTH, _CARRIES, _SHORTEST, _LANES, _FULL, _FIRST = range(7)

_room_for_ways = stack_array((_MOST_WAYS, 7), np.int64)
_room_for_places = stack_array((_MOST_WAYS, 2), np.uint64)
room_for_situations = stack_array((ROOM,), np.uint64)
_room_for_hashed = stack_array((2 * ROOM,), np.int16)
_room_for_tally = stack_array((_TALLIED,), np.int64)


@inlined
def planned_starts(rules, counts, row):
    """Return the ranks that can be a row's group in a plan.

    Plans look at ranks alone: runs in one suit and runs from a low ace are left out.
    """
    ranks = row_starts(rules, counts, row)
    if rules.row_suits[row] == ONE_SUIT:
        return U0
    return ranks & _BELOW_TWO if rules.row_low_ace[row] else ranks


@kernel
def stands_alone(rules, width, kicker):
    """Return whether one group of a width with that kicker is a combination."""
    for row in range(rules.rows):
        if rules.row_shortest[row] == 1:
            if rules.row_width[row] == width and rules.row_kicker[row] == kicker:
                return True
    return False


@kernel
def _list_ways(rules, counts, ways, places):
    """List the ways to place cards of a rank; return their number.

    Parameters
    ----------
    ways : int64[_MOST_WAYS, 7]
        Modified in place: kind, width, kicker carried; for runs the shortest, the lanes used,
        whether the last lane means "or longer", the first lane's bit.
    places : uint64[_MOST_WAYS, 2]
        Modified in place: the ranks where it applies, the ranks where a run can start.
    """
    n = lanes = 0
    for row in range(rules.rows):
        shortest, longest = rules.row_shortest[row], rules.row_longest[row]
        width, kicker = rules.row_width[row], rules.row_kicker[row]
        starts = windows(planned_starts(rules, counts, row), shortest)
        if longest == 1 or starts == U0:
            continue
        covered = spread(starts, shortest)
        # Two groups that may also be played alone need no length: such a run may stop anywhere.
        if shortest == 2 and stands_alone(rules, width, kicker):
            shortest, starts = 1, covered
        full = longest >= popcount(planned_starts(rules, _ALL, row))
        used = shortest if full else longest
        if lanes + used > _MOST_LANES:
            used, full = shortest, True
        ways[n, _KIND], ways[n, _WIDTH], ways[n, _CARRIES] = _RUN, width, kicker
        ways[n, _SHORTEST], ways[n, _LANES], ways[n, _FULL] = shortest, used, full
        ways[n, _FIRST] = _RUNS + 3 * lanes
        places[n, 0], places[n, 1] = covered, starts
        lanes += used
        n += 1
    runs = n
    for row in range(rules.rows):
        width, kicker = rules.row_width[row], rules.row_kicker[row]
        ranks = planned_starts(rules, counts, row)
        if rules.row_shortest[row] > 1 or width == 1:
            continue
        for way in range(runs):
            if ways[way, _WIDTH] == width and ways[way, _CARRIES] == kicker:
                if ways[way, _SHORTEST] == 1:
                    ranks &= ~places[way, 0]
        if ranks:
            ways[n, _KIND], ways[n, _WIDTH], ways[n, _CARRIES] = _ALONE, width, kicker
            places[n, 0] = ranks
            n += 1
    for size in range(rules.smallest_set, rules.largest_set + 1):
        ranks = strong_sets(rules, counts, size, _ANY_STRENGTH)
        if rules.set_strength[size] and ranks:
            ways[n, _KIND], ways[n, _WIDTH], ways[n, _CARRIES] = _ALONE, size, 0
            places[n, 0] = ranks
            n += 1
    for kicker in range(1, 3):
        ranks = U0
        for way in range(n):
            if ways[way, _CARRIES] == kicker:
                ranks = EIGHTS
        if ranks:
            ways[n, _KIND], ways[n, _WIDTH], ways[n, _CARRIES] = _KICKER, kicker, kicker
            places[n, 0] = at_least(counts, kicker) & (EIGHTS >> np.uint64(8))
            n += 1
    return n


@inlined
def _owed_step(kicker):
    """Return what one more kicker owed adds to a situation; 0 for rows without kickers."""
    if kicker == 0:
        return U0
    return U1 << np.uint64(_OWED + 5 * (kicker - 1))


@inlined
def _takes_flag(kicker):
    """Return the bit that says a triple of this rank takes such a kicker."""
    if kicker == 0:
        return U0
    return U1 << np.uint64(_TAKES + kicker - 1)


@inlined
def _grown(open_runs, number, shortest, lanes, full):
    """Return the lanes of runs that could stop but go on: the shortest `number` of them."""
    grown = U0
    for lane in range(shortest - 1, lanes):
        k = min(open_runs >> np.uint64(3 * lane) & _LANE_MASK, number)
        if lane + 1 < lanes:
            grown += k << np.uint64(3 * (lane + 1))
            number -= k
        elif full:
            grown += k << np.uint64(3 * lane)
    return grown


@inlined
def _widen_by_run(situations, n, ways, way, here, may_start):
    """Let every situation continue, close and start runs of one way; return how many there are."""
    width, lanes, shortest = ways[way, _WIDTH], ways[way, _LANES], ways[way, _SHORTEST]
    full, first = ways[way, _FULL], ways[way, _FIRST]
    kicker = ways[way, _CARRIES]
    all_lanes = ((U1 << np.uint64(3 * lanes)) - U1) << np.uint64(first)
    group = (np.uint64(width) << _COPIES_SHIFT) - _owed_step(kicker)
    before = n
    for i in range(before):
        x = situations[i]
        if x == _DEAD:
            continue
        open_runs = (x & all_lanes) >> np.uint64(first)
        if open_runs == U0 and not may_start:
            continue
        x &= ~all_lanes
        held = np.int64(x >> _COPIES_SHIFT & _COPIES_MASK)
        # Runs too short to stop must go on; of the others, the shortest ones go on first.
        must = 0
        can = 0
        fixed = U0
        for lane in range(lanes):
            k = open_runs >> np.uint64(3 * lane) & _LANE_MASK
            if lane + 1 < shortest:
                must += np.int64(k)
                fixed += k << np.uint64(3 * (lane + 1))
            elif full or lane + 1 < lanes:
                can += np.int64(k)
        if not here:
            situations[i] = _DEAD if must else x
            continue
        if must * width > held:
            situations[i] = _DEAD
            continue
        situations[i] = _DEAD
        for go_on in range(min(can, _TIMES[width, held] - must), -1, -1):
            grown = fixed + _grown(open_runs, np.uint64(go_on), shortest, lanes, full)
            used = must + go_on
            most = 0
            if may_start and (go_on == can or not full):
                most = min(_TIMES[width, held], _MOST_OPEN) - used
            for begun in range(most + 1):
                groups = used + begun
                y = x + np.uint64(begun) - np.uint64(groups) * group
                y += (grown + np.uint64(begun)) << np.uint64(first)
                if groups:
                    y |= _takes_flag(kicker)
                if situations[i] == _DEAD:
                    situations[i] = y
                elif n < situations.shape[0]:
                    situations[n] = y
                    n += 1
    return n


@inlined
def _widen_by_group(situations, n, ways, way):
    """Let every situation place groups that stand alone; return how many there are."""
    width, kicker = ways[way, _WIDTH], ways[way, _CARRIES]
    group = (np.uint64(width) << _COPIES_SHIFT) - _owed_step(kicker) - U1
    for i in range(n):
        x = situations[i]
        if x == _DEAD:
            continue
        held = np.int64(x >> _COPIES_SHIFT & _COPIES_MASK)
        for _ in range(_TIMES[width, held]):
            x = (x - group) | _takes_flag(kicker)
            if n < situations.shape[0]:
                situations[n] = x
                n += 1
    return n


@inlined
def _widen_by_kicker(situations, n, width, strict):
    """Let every situation give kickers; return how many there are.

    A strict plan gives each rank once and never to its own triple, so that kickers always differ.
    """
    for i in range(n):
        x = situations[i]
        if x == _DEAD or (strict and x & _takes_flag(width)):
            continue
        held = np.int64(x >> _COPIES_SHIFT & _COPIES_MASK)
        most = _TIMES[width, held]
        for _ in range(min(most, 1) if strict else most):
            if x >> np.uint64(_OWED + 5 * (width - 1)) & _OWED_MASK == U0:
                break
            x -= (np.uint64(width) << _COPIES_SHIFT) + _owed_step(width)
            if n < situations.shape[0]:
                situations[n] = x
                n += 1
    return n


@inlined
def _settle(situations, places, n, most_given, limit):
    """Play the copies left as single cards and keep each situation once; return how many there are.

    Situations that have given too many kickers or cannot stay below `limit` plays are dropped.
    """
    kept = 0
    size = 64
    while size < 2 * n:
        size *= 2
    for i in range(size):
        places[i] = -1
    last = np.uint64(size - 1)
    for i in range(n):
        x = situations[i]
        if x == _DEAD:
            continue
        plays = (x & _PLAYS_MASK) + (x >> _COPIES_SHIFT & _COPIES_MASK)
        given = 32 - np.int64(x >> np.uint64(_OWED) & _OWED_MASK)
        given -= np.int64(x >> np.uint64(_OWED + 5) & _OWED_MASK)
        if plays >= np.uint64(max(limit, 0)) or given > most_given:
            continue
        key = x & _KEPT
        place = key * _SCATTER >> _PLACE_SHIFT & last
        while places[place] >= 0 and situations[places[place]] & _KEPT != key:
            place = place + U1 & last
        j = places[place]
        if j < 0:
            situations[kept] = key | plays
            places[place] = kept
            kept += 1
        elif plays < situations[j] & _PLAYS_MASK:
            situations[j] = key | plays
    return kept


@inlined
def _keep_best(situations, n, room):
    """Keep the `room` situations with the fewest plays, kickers given early counted as a play."""
    tally = _room_for_tally()
    for i in range(tally.shape[0]):
        tally[i] = 0
    for i in range(n):
        tally[_outlook(situations[i])] += 1
    cut, below = 0, 0
    while below + tally[cut] <= room:
        below += tally[cut]
        cut += 1
    level = room - below
    kept = 0
    for i in range(n):
        x = situations[i]
        outlook = _outlook(x)
        if outlook == cut:
            level -= 1
        if outlook < cut or (outlook == cut and level >= 0):
            situations[kept] = x
            kept += 1
    return kept


@inlined
def _outlook(x):
    """Return the plays of a situation so far and the kickers given before their triple."""
    early = max(16 - np.int64(x >> np.uint64(_OWED) & _OWED_MASK), 0)
    early += max(16 - np.int64(x >> np.uint64(_OWED + 5) & _OWED_MASK), 0)
    return min(np.int64(x & _PLAYS_MASK) + early, _TALLIED - 1)


@kernel
def rank_by_rank(rules, counts):
    """Return how many plays a hand takes if no two ranks are played together: always possible."""
    total = 0
    while counts:
        rank = lowest_rank(at_least(counts, 1))
        held = count_of(counts, rank)
        counts -= np.uint64(held) << np.uint64(4 * rank)
        while held:
            size = min(held, rules.largest_set)
            if size < rules.smallest_set or rules.set_strength[size] == 0:
                size = min(held, 3)
                while size > 1 and not stands_alone(rules, size, _BARE):
                    size -= 1
            held -= size
            total += 1
    return total


@kernel
def fewest_by_rank(rules, counts, strict, limit, room):
    """Return the fewest plays for rank counts without fifty-Ks, or `limit` if not below it.

    Strict: kickers as `_widen_by_kicker` says, a plan that can be played. Else: kickers need not
    differ, a number that no plan can be below. `room` is how many situations are kept of each rank;
    what is found with few may be too many plays.
    """
    ways, places, situations = _room_for_ways(), _room_for_places(), room_for_situations()
    hashed = _room_for_hashed()
    number = _list_ways(rules, counts, ways, places)
    in_runs = U0
    for way in range(number):
        if ways[way, _KIND] == _RUN:
            in_runs |= places[way, 0]
    most_kickers = kicker_groups(rules, counts)
    situations[0] = _EVEN
    n = _ONE
    last = highest_rank(at_least(counts, 1))
    for rank in range(lowest_rank(at_least(counts, 1)), last + 1):
        bit = rank_bit(rank)
        held = np.uint64(count_of(counts, rank))
        for i in range(n):
            situations[i] |= held << _COPIES_SHIFT
        for way in range(number):
            here = places[way, 0] & bit != U0
            kind = ways[way, _KIND]
            if kind == _RUN:
                n = _widen_by_run(situations, n, ways, way, here, places[way, 1] & bit != U0)
            elif here and kind == _ALONE:
                n = _widen_by_group(situations, n, ways, way)
            elif here:
                n = _widen_by_kicker(situations, n, ways[way, _WIDTH], strict)
        above = counts & ~_up_to(rank)
        triples = kicker_groups(rules, above)
        # Whatever is above, in no run and not a kicker, takes a play of its own.
        apart = popcount(at_least(above, 1) & ~in_runs) - most_kickers
        n = _settle(situations, hashed, n, triples, limit - max(apart, 0))
        if n > room:
            n = _keep_best(situations, n, room)
    fewest = limit
    for i in range(n):
        if situations[i] & np.uint64(2**_TAKES - 2**_OWED) == _EVEN:
            fewest = min(fewest, np.int64(situations[i] & _PLAYS_MASK))
    return fewest


@inlined
def _up_to(rank):
    """Return all bits of the nibbles up to a rank."""
    return (U1 << np.uint64(4 * (rank + 1))) - U1


@kernel
def kicker_groups(rules, counts):
    """Return how many groups could take kickers at once."""
    width = 0
    for row in range(rules.rows):
        if rules.row_kicker[row]:
            width = rules.row_width[row]
    if width == 0 or at_least(counts, width) == U0:
        return 0
    total = 0
    for k in range(width, 13, width):
        total += popcount(at_least(counts, k)) if k <= 8 else _at_least_many(counts, k)
    return total


@inlined
def _at_least_many(counts, k):
    """Return how many ranks have at least k copies; 8 < k <= 12."""
    high = counts & EIGHTS
    low = (counts & ~EIGHTS) + np.uint64(16 - k) * ONES
    return popcount(high & low)
