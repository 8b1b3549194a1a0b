"""Exact probabilities of the features of a dealt hand, as fractions.

Question: how often is a hand of so many cards dealt with four aces, a straight of seven, three
twos? Unit: one hand dealt from a full, well shuffled pack; all sets of cards are equally likely.
Hands of one deal are dependent, but each by itself has this law, and so has their average.

Method: go through the groups of the pack (the ranks, or the suits of 5, T and K), choose how many
cards of each the hand holds, and count the ways, remembering just what the feature needs to know
so far. Numbers of ways are whole numbers, so every probability is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import Final, TypeVar

from sim.errors import BadInput

RANKS: Final = "3456789TJQKA2"
RUN_RANKS: Final = RANKS[:-1]
"""A run goes from 3 to A and never holds a 2."""
TRIPLE: Final = 3
BOMB: Final = 4
POINTS: Final = {"5": 5, "T": 10, "K": 10}

Distribution = dict[int, Fraction]
"""Value of a feature -> its probability; yes/no features take the values 0 and 1."""
State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack: `decks` copies of 13 ranks in `suits` suits, and jokers, which no feature uses."""

    decks: int = 1
    jokers: int = 0
    """Jokers in the whole pack."""
    suits: int = 4

    def __post_init__(self) -> None:
        """Refuse packs without cards."""
        if self.decks < 1 or self.suits < 1 or self.jokers < 0:
            raise BadInput(f"no pack has {self.decks} decks, {self.suits} suits")

    @property
    def copies(self) -> int:
        """Cards of one rank."""
        return self.decks * self.suits

    @property
    def size(self) -> int:
        """Cards of the pack."""
        return self.copies * len(RANKS) + self.jokers


FIFTYK_PACK: Final = Pack()


@lru_cache(maxsize=64)
def _distributions(pack: Pack, size: int) -> Mapping[str, Distribution | None]:
    """Return the distribution of every feature for a hand of exactly `size` cards."""
    mixed = mixed_fifty_k_probability(pack, size)
    return {
        **{f"bomb_{rank}": _yes_or_no(bomb_probability(pack, size)) for rank in RANKS},
        "mixed_fifty_k": _yes_or_no(mixed),
        "pure_fifty_k": _pure_fifty_k(pack, size),
        "straight": longest_run(pack, size, width=1, shortest=5),
        "pair_run": longest_run(pack, size, width=2, shortest=2),
        "triple_run": longest_run(pack, size, width=TRIPLE, shortest=2),
        "triples": _by_rank(pack, size, RANKS, lambda triples, _, held: triples + (held >= TRIPLE)),
        "twos": _by_rank(pack, size, "2", lambda twos, _, held: twos + held),
        "above_king": _by_rank(pack, size, "A2", lambda above, _, held: above + held),
        "points": _by_rank(
            pack, size, "5TK", lambda points, rank, held: points + POINTS[rank] * held
        ),
        "loose_singles": None,
        "plays_to_empty": None,
    }


def hand_frequencies(
    hand_sizes: Sequence[int], pack: Pack = FIFTYK_PACK
) -> dict[str, Distribution | None]:
    """Return the exact distribution of every hand feature; None where no exact form is known.

    Question: how often does a seat get such a hand? Assumption: a seat gets a hand of each size
    in `hand_sizes` equally often (as it does when the seat dealt first goes round), so the law
    is the mean of the laws for the single sizes.

    Parameters
    ----------
    hand_sizes : sequence of int
        Cards dealt to each seat: ``(13, 13, 13, 13)``, or ``(18, 17, 17)``.
    pack : Pack
        What they are dealt from.

    Returns
    -------
    dict
        Feature -> value -> probability. The features are the columns of a result table; values
        that cannot occur are left out.

    Examples
    --------
    >>> twos = hand_frequencies((13, 13, 13, 13))["twos"]
    >>> [round(float(share), 4) for share in twos.values()]
    [0.3038, 0.4388, 0.2135, 0.0412, 0.0026]

    References
    ----------
    Feller (1968), An Introduction to Probability Theory I, §II.6 (hypergeometric distribution).
    """
    if not hand_sizes or not all(0 <= size <= pack.size for size in hand_sizes):
        raise BadInput(f"hand sizes {tuple(hand_sizes)} do not fit a pack of {pack.size} cards")
    laws = [_distributions(pack, size) for size in hand_sizes]
    return {feature: _mixture([law[feature] for law in laws]) for feature in laws[0]}


def expected_value(distribution: Distribution) -> Fraction:
    """Return the mean of a feature: what control variates are centred on.

    Examples
    --------
    >>> expected_value(hand_frequencies((13,))["points"])
    Fraction(25, 1)
    """
    return sum((value * share for value, share in distribution.items()), Fraction(0))


def bomb_probability(pack: Pack, size: int) -> Fraction:
    """Return the probability that a hand holds four or more cards of one given rank.

    Formula: Σ over k >= 4 of C(m, k) C(N − m, size − k) / C(N, size), with m cards of the rank
    in a pack of N. One deck, 13 cards: C(48, 9) / C(52, 13).

    Examples
    --------
    >>> bomb_probability(Pack(), 13)
    Fraction(11, 4165)
    """
    held = range(BOMB, min(pack.copies, size) + 1)
    ways = sum(comb(pack.copies, k) * comb(pack.size - pack.copies, size - k) for k in held)
    return Fraction(ways, comb(pack.size, size))


