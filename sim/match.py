"""Matches: hands played and added up until a side reaches the target (RULES.md §13).

A match's sides are those known beforehand: where the deal makes them, each seat counts for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sim.core.tables import PAYOFF_UNIT
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.hand import CHECK_ALL, HandResults, play_deals
from sim.policy import Policy
from sim.rule_set import RuleSet
from sim.rules import Rules

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
    """int8[n]: index of the winning side, -1 for none; where places are paid, the first of them."""
    doubled: np.ndarray
    """bool[n]: whether the match as a whole was doubled."""
    point_units: np.ndarray
    """int64[n, sides]: points after doubling and the winner's percent, in 1/6000 point."""
    payoff_units: np.ndarray
    """int64[n, seats]: what each seat is paid, in 1/6000 point."""

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
        return self.payoff_units / POINT_UNIT

    @property
    def won(self) -> np.ndarray:
        """bool[n, sides]: whether a side won; where places are paid, the first two do."""
        sides = np.arange(len(self.rules.teams))
        won: np.ndarray = self.winner[:, None] == sides
        if isinstance(self.rules, Rules) and self.rules.match_pays == "places":
            won = self.payoff_units[:, [team[0] for team in self.rules.teams]] > 0
        return won

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
            "won": self.won[rows, side],
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
        self.places = np.zeros((n, sides), dtype=np.int64)
        self.winner = np.full(n, -1, dtype=np.int8)
        self.doubled = np.zeros(n, dtype=bool)

    def add(self, rows: np.ndarray, results: HandResults) -> np.ndarray:
        """Add one hand of some matches; return the rows of those that go on."""
        rules = self.rules
        self.hands[rows] += 1
        units = self._units(results)
        if rules.match_doubling == "each_hand":
            units <<= results.doubled[:, None]
        self.totals[rows] += units
        first_out = results.first_out
        for side, team in enumerate(rules.teams):
            self.captured[rows, side] += results.captured[:, team].sum(axis=1, dtype=np.int64)
            self.first_outs[rows, side] += np.isin(first_out, team)
        totals = self.totals[rows]
        best = totals.max(axis=1)
        reached = np.zeros(len(rows), dtype=bool)
        if rules.target is not None:
            reached = best >= rules.target * PAYOFF_UNIT
        is_level = (totals == best[:, None]).sum(axis=1) > 1
        played_out = self.hands[rows] == rules.hands
        places = _places(totals, _earliest(rules, results))
        winner = places.argmin(axis=1)
        if rules.tie == "first_out" or rules.match_pays == "places":
            # Level past the target, the earlier out of the last hand wins.
            ended = reached | played_out
            settled = reached
        else:
            ended = reached & ~is_level | played_out
            settled = np.zeros(len(rows), dtype=bool)
        if rules.match_pays == "places":
            settled = ended
        # Level when the number of hands ends the match, nobody wins.
        winner = np.where(is_level & ~settled, -1, winner)
        self.winner[rows[ended]] = winner[ended]
        self.places[rows[ended]] = places[ended]
        going_on: np.ndarray = rows[~ended]
        return going_on

    def _units(self, results: HandResults) -> np.ndarray:
        """Return what a hand adds to each side, int64[n, sides] in 1/60 point."""
        if self.rules.match_adds == "side_points":
            sides: np.ndarray = results.raw["side_points"][:, : len(self.rules.teams)]
            return sides.astype(np.int64)
        firsts = [team[0] for team in self.rules.teams]
        paid: np.ndarray = results.raw["payoff"][:, firsts]
        return paid.astype(np.int64)

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

    def payoffs(self, points: np.ndarray) -> np.ndarray:
        """Return what each seat is paid, int64[n, seats] in 1/6000 point, given the points."""
        rules = self.rules
        if rules.match_pays == "prize":
            won = self.winner[:, None] == np.arange(len(rules.teams))
            lost = ~won & (self.winner >= 0)[:, None]
            paid = (won.astype(np.int64) - lost) * rules.match_prize * POINT_UNIT
        elif rules.match_pays == "places":
            paid = np.array(PLACE_PRIZES)[self.places] * POINT_UNIT
        elif rules.payoff == "margin":
            paid = (points - points[:, ::-1]) // rules.payoff_step
        elif rules.payoff == "shared" and rules.match_adds == "side_points":
            paid = points // len(rules.teams[0])
        else:
            paid = points
        by_seat: np.ndarray = paid[:, _side_of(rules)]
        return by_seat


PLACE_PRIZES = (2, 1, -1, -2)
"""What the places of a match are paid, where places are paid."""


def _earliest(rules: Rules, results: HandResults) -> np.ndarray:
    """Return the place of each side's earliest out in a hand, int[n, sides]."""
    return np.stack([results.finish[:, team].min(axis=1) for team in rules.teams], axis=1)


def _places(totals: np.ndarray, earliest: np.ndarray) -> np.ndarray:
    """Return each side's place from 0: more points, then the earlier out, then the lower seat."""
    order = np.lexsort((earliest, -totals), axis=1)
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.arange(order.shape[1])[None, :], axis=1)
    return places


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
    first: np.ndarray | None = None
    leader: np.ndarray | None = None
    while len(playing):
        if hand == HANDS_A_MATCH:
            raise BadInput(
                f"match {numbers[playing[0]]} has not ended after {HANDS_A_MATCH} hands; "
                f"set fewer points to reach (target) or a number of hands (hands)"
            )
        deals = deal_hands(rules, seed, numbers[playing] * HANDS_A_MATCH + hand, first)
        if leader is not None:
            deals = replace(deals, leader=leader)
        results = play_deals(line_up, deals, checked)
        going_on = tally.add(playing, results)
        first, leader = _next_hand(rules, results, np.isin(playing, going_on))
        playing = going_on
        hand += 1
    points = tally.close()
    return MatchResults(
        rules,
        numbers,
        tally.hands,
        tally.totals,
        tally.winner,
        tally.doubled,
        points,
        tally.payoffs(points),
    )


def _next_hand(
    rules: Rules, results: HandResults, going_on: np.ndarray
) -> tuple[np.ndarray | None, np.ndarray | None]:
    """Return who is dealt first and who leads in the next hands; None where the deal says it."""
    first_out = results.first_out[going_on]
    first = first_out if rules.dealt_first == "first_out" else None
    if rules.next_leader == "first_out":
        return first, first_out
    if rules.next_leader == "not_out":
        return first, results.raw["finish"][going_on, : rules.seats].argmin(axis=1)
    return first, None
