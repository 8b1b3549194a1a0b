"""How it was measured: provenance, the certificate, the command to repeat it, the words."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from datetime import date

from analysis.certificate import Check
from analysis.experiment import Experiment
from reports import formats
from reports.explained import title_of
from reports.page import Column, Fact, Section, Table, Term
from reports.pages.context import Context, counted
from sim.rules import Rules

_SLUG, _LABEL = "measured", "How it was measured"
_QUESTION = "How was it measured, and can it be trusted?"


def build(context: Context, folder: str) -> Section:
    """Make the section; `folder` is the result directory as the reader names it."""
    checks = context.survey.checks
    return Section(
        _SLUG,
        _QUESTION,
        f"{context.deals[0].upper()}{context.deals[1:]}: {formats.number(context.hands)} hands. "
        f"{verdict_of(checks)}.",
        tables=(certificate_table(checks),),
        facts=tuple(
            Fact(label, command, code=True)
            for label, command in commands(context.survey.experiment, folder)
        ),
        how_measured=_how(context),
        label=_LABEL,
    )


def verdict_of(checks: Sequence[Check]) -> str:
    """Say whether the checks that were run hold."""
    failed = [check for check in checks if check.held is False]
    ran = [check for check in checks if check.held is not None]
    if failed:
        return f"{counted(len(failed), 'check')} of {len(ran)} failed, so do not rely on this page"
    return f"All {len(ran)} checks hold" if ran else "No check could be run"


def certificate_table(checks: Sequence[Check]) -> Table:
    """Make the table of a certificate."""
    return Table(
        "certificate",
        "Certificate: what was checked on this very run",
        (
            Column("check", "Check"),
            Column("result", "Result"),
            Column("cases", "Cases", kind="number"),
            Column("unit", "Counted"),
            Column("note", "Note"),
        ),
        tuple(
            (check.name, _result(check), check.cases, check.unit, check.note) for check in checks
        ),
    )


def _result(check: Check) -> str:
    if check.held is None:
        return "not run"
    if check.share is not None:
        return f"{formats.share(check.share)} {'(holds)' if check.held else '(FAILED)'}"
    return "holds" if check.held else "FAILED"


def _how(context: Context) -> str:
    strategies = ""
    reason = context.survey.reasons.get("strategies")
    if reason:
        strategies = f"\n\nNothing could be replayed: {reason}."
    return (
        "Deal I depends on the rule set, the seed and I alone. Each deal is played in every "
        "distinct seating of the line-up: hands, leader and random draws stay with the seats, "
        "strategies move. All hands of one deal are one [[block]]; every error on this page is "
        "computed from differences between blocks.\n\n"
        "A strategy against itself: each strategy sits on both sides of a comparison on deals of "
        "this run; the difference must be exactly 0 on each. Replay: recorded deals are played "
        "again in debug mode, where every play is checked for being held, legal and higher than "
        "the one before, and every card and point for being in exactly one place; the outcome "
        "must equal the recorded rows. Coverage: from the recorded block scores 100 are drawn "
        "with replacement, 2,000 times; the share of intervals that hold the mean of all must be "
        f"close to the level they claim.{strategies}"
    )


def provenance(context: Context, today: date) -> tuple[Fact, ...]:
    """Return what the run was made of."""
    survey = context.survey
    experiment, rules = survey.experiment, context.table.game
    options = (
        ", ".join(f"{name}={_value(value)}" for name, value in experiment.options.items())
        or "none changed"
    )
    numbers = ", ".join(
        f"{formats.number(low)} to {formats.number(high - 1)}" for low, high in survey.ranges
    )
    asked = sum(high - low for low, high in experiment.ranges)
    unfinished = "" if asked == survey.deals else f"; {formats.number(asked)} were asked for"
    line_up = ", ".join(f"`{_shown(context, name)}`" for name in experiment.strategies)
    facts = [
        Fact("Rules", f"`{rules.id}`: {title_of(rules)}; rules number {experiment.rules_number}"),
        Fact("Options", options),
        Fact("Deals", f"{formats.number(survey.deals)}, numbers {numbers}{unfinished}"),
        Fact("Seed", str(experiment.seed)),
        Fact("Line-up", line_up),
        Fact("Seatings", f"{len(context.table.plan)} ({experiment.seatings})"),
    ]
    for place, strategy in enumerate(survey.strategies):
        values = ", ".join(f"{name} {value:g}" for name, value in strategy.values.items())
        source = f" SHA-256 {strategy.source_hash[:16]}." if strategy.source_hash else ""
        parameters = f" Parameters: {values}." if values else ""
        facts.append(
            Fact("Strategy", f"`{context.names[place]}`: {strategy.text}{parameters}{source}")
        )
    versions = ", ".join(f"{name} {number}" for name, number in experiment.versions.items())
    return (*facts, Fact("Versions", versions), Fact("Written", f"{today:%Y-%m-%d}"))


def _shown(context: Context, name: str) -> str:
    return dict(zip(context.table.names, context.names, strict=True)).get(name, name)


def _value(value: object) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def commands(experiment: Experiment, folder: str) -> list[tuple[str, str]]:
    """Return the exact commands that repeat a run and its report."""
    low, high = experiment.span
    words = ["fiftyk", "simulate", "--rules", experiment.rules]
    for name, value in experiment.options.items():
        words += ["--set", f"{name}={_value(value)}"]
    words += ["--strategies", ",".join(_line_up(experiment))]
    words += ["--deals", str(high - low), "--seed", str(experiment.seed)]
    if experiment.seatings != "rotations":
        words += ["--seatings", experiment.seatings]
    if low:
        words += ["--first-deal", str(low)]
    if experiment.records:
        words += ["--records", str(experiment.records)]
    words += ["--out", folder]
    return [
        ("To repeat it", shlex.join(words)),
        ("And this page", shlex.join(["fiftyk", "report", folder])),
    ]


def _line_up(experiment: Experiment) -> tuple[str, ...]:
    """Return the line-up as briefly as the command line reads it."""
    seated = experiment.strategies
    if len(set(seated)) == 1:
        return seated[:1]
    teams = experiment.game.teams
    by_team = [{seated[seat] for seat in team} for team in teams]
    if all(len(names) == 1 for names in by_team):
        return tuple(seated[team[0]] for team in teams)
    return seated


def glossary(rules: Rules) -> tuple[Term, ...]:
    """Return the words of a report under these rules, in order."""
    return tuple(
        sorted(
            (*GENERAL, *(term for term in _OF_RULES if _knows(rules, term.word)), _payoff(rules)),
            key=lambda term: term.word,
        )
    )


def _knows(rules: Rules, word: str) -> bool:
    if word == "doubling":
        return rules.doubling != "never"
    return not rules.solo


def _payoff(rules: Rules) -> Term:
    pays = {
        "full": "the points" if rules.solo else "all points of its side",
        "shared": "its share of its side's points",
        "margin": f"its side's points less the other's, divided by {rules.payoff_step}",
        "steps": "1, 2 or 3 points won or lost, by how far the sides' points are apart",
    }
    return Term("payoff", f"What a hand pays a seat: {pays[rules.payoff]}.")


_OF_RULES = (
    Term(
        "doubling",
        "All points count twice: when the losers captured nothing and none of them was first out; "
        "in solo games when the winner's opponents captured nothing.",
    ),
    Term("sweep", "All seats of a side are out before any opponent."),
)
"""Words that only some rules need."""

GENERAL = (
    Term(
        "block",
        "One deal played in every distinct seating of the line-up. Its hands share their cards and "
        "are not independent; blocks are, so blocks are what every error counts.",
    ),
    Term(
        "break swap",
        "One card of a hand type is exchanged with a card of the next rank from another hand, so "
        "that the type breaks and no new one arises; the same deal is played again.",
    ),
    Term("captured", "Card points (5, T, K) that a seat took in tricks during the hand."),
    Term(
        "causal",
        "What changes when one thing is changed and everything else stays: the same deal played "
        "twice.",
    ),
    Term(
        "descriptive",
        "A difference between hands that are of a kind and hands that are not; whatever else "
        "differs between them is part of it.",
    ),
    Term("first out", "The first seat of a hand that has played all its cards."),
    Term(
        "interval",
        "A range made so that it holds the true value with the stated frequency. After ± stands "
        "half its width.",
    ),
    Term(
        "pairing factor",
        "How many times more hands would be needed for the same interval if every seating were "
        "played on new deals.",
    ),
    Term("seating", "Who sits where: strategies move from seat to seat, the cards stay."),
)
"""Words that every report needs."""
