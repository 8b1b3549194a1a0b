"""Find the first fault of a record, in the order of the interface page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.naive.cards import BadCards, pack, read_cards, sort_cards
from tests.naive.games import BadOptions, Game, find_game, settle
from tests.naive.hand import (
    IllegalPlay,
    NaiveHand,
    first_dealt,
    hand_sizes,
    holders_of,
    leader_of,
)

Fault = tuple[str, int | None]
FORMAT = "fiftyk-record/1"
TOLERANCE = 1e-9


def first_fault(record: Any) -> Fault | None:
    """Return the first fault of a record as (kind, index of the play), or None.

    The order: format (of the record and of all its plays), hands, received, leader; then for
    each play end, seat, pass, cards, type, follow; then incomplete, result.
    """
    return (
        format_fault(record)
        or play_format_fault(record["plays"])
        or hands_fault(record)
        or received_fault(record)
        or leader_fault(record)
        or play_fault(record)
    )


def is_int(value: Any) -> bool:
    """Tell whether a JSON value is a whole number (true and false are not)."""
    return type(value) is int


def format_fault(record: Any) -> Fault | None:
    """Find out whether this is a record at all; the plays are looked at later."""
    fault = ("format", None)
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        return fault
    rules_id, options = record.get("rules"), record.get("options", {})
    if not isinstance(rules_id, str) or not isinstance(options, dict):
        return fault
    try:
        settle(rules_id, options)
        for held in record["hands"]:
            read_cards(held)
    except (BadOptions, BadCards, KeyError, TypeError, AttributeError):
        return fault
    if not isinstance(record["hands"], list):
        return fault
    if not is_int(record.get("leader")) or not is_int(record.get("deal")):
        return fault
    if not isinstance(record.get("plays"), list) or not isinstance(record.get("result"), dict):
        return fault
    game = find_game(rules_id, options)
    seats = [None, *range(game.seats)]
    for name in ("first_dealt", "forced_leader"):
        if not is_one_of(record.get(name), seats):
            return fault
    previous = record.get("previous")
    if previous is not None:
        if not isinstance(previous, dict) or previous.get("first_out") is None:
            return fault
        if not all(is_one_of(previous.get(name), seats) for name in ("first_out", "not_out")):
            return fault
        if game.later_leader and previous.get(game.later_leader) is None:
            return fault
    return None


def is_one_of(value: Any, values: Sequence[Any]) -> bool:
    """Tell whether a JSON value is one of these, of the same type too."""
    return any(type(value) is type(one) and value == one for one in values)


def play_format_fault(entries: list[Any]) -> Fault | None:
    """Find the first play that is not `[seat, cards, type, rank]`."""
    for index, entry in enumerate(entries):
        if not isinstance(entry, list) or len(entry) != 4:
            return "format", index
        seat, cards, type_, rank = entry
        if not is_int(seat) or not isinstance(type_, str) or not isinstance(cards, str):
            return "format", index
        if rank is not None and not isinstance(rank, str):
            return "format", index
        try:
            read_cards(cards)
        except BadCards:
            return "format", index
    return None


def hands_fault(record: dict[str, Any]) -> Fault | None:
    """Find out whether the hands are the pack, and of the sizes that dealing gives (C7)."""
    game = game_of(record)
    hands = hands_of(record)
    whole = pack(game.decks, game.jokers)
    if len(hands) != game.seats or sort_cards(card for held in hands for card in held) != whole:
        return "hands", None
    dealt_first = record.get("first_dealt")
    if dealt_first is None:
        dealt_first = first_dealt(game, record["deal"], record.get("previous"))
    if [len(held) for held in hands] != hand_sizes(game, dealt_first):
        return "hands", None
    return None


def received_fault(record: dict[str, Any]) -> Fault | None:
    """Find out whether the seat said to have got the lead card first holds it.

    With one deck nobody received a copy first: the field is null.
    """
    game = game_of(record)
    holders = [None] if game.decks == 1 else holders_of(hands_of(record), game.lead_card)
    return None if is_one_of(record.get("received"), holders) else ("received", None)


def leader_fault(record: dict[str, Any]) -> Fault | None:
    """Find out whether the right seat leads: the forced leader, else the one by the rules."""
    leader = record.get("forced_leader")
    if leader is None:
        game, hands = game_of(record), hands_of(record)
        leader = leader_of(game, hands, record.get("received"), record.get("previous"))
    return None if record["leader"] == leader else ("leader", None)


def game_of(record: dict[str, Any]) -> Game:
    """Return the game of a record, as its options make it."""
    return find_game(record["rules"], record.get("options"))


def hands_of(record: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return the dealt hands of a record."""
    return [read_cards(held) for held in record["hands"]]


def play_fault(record: dict[str, Any]) -> Fault | None:
    """Play the hand through and find the first illegal play, then the first wrong figure."""
    options = record.get("options", {})
    hand = NaiveHand(record["rules"], options, record["hands"], record["leader"])
    for index, (seat, text, type_, rank) in enumerate(record["plays"]):
        cards = read_cards(text)
        try:
            if type_ != "pass":
                hand.play(seat, cards, type_, rank)
                continue
            hand.check_turn(seat)
            if cards:
                return "pass", index
            hand.pass_(seat)
            if rank is not None:
                return "type", index
        except IllegalPlay as fault:
            return fault.kind, index
    if not hand.over:
        return "incomplete", len(record["plays"])
    return result_fault(record["result"], hand.result())


def result_fault(result: dict[str, Any], right: dict[str, Any]) -> Fault | None:
    """Compare every figure of a result with the right one."""
    for name, figure in right.items():
        if name not in result or not agree(result[name], figure):
            return "result", None
    return None


def agree(value: Any, right: Any) -> bool:
    """Tell whether a figure is right: numbers within a billionth, lists item by item."""
    if isinstance(right, list):
        same_length = isinstance(value, list) and len(value) == len(right)
        return same_length and all(agree(v, r) for v, r in zip(value, right, strict=True))
    if right is None or isinstance(right, bool):
        return value is right
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and abs(value - right) <= TOLERANCE
