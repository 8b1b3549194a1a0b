"""One line of `moves --batch`, answered."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.naive import plays
from tests.naive.cards import pack, read_cards
from tests.naive.games import find_game


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """Return `{"rules", "plays"}` for a line of a batch file, or `{"error"}`."""
    try:
        return {"rules": case["rules"], "plays": list_plays(case)}
    except (ValueError, KeyError) as problem:
        return {"error": str(problem)}


def list_plays(case: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the plays of a line, sorted by type, rank and ranks, with one choice of cards each."""
    rules_id, options = case["rules"], case.get("options") or {}
    game = find_game(rules_id, options)
    hand = read_cards(case["hand"])
    said = (case.get("top_type"), case.get("top_rank"))
    top_text = case.get("top")
    if not hand or top_text == "":
        raise ValueError("no cards")
    if top_text is None and said != (None, None):
        raise ValueError("a type or rank of the top, but no top")
    on_table = read_cards(top_text) if top_text is not None else ()
    too_many = Counter(hand + on_table) - Counter(pack(game.decks, game.jokers))
    if too_many:
        raise ValueError(f"more copies than the pack holds: {' '.join(too_many)}")
    top = plays.read_top(rules_id, options, on_table, *said) if on_table else None
    return [
        {
            "type": play.type,
            "rank": play.rank,
            "size": len(play.ranks),
            "ranks": play.ranks,
            "suit": play.suit,
            "cards": " ".join(plays.first_cards_of(rules_id, hand, play, options)),
        }
        for play in sorted(
            plays.legal_patterns(rules_id, options, hand, top),
            key=lambda play: (play.type, play.rank or "", play.ranks, play.suit or ""),
        )
    ]
