"""Text for card sets and rank counts, and the rules a JSON document names; made for many lines."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from sim.cards import RANK_LETTERS, RANKS, SUITS, CardSet, parse_card, token_of
from sim.errors import BadInput
from sim.games import as_climbing, find_rules
from sim.rule_set import RuleSet
from sim.rules import Rules

_WORD = re.compile(r"[^\s,]+")
_MOST_COPIES = 3
_SUITED = len(RANKS)


@cache
def _tokens(rank: int, lo: int, hi: int) -> str:
    cards = CardSet(lo << 4 * rank, hi << 4 * rank)
    return " ".join(
        token_of(rank, suit) for suit in range(len(SUITS)) for _ in range(cards.copies(rank, suit))
    )


def cards_text(lo: int, hi: int) -> str:
    """Return a card set's tokens, as `str(CardSet(lo, hi))` does.

    Examples
    --------
    >>> cards_text(0b0101, 0)
    '3s 3h'
    """
    parts = []
    rank = 0
    while lo or hi:
        if (lo | hi) & 15:
            parts.append(_tokens(rank, lo & 15, hi & 15))
        lo >>= 4
        hi >>= 4
        rank += 1
    return " ".join(parts)


@lru_cache(maxsize=65536)
def ranks_text(counts: int) -> str:
    """Return the ranks of rank counts, low to high, one character each.

    Examples
    --------
    >>> ranks_text(0x21)
    '344'
    """
    return "".join(letter * (counts >> 4 * rank & 15) for rank, letter in enumerate(RANK_LETTERS))


_CANONICAL = {
    token_of(rank, suit): (rank, suit)
    for rank in range(len(RANK_LETTERS))
    for suit in range(len(SUITS) if rank < _SUITED else 1)
}


@lru_cache(maxsize=65536)
def read_cards(text: str) -> CardSet | None:
    """Read a card list of a record, which may be empty; None for more copies than any pack has.

    Raises
    ------
    BadInput
        If a word is not a card.
    """
    words = _WORD.findall(text)
    cards = [_CANONICAL.get(word) or parse_card(word) for word in words]
    if any(cards.count(card) > _MOST_COPIES for card in set(cards)):
        return None
    return CardSet.of(cards)


def rules_of_document(rules_id: object, options: object = None) -> Rules:
    """Return the climbing game that a JSON document names; see `rule_set_of_document`."""
    return as_climbing(rule_set_of_document(rules_id, options))


def rule_set_of_document(rules_id: object, options: object = None) -> RuleSet:
    """Return the rules that a JSON document names, its options being native values.

    Raises
    ------
    BadInput
        If there is no such rule set, option or value; the accepted ones are listed.
    """
    if not isinstance(rules_id, str):
        raise BadInput(f"rules: {json.dumps(rules_id)} is not the name of a rule set")
    if options is None or options == {}:
        return _rules(rules_id, "{}")
    if not isinstance(options, dict):
        raise BadInput('options: not an object such as {"must_beat": true}')
    return _rules(rules_id, json.dumps(options, sort_keys=True))


@lru_cache(maxsize=1024)
def _rules(rules_id: str, options_text: str) -> RuleSet:
    options: Mapping[str, Any] = json.loads(options_text)
    rules = find_rules(rules_id, options)
    for name, given in options.items():
        if type(given) is not type(rules.native(name)):
            shown = rules.text_of(name)
            raise BadInput(f"{rules_id}: {name}: write {shown} as a JSON value, not as a string")
    return rules
