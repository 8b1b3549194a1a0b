"""When a hand is over: each game has one of these, told its sides and which seats are out."""

from __future__ import annotations

Sides = tuple[tuple[int, ...], ...]


def a_side_is_out(sides: Sides, out: list[bool]) -> bool:
    """The hand ends when all seats of one side are out."""
    return any(all(out[seat] for seat in side) for side in sides)


def one_seat_is_left(sides: Sides, out: list[bool]) -> bool:
    """The hand ends when one seat holds cards."""
    return out.count(False) == 1


def two_of_a_side_or_three_are_out(sides: Sides, out: list[bool]) -> bool:
    """The hand ends when a side is first and second out, or when the third seat goes out."""
    return a_side_is_out(sides, out) or out.count(True) == 3


def anzhan_is_over(sides: Sides, out: list[bool]) -> bool:
    """Two against two: as above. One against three: the loner is out, or alone holds cards."""
    if len(sides[0]) == len(sides[1]):
        return two_of_a_side_or_three_are_out(sides, out)
    return a_side_is_out(sides, out)


def a_sweep_or_one_seat_is_left(sides: Sides, out: list[bool]) -> bool:
    """The hand ends when a whole side is out before any opponent, or when one seat is left."""
    swept = any(all(out[seat] == (seat in side) for seat in range(len(out))) for side in sides)
    return swept or one_seat_is_left(sides, out)
