"""Cards as tokens: rank then suit ("Th"), and the two jokers "LJ" and "BJ"."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable

RANKS = "3456789TJQKA2"
"""The ranks of suited cards, low to high."""
RANKS_WITH_JOKERS = RANKS + "LB"
"""The order of single cards: the little joker and the big joker stand above the 2."""
SUITS = "shcd"
JOKERS = ("LJ", "BJ")
CARD_POINTS = {"5": 5, "T": 10, "K": 10}
SUIT_SYMBOLS = {"♠": "s", "♥": "h", "♣": "c", "♦": "d"}


class BadCards(ValueError):
    """The text is no list of cards."""


def rank_of(card: str) -> str:
    """Return the rank character of a card; `L` and `B` for the jokers."""
    return card[0]


def suit_of(card: str) -> str | None:
    """Return the suit of a card, or None for a joker."""
    return None if card in JOKERS else card[1]


def place_of(card: str) -> tuple[int, int]:
    """Return the place of a card in output order: by rank, then s h c d."""
    if card in JOKERS:
        return RANKS_WITH_JOKERS.index(card[0]), 0
    return RANKS.index(card[0]), SUITS.index(card[1])


def sort_cards(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the cards in output order."""
    return tuple(sorted(cards, key=place_of))


def pack(decks: int = 1, jokers: bool = False) -> tuple[str, ...]:
    """Return all cards of one or more decks, in output order."""
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    if jokers:
        deck += JOKERS
    return sort_cards(deck * decks)


def points_of(cards: Iterable[str]) -> int:
    """Return the card points: 5 for a five, 10 for a ten or a king."""
    return sum(CARD_POINTS.get(rank_of(card), 0) for card in cards)


def read_card(word: str) -> str:
    """Return the token that one typed word means ("10H", "t♥" and "Th" are the same card)."""
    for symbol, suit in SUIT_SYMBOLS.items():
        word = word.replace(symbol, suit)
    word = word.replace("10", "T", 1) if word.startswith("10") else word
    if word.upper() in JOKERS:
        return word.upper()
    card = word[:1].upper() + word[1:].lower()
    if len(card) == 2 and card[0] in RANKS and card[1] in SUITS:
        return card
    raise BadCards(f"{word!r} is not a card")


def read_cards(text: str) -> tuple[str, ...]:
    """Return the cards of a typed list, sorted; spaces or commas separate them."""
    return sort_cards(read_card(word) for word in text.replace(",", " ").split())


def rank_counts(cards: Iterable[str]) -> Counter[str]:
    """Return how many cards of each rank there are."""
    return Counter(rank_of(card) for card in cards)


def ranks_text(cards: Iterable[str]) -> str:
    """Return the ranks of the cards, low to high, one character each."""
    return "".join(rank_of(card) for card in sort_cards(cards))


def holds(hand: Iterable[str], cards: Iterable[str]) -> bool:
    """Tell whether all the cards, copies counted, are in the hand."""
    return not Counter(cards) - Counter(hand)


def without(hand: Iterable[str], cards: Iterable[str]) -> tuple[str, ...]:
    """Return the hand after the cards have left it."""
    return sort_cards((Counter(hand) - Counter(cards)).elements())


def choose(cards: Iterable[str], ranks: str) -> set[tuple[str, ...]]:
    """Return every choice of cards that has exactly these ranks, each choice sorted."""
    cards = list(cards)
    choices = [
        itertools.combinations([card for card in cards if rank_of(card) == rank], copies)
        for rank, copies in Counter(ranks).items()
    ]
    return {sort_cards(itertools.chain(*parts)) for parts in itertools.product(*choices)}
