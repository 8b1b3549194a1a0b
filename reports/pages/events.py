"""The big events of a hand: sweeps, seats left, points that change hands, hands nobody wins."""

from __future__ import annotations

from analysis.events import EVENT_LABELS, EVENTS, FATES, EventsResult
from reports import figures, formats
from reports.page import Column, Figure, Section, Table
from reports.pages.context import STEPS, Context, intervals, listed, points

_SLUG, _LABEL = "events", "Big events"
_QUESTION = "Which big events decide hands, and what are they worth?"


def build(context: Context) -> Section:
    """Make the section."""
    found = context.survey.events
    if found is None:
        return context.missing(_SLUG, _QUESTION, _LABEL, "events")
    if not found.events:
        return Section(
            _SLUG,
            _QUESTION,
            "",
            tables=(_fates(context, found),),
            label=_LABEL,
            empty_reason="These rules know no sweep, no payment for seats or points left, and no "
            "hand without a winner.",
        )
    bars = [figures.Bar(EVENT_LABELS[each.name], each.share) for each in found.events]
    level = found.events[0].share.level
    return Section(
        _SLUG,
        _QUESTION,
        _answer(context, found),
        figures=(
            Figure(
                figures.bars(bars, axis="share of hands", percent=True),
                f"How often each event happens. Lines on the bars are {intervals(level, found.n)}.",
                "Big events",
                "; ".join(f"{bar.label}: {formats.share(bar.value)}" for bar in bars) + ".",
            ),
        ),
        tables=(_events(context, found), _fates(context, found)),
        how_measured=_how(context),
        label=_LABEL,
    )


def _answer(context: Context, found: EventsResult) -> str:
    texts = []
    for each in found.events:
        text = f"in {formats.share(each.share)} of hands {EVENTS[each.name]}"
        if each.worth is not None:
            text += f" ({points(each.worth)} for it)"
        texts.append(text)
    whole = listed(texts)
    return f"{whole[0].upper()}{whole[1:]}."


def _events(context: Context, found: EventsResult) -> Table:
    return Table(
        "events",
        f"Each event, and how much more the first out's {context.who} scores with it and without",
        (
            Column("event", "Event"),
            Column("share", "How often", "share of hands", "share"),
            Column("worth", "Its rule pays", "points, first out minus others", "estimate"),
            Column("margin", "Whole margin with it", "points", "estimate"),
            Column("otherwise", "Otherwise", "points", "estimate"),
        ),
        tuple(
            (EVENT_LABELS[each.name], each.share, each.worth, each.margin, each.margin_otherwise)
            for each in found.events
        ),
    )


def _fates(context: Context, found: EventsResult) -> Table:
    shown = FATES if not context.solo else FATES[:3]
    return Table(
        "fates",
        "How hands end for the seats of each strategy",
        (
            Column("strategy", "Strategy", kind="strategy"),
            *(Column(name, _FATE_WORDS[name], "share of its hands", "share") for name in shown),
        ),
        tuple(
            (name, *fates[: len(shown)])
            for name, fates in zip(context.names, found.fates, strict=True)
        ),
    )


_FATE_WORDS = {
    "win": "Wins",
    "draw": "Nobody wins",
    "loss": "Loses",
    "sweep": "Its side sweeps",
    "swept": "Its side is swept",
}


def _how(context: Context) -> str:
    steps = f" {STEPS}" if context.table.rules.payoff == "steps" else ""
    return (
        "Its rule pays: in hands with the event, the part of the payoff that the rule makes, mean "
        f"over the seats of the first out's {context.who} less mean over the others; below 0 where "
        f"the rule pays those.{steps}\n\nWhole margin: the same for the whole payoff. Hands with "
        "an event and without differ in their cards too, so the two margins describe and do not "
        "say what the event alone brings."
    )
