"""What each type of hand is worth: causal beside descriptive, sorted by value."""

from __future__ import annotations

from analysis.hand_types import HandTypeRow, HandTypes
from reports import figures, formats
from reports.page import Column, Figure, Section, Table
from reports.pages.context import Context, counted, points

_SLUG, _LABEL = "hand-types", "Value of hand types"
_QUESTION = "What is each type of hand worth?"
_SURE = 3.5
"""Standard errors at which a value is told apart from 0 among some forty."""
_MOST_NAMED = 8
"""Types with the same gap that are named."""
_MOST_ROWS = 24
"""Rows of the figure; the table has all."""


def build(context: Context) -> Section:
    """Make the section."""
    types = context.survey.hand_types
    if types is None:
        return context.missing(_SLUG, _QUESTION, _LABEL, "hand_types")
    valued = types.by_value()
    if not valued:
        return Section(
            _SLUG,
            _QUESTION,
            "",
            tables=(_table(types),),
            empty_reason="No type was broken often enough for a causal value: "
            f"{counted(context.survey.deals, 'deal')} hold too few such hands.",
            label=_LABEL,
        )
    return Section(
        _SLUG,
        _QUESTION,
        _answer(types, valued),
        figures=(_figure(context, types, valued),),
        tables=(_table(types), _splits(context, types, valued)),
        how_measured=_how(context, types),
        label=_LABEL,
    )


def _answer(types: HandTypes, valued: tuple[HandTypeRow, ...]) -> str:
    best = valued[0]
    assert best.causal is not None
    text = (
        f"Worth most: {best.label}. Its holder loses {points(best.causal)} when one exchanged card "
        "breaks it ([[break swap]])."
    )
    if best.descriptive is not None:
        text += (
            f" Hands of the type score {points(best.descriptive)} more than the average hand, "
            "which also counts whatever else they hold."
        )
    worst = valued[-1]
    # The lowest of many is low by chance as well.
    if worst.causal is not None and worst.causal.value < -_SURE * worst.causal.se:
        loss = formats.estimate(worst.causal.scaled(-1))
        text += f" At the other end, holding {worst.label} costs {loss} points."
    if not types.all_agree:
        text += " Some types were dealt more or less often than they should be: see how measured."
    return text


def _figure(context: Context, types: HandTypes, valued: tuple[HandTypeRow, ...]) -> Figure:
    # Both ends say something; the middle is in the table.
    half = _MOST_ROWS // 2
    drawn = valued if len(valued) <= _MOST_ROWS else (*valued[:half], *valued[-half:])
    pairs = [figures.Pair(row.label, row.causal, row.descriptive) for row in drawn]
    left_out = "" if len(drawn) == len(valued) else " The types in between are in the table."
    level = formats.level_percent(types.level)
    return Figure(
        figures.forest(pairs, axis=f"points a hand for the holder{_share(context)}"),
        f"Causal: what breaking the type by one exchanged card costs. Descriptive: how much more "
        f"hands of the type score than all hands. Bars are {level} intervals; "
        f"{formats.number(types.n)} [[block|blocks]] behind the descriptive values, the hands "
        f"behind the causal ones are in the table.{left_out}",
        "Value of hand types",
        "; ".join(
            f"{row.label}: causal {formats.estimate(row.causal)}, "
            f"descriptive {formats.estimate(row.descriptive)}"
            for row in (*drawn[:3], drawn[-1])
        )
        + ".",
    )


def _share(context: Context) -> str:
    return " (its share of what the side gets)" if context.table.rules.payoff == "shared" else ""


def _table(types: HandTypes) -> Table:
    by_value = types.by_value()
    rows = [*by_value, *(row for row in types.rows if row not in by_value)]
    return Table(
        "hand-types",
        "Every type, the most valuable first",
        (
            Column("type", "Hand type"),
            Column("causal", "Causal", "points a hand", "estimate"),
            Column("descriptive", "Descriptive", "points a hand", "estimate"),
            Column("regression", "Regression", "points a hand", "estimate"),
            Column("exact", "Dealt, exactly", "share", "share", 2),
            Column("simulated", "Dealt, here", "share", "share"),
            Column("hands", "Broken", "hands", "number"),
        ),
        tuple(
            (
                row.label,
                row.causal,
                row.descriptive,
                row.regression,
                None if row.exact_frequency is None else float(row.exact_frequency),
                row.simulated_frequency,
                row.hands_broken,
            )
            for row in rows
        ),
    )


def _splits(context: Context, types: HandTypes, valued: tuple[HandTypeRow, ...]) -> Table:
    doubles = context.table.rules.doubling != "never"
    receivers = list(dict.fromkeys(name for row in valued for name in row.by_side))
    return Table(
        "hand-type-effects",
        "What breaking a type changes, and by who received its card",
        (
            Column("type", "Hand type"),
            Column("causal", "Causal", "points a hand", "estimate"),
            Column("first_out", "First out", "change of chance", "share"),
            Column("last", "Left with cards", "change of chance", "share"),
            Column("captured", "Captured", "points a hand", "estimate"),
            *([Column("doubled", "Doubled", "change of chance", "share")] if doubles else ()),
            *(
                Column(f"to_{name.replace('-', '_')}", f"Card to {name}", "points", "estimate")
                for name in receivers
            ),
            Column("breakable", "Can be broken", "share of such hands", "share"),
        ),
        tuple(
            (
                row.label,
                row.causal,
                *(
                    row.causal_splits.get(key)
                    for key in ("first_out", "last", "captured", *(["doubled"] if doubles else ()))
                ),
                *(row.by_side.get(name) for name in receivers),
                row.breakable,
            )
            for row in valued
        ),
        folded=True,
    )


def _how(context: Context, types: HandTypes) -> str:
    return (
        "Causal ([[break swap]]): one card of the type is exchanged with a card of the next rank "
        "from another hand, so that the type breaks, no new bomb, fifty-K or longer run arises and "
        "the leader stays; the deal is played again by the same strategies with the same random "
        f"draws. Up to {formats.number(types.plan.swaps)} hands of each type were broken. "
        "The value belongs to hands that can be broken so; their share is in the table.\n\n"
        "Descriptive: mean payoff of hands of the type less the mean of all hands. It credits the "
        "type with everything such hands also hold.\n\n"
        "Regression: the payoff on all types at once; for the levels of a number (2s, points, "
        "plays) against the reference level. It assumes that the types' effects add up.\n\n"
        "All errors count deal [[block|blocks]]: "
        f"{context.deals}. Each interval stands alone; among many, some miss.{_gaps(types)}"
    )


def _named(labels: list[str]) -> str:
    """Name the types that have the same gap, or count them where they are many."""
    return f"{len(labels)} types" if len(labels) > _MOST_NAMED else ", ".join(labels)


def _gaps(types: HandTypes) -> str:
    """Say which figures are missing and why, reason by reason."""
    by_reason: dict[str, list[str]] = {}
    for row in types.rows:
        for reason in row.notes:
            by_reason.setdefault(reason, []).append(row.label)
    gaps = [f"{reason} ({_named(labels)})" for reason, labels in by_reason.items()]
    off = [row.label for row in types.rows if row.agrees is False]
    gaps += [f"dealt more or less often than they should be ({', '.join(off)})"] if off else []
    return f"\n\nMissing or doubtful: {'; '.join(gaps)}." if gaps else ""
