"""What a play is called: its pattern, its reading, and the play with its cards."""

from __future__ import annotations

from typing import NamedTuple

from tests.naive.cards import RANKS_WITH_JOKERS


class Pattern(NamedTuple):
    """A play without the suits that do not matter."""

    type: str
    rank: str | None
    ranks: str
    suit: str | None


class Reading(NamedTuple):
    """What a set of cards can be declared as."""

    type: str
    rank: str | None
    suit: str | None


class ConcretePlay(NamedTuple):
    """Cards on the table and what they are declared as."""

    cards: tuple[str, ...]
    type: str
    rank: str | None


def height(rank: str | None) -> int:
    """Return the place of a rank in the order of single cards; the pair of both jokers is on top.

    That pair is the only one compared that has no rank.
    """
    return len(RANKS_WITH_JOKERS) if rank is None else RANKS_WITH_JOKERS.index(rank)
