"""Scoring one finished hand, in exact fractions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

FIRST_OUT = 20
STILL_IN = -20


@dataclass(frozen=True)
class Taken:
    """What a finished hand leaves behind: the facts that scoring needs."""

    finish: tuple[int, ...]
    captured: tuple[int, ...]
    left: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]

    def side_of(self, seat: int) -> int:
        """Return the number of the side a seat belongs to."""
        return next(n for n, side in enumerate(self.sides) if seat in side)

    def captured_by(self, side: int) -> int:
        """Return the card points a whole side captured."""
        return sum(self.captured[seat] for seat in self.sides[side])


@dataclass(frozen=True)
class Score:
    """A scored hand."""

    side_points: tuple[Fraction, ...]
    winner: int | None
    doubled: bool
    payoff: tuple[Fraction, ...]


def fiftyk_seat_points(taken: Taken) -> list[Fraction]:
    """Return each seat's points: captured, +20 first out, −20 and what is left for those in."""
    points = [Fraction(captured) for captured in taken.captured]
    points[taken.finish[0]] += FIRST_OUT
    for seat in range(len(points)):
        if seat not in taken.finish:
            points[seat] += STILL_IN - taken.left[seat]
    return points


def score_fiftyk4(taken: Taken) -> Score:
    """Score a hand of Fifty K for four (RULES.md §3)."""
    points = fiftyk_seat_points(taken)
    sides = tuple(sum((points[s] for s in side), Fraction(0)) for side in taken.sides)
    first_side = taken.side_of(taken.finish[0])
    winner = first_side if sides[0] == sides[1] else sides.index(max(sides))
    loser = 1 - winner
    doubled = taken.captured_by(loser) == 0 and first_side != loser
    payoff = [Fraction(0)] * len(points)
    for number, side in enumerate(taken.sides):
        for seat in side:
            payoff[seat] = sides[number] * (2 if doubled else 1) / 2
    return Score(sides, winner, doubled, tuple(payoff))


def places(points: list[Fraction], finish: tuple[int, ...]) -> list[int]:
    """Return the seats from first place to last: by points, ties by earlier out."""
    out_order = list(finish) + [seat for seat in range(len(points)) if seat not in finish]
    return sorted(range(len(points)), key=lambda seat: (-points[seat], out_order.index(seat)))


def score_fiftyk3(taken: Taken) -> Score:
    """Score a hand of Fifty K for three (RULES.md §4)."""
    points = fiftyk_seat_points(taken)
    first, second, third = places(points, taken.finish)
    doubled = taken.captured[second] + taken.captured[third] == 0
    payoff = tuple(seat_points * (2 if doubled else 1) for seat_points in points)
    return Score(tuple(points), first, doubled, payoff)
