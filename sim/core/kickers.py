"""Kickers: of different ranks, any cards, any that hold no bomb, or two that go together.

Choices are ordered by the rank counts of the lower ranks first; none of them has a rank of the
groups they go with, so callers clear those ranks first.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    FIFTY_K,
    FIVE,
    KING,
    ONES,
    TEN,
    U0,
    U1,
    U3,
    U4,
    U8,
    U15,
    at_least,
    copies,
    count_of,
    lowest_bit,
    lowest_rank,
    nibbles,
    nth_rank,
    popcount,
    rank_bit,
    ranks_above,
    run_counts,
    suit_sets,
)
from sim.core.compiler import inlined, kernel, stay_out_of_line
from sim.core.groups import row_starts
from sim.core.room import stack_array
from sim.core.tables import APART, BOMBLESS, LONE_JOKERS, MATCHED, UNJOINED
from sim.core.wilds import BIG, LITTLE, holds_joker_pair

MOST_KICKERS = 24
"""Two for each triple of a run from 3 to A."""
_THREE = 0
_BOTH_JOKERS = copies(LITTLE, 1) + copies(BIG, 1)
_SUITED_RANKS = 13
_SUITED = ~(np.uint64(255) << np.uint64(52)) & (np.uint64(1) << np.uint64(60)) - np.uint64(1)
"""Nibbles of suited ranks: a joker has no suit."""
_coefficients = stack_array((MOST_KICKERS + 1,), np.int64)
_sums = stack_array((MOST_KICKERS + 1,), np.int64)


BINOMIAL = np.zeros((16, 16), dtype=np.int64)
BINOMIAL[:, 0] = 1
for _n in range(1, 16):
    for _k in range(1, 16):
        BINOMIAL[_n, _k] = BINOMIAL[_n - 1, _k - 1] + BINOMIAL[_n - 1, _k]
_MOST_FEW = 6
_REPEATED = np.zeros((16, 2 * _MOST_FEW + 1), dtype=np.int64)
"""In how many ways k cards can be of n ranks, as many of each as you like: column 6 + k."""
_REPEATED[:, _MOST_FEW] = 1
for _n in range(1, 16):
    for _k in range(_MOST_FEW + 1, 2 * _MOST_FEW + 1):
        _REPEATED[_n, _k] = _REPEATED[_n - 1, _k] + _REPEATED[_n, _k - 1]


@inlined
def nth_kickers(mask, width, length, n):
    """Return the rank counts of choice number n of `length` kickers out of a rank mask."""
    left = popcount(mask)
    kickers = U0
    while length:
        rank = lowest_bit(mask) >> 2
        mask &= mask - U1
        left -= 1
        with_this = BINOMIAL[left, length - 1]
        if n < with_this:
            kickers += copies(rank, width)
            length -= 1
        else:
            n -= with_this
    return kickers


@inlined
def cleared(counts, ranks):
    """Return rank counts without the cards of a rank mask."""
    return counts & ~nibbles(ranks)


@inlined
def hands_of(counts, size):
    """Return how many different rank counts of `size` cards can be taken out of rank counts."""
    if size > 2:
        return many_hands_of(counts, size) if size > _MOST_FEW else few_hands_of(counts, size)
    ones = popcount(at_least(counts, 1))
    if size == 2:
        return BINOMIAL[ones, 2] + popcount(at_least(counts, 2))
    return ones if size else 1


@kernel
def few_hands_of(counts, size):
    """Return `hands_of` up to six cards.

    The coefficient of x^size in the product of 1 + … + x^c over the ranks, c their counts: that of
    as many 1 / (1 - x), of which `of_any` has the coefficients, times 1 - x^(c + 1) for each rank.
    Multiplied out, this begins 1 - one x^2 - two x^3, with `one` the ranks held once, and so on.
    """
    stay_out_of_line()
    ones, twos = popcount(at_least(counts, 1)), popcount(at_least(counts, 2))
    threes, fours = popcount(at_least(counts, 3)), popcount(at_least(counts, 4))
    fives, sixes = popcount(at_least(counts, 5)), popcount(at_least(counts, 6))
    one, two, three, four = ones - twos, twos - threes, threes - fours, fours - fives
    of_any = _REPEATED[ones]
    total = of_any[size + 6] - one * of_any[size + 4] - two * of_any[size + 3]
    total += (BINOMIAL[one, 2] - three) * of_any[size + 2]
    total += (one * two - four) * of_any[size + 1]
    sixth = BINOMIAL[two, 2] - BINOMIAL[one, 3] + one * three - (fives - sixes)
    return total + sixth * of_any[size]


@kernel
def many_hands_of(counts, size):
    """Return `hands_of` of any number of cards.

    The same coefficient by the logarithm of the product, by Newton's identity.
    """
    stay_out_of_line()
    ranks = at_least(counts, 1)
    ones = popcount(ranks)
    sums, coefficients = _sums(), _coefficients()
    for k in range(1, size + 1):
        sums[k] = ones
    while ranks:
        rank = lowest_rank(ranks)
        ranks &= ranks - U1
        step = count_of(counts, rank) + 1
        for k in range(step, size + 1, step):
            sums[k] -= step
    coefficients[0] = 1
    for k in range(1, size + 1):
        total = 0
        for j in range(1, k + 1):
            total += sums[j] * coefficients[k - j]
        coefficients[k] = total // k
    return coefficients[size]


@inlined
def nth_two(counts, n):
    """Return rank counts number n of the two cards that `hands_of` counts."""
    ranks, twos = at_least(counts, 1), at_least(counts, 2)
    ones = popcount(ranks)
    # Counted from the last one, the order is that of words: 33, 34, 35, … 44, 45 …
    n = BINOMIAL[ones, 2] + popcount(twos) - 1 - n
    while True:
        rank = lowest_rank(ranks)
        ranks &= ranks - U1
        ones -= 1
        alike = np.int64(twos >> np.uint64(4 * rank + 3) & U1)
        if n < alike:
            return copies(rank, 2)
        n -= alike
        if n < ones:
            return copies(rank, 1) + copies(nth_rank(ranks, n), 1)
        n -= ones


@kernel
def nth_hand(counts, size, n):
    """Return rank counts number n of the `size` cards that `hands_of` counts."""
    taken = U0
    ranks = at_least(counts, 1)
    while size > 2:
        rank = lowest_rank(ranks)
        ranks &= ranks - U1
        held = count_of(counts, rank)
        counts = cleared(counts, rank_bit(rank))
        here = 0
        while True:
            ways = hands_of(counts, size - here)
            if n < ways or here == min(held, size):
                break
            n -= ways
            here += 1
        taken += copies(rank, here)
        size -= here
    if size == 2:
        return taken + nth_two(counts, n)
    # Of one card the highest rank comes first.
    return taken + copies(nth_rank(ranks, popcount(ranks) - 1 - n), 1) if size else taken


@inlined
def of_rank(suits, rank):
    """Return a rank's suits out of a word of suits."""
    return suits >> np.uint64(4 * rank) & U15


