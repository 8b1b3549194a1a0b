"""What only Zheng Fen has: full houses, suit runs, and jokers that stand for other cards.

There are two ways on purpose. Reading tries every card that a joker may stand for; listing puts
jokers into the gaps of a play. The tests hold one against the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from tests.naive.cards import (
    JOKERS,
    RANKS,
    SUITS,
    holds,
    pack,
    rank_counts,
    rank_of,
    ranks_text,
    sort_cards,
    suit_of,
)
from tests.naive.games import Game, Shape
from tests.naive.patterns import Pattern, Reading, height

FIVE = 5
"""The size of the two types that look at suits."""


# ---------------------------------------------------------------- reading a set of cards


def special_readings(game: Game, cards: tuple[str, ...]) -> Iterator[Reading]:
    """Yield the full house and the suit run that five natural cards are."""
    counts = rank_counts(cards)
    for rank, copies in counts.items():
        kickers = tuple(card for card in cards if rank_of(card) != rank)
        if copies == 3 and len(cards) == FIVE and are_kickers(game, kickers):
            yield Reading("full_house", rank, None)
    one_suit = len({suit_of(card) for card in cards}) == 1
    if one_suit and len(cards) == FIVE and ranks_text(cards) in game.run_ranks:
        yield Reading("suit_run", rank_of(cards[-1]), None)


def are_kickers(game: Game, kickers: tuple[str, ...]) -> bool:
    """Tell whether two natural cards may go with the triple of a full house."""
    (one, its_suit), (other, other_suit) = kickers
    return (
        game.full_house == "any"
        or one == other
        or its_suit == other_suit
        or (one in "5TK" and other in "5TK")
        or "3" in (one, other)
    )


def wild_readings(
    read_natural: Callable[[tuple[str, ...]], set[Reading]], cards: tuple[str, ...]
) -> set[Reading]:
    """Return what cards with jokers can be declared as, trying all that jokers may stand for."""
    natural = [card for card in cards if card not in JOKERS]
    jokers = len(cards) - len(natural)
    if not natural:
        return {Reading("pair", None, None)}
    # Suits matter in plays of five cards only, so one suit will do for the others.
    suits = SUITS if len(cards) == FIVE else SUITS[:1]
    found = set()
    stand_ins = [card for card in pack() if suit_of(card) in suits]
    for chosen in itertools.combinations_with_replacement(stand_ins, jokers):
        found |= read_natural(sort_cards([*natural, *chosen]))
    return found


# ---------------------------------------------------------------- listing the plays of a hand


def joker_choices(hand: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield every choice of jokers of the hand, none at all included."""
    jokers = [card for card in hand if card in JOKERS]
    for number in range(len(jokers) + 1):
        yield from itertools.combinations(jokers, number)


def pattern(type_: str, rank: str, natural: str, jokers: tuple[str, ...]) -> Pattern:
    """Return the pattern of natural ranks and jokers together."""
    ranks = "".join(sorted(natural + ranks_text(jokers), key=height))
    return Pattern(type_, rank, ranks, None)


def wild_shape_patterns(shape: Shape, window: str, hand: tuple[str, ...]) -> Iterator[Pattern]:
    """Yield the plays of a shape on these ranks, with jokers in the gaps, or without any."""
    held = rank_counts(hand)
    for jokers in joker_choices(hand):
        for gaps in itertools.combinations_with_replacement(window, len(jokers)):
            need = {rank: shape.group - gaps.count(rank) for rank in window}
            natural = "".join(rank * copies for rank, copies in need.items())
            is_special = natural == "2222" and not jokers
            if all(0 <= need[r] <= held[r] for r in window) and natural and not is_special:
                yield pattern(shape.type, window[-1], natural, jokers)


def full_house_patterns(game: Game, hand: tuple[str, ...]) -> Iterator[Pattern]:
    """Yield every full house: jokers in the triple, as kickers, or both.

    A joker among the kickers makes a pair with whatever the other one is.
    """
    held = rank_counts(hand)
    for rank in RANKS:
        others = [card for card in hand if rank_of(card) != rank and card not in JOKERS]
        for jokers in joker_choices(hand):
            for in_triple in range(len(jokers) + 1):
                as_kickers = len(jokers) - in_triple
                if not 0 < 3 - in_triple <= held[rank]:
                    continue
                for kickers in itertools.combinations(others, 2 - as_kickers):
                    if as_kickers or are_kickers(game, kickers):
                        natural = rank * (3 - in_triple) + ranks_text(kickers)
                        yield pattern("full_house", rank, natural, jokers)


def suit_run_patterns(game: Game, hand: tuple[str, ...]) -> Iterator[Pattern]:
    """Yield every run of five cards of one suit, with jokers in its gaps."""
    for suit in SUITS:
        for low in range(len(game.run_ranks) - FIVE + 1):
            window = game.run_ranks[low : low + FIVE]
            for jokers in joker_choices(hand):
                for natural in itertools.combinations(window, FIVE - len(jokers)):
                    if holds(hand, [rank + suit for rank in natural]):
                        yield pattern("suit_run", window[-1], "".join(natural), jokers)
