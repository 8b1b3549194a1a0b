"""What one card in place of another is worth: the effect-of-exchange table of a rule set.

The effect of c for c′ with a seat j is E[score(D) − score(swap D)] over deals D in which the hero
holds c and j holds c′; in swap D these two cards have changed hands, and both are played by the
same strategies with the same random draws. Cards are physical copies. Swapping maps the deals
"hero c, j c′" one to one on the deals "hero c′, j c", so the effect equals
E[score | hero c, j c′] − E[score | hero c′, j c], is antisymmetric, and is 0 for equal ranks where
suits have no meaning. (The answer of this family to blackjack's effect-of-removal tables: Griffin
(1979), The Theory of Blackjack, ch. 4.)

Suits are drawn, each equally likely, among those that decide neither the lead nor the sides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from analysis.blocks import FloatArray
from analysis.break_swap import OUTCOMES, exchange, joined, replay
from analysis.estimates import DEFAULT_LEVEL, Estimate
from analysis.keyed import IntArray, below, deal_words
from analysis.placing import SUITS, Placing
from analysis.simultaneous import simultaneous
from analysis.swap_values import OPPONENT, TEAM_MATE, seat_names
from sim.cards import RANKS, parse_card
from sim.combinations import KINDS
from sim.deals import Deals, deal_hands
from sim.errors import BadInput
from sim.policy import Policy
from sim.rules import Rules
from sim.seatings import same_side

SPADE_ACE: Final = parse_card("As")
_POINT_RANKS: Final = tuple(RANKS.index(rank) for rank in "5TK")
_BLOCKS_AT_ONCE: Final = 64


@dataclass(frozen=True, slots=True)
class ExchangePlan:
    """Which deals are exchanged."""

    seed: int
    """The experiment's seed."""
    deals: int
    """Deal blocks; in each, every pair of ranks is exchanged with every other seat."""
    first_deal: int = 0
    """The first deal."""
    threads: int = 2
    """Results do not depend on it."""

    def __post_init__(self) -> None:
        """Refuse a plan of nothing."""
        if min(self.deals, self.threads) < 1 or self.first_deal < 0:
            raise BadInput(f"{self}: deals and threads must be at least 1, deals from 0 on")


@dataclass(frozen=True, slots=True, eq=False)
class ExchangeScores:
    """What each exchange cost the hero, block by block."""

    rules: Rules
    pairs: tuple[tuple[int, int], ...]
    """The ranks: held, and taken for it; the higher first."""
    gained: FloatArray
    """Outcome as dealt less outcome exchanged, (n, pairs, distances, outcomes of `OUTCOMES`)."""


@dataclass(frozen=True, slots=True)
class ExchangeTable:
    """Effects of exchange with one kind of other seat."""

    rules: Rules
    counterparty: str
    """`opponent`, `team-mate`, or a seat by its name."""
    n: int
    """Deal blocks."""
    level: float
    """Coverage of all intervals of the table together."""
    effects: Mapping[tuple[int, int], Estimate]
    """By ranks held and taken, the higher first: points a hand (or the outcome asked for)."""

    def effect(self, held: int, taken: int) -> Estimate | None:
        """Return what holding one rank in place of another is worth; antisymmetric.

        For equal ranks exactly 0, and None where suits have a meaning.
        """
        if held == taken:
            plain = not suits_matter(self.rules, held)
            return Estimate(0.0, 0.0, self.n, self.level, 0.0, 0.0) if plain else None
        if held > taken:
            return self.effects[held, taken]
        return self.effects[taken, held].scaled(-1)


def rank_names(rules: Rules) -> tuple[str, ...]:
    """Return the names of a rule set's ranks, low to high.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> " ".join(rank_names(FIFTYK4))
    '3 4 5 6 7 8 9 T J Q K A 2'
    """
    return (*RANKS, "LJ", "BJ") if rules.jokers else tuple(RANKS)


def suits_matter(rules: Rules, rank: int) -> bool:
    """Return whether two cards of a rank can differ in what they are good for."""
    if rank >= len(RANKS):
        return False
    in_suits = any(KINDS[row.kind].one_suit for row in rules.combinations)
    full_house = any(row.kind == "full_house" for row in rules.combinations)
    fifty_k = any(bomb.kind.endswith("fifty_k") for bomb in rules.bombs)
    return in_suits or full_house or (fifty_k and rank in _POINT_RANKS)


def movable_suits(rules: Rules, rank: int) -> tuple[int, ...]:
    """Return the suits of a rank whose cards decide neither the lead nor the sides."""
    fixed = {parse_card(rules.leader_card)} | ({SPADE_ACE} if rules.hidden else set())
    suits = range(SUITS if rank < len(RANKS) else 1)
    return tuple(suit for suit in suits if (rank, suit) not in fixed)


