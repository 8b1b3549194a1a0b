"""An experiment file: read and checked as a whole before anything is played.

```toml
rules = "fiftyk4"
seed = 1
deals = 10000
out = "runs/mine"

[simulate]
line_ups = ["balanced,lowest"]
```

Other tables: `[options]`, `[[compare]]` (with `[compare.stop]`), `[tournament]`, `[[sweep]]`,
`[[matches]]` and `[report]`. A part's own `deals` goes before those of the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from analysis.experiment import describe
from analysis.likelihood import UNITS
from analysis.match_rules import check_match_rules
from analysis.people import People, read_people
from analysis.sequential import Design
from analysis.survey import Effort
from analysis.sweep_play import Sweep, find_sweep
from analysis.toml_place import Place, read_toml
from analysis.tournament_play import check_table_deals
from sim.errors import BadInput
from sim.games import as_climbing, find_rules
from sim.rule_set import RuleSet
from sim.rules import Rules
from sim.seatings import SEATINGS
from strategies import Strategy, find_strategy, line_up

A_PAIR: Final = 2
LARGEST_SEED: Final = 2**63 - 1
REPLAYS: Final = 10
MOST_REPLAYS: Final = 1_000
MOST_MATCHES: Final = 10_000_000
_MAY_BE_NONE = ("swaps", "choices")
"""Replays of a report that may be left out."""
_SOME = 'strategies such as "balanced,lowest" or ["balanced", "lowest"]'
_TOP = (
    "rules",
    "seed",
    "deals",
    "out",
    "options",
    "simulate",
    "compare",
    "tournament",
    "sweep",
    "matches",
    "report",
)


@dataclass(frozen=True)
class SimulatePart:
    """Hands kept row by row, a result directory a line-up."""

    line_ups: tuple[tuple[Strategy, ...], ...]
    """Each a strategy a seat."""
    deals: int
    seatings: str
    records: int


@dataclass(frozen=True)
class ComparePart:
    """Strategies compared pair by pair."""

    strategies: tuple[Strategy, ...]
    deals: int
    """Deals a pair; with a design at most so many."""
    design: Design | None
    """The question until whose answer is played."""


@dataclass(frozen=True)
class TournamentPart:
    """Every strategy against every other."""

    strategies: tuple[Strategy, ...]
    deals: int
    table_deals: int


@dataclass(frozen=True)
class SweepPart:
    """A rule or a parameter varied."""

    pair: tuple[Strategy, Strategy]
    deals: int
    sweep: Sweep


@dataclass(frozen=True)
class MatchesPart:
    """Whole matches under variants of a rule."""

    pair: tuple[Strategy, Strategy]
    matches: int
    sweep: Sweep
    """The rule that is varied; the first value is what the others are compared with."""

    @property
    def variants(self) -> dict[str, Rules]:
        """The rules of each variant by its name."""
        return {
            f"{self.sweep.name}={each.value}": as_climbing(each.rules)
            for each in self.sweep.settings
        }


@dataclass(frozen=True)
class ReportPart:
    """What the reports of line-ups show."""

    replays: int
    """Deals of the swing list."""
    effort: Effort
    """How much is played again."""
    people: People | None
    """Records of games that people played, shown beside."""


@dataclass(frozen=True)
class RunFile:
    """Everything that an experiment file says, checked."""

    path: str
    """The file as the user named it."""
    out: Path
    """The result folder."""
    rules: RuleSet
    seed: int
    simulate: SimulatePart | None
    compares: tuple[ComparePart, ...]
    tournament: TournamentPart | None
    sweeps: tuple[SweepPart, ...]
    matches: tuple[MatchesPart, ...]
    report: ReportPart | None

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """Every strategy that plays, once each."""
        seated: list[Strategy] = []
        if self.simulate is not None:
            seated += [each for line in self.simulate.line_ups for each in line]
        seated += [each for part in self.compares for each in part.strategies]
        if self.tournament is not None:
            seated += self.tournament.strategies
        seated += [
            each for part in self.sweeps for setting in part.sweep.settings for each in setting.pair
        ]
        seated += [each for part in self.matches for each in part.pair]
        return tuple({each.label: each for each in seated}.values())


def read_run_file(path: str | Path, out: str | Path | None = None) -> RunFile:
    """Read and check an experiment file; nothing is played or written.

    Parameters
    ----------
    path : path
    out : path, optional
        The result folder, in place of the one that the file names. Paths in the file are, as on
        the command line, seen from the folder in which the program runs.

    Raises
    ------
    BadInput
        For the first thing that is wrong: file, table and key, and what is accepted.
    """
    top = read_toml(path)
    top.expect(*_TOP)
    rules = _rules(top)
    seed = top.whole("seed", 0, high=LARGEST_SEED)
    folder = Path(out) if out is not None else Path(top.text("out", "the result folder"))
    found = RunFile(
        path=str(path),
        out=folder,
        rules=rules,
        seed=seed,
        simulate=_simulate(top, rules, seed),
        compares=tuple(_compare(top, part, rules) for part in top.tables("compare")),
        tournament=_tournament(top, rules),
        sweeps=tuple(_sweep(top, part, rules) for part in top.tables("sweep")),
        matches=tuple(_matches(part, rules) for part in top.tables("matches")),
        report=_report(top, rules),
    )
    parts = (found.simulate, found.compares, found.tournament, found.sweeps, found.matches)
    if not any(parts):
        accepted = "simulate, compare, tournament, sweep, matches"
        raise top.wrong("", f"nothing to play: accepted: {accepted}")
    if found.report is not None and found.simulate is None:
        raise top.wrong("report", "reports are of line-ups: [simulate] is missing")
    return found


def _rules(top: Place) -> RuleSet:
    name = top.text("rules", 'a rule set such as "fiftyk4"')
    with top.reading("rules"):
        rules = find_rules(name)
    options = top.table("options")
    if options is None:
        return rules
    try:
        return rules.with_options(options.values)
    except BadInput as error:
        # Fields may go together that do not alone: one is at fault only if it is alone, too.
        for name, value in options.values.items():
            if _refusal(rules, name, value) == str(error):
                raise options.wrong(name, error) from None
        raise top.wrong("options", error) from None


def _refusal(rules: RuleSet, name: str, value: object) -> str | None:
    """Return why an option is refused by itself, None where it is not."""
    try:
        rules.with_options({name: value})
    except BadInput as error:
        return str(error)
    return None


def _deals(top: Place, part: Place, low: int = A_PAIR) -> int:
    place = part if part.has("deals") else top
    return place.whole("deals", low)


def _strategies(part: Place, rules: RuleSet) -> tuple[Strategy, ...]:
    texts = part.texts("strategies", _SOME)
    found = []
    for number, text in enumerate(texts, start=1):
        with part.reading(f"strategies[{number}]"):
            found.append(find_strategy(text, rules))
    if len(found) < A_PAIR:
        raise part.wrong("strategies", f"one alone: accepted: two or more {_SOME}")
    return tuple(found)


def _simulate(top: Place, rules: RuleSet, seed: int) -> SimulatePart | None:
    part = top.table("simulate")
    if part is None:
        return None
    part.expect("line_ups", "deals", "seatings", "records")
    said = 'a list of line-ups such as ["balanced,lowest", "counter,lowest"]'
    listed = part.values.get("line_ups")
    if not isinstance(listed, list) or not listed:
        raise part.wrong("line_ups", f"accepted: {said}")
    deals = _deals(top, part, 1)
    seatings = part.choice("seatings", tuple(SEATINGS))
    records = part.whole("records", 0, 0, high=deals)
    seated: list[tuple[Strategy, ...]] = []
    for number, each in enumerate(listed, start=1):
        key = f"line_ups[{number}]"
        names = Place(part.file, part.path, {key: each}).texts(key, said)
        with part.reading(key):
            seated.append(line_up(rules, names))
            describe(
                rules, seated[-1], seed, seatings=seatings, deals=range(deals), records=records
            )
            if _labels(seated[-1]) in map(_labels, seated[:-1]):
                raise BadInput("this line-up is named twice")
    return SimulatePart(tuple(seated), deals, seatings, records)


def _labels(seated: Sequence[Strategy]) -> list[str]:
    return [each.label for each in seated]


def _compare(top: Place, part: Place, rules: RuleSet) -> ComparePart:
    part.expect("strategies", "deals", "stop")
    chosen = _strategies(part, rules)
    stop = part.table("stop")
    design = None
    if stop is not None:
        stop.expect("h0", "h1", "units", "alpha", "beta")
        if len(chosen) > A_PAIR:
            raise stop.wrong("", "a sequential test asks about A - B: name two strategies")
        h0, h1 = stop.number("h0"), stop.number("h1")
        units = stop.choice("units", UNITS)
        alpha, beta = stop.number("alpha", 0.05), stop.number("beta", 0.05)
        with stop.reading(""):
            design = Design(h0, h1, units, alpha, beta, rules.bound)
    return ComparePart(chosen, _deals(top, part), design)


def _tournament(top: Place, rules: RuleSet) -> TournamentPart | None:
    part = top.table("tournament")
    if part is None:
        return None
    part.expect("strategies", "deals", "table_deals")
    chosen, deals = _strategies(part, rules), _deals(top, part)
    labels = _labels(chosen)
    for number, label in enumerate(labels, start=1):
        if label in labels[: number - 1]:
            raise part.wrong(f"strategies[{number}]", f"{label} is named twice")
    asked = part.whole("table_deals", 0) if part.has("table_deals") else None
    with part.reading("table_deals"):
        return TournamentPart(chosen, deals, check_table_deals(deals, asked))


def _sweep(top: Place, part: Place, rules: RuleSet) -> SweepPart:
    part.expect("strategies", "deals", "vary", "values")
    pair, sweep = _varied(part, rules, 'a rule such as "must_beat", or "strategy.parameter"')
    return SweepPart(pair, _deals(top, part), sweep)


def _matches(part: Place, rules: RuleSet) -> MatchesPart:
    part.expect("strategies", "matches", "vary", "values")
    said = 'a rule such as "doubling"'
    if "." in part.text("vary", said):
        raise part.wrong("vary", f"matches are played under variants of a rule: accepted: {said}")
    pair, sweep = _varied(part, rules, said)
    found = MatchesPart(pair, part.whole("matches", A_PAIR, high=MOST_MATCHES), sweep)
    with part.reading(""):
        for each in found.variants.values():
            check_match_rules(each, pair)
    return found


def _varied(part: Place, rules: RuleSet, said: str) -> tuple[tuple[Strategy, Strategy], Sweep]:
    """Return two strategies, and what is varied between them."""
    chosen = _strategies(part, rules)
    if len(chosen) > A_PAIR:
        raise part.wrong("strategies", f"{part.path.partition('[')[0]} compares two")
    pair = chosen[0], chosen[1]
    name = part.text("vary", said)
    values = part.values_of("values", "a list of two or more values")
    with part.reading("vary"):
        return pair, find_sweep(name, values, rules, pair)


def _report(top: Place, rules: RuleSet) -> ReportPart | None:
    part = top.table("report")
    if part is None:
        return None
    usual = Effort()
    names = tuple(vars(usual))
    part.expect("replays", "beside", *names)
    effort: dict[str, Any] = {
        name: part.whole(name, 0 if name in _MAY_BE_NONE else A_PAIR, default)
        for name, default in vars(usual).items()
    }
    people = None
    if part.has("beside"):
        if not isinstance(rules, Rules):
            raise part.wrong("beside", f"{rules.id} has no such section")
        with part.reading("beside"):
            people = read_people(part.text("beside", "a file of records"), rules)
    return ReportPart(part.whole("replays", 1, REPLAYS, MOST_REPLAYS), Effort(**effort), people)
