"""Whole matches under variants of a rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analysis.match_rules import MatchVariant
from reports import figures, formats
from reports.page import Column, Section, Table
from reports.pages.charts import dotted
from reports.pages.context import counted, listed


@dataclass(frozen=True)
class Matched:
    """Matches under variants of a rule, and whose margin it is."""

    name: str
    """The rule that is varied."""
    pair: tuple[str, str]
    """A and B."""
    variants: tuple[MatchVariant, ...]
    """The first is what the others are compared with."""

    def to_json(self) -> dict[str, Any]:
        """Return the matches as a document."""
        a, b = self.pair
        variants = [each.to_json() for each in self.variants]
        return {"a": a, "b": b, "vary": self.name, "variants": variants}


def section(number: int, found: Matched) -> Section:
    """Make the section of one part of an experiment file; they count from 1."""
    (a, b), (first, *others) = found.pair, found.variants
    told = [
        f"with {each.name} it changes by {formats.estimate(each.change)} points a match and "
        f"{formats.signed(each.change_hands)} hands"
        for each in others
    ]
    return variants_section(
        f"matches-{number}",
        f"What does `{found.name}` change in whole matches between `{a}` and `{b}`?",
        f"Matches: {found.name}",
        f"With {first.name} the margin of `{a}` over `{b}` is {formats.estimate(first.margin)} "
        f"points in a match of {formats.estimate(first.hands)} hands; {listed(told)}.",
        found.pair,
        found.variants,
    )


def variants_section(  # noqa: PLR0913, PLR0917
    slug: str,
    question: str,
    label: str,
    answer: str,
    pair: tuple[str, str],
    variants: Sequence[MatchVariant],
) -> Section:
    """Make a section of matches with its own question and answer."""
    a, b = pair
    first = variants[0].margin
    played = counted(first.n, "match", "matches")
    return Section(
        slug,
        question,
        answer,
        figures=(
            dotted(
                [figures.Dot(each.name, each.margin) for each in variants],
                axis=f"{a} − {b}, points a match",
                caption=f"Margin of {a} over {b} under each variant. Bars are "
                f"{formats.level_percent(first.level)} intervals, {played}.",
                title="Margins of whole matches",
            ),
        ),
        tables=(
            Table(
                slug,
                "The same matches under each variant",
                (
                    Column("variant", "Variant"),
                    Column("margin", "Margin", "points a match", "estimate"),
                    Column("change", "Change", "points a match", "estimate"),
                    Column("won", "Won less lost", "share", "share"),
                    Column("change_won", "Change", "share", "share"),
                    Column("hands", "Hands", "a match", "estimate"),
                    Column("change_hands", "Change", "hands a match", "estimate"),
                    Column("matches", "Matches", kind="number"),
                ),
                tuple(
                    (
                        each.name,
                        each.margin,
                        each.change,
                        each.won,
                        each.change_won,
                        each.hands,
                        each.change_hands,
                        each.margin.n,
                    )
                    for each in variants
                ),
            ),
        ),
        how_measured=f"{played}, each in every [[seating]] and under every variant on the same "
        "deals; changes are paired match by match.",
        label=label,
    )
