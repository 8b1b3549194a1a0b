"""Questions asked by trading cards: the same hand with one thing in place of another.

A *case* is a hand of a dealt deal that a question is about. In each *arm* its holder trades cards
with opponents whose hands keep their make-up: what they had of the one rank they have of the other
afterwards. The deal is then played as dealt and in each arm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.break_swap import joined, replay
from analysis.estimates import DEFAULT_LEVEL, Estimate, mean_estimate
from analysis.exchange import movable_suits, rank_names
from analysis.features import feature_values
from analysis.keyed import IntArray, below, deal_words
from analysis.placing import CARDS, SUITS, HeldArray, Placing, held_cards, pick, with_held
from analysis.rare_types import Pool, draw_holding
from sim.cards import RANKS
from sim.deals import Deals, deal_hands
from sim.policy import Policy
from sim.rules import Rules
from sim.seatings import same_side

BoolArray = npt.NDArray[np.bool_]

BOMBS: Final = ("bombs", "largest_bomb", "joker_bomb", "mixed_fifty_k", "pure_fifty_k")
"""Features of bombs; no question changes them, for any seat."""
MADE: Final = (*BOMBS, "straight", "flush", "pair_run", "triple_run", "quad_run")
"""Features of bombs and runs."""
_DEALS_AT_ONCE: Final = 2_048
_DEALS_A_CASE: Final = 150
"""Deals looked through at most for each one wanted."""
_RANKS: Final = CARDS // SUITS


def rank_counts(held: HeldArray) -> HeldArray:
    """Return how many of each rank are held, int8[..., 15]."""
    counts: HeldArray = held.reshape(*held.shape[:-1], _RANKS, SUITS).sum(axis=-1, dtype=np.int8)
    return counts


def cards_of(rank: int) -> tuple[int, ...]:
    """Return the cards of a rank, 4 · rank + suit."""
    return tuple(range(SUITS * rank, SUITS * rank + (SUITS if rank < len(RANKS) else 1)))


def opponents_of(rules: Rules) -> BoolArray:
    """Return which seats are no team-mates, as far as sides are known, bool[seats, seats]."""
    seats = range(rules.seats)
    return np.array(
        [[a != b and not same_side(rules, b - a) for b in seats] for a in seats], dtype=np.bool_
    )


@dataclass(eq=False)
class Arm:
    """The hands of some cases while their holders trade."""

    deals: Deals
    """The deal of each case, as dealt, (m,)."""
    hero: IntArray
    """The holder, (m,)."""
    purpose: str
    """Names the random draws."""

    def __post_init__(self) -> None:
        """Start from the hands as dealt."""
        self.held = held_cards(self.deals)
        self.possible: BoolArray = np.ones(len(self.deals), dtype=np.bool_)
        """Cases in which every trade so far was possible."""
        rules = self.deals.rules
        self._movable = np.zeros(CARDS, dtype=np.int8)
        for rank in range(len(rank_names(rules))):
            self._movable[[SUITS * rank + suit for suit in movable_suits(rules, rank)]] = 1
        self._foes = opponents_of(rules)[self.hero]
        self._drawn = 0

    def trade(self, given: IntArray, taken: IntArray, cards: int = 1) -> None:
        """Give cards of one rank to an opponent for as many of another.

        The opponent has just so many more of the rank taken than of the rank given, so that the
        two change places; any such opponent, and any cards of the two ranks, are equally likely.

        Parameters
        ----------
        given, taken : int64[m]
            The ranks.
        cards : int
            How many.
        """
        rows = np.arange(len(self.deals))
        counts, free = rank_counts(self.held), rank_counts(self.held * self._movable)
        more = counts[rows, :, taken] - counts[rows, :, given]
        fits = self._foes & (more == cards) & (free[rows, :, taken] >= cards)
        self.possible &= fits.any(axis=1) & (free[rows, self.hero, given] >= cards)
        at = np.flatnonzero(self.possible)
        other = pick(fits.astype(np.int64), self._words())
        for _ in range(cards):
            out = self._card(self.hero, given)
            into = self._card(np.minimum(other, self.deals.rules.seats - 1), taken)
            for seat, card, change in (
                (self.hero, out, -1),
                (self.hero, into, 1),
                (other, out, 1),
                (other, into, -1),
            ):
                self.held[at, seat[at], card[at]] += change

    def result(self) -> Deals:
        """Return the deals after the trades; leader and random streams are those of the deal."""
        return with_held(self.deals, self.held)

    def _card(self, seat: IntArray, rank: IntArray) -> IntArray:
        """Draw a movable card of a rank from a seat's hand."""
        first = (SUITS * rank)[:, None] + np.arange(SUITS)
        rows = np.arange(len(seat))[:, None]
        weights = self.held[rows, seat[:, None], first] * self._movable[first]
        card: IntArray = SUITS * rank + pick(weights, self._words())
        return card

    def _words(self) -> npt.NDArray[np.uint64]:
        self._drawn += 1
        number = self._drawn * self.deals.rules.seats
        words = [
            deal_words(self.deals.seed, self.deals.index, self.purpose, number + seat)
            for seat in range(self.deals.rules.seats)
        ]
        chosen: npt.NDArray[np.uint64] = np.stack(words, axis=1)[
            np.arange(len(self.hero)), self.hero
        ]
        return chosen


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """Cases of a question and what is played for them; m of them, in order of deal."""

    deals: Deals
    """The deal of each case, as dealt."""
    hero: IntArray
    """Who holds it, (m,)."""
    rank: IntArray
    """The rank it is about, (m,)."""
    arms: tuple[Deals, ...]
    """The deals after the trades, arm by arm."""

    def __len__(self) -> int:
        """Return the number of cases."""
        return len(self.hero)

    def take(self, rows: BoolArray | slice) -> Cases:
        """Return some of the cases."""
        chosen = np.arange(len(self))[rows]
        arms = tuple(arm.take(chosen) for arm in self.arms)
        return Cases(self.deals.take(chosen), self.hero[chosen], self.rank[chosen], arms)


