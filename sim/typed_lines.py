"""The lines of a hand typed by hand: cut into hands, sorted into headers and sections.

`sim.typed_records` explains the form; what hands and plays say is read there for climbing games,
and in `sim.progression.typed` for games of building stacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sim.errors import BadInput
from sim.games import find_rules
from sim.rule_set import RuleSet

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
    "stock",
    "payoff",
)
"""What may stand before the hands."""
_SECTIONS: Final = ("hands", "plays")
_END: Final = re.compile(r"-{3,}")


@dataclass(frozen=True)
class Line:
    """One line that says something."""

    number: int
    key: str
    value: str


class Wrong(Exception):
    """Something cannot be read on a line."""

    def __init__(self, line: Line, what: object) -> None:
        super().__init__(f"{line.key}: {what}" if line.key else str(what))
        self.number = line.number


@dataclass
class TypedHand:
    """What the lines of a hand say."""

    rules: RuleSet
    headers: dict[str, Line]
    players: list[str]
    sections: dict[str, list[Line]] = field(default_factory=dict)

    def seat_of(self, text: str, line: Line) -> int:
        """Return the seat that a number or a name means."""
        word = text.strip()
        if word.isdecimal() and int(word) < self.rules.seats:
            return int(word)
        same = [seat for seat, name in enumerate(self.players) if name.lower() == word.lower()]
        if len(same) != 1:
            names = f", {', '.join(self.players)}" if self.players else ""
            raise Wrong(line, f"'{word}' is no seat; seats are 0 … {self.rules.seats - 1}{names}")
        return same[0]

    def given(self, name: str) -> int | None:
        """Return the seat that a header names, if it is there."""
        line = self.headers.get(name)
        return None if line is None else self.seat_of(line.value, line)

    @property
    def names(self) -> list[str]:
        """Who sits where, as a record's `strategies` say it."""
        return self.players or [f"seat {seat}" for seat in range(self.rules.seats)]

    @property
    def deal(self) -> int:
        """The number of the deal."""
        line = self.headers.get("deal")
        if line is not None and not line.value.isdecimal():
            raise Wrong(line, f"'{line.value}': accepted: a whole number, 0 or more")
        return 0 if line is None else int(line.value)

    def refuse(self, names: Sequence[str]) -> None:
        """Refuse headers that mean nothing in this game."""
        for name in names:
            if name in self.headers:
                raise Wrong(self.headers[name], f"{self.rules.id} has nothing of the kind")

    def hand_lines(self) -> dict[int, Line]:
        """Return the line of each seat's cards, in the order they were typed."""
        found: dict[int, Line] = {}
        for line in self.sections["hands"]:
            seat = self.seat_of(line.key, line)
            if seat in found:
                raise Wrong(line, "this seat has its hand already")
            found[seat] = line
        missing = [seat for seat in range(self.rules.seats) if seat not in found]
        if missing:
            last = self.sections["hands"][-1]
            raise Wrong(Line(last.number, "", ""), f"no hand of seat {missing[0]}")
        return found


def hands_of(text: str) -> Iterator[list[Line]]:
    """Cut a text into hands: at `---`, and before each `rules:`."""
    lines: list[Line] = []
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
            lines.append(Line(number, key.strip() if colon else "", value.strip() or said))
    if lines:
        yield lines


def sorted_out(lines: list[Line]) -> TypedHand:
    """Return headers and sections of a hand; refuse what is neither."""
    first = lines[0]
    headers: dict[str, Line] = {}
    sections: dict[str, list[Line]] = {}
    section = ""
    for line in lines:
        name = line.key.lower()
        if name in _SECTIONS:
            section = name
            if name in sections:
                raise Wrong(line, "there already")
            sections[name] = []
            if line.value.rstrip(":").lower() != name:
                raise Wrong(line, f"put '{line.value}' on a line of its own")
        elif section:
            if not line.key:
                raise Wrong(line, f"'{line.value}': accepted: SEAT: cards")
            sections[section].append(line)
        elif name in HEADERS:
            if name in headers:
                raise Wrong(line, "there already")
            headers[name] = line
        else:
            said = line.key or line.value
            listed = ", ".join((*HEADERS, *_SECTIONS))
            raise Wrong(Line(line.number, "", ""), f"'{said}' is unknown; accepted: {listed}")
    if "rules" not in headers:
        raise Wrong(first, "a hand begins with a line such as 'rules: fiftyk4'")
    for name in _SECTIONS:
        if not sections.get(name):
            raise Wrong(Line(lines[-1].number, "", ""), f"the hand has no '{name}:'")
    rules = _rules(headers)
    players = _players(headers.get("players"), rules)
    return TypedHand(rules, headers, players, sections)


def _rules(headers: dict[str, Line]) -> RuleSet:
    line = headers["rules"]
    try:
        rules = find_rules(line.value)
        if "options" in headers:
            line = headers["options"]
            pairs = [each.partition("=") for each in re.split(r"[\s,]+", line.value)]
            rules = rules.with_options({name: value for name, _, value in pairs})
    except BadInput as error:
        raise Wrong(line, error) from None
    return rules


def _players(line: Line | None, rules: RuleSet) -> list[str]:
    if line is None:
        return []
    names = [each.strip() for each in line.value.split(",")]
    if len(names) != rules.seats or "" in names:
        raise Wrong(line, f"accepted: {rules.seats} names with commas between, seat 0 first")
    for name in names:
        if name.isdecimal() or names.count(name) > 1:
            raise Wrong(line, f"'{name}': accepted: names that differ and are no numbers")
    return names


def claimed(hand: TypedHand) -> dict[str, Any]:
    """Return what the typist says each seat was paid, to be verified."""
    line = hand.headers.get("payoff")
    if line is None:
        return {}
    try:
        return {"payoff": [float(word) for word in re.split(r"[\s,]+", line.value)]}
    except ValueError:
        raise Wrong(line, f"'{line.value}': accepted: a number for each seat") from None
