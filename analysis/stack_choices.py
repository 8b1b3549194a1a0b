"""What opening a suit and laying a face card are worth: one decision taken both ways.

At one act of a hand with which a seat by itself opens a suit, or lays a face card on its stack, the
same deal is played again with every such card barred at that act: the seat does what its strategy
thinks next best. Before it nothing differs, after it everybody plays as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks, mean_estimate
from analysis.estimates import weighted_estimate as weighted
from analysis.keyed import below, deal_words
from analysis.played import FloatArray, IntArray, Table
from analysis.stack_tallies import OPENING_OF, OPENINGS
from sim.core.stack_cards import FACES, PLACES
from sim.core.stack_tables import SUITS
from sim.core.stack_turns import OWN, TAKE
from sim.policy import Policy
from sim.progression.deals import StackDeals
from sim.progression.hand import play_deals, play_logged
from sim.progression.rules import StackRules

NUMBERS_LEFT: Final = ("no number", "one number", "two or more numbers")
"""What a seat that lays a face card holds besides of its suit."""
FEWEST_DEALS: Final = 30
_LANE: Final = (1 << PLACES) - 1
_FACE_LANE: Final = (1 << FACES) - 1
_ALL_FACES: Final = sum(_FACE_LANE << PLACES * suit for suit in range(SUITS))


@dataclass(frozen=True, slots=True)
class Choice:
    """An act that a seat chose and could have left."""

    act: int
    """Its number in the hand."""
    barred: int
    """The cards that must not be laid for it not to happen, as a set."""
    kind: int
    """An index into the question's kinds."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """One choice a deal, drawn among those of one seat's hand; n deals."""

    chances: IntArray
    """How many choices the hand had: the weight of the one drawn, (n,)."""
    kind: IntArray
    """Its kind, (n,); nothing where there was no choice."""
    own: FloatArray
    """Score of the seat as it chose less that with its cards barred, (n,)."""
    others: FloatArray
    """The same of the mean score of the other seats, (n,)."""


@dataclass(frozen=True, slots=True)
class ChoiceValue:
    """What it is worth to a strategy's seat to do by itself what it does."""

    value: Estimate
    """E[own score | done] − E[own score | barred], points a hand."""
    others: Estimate
    """The same of the mean score of the other seats."""
    often: Estimate
    """Such choices a hand."""
    by_kind: tuple[Estimate | None, ...]
    """The value by kind; None where too few were drawn. Each interval by itself."""


@dataclass(frozen=True, slots=True)
class ChoiceResult:
    """Causal values, one a strategy of the table; None where it hardly ever had the choice."""

    deals: int
    """Deals played again for each strategy."""
    opening: tuple[ChoiceValue | None, ...]
    """Opening a suit, by `OPENINGS`."""
    face: tuple[ChoiceValue | None, ...]
    """Laying a face card on a stack, by `NUMBERS_LEFT`."""