@kernel
def mates_of(lo, hi, others, rank):
    """Return the ranks above one, out of rank counts, of which a card goes with one of its cards.

    Two cards of different ranks go together if they can be of one suit, are two of 5, T and K, or
    one is a 3.
    """
    above = at_least(others, 1) & ranks_above(rank)
    if rank == _THREE:
        return above
    suits = suit_sets(lo, hi) & _SUITED
    own = of_rank(suits, rank)
    mates = at_least(suits & ONES * own, 1)
    if FIFTY_K >> np.uint64(4 * rank) & U1:
        mates |= FIFTY_K * U8
    return above & mates


@inlined
def go_together(kickers):
    """Return whether at most two natural kickers go together whatever their suits."""
    ranks = at_least(kickers, 1)
    fifty_k = popcount(ranks & FIFTY_K * U8) == 2
    return popcount(ranks) < 2 or fifty_k or kickers & U15 != U0


@kernel
def count_two(lo, hi, others):
    """Return the number of pairs of cards out of rank counts that go together; see `mates_of`."""
    ranks = at_least(others, 1)
    total = popcount(at_least(others, 2))
    if ranks & U8:
        total += popcount(ranks) - 1
    suits = suit_sets(lo, hi) & _SUITED & nibbles(ranks) & ~U15
    for apart in range(1, _SUITED_RANKS - 1):
        total += popcount(at_least(suits & suits >> np.uint64(4 * apart), 1))
    fives, tens, kings = of_rank(suits, FIVE), of_rank(suits, TEN), of_rank(suits, KING)
    total += np.int64((fives != U0) & (tens != U0) & (fives & tens == U0))
    total += np.int64((fives != U0) & (kings != U0) & (fives & kings == U0))
    total += np.int64((tens != U0) & (kings != U0) & (tens & kings == U0))
    return total


