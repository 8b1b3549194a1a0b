"""Records as a card player types them: read into `fiftyk-record/1`, one hand after another.

```
rules: fiftyk4
players: Ann, Bo, Cy, Di
leader: Cy
hands:
  0: 3s 4h …
  …
plays:
  Cy: 3s 3h
  Di: pass
```

A seat is its number or its player's name. The type of a play is needed in brackets only where its
cards can be read in several ways that are legal there: `2: 3s 3h 3c 4s 4h 4c (triple_run 4)`.
What the hand came to is worked out. `docs/records.md` explains the form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from sim.cards import CardSet, parse_card, parse_cards
from sim.deals import dealt_first, leader_after
from sim.errors import BadInput
from sim.games import as_climbing
from sim.plays import Play, read_play, readings
from sim.position import Position
from sim.progression.rules import StackRules
from sim.progression.typed import stack_record
from sim.records import FORMAT, read_lines, result_of
from sim.rules import Rules
from sim.typed_lines import Line, TypedHand, Wrong, claimed, hands_of, sorted_out

_PLAY: Final = re.compile(r"(?P<cards>[^()]*)(?:\((?P<said>[^()]*)\))?")
_RULES: Final = re.compile(rb"\s*rules\s*:", re.IGNORECASE)
_MOST_WORDS: Final = 2
_MARK: Final = b"\xef\xbb\xbf"


def read_any(path: Path) -> Iterator[tuple[int, Any]]:
    """Iterate over (line number, value) of a record file or of one typed by hand.

    As `sim.records.read_lines`: what cannot be read gives a `ValueError` in its place.

    Raises
    ------
    BadInput
        If the file cannot be read.
    """
    return read_typed(path) if is_typed(path) else read_lines(path)


class TypedRecord(dict[str, Any]):
    """A record, and the line on which each of its plays was typed."""

    lines: Sequence[int] = ()


def is_typed(path: Path) -> bool:
    """Return whether a file's first line that is no comment is `rules: …`.

    Raises
    ------
    BadInput
        If it cannot be read.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file):
                text = line.removeprefix(_MARK).strip() if number == 0 else line.strip()
                if text and not text.startswith(b"#"):
                    return _RULES.match(text) is not None
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror or error}") from None
    return False


