"""What the lead is worth, and what the card is worth that brings it."""

from __future__ import annotations

from analysis.lead_value import LeadResult
from analysis.leader_card import ANYONE, LeaderCardResult
from reports import figures, formats
from reports.page import Column, Figure, Section, Table
from reports.pages.charts import dotted
from reports.pages.context import Context, counted, intervals, listed, points

_UNIT = "points a hand"


def value(context: Context) -> Section:
    """Make the section on the value of the lead."""
    slug, label = "lead", "Value of the lead"
    question = "What is the lead worth?"
    found = context.survey.lead
    if found is None:
        return context.missing(slug, question, label, "lead")
    dots = [
        figures.Dot(name, value.value, name)
        for name, value in zip(context.names, found.values, strict=True)
    ]
    level = found.values[0].value.level
    return Section(
        slug,
        question,
        _lead_answer(context, found),
        figures=(
            dotted(
                dots,
                axis="points a hand: own lead minus another's",
                caption="The same cards played with every seat leading in turn. Bars are "
                f"{intervals(level, found.deals)}.",
                title="Value of the lead",
                inks=context.inks,
                sides=("leading costs points", "leading brings points"),
            ),
        ),
        tables=(_lead_table(context, found),),
        how_measured=(
            f"{formats.number(found.deals)} deals of this run were played again in every seating "
            f"with each seat forced to lead, {formats.number(found.hands)} hands. Cards, seats and "
            "strategies stay; only the lead moves. So this is the effect of the lead, not a "
            "comparison of leaders, who hold the leader card by the rules."
        ),
        label=label,
    )


def _lead_answer(context: Context, found: LeadResult) -> str:
    worth, chances = [], []
    for name, value in zip(context.names, found.values, strict=True):
        told = "" if value.value.excludes(0) else " (not told apart from 0)"
        worth.append(f"{formats.signed(value.value)} points a hand with `{name}`{told}")
        chances.append(formats.signed(value.first_out.scaled(100)))
    return (
        f"To the {context.who} that has it: {listed(worth)}. The lead moves its chance of being "
        f"[[first out]] by {listed(chances)} percentage points."
    )


def _lead_table(context: Context, found: LeadResult) -> Table:
    keys = [name.replace(" ", "_") for name in found.leaders]
    return Table(
        "lead",
        "Payoff by who leads, the same deals",
        (
            Column("strategy", "Strategy", kind="strategy"),
            Column("value", "Value of the lead", "points a hand", "estimate"),
            Column("first_out", "First out", "change of chance", "share"),
            *(
                Column(f"led_by_{key}", f"{name.capitalize()} leads", "points a hand", "estimate")
                for key, name in zip(keys, found.leaders, strict=True)
            ),
            Column("deals", "Deals", "replayed", "number"),
        ),
        tuple(
            (name, value.value, value.first_out, *value.by_leader, value.value.n)
            for name, value in zip(context.names, found.values, strict=True)
        ),
    )


def card(context: Context) -> Section:
    """Make the section on the leader card."""
    slug, label = "leader-card", "The leader card"
    question = f"What is the leader card, {context.table.rules.leader_card}, worth?"
    found = context.survey.leader_card
    if found is None:
        return context.missing(slug, question, label, "leader_card")
    whole = [each for each in found.values if each.receiver == ANYONE]
    shown = dict(zip(context.table.names, context.names, strict=True))
    pairs = [figures.Pair(shown[each.strategy], each.moved, each.fixed) for each in whole]
    first = whole[0].moved
    instead = f"a {' or '.join(found.next_to)}"
    return Section(
        slug,
        question,
        _card_answer(context, found, instead),
        figures=(
            Figure(
                figures.forest(
                    pairs,
                    axis=f"{_UNIT}: the leader card in place of {instead}",
                    causal="lead moves",
                    descriptive="lead stays",
                ),
                f"What holding {found.card} in place of {instead} of another hand changes for its "
                "holder: with the lead that it brings, and with the lead left where it was. Bars "
                f"are {intervals(first.level, first.n)}.",
                "Value of the leader card",
                "; ".join(
                    f"{pair.label}: with the lead {formats.estimate(pair.causal)}, without "
                    f"{formats.estimate(pair.descriptive)}"
                    for pair in pairs
                )
                + ".",
            ),
        ),
        tables=(
            Table(
                "leader-card",
                f"The leader card {found.card} in place of {instead}, by who gets it",
                (
                    Column("strategy", "Strategy", kind="strategy"),
                    Column("receiver", "Goes to"),
                    Column("moved", "Lead moves", _UNIT, "estimate"),
                    Column("fixed", "Lead stays", _UNIT, "estimate"),
                    Column("lead", "The lead's part", _UNIT, "estimate"),
                    Column("deals", "Deals", "replayed", "number"),
                ),
                tuple(
                    (
                        shown[each.strategy],
                        each.receiver,
                        each.moved,
                        each.fixed,
                        each.lead,
                        each.moved.n,
                    )
                    for each in found.values
                ),
            ),
        ),
        how_measured=(
            f"In {counted(found.deals, 'deal')} the holder of {found.card} exchanged it with every "
            f"other seat that has {instead}, one drawn where it has several. Each exchange was "
            "played twice, with the lead moved to the new holder and with the old holder leading "
            f"still ({counted(found.hands, 'hand')} with those as dealt); strategies, other cards "
            "and random draws stay ([[causal]]). The first is what the card is worth, the second "
            "what it is worth as a card to play; the difference is the lead. Each interval stands "
            "alone."
        ),
        label=label,
    )


def _card_answer(context: Context, found: LeaderCardResult, instead: str) -> str:
    shown = dict(zip(context.table.names, context.names, strict=True))
    told = []
    for each in found.values:
        if each.receiver == ANYONE:
            sure = "" if each.moved.excludes(0) else " (not told apart from 0)"
            told.append(
                f"{points(each.moved)}{sure} with `{shown[each.strategy]}`, of which "
                f"{formats.signed(each.lead)} come from the lead and {formats.signed(each.fixed)} "
                "from the card"
            )
    return f"In place of {instead} in another hand it is worth {listed(told)}."