def exchange_scores(
    seatings: Sequence[Sequence[Policy]],
    rules: Rules,
    plan: ExchangePlan,
    pairs: Sequence[tuple[int, int]] | None = None,
) -> ExchangeScores:
    """Replay every exchange of two ranks with every other seat, block by block.

    Question: how many points is it worth to hold a card of one rank, and the other seat one of
    another, rather than the other way round? Unit of observation: the deal block: one deal, one
    hero drawn for it, in which the two cards are placed (`analysis.placing`) for each pair of ranks
    and each distance anew, played as dealt and exchanged in every seating.

    Parameters
    ----------
    seatings : sequence of sequences of Policy
        One policy a seat, seating by seating.
    rules : Rules
    plan : ExchangePlan
    pairs : sequence of pairs of ranks, optional
        Which to exchange, the higher rank first; by default every two.
    """
    if pairs is None:
        pairs = [(b, a) for a, b in combinations(range(len(rank_names(rules))), 2)]
    steps = range(1, rules.seats)
    parts = []
    end = plan.first_deal + plan.deals
    for start in range(plan.first_deal, end, _BLOCKS_AT_ONCE):
        deals = deal_hands(rules, plan.seed, range(start, min(start + _BLOCKS_AT_ONCE, end)))
        hero = below(deal_words(plan.seed, deals.index, "hero"), rules.seats)
        lots = [_both(deals, hero, pair, step) for pair in pairs for step in steps]
        outcomes = replay(seatings, joined([one for lot in lots for one in lot]), plan.threads)
        shape = (len(pairs), len(steps), 2, len(deals), rules.seats, len(OUTCOMES))
        heroes = outcomes.reshape(shape)[:, :, :, np.arange(len(deals)), hero]
        parts.append(np.moveaxis(heroes[:, :, 0] - heroes[:, :, 1], 2, 0))
    return ExchangeScores(rules, tuple(pairs), np.concatenate(parts))


def _both(deals: Deals, hero: IntArray, pair: tuple[int, int], step: int) -> tuple[Deals, Deals]:
    """Return the deals with the two cards placed, and with them exchanged."""
    other = (hero + step) % deals.rules.seats
    cards = [_card(deals, rank, f"suit {rank}") for rank in pair]
    placing = Placing(deals, f"exchange {pair} {step}")
    for seat, card in zip((hero, other), cards, strict=True):
        placing.place(seat, card)
    dealt = placing.result()
    return dealt, exchange(dealt, hero, other, *cards)


def _card(deals: Deals, rank: int, purpose: str) -> IntArray:
    """Draw a card of a rank for each deal."""
    suits = np.array(movable_suits(deals.rules, rank))
    drawn: IntArray = (
        SUITS * rank + suits[below(deal_words(deals.seed, deals.index, purpose), len(suits))]
    )
    return drawn


def counterparties(rules: Rules) -> dict[str, tuple[int, ...]]:
    """Return the kinds of other seats and their distances: by side, then seat by seat.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> counterparties(FIFTYK4)
    {'opponent': (1, 3), 'team-mate': (2,), 'left': (1,), 'across': (2,), 'right': (3,)}
    """
    steps = range(1, rules.seats)
    mates = tuple(step for step in steps if same_side(rules, step))
    found = {OPPONENT: tuple(step for step in steps if step not in mates)}
    if mates:
        found[TEAM_MATE] = mates
    return found | {
        name: (step,) for step, name in zip(steps, seat_names(rules.seats), strict=True)
    }


def exchange_tables(
    scores: ExchangeScores, level: float = DEFAULT_LEVEL, outcome: str = "payoff"
) -> dict[str, ExchangeTable]:
    """Estimate the table for each kind of other seat.

    Formula: mean over the blocks of (outcome as dealt − outcome exchanged), the seats of the kind
    counted alike. A table is read as a whole, so its intervals hold together
    (`analysis.simultaneous`).

    Raises
    ------
    TooFewBlocks
        With fewer than two blocks.
    """
    gained = scores.gained[:, :, :, tuple(OUTCOMES).index(outcome)]
    tables = {}
    for name, steps in counterparties(scores.rules).items():
        columns = gained[:, :, [step - 1 for step in steps]].mean(axis=2)
        family = simultaneous(columns, level)
        effects = dict(zip(scores.pairs, family.estimates, strict=True))
        tables[name] = ExchangeTable(scores.rules, name, len(gained), level, effects)
    return tables
