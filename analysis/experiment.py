"""What a result directory's hands were played with: `experiment.json`, and whether two are one."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol

from analysis.folder import Ranges, read_json, write_in_one_step
from sim.errors import BadInput
from sim.games import find_rules
from sim.policy import Policy
from sim.rule_set import RuleSet
from sim.seatings import Seating, find_seatings

FORMAT = "fiftyk-experiment/1"
EXPERIMENT_FILE = "experiment.json"


class Player(Protocol):
    """What a line-up is made of: `strategies.registry.Strategy` is one."""

    @property
    def label(self) -> str:
        """Its name with the parameters that differ from their defaults."""

    @property
    def source_hash(self) -> str | None:
        """SHA-256 of a user's file; None for the project's own strategies."""

    @property
    def values(self) -> Mapping[str, float]:
        """Every parameter's value."""

    def policy(self) -> Policy:
        """Return what the simulator calls."""


@dataclass(frozen=True)
class Experiment:
    """Everything that decides which hands a result directory holds."""

    rules: str
    """The rule set's name."""
    rules_number: int
    """Its rules number."""
    options: Mapping[str, Any]
    """The overridden options, native values."""
    strategies: tuple[str, ...]
    """Each seat's strategy in the line-up as given, with parameters."""
    source_hashes: tuple[str | None, ...]
    """SHA-256 of each one's file where it is a user's."""
    parameters: tuple[Mapping[str, float], ...]
    """Every parameter of each one's strategy, defaults included."""
    seed: int
    """The seed of deals and draws."""
    seatings: str
    """How the line-up is seated: rotations, first or orders."""
    ranges: Ranges
    """The deals asked for."""
    records: int
    """How many of the first deals have their records kept."""
    versions: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Versions it was made with; they inform and make no difference."""

    @cached_property
    def game(self) -> RuleSet:
        """The rules with their options.

        Raises
        ------
        BadInput
            If they are no longer the rules that were played.
        """
        rules = find_rules(self.rules, self.options)
        if rules.number != self.rules_number:
            raise BadInput(
                f"{self.rules} was played with rules number {self.rules_number}; "
                f"here it is {rules.number}"
            )
        return rules

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Each strategy once, in order of first appearance: what seatings number."""
        return tuple(dict.fromkeys(self.strategies))

    @cached_property
    def plan(self) -> tuple[Seating, ...]:
        """The seatings in which each deal is played: indices into `names`."""
        return find_seatings(self.seatings, self.strategies)

    @property
    def rows_a_deal(self) -> int:
        """Rows that one deal has: seatings times seats."""
        return len(self.plan) * len(self.strategies)

    @property
    def span(self) -> tuple[int, int]:
        """First deal asked for, and the one after the last."""
        return self.ranges[0][0], self.ranges[-1][1]

    def to_json(self) -> dict[str, Any]:
        """Return the document that `experiment.json` holds."""
        return {
            "format": FORMAT,
            "rules": self.rules,
            "rules_number": self.rules_number,
            "options": dict(self.options),
            "strategies": [
                {"strategy": label, "parameters": dict(values)}
                | ({} if digest is None else {"sha256": digest})
                for label, digest, values in zip(
                    self.strategies, self.source_hashes, self.parameters, strict=True
                )
            ],
            "seed": self.seed,
            "seatings": self.seatings,
            "ranges": [list(each) for each in self.ranges],
            "records": self.records,
            "versions": dict(self.versions),
        }

    @classmethod
    def from_json(cls, document: Any) -> Experiment:
        """Return the experiment that a document describes.

        Raises
        ------
        ValueError, TypeError, KeyError
            If it describes none.
        """
        if document["format"] != FORMAT:
            raise ValueError(f"its format is {document['format']}, not {FORMAT}")
        ranges = tuple((int(low), int(high)) for low, high in document["ranges"])
        if not ranges or any(not 0 <= low < high for low, high in ranges):
            raise ValueError("it names no deals")
        return cls(
            rules=str(document["rules"]),
            rules_number=int(document["rules_number"]),
            options=dict(document["options"]),
            strategies=tuple(str(each["strategy"]) for each in document["strategies"]),
            source_hashes=tuple(each.get("sha256") for each in document["strategies"]),
            parameters=tuple(dict(each["parameters"]) for each in document["strategies"]),
            seed=int(document["seed"]),
            seatings=str(document["seatings"]),
            ranges=ranges,
            records=int(document["records"]),
            versions=dict(document["versions"]),
        )

    def differences(self, other: Experiment) -> list[str]:
        """Return what is not the same in another experiment, `name: here → there`.

        Ranges, records and versions make no other experiment. A user's file is the same wherever
        it lies, and another when its contents are.
        """
        pairs = [
            ("rules", self.rules, other.rules),
            ("rules number", self.rules_number, other.rules_number),
            *_option_pairs(self.options, other.options),
            ("strategies", _seated(self), _seated(other)),
            ("seed", self.seed, other.seed),
            ("seatings", self.seatings, other.seatings),
        ]
        found = [f"{name}: {_shown(old)} → {_shown(new)}" for name, old, new in pairs if old != new]
        if _seated(self) == _seated(other):
            sources = zip(self.strategies, self.source_hashes, other.source_hashes, strict=True)
            changed = {label: (old, new) for label, old, new in sources if old != new}
            found += [
                f"source of {label}: SHA-256 {(old or 'none')[:12]} → {(new or 'none')[:12]}"
                for label, (old, new) in changed.items()
            ]
            found += _changed_parameters(self, other)
        return found


