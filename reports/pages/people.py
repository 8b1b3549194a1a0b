"""Games that people played, beside the simulated ones."""

from __future__ import annotations

from analysis.estimates import Estimate
from analysis.finishing import place_names
from analysis.people import FEW, People, PlayerRow
from reports import figures, formats
from reports.page import Cell, Column, Section, Table
from reports.pages.charts import dotted
from reports.pages.context import Context, counted

_SLUG, _LABEL = "people", "People's games"
_QUESTION = "How do people score and finish in the same game?"


def build(context: Context, people: People) -> Section:
    """Make the section."""
    dots = [
        figures.Dot(each.player, each.payoff)
        for each in people.players
        if isinstance(each.payoff, Estimate)
    ]
    finishing = context.survey.finishing
    if dots and finishing is not None:
        dots += [
            figures.Dot(name, placing.payoff, name)
            for name, placing in zip(context.names, finishing.by_strategy, strict=True)
        ]
    shown = (
        (
            dotted(
                dots,
                axis="points a hand",
                caption="Mean payoff of each player and of each simulated strategy, with "
                f"{formats.level_percent(people.level)} intervals; the table has the number of "
                "hands.",
                title="People beside strategies",
                inks=context.inks,
            ),
        )
        if dots
        else ()
    )
    tables = [_table(context, people)]
    if people.left_out:
        tables.append(
            Table(
                "people-left-out",
                "Records that do not count",
                (Column("line", "Line", kind="number"), Column("why", "Why")),
                tuple((each.line, each.why) for each in people.left_out),
                folded=True,
            )
        )
    return Section(
        _SLUG,
        _QUESTION,
        _answer(people),
        figures=shown,
        tables=tuple(tables),
        how_measured=(
            "Every record was replayed against the rules first; one with a fault does not count. "
            "Each record is one hand, played once: nobody played the same cards in the other "
            "seats, so the luck of the deal is in these figures, and they say nothing of who "
            "plays better on equal cards. Intervals count records, taken as independent and not "
            "chosen by how they ended. Simulated strategies play each deal in every "
            "[[seating]]; their intervals count [[block|blocks]]."
        ),
        label=_LABEL,
    )


def _answer(people: People) -> str:
    best = people.players[0]
    score = formats.estimate(best.payoff)
    few = [each.player for each in people.players if each.is_few]
    text = (
        f"{counted(people.records, 'record')} of {people.path.rpartition('/')[2]} count; "
        f"{best.player} has the highest mean, {score} points a hand "
        f"in {counted(best.hands, 'hand')}."
    )
    if few:
        text += (
            f" Beware: {', '.join(few)} played fewer than {FEW} hands; so few say next to nothing, "
            "and their intervals are rough."
        )
    if people.left_out:
        text += f" {counted(len(people.left_out), 'record')} left out."
    return text


def _table(context: Context, people: People) -> Table:
    places = place_names(people.rules.seats)
    rows: list[tuple[Cell, ...]] = [_row(each) for each in people.players]
    finishing = context.survey.finishing
    if finishing is not None:
        rows += [
            (name, "simulated", placing.hands, placing.payoff, *placing.shares)
            for name, placing in zip(context.names, finishing.by_strategy, strict=True)
        ]
    return Table(
        "people",
        "People beside simulated strategies: score and finishing order",
        (
            Column("player", "Player"),
            Column("kind", "Who"),
            Column("hands", "Hands", kind="number"),
            Column("payoff", "Payoff", "points a hand", "estimate"),
            *(Column(place, place.capitalize(), "share of hands", "share") for place in places),
        ),
        tuple(rows),
    )


def _row(each: PlayerRow) -> tuple[Cell, ...]:
    return (each.player, "person", each.hands, each.payoff, *each.places)
