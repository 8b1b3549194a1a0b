"""Folk wisdom, tested: a page of its own, one verdict a tip."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Final

from analysis.certificate import Check
from analysis.folk import Answer, Finding, Folk
from reports import figures, formats
from reports.explained import title_of
from reports.page import Column, Figure, Report, Section, Table, Term, Verdict
from reports.pages.context import counted, listed, points, would_show
from reports.pages.method import GENERAL, certificate_table, verdict_of
from reports.pages.results import Occasion, provenance

_UNIT = "points a hand"
_WORDS = ("block", "causal", "interval", "seating")
_ORDER: Final[tuple[Answer, ...]] = ("true", "false", "not decided", "not asked")


def build_report(
    folk: Folk,
    occasion: Occasion,
    checks: Sequence[Check],
    today: date,
    more: tuple[Section, ...] = (),
) -> Report:
    """Make the page.

    Parameters
    ----------
    folk : Folk
        What the tips came to.
    occasion : Occasion
        What was asked for.
    checks : sequence of Check
        The certificate.
    today : date
        The date that the page names.
    more : tuple of Section
        What stands below the tips.
    """
    return Report(
        title=occasion.title,
        verdict=Verdict(_sentence(folk), _overview(folk)),
        sections=(
            _tips(folk),
            *(_section(each, folk.alike) for each in folk.findings),
            *more,
            _measured(folk, checks),
        ),
        provenance=provenance(occasion, {folk.strategy: folk.strategy}, today),
        glossary=(
            *(term for term in GENERAL if term.word in _WORDS),
            Term(
                "trade",
                "The same hand of the same deal with one thing in place of another: its holder "
                "exchanges cards with opponents, and the deal is played again.",
            ),
        ),
        strategies=(folk.strategy,),
        subtitle=(
            f"{title_of(folk.rules)} · rules number {folk.rules.number} · all seats play "
            f"{folk.strategy}, seed {folk.seed} · {today.day} {today:%B %Y}"
        ),
    )


def _sentence(folk: Folk) -> str:
    count = Counter(finding.answer for finding in folk.findings)
    parts = [f"{count[answer]} {answer}" for answer in _ORDER if count[answer]]
    return f"Of {len(folk.findings)} tips that are passed on for this game: {listed(parts)}."


def _overview(folk: Folk) -> Figure | None:
    dots = [
        figures.Dot(f"{finding.tip.slug}: {finding.answer}", finding.value)
        for finding in folk.findings
        if finding.value is not None
    ]
    if not dots:
        return None
    level = formats.level_percent(folk.level)
    return Figure(
        figures.dots_with_intervals(dots, axis=f"size of the tip, {_UNIT}"),
        f"What each tip is about, in points a hand. Bars are intervals that hold together with "
        f"{level}; each is explained below.",
        "Size of each tip",
        "; ".join(f"{dot.label}, {formats.estimate(dot.estimate)}" for dot in dots) + ".",
    )


def _tips(folk: Folk) -> Section:
    return Section(
        "tips",
        "Which tips are true?",
        _sentence(folk),
        tables=(
            Table(
                "tips",
                "Every tip, what was asked, and the answer",
                (
                    Column("tip", "Tip"),
                    Column("verdict", "Verdict"),
                    Column("size", "Size", _UNIT, "estimate"),
                    Column("deals", "Deal blocks", kind="number"),
                    Column("hands", "Hands", kind="number"),
                    Column("note", "Note"),
                ),
                tuple(
                    (
                        finding.tip.saying,
                        finding.answer,
                        finding.value,
                        None if finding.value is None else finding.value.n,
                        finding.cases,
                        finding.reason,
                    )
                    for finding in folk.findings
                ),
            ),
        ),
        how_measured=(
            "A tip that one thing is worth more is true where the whole interval lies above 0, and "
            "false where it lies below. A tip that two things are worth as much is true where the "
            f"interval lies within {formats.number(folk.alike)} points of 0, a twentieth of the "
            "standard deviation of a hand's payoff, and false where it lies outside. Anything else "
            f"is not decided. The intervals of all tips hold together with "
            f"{formats.level_percent(folk.level)}. The answers are for hands played by "
            f"`{folk.strategy}`: another strategy may make more of a card."
        ),
        label="The tips",
    )


def _section(finding: Finding, alike: float) -> Section:
    tip, value = finding.tip, finding.value
    if value is None:
        return Section(tip.slug, tip.question, "", label=tip.saying, empty_reason=finding.reason)
    answer = (
        f"“{tip.saying}”: {finding.answer}. The size is {points(value)} "
        f"({counted(value.n, 'deal')}, {counted(finding.cases, 'hand')})."
    )
    if finding.answer == "not decided":
        nearest = math.copysign(alike, value.value) if tip.claim == "alike" else 0.0
        answer += f" {would_show(value, nearest)}"
    rows = finding.by_rank or (("all", value),)
    drawn: tuple[Figure, ...] = ()
    if finding.by_rank:
        drawn = (
            Figure(
                figures.dots_with_intervals(
                    [figures.Dot(rank, each) for rank, each in finding.by_rank],
                    axis=f"size by rank, {_UNIT}",
                ),
                "The same rank by rank. Bars are 95 % intervals, each by itself: among many, some "
                "miss.",
                f"{tip.saying} Rank by rank",
                "; ".join(f"{rank}: {formats.estimate(each)}" for rank, each in rows) + ".",
            ),
        )
    return Section(
        tip.slug,
        tip.question,
        answer,
        figures=drawn,
        tables=(
            Table(
                f"tip-{tip.slug}",
                "Size by rank" if finding.by_rank else "Size",
                (
                    Column("rank", "Rank"),
                    Column("size", "Size", _UNIT, "estimate"),
                    Column("deals", "Deal blocks", kind="number"),
                ),
                tuple((rank, each, each.n) for rank, each in rows),
                folded=True,
            ),
        ),
        how_measured=f"{tip.method} The deals are played as dealt and after each [[trade]] by the "
        "same strategies with the same random draws ([[causal]]); errors count deal "
        "[[block|blocks]]."
        if tip.claim == "alike" or finding.by_rank
        else f"{tip.method} Errors count deal [[block|blocks]].",
        label=tip.saying,
    )


def _measured(folk: Folk, checks: Sequence[Check]) -> Section:
    return Section(
        "measured",
        "How was it measured, and can it be trusted?",
        f"{counted(folk.deals, 'deal')} a question, `{folk.strategy}` in every seat. "
        f"{verdict_of(checks)}.",
        tables=(certificate_table(checks),),
        how_measured=(
            "Deal I depends on the rule set, the seed and I alone. The first deals, played again "
            "with every play checked for being held, legal and higher than the one before, must "
            "pay as they did; in the two seatings of a comparison the strategy must differ from "
            "itself by exactly 0; intervals of 100 payoffs drawn with replacement, 2,000 times, "
            "must cover the mean of all as often as they claim."
        ),
        label="How it was measured",
    )
