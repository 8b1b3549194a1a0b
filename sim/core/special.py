"""Plays that are walked over: where suits matter, runs with any kickers or from a low ace, jokers.

One walk both counts and picks: it is given the number of a play and takes away how many there are
until that one comes. Order: the table's rows, shorter before longer, fewer wild jokers first,
lower before higher.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    EIGHTS,
    U0,
    U1,
    at_least,
    card_total,
    copies,
    lone_suits,
    lowest_bit,
    nth_rank,
    popcount,
    run_counts,
    suit_sets,
    windows,
)
from sim.core.compiler import inlined, kernel, stay_out_of_line
from sim.core.groups import row_starts
from sim.core.kickers import count_kickers, hands_of, kickers_beside, nth_choice, nth_hand
from sim.core.places import high_places, least_rank, places_of, play_at, ranks_at
from sim.core.play import JOKER_PAIR_RANK, joker_pair_play, length_of, row_of
from sim.core.shared import FOUND, NUMBER, WORD, shared
from sim.core.suit_runs import seek_suit_runs, suits_at
from sim.core.tables import ANY_KICKERS, MATCHED, NOT_ONE_SUIT, ONE_SUIT, RULES_RECORD
from sim.core.wilds import (
    BIG,
    LITTLE,
    holds_joker_pair,
    joker_uses,
    jokers_used,
    naturals,
    short_starts,
    spare_counts,
    wilds_held,
)

FAR = np.int64(1 << 40)
"""A number that no play has: a walk that far counts."""


@inlined
def natural_ranks(rules, counts, row):
    """Return the places where natural cards make a row's group."""
    return places_of(rules, row, row_starts(rules, counts, row))


@inlined
def lone_ranks(rules, row, lo, hi):
    """Return the suits at a row's places that are held in one suit, where runs must mix suits."""
    if rules.row_suits[row] == NOT_ONE_SUIT:
        return suits_at(rules, row, lone_suits(suit_sets(lo, hi)))
    return U0


@inlined
def natural_starts(rules, row, length, runs, lone_runs):
    """Return the lowest places of a row's groups or runs without jokers.

    Of the `windows` of `natural_ranks` and of `lone_ranks`: a run of cards that are all of one
    suit, each the only one of its rank, is not of mixed suits.
    """
    starts = runs & ~at_least(lone_runs, 1)
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
        ranks, lone = natural_ranks(rules, counts, row), lone_ranks(rules, row, lo, hi)
        return natural_starts(rules, row, length, windows(ranks, length), windows(lone, length))
    return short_starts(counts, rules.row_width[row], rules.row_ranks[row], length, wilds)


@inlined
def has_one_way(length, wilds):
    """Return whether so many jokers can be part of a run of any ranks in one way only."""
    return wilds == 0 or length == 1


@inlined
def body_ways(counts, low, length, width, wilds):
    """Return in how many ways so many jokers can be part of a run, which joker it is aside."""
    if has_one_way(length, wilds):
        return 1
    spare = spare_counts(counts, low, length, width)
    return hands_of(spare, wilds - width * length + card_total(spare))


@inlined
def nth_body(rules, counts, row, low, length, wilds, n):
    """Return the natural cards of a run with jokers in way number n of `body_ways`."""
    width = rules.row_width[row]
    if wilds == 0:
        return ranks_at(rules, row, run_counts(low, length, width))
    return nth_mended(counts, low, length, width, wilds, n)


@kernel
def nth_mended(counts, low, length, width, wilds, n):
    """Return the natural cards of a run that jokers are part of, in way number n."""
    stay_out_of_line()
    spare = spare_counts(counts, low, length, width)
    return spare - nth_hand(spare, wilds - width * length + card_total(spare), n)


@inlined
def has_even_kickers(rules, row, length, wilds, kickers):
    """Return whether kickers can be chosen in as many ways beside each of a row's bodies.

    So it is where a body's ranks hold so many cards that each could be all kickers: then the
    choices lack the same whichever ranks are left out.
    """
    kind = rules.row_kickers[row]
    free = kickers == 0 or kind == ANY_KICKERS or (kind == MATCHED and kickers < 2)
    return free and kickers <= rules.row_width[row] - wilds and has_one_way(length, wilds)