def _changed_parameters(old: Experiment, new: Experiment) -> list[str]:
    """Return the parameters whose default has changed behind the same label."""
    found: dict[str, None] = {}
    for label, mine, theirs in zip(old.strategies, old.parameters, new.parameters, strict=True):
        for name in sorted({*mine, *theirs}):
            if mine.get(name) != theirs.get(name):
                change = f"{_shown(mine.get(name))} → {_shown(theirs.get(name))}"
                found[f"{name} of {label}: {change}"] = None
    return list(found)


def describe(  # noqa: PLR0913
    rules: RuleSet,
    line_up: Sequence[Player],
    seed: int,
    *,
    seatings: str,
    deals: range,
    records: int,
) -> Experiment:
    """Return the experiment that a call of `simulate` asks for.

    Raises
    ------
    BadInput
        If the line-up does not fit the rules, or a number is out of range.
    """
    if len(line_up) != rules.seats:
        raise BadInput(f"{rules.id} has {rules.seats} seats, not {len(line_up)}")
    if not 0 <= seed < _END:
        raise BadInput(f"seed {seed}: accepted: 0 … 2**63 - 1")
    if not 0 <= deals.start < deals.stop <= _END:
        raise BadInput(
            f"deals {deals.start} … {deals.stop - 1}: accepted: at least one, from 0 … 2**63 - 1"
        )
    if not 0 <= records <= len(deals):
        raise BadInput(f"records of {records} deals: accepted: 0 … {len(deals)}, the deals played")
    find_seatings(seatings, [each.label for each in line_up])
    return Experiment(
        rules=rules.id,
        rules_number=rules.number,
        options=dict(sorted(rules.options.items())),
        strategies=tuple(each.label for each in line_up),
        source_hashes=tuple(each.source_hash for each in line_up),
        parameters=tuple(dict(each.values) for each in line_up),
        seed=seed,
        seatings=seatings,
        ranges=((deals.start, deals.stop),),
        records=records,
        versions=versions(),
    )


def extended(old: Experiment, new: Experiment, folder: Path) -> Experiment:
    """Return an experiment as another asks to resume or extend it.

    Raises
    ------
    BadInput
        If the other is a different one, or asks for fewer deals or records; says what differs.
    """
    found = old.differences(new)
    (low, high), (new_low, new_high) = old.span, new.span
    if new_low != low:
        found.append(f"first deal: {low} → {new_low}")
    elif new_high < high:
        found.append(f"deals: {high - low} → {new_high - low} (more extend the run)")
    if new.records < old.records:
        found.append(f"records: {old.records} → {new.records} (more extend the run)")
    if not found and old.plan != new.plan:
        found.append("strategies: files of the same name are no longer, or now, one file")
    if found:
        raise BadInput(f"{folder} holds another experiment: {'; '.join(found)}")
    # Labels stay as they are in the rows that are there: a user's file may lie elsewhere now.
    return replace(new, strategies=old.strategies)


def read_experiment(folder: str | Path) -> Experiment:
    """Read the settings of a result directory.

    Raises
    ------
    BadInput
        If it is none.
    """
    path = Path(folder) / EXPERIMENT_FILE
    try:
        return Experiment.from_json(read_json(path))
    except FileNotFoundError:
        raise BadInput(f"{folder} is no result directory: it has no {EXPERIMENT_FILE}") from None
    except NotADirectoryError:
        raise BadInput(f"{folder} is no result directory but a file") from None
    except KeyError as error:
        raise BadInput(f"{path} lacks {error}") from None
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} cannot be read: {error}") from None


def write_experiment(experiment: Experiment, folder: Path) -> None:
    """Write the settings in one step: a reader finds the old document or the new."""
    text = json.dumps(experiment.to_json(), indent=2, ensure_ascii=False) + "\n"
    write_in_one_step(folder / EXPERIMENT_FILE, text.encode())


def versions() -> dict[str, str]:
    """Return the versions of what decides a result."""
    found = {"python": platform.python_version()}
    for package in ("fiftyk", "numpy", "numba", "pyarrow"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "unknown"
    return found


_END = 2**63


def _option_pairs(
    old: Mapping[str, Any], new: Mapping[str, Any]
) -> list[tuple[str, object, object]]:
    return [(name, old.get(name), new.get(name)) for name in sorted({*old, *new})]


def _seated(experiment: Experiment) -> str:
    """Return the line-up as the command line reads it, without the folders of users' files."""
    return ",".join(
        label if digest is None else label.rpartition("/")[2]
        for label, digest in zip(experiment.strategies, experiment.source_hashes, strict=True)
    )


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "default", False: "false", True: "true"}[value]
    return str(value)
