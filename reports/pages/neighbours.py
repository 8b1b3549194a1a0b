"""Who sits beside whom in a tournament: partners, and third players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Final

from analysis.estimates import Estimate
from analysis.standings import Standings
from reports import figures, formats
from reports.page import Column, Section, Table
from reports.pages.charts import dotted
from reports.pages.context import counted
from reports.side_words import mates_words, others_words

UNIT: Final = "points a hand"
MOST_DOTS: Final = 21
"""Pairs up to which a figure has room for all: those of seven strategies."""


def sections(standings: Standings) -> tuple[Section, ...]:
    """Make the section of partners or of third players, whichever the game has."""
    made = (_partners(standings), _tables(standings))
    return tuple(section for section in made if section is not None)


def _partners(standings: Standings) -> Section | None:
    found = standings.cross_play
    if found is None:
        return None
    names, deals = standings.names, counted(standings.table_deals, "deal")
    mates, others = mates_words(standings.rules), others_words(standings.rules)
    mixed = list(combinations(range(len(names)), 2))
    a, b = max(mixed, key=lambda pair: abs(found.fit[pair[0]][pair[1]].value))
    dots = [figures.Dot(f"{names[i]} with {names[j]}", found.fit[i][j]) for i, j in mixed]
    return Section(
        "partners",
        f"Who fits whom as {mates}?",
        f"`{names[a]}` with `{names[b]}` scores {_told(found.fit[a][b])} against the mean of each "
        "with itself: the largest effect of sitting together.",
        figures=(
            dotted(
                dots[:MOST_DOTS],
                axis=f"together − mean of each with itself, {UNIT}",
                caption=f"How much better two different strategies score as {mates} than the "
                f"mean of each with itself, against {others} {found.against}. {_bars(standings)}",
                title=f"How {mates} fit",
            ),
        ),
        tables=(
            square_table(
                "partners",
                f"Margin as {mates} over {others} `{found.against}`",
                names,
                found.margins,
                beside="with",
            ),
            square_table(
                "partner-fit",
                "Together less the mean of each with itself",
                names,
                found.fit,
                beside="with",
            ),
        ),
        how_measured=(
            f"{deals}, every two strategies on one side, in both orders and on both sides, "
            f"against {others} `{found.against}`. The intervals of each table are [[holding "
            "together]]."
        ),
        label=mates.capitalize(),
    )


def _tables(standings: Standings) -> Section | None:
    found = standings.externality
    if found is None:
        return None
    names, deals = standings.names, counted(standings.table_deals, "deal")
    cells = list(product(range(len(names)), repeat=2))
    c, b = max(cells, key=lambda cell: abs(found.effects[cell[0]][cell[1]].value))
    dots = [figures.Dot(f"{names[i]} beside {names[j]}", found.effects[i][j]) for i, j in cells]
    return Section(
        "tables",
        "What does a third player do to one's score?",
        f"Largest effect: `{names[c]}` scores {_told(found.effects[c][b])} where one of the other "
        f"two is `{names[b]}`, against anyone of the pool.",
        figures=(
            dotted(
                dots[:MOST_DOTS],
                axis=f"beside this one − beside anyone, {UNIT}",
                caption="How a strategy's score moves with who else sits at a table of three. "
                f"{_bars(standings)}",
                title="Effect of the others at the table",
            ),
        ),
        tables=(
            square_table(
                "tables",
                "Points of the row where one of the other two is the column, less where it is "
                "anyone",
                names,
                found.effects,
                beside="beside",
            ),
        ),
        how_measured=(
            f"{deals} in all orders of every table of three, the third one averaged over the "
            "pool. The change from one neighbour to another is the difference of two columns."
        ),
        label="Third players",
    )


def _told(effect: Estimate) -> str:
    sure = "" if effect.excludes(0) else " (not told apart from 0)"
    return f"{formats.signed(effect)} {UNIT}{sure}"


def _bars(standings: Standings) -> str:
    level = formats.level_percent(standings.level)
    deals = counted(standings.table_deals, "deal")
    return f"Bars are intervals [[holding together]] with {level}; {deals}."


def square_table(
    slug: str,
    caption: str,
    names: Sequence[str],
    cells: Sequence[Sequence[Estimate | None]],
    beside: str = "against",
) -> Table:
    """Make a table of strategies against strategies, its intervals holding together."""
    return Table(
        slug,
        f"{caption}; the intervals hold together",
        (
            Column("strategy", "Strategy", kind="strategy"),
            *(Column(f"{beside} {name}", name, UNIT, "estimate") for name in names),
        ),
        tuple((name, *row) for name, row in zip(names, cells, strict=True)),
    )
