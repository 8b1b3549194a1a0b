"""Who goes out first, in which places sides finish, what the lead is worth, and how soon."""

from __future__ import annotations

from analysis.finishing import FinishingResult, Placing
from reports import figures, formats
from reports.page import Cell, Column, Figure, Section, Table
from reports.pages.context import Context, intervals, listed

_MOST_SEATS_BEYOND = 2
"""Names of turns: leads, next, …, before the leader."""


def places(context: Context) -> Section:
    """Make the section on places."""
    slug, label = "finishing", "Finishing order"
    question = "Who goes out first, and who is left?"
    found = context.survey.finishing
    if found is None:
        return context.missing(slug, question, label, "finishing")
    rows = [
        figures.Shares(name, _whole(placing))
        for name, placing in zip(context.names, found.by_strategy, strict=True)
    ]
    level = found.by_strategy[0].payoff.level
    return Section(
        slug,
        question,
        _places_answer(context, found),
        figures=(
            Figure(
                figures.stacked_shares(
                    rows, parts=_parts(found), axis="share of a strategy's seats"
                ),
                f"Places by strategy over {formats.number(context.hands)} hands; intervals are in "
                "the table. Left: still holding cards when the hand ended.",
                "Places by strategy",
                "; ".join(
                    f"{row.label}: first {formats.share(row.shares[0])}, "
                    f"left {formats.share(row.shares[-1])}"
                    for row in rows
                )
                + ".",
            ),
        ),
        tables=(_places_table(context, found),),
        how_measured=(
            "Each seat's hand counts once, under the strategy that sat there. Shares have "
            f"{formats.level_percent(level)} intervals that count [[block|blocks]] and stay "
            "between 0 and 100 %.\n\n"
            "The rows by turn start from the seat that leads by the rules. That seat holds the "
            f"leader card ({context.table.rules.leader_card}), so they compare hands as well as "
            "turns; what the lead itself is worth stands under its own heading."
        ),
        label=label,
    )


def _whole(placing: Placing) -> tuple[float, ...]:
    """Return shares that add up to 1 whatever the rounding."""
    shares = [max(share.value, 0.0) for share in placing.shares]
    total = sum(shares)
    return tuple(share / total for share in shares)


def _parts(found: FinishingResult) -> tuple[str, ...]:
    return tuple(found.places)


def _places_answer(context: Context, found: FinishingResult) -> str:
    first = [placing.shares[0] for placing in found.by_strategy]
    left = [placing.shares[-1] for placing in found.by_strategy]
    if len(first) == 1:
        turns = found.by_turn[0]
        leads = turns[0]
        text = f"A seat is left with cards in {formats.share(left[0])} of hands"
        if leads is not None:
            text += (
                f"; the seat that leads by the rules is [[first out]] in "
                f"{formats.share(leads.shares[0])}, against {formats.share(first[0].value)} for "
                "any seat"
            )
        return text + "."
    order = sorted(range(len(first)), key=lambda place: -first[place].value)
    return (
        "A seat is [[first out]] in "
        + listed(
            f"{formats.share(first[place])} of hands with `{context.names[place]}`"
            for place in order
        )
        + "; it is left with cards in "
        + listed(f"{formats.share(left[place])} with `{context.names[place]}`" for place in order)
        + "."
    )


def _turn_names(seats: int) -> tuple[str, ...]:
    middle = [f"{turn} turns after" for turn in range(2, seats)]
    return ("the leader", "next to act", *middle)


def _places_table(context: Context, found: FinishingResult) -> Table:
    seats = range(context.table.rules.seats)
    rows: list[tuple[Cell, ...]] = []
    for strategy, name in enumerate(context.names):
        groups: list[tuple[str, Placing | None]] = [("all hands", found.by_strategy[strategy])]
        groups += [
            (words, found.by_turn[strategy][turn])
            for turn, words in enumerate(_turn_names(len(seats)))
        ]
        groups += [(f"seat {seat}", found.by_seat[strategy][seat]) for seat in seats]
        rows += [
            (name, where, *placing.shares, placing.payoff)
            for where, placing in groups
            if placing is not None
        ]
    return Table(
        "places",
        "Places by strategy, by turn after the leader, and by seat",
        (
            Column("strategy", "Strategy", kind="strategy"),
            Column("where", "Where"),
            *(Column(name, name.capitalize(), "share", "share") for name in found.places),
            Column("payoff", "Payoff", "points a hand", "estimate"),
        ),
        tuple(rows),
    )


def until_out(context: Context) -> Section:
    """Make the section on plays until out."""
    slug, label = "until-out", "Plays until out"
    question = "How many plays does it take to get out?"
    found = context.survey.finishing
    if found is None:
        return context.missing(slug, question, label, "finishing")
    lines, rows = [], []
    for name, curve in zip(context.names, found.until_out, strict=True):
        x = [0.0, *map(float, curve.plays)]
        low, high = [0.0, *(e.low for e in curve.out)], [0.0, *(e.high for e in curve.out)]
        y = [0.0, *(e.value for e in curve.out)]
        lines.append(figures.Line(name, x, y, low, high, strategy=name))
        rows += [
            (name, play, out, ended)
            for play, out, ended in zip(curve.plays, curve.out, curve.ended, strict=True)
        ]
    first = found.until_out[0].out[0]
    return Section(
        slug,
        question,
        _until_answer(context, found),
        figures=(
            Figure(
                figures.lines_with_bands(
                    lines,
                    x_axis="own plays made, passes not counted",
                    y_axis="share of the strategy's seats that are out",
                    inks=context.inks,
                    percent=True,
                ),
                "Share of seats that are out after so many own plays; it ends at the share that "
                f"ever gets out. Bands are {intervals(first.level, found.n)}.",
                "Plays until out",
                _until_answer(context, found).replace("`", ""),
            ),
        ),
        tables=(
            Table(
                "plays-until-out",
                "Seats that are out, and seats whose hand ended first, by own plays",
                (
                    Column("strategy", "Strategy", kind="strategy"),
                    Column("plays", "Plays", "own, made so far", "number"),
                    Column("out", "Out", "share", "share"),
                    Column("ended", "Hand ended, cards left", "share", "share"),
                ),
                tuple(rows),
                folded=True,
            ),
        ),
        how_measured=(
            "Cumulative incidence with two competing events: a seat goes out, or the hand ends "
            "while it still holds cards. Every hand is seen to its end, so the incidence is the "
            "plain share of all seats that are out after so many of their own plays; counting only "
            "seats that do get out would show them faster than they are."
        ),
        label=label,
    )


def _until_answer(context: Context, found: FinishingResult) -> str:
    texts = []
    for name, curve in zip(context.names, found.until_out, strict=True):
        median = curve.median()
        half = (
            f"half of its seats are out after {median} plays"
            if median
            else "most seats never get out"
        )
        texts.append(f"with `{name}` {half} ({formats.share(curve.never)} never are)")
    text = "; ".join(texts)
    return f"{text[0].upper()}{text[1:]}."
