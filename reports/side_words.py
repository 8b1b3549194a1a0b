"""What the seats of a side are to each other, by how many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sim.rule_set import RuleSet

PARTNERS: Final = 2
"""Seats of a side that are each other's partner; more are team-mates."""
_COUNTS: Final = {2: "two", 3: "three"}


def mates_words(rules: RuleSet) -> str:
    """Return what the seats of a side that is known before the deal are to each other.

    Examples
    --------
    >>> from sim.games import FIFTYK4, FUQING6
    >>> mates_words(FIFTYK4), mates_words(FUQING6)
    ('partners', 'team-mates')
    """
    return "partners" if len(rules.teams[0]) == PARTNERS else "team-mates"


def others_words(rules: RuleSet) -> str:
    """Return how a side that one strategy fills is counted, up to the strategy's name.

    Examples
    --------
    >>> from sim.games import FUQING6
    >>> others_words(FUQING6)
    'three of'
    """
    return f"{_COUNTS[len(rules.teams[0])]} of"
