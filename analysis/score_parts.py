"""A payoff taken apart, scoring rule by scoring rule, from the rules' own fields.

Points of a side are formed line by line: what it captured, then what each rule adds or takes.
A line's part of a payoff is what the payoff changes when the line is added to those before it.
Where payoffs are shares or multiples of points, the order makes no difference; where they go by
steps it does, and the order is that of `SCORE_PARTS`. The parts add up to the payoff exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from sim.rules import Rules

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

PARTS_OF_A_POINT: Final = 60
"""Halves, thirds and tenths of a point are whole numbers of sixtieths."""

SCORE_PARTS: Final = {
    "captured": "points captured",
    "last_tricks": "last seat's points, moved",
    "first_out": "first-out bonus",
    "left_seat": "penalty for being left",
    "left_points": "points left in hand",
    "catch": "payment for seats left",
    "sweep": "sweep",
    "doubling": "doubling",
}
"""What a payoff is made of, in the order in which it is formed; they add up to it exactly."""

PART_PHRASES: Final = {
    "captured": "points captured",
    "last_tricks": "the last seat's points",
    "first_out": "the first-out bonus",
    "left_seat": "the penalty for being left",
    "left_points": "the points left in hand",
    "catch": "the payment for seats left",
    "sweep": "sweeps",
    "doubling": "doubling",
}
"""The same in the middle of a sentence."""

THIRD: Final = 3


def parts_of(rules: Rules) -> tuple[str, ...]:
    """Return the parts that a rule set's payoffs have, in order.

    Examples
    --------
    >>> from sim.games import find_rules
    >>> parts_of(find_rules("jiangnan"))
    ('captured', 'last_tricks', 'left_points', 'sweep')
    """
    counts = {
        "captured": True,
        "last_tricks": rules.last_tricks == "to_first",
        "first_out": rules.first_out_bonus > 0,
        "left_seat": rules.left_penalty > 0,
        "left_points": rules.left_points != "nobody",
        "catch": rules.catch != "off" and max(rules.catch_one, rules.catch_two) > 0,
        "sweep": rules.sweep != "none",
        "doubling": rules.doubling != "never",
    }
    return tuple(name for name in SCORE_PARTS if counts[name])


@dataclass(frozen=True)
class Ended:
    """How hands ended; arrays of hands × seats, with any axes before."""

    rules: Rules
    finish: IntArray
    """Place of going out from 1; seats that never did share the next place, (…, K)."""
    captured: IntArray
    """Card points taken, (…, K)."""
    left: IntArray
    """Card points left in hand, (…, K)."""
    side: IntArray
    """The side of each seat, (…, K)."""
    doubled: BoolArray
    """Whether the payoffs were doubled, (…)."""

    @cached_property
    def stuck(self) -> BoolArray:
        """Whether a seat never went out, (…, K)."""
        # At the end of a hand somebody always holds cards, and those share the last place.
        stuck: BoolArray = self.finish == self.finish.max(axis=-1, keepdims=True)
        return stuck

    def of_side(self, values: npt.NDArray[np.generic]) -> IntArray:
        """Return for each seat the sum of the values of its side's seats, (…, K)."""
        whole = values.astype(np.int64)
        if self.rules.solo:
            return whole
        is_one = self.side == 1
        one = np.where(is_one, whole, 0).sum(axis=-1, keepdims=True)
        both = whole.sum(axis=-1, keepdims=True)
        sums: IntArray = np.where(is_one, one, both - one)
        return sums

    @cached_property
    def side_size(self) -> IntArray:
        """Seats of each seat's side, (…, K)."""
        return self.of_side(np.ones(self.side.shape, dtype=np.int64))

    @cached_property
    def is_first(self) -> BoolArray:
        """Whether a seat of the own side was first out, (…, K)."""
        return self.of_side(self.finish == 1) > 0

    @cached_property
    def is_lopsided(self) -> BoolArray:
        """Whether the deal made one seat play against the others, (…)."""
        if not self.rules.hidden:
            return np.zeros(self.doubled.shape, dtype=np.bool_)
        lopsided: BoolArray = np.any(self.side_size != self.rules.seats // 2, axis=-1)
        return lopsided

    @cached_property
    def is_swept(self) -> BoolArray:
        """Whether a side was out before any opponent, (…); of uneven sides only a lone seat is."""
        if self.rules.solo:
            return np.zeros(self.doubled.shape, dtype=np.bool_)
        swept: BoolArray = np.all(self.stuck != self.is_first, axis=-1)
        alone = np.any(self.is_first & (self.side_size == 1), axis=-1)
        swept &= ~self.is_lopsided | alone
        return swept

    @cached_property
    def lines(self) -> Mapping[str, IntArray]:
        """What each rule gives to the own side, in points, (…, K); doubling is none of them."""
        rules = self.rules
        rule: dict[str, Callable[[], IntArray]] = {
            "captured": lambda: self.of_side(self.captured),
            "last_tricks": self._last_tricks,
            "first_out": lambda: rules.first_out_bonus * self.is_first.astype(np.int64),
            "left_seat": lambda: -rules.left_penalty * self.of_side(self.stuck),
            "left_points": self._left_points,
            "catch": self._catch,
            "sweep": lambda: np.zeros(self.side.shape, dtype=np.int64),
        }
        lines = {name: rule[name]() for name in parts_of(rules) if name in rule}
        if "sweep" in lines:
            # A sweep is paid in place of everything else.
            swept = self.is_swept[..., None]
            others = [name for name in lines if name != "captured"]
            lines |= {name: np.where(swept, 0, lines[name]) for name in others}
            paid = np.where(self.is_first, self._sweep_points, 0)
            lines["sweep"] = np.where(swept, paid - lines["captured"], 0)
        return lines

    @property
    def _sweep_points(self) -> IntArray | int:
        if self.rules.sweep == "captured":
            total: IntArray = self.captured.sum(axis=-1, keepdims=True)
            return total
        return int(self.rules.sweep)

    def _last_tricks(self) -> IntArray:
        taken = np.where(self.stuck, self.captured, 0)
        moved = self.is_first * taken.sum(axis=-1, keepdims=True) - self.of_side(taken)
        kept: IntArray = np.where(self.is_lopsided[..., None], 0, moved)
        return kept

    def _left_points(self) -> IntArray:
        held = np.where(self.stuck, self.left, 0)
        if self.rules.left_points == "deducted":
            return -self.of_side(held)
        third = self.of_side((self.finish == THIRD) & ~self.stuck)
        points: IntArray = third * held.sum(axis=-1, keepdims=True)
        return points

    def _catch(self) -> IntArray:
        rules = self.rules
        prices = np.zeros(rules.seats + 1, dtype=np.int64)
        prices[1:3] = rules.catch_one, rules.catch_two
        price = prices[self.stuck.sum(axis=-1, keepdims=True)]
        pays = self.of_side(self.stuck) > 0
        gets = self.is_first if rules.catch_by_first else ~pays
        price = np.where((pays & gets).any(axis=-1, keepdims=True), 0, price)
        return price * ((rules.catch == "transfer") * gets.astype(np.int64) - pays)

    @cached_property
    def points(self) -> IntArray:
        """Points of the own side before doubling, (…, K)."""
        return sum(self.lines.values(), np.zeros(self.side.shape, dtype=np.int64))

    @cached_property
    def parts(self) -> Mapping[str, IntArray]:
        """The payoff taken apart, in sixtieths, (…, K) each, keys of `parts_of` the rules."""
        points = before = np.zeros(self.side.shape, dtype=np.int64)
        parts = {}
        for name, line in self.lines.items():
            points = points + line
            paid = self.paid(points)
            parts[name] = paid - before
            before = paid
        if self.rules.doubling != "never":
            parts["doubling"] = np.where(self.doubled[..., None], before, 0)
        return parts

    def paid(self, points: IntArray) -> IntArray:
        """Return what points of the own side pay to each seat undoubled, in sixtieths, (…, K)."""
        rules, units = self.rules, points * PARTS_OF_A_POINT
        if rules.payoff == "full":
            return units
        if rules.payoff == "shared":
            return units // self.side_size
        first_seats = [rules.teams[1 - side][0] for side in self._side_of_seat]
        margin = units - units[..., first_seats]
        if rules.payoff == "margin":
            return margin // rules.payoff_step
        step = rules.payoff_step * PARTS_OF_A_POINT
        grade = sum((np.abs(margin) > steps * step).astype(np.int64) for steps in range(3))
        graded: IntArray = np.sign(margin) * grade * PARTS_OF_A_POINT
        return graded

    @property
    def _side_of_seat(self) -> list[int]:
        """The side of each seat where sides are fixed."""
        pairs = [(seat, side) for side, team in enumerate(self.rules.teams) for seat in team]
        return [side for _, side in sorted(pairs)]

    def winner(self, points: IntArray) -> IntArray:
        """Return the winning side if sides had so many points, −1 for none, (…)."""
        score = points
        if self.rules.tie == "first_out":
            score = points * 64 - self._earliest
        best = score.max(axis=-1, keepdims=True)
        seat = np.argmax(score, axis=-1)[..., None]
        winner = np.take_along_axis(self.side, seat, axis=-1)
        level = np.any((score == best) & (self.side != winner), axis=-1)
        found: IntArray = np.where(level, -1, winner[..., 0])
        return found

    @cached_property
    def _earliest(self) -> IntArray:
        """Place of the own side's earliest out, (…, K)."""
        if self.rules.solo:
            return self.finish
        late = self.rules.seats + 1
        is_one = self.side == 1
        one = np.where(is_one, self.finish, late).min(axis=-1, keepdims=True)
        nought = np.where(is_one, late, self.finish).min(axis=-1, keepdims=True)
        earliest: IntArray = np.where(is_one, one, nought)
        return earliest
