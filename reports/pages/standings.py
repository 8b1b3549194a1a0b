"""A tournament's standings: ratings, every pair, what a population settles on, who sits beside."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from analysis.equilibria import Sway
from analysis.estimates import Estimate, student_quantile
from analysis.standings import Standings
from reports import figures, formats
from reports.page import Card, Column, Figure, Section, Table, Term, Verdict
from reports.pages import neighbours
from reports.pages.charts import dotted
from reports.pages.context import counted, listed, points, would_show
from reports.pages.neighbours import MOST_DOTS, UNIT, square_table
from reports.palette import Inks

TERMS: Final = (
    Term(
        "alpha-rank",
        "The share of time that a population of copying players spends with each strategy, when "
        "now and then one of them tries another (Omidshafiei et al., 2019).",
    ),
    Term(
        "Nash",
        "The mixture of strategies that no other beats; where several do, the most even one.",
    ),
    Term(
        "rating",
        "A strategy's mean margin against the whole pool, itself in it with 0. Ratings add up to "
        "0, and change with the pool.",
    ),
)
TOGETHER: Final = Term(
    "holding together",
    "Intervals made so that, with the stated frequency, all of a table hold their true values at "
    "once; each is wider than one that stands alone.",
)


def verdict(standings: Standings, inks: Inks) -> Verdict:
    """Return the first screen of a page that shows a tournament alone."""
    return Verdict(_best_answer(standings), _ratings(standings, inks), tuple(_cards(standings)))


def sections(standings: Standings, inks: Inks) -> tuple[Section, ...]:
    """Make the sections; `inks` are those of all strategies of the page."""
    return (
        _best(standings, inks),
        _pairs(standings),
        _settled(standings, inks),
        *neighbours.sections(standings),
    )


# ---------------------------------------------------------------- who is the best


def _best_answer(standings: Standings) -> str:
    first, second = standings.names[:2]
    may = standings.possibly_best
    text = (
        f"`{first}` leads with {points(standings.ratings[0])} against the pool, "
        f"{points(_ahead(standings, 0, 1))} before `{second}`"
    )
    if len(may) == 1:
        return f"{text}; no other may be the best."
    text += f"; {listed(f'`{name}`' for name in may)} may each be the best."
    ahead = _ahead(standings, 0, 1)
    return text if ahead.excludes(0) else f"{text} {would_show(ahead)}"


def _ahead(standings: Standings, a: int, b: int) -> Estimate:
    """Return by how much one rating is above another, with the error of that difference."""
    value = standings.ratings[a].value - standings.ratings[b].value
    se, n = standings.rating_errors[a][b], standings.deals
    half = se * student_quantile(standings.level, n - 1) if se else 0.0
    return Estimate(value, se, n, standings.level, value - half, value + half)


def _ratings(standings: Standings, inks: Inks) -> Figure:
    dots = [
        figures.Dot(name, rating, name)
        for name, rating in zip(standings.names, standings.ratings, strict=True)
    ]
    return dotted(
        dots,
        axis=f"{UNIT} against the pool",
        caption=f"Rating of each strategy. Bars are {_level(standings)} intervals, each by itself; "
        f"{_deals(standings)}.",
        title="Ratings",
        inks=inks,
    )


def _cards(standings: Standings) -> list[Card]:
    first, last = standings.names[0], standings.names[-1]
    cards = [
        Card(
            "Ahead of the next",
            _ahead(standings, 0, 1),
            UNIT,
            f"By so much is `{first}` rated above `{standings.names[1]}`.",
            "ratings",
        ),
        Card(
            "First against last",
            standings.margin(0, len(standings.names) - 1),
            UNIT,
            f"`{first}` beats `{last}` by so much on the same deals.",
            "pairs",
        ),
    ]
    if standings.cyclic is not None and standings.cyclic.noise is not None:
        cards.append(
            Card(
                "Round in circles",
                standings.cyclic.share,
                "of the squared margins",
                "So much of who beats whom follows from no ranking.",
                "settled",
                kind="share",
            )
        )
    return cards


def _best(standings: Standings, inks: Inks) -> Section:
    names = standings.names
    dots = [
        figures.Dot(f"before {names[place]}", _ahead(standings, 0, place), names[place])
        for place in range(1, len(names))
    ]
    return Section(
        "ratings",
        "Which strategy is the best of all?",
        _best_answer(standings),
        figures=(
            dotted(
                dots,
                axis=f"{UNIT} that {names[0]} is rated higher",
                caption=f"By how much the leader, {names[0]}, is rated above each. Bars are "
                f"{_level(standings)} intervals of these differences, each by itself; "
                f"{_deals(standings)}.",
                title="The leader before the others",
                inks=inks,
            ),
        ),
        tables=(
            Table(
                "ratings",
                "Ratings, and who may be the best",
                (
                    Column("strategy", "Strategy", kind="strategy"),
                    Column("rating", "Rating", UNIT, "estimate"),
                    Column("may_be_best", "May be the best"),
                    Column("deals", "Deals", "a pair", "number"),
                ),
                tuple(
                    (
                        name,
                        rating,
                        "yes" if name in standings.possibly_best else "no",
                        standings.deals,
                    )
                    for name, rating in zip(names, standings.ratings, strict=True)
                ),
            ),
            Table(
                "rating-differences",
                "How much higher the row is rated than the column, and the standard error",
                (
                    Column("strategy", "Strategy", kind="strategy"),
                    Column("other", "Other", kind="strategy"),
                    Column("difference", "Rated higher by", UNIT, "estimate"),
                    Column("se", "SE of the difference", "points", "number"),
                ),
                tuple(
                    (names[a], names[b], _ahead(standings, a, b), standings.rating_errors[a][b])
                    for a, b in combinations(range(len(names)), 2)
                ),
                folded=True,
            ),
        ),
        how_measured=(
            "[[rating|Ratings]] are least squares on the margins of all pairs; every pair plays "
            "the same deals, in all seatings of a [[block]], so ratings vary together and the "
            "error of a difference is not that of two ratings: it has a table of its own. May be "
            f"the best: not excluded at {_level(standings)} from having the highest rating, all "
            "strategies tested at once."
        ),
        label="Ratings",
    )


# ---------------------------------------------------------------- who beats whom


def _pairs(standings: Standings) -> Section:
    names = standings.names
    places = list(combinations(range(len(names)), 2))
    rows = list(zip(places, standings.together, standings.p_values, strict=True))
    told_apart = sum(p <= 1 - standings.level for p in standings.p_values)
    largest = max(rows, key=lambda row: abs(row[1].value))
    shown = rows if len(rows) <= MOST_DOTS else rows[: len(names) - 1]
    dots = [figures.Dot(f"{names[a]} − {names[b]}", estimate) for (a, b), estimate, _ in shown]
    left_out = "" if len(shown) == len(rows) else " Only the pairs of the leader are drawn."
    (a, b), margin, _ = largest
    return Section(
        "pairs",
        "Who beats whom, and by how much?",
        f"{told_apart} of {counted(len(rows), 'pair')} are told apart. The largest margin: "
        f"`{names[a]}` against `{names[b]}`, {points(margin)}.",
        figures=(
            dotted(
                dots,
                axis=f"first − second, {UNIT}",
                caption="Margin of each pair, the higher rated first. Bars are intervals [[holding "
                f"together]] with {_level(standings)}; {_deals(standings)}.{left_out}",
                title="Margins of the pairs",
            ),
        ),
        tables=(
            square_table("cross-table", "Row against column", names, _margins(standings)),
            Table(
                "pairs",
                "Every pair, with an interval that stands alone beside the one that holds together",
                (
                    Column("a", "A", kind="strategy"),
                    Column("b", "B", kind="strategy"),
                    Column("margin", "A − B, together", UNIT, "estimate"),
                    Column("alone", "A − B, alone", UNIT, "estimate"),
                    Column("p_value", "p", kind="p_value"),
                    Column("pairing", "Pairing saved", "times", "number"),
                ),
                tuple(
                    (names[a], names[b], together, alone.estimate, p_value, alone.pairing_factor)
                    for ((a, b), together, p_value), alone in zip(
                        rows, standings.pairs, strict=True
                    )
                ),
                folded=True,
            ),
        ),
        how_measured=(
            "Margins are paired deal by deal. The intervals hold together by max-T over all pairs "
            "(block bootstrap, the same resampled deals for every pair); p-values are step-down, "
            "so the chance of any false one among all stays below "
            f"{formats.level_percent(1 - standings.level)}."
        ),
        label="Every pair",
    )


def _margins(standings: Standings) -> list[list[Estimate | None]]:
    count = range(len(standings.names))
    return [[None if a == b else standings.margin(a, b) for b in count] for a in count]


# ---------------------------------------------------------------- circles and populations


def _settled(standings: Standings, inks: Inks) -> Section:
    names = standings.names
    top = max(range(len(names)), key=lambda place: standings.nash[place].mass)
    drawn = [
        _masses(standings, inks, "Nash", standings.nash),
        _masses(standings, inks, "Alpha-rank", standings.alpha_rank),
    ]
    return Section(
        "settled",
        "Is there a best at all, or do they go round in circles?",
        f"{_circles(standings)} Of the [[Nash]] mixture `{names[top]}` holds "
        f"{formats.share(standings.nash[top].mass)} on average over resampled deals.",
        figures=tuple(drawn),
        tables=(
            _sway_table("nash", "Nash", names, standings.nash),
            _sway_table("alpha-rank", "Alpha-rank", names, standings.alpha_rank),
        ),
        how_measured=(
            "Circles: the Hodge share of the squared margins that no ratings explain, less what "
            "noise alone is expected to leave. [[Nash]] (the mixture of largest entropy) and "
            "[[alpha-rank]] are computed from margins of resampled deals, never from one table: "
            "where margins are within their errors one table would name a winner by chance. The "
            "mean mass is shown with the range of the middle 95 % of the resamples, the share of "
            "resamples in which a strategy has any mass, and in which it has most."
        ),
        label="Circles and mixtures",
    )


def _circles(standings: Standings) -> str:
    cyclic = standings.cyclic
    if cyclic is None:
        return "Two strategies cannot go in a circle."
    if cyclic.noise is None:
        return "The margins are no larger than their noise: no word on circles."
    return (
        f"No ranking explains {formats.share(cyclic.share)} of the squared margins, after taking "
        f"off {formats.share(cyclic.noise)} for noise (p {_p(cyclic.p_value)}, "
        f"{counted(cyclic.share.n, 'block')})."
    )


def _p(value: float) -> str:
    text = formats.p_value(value)
    return text if text.startswith(("<", ">")) else f"= {text}"


def _masses(standings: Standings, inks: Inks, name: str, sways: Sequence[Sway]) -> Figure:
    dots = [
        figures.Dot(
            strategy,
            Estimate(sway.mass, math.nan, standings.deals, 0.95, sway.low, sway.high),
            strategy,
        )
        for strategy, sway in zip(standings.names, sways, strict=True)
    ]
    return dotted(
        dots,
        axis=f"{name}: share of a population",
        caption=f"{name}: mean mass over resampled deals; bars hold the middle 95 % of the "
        f"resamples, {_deals(standings)}.",
        title=name,
        inks=inks,
        percent=True,
    )


def _sway_table(slug: str, name: str, names: Sequence[str], sways: Sequence[Sway]) -> Table:
    return Table(
        slug,
        f"{name} over resampled deals",
        (
            Column("strategy", "Strategy", kind="strategy"),
            Column("mass", "Mass", "mean", "share"),
            Column("low", "From", "2.5 % of resamples", "share"),
            Column("high", "To", "97.5 %", "share"),
            Column("present", "Has any", "of resamples", "share"),
            Column("top", "Has most", "of resamples", "share"),
        ),
        tuple(
            (each, sway.mass, sway.low, sway.high, sway.present, sway.top)
            for each, sway in zip(names, sways, strict=True)
        ),
    )


def _level(standings: Standings) -> str:
    return formats.level_percent(standings.level)


def _deals(standings: Standings) -> str:
    return f"{counted(standings.deals, 'deal')} a pair"
