"""The places of a side, or the orders of three seats, and what each pays."""

from __future__ import annotations

from analysis.patterns import Pattern, PatternResult, pattern_words
from reports import figures, formats
from reports.page import Column, Figure, Section, Table
from reports.pages.context import Context, intervals

_SLUG, _LABEL = "patterns", "Patterns"
_MOST_PARTS = 6


def build(context: Context) -> Section:
    """Make the section."""
    found = context.survey.patterns
    question = (
        "In which order do seats finish?" if context.solo else "In which places do sides finish?"
    )
    if found is None and "patterns" not in context.survey.reasons:
        return Section(
            _SLUG,
            question,
            "",
            label=_LABEL,
            empty_reason="Orders of finishing are listed for three seats; with more there are too "
            "many to be read.",
        )
    if found is None:
        return context.missing(_SLUG, question, _LABEL, "patterns")
    return _orders(context, found, question) if context.solo else _sides(context, found, question)


def _sides(context: Context, found: PatternResult, question: str) -> Section:
    seats = context.table.rules.seats
    names = sorted({each.name for patterns in found.patterns for each in patterns})
    by_name = [{each.name: each for each in patterns} for patterns in found.patterns]
    drawn = []
    if len(names) <= _MOST_PARTS:
        rows = [
            figures.Shares(camp, _shares(patterns, names))
            for camp, patterns in zip(context.camps, by_name, strict=True)
        ]
        parts = [f"{name[0]}+{name[1:]}" for name in names]
        n = found.patterns[0][0].share.n
        drawn.append(
            Figure(
                figures.stacked_shares(rows, parts=parts, axis="share of a side's hands"),
                "Places of the two seats of a side; 3+4: both still held cards when the other side "
                f"was out. {formats.number(n)} [[block|blocks]]; intervals are in the table.",
                "Patterns of finishing",
                "; ".join(
                    f"{row.label}: {names[0]} in {formats.share(row.shares[0])} of hands"
                    for row in rows
                )
                + ".",
            )
        )
    if found.split is not None and found.split.total.se:
        drawn.append(_split_figure(context, found))
    table = Table(
        "patterns",
        "Patterns of a side and what they pay",
        (
            Column("side", "Side of", kind="strategy"),
            Column("pattern", "Pattern"),
            Column("share", "How often", "share of hands", "share"),
            Column("payoff", "Payoff", "points a hand and seat", "estimate"),
            Column("words", "In words"),
        ),
        tuple(
            (camp, each.name, each.share, each.payoffs[0], pattern_words(each.name, seats))
            for camp, patterns in zip(context.camps, found.patterns, strict=True)
            for each in patterns
        ),
    )
    return Section(
        _SLUG,
        question,
        _sides_answer(context, found),
        figures=tuple(drawn),
        tables=(table, *_split_table(found)),
        how_measured=(
            "A pattern names the places of a side's seats: 12 when both go out before the others, "
            "14 when one is first and the other left. The sides of a hand have opposite patterns."
            "\n\nThe split is Kitagawa's: with frequencies f and mean payoffs s by pattern, the "
            "difference of two sides is the sum of (f − f′)(s + s′)/2, what finishing in other "
            "places brings, and (s − s′)(f + f′)/2, what scoring more in the same places brings. "
            "It adds up exactly; its intervals come from leaving out one group of deals at a time "
            "(jackknife over 97 groups)."
        ),
        label=_LABEL,
    )


def _shares(patterns: dict[str, Pattern], names: list[str]) -> tuple[float, ...]:
    shares = [patterns[name].share.value if name in patterns else 0.0 for name in names]
    total = sum(shares)
    return tuple(share / total for share in shares)


