"""Tables of a TOML file that know where they stand: every error is one line with its place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from sim.errors import BadInput

LARGEST_COUNT: Final = 10**12
"""Most deals, records and the like."""


@dataclass(frozen=True)
class Place:
    """One table of a file, and how its keys are read."""

    file: str
    """The file as the user named it."""
    path: str
    """The table's name, such as `compare[2]`; empty for the file's top."""
    values: Mapping[str, Any]
    """What stands in it."""

    def at(self, key: str) -> str:
        """Return where a key stands: `FILE: table.key`; the file alone for no key of its top."""
        return ": ".join(filter(None, (self.file, ".".join(filter(None, (self.path, key))))))

    def wrong(self, key: str, what: object) -> BadInput:
        """Return the error of a key."""
        return BadInput(f"{self.at(key)}: {what}")

    @contextmanager
    def reading(self, key: str) -> Iterator[None]:
        """Give the place of a key to whatever bad input is found inside."""
        try:
            yield
        except BadInput as error:
            raise self.wrong(key, error) from None

    def expect(self, *names: str) -> None:
        """Refuse keys that are none of these, with the nearest one.

        Raises
        ------
        BadInput
            For the first unknown key.
        """
        for key in self.values:
            if key not in names:
                near = get_close_matches(key, names, n=1, cutoff=0.6)
                meant = f"did you mean {near[0]}? " if near else ""
                raise self.wrong(key, f"unknown; {meant}accepted: {', '.join(names)}")

    def has(self, key: str) -> bool:
        """Return whether a key is there."""
        return key in self.values

    def text(self, key: str, accepted: str) -> str:
        """Return a text that must be there."""
        value = self._required(key, accepted)
        if not isinstance(value, str) or not value or "\0" in value:
            raise self.wrong(key, f"{shown(value)}: accepted: {accepted}")
        return value

    def choice(self, key: str, accepted: Sequence[str]) -> str:
        """Return one of some words; the first where the key is missing."""
        value = self.values.get(key, accepted[0])
        if value not in accepted:
            raise self.wrong(key, f"{shown(value)}: accepted: {', '.join(accepted)}")
        return str(value)

    def whole(
        self, key: str, low: int, default: int | None = None, high: int = LARGEST_COUNT
    ) -> int:
        """Return a whole number; one without a default must be there."""
        said = f"a whole number {low} … {high}"
        value = self._required(key, said) if default is None else self.values.get(key, default)
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(key, f"{shown(value)}: accepted: {said}")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        """Return a number; one without a default must be there."""
        value = (
            self._required(key, "a number") if default is None else self.values.get(key, default)
        )
        if type(value) not in (int, float):
            raise self.wrong(key, f"{shown(value)}: accepted: a number")
        return float(value)

    def texts(self, key: str, accepted: str) -> list[str]:
        """Return a list of texts; one text counts as its parts between commas."""
        value = self._required(key, accepted)
        listed = value.split(",") if isinstance(value, str) else value
        if not isinstance(listed, list) or not listed:
            raise self.wrong(key, f"{shown(value)}: accepted: {accepted}")
        for place, each in enumerate(listed, start=1):
            if not isinstance(each, str) or not each.strip():
                raise self.wrong(f"{key}[{place}]", f"{shown(each)}: accepted: {accepted}")
        return [each.strip() for each in listed]

    def values_of(self, key: str, accepted: str) -> list[str]:
        """Return a list of texts, numbers and booleans as the command line writes them."""
        value = self._required(key, accepted)
        if not isinstance(value, list):
            raise self.wrong(key, f"{shown(value)}: accepted: {accepted}")
        for place, each in enumerate(value, start=1):
            if not isinstance(each, str | int | float):
                raise self.wrong(f"{key}[{place}]", f"{shown(each)}: accepted: {accepted}")
        return [str(each).lower() if isinstance(each, bool) else str(each) for each in value]

    def table(self, key: str) -> Place | None:
        """Return a table inside this one; None where it is missing."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.wrong(key, f"{shown(value)}: accepted: a table [{self._inner(key)}]")
        return Place(self.file, self._inner(key), value)

    def tables(self, key: str) -> list[Place]:
        """Return the tables of a list `[[key]]`; a single `[key]` is a list of one."""
        value = self.values.get(key, [])
        if isinstance(value, dict):
            return [Place(self.file, self._inner(key), value)]
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self.wrong(key, f"{shown(value)}: accepted: tables [[{self._inner(key)}]]")
        return [
            Place(self.file, f"{self._inner(key)}[{number}]", each)
            for number, each in enumerate(value, start=1)
        ]

    def _inner(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _required(self, key: str, accepted: str) -> Any:
        if key not in self.values:
            raise self.wrong(key, f"required: {accepted}")
        return self.values[key]


def read_toml(path: str | Path) -> Place:
    """Read a TOML file.

    Raises
    ------
    BadInput
        If it cannot be read, or is not TOML; the line and column are named.
    """
    try:
        values = tomllib.loads(Path(path).read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text: {error.reason} at byte {error.start}") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path}: not TOML: {error}") from None
    return Place(str(path), "", values)


def shown(value: object) -> str:
    """Return a value as it stands in a TOML file, cut where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= _LONG else f"{text[:_LONG]} …"


_LONG = 60
