"""What may be played: every set of cards read, every legal play listed, by trying them all."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tests.naive.cards import (
    RANKS,
    RANKS_WITH_JOKERS,
    SUITS,
    choose,
    rank_counts,
    rank_of,
    ranks_text,
    sort_cards,
    suit_of,
)
from tests.naive.games import Game, Shape, find_game, settle

Options = Mapping[str, Any] | None
FIFTY_K = "5TK"
KICKER_SIZES = {None: 0, "single": 1, "pair": 2}


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


class BadTop(ValueError):
    """The top is no combination, or not one only."""


def height(rank: str | None) -> int:
    """Return the place of a rank in the order of single cards."""
    assert rank is not None
    return RANKS_WITH_JOKERS.index(rank)


# ---------------------------------------------------------------- reading a set of cards


def readings(rules_id: str, options: Options, cards: Iterable[str]) -> set[Reading]:
    """Return everything the set of cards can be declared as; a bomb is only that bomb (C9)."""
    settle(rules_id, options)
    return set(_readings(rules_id, sort_cards(cards)))


@lru_cache(maxsize=100_000)
def _readings(rules_id: str, cards: tuple[str, ...]) -> frozenset[Reading]:
    game = find_game(rules_id)
    bomb = read_bomb(game, cards)
    if bomb:
        return frozenset([bomb])
    return frozenset(
        Reading(shape.type, top, None) for shape in game.shapes for top in tops(game, shape, cards)
    )


def read_bomb(game: Game, cards: tuple[str, ...]) -> Reading | None:
    """Return the bomb that the cards are, if they are one."""
    suits = {suit_of(card) for card in cards}
    ranks = {rank_of(card) for card in cards}
    if ranks_text(cards) == FIFTY_K:
        if len(suits) > 1:
            return Reading("mixed_fifty_k", None, None)
        return Reading("pure_fifty_k", None, suits.pop())
    if len(cards) >= game.bomb_size and len(ranks) == 1 and None not in suits:
        return Reading("bomb", ranks.pop(), None)
    return None


def tops(game: Game, shape: Shape, cards: tuple[str, ...]) -> Iterator[str]:
    """Yield the top rank of every way in which the cards have this shape."""
    counts = rank_counts(cards)
    for length in range(shape.shortest, shape.longest + 1):
        if len(cards) != length * (shape.group + KICKER_SIZES[shape.kicker]):
            continue
        for window in windows(game, length):
            if all(counts[rank] >= shape.group for rank in window):
                kickers = counts.copy()
                for rank in window:
                    kickers[rank] -= shape.group
                if are_kickers(shape, length, {r: n for r, n in kickers.items() if n}, window):
                    yield window[-1]


def windows(game: Game, length: int) -> Iterator[str]:
    """Yield every choice of consecutive ranks; a window of one may be any rank."""
    ranks = RANKS_WITH_JOKERS if length == 1 else game.run_ranks
    for low in range(len(ranks) - length + 1):
        yield ranks[low : low + length]


def are_kickers(shape: Shape, length: int, kickers: dict[str, int], window: str) -> bool:
    """Tell whether these are the right kickers: of different ranks, none of a triple's (C10)."""
    if shape.kicker is None:
        return not kickers
    if any(rank in window for rank in kickers):
        return False
    each = KICKER_SIZES[shape.kicker]
    return len(kickers) == length and all(copies == each for copies in kickers.values())


# ---------------------------------------------------------------- what beats what


def is_bomb(game: Game, play: Pattern) -> bool:
    """Tell whether the play is one of the game's bombs."""
    return play.type in game.bombs


def bomb_strength(game: Game, bomb: Pattern) -> tuple[int, ...]:
    """Return what bombs are compared by: the kind; then the suit, or the size and the rank."""
    kind = game.bombs.index(bomb.type)
    if bomb.type == "mixed_fifty_k":
        return (kind,)
    if bomb.type == "pure_fifty_k":
        assert bomb.suit is not None
        return (kind, -SUITS.index(bomb.suit) if game.pure_suits_ranked else 0)
    return (kind, len(bomb.ranks), height(bomb.rank))


def beats(rules_id: str, options: Options, play: Pattern, top: Pattern) -> bool:
    """Tell whether the play may be put on the top (C1)."""
    settle(rules_id, options)
    game = find_game(rules_id)
    if is_bomb(game, play) and is_bomb(game, top):
        return bomb_strength(game, play) > bomb_strength(game, top)
    if is_bomb(game, play) or is_bomb(game, top):
        return is_bomb(game, play)
    same_kind = play.type == top.type and len(play.ranks) == len(top.ranks)
    return same_kind and height(play.rank) > height(top.rank)


# ---------------------------------------------------------------- listing the legal plays


def legal_patterns(
    rules_id: str, options: Options, hand_tokens: Iterable[str], top: Pattern | None = None
) -> set[Pattern]:
    """Return the patterns a hand may lead, or may play on the top; a pass is not listed."""
    settle(rules_id, options)
    game = find_game(rules_id)
    hand = sort_cards(hand_tokens)
    leads = set(bomb_patterns(game, hand))
    for shape in game.shapes:
        leads |= set(shape_patterns(game, shape, hand))
    return {play for play in leads if top is None or beats(rules_id, options, play, top)}