def _sides_answer(context: Context, found: PatternResult) -> str:
    double = []
    for camp, patterns in enumerate(found.patterns):
        best = next((each for each in patterns if each.name == "12"), None)
        if best is not None:
            double.append(f"{formats.share(best.share)} of hands for {context.camp(camp)}")
    text = "A side is first and second out in " + " and ".join(double) if double else ""
    if len(found.patterns) == 1 and double:
        text = f"One side is first and second out in {formats.share(_one_sided(found))} of hands"
    if found.split is not None and found.split.total.se:
        split = found.split
        text += (
            f". Of the {formats.estimate(split.total)} points between the two, finishing in other "
            f"places makes {formats.signed(split.frequency)}, and scoring more or less in the same "
            f"places {formats.signed(split.within)}"
        )
    return f"{text or 'No side ever was first and second out'}."


def _one_sided(found: PatternResult) -> float:
    """Return how often either of two sides of one strategy is first and second out."""
    return 2 * next(each.share.value for each in found.patterns[0] if each.name == "12")


def _split_figure(context: Context, found: PatternResult) -> Figure:
    split = found.split
    assert split is not None
    a, b = context.camps
    steps = [
        figures.Step("finishing in other places", split.frequency),
        figures.Step("scoring in the same places", split.within),
    ]
    return Figure(
        figures.waterfall(
            steps, split.total, axis=f"points a hand, {a} minus {b}", total_label="difference"
        ),
        "The difference split into how often patterns occur and what is scored within them. "
        f"{intervals(split.total.level, split.total.n)}.",
        "Places against points within places",
        f"Places {formats.signed(split.frequency)}, points within places "
        f"{formats.signed(split.within)}, together {formats.signed(split.total)} points a hand.",
    )


def _split_table(found: PatternResult) -> tuple[Table, ...]:
    split = found.split
    if split is None or not split.total.se:
        return ()
    return (
        Table(
            "pattern-split",
            "The difference split by pattern; the two columns add up to it",
            (
                Column("pattern", "Pattern"),
                Column("frequency", "Other places", "points a hand", "estimate"),
                Column("within", "Same places", "points a hand", "estimate"),
            ),
            (*split.by_pattern, ("all", split.frequency, split.within)),
            folded=True,
        ),
    )


def _orders(context: Context, found: PatternResult, question: str) -> Section:
    (orders,) = found.patterns
    by_share = sorted(orders, key=lambda each: -each.share.value)
    shown = dict(zip(found.table.names, context.names, strict=True))
    words = {each.name: [shown.get(w, w) for w in each.name.split(", ")] for each in orders}
    label_of = {name: ", ".join(each) for name, each in words.items()}
    marks = "`" if found.orders_by == "strategy" else ""
    said = {
        name: " before ".join(f"{marks}{word}{marks}" for word in each)
        for name, each in words.items()
    }
    bars = [figures.Bar(label_of[each.name], each.share) for each in by_share]
    level, n = orders[0].share.level, orders[0].share.n
    who = "strategies" if found.orders_by == "strategy" else "turns after the leader"
    most, least = by_share[0], by_share[-1]
    return Section(
        _SLUG,
        question,
        f"Most often {said[most.name]} ({formats.share(most.share)} of hands), least often "
        f"{said[least.name]} ({formats.share(least.share)}); a sixth would be "
        f"{formats.share(1 / 6)}.",
        figures=(
            Figure(
                figures.bars(bars, axis="share of hands", percent=True),
                f"Orders of finishing by {who}: first out, second, left. Lines on the bars are "
                f"{intervals(level, n)}.",
                "Orders of finishing",
                "; ".join(f"{bar.label}: {formats.share(bar.value)}" for bar in bars) + ".",
            ),
        ),
        tables=(
            Table(
                "orders",
                f"The six orders by {who}, and what the three are paid",
                (
                    Column("order", "First, second, left"),
                    Column("share", "How often", "share of hands", "share"),
                    Column("first", "First out", "points a hand", "estimate"),
                    Column("second", "Second", "points a hand", "estimate"),
                    Column("left", "Left", "points a hand", "estimate"),
                ),
                tuple((label_of[each.name], each.share, *each.payoffs) for each in by_share),
            ),
        ),
        how_measured=(
            "With three different strategies an order names strategies; otherwise it names seats "
            "by their turn after the seat that leads by the rules. That seat holds the leader "
            "card, so turns differ in cards as well."
        ),
        label=_LABEL,
    )
