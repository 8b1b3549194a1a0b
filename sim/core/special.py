"""Plays of special rows: suits that matter, kickers of any kind, runs from a low ace, wild jokers.

One walk both counts and picks: it is given the number of a play and takes away how many there are
until that one comes. Order: the table's rows, shorter before longer, fewer wild jokers first,
lower before higher.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    EIGHTS,
    ONES,
    U0,
    U1,
    U2,
    U3,
    at_least,
    card_total,
    copies,
    count_of,
    lowest_bit,
    nth_bit,
    popcount,
    rank_bit,
    ranks_above,
    run_counts,
    suit_sets,
    windows,
)
from sim.core.compiler import inlined, kernel
from sim.core.kickers import hands_of, kickers_beside, nth_hand, seek_kickers
from sim.core.play import (
    JOKER_PAIR_RANK,
    height_of,
    joker_pair_play,
    length_of,
    row_of,
    row_play,
)
from sim.core.shared import FOUND, NUMBER, WORD, shared
from sim.core.tables import NOT_ONE_SUIT, ONE_SUIT, RULES_RECORD

FAR = np.int64(1 << 40)
"""A number that no play has: a walk that far counts."""

LITTLE, BIG = 13, 14
_JOKERS = np.uint64(0xFF) << np.uint64(4 * LITTLE)
_ACE_SHIFT, _TWO_PLACES = np.uint64(4 * 11), np.uint64(8)
_LOW_PLACES = np.uint64(255)
_THREES = ONES * U3
_THREE_TO_ACE = (U1 << np.uint64(4 * 12)) - U1


# ---------------------------------------------------------------- places of a run


@inlined
def places_of(rules, row, ranks):
    """Return a rank mask as places of a row's runs: the ranks, or A 2 3 … K A."""
    if rules.row_low_ace[row]:
        return (ranks & _THREE_TO_ACE) << _TWO_PLACES | ranks >> _ACE_SHIFT & _LOW_PLACES
    return ranks


@inlined
def ranks_at(rules, row, places):
    """Return rank counts of a word of counts at places; no rank stands at two of them."""
    if rules.row_low_ace[row]:
        return places >> _TWO_PLACES | (places & _LOW_PLACES) << _ACE_SHIFT
    return places


@inlined
def rank_shift(rules, row):
    """Return how far places are above ranks."""
    return 2 * rules.row_low_ace[row]


# ---------------------------------------------------------------- wild jokers


@inlined
def wilds_held(rules, counts):
    """Return the number of wild jokers among rank counts."""
    if rules.wild:
        return count_of(counts, LITTLE) + count_of(counts, BIG)
    return 0


@inlined
def joker_uses(counts, wilds):
    """Return in how many ways so many jokers can be chosen out of at most one of each."""
    if wilds == 1:
        return count_of(counts, LITTLE) + count_of(counts, BIG)
    return 1


@inlined
def jokers_used(counts, wilds, n):
    """Return the rank counts of choice number n of so many jokers, little before big."""
    if wilds == 0:
        return U0
    if wilds == 2:
        return copies(LITTLE, 1) + copies(BIG, 1)
    little = count_of(counts, LITTLE) > 0 and n == 0
    return copies(LITTLE if little else BIG, 1)


@inlined
def natural_part(counts):
    """Return rank counts without jokers."""
    return counts & ~_JOKERS


@inlined
def naturals(rules, counts):
    """Return rank counts without wild jokers."""
    return natural_part(counts) if rules.wild else counts


@kernel
def short_starts(counts, width, ranks, length, wilds):
    """Return the lowest ranks of the runs that at most `wilds` (1 or 2) jokers complete."""
    # What each rank lacks: 0 … 3, where 3 is too much.
    lacking = (~ranks & EIGHTS) >> U3
    lacking |= lacking << U1
    for copy in range(max(width - 2, 1), width + 1):
        lacking += (~at_least(counts, copy) & ranks) >> U3
    total = lacking
    for step in range(1, length):
        shift = np.uint64(4 * step)
        total += lacking >> shift | _THREES & ~(_THREES >> shift)
        total = total & _THREES | (total >> U2 & ONES) * U3
    return ~at_least(total, wilds + 1) & EIGHTS


@inlined
def spare_counts(counts, low, length, width):
    """Return the rank counts of a run's cards that are held: what jokers may stand for besides."""
    spare = U0
    for rank in range(low, low + length):
        spare += copies(rank, min(width, count_of(counts, rank)))
    return spare


# ---------------------------------------------------------------- which runs there are


@inlined
def suit_mask(rules, row, suits, lane):
    """Return the places of a row's runs where a suit of `suit_sets` is held."""
    return places_of(rules, row, (suits >> np.uint64(lane) & ONES) << U3 & rules.row_ranks[row])


