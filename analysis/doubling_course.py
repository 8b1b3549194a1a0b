"""Doubling as a hand goes on: how early it is decided, and how often a trailing side escapes it.

Trick by trick, as in the records, it is known who has captured points and who is out. A hand is

* *safe* once two sides have captured points, or the one side that has none was first out: whoever
  loses, the condition of doubling cannot hold any more;
* *lost* once one side alone has captured points, all that the pack holds, and another side cannot
  be first out any more;
* *open* before that. What is open when the hand ends is settled by its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from analysis.blocks import FloatArray
from analysis.estimates import DEFAULT_LEVEL, FEWEST_BLOCKS, Estimate
from analysis.keyed import IntArray
from analysis.shares import clustered_share
from sim.cards import RANKS, CardSet
from sim.deals import Deals
from sim.errors import BadInput
from sim.hand import play_logged
from sim.policy import Policy
from sim.rules import Rules

STEPS: Final = (0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
"""Shares of the pack played at which the state is told."""
TRAILING: Final = (0.1, 0.25, 0.5, 0.75)
"""Shares of the pack's points that one side has captured while the others have none."""
_POINTS: Final = {RANKS.index("5"): 5, RANKS.index("T"): 10, RANKS.index("K"): 10}


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """One hand, trick by trick; t tricks."""

    played: FloatArray
    """Share of the pack played after each trick, (t,)."""
    captured: IntArray
    """Points each side has captured by then, (t, sides)."""
    first_side: IntArray
    """The side of the first out by then, -1 before, (t,)."""
    doubled: bool
    """Whether the hand was doubled in the end."""


def course_of(deals: Deals, row: int, line_up: Sequence[Policy]) -> Course:
    """Play a deal and return what was captured trick by trick."""
    results, log = play_logged(line_up, deals, row)
    rules = deals.rules
    held = [len(hand) for hand in deals.hands(row)]
    side = results.side[0].astype(int)
    last: dict[int, int] = {}
    table: dict[int, int] = {}
    cards: dict[int, int] = {}
    out: dict[int, int] = {}
    first = -1
    for seat, low, high, _, trick in log.tolist():
        played = list(CardSet(low, high).pairs())
        cards[trick] = cards.get(trick, 0) + len(played)
        if played:
            last[trick] = seat
            table[trick] = table.get(trick, 0) + sum(_POINTS.get(rank, 0) for rank, _ in played)
            held[seat] -= len(played)
            if held[seat] == 0 and first < 0:
                first = int(side[seat])
        out[trick] = first
    tricks = sorted(last)
    captured = np.zeros((len(tricks), rules.side_count), dtype=np.int64)
    for place, trick in enumerate(tricks):
        captured[place:, side[last[trick]]] += table[trick]
    played_cards = np.cumsum([cards[trick] for trick in tricks])
    return Course(
        played_cards / rules.pack_size,
        captured,
        np.array([out[trick] for trick in tricks]),
        bool(results.doubled[0]),
    )


def states_of(course: Course, rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """Return after which tricks doubling is ruled out, and after which it is certain, bool[t]."""
    have = course.captured > 0
    several = have.sum(axis=1) > 1
    leader = np.where(have.any(axis=1), course.captured.argmax(axis=1), -1)
    all_taken = course.captured.sum(axis=1) == rules.pack_points
    if rules.doubling == "others_empty":
        return several, all_taken & ~several
    decided = course.first_side >= 0
    alone = have.sum(axis=1) == 1
    safe = several | (alone & decided & (course.first_side != leader))
    lost = alone & all_taken & (course.first_side == leader)
    return safe, lost


@dataclass(frozen=True, slots=True)
class CourseResult:
    """How doubling is decided."""

    n: int
    """Deal blocks."""
    doubled: Estimate
    """Share of hands doubled."""
    by_step: tuple[tuple[float, Estimate, Estimate], ...]
    """Share of the pack played; share of hands safe from doubling by then, and certain of it."""
    escapes: tuple[tuple[float, Estimate, Estimate | None], ...]
    """Share of the points that one side has captured alone; share of hands where that happened, and
    among them those that were not doubled in the end."""


def doubling_course(
    seatings: Sequence[Sequence[Policy]], deals: Deals, level: float = DEFAULT_LEVEL
) -> CourseResult:
    """Follow hands trick by trick.

    Questions: by when is it known whether a hand is doubled; how often does a side that has
    captured nothing, while others took so many of the points, escape? Unit of observation: the
    deal block, its hands one a seating; shares as in `clustered_share`.

    Raises
    ------
    BadInput
        If the rules never double.
    TooFewBlocks
        With fewer than two deals.
    """
    rules = deals.rules
    if rules.doubling == "never":
        raise BadInput(f"{rules.id} never doubles (doubling is never)")
    hands, n = len(seatings), len(deals)
    doubled = np.zeros((n, hands))
    steps = np.zeros((n, hands, len(STEPS), 2))
    trailed = np.zeros((n, hands, len(TRAILING)))
    for row in range(n):
        for place, line_up in enumerate(seatings):
            course = course_of(deals, row, line_up)
            doubled[row, place] = course.doubled
            safe, lost = states_of(course, rules)
            for number, step in enumerate(STEPS):
                upto = course.played <= step + 1e-9
                steps[row, place, number] = (safe & upto).any(), (lost & upto).any()
            trailed[row, place] = _trailed(course, rules)
    cases = np.full(n, float(hands))

    def share(what: FloatArray) -> Estimate:
        return clustered_share(what.sum(axis=1), cases, level)

    def escaped(number: int) -> Estimate | None:
        trailing = trailed[:, :, number]
        if np.count_nonzero(trailing.any(axis=1)) < FEWEST_BLOCKS:
            return None
        free = trailing * (1 - doubled)
        return clustered_share(free.sum(axis=1), trailing.sum(axis=1), level)

    return CourseResult(
        n,
        share(doubled),
        tuple(
            (step, share(steps[:, :, number, 0]), share(steps[:, :, number, 1]))
            for number, step in enumerate(STEPS)
        ),
        tuple(
            (step, share(trailed[:, :, number]), escaped(number))
            for number, step in enumerate(TRAILING)
        ),
    )


def _trailed(course: Course, rules: Rules) -> FloatArray:
    """Return for each share of the points whether a side had so many, and nobody else any."""
    best = course.captured.max(axis=1)
    alone = course.captured.sum(axis=1) == best
    return np.array(
        [(alone & (best >= step * rules.pack_points)).any() for step in TRAILING], float
    )
