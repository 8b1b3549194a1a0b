"""Our plays in a peer's position, beside the peer's; where they differ by design, how exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sim.cards import RANKS
from sim.plays import Play
from tests.peers.games import OPENSPIEL, RLCARD
from tests.peers.positions import Position, dashed, our_plays, top_of

_BARE_RUNS = ("straight", "pair_run", "triple_run")
_ROCKET = "LB"


def ours_as_openspiel(position: Position) -> frozenset[str]:
    """Return our plays with OpenSpiel's two departures from its own table (docs/peers.md)."""
    plays = our_plays(OPENSPIEL, position, top_of(OPENSPIEL, position.top, with_dash=True))
    return frozenset(dashed(play) for play in plays if not _starts_in_four(position, play)) | (
        _bombs_over_rocket(position)
    )


def departs(position: Position) -> bool:
    """Return whether OpenSpiel departs from its own table in a position."""
    plays = our_plays(OPENSPIEL, position, top_of(OPENSPIEL, position.top, with_dash=True))
    return frozenset(map(dashed, plays)) != ours_as_openspiel(position)


def _starts_in_four(position: Position, play: Play) -> bool:
    """Return whether a run without kickers begins with a rank held four times."""
    return play.type in _BARE_RUNS and position.hand.count(play.ranks[0]) == 4


def _bombs_over_rocket(position: Position) -> frozenset[str]:
    if position.top != _ROCKET:
        return frozenset()
    held = Counter(position.hand)
    return frozenset(rank * 4 for rank in RANKS if held[rank] == 4)


def ours_as_rlcard(position: Position) -> frozenset[str]:
    """Return our plays as RLCard writes them: no two of them have the same ranks."""
    plays = our_plays(RLCARD, position, top_of(RLCARD, position.top, with_dash=False))
    texts = [play.ranks for play in plays]
    assert len(set(texts)) == len(texts)
    return frozenset(texts)


OURS = {"openspiel": ours_as_openspiel, "rlcard": ours_as_rlcard}
"""By the peer's name: our plays in a position, as the peer writes them."""


def disagreements(name: str, positions: Iterable[Position]) -> list[str]:
    """Return the positions where a peer has plays that we have not, or we have others."""
    found = []
    for position in positions:
        ours = OURS[name](position)
        if ours != position.plays:
            more, less = sorted(ours - position.plays), sorted(position.plays - ours)
            found.append(f"{position.hand} on {position.top}: only ours {more}, not ours {less}")
    return found