def read_typed(path: Path) -> Iterator[tuple[int, TypedRecord | ValueError]]:
    """Iterate over (first line, record) of a typed file.

    A hand that cannot be read gives a `ValueError` that names the line, so that the others can be
    used. Records are as typed, legal or not: `sim.verify` judges them.

    Raises
    ------
    BadInput
        If the file cannot be read.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text: {error.reason} at byte {error.start}") from None
    for lines in hands_of(text):
        try:
            yield lines[0].number, _record(lines)
        except Wrong as wrong:
            yield wrong.number, ValueError(str(wrong))


def _record(lines: list[Line]) -> TypedRecord:
    hand = sorted_out(lines)
    turns = hand.sections["plays"]
    if isinstance(hand.rules, StackRules):
        record = TypedRecord(stack_record(hand, hand.rules))
    else:
        record = TypedRecord(_climbing_record(hand, as_climbing(hand.rules)))
    record.lines = [line.number for line in turns]
    return record


def _climbing_record(hand: TypedHand, rules: Rules) -> dict[str, Any]:
    hand.refuse(["stock"])
    hands = _dealt(hand, rules)
    sizes = tuple(len(each) for each in hands)
    previous = _previous(hand)
    deal = hand.deal
    first_dealt = hand.given("first_dealt")
    if first_dealt is None and sizes != rules.hand_sizes(dealt_first(rules, deal, previous)):
        first_dealt = next(
            (seat for seat in range(rules.seats) if rules.hand_sizes(seat) == sizes), None
        )
    received = _received(hand, rules, hands)
    leader = hand.given("leader")
    if leader is None:
        leader = leader_after(rules, received, previous)
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": rules.id,
        "options": dict(rules.options),
        "strategies": hand.names,
        "deal": deal,
        "hands": [str(each) for each in hands],
        "received": received if rules.decks > 1 else None,
        "leader": leader,
    }
    if first_dealt is not None:
        record["first_dealt"] = first_dealt
    if previous is not None:
        record["previous"] = previous
    table = _Table(rules, hands, leader)
    record["plays"] = [table.turn(hand, line) for line in hand.sections["plays"]]
    record["result"] = table.result() | claimed(hand)
    return record


def _dealt(hand: TypedHand, rules: Rules) -> list[CardSet]:
    """Return the hands; one of them may be `rest`, all cards that nobody else was dealt."""
    dealt: dict[int, CardSet] = {}
    rest: int | None = None
    for seat, line in hand.hand_lines().items():
        if line.value.lower() == "rest" and rest is None:
            rest = seat
        else:
            dealt[seat] = _cards(line.value, line, rules)
    if rest is not None:
        dealt[rest] = _rest(rules, list(dealt.values()))
    return [dealt[seat] for seat in range(rules.seats)]


def _rest(rules: Rules, others: list[CardSet]) -> CardSet:
    pack = [(rank, suit) for rank in range(13) for suit in range(4)]
    pack += [(13, 0), (14, 0)] * rules.jokers
    left = []
    for card in pack:
        dealt = sum(hand.copies(*card) for hand in others)
        left += [card] * max(rules.decks - dealt, 0)
    return CardSet.of(left)


def _previous(hand: TypedHand) -> dict[str, int | None] | None:
    first, last = hand.given("previous_first_out"), hand.given("previous_not_out")
    if first is None and last is not None:
        raise Wrong(hand.headers["previous_not_out"], "previous_first_out is missing")
    return None if first is None else {"first_out": first, "not_out": last}


def _received(hand: TypedHand, rules: Rules, hands: list[CardSet]) -> int:
    """Return who got the leader card first, which has to be said where several hold one."""
    given = hand.given("received")
    if given is not None:
        return given
    token = rules.leader_card
    holders = [seat for seat, each in enumerate(hands) if each.copies(*parse_card(token))]
    if len(holders) != 1:
        line = hand.headers["rules"]
        raise Wrong(
            line,
            f"{token} is in {len(holders)} hands: add a line 'received: SEAT', who got it first",
        )
    return holders[0]


def _cards(text: str, line: Line, rules: Rules) -> CardSet:
    try:
        return parse_cards(text, rules.decks, rules.jokers)
    except BadInput as error:
        raise Wrong(line, error) from None


class _Table:
    """The hand as it is played, as long as every turn is legal."""

    def __init__(self, rules: Rules, hands: list[CardSet], leader: int) -> None:
        self.rules = rules
        try:
            self._position: Position | None = Position(rules, hands, leader)
        except BadInput:
            self._position = None

    def turn(self, hand: TypedHand, line: Line) -> list[Any]:
        """Return a turn as a record has it, and make it where it is legal."""
        seat = hand.seat_of(line.key, line)
        if line.value.lower() == "pass":
            self._make(seat, None)
            return [seat, "", "pass", None]
        play = self._read(line)
        self._make(seat, play)
        return [seat, str(play.cards), play.type, play.rank]

    def result(self) -> dict[str, Any]:
        """Return what the hand came to; nothing where it is not over or was not legal."""
        if self._position is None or not self._position.is_over:
            return {}
        return result_of(self.rules, self._position.result().raw[0])

    def _make(self, seat: int, play: Play | None) -> None:
        position = self._position
        if position is None:
            return
        if position.turn == seat and position.can_play(play):
            position.push(play)
        else:
            self._position = None

    def _read(self, line: Line) -> Play:
        found = _PLAY.fullmatch(line.value)
        said = (found["said"] or "").split() if found else []
        if found is None or len(said) > _MOST_WORDS:
            raise Wrong(line, f"'{line.value}': accepted: cards, cards (type rank), or pass")
        cards = _cards(found["cards"], line, self.rules)
        try:
            if said:
                return read_play(self.rules, cards, *said)
            every = readings(self.rules, cards)
            if len(every) > 1 and self._position is not None:
                every = [each for each in every if self._position.can_play(each)] or every[:1]
            return every[0] if len(every) == 1 else read_play(self.rules, cards)
        except BadInput as error:
            raise Wrong(line, error) from None
