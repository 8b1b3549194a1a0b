"""The page of comparisons, a tournament, sweeps and matches: of one, or of an experiment file's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from analysis.certificate import Check
from analysis.pairs_compared import PairsCompared
from analysis.standings import Standings
from analysis.tournament import Entrant
from reports import figures, formats
from reports.explained import title_of
from reports.page import Column, Fact, Report, Section, Table, Verdict
from reports.pages import matches, method, standings, sweeps
from reports.pages.charts import dotted
from reports.pages.context import counted, listed, points, would_show
from reports.pages.matches import Matched
from reports.pages.sweeps import Swept
from reports.palette import Inks, strategy_inks
from sim.rule_set import RuleSet
from sim.rules import Rules


@dataclass(frozen=True)
class Occasion:
    """What was asked for, as the page names it."""

    title: str
    rules: RuleSet
    seed: int
    players: tuple[Entrant, ...]
    """Every strategy that played."""
    command: str
    """The command that repeats it."""
    versions: Mapping[str, str]


@dataclass(frozen=True)
class Results:
    """What it came to; at least one part is there."""

    compared: tuple[PairsCompared, ...] = ()
    standings: Standings | None = None
    swept: tuple[Swept, ...] = ()
    matched: tuple[Matched, ...] = ()
    checks: tuple[Check, ...] = ()
    """The certificate of the first part's first pair."""


def results_report(occasion: Occasion, results: Results, today: date) -> Report:
    """Make the page; users' strategies go by their file without its folder."""
    shown = _shown(occasion.players)
    results = _renamed(results, shown)
    names = tuple(shown.values())
    inks = strategy_inks(names)
    sections = [
        _comparison(number, found) for number, found in enumerate(results.compared, start=1)
    ]
    rules = occasion.rules
    terms = [*(method.glossary(rules) if isinstance(rules, Rules) else method.GENERAL)]
    terms.append(standings.TOGETHER)
    if results.standings is not None:
        terms += standings.TERMS
        sections += standings.sections(results.standings, inks)
    sections += [sweeps.section(number, each) for number, each in enumerate(results.swept, start=1)]
    sections += [matches.section(number, each) for number, each in enumerate(results.matched, 1)]
    sections += [_measured(results.checks)] if results.checks else []
    return Report(
        title=occasion.title,
        verdict=_verdict(results, sections, inks),
        sections=tuple(sections),
        provenance=provenance(occasion, shown, today),
        glossary=tuple(sorted(terms, key=lambda term: term.word.lower())),
        strategies=names,
        subtitle=(
            f"{title_of(rules)} · rules number {rules.number} · seed "
            f"{occasion.seed} · {today.day} {today:%B %Y}"
        ),
    )


def _shown(players: Sequence[Entrant]) -> dict[str, str]:
    """Return the names that the page has for labels; those of files that are alike stay whole."""
    short = [each.name for each in players]
    return {
        each.label: name if short.count(name) == 1 else each.label
        for each, name in zip(players, short, strict=True)
    }


def _renamed(results: Results, shown: Mapping[str, str]) -> Results:
    """Return results that name strategies as the page does."""
    found = results.standings
    if found is not None:
        cross = found.cross_play
        found = replace(
            found,
            names=tuple(shown[name] for name in found.names),
            possibly_best=tuple(shown[name] for name in found.possibly_best),
            cross_play=None if cross is None else replace(cross, against=shown[cross.against]),
        )

    def pair(names: tuple[str, str]) -> tuple[str, str]:
        return shown[names[0]], shown[names[1]]

    return Results(
        tuple(
            replace(
                each,
                compared=tuple(
                    replace(one, a=shown[one.a], b=shown[one.b]) for one in each.compared
                ),
            )
            for each in results.compared
        ),
        found,
        tuple(replace(each, pair=pair(each.pair)) for each in results.swept),
        tuple(replace(each, pair=pair(each.pair)) for each in results.matched),
        results.checks,
    )


def _verdict(results: Results, sections: Sequence[Section], inks: Inks) -> Verdict:
    if not results.compared and results.standings is not None:
        return standings.verdict(results.standings, inks)
    if not results.compared and results.swept:
        return sweeps.verdict(results.swept)
    return Verdict(sections[0].answer, sections[0].figures[0])


