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
from functools import lru_cache, partial
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
    """A pack: `decks` copies of 13 ranks in `suits` suits, and jokers, half of them big."""

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


@dataclass(frozen=True, slots=True)
class Run:
    """What runs of a kind there are."""

    width: int
    """Cards of each rank; 1 for a straight, 2 for a pair run."""
    shortest: int
    """The shortest run that counts; anything shorter is 0."""
    longest: int = len(RUN_RANKS)
    """The longest there is."""
    ranks: str = RUN_RANKS
    """Its ranks from low to high; an ace may stand at both ends."""
    one_suit: bool = False
    """Whether its cards are of one suit."""


@dataclass(frozen=True)
class Made:
    """What a table of combinations makes of cards: its bombs and runs."""

    bomb_sizes: tuple[int, ...] = (BOMB,)
    """Cards of one rank that are a bomb, ascending; more cards make the largest of these."""
    bomb_ranks: str = RANKS
    """The ranks of which there are bombs."""
    joker_bombs: frozenset[tuple[int, int]] = frozenset()
    """Little and big jokers that are a bomb."""
    mixed: bool = True
    """Whether there are mixed fifty-Ks."""
    pure: bool = True
    """Whether there are pure ones."""
    runs: tuple[tuple[str, Run | None], ...] = (
        ("straight", Run(1, 5)),
        ("flush", None),
        ("pair_run", Run(2, 2)),
        ("triple_run", Run(TRIPLE, 2)),
        ("quad_run", None),
    )
    """The longest runs by feature; None where there are none."""
    wild_jokers: bool = False
    """Whether jokers complete runs: no exact form is known then."""

    def bomb_of(self, held: int) -> int:
        """Return the size of the largest bomb that cards of one rank make, 0 if none."""
        return max((size for size in self.bomb_sizes if size <= held), default=0)


FIFTYK: Final = Made()


@lru_cache(maxsize=64)
def _distributions(pack: Pack, size: int, made: Made) -> Mapping[str, Distribution | None]:
    """Return the distribution of every feature for a hand of exactly `size` cards."""
    nothing: Distribution = {0: Fraction(1)}
    a_bomb = _by_rank(pack, size, RANKS[0], lambda _, __, held: made.bomb_of(held))
    return {
        **{f"bomb_{rank}": a_bomb if rank in made.bomb_ranks else nothing for rank in RANKS},
        "joker_bomb": _joker_bomb(pack, size, made),
        "mixed_fifty_k": _yes_or_no(mixed_fifty_k_probability(pack, size))
        if made.mixed
        else nothing,
        "pure_fifty_k": _pure_fifty_k(pack, size) if made.pure else nothing,
        **{name: _run_law(pack, size, run, made.wild_jokers) for name, run in made.runs},
        "triples": _by_rank(pack, size, RANKS, lambda triples, _, held: triples + (held >= TRIPLE)),
        "twos": _by_rank(pack, size, "2", lambda twos, _, held: twos + held),
        "above_king": _by_rank(pack, size, "A2", lambda above, _, held: above + held),
        "jokers": _shares(
            _fill_up(_jokers(pack, lambda little, big: little + big), size, pack.size - pack.jokers)
        ),
        "points": _by_rank(
            pack, size, "5TK", lambda points, rank, held: points + POINTS[rank] * held
        ),
        "loose_singles": None,
        "plays_to_empty": None,
        "bombs": _by_rank(
            pack, size, made.bomb_ranks, lambda bombs, _, held: bombs + (made.bomb_of(held) > 0)
        ),
        "largest_bomb": _by_rank(
            pack, size, made.bomb_ranks, lambda most, _, held: max(most, made.bomb_of(held))
        ),
    }


