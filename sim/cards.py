"""Cards as people write them: tokens, card lists, and the set of cards that a hand is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sim.errors import BadInput

RANKS = "3456789TJQKA2"
"""Ranks of suited cards, low to high."""
SUITS = "shcd"
"""Suits in output order."""
JOKERS = ("LJ", "BJ")
"""Little and big joker; their ranks stand above 2."""
RANK_LETTERS = RANKS + "LB"
"""One character a rank, jokers as L and B, as patterns write them."""
POINTS = {"5": 5, "T": 10, "K": 10}
"""Card points by rank; every other card has none."""

_SUIT_SYMBOLS = str.maketrans("♠♥♣♦♤♡♧♢", "shcdshcd")
_LANES = ((0, 0), (0, 2), (1, 0), (1, 2))
_LOW_LANES = 0x333333333333333
_SEPARATORS = re.compile(r"[\s,]+")


def token_of(rank: int, suit: int) -> str:
    """Return a card's token; ranks 13 and 14 are the jokers."""
    return RANKS[rank] + SUITS[suit] if rank < len(RANKS) else JOKERS[rank - len(RANKS)]


def parse_card(text: str) -> tuple[int, int]:
    """Read one card.

    Parameters
    ----------
    text : str
        Rank and suit, such as `Th`, `10h`, `t♥`; or `LJ`, `BJ`. Letter case does not matter.

    Returns
    -------
    rank : int
        0 … 12 for 3 … 2, then 13 little joker, 14 big joker.
    suit : int
        0 … 3 for s, h, c, d; 0 for jokers.

    Raises
    ------
    BadInput
        If it is not a card.

    Examples
    --------
    >>> parse_card("10♥"), parse_card("bj")
    ((7, 1), (14, 0))
    """
    word = text.translate(_SUIT_SYMBOLS).upper().replace("10", "T")
    if word in JOKERS:
        return len(RANKS) + JOKERS.index(word), 0
    if len(word) == 2 and word[0] in RANKS and word[1].lower() in SUITS:
        return RANKS.index(word[0]), SUITS.index(word[1].lower())
    raise BadInput(
        f"'{text}' is not a card; a card is one of {RANKS} and one of {SUITS}, or LJ, BJ"
    )


@dataclass(frozen=True)
class CardSet:
    """A set of cards, several copies of a card included.

    The two words are the truth (`sim.core.bits` documents them); this class gives set operators,
    iteration and text. Tokens come out sorted by rank, then s h c d.
    """

    lo: int = 0
    """Lanes of spades, hearts and jokers."""
    hi: int = 0
    """Lanes of clubs and diamonds."""

    @classmethod
    def of(cls, cards: Iterable[tuple[int, int]]) -> CardSet:
        """Collect (rank, suit) pairs.

        Raises
        ------
        BadInput
            If there are more than three copies of a card, which no pack here has.
        """
        words = [0, 0]
        for rank, suit in cards:
            word, lane = _LANES[suit]
            place = 4 * rank + lane
            if words[word] >> place & 3 == 3:
                raise BadInput(f"more than three copies of {token_of(rank, suit)}")
            words[word] += 1 << place
        return cls(*words)

    def copies(self, rank: int, suit: int) -> int:
        """Return how many copies of a card there are."""
        word, lane = _LANES[suit]
        return (self.lo, self.hi)[word] >> (4 * rank + lane) & 3

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Iterate over (rank, suit), sorted, copies repeated."""
        for rank in range(len(RANK_LETTERS)):
            for suit in range(len(SUITS)):
                yield from [(rank, suit)] * self.copies(rank, suit)

    def __iter__(self) -> Iterator[str]:
        """Iterate over tokens, sorted by rank, then suit."""
        return (token_of(rank, suit) for rank, suit in self.pairs())

    def __len__(self) -> int:
        """Return the number of cards."""
        return sum(1 for _ in self.pairs())

    def __str__(self) -> str:
        """Return the tokens with spaces between."""
        return " ".join(self)

    @property
    def counts(self) -> int:
        """Rank counts: a nibble a rank."""
        lanes = (self.lo, self.lo >> 2, self.hi, self.hi >> 2)
        return sum(word & _LOW_LANES for word in lanes)

    @property
    def ranks(self) -> str:
        """The ranks of all cards, low to high, a character each."""
        return "".join(RANK_LETTERS[rank] for rank, _ in self.pairs())

    @property
    def points(self) -> int:
        """Card points: 5 a five, 10 a ten or king."""
        return sum(POINTS.get(token[0], 0) for token in self)

    def holds(self, other: CardSet) -> bool:
        """Return whether every card of another set is in this one, copies counted."""
        return all(self.copies(r, s) >= other.copies(r, s) for r, s in other.pairs())

    def __sub__(self, other: CardSet) -> CardSet:
        """Return what is left without another set's cards, which must be held."""
        return CardSet(self.lo - other.lo, self.hi - other.hi)

    def __add__(self, other: CardSet) -> CardSet:
        """Return both sets' cards."""
        return CardSet.of([*self.pairs(), *other.pairs()])


def parse_cards(text: str, decks: int = 1, jokers: bool = False) -> CardSet:
    """Read a list of cards separated by spaces or commas, in any order and letter case.

    Parameters
    ----------
    text : str
        The cards.
    decks : int
        Copies there are of each card.
    jokers : bool
        Whether the pack has jokers.

    Raises
    ------
    BadInput
        If there are no cards, one is not a card, or there are more copies than the pack has.

    Examples
    --------
    >>> print(parse_cards("kd, 3S 10h 5♣"))
    3s 5c Th Kd
    """
    words = [word for word in _SEPARATORS.split(text.strip()) if word]
    if not words:
        raise BadInput("no cards given; a card list is like '3s 10h Kd'")
    cards = [parse_card(word) for word in words]
    for rank, suit in cards:
        token = token_of(rank, suit)
        if rank >= len(RANKS) and not jokers:
            raise BadInput(f"{token}: these rules have no jokers")
        if cards.count((rank, suit)) > decks:
            raise BadInput(f"{token} given {cards.count((rank, suit))} times; the pack has {decks}")
    return CardSet.of(cards)