def provenance(occasion: Occasion, shown: Mapping[str, str], today: date) -> tuple[Fact, ...]:
    """Return what decides an occasion's figures; `shown` has the page's names by label."""
    rules = occasion.rules
    options = ", ".join(f"{name}={rules.text_of(name)}" for name in rules.options)
    return (
        Fact("Rules", f"`{rules.id}`: {title_of(rules)}; number {rules.number}"),
        Fact("Options", options or "none changed"),
        Fact("Seed", str(occasion.seed)),
        *(Fact("Strategy", _told(each, shown[each.label])) for each in occasion.players),
        Fact("Command", occasion.command, code=True),
        Fact(
            "Versions",
            ", ".join(f"{name} {version}" for name, version in occasion.versions.items()),
        ),
        Fact("Written", f"{today:%Y-%m-%d}"),
    )


def _measured(checks: Sequence[Check]) -> Section:
    return Section(
        "measured",
        "How was it measured, and can it be trusted?",
        f"{method.verdict_of(checks)}.",
        tables=(method.certificate_table(checks),),
        how_measured=(
            "Deal I depends on the rule set, the seed and I alone; it is played in every seating "
            "of a [[block]], and every error counts blocks. Checked on the first pair of this "
            "page: each of the two against itself must differ by exactly 0 on every deal; the "
            "first deals, played again with every play checked for being held, legal and higher "
            "than the one before, must score as they did; intervals of 100 block scores drawn "
            "with replacement, 2,000 times, must cover the mean of all as often as they claim."
        ),
        label="How it was measured",
    )


def _told(player: Entrant, name: str) -> str:
    values = ", ".join(f"{each} {value:g}" for each, value in player.parameters.items())
    source = f" SHA-256 {player.source_hash[:16]}." if player.source_hash else ""
    return f"`{name}`.{f' Parameters: {values}.' if values else ''}{source}"


def _comparison(number: int, found: PairsCompared) -> Section:
    said = []
    for each in found.compared:
        winner = each if each.estimate.value >= 0 else each.swapped()
        margin = points(winner.estimate)
        if winner.estimate.excludes(0):
            said.append(f"`{winner.a}` beats `{winner.b}` by {margin}")
        else:
            said.append(f"`{winner.a}` and `{winner.b}` are not told apart ({margin})")
    answer = f"{'; '.join(said)}."
    open_pairs = [each.estimate for each in found.compared if not each.estimate.excludes(0)]
    if open_pairs:
        closest = max(open_pairs, key=lambda estimate: abs(estimate.value))
        answer += f" {would_show(closest)}"
    if found.stop is not None:
        answer += f" The test: {found.stop.why}."
    dots = [figures.Dot(f"{each.a} − {each.b}", each.estimate) for each in found.compared]
    first = found.compared[0].estimate
    names = dict.fromkeys(name for each in found.compared for name in (each.a, each.b))
    return Section(
        f"compare-{number}",
        f"Which of {listed(f'`{name}`' for name in names)} scores more on the same deals?",
        answer,
        figures=(
            dotted(
                dots,
                axis="A − B, points a hand",
                caption=f"Difference of each pair with its {formats.level_percent(first.level)} "
                f"interval, {counted(first.n, 'deal')} a pair.",
                title="Differences",
            ),
        ),
        tables=(
            Table(
                f"compare-{number}",
                "Each pair, paired deal by deal",
                (
                    Column("a", "A", kind="strategy"),
                    Column("b", "B", kind="strategy"),
                    Column("margin", "A − B", "points a hand", "estimate"),
                    Column("pairing", "Pairing saved", "times", "number"),
                    Column("always_low", "At any time above", "points", "number"),
                    Column("always_high", "and below", "points", "number"),
                ),
                tuple(
                    (
                        each.a,
                        each.b,
                        each.estimate,
                        each.pairing_factor,
                        None if valid is None else valid.low,
                        None if valid is None else valid.high,
                    )
                    for each, valid in zip(found.compared, found.always, strict=True)
                ),
            ),
        ),
        how_measured=(
            "Every deal is played in all seatings of a [[block]]; the [[interval]] counts blocks "
            "and stands alone for each pair. After a test that stopped when it was answered, the "
            "value is the median-unbiased estimate. Pairing saved: the [[pairing factor]]. At any "
            "time: ends of an interval that may be looked at while deals come in, and acted upon."
        ),
        label=f"Comparison {number}",
    )
