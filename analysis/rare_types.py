"""Rare types of hands dealt on condition, with exact weights.

A type is a list of *ways* to hold it: so many cards out of a pool, and so many of another. Its
smallest holdings, sets of physical cards, are listed by the ways. One is drawn, a seat is dealt it
(`analysis.placing`), and the deal is weighted by M/N: N is how many such sets the hand then holds,
M the sum of the probabilities of all of them. A deal of the type can be drawn through each of its N
sets, so E[weight · f] = E[f · 1(type)] for every f, exactly (Owen (2013), Monte Carlo theory,
methods and examples, §9.11, mixture importance sampling). Where a hand can hold only one, as four
of a rank with one pack, the weight is the exact probability of the type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb, perm, prod
from typing import Final

import numpy as np

from analysis.blocks import FloatArray
from analysis.estimates import DEFAULT_LEVEL, Estimate, mean_estimate, ratio_estimate
from analysis.keyed import IntArray, WordArray, below, deal_words
from analysis.placing import SUITS, HeldArray, Placing, held_cards
from analysis.type_list import made_of, many_of
from sim.cards import RANKS
from sim.deals import Deals, deal_hands
from sim.errors import BadInput
from sim.rules import Rules

_FIFTY_K: Final = tuple(RANKS.index(rank) for rank in "5TK")
_COMB: Final = np.array([[comb(n, k) for k in range(13)] for n in range(13)])


@dataclass(frozen=True, slots=True)
class Pool:
    """So many cards, or more, of some cards."""

    cards: tuple[int, ...]
    """The cards, 4 · rank + suit; each in as many copies as there are packs."""
    least: int
    """How many of them, copies counted."""


Way = tuple[Pool, ...]
"""What one way of holding a type takes; its pools have no card in common."""


@dataclass(frozen=True, slots=True)
class RareType:
    """A type of hand that can be dealt on condition."""

    name: str
    """Its name in data, that of `analysis.type_list` where it is listed there."""
    label: str
    """Its name for a card player."""
    ways: tuple[Way, ...]

    def times_held(self, held: HeldArray) -> IntArray:
        """Return how many of its smallest holdings a hand has; 0 where it is not of the type.

        Parameters
        ----------
        held : int8[..., 60]
            Copies of each card.
        """
        total = np.zeros(held.shape[:-1], dtype=np.int64)
        for way in self.ways:
            ones = [
                _COMB[held[..., list(pool.cards)].sum(axis=-1, dtype=np.int64), pool.least]
                for pool in way
            ]
            total += prod(ones[1:], start=ones[0])
        return total

    def mass(self, rules: Rules, hand_size: int) -> Fraction:
        """Return M: the mean number of its smallest holdings in a hand of a size."""
        return sum(
            (
                _sets(rules, way) * Fraction(perm(hand_size, cards), perm(rules.pack_size, cards))
                for way in self.ways
                if (cards := sum(pool.least for pool in way)) <= hand_size
            ),
            Fraction(0),
        )


def _sets(rules: Rules, way: Way) -> int:
    return prod(comb(len(pool.cards) * rules.decks, pool.least) for pool in way)


def rare_types(rules: Rules) -> tuple[RareType, ...]:
    """List the types of a rule set that are worth dealing on condition: its bombs.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> bomb = rare_types(FIFTYK4)[0]
    >>> bomb.label, bomb.mass(FIFTYK4, 13)
    ('bomb of 3s', Fraction(11, 4165))
    """
    made = made_of(rules)
    types = []
    for rank in made.bomb_ranks if made.bomb_sizes else ():
        cards = tuple(SUITS * RANKS.index(rank) + suit for suit in range(SUITS))
        pool = Pool(cards, made.bomb_sizes[0])
        types.append(RareType(f"bomb_{rank}", f"bomb of {many_of(rank)}", ((pool,),)))
    if made.pure:
        ways = tuple(
            tuple(Pool((SUITS * rank + suit,), 1) for rank in _FIFTY_K) for suit in range(SUITS)
        )
        types.append(RareType("pure_fifty_k", "pure fifty-K", ways))
    return tuple(types)


@dataclass(frozen=True, slots=True, eq=False)
class WeightedDeals:
    """Deals in which a seat holds a type, and what each stands for."""

    deals: Deals
    hero: IntArray
    """The seat that holds the type, (n,); a fair draw among the seats."""
    weight: FloatArray
    """Mean of weight · f over these deals estimates E[f · 1(type)] over all, (n,)."""


def deal_type(rules: Rules, rare: RareType, seed: int, index: range) -> WeightedDeals:
    """Deal so that a seat drawn for each deal holds the type.

    Parameters
    ----------
    rules : Rules
    rare : RareType
    seed : int
    index : range
        Deal numbers.

    Raises
    ------
    BadInput
        If no hand can hold the type.
    """
    deals = deal_hands(rules, seed, index)
    numbers, purpose = deals.index, f"type {rare.name}"
    hero = below(deal_words(seed, numbers, f"{purpose} hero"), rules.seats)
    sizes = np.array([rules.hand_sizes(first) for first in range(rules.seats)])
    size = sizes[numbers % rules.seats, hero]
    mass = {int(each): float(rare.mass(rules, int(each))) for each in np.unique(sizes)}
    if not min(mass.values()) > 0:
        raise BadInput(f"{rules.id}: no hand can hold a {rare.label}")
    placing = Placing(deals, purpose)
    _, cards = draw_holding(rules, rare.ways, deals, purpose)
    for card in cards:
        placing.place(hero, card)
    dealt = placing.result()
    times = rare.times_held(held_cards(dealt)[np.arange(len(dealt)), hero])
    masses = np.array([mass[int(each)] for each in size])
    return WeightedDeals(dealt, hero, masses / times)


def draw_holding(
    rules: Rules, ways: Sequence[Way], deals: Deals, purpose: str
) -> tuple[IntArray, list[IntArray]]:
    """Draw one of the smallest holdings for each deal.

    All ways take the same numbers of cards, so how likely a holding is does not depend on the size
    of the hand, and all of them are equally likely.

    Parameters
    ----------
    rules : Rules
    ways : sequence of Way
    deals : Deals
        n deals.
    purpose : str
        Names the random draws.

    Returns
    -------
    way : int64[n]
        The way drawn.
    cards : list of int64[n]
        The holding, card by card.

    Raises
    ------
    BadInput
        If the ways take different numbers of cards.
    """
    shapes = {tuple(pool.least for pool in way) for way in ways}
    if len(shapes) != 1:
        raise BadInput(f"{purpose}: its ways take different numbers of cards")
    words = deal_words(deals.seed, deals.index, f"{purpose} way")
    ends = np.array(list(accumulate(_sets(rules, way) for way in ways)))
    number = np.searchsorted(ends, below(words, ends[-1]), side="right").astype(np.int64)
    drawn: list[IntArray] = []
    for place, least in enumerate(next(iter(shapes))):
        pools = np.array([each[place].cards for each in ways])
        copies = np.repeat(pools, rules.decks, axis=1)[number]
        order = np.argsort(_shuffle(words, copies.shape[1], f"{purpose} {place}"), axis=1)
        chosen = np.take_along_axis(copies, order[:, :least], axis=1)
        drawn += list(chosen.T.astype(np.int64))
    return number, drawn


def _shuffle(words: WordArray, columns: int, purpose: str) -> WordArray:
    """Return random bits for each deal and column, from the deal's own."""
    return np.stack(
        [deal_words(0, words, f"{purpose} column", column) for column in range(columns)], axis=1
    )


