"""What lies behind the tips: worth of cards, a count, rare types, bombs and doubling."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.exchange import rank_names
from analysis.insight import Insight
from reports import figures, formats
from reports.page import Cell, Column, Section, Table
from reports.pages import doubling_play
from reports.pages.charts import dotted
from reports.pages.context import counted, points

_UNIT = "points a hand"


def sections(insight: Insight) -> tuple[Section, ...]:
    """Make the sections, those without data left out with a sentence why."""
    found = insight.doubling
    return (
        _exchange(insight),
        _count(insight),
        _rare(insight),
        _bomb(insight),
        *(doubling_play.never() if found is None else doubling_play.sections(found)),
    )


def _exchange(insight: Insight) -> Section:
    against = insight.tables["opponent"]
    names = rank_names(against.rules)
    top, level = len(names) - 1, formats.level_percent(against.level)
    dots = [
        figures.Dot(f"{names[rank]} for {names[0]}", effect)
        for rank in range(top, 0, -1)
        if (effect := against.effect(rank, 0)) is not None
    ]
    best = against.effect(top, 0)
    assert best is not None
    return Section(
        "exchange",
        "What is one card worth in place of another?",
        f"A {names[top]} in place of an opponent's {names[0]} is worth {points(best)} to the "
        "holder.",
        figures=(
            dotted(
                dots,
                axis=f"effect of the exchange, {_UNIT}",
                caption=f"Holding a card of each rank, and an opponent a {names[0]}, against the "
                f"other way round. Bars are intervals that hold together with {level} over all "
                f"pairs of ranks; {counted(against.n, 'block')} of deals.",
                title="Worth of a card of each rank",
            ),
        ),
        tables=tuple(_exchange_tables(insight)),
        how_measured="The two cards are dealt to the two seats, everything else is a fair deal on "
        "that condition; the deal is played, the cards change hands, and it is played again "
        "([[causal]]). Suits are drawn, each equally likely; the cards that decide the lead or the "
        "sides stay where they are. The table is antisymmetric, and equal ranks are worth the same "
        "exactly where suits have no meaning; where they have one (5, T, K and runs in a suit) the "
        "place is left open.",
        label="Card for card",
    )


def _exchange_tables(insight: Insight) -> Iterator[Table]:
    for name, table in insight.tables.items():
        names = rank_names(table.rules)
        yield Table(
            f"exchange-{name.replace(' ', '-')}",
            f"Holding the rank of the row, the seat ({name}) that of the column",
            (
                Column("held", "Held"),
                *(Column(f"for_{rank}", f"for {rank}", "points", "estimate") for rank in names),
            ),
            tuple(
                (rank, *(table.effect(held, taken) for taken in range(len(names))))
                for held, rank in enumerate(names)
            ),
            folded=True,
        )


def _count(insight: Insight) -> Section:
    question, label = "How can a hand be counted at the table?", "A count for the table"
    count = insight.count
    if count is None:
        return _empty("count", question, label, "Too few deals for a count.")
    rows: list[tuple[Cell, ...]] = [
        (rank, count.ranks.get(rank, 0)) for rank in reversed(rank_names(count.rules))
    ]
    rows += [
        (name.replace("fifty_k", "fifty-K").replace("_", " "), number)
        for name, number in count.features.items()
    ]
    return Section(
        "count",
        question,
        f"{' '.join(count.lines())} The count explains {formats.share(count.r_squared)} of the "
        "variance of the hand score on other deals; unrounded numbers fitted freely explain "
        f"{formats.share(count.r_squared_best)}.",
        tables=(
            Table(
                "count",
                "Points to count",
                (Column("what", "What"), Column("points", "Points", kind="number")),
                tuple(rows),
            ),
            Table(
                "count-fit",
                "How much of the hand score the count explains",
                (
                    Column("what", "Share explained"),
                    Column("share", "Share", kind="share"),
                    Column("deals", "Deals", kind="number"),
                ),
                (
                    ("by the count, on other deals", count.r_squared, count.r_squared.n),
                    ("by numbers fitted freely", count.r_squared_best, count.r_squared_best.n),
                    ("of the exchange table, by one value a rank", count.table_share, None),
                ),
            ),
        ),
        how_measured="Ranks: least squares on the exchange table with opponents, one value a rank "
        f"({formats.share(count.table_share)} of the table's variation), rounded to the unit that "
        "loses least. Features: what they add to the score of dealt hands with the same cards. "
        "The share explained is that of deals which nothing was fitted to.",
        label=label,
    )


def _rare(insight: Insight) -> Section:
    question, label = "How do hands with a rare bomb end?", "Rare types"
    if not insight.rare:
        return _empty("rare", question, label, "These rules have no bombs of a rank or fifty-Ks.")
    best = max(insight.rare, key=lambda each: each.payoff.value)
    return Section(
        "rare",
        question,
        f"Best of all end hands with a {best.rare.label}: {points(best.payoff)} on average.",
        tables=(
            Table(
                "rare-types",
                "Hands with a bomb, dealt on condition",
                (
                    Column("type", "Type"),
                    Column("frequency", "Dealt", "share of hands", "share", 3),
                    Column("payoff", "Mean payoff", _UNIT, "estimate"),
                    Column("gain", "Hands gained", "times", "number"),
                    Column("deals", "Deals", kind="number"),
                ),
                tuple(
                    (
                        each.rare.label,
                        # Exact where all deals on condition weigh the same.
                        each.frequency if each.frequency.se else each.frequency.value,
                        each.payoff,
                        each.gain,
                        each.payoff.n,
                    )
                    for each in insight.rare
                ),
            ),
        ),
        how_measured="A drawn seat is dealt the type, all else is a fair deal on that condition, "
        "and each deal counts with its exact weight. The gain is how many times more such hands "
        "that gives than as many hands dealt as they come. These means are descriptive: they "
        "credit the type with whatever else such hands hold.",
        label=label,
    )


def _bomb(insight: Insight) -> Section:
    question, label = "Bomb now or hold it?", "Bomb now or later"
    bomb = insight.bomb
    if bomb is None:
        return _empty("bomb-now", question, label, "Too few hands could bomb an opponent's play.")
    dots = [figures.Dot(f"{name} points", each) for name, each in bomb.by_points]
    if not dots:
        dots = [figures.Dot("all", bomb.value)]
    drawn = dotted(
        dots,
        axis=f"bombing now less holding, {_UNIT}",
        caption="By card points on the table. Bars are intervals, each by itself; the table has "
        "the number of deals.",
        title="Worth of bombing now, by points on the table",
    )
    return Section(
        "bomb-now",
        question,
        f"Bombing at once instead of holding the bomb changes the holder's score by "
        f"{points(bomb.value)}, over all chances to bomb an opponent's play; the strategy takes "
        f"{formats.share(bomb.natural)} of them.",
        figures=(drawn,),
        tables=(
            Table(
                "bomb-now",
                "Bombing now less holding, by card points on the table",
                (
                    Column("table", "On the table"),
                    Column("value", "Worth", _UNIT, "estimate"),
                    Column("natural", "Bombs by itself", "share of chances", "share"),
                    Column("deals", "Deal blocks", kind="number"),
                ),
                (
                    *((name, each, None, each.n) for name, each in bomb.by_points),
                    ("all", bomb.value, bomb.natural, bomb.value.n),
                ),
            ),
        ),
        how_measured="At one chance of a hand, drawn among all of it, the hero is made to bomb in "
        "one replay and kept from it in another; before and after it plays as ever ([[causal]]).",
        label=label,
    )


def _empty(slug: str, question: str, label: str, reason: str) -> Section:
    return Section(slug, question, "", label=label, empty_reason=reason)
