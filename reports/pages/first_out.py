"""What going out first is worth, and what the lead is worth."""

from __future__ import annotations

from analysis.first_out import FirstOutResult
from analysis.lead_value import LeadResult
from analysis.score_parts import PART_PHRASES, SCORE_PARTS
from reports import figures, formats
from reports.page import Column, Figure, Section, Table
from reports.pages.context import STEPS, Context, intervals, listed, points


def going_out_first(context: Context) -> Section:
    """Make the section on going out first and the rules of places."""
    slug, label = "first-out", "Going out first"
    question = "What is going out first worth?"
    found = context.survey.first_out
    if found is None:
        return context.missing(slug, question, label, "first_out")
    shown = [name for name, part in found.parts.items() if part.value or part.se]
    steps = [figures.Step(SCORE_PARTS[name], found.parts[name]) for name in shown]
    return Section(
        slug,
        question,
        _first_answer(context, found),
        figures=(
            Figure(
                figures.waterfall(
                    steps,
                    found.margin,
                    axis="points a hand, first out minus the others",
                    total_label="difference",
                ),
                f"What {_seat(context)} that is [[first out]] scores more than the others, by "
                f"scoring rule. {intervals(found.margin.level, found.n)}.",
                "What going out first is worth",
                "; ".join(f"{step.label} {formats.signed(step.value)}" for step in steps)
                + f"; together {formats.signed(found.margin)} points a hand.",
            ),
        ),
        tables=(_rules_table(context, found, shown),),
        how_measured=(
            "This compares hands, not decisions: whoever holds good cards goes out first and "
            "captures more as well, so it is not what a seat would gain by going out first with "
            "the same cards.\n\n"
            "Decides: the same plays are scored without one rule; the share of hands that another "
            f"{context.who} or nobody wins then. {_ties(context)}"
            + (f" {STEPS}" if context.table.rules.payoff == "steps" else "")
        ),
        label=label,
    )


def _seat(context: Context) -> str:
    return "a seat" if context.solo else "a seat of the side"


def _ties(context: Context) -> str:
    if context.table.rules.tie == "first_out":
        return f"A tie goes to the {context.who} that was out earlier."
    return "At equal points nobody wins."


def _first_answer(context: Context, found: FirstOutResult) -> str:
    seat = _seat(context).replace("a", "A", 1)
    text = (
        f"{seat} that is [[first out]] scores {points(found.margin)} more than the others, and "
        f"wins {formats.share(found.wins)} of hands."
    )
    rules = [
        f"{PART_PHRASES[name]} in {formats.share(share)}"
        for name, share in found.decides.items()
        if share.value
    ]
    return text + (f" The winner hangs on {listed(rules)} of hands." if rules else "")


def _rules_table(context: Context, found: FirstOutResult, shown: list[str]) -> Table:
    return Table(
        "score-rules",
        "What each part of the score contributes",
        (
            Column("part", "Part"),
            Column("mean", "Mean", "points a hand and seat", "estimate"),
            Column("margin", "To the first out", "points a hand", "estimate"),
            Column("decides", "Decides the winner", "share of hands", "share"),
        ),
        (
            *(
                (
                    SCORE_PARTS[name],
                    found.means[name],
                    found.parts[name],
                    found.decides.get(name),
                )
                for name in shown
            ),
            ("all", found.mean, found.margin, None),
        ),
    )


def lead(context: Context) -> Section:
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
    lost, gained = "leading costs points", "leading brings points"
    return Section(
        slug,
        question,
        _lead_answer(context, found),
        figures=(
            Figure(
                figures.dots_with_intervals(
                    dots,
                    axis="points a hand: own lead minus another's",
                    inks=context.inks,
                    sides=(lost, gained),
                ),
                "The same cards played with every seat leading in turn. Bars are "
                f"{intervals(level, found.deals)}.",
                "Value of the lead",
                "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)} points" for dot in dots)
                + ".",
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
