"""Doubling: how often, why, whom it pays, and what it does to the mean and the tails."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from analysis.distribution import Moments, ScoreSums
from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks
from analysis.played import IntArray, Played, Table
from analysis.tallies import RatioTally, count_by_block

STRENGTH: Final = ("plays_to_empty", "points")
"""Features of the dealt hands that say how strong a side was dealt. Plays are counted as the mean
of the other sides less the own side: above 0 the own cards are the better ones. Points are those
of the own side."""
_SPAN: Final = 192
_LOWEST: Final = -64
"""Values that are counted: so many, from this one on."""
FEWEST_HANDS: Final = 200
"""Hands that a value of strength needs to be listed."""

ENDINGS: Final = ("doubled win", "plain win", "draw", "plain loss", "doubled loss")
"""How a hand can end for a seat."""


@dataclass(frozen=True)
class Condition:
    """How often a part of the doubling condition holds."""

    name: str
    share: Estimate
    """Share of all hands."""


@dataclass(frozen=True)
class StrengthRow:
    """How hands end for a side that was dealt so much."""

    value: int
    """As `STRENGTH` says."""
    hands: int
    endings: tuple[Estimate, ...]
    """Shares, in the order of `ENDINGS`."""


@dataclass(frozen=True)
class DoublingResult:
    """What doubling does in a result."""

    table: Table
    n: int
    rate: Estimate
    """Share of hands that are doubled."""
    conditions: tuple[Condition, ...]
    by_strategy: tuple[tuple[Estimate, ...], ...]
    """Strategy by ending: shares of its seats' hands, in the order of `ENDINGS`; empty where the
    rules never double."""
    by_pair: tuple[tuple[str, str, Estimate, int], ...]
    """Winning side's strategies, losing seats' strategies, share doubled among such hands, hands;
    empty where only one strategy plays."""
    by_strength: tuple[tuple[str, tuple[StrengthRow, ...]], ...]
    """Feature and its rows."""
    winner: tuple[Moments, Moments]
    """Payoff a seat of the winning side: with doubling, without."""
    seats: tuple[tuple[str, Moments, Moments], ...]
    """Payoff of all seats, then of each strategy's (label): with doubling, without."""
    mean_share: Estimate | None
    """Share of the mean winner's payoff that doubling adds; None where the mean is 0."""
    winner_gain: Estimate
    """What doubling adds to the mean payoff of a winner's seat, points a hand."""
    variance_share: Estimate | None
    """Share of the variance of a seat's payoff that doubling adds."""

    @property
    def happened(self) -> bool:
        """Whether any hand was doubled."""
        return self.rate.value > 0


