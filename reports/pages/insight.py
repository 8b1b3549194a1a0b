"""What lies behind the tips: worth of cards, a count, rare types, bombs and doubling."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.exchange import rank_names
from analysis.insight import Insight
from analysis.match_rules import MatchVariant
from reports import figures, formats
from reports.page import Cell, Column, Figure, Section, Table
from reports.pages.context import counted, points

_UNIT = "points a hand"


def sections(insight: Insight) -> tuple[Section, ...]:
    """Make the sections, those without data left out with a sentence why."""
    return (
        _exchange(insight),
        _count(insight),
        _rare(insight),
        _bomb(insight),
        _course(insight),
        _matches(insight),
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
            Figure(
                figures.dots_with_intervals(dots, axis=f"effect of the exchange, {_UNIT}"),
                f"Holding a card of each rank, and an opponent a {names[0]}, against the other way "
                f"round. Bars are intervals that hold together with {level} over all pairs of "
                f"ranks; {counted(against.n, 'block')} of deals.",
                "Worth of a card of each rank",
                "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)}" for dot in dots) + ".",
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
    rows += [(name.replace("_", " "), number) for name, number in count.features.items()]
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
                ),
                tuple(
                    (each.rare.label, each.frequency.value, each.payoff, each.gain)
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
    drawn = (
        Figure(
            figures.dots_with_intervals(dots, axis=f"bombing now less holding, {_UNIT}"),
            "By card points on the table. Bars are intervals, each by itself.",
            "Worth of bombing now, by points on the table",
            "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)}" for dot in dots) + ".",
        ),
    )
    return Section(
        "bomb-now",
        question,
        f"Bombing at once instead of holding the bomb changes the holder's score by "
        f"{points(bomb.value)}, over all chances to bomb an opponent's play; the strategy takes "
        f"{formats.share(bomb.natural)} of them.",
        figures=drawn if dots else (),
        tables=(
            Table(
                "bomb-now",
                "Bombing now less holding, by card points on the table",
                (
                    Column("table", "On the table"),
                    Column("value", "Worth", _UNIT, "estimate"),
                    Column("deals", "Deal blocks", kind="number"),
                ),
                (
                    *((name, each, each.n) for name, each in bomb.by_points),
                    ("all", bomb.value, bomb.value.n),
                ),
            ),
        ),
        how_measured="At one chance of a hand, drawn among all of it, the hero is made to bomb in "
        "one replay and kept from it in another; before and after it plays as ever ([[causal]]).",
        label=label,
    )


def _course(insight: Insight) -> Section:
    question, label = "How early is doubling decided, and who escapes?", "Course of doubling"
    course = insight.course
    if course is None:
        return _empty("doubling-course", question, label, "These rules never double a hand.")
    share, happened, escaped = course.escapes[-1]
    half = next(safe for step, safe, _ in course.by_step if step >= 0.5)  # noqa: PLR2004
    answer = (
        f"By the time half of the pack is played, {formats.share(half)} of hands are safe from "
        f"doubling. {formats.share(happened)} of hands see one side take {share:.0%} of the points "
        "while the others have none"
    )
    answer += f"; {formats.share(escaped)} of those escape." if escaped else "."
    return Section(
        "doubling-course",
        question,
        answer,
        tables=(
            Table(
                "doubling-decided",
                "Decided by then",
                (
                    Column("played", "Pack played", "share", "share", 0),
                    Column("safe", "Cannot be doubled", "share of hands", "share"),
                    Column("certain", "Must be doubled", "share of hands", "share"),
                ),
                course.by_step,
            ),
            Table(
                "doubling-escapes",
                "One side alone has captured so many of the points",
                (
                    Column("points", "Points", "share", "share", 0),
                    Column("happens", "Happens in", "share of hands", "share"),
                    Column("escapes", "Not doubled in the end", "share of those", "share"),
                ),
                course.escapes,
            ),
        ),
        how_measured=f"{counted(course.n, 'deal')}, followed trick by trick. Safe: two sides have "
        "captured points, or the side without was first out. Certain: one side has all points and "
        "the condition can no longer fail. The rest is settled only by the end of the hand.",
        label=label,
    )


def _matches(insight: Insight) -> Section:
    question, label = "What does doubling change in a whole match?", "Matches without the rule"
    if not insight.matches:
        return _empty("match-rules", question, label, "These rules never double a hand.")
    without, as_is, each_hand = insight.matches
    return Section(
        "match-rules",
        question,
        f"With the rule as it is, the strategy's margin over `{insight.rival}` changes by "
        f"{formats.estimate(as_is.change)} points a match; doubled hand by hand, by "
        f"{formats.estimate(each_hand.change)}, and a match takes "
        f"{formats.estimate(each_hand.change_hands)} hands more than the {_hands(without)} without "
        "it.",
        tables=(
            Table(
                "match-rules",
                "The same matches under each variant",
                (
                    Column("doubling", "Doubling"),
                    Column("margin", "Margin", "points a match", "estimate"),
                    Column("change", "Change", "points a match", "estimate"),
                    Column("won", "Won less lost", "share", "share"),
                    Column("hands", "Hands", "a match", "estimate"),
                    Column("change_hands", "Change", "hands a match", "estimate"),
                ),
                tuple(
                    (each.name, each.margin, each.change, each.won, each.hands, each.change_hands)
                    for each in insight.matches
                ),
            ),
        ),
        how_measured=f"{counted(without.margin.n, 'match', 'matches')}, each in every [[seating]] "
        "and under every variant on the same deals; changes are paired match by match.",
        label=label,
    )


def _hands(variant: MatchVariant) -> str:
    return formats.estimate(variant.hands)


def _empty(slug: str, question: str, label: str, reason: str) -> Section:
    return Section(slug, question, "", label=label, empty_reason=reason)
