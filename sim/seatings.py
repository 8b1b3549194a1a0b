"""Who sits where: the distinct ways to seat a line-up, and the seatings of a pair's deal block.

Hands, leader and random streams stay with their seats; strategies move. A *seating* is a tuple
with the owner of each seat: the number of a strategy in order of first appearance in the line-up.
Equal strategies have one number, so that A,A against B,B turned by two seats is no new seating,
and the seatings do not depend on what the strategies are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import permutations

from sim.errors import BadInput
from sim.rule_set import RuleSet

Seating = tuple[int, ...]
"""The owner of each seat."""

_SOLO_BLOCKS: dict[int, tuple[Seating, ...]] = {
    2: ((0, 1),),
    3: ((0, 1, 1), (1, 0, 0)),
    4: ((0, 0, 1, 1), (0, 1, 0, 1)),
    5: ((0, 0, 1, 1, 1), (1, 1, 0, 0, 0)),
    6: ((0, 1, 0, 1, 0, 1), (0, 0, 0, 1, 1, 1)),
}
"""Line-ups of a pair where each seat plays for itself, by seats; each is turned round."""


def owners(line_up: Sequence[Hashable]) -> Seating:
    """Return the number of each seat's strategy, in order of first appearance.

    Examples
    --------
    >>> owners(["lowest", "shed", "lowest", "shed"])
    (0, 1, 0, 1)
    """
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(each, len(numbers)) for each in line_up)


def rotations(line_up: Sequence[Hashable]) -> tuple[Seating, ...]:
    """Return the distinct rotations of a line-up; in number k everybody has moved k seats on.

    Examples
    --------
    >>> rotations("ABAB")
    ((0, 1, 0, 1), (1, 0, 1, 0))
    >>> rotations("AAAA")
    ((0, 0, 0, 0),)
    """
    return tuple(dict.fromkeys(_turns(owners(line_up))))


def first(line_up: Sequence[Hashable]) -> tuple[Seating, ...]:
    """Return the line-up as given, alone.

    Examples
    --------
    >>> first("ABAB")
    ((0, 1, 0, 1),)
    """
    return (owners(line_up),)


def orders(line_up: Sequence[Hashable]) -> tuple[Seating, ...]:
    """Return every distinct order of a line-up, the given one first.

    Examples
    --------
    >>> orders("ABB")
    ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    """
    # Permutations of places come in ascending order, so the one as given is the first.
    return tuple(dict.fromkeys(permutations(owners(line_up))))


SEATINGS: dict[str, Callable[[Sequence[Hashable]], tuple[Seating, ...]]] = {
    "rotations": rotations,
    "first": first,
    "orders": orders,
}
"""The ways to seat a line-up, by the names of the command line; the default first."""


def find_seatings(kind: str, line_up: Sequence[Hashable]) -> tuple[Seating, ...]:
    """Return the seatings of a line-up by the name of the way.

    Raises
    ------
    BadInput
        If there is no such way; the accepted ones are listed.
    """
    if kind not in SEATINGS:
        raise BadInput(f"no seatings '{kind}'; accepted: {', '.join(SEATINGS)}")
    return SEATINGS[kind](line_up)


def pair_block(rules: RuleSet) -> tuple[Seating, ...]:
    """Return the seatings in which a block plays two strategies, 0 and 1, on one deal.

    With fixed sides they alternate by side. Where each seat plays for itself, or the deal makes the
    sides, a few line-ups are turned all the way round, so that both sit in every seat, beside and
    across from the other.

    Raises
    ------
    BadInput
        If the rules have more than two sides that are not single seats.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> pair_block(FIFTYK4)
    ((0, 1, 0, 1), (1, 0, 1, 0))
    """
    if rules.solo or rules.hidden:
        lines = _SOLO_BLOCKS[rules.seats]
        return tuple(dict.fromkeys(turn for line in lines for turn in _turns(line)))
    if len(rules.teams) != 2:
        raise BadInput(f"{rules.id}: two strategies cannot share {len(rules.teams)} sides")
    side_of = tuple(
        next(side for side, team in enumerate(rules.teams) if seat in team)
        for seat in range(rules.seats)
    )
    return side_of, tuple(1 - side for side in side_of)


def same_side(rules: RuleSet, step: int) -> bool:
    """Return whether the seat so many seats to the left is known beforehand to be a team-mate.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> same_side(FIFTYK4, 2)
    True
    """
    return any(0 in team and step % rules.seats in team for team in rules.teams)


def _turns(seating: Seating) -> list[Seating]:
    """Return a seating turned by 0, 1, 2 … seats."""
    return [seating[-step:] + seating[:-step] for step in range(len(seating))]
