"""How many plays a hand takes, at a glance: what a player sees without working it out."""

from __future__ import annotations

import numpy as np

from sim.core.bits import EIGHTS, FIFTY_K, U0, U3, U4, at_least, popcount, windows
from sim.core.compiler import inlined, kernel
from sim.core.generate import holds_fifty_k


@inlined
def spread(starts, length):
    """Return all ranks of runs of a length that start at some ranks."""
    covered = starts
    for step in range(1, length):
        covered |= starts << np.uint64(4 * step)
    return covered & EIGHTS


@kernel
def survey(rules):
    """Return what `glance` needs of the rules: straights, pair runs and whether kickers exist."""
    pair_ranks = straight_ranks = U0
    shortest = shortest_pairs = 9
    kickers = False
    for row in range(rules.rows):
        width = rules.row_width[row]
        kickers |= rules.row_kicker[row] > 0
        if rules.row_shortest[row] > 1:
            if width == 1:
                shortest, straight_ranks = rules.row_shortest[row], rules.row_ranks[row]
            elif width == 2:
                shortest_pairs, pair_ranks = rules.row_shortest[row], rules.row_ranks[row]
    fifty_ks = rules.mixed_strength + rules.pure_strength > 0
    return straight_ranks, shortest, pair_ranks, shortest_pairs, kickers, fifty_ks


@kernel
def glance(known, counts):
    """Return about how many plays empty a hand: what a player sees at a glance.

    Each rank is a play, less what runs and kickers join; tried with and without the fifty-K and
    the straights.

    Parameters
    ----------
    known : tuple
        What `survey` returned.
    counts : uint64
        The hand's rank counts.
    """
    straight_ranks, shortest, pair_ranks, shortest_pairs, kickers, fifty_ks = known
    fewest = 99
    fifty_ks &= holds_fifty_k(counts)
    hand, taken = counts, 0
    while True:
        plays = _without_straights(hand, pair_ranks, shortest_pairs, kickers)
        starts = windows(at_least(hand, 1) & straight_ranks, shortest)
        if starts:
            covered = spread(starts, shortest)
            straights = popcount(covered & ~(covered << U4))
            rest = hand - (covered >> U3)
            rest_plays = _without_straights(rest, pair_ranks, shortest_pairs, kickers)
            plays = min(plays, straights + rest_plays)
        fewest = min(fewest, taken + plays)
        if taken or not fifty_ks:
            return fewest
        hand, taken = counts - FIFTY_K, 1


@inlined
def rough_plays(rules, counts):
    """Return `glance` for a single look."""
    return glance(survey(rules), counts)


@inlined
def _without_straights(counts, pair_ranks, shortest_pairs, kickers):
    """Return about how many plays a hand takes if no straight is played."""
    one, two, three = at_least(counts, 1), at_least(counts, 2), at_least(counts, 3)
    plays = popcount(one)
    pairs = two & ~three
    starts = windows(pairs & pair_ranks, shortest_pairs)
    if starts:
        joined = spread(starts, shortest_pairs)
        plays -= popcount(joined & joined << U4)
        pairs &= ~joined
    triples = three & ~at_least(counts, 4)
    if triples:
        joins = popcount(triples & triples << U4)
        if kickers:
            singles, count = popcount(one & ~two), popcount(triples)
            free = min(count, singles + popcount(pairs))
            # A run takes kickers of one sort for all its triples, or none.
            joins = joins + count if singles >= count else max(joins, free)
        plays -= joins
    return plays