@kernel
def one_suit_starts(rules, row, length, lo, hi):
    """Return the lowest places of the runs in one suit."""
    suits = suit_sets(lo, hi)
    starts = U0
    for lane in range(4):
        starts |= windows(suit_mask(rules, row, suits, lane), length)
    return starts


@kernel
def forced_flushes(rules, row, length, lo, hi):
    """Return the lowest places of the runs that cannot but be of one suit."""
    suits = suit_sets(lo, hi)
    starts = U0
    for lane in range(4):
        single = ~at_least(suits ^ ONES << np.uint64(lane), 1) & EIGHTS & rules.row_ranks[row]
        starts |= windows(places_of(rules, row, single), length)
    return starts


@inlined
def natural_starts(rules, counts, lo, hi, row, length):
    """Return the lowest places of a row's groups or runs without jokers."""
    ranks = at_least(counts, rules.row_width[row]) & rules.row_ranks[row]
    starts = windows(places_of(rules, row, ranks), length)
    if rules.row_suits[row] == NOT_ONE_SUIT and starts:
        starts &= ~forced_flushes(rules, row, length, lo, hi)
    if length == 1 and rules.row_kicker[row] == 0:
        width = rules.row_width[row]
        if rules.set_strength[width] > 0:
            # What reads as a bomb is only that.
            starts &= ~rules.set_ranks[width]
    return starts


@inlined
def body_starts(rules, counts, lo, hi, row, length, wilds):
    """Return the lowest places of a row's groups or runs with so many jokers."""
    if wilds == 0:
        return natural_starts(rules, counts, lo, hi, row, length)
    return short_starts(counts, rules.row_width[row], rules.row_ranks[row], length, wilds)


@inlined
def places_from(rules, row, length, least):
    """Return the mask of the lowest places of runs whose rank is at least `least`."""
    return ranks_above(max(least - length + rank_shift(rules, row), -1))


# ---------------------------------------------------------------- the walk


@inlined
def body_ways(counts, low, length, width, wilds):
    """Return in how many ways so many jokers can be part of a run, which joker it is aside."""
    if wilds == 0:
        return 1
    spare = spare_counts(counts, low, length, width)
    return hands_of(spare, wilds - width * length + card_total(spare))


@inlined
def nth_body(rules, counts, row, low, length, wilds, n):
    """Return the natural cards of a run with jokers in way number n of `body_ways`."""
    width = rules.row_width[row]
    if wilds == 0:
        return ranks_at(rules, row, run_counts(low, length, width))
    spare = spare_counts(counts, low, length, width)
    return spare - nth_hand(spare, wilds - width * length + card_total(spare), n)


@inlined
def play_at(rules, row, low, length):
    """Return the meta of a row's run from a place up."""
    return row_play(rules, row, length, low + length - 1 - rank_shift(rules, row))


