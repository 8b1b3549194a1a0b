"""The certificate of a result: checks that were run on it, each with what it counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from analysis.comparisons import score_pair
from analysis.estimates import DEFAULT_LEVEL, Estimate, student_quantile
from analysis.played import FloatArray, Played, Table
from analysis.score_parts import PARTS_OF_A_POINT
from analysis.shares import share_estimate
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.families import Deals, play_deals
from sim.policy import Policy
from sim.seatings import pair_block

REPLICATIONS: Final = 2000
BLOCKS_A_REPLICATION: Final = 100
_TOLERANCE: Final = 0.02
"""How far coverage may be from its level: skewed scores cost some of it at 100 blocks."""
_FEWEST_SCORES: Final = 1000


@dataclass(frozen=True)
class Check:
    """One check and its outcome."""

    name: str
    """What was asserted."""
    cases: int
    """How often it was looked at; 0 where it could not be."""
    unit: str
    """What is counted."""
    held: bool | None
    """Whether it held in all cases; None where it was not run."""
    note: str = ""
    """What failed, or why it was not run; for coverage, the share."""
    share: Estimate | None = None


def same_strategy_is_zero(table: Table, policies: Sequence[Policy], deals: Deals) -> Check:
    """Play every strategy against itself in a pair's seatings: D must be 0 on every deal.

    The strategy sits on both sides under two names; seatings, weights and sums are those of a
    comparison.
    """
    seatings = pair_block(table.game)
    wrong = 0
    for policy in policies:
        line_up = [policy] * table.game.seats
        payoff = np.stack([play_deals(line_up, deals).payoff for _ in seatings], axis=1)
        scores = score_pair(payoff, seatings, (policy.name, policy.name))
        wrong += int(np.count_nonzero(scores.blocks))
    return Check(
        "a strategy against itself differs by exactly 0",
        len(deals) * len(policies),
        "deals",
        wrong == 0,
        f"{wrong} deals differ" if wrong else "",
    )


def replayed_alike(table: Table, policies: Sequence[Policy], played: Played, seed: int) -> Check:
    """Play recorded deals again, every answer and invariant checked: the rows must come out alike.

    Checked on every turn: the play is legal, held, and beats the top play; every card is in one
    place; captured points, table and hands add up to the pack.

    Parameters
    ----------
    table : Table
    policies : sequence of Policy
        One a strategy of `table.names`.
    played : Played
        The recorded blocks.
    seed : int
        The experiment's seed.
    """
    deals = deal_hands(table.rules, seed, played.deal)
    plays, wrong = 0, 0
    for place, seating in enumerate(table.plan):
        try:
            again = play_deals([policies[owner] for owner in seating], deals, checked=True)
        except BadInput as fault:
            return Check(_REPLAYED, len(deals) * place, "hands", held=False, note=str(fault))
        plays += int(again.plays.sum())
        sixtieths = np.rint(again.payoff * PARTS_OF_A_POINT).astype(np.int64)
        same = (
            np.all(sixtieths == played.payoff[:, place], axis=1)
            & np.all(again.finish == played.finish[:, place], axis=1)
            & np.all(again.captured == played.captured[:, place], axis=1)
            & np.all(again.left == played.left[:, place], axis=1)
            & np.all(again.plays == played.plays[:, place], axis=1)
            & (again.leader == played.leader[:, place])
            & (again.doubled == played.doubled[:, place])
        )
        wrong += int(np.count_nonzero(~same))
    note = f"{wrong} hands came out differently" if wrong else f"{plays:,} plays checked"
    return Check(_REPLAYED, len(deals) * len(table.plan), "hands", wrong == 0, note)


_REPLAYED: Final = "hands replayed with every rule checked come out as recorded"


class PointsTally:
    """Counts the hands whose captured points and points left are not the pack's."""

    def __init__(self, table: Table) -> None:
        self._points = table.rules.pack_points
        self._hands = 0
        self._wrong = 0

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        points = (played.captured + played.left).sum(axis=2)
        self._hands += points.size
        self._wrong += int(np.count_nonzero(points != self._points))

    def result(self) -> Check:
        """Return the check."""
        return Check(
            f"captured points and points left in hand add up to {self._points}",
            self._hands,
            "hands",
            self._wrong == 0,
            f"{self._wrong:,} hands do not" if self._wrong else "",
        )


class LinesTally:
    """Counts the hands whose payoffs are not the sum of what the scoring rules give."""

    def __init__(self) -> None:
        self._hands = 0
        self._wrong = 0

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        paid = sum(played.parts.values(), np.zeros(played.payoff.shape, dtype=np.int64))
        self._hands += played.doubled.size
        self._wrong += int(np.count_nonzero(np.any(paid != played.payoff, axis=2)))

    def result(self) -> Check:
        """Return the check."""
        return Check(
            "payoffs are the sum of what each scoring rule gives",
            self._hands,
            "hands",
            self._wrong == 0,
            f"{self._wrong:,} hands are not" if self._wrong else "",
        )


def coverage(scores: FloatArray, level: float = DEFAULT_LEVEL, *, seed: int = 0) -> Check:
    """Draw blocks from the recorded ones again and again, and count how often intervals cover.

    Question: do intervals of the kind that this report shows cover as often as they say, on
    scores like these? Unit of observation: the replication. The recorded block scores stand for
    the law; each of 2,000 replications draws 100 of them with replacement, makes the t interval
    and looks whether the mean of all is inside. It is harder than the report's own case: with
    more blocks the mean is closer to normal.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, ch. 12.
    """
    name = f"{100 * level:g} % intervals cover"
    if len(scores) < _FEWEST_SCORES or scores.min() == scores.max():
        why = "the scores do not vary" if len(scores) >= _FEWEST_SCORES else "too few deals"
        return Check(name, 0, "replications", None, f"not run: {why}")
    rng = np.random.default_rng(seed)
    drawn = scores[rng.integers(len(scores), size=(REPLICATIONS, BLOCKS_A_REPLICATION))]
    half = (
        student_quantile(level, BLOCKS_A_REPLICATION - 1)
        * drawn.std(axis=1, ddof=1)
        / np.sqrt(BLOCKS_A_REPLICATION)
    )
    covered = int(np.count_nonzero(np.abs(drawn.mean(axis=1) - scores.mean()) <= half))
    share = share_estimate(covered, REPLICATIONS, DEFAULT_LEVEL)
    held = abs(share.value - level) <= _TOLERANCE
    return Check(name, REPLICATIONS, "replications", held, "", share)