def shape_patterns(game: Game, shape: Shape, hand: tuple[str, ...]) -> Iterator[Pattern]:
    """Yield every play of this shape that the hand holds, over the ranks it has."""
    counts = rank_counts(hand)
    for length in range(shape.shortest, shape.longest + 1):
        for window in windows(game, length):
            if any(counts[rank] < shape.group for rank in window):
                continue
            for kickers in kicker_choices(shape, length, counts, window):
                ranks = sorted(window * shape.group + kickers, key=height)
                yield Pattern(shape.type, window[-1], "".join(ranks), None)


def kicker_choices(
    shape: Shape, length: int, counts: Mapping[str, int], window: str
) -> Iterator[str]:
    """Yield the ranks of every choice of kickers, one kicker for each group of the run."""
    if shape.kicker is None:
        yield ""
        return
    each = KICKER_SIZES[shape.kicker]
    others = [rank for rank in counts if rank not in window and counts[rank] >= each]
    for ranks in itertools.combinations(others, length):
        yield "".join(rank * each for rank in ranks)


def bomb_patterns(game: Game, hand: tuple[str, ...]) -> Iterator[Pattern]:
    """Yield every bomb that the hand holds."""
    for rank, copies in rank_counts(hand).items():
        if rank in RANKS:
            for size in range(game.bomb_size, copies + 1):
                yield Pattern("bomb", rank, rank * size, None)
    fives, tens, kings = ([card for card in hand if rank_of(card) == rank] for rank in FIFTY_K)
    for cards in itertools.product(fives, tens, kings):
        reading = read_bomb(game, cards)
        assert reading is not None
        yield Pattern(reading.type, None, FIFTY_K, reading.suit)


def concrete_plays(
    rules_id: str, options: Options, hand_tokens: Iterable[str], top: Pattern | None = None
) -> set[ConcretePlay]:
    """Return the legal plays card by card: every choice of suits for every legal pattern."""
    hand = sort_cards(hand_tokens)
    return {
        ConcretePlay(cards, pattern.type, pattern.rank)
        for pattern in legal_patterns(rules_id, options, hand, top)
        for cards in cards_of(rules_id, hand, pattern)
    }


def cards_of(rules_id: str, hand: Iterable[str], pattern: Pattern) -> list[tuple[str, ...]]:
    """Return every choice of cards from the hand that makes the pattern, in output order."""
    wanted = Reading(pattern.type, pattern.rank, pattern.suit)
    choices = choose(hand, pattern.ranks)
    fitting = [cards for cards in choices if wanted in _readings(rules_id, cards)]
    return sorted(fitting, key=card_order)


def card_order(cards: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return what choices of cards are listed by: rank, then s h c d, from the lowest card on."""
    return [(RANKS_WITH_JOKERS.index(card[0]), "shcdJ".index(card[1])) for card in cards]


def legal_by_brute_force(
    rules_id: str, options: Options, hand_tokens: Iterable[str], top: Pattern | None = None
) -> set[ConcretePlay]:
    """Return the legal plays by reading every subset of the hand, all 2ⁿ of them."""
    hand = sort_cards(hand_tokens)
    found = set()
    for size in range(1, len(hand) + 1):
        for cards in itertools.combinations(hand, size):
            for type_, rank, suit in readings(rules_id, options, cards):
                pattern = Pattern(type_, rank, ranks_text(cards), suit)
                if top is None or beats(rules_id, options, pattern, top):
                    found.add(ConcretePlay(cards, type_, rank))
    return found


# ---------------------------------------------------------------- naming a play


def pattern_of(
    rules_id: str, options: Options, cards: Iterable[str], type_: str, rank: str | None
) -> Pattern | None:
    """Return the pattern of cards declared as this type and rank, or None if they are not it."""
    cards = sort_cards(cards)
    for reading in readings(rules_id, options, cards):
        if (reading.type, reading.rank) == (type_, rank):
            return Pattern(type_, rank, ranks_text(cards), reading.suit)
    return None


def read_top(
    rules_id: str,
    options: Options,
    cards: Iterable[str],
    type_: str | None = None,
    rank: str | None = None,
) -> Pattern:
    """Return the one pattern that the top can be, given what was said about it."""
    cards = sort_cards(cards)
    fitting = [
        Pattern(reading.type, reading.rank, ranks_text(cards), reading.suit)
        for reading in readings(rules_id, options, cards)
        if type_ in (None, reading.type) and rank in (None, reading.rank)
    ]
    if len(fitting) == 1:
        return fitting[0]
    said = " ".join(word for word in (type_, rank) if word)
    what = "no combination" if not fitting else "several combinations, name the type and rank"
    raise BadTop(f"{' '.join(cards)} {said} is {what}".replace("  ", " "))
