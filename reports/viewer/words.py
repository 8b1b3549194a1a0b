"""Cards, plays and places in words, as a replay says them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sim.cards import POINTS
from sim.combinations import KINDS
from sim.plays import Play

SUIT_WORDS = {"s": "spades", "h": "hearts", "c": "clubs", "d": "diamonds"}
SUIT_SYMBOLS = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}
_JOKERS = {"L": "little joker", "B": "big joker"}
_RANKS = {"T": "10", "L": "LJ", "B": "BJ"}
_RANK_WORDS = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
TAKEN = "take:"
"""What begins the place of a card that was taken from a stack."""
_PLACES = {
    "own": "own stack",
    "public": "public stack",
    "stock": "stock",
    "take:public": "from the public stack",
}
_TYPES = {
    "triple_single": "triple with a single",
    "triple_pair": "triple with a pair",
    "triple_two": "triple with two cards",
    "triple_run_singles": "triple run with singles",
    "triple_run_pairs": "triple run with pairs",
    "triple_run_twos": "triple run with twos of cards",
    "quad_singles": "four with two singles",
    "quad_pairs": "four with two pairs",
    "mixed_fifty_k": "mixed fifty-K",
    "pure_fifty_k": "pure fifty-K",
    "four_twos": "four 2s",
}


def rank_text(letter: str) -> str:
    """Return a rank as a card shows it: T is 10.

    Examples
    --------
    >>> rank_text("T"), rank_text("K"), rank_text("L")
    ('10', 'K', 'LJ')
    """
    return _RANKS.get(letter, letter)


def card_words(token: str) -> str:
    """Return a card's name.

    Examples
    --------
    >>> card_words("Th"), card_words("Qs"), card_words("BJ")
    ('10 of hearts', 'queen of spades', 'big joker')
    """
    if token[1] == "J":
        return _JOKERS[token[0]]
    rank = _RANK_WORDS.get(token[0], rank_text(token[0]))
    return f"{rank} of {SUIT_WORDS[token[1]]}"


def cards_shown(cards: str) -> str:
    """Return a record's cards with the suits' symbols.

    Examples
    --------
    >>> cards_shown("Th Tc BJ")
    '10♥ 10♣ BJ'
    """
    return " ".join(
        token if token[1] == "J" else f"{rank_text(token[0])}{SUIT_SYMBOLS[token[1]]}"
        for token in cards.split()
    )


def choice_words(play: Sequence[Any]) -> str:
    """Say what was chosen, as a record has it: "9♣ 9♦ (pair)", "pass", "K♥ (own stack)".

    Examples
    --------
    >>> choice_words([0, "9c 9d", "pair", "9"]), choice_words([1, "", "pass", None])
    ('9♣ 9♦ (pair)', 'pass')
    >>> choice_words([0, "Kh", "own", None]), choice_words([1, "7c", "take:2", None])
    ('K♥ (own stack)', '7♣ (from seat 2)')
    """
    _, cards, kind, _ = play
    if kind == "pass":
        return "pass"
    said = place_words(kind) if is_place(kind) else type_words(kind)
    return f"{cards_shown(cards)} ({said})"


def is_place(kind: str) -> bool:
    """Return whether a record's play is an act of Progression: it names a place, no type."""
    return kind in _PLACES or kind.startswith(TAKEN)


def place_words(place: str) -> str:
    """Return a place of Progression's records in words: "own stack", "from seat 1"."""
    return _PLACES.get(place) or f"from seat {place.removeprefix(TAKEN)}"


def card_points(token: str) -> int:
    """Return a card's points."""
    return POINTS.get(token[0], 0)


def type_words(kind: str) -> str:
    """Return a type of RULES.md in words."""
    return _TYPES.get(kind, kind.replace("_", " "))


def play_words(play: Play) -> str:
    """Say what a play is: type, rank, and the number of cards where that is not plain.

    Examples
    --------
    >>> from sim.cards import parse_cards
    >>> from sim.games import FIFTYK4
    >>> from sim.plays import read_play
    >>> hands = ["9s 9h", "Ks Kh Kc 4d", "3s 4s 5h 6d 7s", "Td Kd 5d", "8s 8h 8c 8d", "2s"]
    >>> for hand in hands:
    ...     print(play_words(read_play(FIFTYK4, parse_cards(hand))))
    pair of 9s
    triple of kings with a single
    straight to 7, 5 cards
    pure fifty-K of diamonds
    bomb of 8s, 4 cards
    single 2
    """
    name = type_words(play.type)
    if play.suit is not None:
        return f"{name} of {SUIT_WORDS[play.suit]}"
    if play.type == "single":
        return _JOKERS.get(play.ranks) or f"single {rank_text(play.ranks)}"
    if play.type == "joker_bomb":
        return f"{name}, {play.size} cards"
    if play.rank is None or play.type == "four_twos":
        return name
    group, *kickers = name.partition(" with ")
    if play.type in KINDS and KINDS[play.type].is_run:
        return f"{group} to {rank_text(play.rank)}{''.join(kickers)}, {play.size} cards"
    rank = _JOKERS.get(play.rank) or _RANK_WORDS.get(play.rank) or rank_text(play.rank)
    said = f"{group} of {rank}s{''.join(kickers)}"
    return f"{said}, {play.size} cards" if play.type == "bomb" else said


def pattern_text(play: Play, wild_jokers: bool) -> str:
    """Return a pattern as its ranks: "5 10 K", with the suit where it has one.

    Where jokers are wild, the rank it is declared as follows.

    Examples
    --------
    >>> from sim.cards import parse_cards
    >>> from sim.games import FIFTYK4
    >>> from sim.plays import read_play
    >>> pattern_text(read_play(FIFTYK4, parse_cards("Td Kd 5d")), False)
    '5 10 K ♦'
    """
    text = " ".join(rank_text(letter) for letter in play.ranks)
    if play.suit is not None:
        return f"{text} {SUIT_SYMBOLS[play.suit]}"
    if wild_jokers and play.size > 1 and play.rank is not None and set(play.ranks) & set(_JOKERS):
        return f"{text} as {rank_text(play.rank)}"
    return text


def ordinal(place: int) -> str:
    """Return a place of the first six: "1st", "2nd".

    Examples
    --------
    >>> [ordinal(place) for place in (1, 2, 3, 4)]
    ['1st', '2nd', '3rd', '4th']
    """
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def counted_points(points: float) -> str:
    """Return an amount of points in words: "1 point", "45 points"."""
    return f"{points:g} point{'' if points == 1 else 's'}"


def seat_list(seats: Sequence[int]) -> str:
    """Name seats: "seat 2", "seats 0 and 2"."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def short_names(labels: Iterable[str]) -> dict[str, str]:
    """Return each strategy's name as shown: a user's without its folder, where names stay apart."""
    full = list(dict.fromkeys(labels))
    short = [label.rpartition("/")[2] for label in full]
    return dict(zip(full, short if len(set(short)) == len(full) else full, strict=True))
