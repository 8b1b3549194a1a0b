"""A sweep: how the margin of two strategies moves with a rule or a parameter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from analysis.sweeps import SweepCurve, SweepPoint
from reports import figures, formats
from reports.page import Card, Column, Figure, Section, Table, Verdict
from reports.pages.charts import dotted
from reports.pages.context import counted, listed, points, would_show

_UNIT = "points a hand"
_FEWEST_POINTS = 3
"""Values of which a line is drawn; two are dots."""


@dataclass(frozen=True)
class Swept:
    """A curve, and whose margin it is."""

    curve: SweepCurve
    pair: tuple[str, str]
    """A and B."""


def verdict(swept: Sequence[Swept]) -> Verdict:
    """Return the first screen of a page that shows sweeps alone."""
    changes = [(each.curve, point) for each in swept for point in each.curve.points[1:]]
    curve, largest = max(changes, key=lambda change: abs(change[1].change.value))
    dots = [figures.Dot(f"{each.name}={point.value}", point.change) for each, point in changes]
    first = curve.points[0]
    sure = "" if largest.change.excludes(0) else ", not told apart from 0"
    a, b = swept[0].pair
    level, n = formats.level_percent(first.margin.level), first.margin.n
    return Verdict(
        f"The largest change in the margin of `{a}` over `{b}`: {curve.name}={largest.value} in "
        f"place of {first.value} moves it by {points(largest.change)}{sure}; "
        f"{counted(n, 'deal')}, the same for every value.{_undecided([largest])}",
        dotted(
            dots,
            axis=f"change from the first value, {_UNIT}",
            caption=f"Change of the margin at each value, paired deal by deal. Bars are intervals "
            f"[[holding together]] with {level} within a sweep; {counted(n, 'deal')}.",
            title="Changes from the first value",
        ),
        tuple(_card(number, each) for number, each in enumerate(swept[:3], start=1)),
    )


def _undecided(changes: Sequence[SweepPoint]) -> str:
    """Say how many deals would show the largest change, where none is told apart from 0."""
    if any(point.change.excludes(0) for point in changes):
        return ""
    largest = max((point.change for point in changes), key=lambda change: abs(change.value))
    return f" {would_show(largest)}"


def _card(number: int, swept: Swept) -> Card:
    first = swept.curve.points[0]
    return Card(
        f"{swept.curve.name}={first.value}",
        first.margin,
        _UNIT,
        f"The margin of `{swept.pair[0]}` over `{swept.pair[1]}` that changes are from.",
        f"sweep-{number}",
    )


def section(number: int, swept: Swept) -> Section:
    """Make the section of one sweep; they count from 1."""
    curve, (a, b) = swept.curve, swept.pair
    first, *later = curve.points
    told = [f"with {point.value} it changes by {points(point.change)}" for point in later]
    return Section(
        f"sweep-{number}",
        f"What does `{curve.name}` change between `{a}` and `{b}`?",
        f"With {curve.name}={first.value} the margin is {points(first.margin)}; {listed(told)}."
        f"{_undecided(later)}",
        figures=(_drawn(swept),),
        tables=(
            Table(
                f"sweep-{number}",
                f"A − B at each value of {curve.name}, and the change from the first",
                (
                    Column("value", "Value"),
                    Column("margin", "A − B", _UNIT, "estimate"),
                    Column("change", "Change from the first", _UNIT, "estimate"),
                    Column("deals", "Deals", kind="number"),
                ),
                tuple(
                    (point.value, point.margin, point.change, point.margin.n)
                    for point in curve.points
                ),
            ),
        ),
        how_measured=(
            f"A is `{a}`, B is `{b}`. Each value plays the same deals, in all seatings of a "
            "[[block]]; changes are paired deal by deal. The intervals of a column are [[holding "
            "together]]."
        ),
        label=f"Sweep of {curve.name}",
    )


def _drawn(swept: Swept) -> Figure:
    """Draw the margins: over numbers a line with its band, else a dot a value."""
    curve = swept.curve
    margin = curve.points[0].margin
    caption = (
        f"Margin at each value; intervals [[holding together]] with "
        f"{formats.level_percent(margin.level)}, {counted(margin.n, 'deal')}, the same for every "
        "value."
    )
    title = f"Margins over {curve.name}"
    dots = [figures.Dot(f"{curve.name}={point.value}", point.margin) for point in curve.points]
    in_order = _by_number(curve.points)
    drawn = dotted(dots, axis=f"A − B, {_UNIT}", caption=caption, title=title)
    if in_order is None:
        return drawn
    margins = [point.margin for _, point in in_order]
    line = figures.Line(
        f"{swept.pair[0]} − {swept.pair[1]}",
        [value for value, _ in in_order],
        [each.value for each in margins],
        [each.low for each in margins],
        [each.high for each in margins],
    )
    svg = figures.lines_with_bands([line], x_axis=curve.name, y_axis=f"A − B, {_UNIT}")
    return Figure(svg, caption, title, drawn.description)


def _by_number(swept: Sequence[SweepPoint]) -> list[tuple[float, SweepPoint]] | None:
    """Return the points in order of their values; None where those are no numbers, or too few."""
    if len(swept) < _FEWEST_POINTS:
        return None
    try:
        found = sorted(((float(point.value), point) for point in swept), key=lambda each: each[0])
    except ValueError:
        return None
    return found if all(isfinite(value) for value, _ in found) else None
