"""Plays as people see them: every legal play of a hand, and what a set of cards is."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from sim.cards import POINTS, RANK_LETTERS, RANKS, SUITS, CardSet, parse_cards, token_of
from sim.combinations import KINDS
from sim.core import listing, play
from sim.core.compiler import plain
from sim.core.tables import MAX_ROWS
from sim.errors import BadInput
from sim.notation import cards_text, ranks_text, rules_of_document
from sim.policy import as_records
from sim.rules import Rules

# As plain Python: for one play at a time a call into compiled code costs more than its work.
_beats, _row_of, _rank_of = plain(play.beats), plain(play.row_of), plain(play.rank_of)
_suit_of = plain(play.suit_of)
_BOMB_ROWS = {
    "mixed_fifty_k": play.MIXED_ROW,
    "pure_fifty_k": play.PURE_ROW,
    "bomb": play.SET_ROW,
    "four_twos": play.SET_ROW,
    "joker_bomb": play.JOKER_ROW,
}
_TEXTS = ("hand", "top", "top_type", "top_rank")
_LANES = ((0, 0), (0, 2), (1, 0), (1, 2))


@dataclass(frozen=True, slots=True)
class Play:
    """Cards on the table and what they are declared as."""

    type: str
    """A type of RULES.md §2."""
    rank: str | None
    """What is compared; None for fifty-Ks, bombs of jokers and the pair of both jokers."""
    size: int
    """Number of cards."""
    ranks: str
    """The ranks of its cards, low to high, one character each."""
    suit: str | None
    """The suit of a pure fifty-K, else None."""
    cards: CardSet
    """The cards."""
    counts: int
    """Rank counts, the first word kernels know it by."""
    meta: int
    """The second word (`sim.core.play`)."""

    def __str__(self) -> str:
        """Return cards and type, such as `7s 7h (pair 7)`."""
        said = self.type if self.rank is None else f"{self.type} {self.rank}"
        return f"{self.cards} ({said})"


def row_names(rules: Rules) -> dict[str, int]:
    """Return the row of each type that the rules have, in declared order, bombs last."""
    numbers = {row.kind: number for number, row in enumerate(rules.rows)}
    rows = {row.kind: numbers[row.kind] for row in rules.combinations}
    return rows | {bomb.kind: _BOMB_ROWS[bomb.kind] for bomb in rules.bombs}


def _kind_of(rules: Rules, row: int) -> str:
    if row < play.MIXED_ROW:
        return rules.rows[row].kind
    return next(bomb.kind for bomb in rules.bombs if _BOMB_ROWS[bomb.kind] == row)


def name_of(rules: Rules, meta: int) -> tuple[str, str | None, str | None]:
    """Return type, rank and suit of a play's meta."""
    word = np.uint64(meta)
    row, rank, suit = int(_row_of(word)), int(_rank_of(word)), int(_suit_of(word))
    return (
        _kind_of(rules, row),
        None if rank == play.NO_RANK else RANK_LETTERS[rank],
        SUITS[suit] if suit >= 0 else None,
    )


def play_of(rules: Rules, counts: int, meta: int, lo: int, hi: int) -> Play:
    """Return the play of a kernel's words and its cards."""
    kind, rank, suit = name_of(rules, meta)
    ranks = ranks_text(counts)
    return Play(kind, rank, len(ranks), ranks, suit, CardSet(lo, hi), counts, meta)


def play_words(rules: Rules, hand: CardSet, top: int) -> list[list[int]]:
    """Return (counts, meta, lo, hi) of every play that leads (a top of 0) or beats a meta."""
    record, lo, hi, meta = rules.record, np.uint64(hand.lo), np.uint64(hand.hi), np.uint64(top)
    out = np.empty((64, 4), dtype=np.uint64)
    total = listing.list_plays(as_records(record), lo, hi, meta, out)
    if total > len(out):
        out = np.empty((total, 4), dtype=np.uint64)
        listing.list_plays(as_records(record), lo, hi, meta, out)
    words: list[list[int]] = out[:total].tolist()
    return words