def openings(rules: StackRules, hand: int, log: np.ndarray, seat: int) -> list[Choice]:
    """Return a seat's acts that open a suit though another act is legal.

    Parameters
    ----------
    rules : StackRules
    hand : int
        The seat's cards as dealt, as a set.
    log : int[acts, 3]
        As `sim.progression.hand.play_logged` returns it.
    seat : int
    """

    def choice(act: int, card: int, held: int, stacks: int) -> Choice | None:
        if _lane(stacks, card // PLACES):
            return None
        closed = sum(_LANE << PLACES * suit for suit in range(SUITS) if not _lane(stacks, suit))
        return Choice(act, held & closed, int(OPENING_OF[card % PLACES]))

    return _choices(rules, hand, log, seat, choice)


def faces_laid(rules: StackRules, hand: int, log: np.ndarray, seat: int) -> list[Choice]:
    """Return a seat's acts that lay a face card on its stack though another act is legal.

    Parameters
    ----------
    rules, hand, log, seat
        See `openings`.
    """

    def choice(act: int, card: int, held: int, stacks: int) -> Choice | None:
        if card % PLACES >= FACES:
            return None
        numbers = (_lane(held, card // PLACES) >> FACES).bit_count()
        return Choice(act, held & _ALL_FACES, min(numbers, len(NUMBERS_LEFT) - 1))

    return _choices(rules, hand, log, seat, choice)


Find = Callable[[StackRules, int, np.ndarray, int], list[Choice]]
"""Finds a seat's choices of one kind in a log."""
QUESTIONS: Final[tuple[Find, ...]] = (openings, faces_laid)
"""What is asked of every hand that is played."""


def _choices(
    rules: StackRules,
    hand: int,
    log: np.ndarray,
    seat: int,
    choice: Callable[[int, int, int, int], Choice | None],
) -> list[Choice]:
    """Follow a seat's hand and stacks through a log; ask of each card laid on its own stacks."""
    found, stacks = [], 0
    for act, (who, where, card) in enumerate(log.tolist()):
        bit = 1 << card
        if where == TAKE + seat:
            stacks &= ~bit
        if who != seat:
            continue
        if where == OWN:
            chosen = choice(act, card, hand, stacks)
            if chosen is not None and _is_free(rules, hand, stacks, chosen.barred):
                found.append(chosen)
            stacks |= bit
        hand = hand ^ bit
    return found


def _lane(cards: int, suit: int) -> int:
    return cards >> PLACES * suit & _LANE


def _is_free(rules: StackRules, hand: int, stacks: int, barred: int) -> bool:
    """Return whether an act is left when some cards may not be laid on own stacks."""
    if rules.turn == "play_and_draw":
        return True
    # What goes on a stack lies above the highest place that is there.
    left = hand & ~barred
    return any(_lane(left, suit) >> _lane(stacks, suit).bit_length() for suit in range(SUITS))


def draw_choices(
    table: Table,
    policies: Sequence[Policy],
    deals: StackDeals,
    strategy: int,
    finds: Sequence[Find] = QUESTIONS,
) -> tuple[Drawn, ...]:
    """Play deals with one choice of one seat of a strategy taken both ways, question by question.

    The seat is drawn for each deal among all that the strategy has in the seatings of the table,
    and the choice among those of its hand. Hands, stock and random streams are the same in both.

    Parameters
    ----------
    table : Table
        Who sits where.
    policies : sequence of Policy
        One a strategy of `table.names`.
    deals : StackDeals
        n deals.
    strategy : int
        Whose seats are looked at.
    finds : sequence of function
        `openings`, `faces_laid`.
    """
    places = np.argwhere(table.owner == strategy)
    drawn = places[below(deal_words(deals.seed, deals.index, "choice seat"), len(places))]
    which = deal_words(deals.seed, deals.index, "choice")
    line_ups = [[policies[owner] for owner in seating] for seating in table.plan]
    done = np.zeros((len(deals), deals.rules.seats))
    picked: list[list[tuple[int, Choice] | None]] = [[] for _ in finds]
    for row, (seating, seat) in enumerate(drawn.tolist()):
        results, log = play_logged(line_ups[seating], deals, row)
        done[row] = results.payoff[0]
        for find, chosen in zip(finds, picked, strict=True):
            found = find(deals.rules, int(deals.cards[row, seat]), log, seat)
            number = int(below(which[row : row + 1], max(len(found), 1))[0])
            chosen.append((len(found), found[number]) if found else None)

    def taken_both_ways(chosen: Sequence[tuple[int, Choice] | None]) -> Drawn:
        has = np.array([each is not None for each in chosen])
        some = [each for each in chosen if each is not None]
        chances, kind = np.zeros((2, len(deals)), dtype=np.int64)
        chances[has] = [count for count, _ in some]
        kind[has] = [choice.kind for _, choice in some]
        bars = np.zeros((len(deals), 2), dtype=np.uint64)
        bars[has] = [(choice.act, choice.barred) for _, choice in some] or bars[has]
        gained = np.zeros_like(done)
        for seating, line_up in enumerate(line_ups):
            rows = np.flatnonzero((drawn[:, 0] == seating) & has)
            barred = play_deals(line_up, deals.take(rows), bars=bars[rows]).payoff
            gained[rows] = done[rows] - barred
        own = gained[np.arange(len(deals)), drawn[:, 1]]
        others = (gained.sum(axis=1) - own) / (deals.rules.seats - 1)
        return Drawn(chances, kind, own, others)

    return tuple(taken_both_ways(chosen) for chosen in picked)


def choice_value(drawn: Drawn, kinds: int, level: float = DEFAULT_LEVEL) -> ChoiceValue:
    """Estimate what a choice is worth, in all and by kind.

    Question: how many points does a seat gain by doing what it does rather than its strategy's
    next best act, the deal and everything before being the same? Unit of observation: the deal
    block, which holds one choice, weighted by how many the hand had. Assumptions: the mean is over
    the choices that the strategy takes by itself, so it says nothing of those that it leaves.

    Raises
    ------
    TooFewBlocks
        With fewer than 30 hands that have such a choice.
    """
    some = drawn.chances > 0

    def mean(values: FloatArray, chosen: np.ndarray) -> Estimate:
        return weighted(values[chosen], drawn.chances[chosen], level, fewest=FEWEST_DEALS)

    by_kind: list[Estimate | None] = []
    for kind in range(kinds):
        try:
            by_kind.append(mean(drawn.own, some & (drawn.kind == kind)))
        except TooFewBlocks:
            by_kind.append(None)
    return ChoiceValue(
        value=mean(drawn.own, some),
        others=mean(drawn.others, some),
        often=mean_estimate(drawn.chances, level),
        by_kind=tuple(by_kind),
    )


def value_of_choices(
    table: Table, policies: Sequence[Policy], deals: StackDeals, level: float = DEFAULT_LEVEL
) -> ChoiceResult:
    """Estimate for each strategy what opening a suit and laying a face card are worth.

    Raises
    ------
    StrategyFault
        If a strategy of a user lays cards that are barred, or answers illegally.
    """
    opening: list[ChoiceValue | None] = []
    face: list[ChoiceValue | None] = []
    for strategy in range(len(table.names)):
        opened, laid = draw_choices(table, policies, deals, strategy)
        opening.append(_value_or_none(opened, len(OPENINGS), level))
        face.append(_value_or_none(laid, len(NUMBERS_LEFT), level))
    return ChoiceResult(len(deals), tuple(opening), tuple(face))


def _value_or_none(drawn: Drawn, kinds: int, level: float) -> ChoiceValue | None:
    try:
        return choice_value(drawn, kinds, level)
    except TooFewBlocks:
        return None