@kernel
def nth_pair(lo, hi, others, n):
    """Return the rank counts of number n of the pairs of cards that `count_two` counts."""
    ranks = at_least(others, 1)
    while True:
        rank = lowest_rank(ranks)
        ranks &= ranks - U1
        if count_of(others, rank) >= 2:
            if n == 0:
                return copies(rank, 2)
            n -= 1
        mates = mates_of(lo, hi, others, rank)
        here = popcount(mates)
        if n < here:
            return copies(rank, 1) + copies(nth_rank(mates, n), 1)
        n -= here


@inlined
def capped(counts, most):
    """Return rank counts with everything above `most` (at most 8) made that."""
    total = U0
    for k in range(1, most + 1):
        total += at_least(counts, k) >> U3
    return total


@kernel
def kickers_beside(rules, row, counts, low, length):
    """Return the rank counts out of which the kickers of a row's run are taken.

    Of rank counts, without the ranks of the run from rank `low` up, and as many of a rank as the
    row allows.
    """
    others = cleared(counts, run_counts(low, length, 8))
    kickers = rules.row_kickers[row]
    if kickers >= BOMBLESS and rules.largest_set:
        others = capped(others, rules.smallest_set - 1)
    if kickers == UNJOINED:
        ends = rank_bit(low + length) | rank_bit(low) >> U4
        joined = row_starts(rules, others, row) & ends
        fewer = copies(0, rules.row_width[row] - 1) * (joined >> U3)
        others = cleared(others, joined) | fewer
    return others


@inlined
def both_jokers_bomb(rules, others):
    """Return whether rank counts hold both jokers and they are a bomb."""
    return holds_joker_pair(others) and rules.joker_strength[LONE_JOKERS + 1] > 0


@inlined
def count_kickers(rules, row, lo, hi, others, size):
    """Return in how many ways a row's `size` kickers can be chosen.

    Parameters
    ----------
    rules : record of `RULES`
    row : int
    lo, hi : uint64
        The hand, for suits.
    others : uint64
        Rank counts that may be taken (`kickers_beside`).
    size : int
        Number of cards; what goes with a joker always goes together.
    """
    if size == 0:
        return 1
    kickers, width = rules.row_kickers[row], rules.row_kicker[row]
    if kickers == MATCHED and size == 2:
        return count_two(lo, hi, others)
    if kickers == APART:
        return BINOMIAL[popcount(at_least(others, width)), size // width]
    if kickers >= BOMBLESS and both_jokers_bomb(rules, others):
        with_big = hands_of(others - _BOTH_JOKERS, size - 1)
        return hands_of(others - copies(BIG, 1), size) + with_big
    return hands_of(others, size)


@inlined
def nth_choice(rules, row, lo, hi, others, size, n):
    """Return the rank counts of choice number n of those that `count_kickers` counts."""
    if size == 0:
        return U0
    kickers, width = rules.row_kickers[row], rules.row_kicker[row]
    if kickers == MATCHED and size == 2:
        return nth_pair(lo, hi, others, n)
    if kickers == APART:
        return nth_kickers(at_least(others, width), width, size // width, n)
    if kickers >= BOMBLESS and both_jokers_bomb(rules, others):
        # With the big joker there is no little one; those choices come last.
        big = copies(BIG, 1)
        without = hands_of(others - big, size)
        if n < without:
            return nth_hand(others - big, size, n)
        return big + nth_hand(others - _BOTH_JOKERS, size - 1, n - without)
    return nth_hand(others, size, n)
