"""The fewest plays that empty a hand, by trying every play that takes its lowest card."""

from __future__ import annotations

from collections import Counter

from tests.naive.bombs import FIFTY_K
from tests.naive.cards import RANKS, SUITS, ranks_text, sort_cards
from tests.naive.games import Game
from tests.naive.plays import shape_patterns

NEVER = 100


def fewest_plays(game: Game, hand: tuple[str, ...]) -> int:
    """Return the fewest plays; whatever takes the lowest card may as well be played first."""
    known = {"": 0}

    def fewest(ranks: str) -> int:
        if ranks not in known:
            taking = [play for play in plays(game, ranks) if ranks[0] in play]
            known[ranks] = min((1 + fewest(without(ranks, play)) for play in taking), default=NEVER)
        return known[ranks]

    return fewest(ranks_text(sort_cards(hand)))


def plays(game: Game, ranks: str) -> set[str]:
    """Return the ranks of every play there is; both kinds of fifty-K are taken to be bombs."""
    hand = cards(ranks)
    found = {play.ranks for shape in game.shapes for play in shape_patterns(game, shape, hand)}
    for rank, copies in Counter(ranks).items():
        found |= {rank * size for size in range(game.bomb_size, copies + 1)}
    if set(FIFTY_K) <= set(ranks):
        found.add(FIFTY_K)
    return found


def cards(ranks: str) -> tuple[str, ...]:
    """Return cards of these ranks; their suits do not matter."""
    return sort_cards(rank + SUITS[n % 4] for n, rank in enumerate(ranks))


def without(ranks: str, play: str) -> str:
    """Return the ranks left after a play."""
    left = Counter(ranks) - Counter(play)
    return "".join(rank * left[rank] for rank in RANKS)
