"""Scoring one finished hand, in exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
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


# ---------------------------------------------------------------- what several games share


def is_sweep(taken: Taken) -> bool:
    """Tell whether a side went out, all of it, before any opponent."""
    first_side = taken.sides[taken.side_of(taken.finish[0])]
    return set(taken.finish[: len(first_side)]) == set(first_side)


def last_seat(taken: Taken) -> int:
    """Return the one seat that still holds cards."""
    (last,) = set(range(len(taken.captured))) - set(taken.finish)
    return last


def captured_by_sides(taken: Taken) -> list[Fraction]:
    """Return what each side captured."""
    return [Fraction(taken.captured_by(side)) for side in range(len(taken.sides))]


def move_captured(taken: Taken, points: list[Fraction], seat: int, to: int) -> None:
    """Move what a seat captured from its own side's points to the side of another seat."""
    points[taken.side_of(seat)] -= taken.captured[seat]
    points[taken.side_of(to)] += taken.captured[seat]


def best_side(points: Sequence[Fraction]) -> int | None:
    """Return the side with most points, or None where several have as many."""
    best = [side for side, its_points in enumerate(points) if its_points == max(points)]
    return best[0] if len(best) == 1 else None


def each_seat(taken: Taken, by_side: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Give every seat its side's figure."""
    return tuple(by_side[taken.side_of(seat)] for seat in range(len(taken.captured)))


def points_are_payoff(taken: Taken, points: Sequence[Fraction]) -> Score:
    """Score a hand in which every seat is paid its side's points."""
    return Score(tuple(points), best_side(points), False, each_seat(taken, points))


# ---------------------------------------------------------------- the other games


def score_qq(taken: Taken, catch: int) -> Score:
    """Score a hand of QQ (RULES.md §5); `catch` is the figure for a side first and second out."""
    points = captured_by_sides(taken)
    for seat, left in enumerate(taken.left):
        points[taken.side_of(seat)] -= left
    first, second, *third = taken.finish
    winners = taken.side_of(first)
    if taken.side_of(second) == winners:
        caught = catch
    elif taken.side_of(third[0]) == winners:
        caught = catch // 2
    else:
        caught = 0
    points[winners] += caught
    points[1 - winners] -= caught
    margin = abs(points[0] - points[1])
    stake = 3 if margin > 200 else 2 if margin > 100 else 1
    winner = best_side(points)
    paid = [
        Fraction(0 if winner is None else stake if side == winner else -stake) for side in (0, 1)
    ]
    return Score(tuple(points), winner, False, each_seat(taken, paid))


def score_liaoning(taken: Taken) -> Score:
    """Score a hand of Liaoning (RULES.md §6)."""
    points = captured_by_sides(taken)
    last = last_seat(taken)
    points[taken.finish[0]] += 30
    points[last] -= 30 + taken.left[last]
    return points_are_payoff(taken, points)


def score_jiangnan(taken: Taken) -> Score:
    """Score a hand of Jiangnan (RULES.md §7)."""
    if is_sweep(taken):
        winners = taken.side_of(taken.finish[0])
        return points_are_payoff(taken, [Fraction(200 * (side == winners)) for side in (0, 1)])
    points = captured_by_sides(taken)
    first, _, third = taken.finish
    last = last_seat(taken)
    move_captured(taken, points, last, first)
    points[taken.side_of(third)] += taken.left[last]
    return points_are_payoff(taken, points)


def score_jinzhou(taken: Taken, catch: str = "deduct") -> Score:
    """Score a hand of Jinzhou (RULES.md §8)."""
    points = captured_by_sides(taken)
    for seat, left in enumerate(taken.left):
        points[taken.side_of(seat)] -= left
    still_in = set(range(4)) - set(taken.finish)
    loser = taken.side_of(min(still_in))
    penalty = {1: 30, 2: 50}[len(still_in)]
    points[loser] -= penalty
    if catch == "transfer":
        points[1 - loser] += penalty
    paid = [(points[side] - points[1 - side]) / 10 for side in (0, 1)]
    return Score(tuple(points), best_side(points), False, each_seat(taken, paid))


def score_anzhan(taken: Taken) -> Score:
    """Score a hand of hidden sides (RULES.md §9)."""
    points = captured_by_sides(taken)
    first = taken.finish[0]
    winners = taken.side_of(first)
    loner_won = taken.sides[winners] == (first,)
    two_against_two = len(taken.sides[0]) == len(taken.sides[1])
    if loner_won or (two_against_two and is_sweep(taken)):
        points = [Fraction(sum(taken.captured) * (side == winners)) for side in (0, 1)]
    elif two_against_two:
        move_captured(taken, points, last_seat(taken), first)
    shares = [points[side] / len(taken.sides[side]) for side in (0, 1)]
    return Score(tuple(points), best_side(points), False, each_seat(taken, shares))


def score_fuqing(taken: Taken, twenty: str = "paid") -> Score:
    """Score a hand of Fuqing for four or six (RULES.md §10)."""
    first = taken.finish[0]
    if is_sweep(taken):
        winners = taken.side_of(first)
        return points_are_payoff(taken, [Fraction(300 * (side == winners)) for side in (0, 1)])
    points = captured_by_sides(taken)
    last = last_seat(taken)
    move_captured(taken, points, last, first)
    if taken.side_of(first) != taken.side_of(last) and twenty != "off":
        points[taken.side_of(last)] -= 20
        if twenty == "paid":
            points[taken.side_of(first)] += 20
    return points_are_payoff(taken, points)


def score_zhengfen(taken: Taken, last_tricks: str = "keep") -> Score:
    """Score a hand of Zheng Fen (RULES.md §11)."""
    points = captured_by_sides(taken)
    if last_tricks == "to_first":
        move_captured(taken, points, last_seat(taken), taken.finish[0])
    return points_are_payoff(taken, points)
