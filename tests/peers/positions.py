"""Positions of Dou Dizhu and what a peer allows there: as lines of a file, and in our own words.

Cards are written as ranks, low to high, little and big joker as L and B. A play is its ranks; where
a peer tells a run of triples from its kickers, these come after a dash: `333444-5T`.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sim.cards import RANK_LETTERS, CardSet
from sim.plays import Play, legal_plays, read_play
from sim.rules import Rules

DATA = Path(__file__).parents[1] / "data" / "peers"
"""A file of positions for each peer, written by `python -m tests.peers.freeze`."""
LEADS = "lead"
_RUNS_WITH_KICKERS = ("triple_run_singles", "triple_run_pairs")


@dataclass(frozen=True)
class Position:
    """One decision in a peer's game."""

    hand: str
    """Ranks of the cards held."""
    top: str | None
    """The play to beat; None for a leader."""
    plays: frozenset[str]
    """What the peer allows, a pass aside."""

    def __str__(self) -> str:
        """Return the position as a line of a file."""
        return " ".join([self.hand, self.top or LEADS, *sorted(self.plays)])


def read_positions(name: str) -> Iterator[Position]:
    """Iterate over the frozen positions of a peer."""
    with gzip.open(DATA / f"{name}.txt.gz", "rt") as file:
        for line in file:
            hand, top, *plays = line.split()
            yield Position(hand, None if top == LEADS else top, frozenset(plays))


def write_positions(name: str, positions: Iterable[Position]) -> None:
    """Freeze positions of a peer; the same positions give the same bytes."""
    text = "".join(f"{position}\n" for position in positions)
    (DATA / f"{name}.txt.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


def cards_of(ranks: str) -> CardSet:
    """Return cards of these ranks, suits in output order."""
    held = Counter(ranks)
    return CardSet.of(
        (RANK_LETTERS.index(rank), suit) for rank in held for suit in range(held[rank])
    )


def dashed(play: Play) -> str:
    """Return one of our plays with a run's kickers after a dash."""
    if play.type not in _RUNS_WITH_KICKERS:
        return play.ranks
    length = play.size // (4 if play.type == "triple_run_singles" else 5)
    top = RANK_LETTERS.index(str(play.rank))
    run = RANK_LETTERS[top - length + 1 : top + 1]
    kickers = "".join(rank for rank in play.ranks if rank not in run)
    return "".join(rank * 3 for rank in run) + "-" + kickers


def named(text: str) -> tuple[str, str | None]:
    """Return type and rank of a play with its dash, worked out from its ranks alone."""
    body, _, kickers = text.partition("-")
    held = Counter(body)
    if kickers:
        kind = _RUNS_WITH_KICKERS[3 * len(kickers) > len(body)]
        return kind, body[-1]
    widths = sorted(held.values())
    triple = next((rank for rank in held if held[rank] == 3), None)
    if body == "LB":
        return "joker_bomb", None
    if widths == [1, 3]:
        return "triple_single", triple
    if widths == [2, 3]:
        return "triple_pair", triple
    if len(held) == 1:
        return ("single", "pair", "triple", "bomb")[widths[0] - 1], body[-1]
    return ("straight", "pair_run", "triple_run")[widths[0] - 1], body[-1]


def our_plays(rules: Rules, position: Position, top: Play | None) -> list[Play]:
    """Return what our engine allows in a position."""
    return legal_plays(rules, cards_of(position.hand), top)


def top_of(rules: Rules, text: str | None, *, with_dash: bool) -> Play | None:
    """Return the play to beat as ours; without dashes it has only one reading."""
    if text is None:
        return None
    cards = cards_of(text.replace("-", ""))
    return read_play(rules, cards, *named(text)) if with_dash else read_play(rules, cards)


def whole_pack() -> CardSet:
    """Return all 54 cards, whose leads are all the plays there are."""
    return cards_of("".join(rank * (4 if rank not in "LB" else 1) for rank in RANK_LETTERS))
