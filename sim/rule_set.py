"""What the rule sets of every kind of game have in common: named fields that are read, shown, set.

A field declares its meaning and the values it takes; an option with a name of its own may change
several fields at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from sim.cards import RANKS, parse_card
from sim.combinations import Combination, parse_bombs, parse_combinations
from sim.errors import BadInput


def setting(text: str, accepts: tuple[object, ...] | Callable[[str], object], **more: Any) -> Any:
    """Declare a field with its one-line meaning and the values it takes."""
    return field(metadata={"text": text, "accepts": accepts, **more})


def whole(low: int, high: int) -> tuple[int, ...]:
    """Return the whole numbers from one to another, both included."""
    return tuple(range(low, high + 1))


def amount(text: str) -> int:
    """Read a number of points or cards."""
    if not text.isdecimal() or int(text) > _LARGEST_AMOUNT:
        raise BadInput(f"accepted: a whole number 0 … {_LARGEST_AMOUNT}")
    return int(text)


def suited_card(text: str) -> str:
    """Read a card that is no joker."""
    rank, suit = parse_card(text)
    if rank >= len(RANKS):
        raise BadInput("accepted: a suited card, such as 3h")
    return RANKS[rank] + "shcd"[suit]


def sweep_payment(text: str) -> str | int:
    """Read what a sweep is paid: none, captured, or a number."""
    if text in ("none", "captured"):
        return text
    if not text.isdecimal() or not 0 < int(text) <= _LARGEST_AMOUNT:
        raise BadInput(f"accepted: none, captured, or a whole number 1 … {_LARGEST_AMOUNT}")
    return int(text)


def count_or_none(text: str) -> int | None:
    """Read a number from 1, or none."""
    if text.lower() in ("none", "null"):
        return None
    if not text.isdecimal() or not 0 < int(text) <= _LARGEST_AMOUNT:
        raise BadInput(f"accepted: none, or a whole number 1 … {_LARGEST_AMOUNT}")
    return int(text)


_LARGEST_AMOUNT = 10_000
BOOLEANS = (False, True)


@dataclass(frozen=True)
class Choice:
    """One value of an option, and what it changes in the table."""

    value: Any
    """The native value: a boolean, a number or a word."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """New values of fields."""
    rows: tuple[Combination, ...] = ()
    """Ordinary combinations, each in place of that of its type, or new."""


@dataclass(frozen=True)
class Option:
    """A switch with a name of its own that changes several things at once."""

    name: str
    """How `--set` and records call it; it goes before a field of that name."""
    text: str
    """One line for a card player."""
    choices: tuple[Choice, ...]
    """The values, the default first; the default changes nothing."""

    @property
    def values(self) -> tuple[Any, ...]:
        """The values it takes, the default first."""
        return tuple(choice.value for choice in self.choices)

    def changed(self, combinations: tuple[Combination, ...], value: Any) -> dict[str, Any]:
        """Return the fields that a value changes, given the combinations before."""
        chosen = next(choice for choice in self.choices if choice.value == value)
        changes = dict(chosen.fields)
        if chosen.rows:
            new = {row.kind: row for row in chosen.rows}
            kept = tuple(new.pop(row.kind, row) for row in combinations)
            changes["combinations"] = kept + tuple(new.values())
        return changes


@dataclass(frozen=True)
class RuleSet(ABC):
    """The rules of one game of any kind.

    A subclass declares its fields with `setting`; `seats`, `target` and `hands` are among them.
    """

    id: str
    """The rule set's name on the command line."""
    title: str
    """The game's name in words."""
    number: int
    """Rules number: changes when behaviour changes, never for a speed-up."""
    switches: tuple[Option, ...] = field(default=(), compare=False, kw_only=True)
    """Options that change several fields at once."""
    options: Mapping[str, Any] = field(default_factory=dict, compare=False, kw_only=True)
    """The overridden options and fields with their native values."""
    declared: Self | None = field(default=None, compare=False, repr=False, kw_only=True)
    """The rules without options; None where these are they."""

    if TYPE_CHECKING:
        # Declared by each subclass, in their places of its table.
        seats: int
        target: int | None
        hands: int | None

    @property
    @abstractmethod
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that are known before the deal to win together."""

    @property
    @abstractmethod
    def side_count(self) -> int:
        """Number of sides of a hand."""

    @property
    @abstractmethod
    def hidden(self) -> bool:
        """Whether the deal makes the sides, and nobody is told."""

    @property
    @abstractmethod
    def solo(self) -> bool:
        """Whether each seat plays for itself."""

    @property
    @abstractmethod
    def bound(self) -> float:
        """Largest possible size of a block score: seats of one strategy less seats of another."""

    @property
    @abstractmethod
    def pack_size(self) -> int:
        """Cards in the whole pack."""

    @cached_property
    @abstractmethod
    def record(self) -> np.ndarray:
        """The rules as kernels read them: an array of one record."""

    def check(self, holds: bool, one: str, other: str, why: str) -> None:
        """Refuse fields that contradict each other, naming both.

        Raises
        ------
        BadInput
            Unless they hold together.
        """
        if not holds:
            values = f"{one}={self.text_of(one)}"
            if other != one:
                values += f" and {other}={self.text_of(other)}"
            raise BadInput(f"{self.id}: {values} cannot go together: {why}")

    def text_of(self, name: str) -> str:
        """Return an option's or field's value as `--set` reads it."""
        return _plain(self.native(name))

    def native(self, name: str) -> Any:
        """Return an option's or field's value as documents hold it."""
        for option in self.switches:
            if option.name == name:
                return self.options.get(name, option.values[0])
        return _native(name, getattr(self, name))

    def with_options(self, options: Mapping[str, Any]) -> Self:
        """Return these rules with options or fields overridden.

        Parameters
        ----------
        options : mapping of str to text or native value
            `--set` gives text, documents give native values. Options that change several fields
            come first, so that a field set by itself has the last word.

        Raises
        ------
        BadInput
            For an unknown name or value (the accepted ones are listed), or a contradiction.

        Examples
        --------
        >>> from sim.games import find_rules
        >>> find_rules("fiftyk4").with_options({"must_beat": "true"}).must_beat
        True
        """
        base = self.declared or self
        accepted = base.accepted
        for name in options:
            if name not in accepted:
                raise BadInput(f"{self.id} has no option '{name}'; it has {', '.join(accepted)}")
        values = {
            name: _read_value(self.id, name, given, accepted[name])
            for name, given in {**self.options, **options}.items()
        }
        changes: dict[str, Any] = {}
        # A default spelled out is no difference.
        shown = {}
        for option in base.switches:
            if option.name in values:
                value = values.pop(option.name)
                if value != option.values[0]:
                    shown[option.name] = value
                    before = changes.get("combinations", getattr(base, "combinations", ()))
                    changes |= option.changed(before, value)
        for name, value in values.items():
            if value != changes.get(name, getattr(base, name)):
                changes[name] = value
                shown[name] = _native(name, value)
        return replace(base, **changes, options=shown, declared=base)

    @property
    def accepted(self) -> dict[str, Any]:
        """What can be set: options, then fields, each with the values it takes."""
        options = {option.name: option.values for option in self.switches}
        settable = {each.name: each for each in fields(self) if "accepts" in each.metadata}
        named = {
            name: each.metadata["accepts"] for name, each in settable.items() if name not in options
        }
        return options | named

    def table(self) -> list[tuple[str, str, str, str]]:
        """Return (name, value, accepted values, meaning) of every option and field."""
        texts = {each.name: each.metadata.get("text", "") for each in fields(self)}
        texts |= {option.name: option.text for option in self.switches}
        return [
            (name, self.text_of(name), _accepted(accepts), texts[name])
            for name, accepts in self.accepted.items()
        ]


def _native(name: str, value: Any) -> Any:
    if name == "combinations":
        return ", ".join(str(row) for row in value)
    if name == "bombs":
        return " < ".join(str(rung) for rung in value)
    return value


def _plain(value: object) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _accepted(accepts: Any) -> str:
    if isinstance(accepts, tuple):
        return ", ".join(_plain(each) for each in accepts)
    return {
        amount: f"0 … {_LARGEST_AMOUNT}",
        sweep_payment: f"none, captured, 1 … {_LARGEST_AMOUNT}",
        count_or_none: f"none, 1 … {_LARGEST_AMOUNT}",
        suited_card: "a suited card",
        parse_combinations: "rows like 'pair, straight 5-12 3-A'",
        parse_bombs: "rungs like 'mixed_fifty_k < bomb 4'",
    }[accepts]


def _read_value(rules_id: str, name: str, given: Any, accepts: Any) -> Any:
    """Return an option's native value; raise with the accepted ones."""
    text = _plain(given) if given is None or isinstance(given, bool) else given
    if isinstance(accepts, tuple):
        by_text = {_plain(each): each for each in accepts}
        # A document's value must have the right type; the command line only has text.
        fits = isinstance(given, str) or any(type(given) is type(each) for each in accepts)
        if fits and isinstance(text, str) and text.lower() in by_text:
            return by_text[text.lower()]
        if fits and not isinstance(given, str) and given in accepts:
            return given
        listed = ", ".join(by_text)
        raise BadInput(f"{rules_id}: {name}={given}: accepted: {listed}")
    try:
        return accepts(str(text))
    except BadInput as error:
        raise BadInput(f"{rules_id}: {name}={given}: {error}") from None