def legal_plays(rules: Rules, hand: CardSet, top: Play | None = None) -> list[Play]:
    """List every legal play of a hand as patterns; a pass is not listed.

    Parameters
    ----------
    rules : Rules
    hand : CardSet
    top : Play, optional
        The play to beat; without one the hand leads.

    Returns
    -------
    list of Play
        Plays that differ only in suits that the rules do not look at are one; `cards` is the first
        choice in output order. Ordinary plays by row, length, rank and kickers, then bombs.

    Examples
    --------
    >>> from sim.cards import parse_cards
    >>> from sim.games import FIFTYK4
    >>> [str(each) for each in legal_plays(FIFTYK4, parse_cards("3s 7h 7c"))]
    ['3s (single 3)', '7h (single 7)', '7h 7c (pair 7)']
    """
    words = play_words(rules, hand, top.meta if top else 0)
    return [play_of(rules, counts, meta, lo, hi) for counts, meta, lo, hi in words]


def concrete_plays(rules: Rules, hand: CardSet, top: Play | None = None) -> list[Play]:
    """List every legal play of a hand card by card: each pattern in every choice of suits."""
    return [
        Play(p.type, p.rank, p.size, p.ranks, p.suit, cards, p.counts, p.meta)
        for p in legal_plays(rules, hand, top)
        for cards in choices_of(rules, hand, p)
    ]


def choices_of(rules: Rules, hand: CardSet, pattern: Play) -> Iterator[CardSet]:
    """Iterate over the sets of cards of a hand that make a pattern, in output order."""
    if pattern.suit is not None:
        yield pattern.cards
        return
    parts = [
        _choices_of_rank(rank, hand.lo >> 4 * rank & 15, hand.hi >> 4 * rank & 15, wanted)
        for rank in range(len(RANK_LETTERS))
        if (wanted := pattern.counts >> 4 * rank & 15)
    ]
    fits = _suit_rule(rules, pattern)
    for choice in itertools.product(*parts):
        if fits and not fits([suits for _, _, suits in choice]):
            continue
        yield CardSet(sum(lo for lo, _, _ in choice), sum(hi for _, hi, _ in choice))


def _suit_rule(rules: Rules, pattern: Play) -> Callable[[list[str]], bool] | None:
    """Return whether suits, a string a rank, make a pattern; None where any do."""
    letters = list(dict.fromkeys(pattern.ranks))
    row = next((row for row in rules.combinations if row.kind == pattern.type), None)
    natural = [place for place, letter in enumerate(letters) if letter in RANKS]
    if row is None:
        return (lambda suits: len(set(suits)) > 1) if pattern.type == "mixed_fifty_k" else None
    if KINDS[row.kind].one_suit:
        return lambda suits: len({suits[place] for place in natural}) == 1
    if any(KINDS[other.kind].above == row.kind for other in rules.combinations):
        return lambda suits: len(set(suits)) > 1
    if row.kicker_choice == "matched":
        two = [place for place in natural if letters[place] != pattern.rank]
        free = len(two) < 2 or "3" in (letters[place] for place in two)
        if not free and any(letters[place] not in POINTS for place in two):
            return lambda suits: len({suits[place] for place in two}) == 1
    return None


@cache
def _choices_of_rank(rank: int, lo: int, hi: int, wanted: int) -> tuple[tuple[int, int, str], ...]:
    """Return (lo, hi, suits) of every choice of so many cards of one rank."""
    held = CardSet(lo, hi)
    suits = "".join(suit * held.copies(0, number) for number, suit in enumerate(SUITS))
    found = dict.fromkeys(itertools.combinations(suits, wanted))
    choices = []
    for chosen in found:
        words = [0, 0]
        for suit in chosen:
            word, lane = _LANES[SUITS.index(suit)]
            words[word] += 1 << 4 * rank + lane
        choices.append((words[0], words[1], "".join(chosen)))
    return tuple(choices)


def count_concrete(rules: Rules, hand: CardSet, top: Play | None = None) -> int:
    """Return how many plays `concrete_plays` lists, without listing them."""
    meta = np.uint64(top.meta if top else 0)
    record = as_records(rules.record)
    return int(listing.count_concrete(record, np.uint64(hand.lo), np.uint64(hand.hi), meta))


def readings(rules: Rules, cards: CardSet) -> list[Play]:
    """Return everything that a set of cards can be declared as (rule C9)."""
    out = np.empty(16 * (MAX_ROWS + 4), dtype=np.uint64)
    lo, hi = np.uint64(cards.lo), np.uint64(cards.hi)
    found = listing.list_readings(as_records(rules.record), lo, hi, out)
    counts = cards.counts
    return [play_of(rules, counts, meta, cards.lo, cards.hi) for meta in out[:found].tolist()]


