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
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sim.cards import CardSet, parse_card, parse_cards
from sim.deals import dealt_first, leader_after
from sim.errors import BadInput
from sim.games import as_climbing, find_rules
from sim.plays import Play, read_play, readings
from sim.position import Position
from sim.records import FORMAT, read_lines, result_of
from sim.rules import Rules

HEADERS: Final = (
    "rules",
    "options",
    "players",
    "deal",
    "first_dealt",
    "received",
    "leader",
    "previous_first_out",
    "previous_not_out",
    "payoff",
)
"""What may stand before the hands."""
_SECTIONS: Final = ("hands", "plays")
_SEATS_GIVEN: Final = (
    "first_dealt",
    "received",
    "leader",
    "previous_first_out",
    "previous_not_out",
)
_END: Final = re.compile(r"-{3,}")
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
    for lines in _hands_of(text):
        try:
            yield lines[0].number, _record(lines)
        except _Wrong as wrong:
            yield wrong.number, ValueError(str(wrong))


@dataclass(frozen=True)
class _Line:
    """One line that says something."""

    number: int
    key: str
    value: str


class _Wrong(Exception):
    """Something cannot be read on a line."""

    def __init__(self, line: _Line, what: object) -> None:
        super().__init__(f"{line.key}: {what}" if line.key else str(what))
        self.number = line.number


@dataclass
class _Hand:
    """What the lines of a hand say."""

    rules: Rules
    headers: dict[str, _Line]
    players: list[str]
    sections: dict[str, list[_Line]] = field(default_factory=dict)

    def seat_of(self, text: str, line: _Line) -> int:
        """Return the seat that a number or a name means."""
        word = text.strip()
        if word.isdecimal() and int(word) < self.rules.seats:
            return int(word)
        same = [seat for seat, name in enumerate(self.players) if name.lower() == word.lower()]
        if len(same) != 1:
            names = f", {', '.join(self.players)}" if self.players else ""
            raise _Wrong(line, f"'{word}' is no seat; seats are 0 … {self.rules.seats - 1}{names}")
        return same[0]

    def given(self, name: str) -> int | None:
        """Return the seat that a header names, if it is there."""
        line = self.headers.get(name)
        return None if line is None else self.seat_of(line.value, line)


def _hands_of(text: str) -> Iterator[list[_Line]]:
    """Cut a text into hands: at `---`, and before each `rules:`."""
    lines: list[_Line] = []
    for number, whole in enumerate(text.splitlines(), start=1):
        said = whole.partition("#")[0].strip()
        if not said:
            continue
        key, colon, value = said.partition(":")
        is_end = _END.fullmatch(said) is not None
        if lines and (is_end or (colon and key.strip().lower() == "rules")):
            yield lines
            lines = []
        if not is_end:
            lines.append(_Line(number, key.strip() if colon else "", value.strip() or said))
    if lines:
        yield lines


def _record(lines: list[_Line]) -> TypedRecord:
    hand = _sorted_out(lines)
    rules = hand.rules
    hands = _dealt(hand)
    sizes = tuple(len(each) for each in hands)
    previous = _previous(hand)
    deal_line = hand.headers.get("deal")
    if deal_line is not None and not deal_line.value.isdecimal():
        raise _Wrong(deal_line, f"'{deal_line.value}': accepted: a whole number, 0 or more")
    deal = 0 if deal_line is None else int(deal_line.value)
    first_dealt = hand.given("first_dealt")
    if first_dealt is None and sizes != rules.hand_sizes(dealt_first(rules, deal, previous)):
        first_dealt = next(
            (seat for seat in range(rules.seats) if rules.hand_sizes(seat) == sizes), None
        )
    received = _received(hand, hands)
    leader = hand.given("leader")
    if leader is None:
        leader = leader_after(rules, received, previous)
    record = TypedRecord(
        format=FORMAT,
        rules=rules.id,
        options=dict(rules.options),
        strategies=hand.players or [f"seat {seat}" for seat in range(rules.seats)],
        deal=deal,
        hands=[str(each) for each in hands],
        received=received if rules.decks > 1 else None,
        leader=leader,
    )
    if first_dealt is not None:
        record["first_dealt"] = first_dealt
    if previous is not None:
        record["previous"] = previous
    table = _Table(rules, hands, leader)
    turns = hand.sections["plays"]
    record["plays"] = [table.turn(hand, line) for line in turns]
    record["result"] = table.result() | _claimed(hand)
    record.lines = [line.number for line in turns]
    return record


