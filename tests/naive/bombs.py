"""Bombs: the ladder of each game, which cards are one, and which bombs a hand holds.

A game names its bombs from low to high by the rungs of a ladder. "bomb" is a rung for four and
more of a rank, "bomb 6" for exactly six; "joker_bomb 3" is any three jokers, "joker_bomb LB" the
little and the big one. What has no rung is no bomb in that game.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tests.naive.cards import JOKERS, RANKS, SUITS, rank_counts, rank_of, ranks_text, suit_of
from tests.naive.games import Game
from tests.naive.patterns import Pattern, Reading, height

FIFTY_K = "5TK"
FOUR_TWOS = "2222"
BOMB_TYPES = ("mixed_fifty_k", "pure_fifty_k", "bomb", "joker_bomb", "four_twos")


def rung(game: Game, bomb: Pattern) -> int | None:
    """Return the rung of the game's ladder that a bomb stands on, if there is one."""
    names = (bomb.type, f"{bomb.type} {len(bomb.ranks)}", f"{bomb.type} {bomb.ranks}")
    return next((n for n, name in enumerate(game.bombs) if name in names), None)


def is_bomb(play: Pattern) -> bool:
    """Tell whether the play is a bomb (or, in Zheng Fen, a special)."""
    return play.type in BOMB_TYPES


def read_bomb(game: Game, cards: tuple[str, ...]) -> Reading | None:
    """Return the bomb that the cards are, if they are one."""
    reading = bomb_reading(game, cards)
    if reading and rung(game, Pattern(reading.type, reading.rank, ranks_text(cards), None)) is None:
        return None
    return reading


def bomb_reading(game: Game, cards: tuple[str, ...]) -> Reading | None:
    """Return the bomb that the cards would be in a game that has all kinds of them."""
    ranks, suits = ranks_text(cards), {suit_of(card) for card in cards}
    if ranks == FIFTY_K:
        pure = len(suits) == 1
        return Reading(
            "pure_fifty_k" if pure else "mixed_fifty_k", None, min(suits) if pure else None
        )
    if len(cards) > 1 and suits == {None}:
        return Reading("joker_bomb", None, None)
    if ranks == FOUR_TWOS and "four_twos" in game.bombs:
        return Reading("four_twos", "2", None)
    if len(cards) >= game.bomb_size and len(set(ranks)) == 1:
        return Reading("bomb", ranks[0], None)
    return None


def bomb_strength(game: Game, bomb: Pattern) -> tuple[int, ...]:
    """Return what bombs are compared by: the rung; then the suit, or the size and the rank."""
    step = rung(game, bomb)
    assert step is not None
    if bomb.type == "pure_fifty_k":
        assert bomb.suit is not None
        return (step, -SUITS.index(bomb.suit) if game.pure_suits_ranked else 0)
    if bomb.type == "bomb":
        return (step, len(bomb.ranks), height(bomb.rank))
    return (step,)


def bomb_beats(game: Game, bomb: Pattern, top: Pattern) -> bool:
    """Tell whether a bomb beats the top, which may be a bomb or not."""
    if is_bomb(top):
        return bomb_strength(game, bomb) > bomb_strength(game, top)
    lowest = game.lowest_bomb_on.get(top.type, game.bombs[0])
    return lowest is not None and bomb_strength(game, bomb)[0] >= game.bombs.index(lowest)


def bomb_patterns(game: Game, hand: tuple[str, ...]) -> Iterator[Pattern]:
    """Yield every bomb that the hand holds."""
    for bomb in all_bomb_patterns(game, hand):
        if rung(game, bomb) is not None:
            yield bomb


def all_bomb_patterns(game: Game, hand: tuple[str, ...]) -> Iterator[Pattern]:
    """Yield every bomb that the hand would hold in a game that has all kinds of them."""
    held = rank_counts(hand)
    for rank in RANKS:
        for size in range(game.bomb_size, held[rank] + 1):
            yield Pattern("bomb", rank, rank * size, None)
    for little, big in itertools.product(range(held["L"] + 1), range(held["B"] + 1)):
        if little + big > 1:
            yield Pattern("joker_bomb", None, "L" * little + "B" * big, None)
    if held["2"] == len(FOUR_TWOS):
        yield Pattern("four_twos", "2", FOUR_TWOS, None)
    natural = [card for card in hand if card not in JOKERS]
    fives, tens, kings = ({suit_of(c) for c in natural if rank_of(c) == rank} for rank in FIFTY_K)
    for suits in itertools.product(fives, tens, kings):
        if len(set(suits)) == 1:
            yield Pattern("pure_fifty_k", None, FIFTY_K, suits[0])
        else:
            yield Pattern("mixed_fifty_k", None, FIFTY_K, None)
