"""Short words for tests: cards typed as text, options as keywords, faults as their kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.naive import plays
from tests.naive.cards import read_cards
from tests.naive.endings import Sides
from tests.naive.games import settle
from tests.naive.hand import PASS, IllegalPlay, NaiveHand


def types(cards: str, rules: str = "fiftyk4", **options: Any) -> set[str]:
    """Return the types that the cards can be declared as."""
    return {reading.type for reading in plays.readings(rules, options, read_cards(cards))}


def declared(cards: str, rules: str, **options: Any) -> set[tuple[str, str | None]]:
    """Return the types and ranks that the cards can be declared as."""
    return {(type_, rank) for type_, rank, _ in plays.readings(rules, options, read_cards(cards))}


def beats(new: str, old: str, rules: str = "fiftyk4", **options: Any) -> bool:
    """Tell whether the new cards beat the old ones; each may have one reading only."""
    play, top = (plays.read_top(rules, options, read_cards(cards)) for cards in (new, old))
    return plays.beats(rules, options, play, top)


def start(*hands: str, rules: str = "fiftyk4", leader: int = 0, **more: Any) -> NaiveHand:
    """Return a hand about to begin; the keywords are options and what `NaiveHand` takes."""
    options = {name: more.pop(name) for name in list(more) if name in settle(rules)}
    return NaiveHand(rules, options, hands, leader, **more)


def go(hand: NaiveHand, *cards: str) -> NaiveHand:
    """Play cards for whoever is to act; an empty text is a pass."""
    for text in cards:
        if not text:
            hand.do(PASS)
            continue
        top = plays.read_top(hand.rules_id, hand.given, read_cards(text))
        hand.play(hand.turn, read_cards(text), top.type, top.rank)
    return hand


def fault_of(act: Callable[..., object], *words: Any) -> str:
    """Return the kind of the fault that an act is refused for."""
    try:
        act(*words)
    except IllegalPlay as fault:
        return fault.kind
    raise AssertionError("this was not refused")


def finished(
    rules: str,
    finish: Sequence[int],
    captured: Sequence[int],
    left: Sequence[int],
    sides: Sides | None = None,
    **options: Any,
) -> NaiveHand:
    """Return a hand given as facts: seats that are not out hold cards worth `left` points."""
    hands = [
        "" if seat in finish else "3s" + " Ts" * (points // 10) + " 5s" * (points % 10 // 5)
        for seat, points in enumerate(left)
    ]
    return NaiveHand(rules, options, hands, 0, finish=finish, captured=captured, sides=sides)


def score(*facts: Any, **more: Any) -> dict[str, Any]:
    """Return the result of a hand given as facts, see `finished`."""
    return finished(*facts, **more).result()