def hand_frequencies(
    hand_sizes: Sequence[int], pack: Pack = FIFTYK_PACK, made: Made = FIFTYK
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
    made : Made
        Which bombs and runs the rules know.

    Returns
    -------
    dict
        Feature -> value -> probability. The features are the columns of a result table, then those
        that follow from them; values that cannot occur are left out.

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
    laws = [_distributions(pack, size, made) for size in hand_sizes]
    return {feature: _mixture([law[feature] for law in laws]) for feature in laws[0]}


def expected_value(distribution: Distribution) -> Fraction:
    """Return the mean of a feature: what control variates are centred on.

    Examples
    --------
    >>> expected_value(hand_frequencies((13,))["points"])
    Fraction(25, 1)
    """
    return sum((value * share for value, share in distribution.items()), Fraction(0))


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


def _run_law(pack: Pack, size: int, run: Run | None, wild_jokers: bool) -> Distribution | None:
    """Return the distribution of the longest run of a kind; None where no exact form is known."""
    if run is None:
        return {0: Fraction(1)}
    if wild_jokers:
        return None
    if run.one_suit:
        return _longest_in_suit(pack, size, run)
    groups = [(rank, _choices(pack.copies)) for rank in _run_order(run)]
    ways = _count_ways(groups, pack, size, _RUN_START, partial(_longer, run))
    return _shares(_run_lengths(ways, run))


_RunState = tuple[bool, int, int]
"""Whether the lowest rank is held, cards in a row up to here, longest so far."""
_RUN_START: Final = (False, 0, 0)


def _run_order(run: Run) -> str:
    """Return the ranks of a run, each once: an ace at both ends stands at the low end."""
    return run.ranks[:-1] if run.ranks[0] == run.ranks[-1] else run.ranks


def _longer(run: Run, state: _RunState, rank: str, held: int) -> _RunState:
    low, now, longest = state
    has = held >= run.width
    now = now + 1 if has else 0
    return (has if rank == run.ranks[0] else low), now, max(longest, now)


def _run_lengths(ways: Counter[_RunState], run: Run) -> Counter[int]:
    """Count hands by their longest run, the ace at the high end put on."""
    both_ends = run.ranks[0] == run.ranks[-1]
    lengths: Counter[int] = Counter()
    for (low, now, longest), number in ways.items():
        ending = now + 1 if both_ends and low else now
        length = min(max(longest, ending), run.longest)
        lengths[length if length >= run.shortest else 0] += number
    return lengths


def _longest_in_suit(pack: Pack, size: int, run: Run) -> Distribution:
    """Return the distribution of the longest run in one suit: suit by suit, then the longest."""
    order = _run_order(run)
    one_suit: Counter[tuple[int, _RunState]] = Counter({(0, _RUN_START): 1})
    for rank in order:
        longer: Counter[tuple[int, _RunState]] = Counter()
        for ((cards, state), ways), held in product(one_suit.items(), range(pack.decks + 1)):
            key = cards + held, _longer(run, state, rank, held)
            longer[key] += ways * comb(pack.decks, held)
        one_suit = longer
    by_length: Counter[tuple[int, int]] = Counter()
    for (cards, state), ways in one_suit.items():
        for length, number in _run_lengths(Counter({state: ways}), run).items():
            by_length[cards, length] += number
    states: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(pack.suits):
        joined: Counter[tuple[int, int]] = Counter()
        for ((cards, longest), ways), ((more, length), times) in product(
            states.items(), by_length.items()
        ):
            if cards + more <= size:
                joined[cards + more, max(longest, length)] += ways * times
        states = joined
    return _shares(_fill_up(states, size, pack.size - len(order) * pack.copies))


def _jokers(pack: Pack, value: Callable[[int, int], int]) -> Counter[tuple[int, int]]:
    """Count the ways to hold little and big jokers by (cards, value)."""
    ways: Counter[tuple[int, int]] = Counter()
    big_ones = pack.jokers // 2
    for little, big in product(range(pack.jokers - big_ones + 1), range(big_ones + 1)):
        number = comb(pack.jokers - big_ones, little) * comb(big_ones, big)
        ways[little + big, value(little, big)] += number
    return ways


def _joker_bomb(pack: Pack, size: int, made: Made) -> Distribution:
    """Return the distribution of the jokers in the largest bomb of jokers."""

    def largest(little: int, big: int) -> int:
        held = (sum(one) for one in made.joker_bombs if one[0] <= little and one[1] <= big)
        return max(held, default=0)

    return _shares(_fill_up(_jokers(pack, largest), size, pack.size - pack.jokers))


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