@inlined
def kicked_play(rules, counts, lo, hi, row, length, low, wilds, inside, kickers, choices, n):
    """Return (0, counts, meta) of number n of a row's plays from place `low` up.

    With so many jokers, `inside` the groups, and `choices` of `kickers` beside each body.
    """
    own = naturals(rules, counts)
    uses = joker_uses(counts, wilds)
    others = kickers_beside(rules, row, own, low, length)
    cards = jokers_used(counts, wilds, n % uses)
    n //= uses
    cards += nth_body(rules, own, row, low, length, inside, n // choices)
    cards += nth_choice(rules, row, lo, hi, others, kickers, n % choices)
    return 0, cards, play_at(rules, row, low, length)


@kernel
def seek_kicked(rules, counts, lo, hi, row, length, starts, wilds, inside, n):
    """Walk over a row's plays from given places up with so many jokers, `inside` the groups."""
    own = naturals(rules, counts)
    width = rules.row_width[row]
    kickers = (rules.row_group[row] - width) * length - wilds + inside
    uses = joker_uses(counts, wilds)
    if has_even_kickers(rules, row, length, inside, kickers):
        others = kickers_beside(rules, row, own, lowest_bit(starts) >> 2, length)
        choices = count_kickers(rules, row, lo, hi, others, kickers)
        each = uses * choices
        here = popcount(starts) * each
        if n >= here:
            return n - here, U0, U0
        low = nth_rank(starts, n // each)
        return kicked_play(
            rules, counts, lo, hi, row, length, low, wilds, inside, kickers, choices, n % each
        )
    while starts:
        low = lowest_bit(starts) >> 2
        starts &= starts - U1
        bodies = body_ways(own, low, length, width, inside)
        others = kickers_beside(rules, row, own, low, length)
        choices = count_kickers(rules, row, lo, hi, others, kickers)
        ways = uses * bodies * choices
        if n < ways:
            return kicked_play(
                rules, counts, lo, hi, row, length, low, wilds, inside, kickers, choices, n
            )
        n -= ways
    return n, U0, U0


@kernel
def seek_mended(rules, counts, lo, hi, row, length, high, n):
    """Walk over a row's plays with wild jokers from the places of a mask up."""
    stay_out_of_line()
    own = naturals(rules, counts)
    width = rules.row_width[row]
    kickers = (rules.row_group[row] - width) * length
    for wilds in range(1, wilds_held(rules, counts) + 1):
        for inside in range(max(wilds - kickers, 0), min(wilds, width * length - 1) + 1):
            starts = body_starts(rules, own, lo, hi, row, length, inside) & high
            if starts:
                n, cards, meta = seek_kicked(
                    rules, counts, lo, hi, row, length, starts, wilds, inside, n
                )
                if meta != U0:
                    return n, cards, meta
    return n, U0, U0


@kernel
def seek_groups(rules, counts, lo, hi, row, shortest, longest, top, n):
    """Walk over a row's groups or runs of any suits. See `seek_row`."""
    own, held = naturals(rules, counts), wilds_held(rules, counts)
    size = card_total(counts)
    ranks, lone = natural_ranks(rules, own, row), lone_ranks(rules, row, lo, hi)
    runs, lone_runs = windows(ranks, shortest), windows(lone, shortest)
    for length in range(shortest, longest + 1):
        if (runs == U0 and held == 0) or rules.row_group[row] * length > size:
            break  # Where no run is so long, none is longer.
        high = high_places(rules, row, length, top)
        starts = natural_starts(rules, row, length, runs, lone_runs) & high
        if rules.row_kicker[row] == 0:
            here = popcount(starts)
            if n < here:
                low = nth_rank(starts, n)
                cards = ranks_at(rules, row, run_counts(low, length, rules.row_width[row]))
                return 0, cards, play_at(rules, row, low, length)
            n -= here
        elif starts:
            n, cards, meta = seek_kicked(rules, counts, lo, hi, row, length, starts, 0, 0, n)
            if meta != U0:
                return n, cards, meta
        if held:
            n, cards, meta = seek_mended(rules, counts, lo, hi, row, length, high, n)
            if meta != U0:
                return n, cards, meta
        runs &= ranks >> np.uint64(4 * length)
        lone_runs &= lone >> np.uint64(4 * length)
    if row == rules.joker_pair_row and shortest == 1:
        higher = least_rank(rules, row, 1, top) <= JOKER_PAIR_RANK
        if higher and holds_joker_pair(counts):
            if n == 0:
                return 0, copies(LITTLE, 1) + copies(BIG, 1), joker_pair_play(rules)
            n -= 1
    return n, U0, U0


@inlined
def seek_row(rules, counts, lo, hi, row, shortest, longest, top, n):
    """Walk over the plays of a special row.

    Parameters
    ----------
    rules : record of `RULES`
    counts, lo, hi : uint64
        The hand: rank counts and card set.
    row : int
    shortest, longest : int
        Number of groups.
    top : uint64
        Meta of the play to beat, of the row's class; 0 for none.
    n : int
        How many plays to go; `FAR` to count.

    Returns
    -------
    n : int
        What is left to go: n less the number of plays if the one was not reached.
    counts, meta : uint64
        The play number n; 0 if there are not so many.
    """
    if rules.row_suits[row] == ONE_SUIT:
        return seek_suit_runs(rules, counts, lo, hi, row, shortest, longest, top, n)
    return seek_groups(rules, counts, lo, hi, row, shortest, longest, top, n)


@inlined
def nearly_wide(rules, counts, row, wilds):
    """Return the ranks that are wide enough for a row's group with so many jokers."""
    return at_least(counts, max(rules.row_width[row] - wilds, 1))


@inlined
def may_have(rules, counts, row, wilds, shortest, high):
    """Return whether rank counts look as if they had a row's play; quicker than to walk.

    With so many jokers, of at least `shortest` groups; one of so many from the places of a mask up.
    """
    if row == rules.joker_pair_row and holds_joker_pair(counts):
        return True
    ranks = nearly_wide(rules, counts, row, wilds) & rules.row_ranks[row]
    if wilds:
        if shortest == 1:
            return ranks & high != U0
        # Each joker completes at most one of a run's groups.
        whole = row_starts(rules, counts, row)
        return ranks != U0 and popcount(whole) >= shortest - wilds
    return windows(places_of(rules, row, ranks), shortest) & high != U0


@inlined
def lengths_against(rules, row, top):
    """Return (shortest, longest) of a row's plays of a top play's class that may beat it."""
    shortest, longest = rules.row_shortest[row], rules.row_longest[row]
    if rules.row_any_length[row]:
        return shortest, longest
    return max(shortest, length_of(top)), min(longest, length_of(top))


@inlined
def may_beat(rules, counts, row, shortest, top):
    """Return whether rank counts look as if they had a row's play that beats a top play.

    Of at least `shortest` groups (`lengths_against`).
    """
    # A longer run may be of lower ranks.
    anywhere = rules.row_any_length[row]
    high = EIGHTS if anywhere else high_places(rules, row, shortest, top)
    return may_have(rules, counts, row, wilds_held(rules, counts), shortest, high)


@shared(FOUND, RULES_RECORD, WORD, WORD, WORD, NUMBER)
def seek_lead(rules, counts, lo, hi, n):
    """Walk over a leader's plays of the rows that are walked over. See `seek_row`."""
    cards, wilds = card_total(counts), wilds_held(rules, counts)
    for row in range(rules.walked_from, rules.rows):
        if nearly_wide(rules, counts, row, wilds) == U0 and row > rules.joker_pair_row:
            break  # Rows are sorted by width, so none of the others has any.
        shortest, longest = rules.row_shortest[row], rules.row_longest[row]
        fits = rules.row_group[row] * shortest <= cards
        if fits and may_have(rules, counts, row, wilds, shortest, EIGHTS):
            n, play, meta = seek_row(rules, counts, lo, hi, row, shortest, longest, U0, n)
            if meta != U0:
                return n, play, meta
    return n, U0, U0


@shared(FOUND, RULES_RECORD, WORD, WORD, WORD, WORD, NUMBER)
def seek_follow(rules, counts, lo, hi, top, n):
    """Walk over the plays that beat a top play of a row that is walked over. See `seek_row`."""
    cards = card_total(counts)
    row = rules.row_first[row_of(top)]
    while row >= 0:
        shortest, longest = lengths_against(rules, row, top)
        if rules.row_group[row] * shortest <= cards and may_beat(rules, counts, row, shortest, top):
            n, play, meta = seek_row(rules, counts, lo, hi, row, shortest, longest, top, n)
            if meta != U0:
                return n, play, meta
        row = rules.row_next[row]
    return n, U0, U0
