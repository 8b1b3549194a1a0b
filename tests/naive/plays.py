"""What may be played: every set of cards read, every legal play listed, by trying them all."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from tests.naive.bombs import bomb_beats, bomb_patterns, is_bomb, read_bomb
from tests.naive.cards import (
    JOKERS,
    RANKS,
    RANKS_WITH_JOKERS,
    choose,
    place_of,
    rank_counts,
    rank_of,
    ranks_text,
    sort_cards,
    suit_of,
)
from tests.naive.games import Game, Options, Shape, find_game
from tests.naive.patterns import ConcretePlay, Pattern, Reading, height
from tests.naive.zhengfen import (
    full_house_patterns,
    special_readings,
    suit_run_patterns,
    wild_readings,
    wild_shape_patterns,
)

KICKER_SIZES = {None: 0, "single": 1, "pair": 2, "any": 1, "any two": 2}
STRAIGHTS = ("straight", "straight_flush")


class BadTop(ValueError):
    """The top is no combination, or not one only."""


# ---------------------------------------------------------------- reading a set of cards


def readings(rules_id: str, options: Options, cards: Iterable[str]) -> set[Reading]:
    """Return everything the set of cards can be declared as; a bomb is only that bomb (C9)."""
    return set(_readings(find_game(rules_id, options), sort_cards(cards)))


@lru_cache(maxsize=100_000)
def _readings(game: Game, cards: tuple[str, ...]) -> frozenset[Reading]:
    bomb = read_bomb(game, cards)
    if bomb:
        return frozenset([bomb])
    if game.wild_jokers and len(cards) > 1 and set(cards) & set(JOKERS):
        return frozenset(wild_readings(lambda natural: ordinary_readings(game, natural), cards))
    return frozenset(ordinary_readings(game, cards))


def ordinary_readings(game: Game, cards: tuple[str, ...]) -> set[Reading]:
    """Return what the cards can be declared as besides a bomb, every card being what it is."""
    found = {
        Reading(flush_or_plain(game, shape.type, cards), top, None)
        for shape in game.shapes
        for top in tops(game, shape, cards)
    }
    return found | set(special_readings(game, cards)) if game.full_house else found


def flush_or_plain(game: Game, type_: str, cards: tuple[str, ...]) -> str:
    """Return the type, which for a straight of one suit is `straight_flush` where there is one."""
    one_suit = len({suit_of(card) for card in cards}) == 1
    return "straight_flush" if type_ == "straight" and game.flushes and one_suit else type_


def tops(game: Game, shape: Shape, cards: tuple[str, ...]) -> Iterator[str]:
    """Yield the top rank of every way in which the cards have this shape."""
    counts = rank_counts(cards)
    length, rest = divmod(len(cards), shape.group + KICKER_SIZES[shape.kicker])
    if rest or not shape.shortest <= length <= shape.longest:
        return
    for window in windows(game, shape, length):
        if all(counts[rank] >= shape.group for rank in window):
            kickers = counts.copy()
            for rank in window:
                kickers[rank] -= shape.group
            if are_kickers(shape, length, {r: n for r, n in kickers.items() if n}, window):
                yield window[-1]


def windows(game: Game, shape: Shape, length: int) -> Iterator[str]:
    """Yield every choice of consecutive ranks; a window of one may be any rank."""
    ranks = game.straight_ranks if shape.type == "straight" else game.run_ranks
    if length == 1:
        has_jokers = shape.type == "single" or (shape.type == "pair" and game.joker_pairs)
        ranks = RANKS_WITH_JOKERS if has_jokers else RANKS
    for low in range(len(ranks) - length + 1):
        yield ranks[low : low + length]


def are_kickers(shape: Shape, length: int, kickers: dict[str, int], window: str) -> bool:
    """Tell whether these are the right kickers, by kind and number; none of a triple's rank (C10).

    Single kickers and pairs are all of different ranks; the other kinds are any cards.
    """
    if any(rank in window for rank in kickers):
        return False
    each = KICKER_SIZES[shape.kicker]
    if shape.kicker in ("single", "pair"):
        return len(kickers) == length and all(copies == each for copies in kickers.values())
    return sum(kickers.values()) == length * each


# ---------------------------------------------------------------- what beats what


def beats(rules_id: str, options: Options, play: Pattern, top: Pattern) -> bool:
    """Tell whether the play may be put on the top (C1)."""
    return play_beats(find_game(rules_id, options), play, top)


def play_beats(game: Game, play: Pattern, top: Pattern) -> bool:
    """Tell whether the play may be put on the top, in a game with its options settled."""
    if is_bomb(play):
        return bomb_beats(game, play, top)
    if play.type in STRAIGHTS and top.type in STRAIGHTS and len(play.ranks) == len(top.ranks):
        return straight_strength(play) > straight_strength(top)
    if play.type != top.type:
        return False
    if play.type in game.runs_of_any_length:
        return (height(play.rank), len(play.ranks)) > (height(top.rank), len(top.ranks))
    return len(play.ranks) == len(top.ranks) and height(play.rank) > height(top.rank)


def straight_strength(play: Pattern) -> tuple[int, bool]:
    """Return what straights of one length are compared by: the top rank, then the flush."""
    return height(play.rank), play.type == "straight_flush"


# ---------------------------------------------------------------- listing the legal plays


def legal_patterns(
    rules_id: str, options: Options, hand_tokens: Iterable[str], top: Pattern | None = None
) -> set[Pattern]:
    """Return the patterns a hand may lead, or may play on the top; a pass is not listed."""
    game = find_game(rules_id, options)
    hand = sort_cards(hand_tokens)
    leads = set(bomb_patterns(game, hand))
    # Only plays of the top's own kind can be put on it, so the others need not be looked for.
    wanted = None if top is None else STRAIGHTS if top.type in STRAIGHTS else (top.type,)
    for shape in game.shapes:
        if wanted is None or shape.type in wanted:
            leads |= set(shape_patterns(game, shape, hand))
    if game.full_house:
        leads |= set(full_house_patterns(game, hand)) | set(suit_run_patterns(game, hand))
    return {play for play in leads if top is None or play_beats(game, play, top)}


def shape_patterns(game: Game, shape: Shape, hand: tuple[str, ...]) -> Iterator[Pattern]:
    """Yield every play of this shape that the hand holds, over the ranks it has."""
    counts = rank_counts(hand)
    if game.wild_jokers and shape.type == "pair" and set(JOKERS) <= set(hand):
        yield Pattern("pair", None, "LB", None)
    for length in range(shape.shortest, shape.longest + 1):
        for window in windows(game, shape, length):
            if game.wild_jokers and shape.type != "single":
                yield from wild_shape_patterns(shape, window, hand)
                continue
            if any(counts[rank] < shape.group for rank in window):
                continue
            for kickers in kicker_choices(shape, length, counts, window):
                ranks = "".join(sorted(window * shape.group + kickers, key=height))
                for type_ in straight_types(game, shape, hand, window):
                    yield Pattern(type_, window[-1], ranks, None)


def straight_types(game: Game, shape: Shape, hand: tuple[str, ...], window: str) -> Iterator[str]:
    """Yield the types that some choice of suits gives: only a straight can have two."""
    if shape.type != "straight" or not game.flushes:
        yield shape.type
        return
    suits = [{suit_of(card) for card in hand if rank_of(card) == rank} for rank in window]
    if set.intersection(*suits):
        yield "straight_flush"
    if len(set.union(*suits)) > 1:
        yield "straight"


def kicker_choices(
    shape: Shape, length: int, counts: Mapping[str, int], window: str
) -> Iterator[str]:
    """Yield the ranks of every choice of kickers, the kickers of all groups together."""
    each = KICKER_SIZES[shape.kicker]
    if shape.kicker in ("single", "pair"):
        others = [rank for rank in counts if rank not in window and counts[rank] >= each]
        for ranks in itertools.combinations(others, length):
            yield "".join(rank * each for rank in ranks)
    else:
        any_cards = "".join(rank * counts[rank] for rank in counts if rank not in window)
        for ranks in set(itertools.combinations(any_cards, length * each)):
            yield "".join(ranks)


def concrete_plays(
    rules_id: str, options: Options, hand_tokens: Iterable[str], top: Pattern | None = None
) -> set[ConcretePlay]:
    """Return the legal plays card by card: every choice of suits for every legal pattern."""
    hand = sort_cards(hand_tokens)
    return {
        ConcretePlay(cards, pattern.type, pattern.rank)
        for pattern in legal_patterns(rules_id, options, hand, top)
        for cards in cards_of(rules_id, hand, pattern, options)
    }


def cards_of(
    rules_id: str, hand: Iterable[str], pattern: Pattern, options: Options = None
) -> list[tuple[str, ...]]:
    """Return every choice of cards from the hand that makes the pattern, in output order."""
    game = find_game(rules_id, options)
    fitting = [cards for cards in choose(hand, pattern.ranks) if makes(game, cards, pattern)]
    return sorted(fitting, key=card_order)


def first_cards_of(
    rules_id: str, hand: Iterable[str], pattern: Pattern, options: Options = None
) -> tuple[str, ...]:
    """Return the first of those choices; it is the lowest card of each rank, if these will do."""
    hand = sort_cards(hand)
    lowest = [
        card
        for rank, copies in rank_counts(pattern.ranks).items()
        for card in [card for card in hand if rank_of(card) == rank][:copies]
    ]
    if makes(find_game(rules_id, options), sort_cards(lowest), pattern):
        return sort_cards(lowest)
    return cards_of(rules_id, hand, pattern, options)[0]


def makes(game: Game, cards: tuple[str, ...], pattern: Pattern) -> bool:
    """Tell whether cards with the pattern's ranks can be declared as the pattern."""
    return Reading(pattern.type, pattern.rank, pattern.suit) in _readings(game, cards)


def card_order(cards: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return what choices of cards are listed by: rank, then s h c d, from the lowest card on."""
    return [place_of(card) for card in cards]


def patterns_by_brute_force(
    rules_id: str, options: Options, hand_tokens: Iterable[str], top: Pattern | None = None
) -> set[Pattern]:
    """Return the legal patterns by reading every subset of the hand."""
    return {
        pattern_of(rules_id, options, *play)
        for play in legal_by_brute_force(rules_id, options, hand_tokens, top)
    }


def legal_by_brute_force(
    rules_id: str, options: Options, hand_tokens: Iterable[str], top: Pattern | None = None
) -> set[ConcretePlay]:
    """Return the legal plays by reading every subset of the hand, all 2ⁿ of them."""
    game = find_game(rules_id, options)
    hand = sort_cards(hand_tokens)
    found = set()
    for size in range(1, len(hand) + 1):
        for cards in set(itertools.combinations(hand, size)):
            for type_, rank, suit in _readings(game, cards):
                pattern = Pattern(type_, rank, ranks_text(cards), suit)
                if top is None or play_beats(game, pattern, top):
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
