"""A sweep's folder: the block scores at every value, played once and kept.

```
DIR/
  sweep.json            rules, options, seed, the two strategies, what is varied, versions
  sweep-1-2.parquet     block scores of the first sweep at its second value
```

The same sweep goes on after an interrupt; more deals extend it, and further sweeps may follow.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from analysis.experiment import versions
from analysis.folder import (
    is_foreign,
    locked,
    made,
    read_json,
    remove_unfinished,
    write_in_one_step,
)
from analysis.score_file import read_scores
from analysis.sweep_play import Sweep
from analysis.sweeps import SweepCurve, sweep_curve
from analysis.tournament import Entrant
from sim.errors import BadInput
from sim.games import find_rules
from sim.rule_set import RuleSet
from strategies.registry import Strategy

FORMAT: Final = "fiftyk-sweep/1"
SWEEP_FILE: Final = "sweep.json"
FEWEST: Final = 2
"""Deals of a curve."""


@dataclass(frozen=True)
class PlayedSweeps:
    """Sweeps of two strategies, as they were just played or as a folder holds them."""

    rules: RuleSet
    """The rules of all values but for what is varied."""
    seed: int
    players: tuple[Entrant, Entrant]
    """A and B."""
    curves: tuple[SweepCurve, ...]
    versions: Mapping[str, str] = field(default_factory=versions)
    """Of what played first."""


def scores_at(folder: str | Path, sweep: int, value: int) -> Path:
    """Return the file of a value's scores; sweeps and values count from 0."""
    return Path(folder) / f"sweep-{sweep + 1}-{value + 1}.parquet"


@contextmanager
def opened_sweeps(
    folder: str | Path,
    rules: RuleSet,
    pair: tuple[Strategy, Strategy],
    seed: int,
    sweeps: Sequence[Sweep],
) -> Iterator[None]:
    """Make or open a sweep's folder as its only writer.

    Parameters
    ----------
    folder : path
        Made if it is not there.
    rules : RuleSet
    pair : two strategies
    seed : int
    sweeps : sequence of Sweep
        Those that the folder knows come first, in their order.

    Raises
    ------
    BadInput
        If the folder holds something else; says what differs.
    """
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise BadInput(f"{path} is a file; a sweep is kept in a directory")
    if is_foreign(path, SWEEP_FILE):
        raise BadInput(f"{path} is not empty and no sweep; name another")
    players = [Entrant.of(each) for each in pair]
    document = {
        "format": FORMAT,
        "rules": rules.id,
        "rules_number": rules.number,
        "options": dict(sorted(rules.options.items())),
        "seed": seed,
        "strategies": [each.to_json() for each in players],
        "sweeps": [
            {"vary": each.name, "values": [setting.value for setting in each.settings]}
            for each in sweeps
        ],
        "versions": versions(),
    }
    if (path / SWEEP_FILE).exists():
        old = _read(path)
        _check(path, old, document)
        kept = max(old["sweeps"], document["sweeps"], key=len)
        document |= {"versions": old["versions"], "sweeps": kept}
    is_new = not path.exists()
    with made(path):
        try:
            with locked(path):
                remove_unfinished(path)
                text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
                write_in_one_step(path / SWEEP_FILE, text.encode())
                yield
        finally:
            if is_new and not any(path.glob("*.parquet")):
                (path / SWEEP_FILE).unlink(missing_ok=True)


def read_sweeps(folder: str | Path) -> PlayedSweeps:
    """Return the curves of a sweep's folder, over the deals that all values of a sweep have.

    Raises
    ------
    BadInput
        If it is no sweep's folder, or a value has not been played yet.
    """
    path = Path(folder)
    document = _read(path)
    try:
        rules = find_rules(document["rules"], document["options"])
        a, b = map(Entrant.from_json, document["strategies"])
        asked = [(str(each["vary"]), list(map(str, each["values"]))) for each in document["sweeps"]]
        seed, made = int(document["seed"]), dict(document["versions"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path / SWEEP_FILE} is not complete: {error!r}") from None
    curves = tuple(
        _curve(path, number, name, values) for number, (name, values) in enumerate(asked)
    )
    return PlayedSweeps(rules, seed, (a, b), curves, made)


def _curve(folder: Path, number: int, name: str, values: Sequence[str]) -> SweepCurve:
    files = [scores_at(folder, number, place) for place in range(len(values))]
    blocks = [read_scores(file).pairs[0].blocks for file in files if file.exists()]
    deals = min(map(len, blocks), default=0)
    if len(blocks) < len(values) or deals < FEWEST:
        raise BadInput(
            f"{folder}: not every value of {name} has been played; the same fiftyk sweep goes on"
        )
    return sweep_curve(name, values, np.stack([each[:deals] for each in blocks], axis=1))


def _read(folder: Path) -> dict[str, Any]:
    path = folder / SWEEP_FILE
    try:
        document = read_json(path)
        if document["format"] != FORMAT:
            raise ValueError(f"its format is {document['format']}, not {FORMAT}")
        return dict(document)
    except KeyError as error:
        raise BadInput(f"{path} lacks {error}") from None
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"{path} cannot be read: {error}") from None


def _check(folder: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    """Refuse anything but the same sweeps, or more of them."""
    names = ("rules", "rules_number", "options", "seed")
    pairs = [(name, old.get(name), new[name]) for name in names]
    pairs.append(("strategies", _players(old), _players(new)))
    common = min(len(old.get("sweeps", ())), len(new["sweeps"]))
    for number in range(common):
        was, now = (_text(each["sweeps"][number]) for each in (old, new))
        pairs.append((f"sweep {number + 1}", was, now))
    found = [f"{name}: {was} → {now}" for name, was, now in pairs if was != now]
    if found:
        raise BadInput(f"{folder} holds another sweep: {'; '.join(found)}")


def _players(document: dict[str, Any]) -> str:
    """Return who plays, with parameters and sources; a user's file without its folder."""
    told = []
    for each in map(Entrant.from_json, document["strategies"]):
        values = ",".join(f"{name}={value:g}" for name, value in sorted(each.parameters.items()))
        source = f" ({each.source_hash[:8]})" if each.source_hash else ""
        told.append(f"{each.name}{f' [{values}]' if values else ''}{source}")
    return ", ".join(told)


def _text(sweep: dict[str, Any]) -> str:
    return f"{sweep['vary']}={','.join(sweep['values'])}"