def read_play(
    rules: Rules, cards: CardSet, type: str | None = None, rank: str | None = None
) -> Play:
    """Return the one play that a set of cards is, given what is said about it.

    Parameters
    ----------
    rules : Rules
    cards : CardSet
    type, rank : str, optional
        What it is declared as; needed only where there are several readings.

    Raises
    ------
    BadInput
        If it is nothing, not what it is declared as, or several things.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> read_play(FIFTYK4, parse_cards("9s 9h 9c 4d")).type
    'triple_single'
    """
    names = row_names(rules)
    if type is not None and type not in names:
        raise BadInput(f"{rules.id} has no type '{type}'; it has {', '.join(names)}")
    letter = None if rank is None else rank.upper().replace("10", "T")
    if letter is not None and (len(letter) != 1 or letter not in RANK_LETTERS):
        raise BadInput(f"'{rank}' is not a rank; ranks are {' '.join(RANK_LETTERS)}")
    found = readings(rules, cards)
    fitting = [p for p in found if type in (None, p.type) and letter in (None, p.rank)]
    if len(fitting) == 1:
        return fitting[0]
    if not found:
        raise BadInput(f"{cards} is no combination of {rules.id}; there are {', '.join(names)}")
    known = ", ".join(p.type if p.rank is None else f"{p.type} {p.rank}" for p in found)
    if not fitting:
        said = " ".join(word for word in (type, rank) if word is not None)
        raise BadInput(f"{cards} is not {said}; it is {known}")
    raise BadInput(f"{cards} has several readings; name the type and rank of one: {known}")


def beats(rules: Rules, one: Play, other: Play) -> bool:
    """Return whether one play may follow another (rule C1); equals never do."""
    return bool(_beats(np.uint64(one.meta), np.uint64(other.meta)))


# ---------------------------------------------------------------- documents


def moves_document(rules: Rules, hand: CardSet, top: Play | None = None) -> dict[str, Any]:
    """Return what `fiftyk moves --json` prints."""
    names: dict[int, tuple[str, str | None, str | None]] = {}
    plays = []
    for counts, meta, lo, hi in play_words(rules, hand, top.meta if top else 0):
        if meta not in names:
            names[meta] = name_of(rules, meta)
        kind, rank, suit = names[meta]
        ranks = ranks_text(counts)
        cards = cards_text(lo, hi)
        size = len(ranks)
        plays.append(
            {"type": kind, "rank": rank, "size": size, "ranks": ranks, "suit": suit, "cards": cards}
        )
    return {"rules": rules.id, "plays": plays}


def read_hand_and_top(
    rules: Rules,
    hand: str,
    top: str | None = None,
    top_type: str | None = None,
    top_rank: str | None = None,
) -> tuple[CardSet, Play | None]:
    """Read a hand and the play it is to beat, as people write them.

    Raises
    ------
    BadInput
        If one is not understood, or both have more copies of a card than the pack.
    """
    held = parse_cards(hand, rules.decks, rules.jokers)
    if top is None:
        if top_type is not None or top_rank is not None:
            raise BadInput("a type or rank of the top is given, but no top")
        return held, None
    cards = parse_cards(top, rules.decks, rules.jokers)
    for rank, suit in cards.pairs():
        copies = held.copies(rank, suit) + cards.copies(rank, suit)
        if copies > rules.decks:
            token = token_of(rank, suit)
            raise BadInput(f"{token} is {copies} times in hand and top; the pack has {rules.decks}")
    return held, read_play(rules, cards, top_type, top_rank)


def answer_line(line: str | bytes) -> dict[str, Any]:
    """Answer one line of `fiftyk moves --batch`: a moves document, or `{"error": …}`.

    Examples
    --------
    >>> answer_line('{"rules": "fiftyk4", "hand": "3s 3s"}')
    {'error': '3s given 2 times; the pack has 1'}
    """
    try:
        return _answer(line)
    except BadInput as error:
        return {"error": str(error)}


def _answer(line: str | bytes) -> dict[str, Any]:
    try:
        case = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not JSON: {error}") from None
    if not isinstance(case, dict):
        raise BadInput('not an object such as {"rules": "fiftyk4", "hand": "3s 3h"}')
    for name in ("rules", "hand"):
        if name not in case:
            raise BadInput(f"no {name} given")
    rules = rules_of_document(case["rules"], case.get("options"))
    hand, *said = (case.get(name) for name in _TEXTS)
    if not isinstance(hand, str) or not all(isinstance(text, str | None) for text in said):
        raise BadInput(f"{', '.join(_TEXTS)} are strings")
    return moves_document(rules, *read_hand_and_top(rules, hand, *said))