def mixed_fifty_k_probability(pack: Pack, size: int) -> Fraction:
    """Return the probability that a hand can play 5, T, K not all of one suit.

    Formula: it holds all three ranks (inclusion and exclusion over the missing ones), except
    where all its cards of these ranks are of one suit.
    """
    all_three = sum(
        (-1) ** missing * comb(3, missing) * comb(pack.size - missing * pack.copies, size)
        for missing in range(4)
    )
    rest = pack.size - 3 * pack.copies
    one_suit = sum(
        pack.suits
        * comb(pack.decks, fives)
        * comb(pack.decks, tens)
        * comb(pack.decks, kings)
        * comb(rest, size - fives - tens - kings)
        for fives, tens, kings in product(range(1, pack.decks + 1), repeat=3)
        if fives + tens + kings <= size
    )
    return Fraction(all_three - one_suit, comb(pack.size, size))


def longest_run(pack: Pack, size: int, *, width: int, shortest: int) -> Distribution:
    """Return the distribution of the longest run of consecutive ranks 3…A in a hand.

    Parameters
    ----------
    pack : Pack
        What the hand is dealt from.
    size : int
        Cards of the hand.
    width : int
        Cards needed of each rank: 1 for a straight, 2 for a pair run, 3 for a triple run.
    shortest : int
        The shortest run that counts; anything shorter is 0.
    """

    def step(state: tuple[int, int], _: str, held: int) -> tuple[int, int]:
        now, longest = state
        now = now + 1 if held >= width else 0
        return now, max(longest, now)

    rank_groups = [(rank, _choices(pack.copies)) for rank in RUN_RANKS]
    ways = _count_ways(rank_groups, pack, size, (0, 0), step)
    runs: Counter[int] = Counter()
    for (_, longest), number in ways.items():
        runs[longest if longest >= shortest else 0] += number
    return _shares(runs)


def _pure_fifty_k(pack: Pack, size: int) -> Distribution:
    """Return the distribution of the number of suits in which a hand holds 5, T and K."""
    # For one suit: (cards held, whether 5, T and K are among them) -> ways.
    one_suit: Counter[tuple[int, bool]] = Counter()
    for held in product(range(pack.decks + 1), repeat=3):
        ways = comb(pack.decks, held[0]) * comb(pack.decks, held[1]) * comb(pack.decks, held[2])
        one_suit[sum(held), all(held)] += ways
    states: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(pack.suits):
        longer: Counter[tuple[int, int]] = Counter()
        for ((cards, pure), ways), ((held_here, full), more) in product(
            states.items(), one_suit.items()
        ):
            longer[cards + held_here, pure + full] += ways * more
        states = longer
    return _shares(_fill_up(states, size, pack.size - 3 * pack.copies))


def _by_rank(
    pack: Pack, size: int, ranks: str, step: Callable[[int, str, int], int]
) -> Distribution:
    """Return the distribution of a number that is added up rank by rank, starting from 0."""
    return _shares(
        _count_ways([(rank, _choices(pack.copies)) for rank in ranks], pack, size, 0, step)
    )


def _choices(cards: int) -> list[int]:
    """Return in how many ways 0, 1, 2, … of the cards can be held."""
    return [comb(cards, held) for held in range(cards + 1)]


def _count_ways(
    groups: Iterable[tuple[str, list[int]]],
    pack: Pack,
    size: int,
    start: State,
    step: Callable[[State, str, int], State],
) -> Counter[State]:
    """Count the hands of `size` cards by the state that `step` leads to, group after group.

    Cards in none of the groups are free: they fill the hand up and do not touch the state.
    """
    states: Counter[tuple[int, State]] = Counter({(0, start): 1})
    others = pack.size
    for name, choices in groups:
        others -= len(choices) - 1
        longer: Counter[tuple[int, State]] = Counter()
        for (cards, state), ways in states.items():
            for held, more in enumerate(choices[: size - cards + 1]):
                longer[cards + held, step(state, name, held)] += ways * more
        states = longer
    return _fill_up(states, size, others)


def _fill_up(states: Counter[tuple[int, State]], size: int, others: int) -> Counter[State]:
    """Fill each hand up to `size` cards from the `others`."""
    full: Counter[State] = Counter()
    for (cards, state), ways in states.items():
        if cards <= size:
            full[state] += ways * comb(others, size - cards)
    return full


def _shares(ways: Counter[int]) -> Distribution:
    """Turn ways into probabilities, values in order, impossible ones left out."""
    total = ways.total()
    return {value: Fraction(ways[value], total) for value in sorted(ways) if ways[value]}


def _yes_or_no(probability: Fraction) -> Distribution:
    """Return the distribution of a yes/no feature."""
    both = {0: 1 - probability, 1: probability}
    return {value: share for value, share in both.items() if share}


def _mixture(laws: Sequence[Distribution | None]) -> Distribution | None:
    """Return the mean of several laws; None if one is not known."""
    known = [law for law in laws if law is not None]
    if len(known) < len(laws):
        return None
    values = sorted(set().union(*known))
    return {
        value: sum((law.get(value, Fraction(0)) for law in known), Fraction(0)) / len(known)
        for value in values
    }
