"""A hand of stacks for people: act by act, then the stacks and what each scored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from sim.cards import SUITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

Stacks = dict[tuple[int, str], str]
"""The ranks of each seat's stack of each suit, from the bottom up."""
Acts: TypeAlias = "Sequence[tuple[int, str, str]]"
"""Seat, card and place, act by act."""


def print_acts(acts: Acts) -> None:
    """Print acts, each with the stack it changed."""
    print()
    stacks: Stacks = {}
    for number, (seat, card, place) in enumerate(acts):
        owner = _stack_of(seat, place)
        line = f"{number:4}  seat {seat}  {_said(card, place)}"
        if owner is not None:
            _change(stacks, owner, card, place)
            line = f"{line:<42} {card[1]}: {stacks[owner, card[1]] or '-'}"
        print(line)


def print_result(acts: Acts, result: dict[str, Any]) -> None:
    """Print the stacks at the end and the points."""
    stacks: Stacks = {}
    for seat, card, place in acts:
        owner = _stack_of(seat, place)
        if owner is not None:
            _change(stacks, owner, card, place)
    print()
    for seat, points in enumerate(result["side_points"]):
        shown = ", ".join(f"{suit}: {stacks.get((seat, suit)) or '-'}" for suit in SUITS)
        print(f"seat {seat}: {points} points from {shown}")
    winner = "nobody wins" if result["winner"] is None else f"seat {result['winner']} wins"
    print(winner + (", ended by the limit of turns" if result["capped"] else ""))


_PUBLIC = -1


def acts_of(log: np.ndarray) -> list[tuple[int, str, str]]:
    """Return the acts of a log."""
    from sim.progression.records import plays_of

    return [(seat, card, place) for seat, card, place, _ in plays_of(log)]


def _stack_of(seat: int, place: str) -> int | None:
    """Return whose stack an act changes; None for the stock."""
    if place == "own":
        return seat
    if place == "stock":
        return None
    whose = place.removeprefix("take:")
    return _PUBLIC if whose == "public" else int(whose)


def _change(stacks: Stacks, owner: int, card: str, place: str) -> None:
    ranks = stacks.get((owner, card[1]), "")
    is_taken = place.startswith("take:")
    stacks[owner, card[1]] = ranks[:-1] if is_taken else ranks + card[0]


def _said(card: str, place: str) -> str:
    if place == "stock":
        return f"draws {card}"
    if place.startswith("take:"):
        whose = place.removeprefix("take:")
        return f"takes {card} from {'public' if whose == 'public' else f'seat {whose}'}"
    return f"{card} on {'its own stack' if place == 'own' else 'the public stack'}"
