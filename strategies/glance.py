"""How many plays a hand takes, at a glance: what a player sees without working it out."""

from __future__ import annotations

import numpy as np

from sim.core.bits import EIGHTS, FIFTY_K, U0, U3, U4, at_least, popcount, windows
from sim.core.compiler import inlined, kernel
from sim.core.generate import holds_fifty_k
from sim.core.tables import APART, ONE_SUIT
from strategies.holdings import JOKERS

TWO_CARDS, ONE_CARD, ONE_PAIR, NO_KICKERS = 0, 1, 2, 3
"""What a triple may take along: two cards, one card or a pair, a pair only, nothing."""
_BELOW_TWO = np.uint64((1 << 4 * 12) - 1)


@inlined
def spread(starts, length):
    """Return all ranks of runs of a length that start at some ranks."""
    covered = starts
    for step in range(1, length):
        covered |= starts << np.uint64(4 * step)
    return covered & EIGHTS


@kernel
def survey(rules):
    """Return what `glance` needs of the rules: runs, kickers, fifty-Ks and wild jokers."""
    pair_ranks = straight_ranks = U0
    shortest = shortest_pairs = shortest_triples = 9
    kickers, bare_triple = NO_KICKERS, False
    for row in range(rules.rows):
        width, kicker = rules.row_width[row], rules.row_kicker[row]
        if kicker:
            apart = rules.row_kickers[row] == APART
            if not apart:
                kickers = TWO_CARDS
            elif kickers != TWO_CARDS:
                kickers = min(kickers, ONE_CARD if kicker == 1 else ONE_PAIR)
        elif rules.row_shortest[row] == 1:
            bare_triple |= width == 3
        elif width == 1 and rules.row_suits[row] != ONE_SUIT:
            shortest, straight_ranks = rules.row_shortest[row], rules.row_ranks[row]
            if rules.row_low_ace[row]:
                straight_ranks &= _BELOW_TWO
        elif width == 2:
            shortest_pairs, pair_ranks = rules.row_shortest[row], rules.row_ranks[row]
        elif width == 3:
            shortest_triples = rules.row_shortest[row]
    if kickers == ONE_PAIR and bare_triple:
        kickers = ONE_CARD
    fifty_ks = rules.mixed_strength + rules.pure_strength > 0
    triples = (shortest_triples, kickers)
    return straight_ranks, shortest, pair_ranks, shortest_pairs, triples, fifty_ks, rules.wild > 0


@kernel
def glance(known, counts):
    """Return about how many plays empty a hand: what a player sees at a glance.

    Each rank is a play, less what runs and kickers join; tried with and without the fifty-K and
    the straights. A wild joker joins another play.

    Parameters
    ----------
    known : tuple
        What `survey` returned.
    counts : uint64
        The hand's rank counts.
    """
    straight_ranks, shortest, pair_ranks, shortest_pairs, triples, fifty_ks, wild = known
    if wild and counts & JOKERS:
        counts &= ~JOKERS
        if counts == U0:
            return 1
    fewest = 99
    fifty_ks &= holds_fifty_k(counts)
    hand, taken = counts, 0
    while True:
        plays = _without_straights(hand, pair_ranks, shortest_pairs, triples)
        starts = windows(at_least(hand, 1) & straight_ranks, shortest)
        if starts:
            covered = spread(starts, shortest)
            straights = popcount(covered & ~(covered << U4))
            rest = hand - (covered >> U3)
            rest_plays = _without_straights(rest, pair_ranks, shortest_pairs, triples)
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
def _without_straights(counts, pair_ranks, shortest_pairs, triple_rows):
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
        plays -= _joined_to_triples(triples, popcount(one & ~two), popcount(pairs), triple_rows)
    return plays


@inlined
def _joined_to_triples(triples, singles, pairs, triple_rows):
    """Return how many plays triple runs and kickers save."""
    shortest, kickers = triple_rows
    joined = triples
    if shortest > 2:
        joined = spread(windows(triples, shortest), shortest)
    joins = popcount(joined & joined << U4)
    if kickers == NO_KICKERS:
        return joins
    count = popcount(triples)
    if kickers == ONE_CARD:
        free = min(count, singles + pairs)
        # A run takes kickers of one sort for all its triples, or none.
        return joins + count if singles >= count else max(joins, free)
    if kickers == TWO_CARDS:
        loose = min(singles, 2 * count)
        return joins + loose + min(pairs, (2 * count - loose) >> 1)
    # No triple goes alone: one without a pair is a pair and a single card.
    alone = count - popcount(joined & (joined << U4 | joined >> U4))
    return joins + min(alone, pairs) - max(alone - pairs, 0)