Trades = Callable[[Arm, IntArray], None]
"""Makes the trades of an arm, given it and the ranks that the cases are about."""
Also = Callable[[HeldArray, IntArray], BoolArray]
"""Says of rank counts int8[m, seats, 15] and holders which cases count."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which hands a question is about, and what is traded."""

    name: str
    """Names the random draws."""
    ranks: tuple[int, ...]
    """The ranks it is asked of."""
    holds: tuple[tuple[int, int], ...]
    """What the hand holds, exactly: how many ranks above the one asked of, and how many cards."""
    arms: tuple[Trades, ...]
    """What is traded; the arms' mean is taken off."""
    kept: tuple[str, ...] = MADE
    """Features that the holder keeps in each arm; bombs are kept by every seat."""
    broken: tuple[str, int] | None = None
    """A feature that the holder has at a value as dealt, and at 0 in each arm."""
    also: Also | None = None
    """What else must hold of the deal."""


def keeps(before: Deals, after: Deals, features: Sequence[str]) -> BoolArray:
    """Return which seats keep the values of some features, bool[m, seats]."""
    same = np.ones((len(before), before.rules.seats), dtype=np.bool_)
    for name in features:
        same &= feature_values(before, name) == feature_values(after, name)
    return same


def cases_of(rules: Rules, seed: int, index: range, question: Question) -> Cases:
    """Return a question's cases among some deals, at most one a deal.

    A seat and a rank are drawn for each deal and the seat is dealt just what it is to hold
    (`analysis.placing`); deals where it cannot trade are left out. A hand that holds exactly so
    many cards can be dealt so in one way only, so all cases are equally likely.
    """
    deals = deal_hands(rules, seed, index)
    ways = [
        tuple(Pool(cards_of(rank + step), cards) for step, cards in question.holds if cards)
        for rank in question.ranks
    ]
    hero = below(deal_words(seed, deals.index, f"{question.name} hero"), rules.seats)
    way, cards = draw_holding(rules, ways, deals, question.name)
    placing = Placing(deals, question.name)
    for card in cards:
        placing.place(hero, card)
    rank = np.array(question.ranks)[way]
    unwanted = np.zeros((len(deals), CARDS), dtype=np.bool_)
    for step, _ in question.holds:
        for suit in range(SUITS):
            unwanted[np.arange(len(deals)), SUITS * (rank + step) + suit] = True
    placing.banish(hero, unwanted)
    dealt = placing.result()
    if question.also is not None:
        fits = question.also(rank_counts(placing.held), hero)
        dealt, hero, rank = dealt.take(fits), hero[fits], rank[fits]
    possible = np.ones(len(dealt), dtype=np.bool_)
    arms = []
    for number, make in enumerate(question.arms):
        arm = Arm(dealt, hero, f"{question.name} {number}")
        make(arm, rank)
        arms.append(arm.result())
        possible &= arm.possible & keeps(dealt, arms[-1], BOMBS).all(axis=1)
        possible &= keeps(dealt, arms[-1], question.kept)[np.arange(len(dealt)), hero]
    if question.broken is not None:
        feature, value = question.broken
        for deals_of, at in ((dealt, value), *((arm, 0) for arm in arms)):
            possible &= feature_values(deals_of, feature)[np.arange(len(dealt)), hero] == at
    return Cases(dealt, hero, rank, tuple(arms)).take(possible)


def find_cases(rules: Rules, seed: int, wanted: int, question: Question) -> Cases:
    """Go through deals in order until there are so many cases; nothing depends on the step."""
    parts: list[Cases] = []
    for start in range(0, _DEALS_A_CASE * wanted, _DEALS_AT_ONCE):
        parts.append(cases_of(rules, seed, range(start, start + _DEALS_AT_ONCE), question))
        if sum(map(len, parts)) >= wanted:
            break
    cases = Cases(
        joined([each.deals for each in parts]),
        np.concatenate([each.hero for each in parts]),
        np.concatenate([each.rank for each in parts]),
        tuple(joined(arms) for arms in zip(*(each.arms for each in parts), strict=True)),
    )
    return cases.take(slice(wanted))


@dataclass(frozen=True, slots=True, eq=False)
class Gains:
    """What the cases' holders lost by trading, points a hand."""

    rank: IntArray
    """The rank each case is about, (m,)."""
    gained: FloatArray
    """Payoff as dealt less the mean of the arms', (m,)."""

    def estimate(
        self, level: float = DEFAULT_LEVEL, rank: int | None = None, fewest: int = 2
    ) -> Estimate:
        """Estimate the mean over the cases, of one rank or all.

        Unit of observation: the deal block, which holds one case; formula: `mean_estimate`.

        Raises
        ------
        TooFewBlocks
            With fewer deals than `fewest`.
        """
        chosen = slice(None) if rank is None else self.rank == rank
        return mean_estimate(self.gained[chosen], level, fewest=fewest)


def play_cases(seatings: Sequence[Sequence[Policy]], cases: Cases, threads: int = 2) -> Gains:
    """Play every case as dealt and in each arm, by the same strategies and random draws."""
    rows = np.arange(len(cases))

    def paid(deals: Deals) -> FloatArray:
        payoff: FloatArray = replay(seatings, deals, threads)[rows, cases.hero, 0]
        return payoff

    arms = [paid(arm) for arm in cases.arms]
    gained = paid(cases.deals) - np.mean(arms, axis=0)
    return Gains(cases.rank, gained)