def _sorted_out(lines: list[_Line]) -> _Hand:
    """Return headers and sections of a hand; refuse what is neither."""
    first = lines[0]
    headers: dict[str, _Line] = {}
    sections: dict[str, list[_Line]] = {}
    section = ""
    for line in lines:
        name = line.key.lower()
        if name in _SECTIONS:
            section = name
            if name in sections:
                raise _Wrong(line, "there already")
            sections[name] = []
            if line.value.rstrip(":").lower() != name:
                raise _Wrong(line, f"put '{line.value}' on a line of its own")
        elif section:
            if not line.key:
                raise _Wrong(line, f"'{line.value}': accepted: SEAT: cards")
            sections[section].append(line)
        elif name in HEADERS:
            if name in headers:
                raise _Wrong(line, "there already")
            headers[name] = line
        else:
            said = line.key or line.value
            listed = ", ".join((*HEADERS, *_SECTIONS))
            raise _Wrong(_Line(line.number, "", ""), f"'{said}' is unknown; accepted: {listed}")
    if "rules" not in headers:
        raise _Wrong(first, "a hand begins with a line such as 'rules: fiftyk4'")
    for name in _SECTIONS:
        if not sections.get(name):
            raise _Wrong(_Line(lines[-1].number, "", ""), f"the hand has no '{name}:'")
    rules = _rules(headers)
    players = _players(headers.get("players"), rules)
    return _Hand(rules, headers, players, sections)


def _rules(headers: dict[str, _Line]) -> Rules:
    line = headers["rules"]
    try:
        rules = as_climbing(find_rules(line.value))
        if "options" in headers:
            line = headers["options"]
            pairs = [each.partition("=") for each in re.split(r"[\s,]+", line.value)]
            rules = rules.with_options({name: value for name, _, value in pairs})
    except BadInput as error:
        raise _Wrong(line, error) from None
    return rules


def _players(line: _Line | None, rules: Rules) -> list[str]:
    if line is None:
        return []
    names = [each.strip() for each in line.value.split(",")]
    if len(names) != rules.seats or "" in names:
        raise _Wrong(line, f"accepted: {rules.seats} names with commas between, seat 0 first")
    for name in names:
        if name.isdecimal() or names.count(name) > 1:
            raise _Wrong(line, f"'{name}': accepted: names that differ and are no numbers")
    return names


def _dealt(hand: _Hand) -> list[CardSet]:
    """Return the hands; one of them may be `rest`, all cards that nobody else was dealt."""
    rules = hand.rules
    dealt: dict[int, CardSet] = {}
    rest: int | None = None
    for line in hand.sections["hands"]:
        seat = hand.seat_of(line.key, line)
        if seat in dealt or seat == rest:
            raise _Wrong(line, "this seat has its hand already")
        if line.value.lower() == "rest" and rest is None:
            rest = seat
        else:
            dealt[seat] = _cards(line.value, line, rules)
    missing = [seat for seat in range(rules.seats) if seat not in dealt and seat != rest]
    if missing:
        last = hand.sections["hands"][-1]
        raise _Wrong(_Line(last.number, "", ""), f"no hand of seat {missing[0]}")
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


def _previous(hand: _Hand) -> dict[str, int | None] | None:
    first, last = hand.given("previous_first_out"), hand.given("previous_not_out")
    if first is None and last is not None:
        raise _Wrong(hand.headers["previous_not_out"], "previous_first_out is missing")
    return None if first is None else {"first_out": first, "not_out": last}


def _received(hand: _Hand, hands: list[CardSet]) -> int:
    """Return who got the leader card first, which has to be said where several hold one."""
    given = hand.given("received")
    if given is not None:
        return given
    token = hand.rules.leader_card
    holders = [seat for seat, each in enumerate(hands) if each.copies(*parse_card(token))]
    if len(holders) != 1:
        line = hand.headers["rules"]
        raise _Wrong(
            line,
            f"{token} is in {len(holders)} hands: add a line 'received: SEAT', who got it first",
        )
    return holders[0]


def _claimed(hand: _Hand) -> dict[str, Any]:
    """Return what the typist says each seat was paid, to be verified."""
    line = hand.headers.get("payoff")
    if line is None:
        return {}
    try:
        return {"payoff": [float(word) for word in re.split(r"[\s,]+", line.value)]}
    except ValueError:
        raise _Wrong(line, f"'{line.value}': accepted: a number for each seat") from None


def _cards(text: str, line: _Line, rules: Rules) -> CardSet:
    try:
        return parse_cards(text, rules.decks, rules.jokers)
    except BadInput as error:
        raise _Wrong(line, error) from None


class _Table:
    """The hand as it is played, as long as every turn is legal."""

    def __init__(self, rules: Rules, hands: list[CardSet], leader: int) -> None:
        self.rules = rules
        try:
            self._position: Position | None = Position(rules, hands, leader)
        except BadInput:
            self._position = None

    def turn(self, hand: _Hand, line: _Line) -> list[Any]:
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

    def _read(self, line: _Line) -> Play:
        found = _PLAY.fullmatch(line.value)
        said = (found["said"] or "").split() if found else []
        if found is None or len(said) > _MOST_WORDS:
            raise _Wrong(line, f"'{line.value}': accepted: cards, cards (type rank), or pass")
        cards = _cards(found["cards"], line, self.rules)
        try:
            if said:
                return read_play(self.rules, cards, *said)
            every = readings(self.rules, cards)
            if len(every) > 1 and self._position is not None:
                every = [each for each in every if self._position.can_play(each)] or every[:1]
            return every[0] if len(every) == 1 else read_play(self.rules, cards)
        except BadInput as error:
            raise _Wrong(line, error) from None
