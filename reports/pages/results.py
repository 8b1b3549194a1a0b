"""The page of an experiment file's comparisons, tournament and sweeps."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from itertools import combinations

from analysis.experiment import versions
from analysis.pairs_compared import PairsCompared
from analysis.run_file import RunFile
from analysis.standings import Standings
from analysis.sweeps import SweepCurve
from reports import figures, formats
from reports.explained import title_of
from reports.page import Column, Fact, Figure, Report, Section, Table, Verdict
from reports.pages import method
from reports.pages.context import counted, listed, points
from reports.palette import strategy_inks
from sim.rules import Rules

_PAIR = (
    Column("a", "A", kind="strategy"),
    Column("b", "B", kind="strategy"),
    Column("margin", "A − B", "points a hand", "estimate"),
)


def results_report(
    run: RunFile,
    compared: tuple[PairsCompared, ...],
    standings: Standings | None,
    curves: tuple[SweepCurve, ...],
    today: date,
) -> Report:
    """Make the page; there is at least one part to show."""
    sections = [_comparison(number, found) for number, found in enumerate(compared, start=1)]
    if standings is not None:
        sections.append(_tournament(standings))
    sections += [_sweep(number, curve, run) for number, curve in enumerate(curves, start=1)]
    names = tuple(each.label for each in run.strategies)
    return Report(
        title=f"Experiment `{run.path.rpartition('/')[2]}`",
        verdict=Verdict(" ".join(section.answer for section in sections[:1]), None),
        sections=tuple(sections),
        provenance=_provenance(run, today),
        glossary=method.glossary(run.rules) if isinstance(run.rules, Rules) else method.GENERAL,
        strategies=names,
        subtitle=(
            f"{title_of(run.rules)} · rules number {run.rules.number} · seed {run.seed} · "
            f"{today.day} {today:%B %Y}"
        ),
    )


def _provenance(run: RunFile, today: date) -> tuple[Fact, ...]:
    options = ", ".join(f"{name}={run.rules.text_of(name)}" for name in run.rules.options)
    found: Mapping[str, str] = versions()
    return (
        Fact("Rules", f"`{run.rules.id}`: {title_of(run.rules)}; number {run.rules.number}"),
        Fact("Options", options or "none changed"),
        Fact("Seed", str(run.seed)),
        Fact("Strategies", ", ".join(f"`{each.label}`" for each in run.strategies)),
        Fact("Command", f"fiftyk run {run.path} --out {run.out}", code=True),
        Fact("Versions", ", ".join(f"{name} {number}" for name, number in found.items())),
        Fact("Written", f"{today:%Y-%m-%d}"),
    )


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
    if found.stop is not None:
        answer += f" The test: {found.stop.why}."
    dots = [figures.Dot(f"{each.a} − {each.b}", each.estimate) for each in found.compared]
    n = found.compared[0].estimate.n
    names = dict.fromkeys(name for each in found.compared for name in (each.a, each.b))
    return Section(
        f"compare-{number}",
        f"Which of {listed(f'`{name}`' for name in names)} scores more on the same deals?",
        answer,
        figures=(
            Figure(
                figures.dots_with_intervals(dots, axis="A − B, points a hand"),
                f"Difference of each pair with its {formats.level_percent(0.95)} interval, "
                f"{counted(n, 'deal')} a pair.",
                "Differences",
                "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)}" for dot in dots) + ".",
            ),
        ),
        tables=(
            Table(
                f"compare-{number}",
                "Each pair, paired deal by deal",
                (
                    *_PAIR,
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


def _tournament(standings: Standings) -> Section:
    inks = strategy_inks(standings.names)
    dots = [
        figures.Dot(name, rating, name)
        for name, rating in zip(standings.names, standings.ratings, strict=True)
    ]
    best = listed(f"`{name}`" for name in standings.possibly_best)
    return Section(
        "tournament",
        "Which strategy is the best of all?",
        f"`{standings.names[0]}` leads with {points(standings.ratings[0])} against the pool; "
        f"who may be the best: {best}.",
        figures=(
            Figure(
                figures.dots_with_intervals(dots, axis="points a hand against the pool", inks=inks),
                f"Rating of each strategy with its {formats.level_percent(standings.level)} "
                f"interval, {counted(standings.deals, 'deal')} a pair.",
                "Ratings",
                "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)}" for dot in dots) + ".",
            ),
        ),
        tables=(
            Table(
                "ratings",
                "Ratings, and what a population would settle on",
                (
                    Column("strategy", "Strategy", kind="strategy"),
                    Column("rating", "Rating", "points a hand", "estimate"),
                    Column("may_be_best", "May be the best"),
                    Column("nash", "Nash", "mean mass", "share"),
                    Column("alpha_rank", "Alpha-rank", "mean mass", "share"),
                ),
                tuple(
                    (
                        name,
                        standings.ratings[place],
                        "yes" if name in standings.possibly_best else "no",
                        standings.nash[place].mass,
                        standings.alpha_rank[place].mass,
                    )
                    for place, name in enumerate(standings.names)
                ),
            ),
            Table(
                "pairs",
                "Every pair; the intervals hold together",
                (*_PAIR, Column("p_value", "p", kind="p_value")),
                tuple(
                    (standings.names[i], standings.names[j], estimate, p_value)
                    for (i, j), estimate, p_value in zip(
                        combinations(range(len(standings.names)), 2),
                        standings.together,
                        standings.p_values,
                        strict=True,
                    )
                ),
            ),
        ),
        how_measured=(
            "Every pair plays the same deals in all seatings of a [[block]]. Ratings are margins "
            "against the pool by least squares; the intervals of the pairs hold together (max-T "
            "over resampled blocks), their p-values step down. Nash and alpha-rank are means over "
            "resampled deals."
        ),
        label="Tournament",
    )


def _sweep(number: int, curve: SweepCurve, run: RunFile) -> Section:
    first, *later = curve.points
    pair = run.sweeps[number - 1].pair
    told = [f"with {point.value} the margin changes by {points(point.change)}" for point in later]
    dots = [figures.Dot(f"{curve.name}={point.value}", point.margin) for point in curve.points]
    return Section(
        f"sweep-{number}",
        f"What does `{curve.name}` change between `{pair[0].label}` and `{pair[1].label}`?",
        f"With {curve.name}={first.value} the margin is {points(first.margin)}; {listed(told)}.",
        figures=(
            Figure(
                figures.dots_with_intervals(dots, axis="A − B, points a hand"),
                f"Margin at each value; the intervals hold together, "
                f"{counted(first.margin.n, 'deal')}, the same for every value.",
                f"Margins over {curve.name}",
                "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)}" for dot in dots) + ".",
            ),
        ),
        tables=(
            Table(
                f"sweep-{number}",
                f"A − B at each value of {curve.name}, and the change from the first",
                (
                    Column("value", "Value"),
                    Column("margin", "A − B", "points a hand", "estimate"),
                    Column("change", "Change from the first", "points a hand", "estimate"),
                ),
                tuple((point.value, point.margin, point.change) for point in curve.points),
            ),
        ),
        how_measured=(
            "Each value plays the same deals, in all seatings of a [[block]]; changes are paired "
            "deal by deal. The intervals of a column hold together."
        ),
        label=f"Sweep of {curve.name}",
    )
