"""The folder of an experiment file's run: what it was made for, where each part lies.

```
OUT/
  run.json             the settings, one `table.key` a line, and versions
  run.toml             the experiment file as it was
  experiment.json …    the first line-up's result directory is OUT itself
  line-up-2/ …         those of the others
  scores/              scores of comparisons, sweeps and matches, gone on with after an interrupt
  tournament/          the tournament's folder
  results/             what each part came to, as JSON
  results.html         the page of comparisons, tournament, sweeps and matches, with its tables
```
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from analysis.experiment import versions
from analysis.folder import RUN_FILE, is_foreign, read_json, write_in_one_step
from analysis.run_file import RunFile
from sim.errors import BadInput
from strategies import Strategy

FORMAT: Final = "fiftyk-run/1"
COPY: Final = "run.toml"
SCORES: Final = "scores"
RESULTS: Final = "results"
TOURNAMENT: Final = "tournament"
_GROWS: Final = re.compile(r".*\.(deals|table_deals|records|matches)")
"""Settings of which more extends a run."""
_FREE: Final = re.compile(r"(report|tournament\.strategies).*")
"""Settings that change nothing that was played: a tournament's folder knows its own."""


def line_up_folder(out: Path, number: int) -> Path:
    """Return the result directory of a line-up; they count from 0."""
    return out / f"line-up-{number + 1}" if number else out


def settings_of(run: RunFile) -> dict[str, Any]:
    """Return every setting of a run by the place where it stands, defaults included."""
    found: dict[str, Any] = {"rules": run.rules.id, "rules_number": run.rules.number}
    found |= {f"options.{name}": value for name, value in sorted(run.rules.options.items())}
    found["seed"] = run.seed
    if run.simulate is not None:
        part = run.simulate
        for number, seated in enumerate(part.line_ups, start=1):
            found[f"simulate.line_ups[{number}]"] = _joined(seated)
        found |= {
            "simulate.deals": part.deals,
            "simulate.seatings": part.seatings,
            "simulate.records": part.records,
        }
    for number, compared in enumerate(run.compares, start=1):
        place = f"compare[{number}]"
        found[f"{place}.strategies"] = _joined(compared.strategies)
        found[f"{place}.deals"] = compared.deals
        if compared.design is not None:
            design = compared.design
            for name in ("h0", "h1", "units", "alpha", "beta"):
                found[f"{place}.stop.{name}"] = getattr(design, name)
    if run.tournament is not None:
        found["tournament.strategies"] = _joined(run.tournament.strategies)
        found["tournament.deals"] = run.tournament.deals
        found["tournament.table_deals"] = run.tournament.table_deals
    for number, swept in enumerate(run.sweeps, start=1):
        place = f"sweep[{number}]"
        found[f"{place}.strategies"] = _joined(swept.pair)
        found[f"{place}.deals"] = swept.deals
        found[f"{place}.vary"] = swept.sweep.name
        found[f"{place}.values"] = ",".join(each.value for each in swept.sweep.settings)
    for number, matched in enumerate(run.matches, start=1):
        place = f"matches[{number}]"
        found[f"{place}.strategies"] = _joined(matched.pair)
        found[f"{place}.matches"] = matched.matches
        found[f"{place}.vary"] = matched.sweep.name
        found[f"{place}.values"] = ",".join(each.value for each in matched.sweep.settings)
    if run.report is not None:
        found["report.replays"] = run.report.replays
        found |= {f"report.{name}": value for name, value in vars(run.report.effort).items()}
        if run.report.people is not None:
            found["report.beside"] = run.report.people.path
    for each in run.strategies:
        place = f"strategy {_name(each)}"
        found |= {f"{place}: {name}": value for name, value in each.values.items()}
        if each.source_hash is not None:
            found[f"{place}: sha256"] = each.source_hash
    return found


def check_folder(run: RunFile) -> None:
    """Refuse a result folder that holds something else, before anything is played.

    More deals or records, and parts added at the end, extend a run.

    Raises
    ------
    BadInput
        Saying what differs.
    """
    out = run.out
    if out.exists() and not out.is_dir():
        raise BadInput(f"{run.path}: out: {out} is a file; results go into a directory")
    if is_foreign(out, RUN_FILE):
        raise BadInput(
            f"{run.path}: out: {out} is not empty and holds no run of an experiment file; "
            "name another"
        )
    path = out / RUN_FILE
    if not path.exists():
        return
    old, new = _read(path), settings_of(run)
    found = [_change(name, was, new.get(name)) for name, was in old.items()]
    differences = [each for each in found if each]
    if differences:
        raise BadInput(f"{out} holds another experiment: {'; '.join(differences)}")


def write_settings(run: RunFile) -> None:
    """Keep a run's settings, and its file, in its folder."""
    run.out.mkdir(parents=True, exist_ok=True)
    document = {"format": FORMAT, "settings": settings_of(run), "versions": versions()}
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    write_in_one_step(run.out / RUN_FILE, text.encode())
    source, copy = Path(run.path), run.out / COPY
    if not (copy.exists() and copy.samefile(source)):
        write_in_one_step(copy, source.read_bytes())


def write_results(run: RunFile, document: dict[str, Any]) -> None:
    """Keep what each part came to as `results/compare-1.json` and the like."""
    parts = {
        f"{part}-{number}": each
        for part in ("compare", "sweep", "matches")
        for number, each in enumerate(document[part], start=1)
    }
    if document["tournament"] is not None:
        parts["tournament"] = document["tournament"]
    folder = run.out / RESULTS
    for name, each in parts.items():
        text = json.dumps(each, ensure_ascii=False, allow_nan=False) + "\n"
        folder.mkdir(exist_ok=True)
        write_in_one_step(folder / f"{name}.json", text.encode())


def scores_file(run: RunFile, part: str, number: int) -> Path:
    """Return the file of a pair's or a value's scores; they count from 0."""
    return run.out / SCORES / f"{part}-{number + 1}.parquet"


def _change(name: str, old: Any, new: Any) -> str:
    """Say what a setting was and is; nothing where that makes no other experiment."""
    if old == new or _FREE.fullmatch(name):
        return ""
    if new is None:
        # Parameters of strategies that no longer play are missing with them.
        return "" if name.startswith("strategy ") else f"{name}: {old} → nothing"
    if _GROWS.fullmatch(name):
        return "" if new > old else f"{name}: {old} → {new} (more extend the run)"
    return f"{name}: {old} → {new}"


def _read(path: Path) -> dict[str, Any]:
    try:
        document = read_json(path)
        if document["format"] != FORMAT:
            raise ValueError(f"its format is {document['format']}, not {FORMAT}")
        return dict(document["settings"])
    except KeyError as error:
        raise BadInput(f"{path} lacks {error}") from None
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"{path} cannot be read: {error}") from None


def _name(strategy: Strategy) -> str:
    """Return a label without the folder of a user's file: it is the same wherever it lies."""
    label = strategy.label
    return label if strategy.source_hash is None else label.rpartition("/")[2]


def _joined(strategies: tuple[Strategy, ...]) -> str:
    return ",".join(_name(each) for each in strategies)