class DoublingTally:
    """Counts doubled hands and both scores of every hand as a result streams by.

    Question: what does the doubling rule do? Unit of observation: the deal block. "Without" scores
    the same plays without the rule; strategies that play for it or against it would play
    otherwise. Shares as in `clustered_share`; standard deviation, skewness and shares of variance
    by the jackknife of `GroupSums`; quantiles as in `analysis.distribution`.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._counted = table.rules.doubling != "never"
        self._camps = len(table.camps)
        self._hands = RatioTally((4,))
        self._endings = RatioTally((len(table.names), len(ENDINGS)))
        self._pairs = RatioTally((self._camps * 2**self._camps,))
        self._strength = {name: RatioTally((_SPAN, len(ENDINGS))) for name in STRENGTH}
        self._scores = ScoreSums(len(table.names))
        self._winner = ScoreSums(1)

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        n = len(played)
        loses = ~played.won
        nothing = np.where(loses, played.captured, 0).sum(axis=2) == 0
        no_first = ~np.any(loses & (played.finish == 1), axis=2)
        counts = [played.doubled, nothing, no_first, nothing & no_first]
        hands = np.full((n, 1), float(len(self.table.plan)))
        self._hands.add(np.stack([each.sum(axis=1) for each in counts], 1).astype(float), hands)
        if self._counted:
            self._add_endings(played)
        if self._counted and self._camps > 1:
            self._add_pairs(played)
        self._scores.add(played.deal, played.owner, played.payoff, played.undoubled)
        nobody = np.where(played.won, 0, -1)
        self._winner.add(played.deal, nobody, played.payoff, played.undoubled)

    def _add_endings(self, played: Played) -> None:
        n, kinds = len(played), len(ENDINGS)
        doubled = np.broadcast_to(played.doubled[:, :, None], played.won.shape)
        drawn = ~played.won.any(axis=2, keepdims=True)
        lost = np.where(doubled, 4, np.where(drawn, 2, 3))
        ending = np.where(played.won, np.where(doubled, 0, 1), lost)
        strategies = len(self.table.names)
        code = (played.owner * kinds + ending).reshape(n, -1)
        counted = count_by_block(code, strategies * kinds).reshape(n, strategies, kinds)
        self._endings.add(counted, counted.sum(axis=2, keepdims=True))
        firsts = [team[0] for team in self.table.rules.teams]
        for name, tally in self._strength.items():
            if name not in played.features:
                continue
            strength = self._strength_of(played, name)[:, None, :]
            whole = np.broadcast_to(strength, played.won[:, :, firsts].shape)
            tally.add_sparse(whole.reshape(n, -1), ending[:, :, firsts].reshape(n, -1))

    def _strength_of(self, played: Played, name: str) -> IntArray:
        """Return the number of the value each side was dealt, (n, sides)."""
        held = played.features[name]
        own = np.stack([held[:, list(team)].sum(axis=1) for team in self.table.rules.teams], axis=1)
        value = own
        if name == "plays_to_empty":
            others = (own.sum(axis=1, keepdims=True) - own) / (own.shape[1] - 1)
            value = np.rint(others - own).astype(np.int64)
        number: IntArray = np.clip(value - _LOWEST, 0, _SPAN - 1)
        return number

    def _add_pairs(self, played: Played) -> None:
        """Count hands by the winner's camp and the set of the losers' camps."""
        camp = self.table.camp_of[played.owner]
        winner = np.where(played.won, camp, 0).max(axis=2)
        losers = np.bitwise_or.reduce(np.where(played.won, 0, 1 << camp), axis=2)
        code = np.where(played.won.any(axis=2), winner * 2**self._camps + losers, -1)
        kinds = self._pairs.shape[0]
        cases = count_by_block(code, kinds)
        self._pairs.add(count_by_block(np.where(played.doubled, code, -1), kinds), cases)

    def result(self, level: float = DEFAULT_LEVEL) -> DoublingResult:
        """Return the estimates.

        Raises
        ------
        TooFewBlocks
            With fewer than two blocks.
        """
        names = self.table.names
        rate = self._hands.share(0, level=level)
        seats = [("", self._scores.moments(None, 0, level), self._scores.moments(None, 1, level))]
        if len(names) > 1:
            seats += [
                (name, self._scores.moments(k, 0, level), self._scores.moments(k, 1, level))
                for k, name in enumerate(names)
            ]
        return DoublingResult(
            self.table,
            int(self._hands.blocks[0]),
            rate,
            self._conditions(level),
            tuple(
                tuple(self._endings.share(k, place, level=level) for place in range(len(ENDINGS)))
                for k in range(len(names))
                if self._counted
            ),
            self._by_pair(level),
            tuple(
                (name, rows)
                for name, tally in self._strength.items()
                if (rows := _strength_rows(tally, level))
            ),
            (self._winner.moments(None, 0, level), self._winner.moments(None, 1, level)),
            tuple(seats),
            self._winner.added_share(_mean, level),
            self._winner.gain(_mean, level),
            self._scores.added_share(_variance, level),
        )

    def _conditions(self, level: float) -> tuple[Condition, ...]:
        def share(place: int) -> Estimate:
            return self._hands.share(place, level=level)

        conditions = [Condition("losers captured nothing", share(1))]
        if self.table.rules.doubling != "others_empty":
            conditions += [
                Condition("no loser was first out", share(2)),
                Condition("both", share(3)),
            ]
        return tuple(conditions)

    def _by_pair(self, level: float) -> tuple[tuple[str, str, Estimate, int], ...]:
        rows = []
        for code in range(self._pairs.shape[0]):
            winner, losers = divmod(code, 2**self._camps)
            hands = int(self._pairs.cases(code))
            if not hands or self._camps == 1:
                continue
            beaten = [name for camp, name in enumerate(self.table.camp_names) if losers >> camp & 1]
            try:
                share = self._pairs.share(code, level=level)
            except TooFewBlocks:
                continue
            rows.append((self.table.camp_names[winner], ", ".join(beaten), share, hands))
        return tuple(rows)


def _strength_rows(tally: RatioTally, level: float) -> tuple[StrengthRow, ...]:
    rows = []
    for number in range(_SPAN):
        hands = int(tally.cases(number, 0))
        if hands >= FEWEST_HANDS:
            endings = tuple(
                tally.share(number, place, level=level) for place in range(len(ENDINGS))
            )
            rows.append(StrengthRow(number + _LOWEST, hands, endings))
    return tuple(rows)


def _mean(sums: Any) -> float:
    return float(sums[1] / sums[0]) if sums[0] else math.nan


def _variance(sums: Any) -> float:
    return float(sums[2] / sums[0] - (sums[1] / sums[0]) ** 2) if sums[0] else math.nan
