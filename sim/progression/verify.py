"""Records checked against the rules: the first fault of each, in the interface page's order."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from sim.cards import parse_card, token_of
from sim.core import stack_turns
from sim.core.stack_replay import replay_stacks
from sim.core.stack_tables import PACK, STACK_RESULT, STACK_VIEW
from sim.core.stack_turns import TAKE
from sim.errors import BadInput
from sim.policy import as_records
from sim.progression.deals import NUMBERS
from sim.progression.records import PLACES, result_of
from sim.progression.rules import StackRules
from sim.verify import Fault, _check_fields, _check_result, _Faulty

_ENTRY = 4
_NOWHERE = 0
_NO_SEAT = -1
_WORD = re.compile(r"[^\s,]+")
_TAKEN_FROM = re.compile(r"take:(\d)")
_FAULTS = {
    stack_turns.END: ("end", "an act after the end of the hand"),
    stack_turns.SEAT: ("seat", "seat {0} acts out of turn"),
    stack_turns.NOT_HELD: ("cards", "seat {0} does not hold {1}"),
    stack_turns.WRONG_KIND: ("turn", "'{2}' is not what seat {0} may do now"),
    stack_turns.NOT_FITTING: ("order", "{1} does not go on the stack of seat {0}"),
    stack_turns.NOT_ON_TOP: ("stock", "{1} cannot be drawn from {2}"),
    stack_turns.INCOMPLETE: ("incomplete", "the hand is not over"),
}


def verify_record(record: Any) -> Fault | None:
    """Replay a record and return its first fault, or None. See `sim.verify.verify_record`."""
    try:
        _verify(record)
    except _Faulty as faulty:
        return faulty.fault
    return None


def _verify(record: Any) -> None:
    rules = _check_fields(record)
    assert isinstance(rules, StackRules)
    if not isinstance(record.get("stock"), str):
        raise _Faulty("format", "no stock, a string of cards")
    hands = [_cards(text, f"hands, seat {seat}") for seat, text in enumerate(record["hands"])]
    stock = _cards(record["stock"], "stock")
    acts = _read_acts(rules, record["plays"])
    words = _check_hands(rules, hands, stock)
    if record.get("received") is not None:
        raise _Faulty("received", "received is null with one deck")
    _check_leader(rules, record)
    results = np.zeros(1, dtype=STACK_RESULT)
    fault, number = replay_stacks(
        as_records(rules.record),
        as_records(np.zeros(1, dtype=STACK_VIEW)),
        words,
        np.array(stock, dtype=np.uint8),
        as_records(results),
        record["leader"],
        acts,
        np.zeros(len(acts), dtype=np.int64),
    )
    if fault != stack_turns.OK:
        name, what = _FAULTS[fault]
        plays = record["plays"]
        raise _Faulty(name, what.format(*plays[number]) if number < len(plays) else what, number)
    _check_result(record["result"], result_of(rules, results[0]))


def _cards(text: object, where: str, play: int | None = None) -> list[int]:
    """Return the numbers of the cards that a text lists, in its order."""
    if not isinstance(text, str):
        raise _Faulty("format", f"{where}: not a string of cards", play)
    try:
        tokens = [token_of(*parse_card(word)) for word in _WORD.findall(text)]
    except BadInput as error:
        raise _Faulty("format", f"{where}: {error}", play) from None
    # A joker is a card, but of no pack here.
    return [NUMBERS.get(token, PACK) for token in tokens]


def _read_acts(rules: StackRules, plays: list[Any]) -> np.ndarray:
    """Return the acts as `replay_stacks` takes them."""
    acts = []
    for index, entry in enumerate(plays):
        if not isinstance(entry, list) or len(entry) != _ENTRY:
            raise _Faulty("format", "a play is not [seat, card, place, null]", index)
        seat, text, place, nothing = entry
        if type(seat) is not int or not isinstance(place, str) or nothing is not None:
            raise _Faulty("format", "a play is not [seat, card, place, null]", index)
        cards = _cards(text, "card", index)
        if len(cards) != 1:
            raise _Faulty("format", f"'{text}' is not one card", index)
        taken = _TAKEN_FROM.fullmatch(place)
        where = TAKE + int(taken[1]) if taken else PLACES.get(place, _NOWHERE)
        acts.append((seat if 0 <= seat < rules.seats else _NO_SEAT, where, cards[0]))
    return np.array(acts, dtype=np.int64).reshape(len(acts), 3)


def _check_hands(rules: StackRules, hands: list[list[int]], stock: list[int]) -> np.ndarray:
    """Find out whether hands and stock are the pack, and of their sizes; return sets of cards."""
    sizes = [len(hand) for hand in hands]
    if sizes != [rules.dealt] * rules.seats:
        raise _Faulty("hands", f"hands of {sizes} cards, not {rules.seats} of {rules.dealt}")
    if sorted([card for hand in hands for card in hand] + stock) != list(range(PACK)):
        raise _Faulty("hands", "hands and stock are not the pack")
    return np.array([sum(1 << card for card in hand) for hand in hands], dtype=np.uint64)


def _check_leader(rules: StackRules, record: dict[str, Any]) -> None:
    leader = record.get("forced_leader")
    if leader is None:
        leader = record.get("first_dealt")
    if leader is None:
        leader = record["deal"] % rules.seats
    if record["leader"] != leader:
        raise _Faulty("leader", f"seat {record['leader']} leads, not seat {leader}")
