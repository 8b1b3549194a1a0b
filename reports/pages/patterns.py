"""The places of a side, or the orders of solo seats, and what each pays."""

from __future__ import annotations

from analysis.patterns import Pattern, PatternResult, pattern_words
from reports import figures, formats
from reports.page import Column, Figure, Section, Table
from reports.pages.context import Context, intervals

_SLUG, _LABEL = "patterns", "Patterns"
_MOST_PARTS = 6
_MOST_BARS = 12
_PAIR = 2


def build(context: Context) -> Section:
    """Make the section."""
    found = context.survey.patterns
    question = (
        "In which order do seats finish?" if context.solo else "In which places do sides finish?"
    )
    if found is None:
        return context.missing(_SLUG, question, _LABEL, "patterns")
    return _orders(context, found, question) if context.solo else _sides(context, found, question)


def _sides(context: Context, found: PatternResult, question: str) -> Section:
    rules = context.table.rules
    drawn = _places_figures(context, found)
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
            (
                camp,
                each.name,
                each.share,
                each.payoffs[0],
                pattern_words(each.name, rules),
            )
            for camp, patterns in zip(context.camps, found.patterns, strict=True)
            for each in patterns
        ),
    )
    hidden = (
        " The deal makes the sides, so every seat counts with the side that it was on; a side of "
        "one seat has one place, the side against it three."
        if rules.hidden
        else ""
    )
    return Section(
        _SLUG,
        question,
        _sides_answer(context, found),
        figures=tuple(drawn),
        tables=(table, *_split_table(found)),
        how_measured=(
            "A pattern names the places of a side's seats: it begins with 1 when one of them is "
            "first out. Seats still holding cards take the last places together. The sides of a "
            f"hand have opposite patterns.{hidden}"
            "\n\nThe split is Kitagawa's: with frequencies f and mean payoffs s by pattern, the "
            "difference of two sides is the sum of (f − f′)(s + s′)/2, what finishing in other "
            "places brings, and (s − s′)(f + f′)/2, what scoring more in the same places brings. "
            "It adds up exactly; its intervals come from leaving out one group of deals at a time "
            "(jackknife over 97 groups)."
        ),
        label=_LABEL,
    )


def _places_figures(context: Context, found: PatternResult) -> list[Figure]:
    names = sorted({each.name for patterns in found.patterns for each in patterns})
    by_name = [{each.name: each for each in patterns} for patterns in found.patterns]
    if len(names) > _MOST_PARTS:
        return [_most_frequent(context, found)]
    rows = [
        figures.Shares(camp, _shares(patterns, names))
        for camp, patterns in zip(context.camps, by_name, strict=True)
    ]
    n = found.patterns[0][0].share.n
    last = "+".join(names[-1])
    return [
        Figure(
            figures.stacked_shares(
                rows, parts=["+".join(name) for name in names], axis="share of a side's hands"
            ),
            f"Places of the seats of a side; {last}: all still held cards when the other side was "
            f"out. {formats.number(n)} [[block|blocks]]; intervals are in the table.",
            "Patterns of finishing",
            "; ".join(
                f"{row.label}: {names[0]} in {formats.share(row.shares[0])} of hands"
                for row in rows
            )
            + ".",
        )
    ]


def _most_frequent(context: Context, found: PatternResult) -> Figure:
    """Draw the most frequent of many patterns, those of the first camp."""
    best = sorted(found.patterns[0], key=lambda each: -each.share.value)[:_MOST_BARS]
    bars = [figures.Bar("+".join(each.name), each.share, context.camp_ink(0)) for each in best]
    whose = f" of {context.camp(0)}" if len(context.camps) > 1 else ""
    left_out = len(found.patterns[0]) - len(best)
    rest = f" The other {left_out} are in the table." if left_out else ""
    return Figure(
        figures.bars(bars, axis="share of a side's hands", percent=True, inks=context.inks),
        f"Places of the seats of a side{whose}, the most frequent patterns first.{rest} Lines on "
        f"the bars are {intervals(best[0].share.level, best[0].share.n)}.",
        "Patterns of finishing",
        "; ".join(f"{bar.label}: {formats.share(bar.value)}" for bar in bars[:3]) + ".",
    )


