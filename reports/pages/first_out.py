"""What going out first is worth."""

from __future__ import annotations

from analysis.first_out import FirstOutResult
from analysis.score_parts import PART_PHRASES, SCORE_PARTS
from reports import figures, formats
from reports.page import Column, Figure, Section, Table
from reports.pages.context import STEPS, Context, compared, intervals, listed


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
        f"{seat} that is [[first out]] scores {compared(found.margin)} than the others, and "
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
