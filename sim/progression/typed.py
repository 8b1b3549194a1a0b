"""Hands of Progression as a card player types them: every act a line.

```
plays:
  Ann: Kh
  Bo: 7c public
  Cy: 9d stock
  Ann: 7c from public
  Bo: Qs from Cy
```

A card alone goes on the own stack of its suit. A card drawn from the stock is named, too, so nobody
has to write the stock down: it is the drawn cards in their order, then those that nobody saw. A
line `stock: …` before the hands says it where it is known. `sim.typed_records` reads the rest.
"""

from __future__ import annotations

import re
from typing import Any, Final

from sim.cards import parse_card, token_of
from sim.core.stack_turns import STOCK, TAKE
from sim.errors import BadInput
from sim.progression.deals import NUMBERS, TOKENS, cards_of, text_of
from sim.progression.position import StackPosition
from sim.progression.records import PLACES, place_name, result_of
from sim.progression.rules import StackRules
from sim.records import FORMAT
from sim.typed_lines import Line, TypedHand, Wrong, claimed

_WORD: Final = re.compile(r"[^\s,]+")
_WHERE: Final = {
    "": "own",
    "own": "own",
    "public": "public",
    "stock": "stock",
    "from stock": "stock",
    "from public": "take:public",
}
_ACCEPTED: Final = "a card, then nothing, public, stock, from SEAT or from public"
_CLIMBING_ONLY: Final = ("received", "previous_first_out", "previous_not_out")


def stack_record(hand: TypedHand, rules: StackRules) -> dict[str, Any]:
    """Return the record of a typed hand, legal or not."""
    hand.refuse(_CLIMBING_ONLY)
    lines = hand.hand_lines()
    hands = [_cards(lines[seat].value, lines[seat]) for seat in range(rules.seats)]
    first, leader = hand.given("first_dealt"), hand.given("leader")
    in_turn = hand.deal % rules.seats
    if leader is None:
        leader = in_turn if first is None else first
    elif first is None and leader != in_turn:
        first = leader
    acts = [_act(hand, line) for line in hand.sections["plays"]]
    dealt = [card for each in hands for card in each]
    stock = _stock(hand, dealt, [card for _, card, where in acts if where == STOCK])
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": rules.id,
        "options": dict(rules.options),
        "strategies": hand.names,
        "deal": hand.deal,
        "hands": [text_of(_sorted(each)) for each in hands],
        "received": None,
        "leader": leader,
        "stock": text_of(stock),
    }
    if first is not None:
        record["first_dealt"] = first
    record["plays"] = [[seat, TOKENS[card], place_name(where), None] for seat, card, where in acts]
    record["result"] = _result(rules, hands, stock, leader, acts) | claimed(hand)
    return record


def _sorted(cards: list[int]) -> list[int]:
    """Return cards in output order; as typed where one stands there twice."""
    return cards_of(sum(1 << card for card in cards)) if len(set(cards)) == len(cards) else cards


def _card(word: str, line: Line) -> int:
    try:
        return NUMBERS[token_of(*parse_card(word))]
    except BadInput as error:
        raise Wrong(line, error) from None
    except KeyError:
        raise Wrong(line, f"'{word}': there are no jokers in this game") from None


def _cards(text: str, line: Line) -> list[int]:
    return [_card(word, line) for word in _WORD.findall(text)]


def _act(hand: TypedHand, line: Line) -> tuple[int, int, int]:
    """Return seat, card and where of a line."""
    seat = hand.seat_of(line.key, line)
    words = _WORD.findall(line.value)
    if not words:
        raise Wrong(line, f"'{line.value}': accepted: {_ACCEPTED}")
    card = _card(words[0], line)
    said = " ".join(words[1:]).lower()
    if said in _WHERE:
        return seat, card, PLACES[_WHERE[said]]
    if said.startswith("from "):
        return seat, card, TAKE + hand.seat_of(said.removeprefix("from "), line)
    raise Wrong(line, f"'{line.value}': accepted: {_ACCEPTED}")


def _stock(hand: TypedHand, dealt: list[int], drawn: list[int]) -> list[int]:
    line = hand.headers.get("stock")
    if line is not None:
        return _cards(line.value, line)
    seen = {*dealt, *drawn}
    return [*drawn, *(card for card in range(len(TOKENS)) if card not in seen)]


def _result(
    rules: StackRules,
    hands: list[list[int]],
    stock: list[int],
    leader: int,
    acts: list[tuple[int, int, int]],
) -> dict[str, Any]:
    """Return what the hand came to; nothing where it is not over or was not legal."""
    if sorted([card for hand in hands for card in hand] + stock) != list(range(len(TOKENS))):
        return {}
    position = StackPosition(rules, hands, stock, leader)
    for seat, card, where in acts:
        if position.turn != seat or (where, card) not in position.legal_acts():
            return {}
        position.push((where, card))
    return result_of(rules, position.raw) if position.turn is None else {}