@dataclass(frozen=True, slots=True)
class RareValue:
    """How hands of a rare type end."""

    rare: RareType
    frequency: Estimate
    """Share of hands of the type, from the weights; exact where a hand holds it in one way."""
    payoff: Estimate
    """E[payoff of the holder | type], points a hand."""
    gain: float
    """How many times more hands of the type than as many hands dealt as they come would be."""


def rare_value(
    rare: RareType, dealt: WeightedDeals, payoff: FloatArray, level: float = DEFAULT_LEVEL
) -> RareValue:
    """Estimate how hands of a type end from deals on condition.

    Question: E[payoff | type]? Unit of observation: the deal block. Formula: Σ w·x / Σ w with the
    delta-method error of `ratio_estimate`. The gain is Kish's effective number of hands,
    (Σ w)²/Σ w² of n, over the n · frequency hands of the type among n dealt as they come.

    Parameters
    ----------
    rare : RareType
    dealt : WeightedDeals
        From `deal_type`.
    payoff : float64[n]
        The hero's, each the mean over the seatings.

    Raises
    ------
    TooFewBlocks
        With fewer than two deals.

    References
    ----------
    Kish (1965), Survey Sampling, §11.7.
    """
    w = dealt.weight
    n = len(w)
    value = ratio_estimate(w * payoff, w, level)
    frequency = mean_estimate(w, level)
    worth = float(w.sum() ** 2 / np.square(w).sum())
    return RareValue(rare, frequency, value, worth / (n * frequency.value))
