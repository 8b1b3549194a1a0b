"""Matches: hands played and added up until a side reaches the target (RULES.md §3, §4, §13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sim.core.tables import PAYOFF_UNIT
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.hand import CHECK_ALL, HandResults, play_deals
from sim.policy import Policy
from sim.rules import Rules, RuleSet

HANDS_A_MATCH = 10_000
"""Hand h of match m is deal m * 10,000 + h, so no match can be longer."""
POINT_UNIT = 100 * PAYOFF_UNIT
"""Points after the winner's percent are whole numbers of 1/6000 point: exact."""


@dataclass(frozen=True)
class MatchResults:
    """What n matches came to; arrays over matches, then sides."""

    rules: RuleSet
    """The rules played."""
    match: np.ndarray
    """int64[n]: match numbers."""
    hands: np.ndarray
    """int64[n]: hands played."""
    total_units: np.ndarray
    """int64[n, sides]: what the hands added up to, in 1/60 point."""
    winner: np.ndarray
    """int8[n]: index of the winning side, -1 for none."""
    doubled: np.ndarray
    """bool[n]: whether the match as a whole was doubled."""
    point_units: np.ndarray
    """int64[n, sides]: points after doubling and the winner's percent, in 1/6000 point."""

    def __len__(self) -> int:
        """Return the number of matches."""
        return len(self.match)

    @property
    def totals(self) -> np.ndarray:
        """float64[n, sides]: what the hands added up to."""
        return self.total_units / PAYOFF_UNIT

    @property
    def points(self) -> np.ndarray:
        """float64[n, sides]: points after doubling and the winner's percent."""
        return self.point_units / POINT_UNIT

    @property
    def payoff(self) -> np.ndarray:
        """float64[n, seats]: points paid to each seat."""
        is_shared = isinstance(self.rules, Rules) and self.rules.payoff == "shared"
        share = len(self.rules.teams[0]) if is_shared else 1
        return self.point_units[:, _side_of(self.rules)] / (POINT_UNIT * share)

    def columns(self) -> dict[str, np.ndarray]:
        """Return plain arrays with one row a match and seat, seats varying fastest."""
        n, seats = len(self), self.rules.seats
        side = np.tile(np.array(_side_of(self.rules), dtype=np.int8), n)
        rows = np.repeat(np.arange(n), seats)
        return {
            "match": self.match[rows],
            "seat": np.tile(np.arange(seats, dtype=np.int8), n),
            "side": side,
            "hands": self.hands[rows].astype(np.int32),
            "total": self.totals[rows, side],
            "points": self.points[rows, side],
            "payoff": self.payoff.ravel(),
            "won": self.winner[rows] == side,
            "doubled": self.doubled[rows],
        }


def _side_of(rules: RuleSet) -> list[int]:
    """Return the side of each seat."""
    pairs = sorted((seat, side) for side, team in enumerate(rules.teams) for seat in team)
    return [side for _, side in pairs]


class _Tally:
    """The matches of one batch while they are played."""

    def __init__(self, rules: Rules, n: int) -> None:
        sides = len(rules.teams)
        self.rules = rules
        self.totals = np.zeros((n, sides), dtype=np.int64)
        self.captured = np.zeros((n, sides), dtype=np.int64)
        self.first_outs = np.zeros((n, sides), dtype=np.int64)
        self.hands = np.zeros(n, dtype=np.int64)
        self.winner = np.full(n, -1, dtype=np.int8)
        self.doubled = np.zeros(n, dtype=bool)

    def add(self, rows: np.ndarray, results: HandResults) -> np.ndarray:
        """Add one hand of some matches; return the rows of those that go on."""
        rules = self.rules
        self.hands[rows] += 1
        units = results.raw["side_points"][:, : len(rules.teams)].astype(np.int64)
        if rules.match_doubling == "each_hand":
            units <<= results.doubled[:, None]
        self.totals[rows] += units
        first_out = results.first_out
        for side, team in enumerate(rules.teams):
            self.captured[rows, side] += results.captured[:, team].sum(axis=1, dtype=np.int64)
            self.first_outs[rows, side] += np.isin(first_out, team)
        best = self.totals[rows].max(axis=1)
        reached = np.zeros(len(rows), dtype=bool)
        if rules.target is not None:
            reached = best >= rules.target * PAYOFF_UNIT
        ended = reached | (self.hands[rows] == rules.hands)
        level = self.totals[rows] == best[:, None]
        winner = np.where(level.sum(axis=1) == 1, level.argmax(axis=1), -1)
        # Level past the target, the earlier out of the last hand wins; level when the number of
        # hands ends the match, nobody does.
        winner = np.where(reached & (winner < 0), _earliest(rules, results, level), winner)
        self.winner[rows[ended]] = winner[ended]
        going_on: np.ndarray = rows[~ended]
        return going_on

    def close(self) -> np.ndarray:
        """Judge the doubling of the whole matches and return their points in 1/6000."""
        rules, rows = self.rules, np.arange(len(self.hands))
        won = self.winner >= 0
        if rules.match_doubling == "once" and rules.doubling != "never":
            others = self.captured.sum(axis=1) - self.captured[rows, self.winner]
            self.doubled = won & (others == 0)
            if rules.doubling == "losers_empty":
                self.doubled &= self.first_outs[rows, self.winner] == self.hands
        percent = np.full(self.totals.shape, 100)
        percent[rows[won], self.winner[won]] += rules.match_bonus
        points: np.ndarray = (self.totals << self.doubled[:, None]) * percent
        return points


def _earliest(rules: Rules, results: HandResults, level: np.ndarray) -> np.ndarray:
    """Return which of the level sides has the earliest out of a hand."""
    places = np.stack([results.finish[:, team].min(axis=1) for team in rules.teams], axis=1)
    earliest: np.ndarray = np.where(level, places, np.int8(rules.seats + 1)).argmin(axis=1)
    return earliest


def play_matches(
    rules: Rules,
    line_up: Sequence[Policy],
    seed: int,
    matches: int | range | np.ndarray,
    checked: bool = CHECK_ALL,
) -> MatchResults:
    """Play matches to the rules' target or number of hands.

    All matches' first hands are played as one batch, then the second hands of those that go on.

    Parameters
    ----------
    rules : Rules
        `target`, `hands`, `match_doubling` and `match_bonus` are its fields.
    line_up : sequence of Policy
        One a seat, for the whole match.
    seed : int
    matches : int, range or int64[n]
        Match numbers, or how many matches from number 0.
    checked : bool
        See `play_deals`.

    Raises
    ------
    BadInput
        If a match has not ended after 10,000 hands.
    StrategyFault
        If a strategy raised or answered illegally.
    """
    numbers = np.arange(matches) if isinstance(matches, int) else np.asarray(matches)
    numbers = numbers.astype(np.int64)
    tally = _Tally(rules, len(numbers))
    playing = np.arange(len(numbers))
    hand = 0
    while len(playing):
        if hand == HANDS_A_MATCH:
            raise BadInput(
                f"match {numbers[playing[0]]} has not ended after {HANDS_A_MATCH} hands; "
                f"set fewer points to reach (target) or a number of hands (hands)"
            )
        deals = deal_hands(rules, seed, numbers[playing] * HANDS_A_MATCH + hand)
        playing = tally.add(playing, play_deals(line_up, deals, checked))
        hand += 1
    points = tally.close()
    return MatchResults(
        rules, numbers, tally.hands, tally.totals, tally.winner, tally.doubled, points
    )