def _shares(patterns: dict[str, Pattern], names: list[str]) -> tuple[float, ...]:
    shares = [patterns[name].share.value if name in patterns else 0.0 for name in names]
    total = sum(shares)
    return tuple(share / total for share in shares)


def _sides_answer(context: Context, found: PatternResult) -> str:
    size = _PAIR if context.table.rules.hidden else len(context.table.rules.teams[0])
    first = "".join(str(place) for place in range(1, size + 1))
    said = "is first and second out" if size == _PAIR else f"has the first {size} places"
    swept = []
    for camp, patterns in enumerate(found.patterns):
        best = next((each for each in patterns if each.name == first), None)
        if best is not None:
            swept.append(f"{formats.share(best.share)} of hands for {context.camp(camp)}")
    text = f"A side {said} in " + " and ".join(swept) if swept else ""
    if len(found.patterns) == 1 and swept:
        # Every hand with such a side counts for it and, with another pattern, for its opponents.
        share = 2 * next(each.share.value for each in found.patterns[0] if each.name == first)
        text = f"One side {said} in {formats.share(share)} of hands"
    if found.split is not None and found.split.total.se:
        split = found.split
        text += (
            f"{'. ' if text else ''}Of the {formats.estimate(split.total)} points between the two, "
            f"finishing in other places makes {formats.signed(split.frequency)}, and scoring more "
            f"or less in the same places {formats.signed(split.within)}"
        )
    return f"{text or f'No side ever {said}'}."


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
        name: _said([f"{marks}{word}{marks}" for word in each], context.table.rules.seats)
        for name, each in words.items()
    }
    bars = [figures.Bar(label_of[each.name], each.share) for each in by_share[:_MOST_BARS]]
    left_out = len(by_share) - len(bars)
    rest = f" The other {left_out} are in the table." if left_out else ""
    level, n = orders[0].share.level, orders[0].share.n
    who = "strategies" if found.orders_by == "strategy" else "turns after the leader"
    most, least = by_share[0], by_share[-1]
    names = ", ".join(found.places)
    even = formats.share(1 / found.orders)
    return Section(
        _SLUG,
        question,
        f"Most often {said[most.name]} ({formats.share(most.share)} of hands), least often "
        f"{said[least.name]} ({formats.share(least.share)}); were all {found.orders} orders "
        f"equally frequent, each would be {even}.",
        figures=(
            Figure(
                figures.bars(bars, axis="share of hands", percent=True),
                f"Orders of finishing by {who}: {names}.{rest} Lines on the bars are "
                f"{intervals(level, n)}.",
                "Orders of finishing",
                "; ".join(f"{bar.label}: {formats.share(bar.value)}" for bar in bars) + ".",
            ),
        ),
        tables=(
            Table(
                "orders",
                f"The orders by {who}, and what the seats in these places are paid",
                (
                    Column("order", names.capitalize()),
                    Column("share", "How often", "share of hands", "share"),
                    *(
                        Column(place, place.capitalize(), "points a hand", "estimate")
                        for place in found.places
                    ),
                ),
                tuple((label_of[each.name], each.share, *each.payoffs) for each in by_share),
            ),
        ),
        how_measured=(
            "Where every seat has a strategy of its own an order names strategies; otherwise it "
            "names seats by their turn after the seat that leads by the rules. That seat holds the "
            "leader card, so turns differ in cards as well. With more than three seats an order "
            "names who was first out and who was left: the full orders are too many to be read."
        ),
        label=_LABEL,
    )


def _said(words: list[str], seats: int) -> str:
    """Say an order; of more seats than it names, who was first out and who was left."""
    if len(words) == seats:
        return " before ".join(words)
    return f"{words[0]} first out with {words[-1]} left"