@kernel
def seek_bodies(rules, counts, lo, hi, row, length, least, n):
    """Walk over a row's groups or runs without kickers. See `seek_row`."""
    own = naturals(rules, counts)
    width = rules.row_width[row]
    for wilds in range(min(wilds_held(rules, counts), width * length - 1) + 1):
        starts = body_starts(rules, own, lo, hi, row, length, wilds)
        starts &= places_from(rules, row, length, least)
        if wilds == 0:
            here = popcount(starts)
            if n >= here:
                n -= here
                continue
        uses = joker_uses(counts, wilds)
        while starts:
            low = lowest_bit(starts) >> 2
            starts &= starts - U1
            ways = uses * body_ways(own, low, length, width, wilds)
            if n < ways:
                cards = nth_body(rules, own, row, low, length, wilds, n // uses)
                cards += jokers_used(counts, wilds, n % uses)
                return 0, cards, play_at(rules, row, low, length)
            n -= ways
    if row == rules.joker_pair_row and least <= JOKER_PAIR_RANK:
        if count_of(counts, LITTLE) and count_of(counts, BIG):
            if n == 0:
                return 0, copies(LITTLE, 1) + copies(BIG, 1), joker_pair_play(rules)
            n -= 1
    return n, U0, U0


@inlined
def in_some_suit(rules, row, suits, need):
    """Return whether all places of a mask are held in one suit."""
    for lane in range(4):
        if need & ~suit_mask(rules, row, suits, lane) == U0:
            return True
    return False


@kernel
def seek_suit_runs(rules, counts, lo, hi, row, length, least, n):
    """Walk over a row's runs in one suit. See `seek_row`."""
    starts = one_suit_starts(rules, row, length, lo, hi) & places_from(rules, row, length, least)
    here = popcount(starts)
    if n < here:
        low = nth_bit(starts, n) >> 2
        cards = ranks_at(rules, row, run_counts(low, length, 1))
        return 0, cards, play_at(rules, row, low, length)
    n -= here
    suits = suit_sets(lo, hi)
    for wilds in range(1, min(wilds_held(rules, counts), length - 1) + 1):
        uses = joker_uses(counts, wilds)
        starts = body_starts(rules, naturals(rules, counts), lo, hi, row, length, wilds)
        starts &= places_from(rules, row, length, least)
        while starts:
            low = lowest_bit(starts) >> 2
            starts &= starts - U1
            run = run_counts(low, length, 8)
            # Jokers at one place, or at two.
            for one in range(length):
                for two in range(one + 1, length) if wilds == 2 else range(one, one + 1):
                    need = run & ~(rank_bit(low + one) | rank_bit(low + two))
                    if in_some_suit(rules, row, suits, need):
                        if n < uses:
                            cards = (need >> U3) + jokers_used(counts, wilds, n)
                            return 0, cards, play_at(rules, row, low, length)
                        n -= uses
    return n, U0, U0


@kernel
def seek_with_kickers(rules, counts, lo, hi, row, length, least, n):
    """Walk over a row's groups or runs with kickers of any kind. See `seek_row`."""
    own = naturals(rules, counts)
    width = rules.row_width[row]
    size = (rules.row_group[row] - width) * length
    for wilds in range(wilds_held(rules, counts) + 1):
        uses = joker_uses(counts, wilds)
        for inside in range(max(wilds - size, 0), wilds + 1):
            starts = body_starts(rules, own, lo, hi, row, length, inside)
            starts &= places_from(rules, row, length, least)
            while starts:
                low = lowest_bit(starts) >> 2
                starts &= starts - U1
                bodies = body_ways(own, low, length, width, inside)
                others = kickers_beside(rules, row, own, low, length)
                natural = size - wilds + inside
                choices = FAR - seek_kickers(rules, row, lo, hi, others, natural, FAR)[0]
                ways = uses * bodies * choices
                if n < ways:
                    cards = jokers_used(counts, wilds, n % uses)
                    n //= uses
                    cards += nth_body(rules, own, row, low, length, inside, n // choices)
                    cards += seek_kickers(rules, row, lo, hi, others, natural, n % choices)[1]
                    return 0, cards, play_at(rules, row, low, length)
                n -= ways
    return n, U0, U0


@inlined
def seek_row(rules, counts, lo, hi, row, length, least, n):
    """Walk over the plays of a special row.

    Parameters
    ----------
    rules : record of `RULES`
    counts, lo, hi : uint64
        The hand: rank counts and card set.
    row : int
    length : int
        Number of groups.
    least : int
        Lowest rank of the play.
    n : int
        How many plays to go; `FAR` to count.

    Returns
    -------
    n : int
        What is left to go: n less the number of plays if the one was not reached.
    counts, meta : uint64
        The play number n; 0 if there are not so many.
    """
    if rules.row_kicker[row]:
        return seek_with_kickers(rules, counts, lo, hi, row, length, least, n)
    if rules.row_suits[row] == ONE_SUIT:
        return seek_suit_runs(rules, counts, lo, hi, row, length, least, n)
    return seek_bodies(rules, counts, lo, hi, row, length, least, n)


@shared(FOUND, RULES_RECORD, WORD, WORD, WORD, NUMBER)
def seek_lead(rules, counts, lo, hi, n):
    """Walk over a leader's plays of special rows. See `seek_row`."""
    cards = card_total(counts)
    for row in range(rules.plain_rows, rules.rows):
        group = rules.row_group[row]
        for length in range(rules.row_shortest[row], rules.row_longest[row] + 1):
            if group * length > cards:
                break
            left, play, meta = seek_row(rules, counts, lo, hi, row, length, 0, n)
            if meta != U0:
                return left, play, meta
            if left == n:
                # Where no run is so long, none is longer.
                break
            n = left
    return n, U0, U0


@inlined
def least_rank(rules, row, length, top):
    """Return the lowest rank at which a row's play beats a top play of its class."""
    offset = rules.row_height_offset[row] + length * rules.row_any_length[row]
    return ((height_of(top) - offset) >> rules.row_height_shift[row]) + 1


@shared(FOUND, RULES_RECORD, WORD, WORD, WORD, WORD, NUMBER)
def seek_follow(rules, counts, lo, hi, top, n):
    """Walk over the plays of special rows that beat an ordinary top play. See `seek_row`."""
    cards = card_total(counts)
    top_row, top_length = row_of(top), length_of(top)
    for row in range(rules.plain_rows, rules.rows):
        if rules.row_class[row] != rules.row_class[top_row]:
            continue
        shortest = longest = top_length
        if rules.row_any_length[row]:
            shortest, longest = rules.row_shortest[row], rules.row_longest[row]
        elif top_length < rules.row_shortest[row] or top_length > rules.row_longest[row]:
            continue
        group = rules.row_group[row]
        for length in range(shortest, longest + 1):
            if group * length > cards:
                break
            least = least_rank(rules, row, length, top)
            n, play, meta = seek_row(rules, counts, lo, hi, row, length, least, n)
            if meta != U0:
                return n, play, meta
    return n, U0, U0
