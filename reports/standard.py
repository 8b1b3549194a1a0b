"""The standard report of a result directory: numbers from `analysis.survey`, pages from `pages`."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from analysis.experiment import read_experiment
from analysis.people import People
from analysis.stack_survey import survey_stacks
from analysis.survey import Effort, Progress, survey
from analysis.swings import Swings
from reports.explained import title_of
from reports.page import Report, Section, Term
from reports.pages import (
    doubling,
    doubling_play,
    events,
    finishing,
    first_out,
    hand_types,
    lead,
    method,
    overview,
    patterns,
    stacks,
)
from reports.pages import people as people_page
from reports.pages import strategies as strategies_page
from reports.pages import swings as swings_page
from reports.pages.context import Context, counted
from reports.render import write_report
from sim.rules import Rules

REPORT_FILE = "report.html"
"""Where the report goes in a result directory, unless told otherwise."""
REPLAYS = 10
"""Deals of the swing list, unless told otherwise."""


def build_report(
    result_dir: str | Path,
    *,
    threads: int = 2,
    effort: Effort | None = None,
    progress: Progress | None = None,
    today: date | None = None,
    replays: int = REPLAYS,
    people: People | None = None,
) -> Report:
    """Make the report of a result directory.

    Parameters
    ----------
    result_dir : path
        What `fiftyk simulate` wrote.
    threads : int
        They change nothing but the time.
    effort : Effort, optional
        How much is played again for it.
    progress : function, optional
        Told how many percent are done, and what comes next.
    today : date, optional
        The date that the page names; by default today's.
    replays : int
        Deals of the swing list.
    people : People, optional
        Records of games that people played, for a section beside.

    Raises
    ------
    BadInput
        If it is no result directory, or holds no hands.
    """
    context = context_of(result_dir, threads=threads, effort=effort, progress=progress)
    swings = swings_page.find(context, result_dir, replays)
    report = report_of(context, swings, result_dir, today=today)
    return report if people is None else with_people(report, context, people)


def with_people(report: Report, context: Context, people: People) -> Report:
    """Return a report with the section of games that people played."""
    return with_section(report, people_page.build(context, people))


def with_section(report: Report, section: Section) -> Report:
    """Return a report with a section more, before the last, which says how it was measured."""
    *others, measured = report.sections
    return replace(report, sections=(*others, section, measured))


def context_of(
    result_dir: str | Path,
    *,
    threads: int = 2,
    effort: Effort | None = None,
    progress: Progress | None = None,
) -> Context:
    """Find out all that a report of a result directory says. See `build_report`."""
    if isinstance(read_experiment(result_dir).game, Rules):
        return Context(survey(result_dir, effort=effort, threads=threads, progress=progress))
    return Context(survey_stacks(result_dir, effort=effort, progress=progress))


def report_of(
    context: Context,
    swings: Swings | None,
    result_dir: str | Path,
    *,
    today: date | None = None,
    replay_href: swings_page.ReplayHref | None = None,
) -> Report:
    """Make the report of what has been found out.

    Parameters
    ----------
    context : Context
        The survey.
    swings : Swings, optional
        The deals where the strategies differ most; None where only one plays.
    result_dir : path
        The result directory as the reader names it.
    today : date, optional
        The date that the page names; by default today's.
    replay_href : function, optional
        Where the replay of a deal in a seating is; without it the page names the command.
    """
    day = today or datetime.now(UTC).date()
    rules = context.survey.experiment.game
    if isinstance(rules, Rules):
        sections: tuple[Section, ...] = (
            hand_types.build(context),
            finishing.places(context),
            patterns.build(context),
            first_out.going_out_first(context),
            lead.value(context),
            lead.card(context),
            finishing.until_out(context),
            events.build(context),
            *doubling.build(context),
            *doubling_play.build(context),
            swings_page.build(context, swings, str(result_dir), replay_href),
        )
        verdict = overview.build(context)
        glossary: tuple[Term, ...] = method.glossary(rules)
    else:
        sections = (
            *stacks.build(context),
            swings_page.build(context, swings, str(result_dir), replay_href),
        )
        verdict = stacks.verdict(context)
        glossary = stacks.glossary()
    return Report(
        title=overview.title(context),
        verdict=verdict,
        sections=(
            strategies_page.build(context),
            *sections,
            method.build(context, str(result_dir)),
        ),
        provenance=method.provenance(context, day),
        glossary=glossary,
        strategies=context.names,
        subtitle=(
            f"{title_of(rules)} · rules number {rules.number} · "
            f"{counted(context.survey.deals, 'deal')}, seed {context.survey.experiment.seed} · "
            f"{day.day} {day:%B %Y}"
        ),
    )


def write_standard_report(
    result_dir: str | Path,
    out: str | Path | None = None,
    progress: Progress | None = None,
    *,
    threads: int | None = None,
    replays: int = REPLAYS,
    effort: Effort | None = None,
    people: People | None = None,
) -> Path:
    """Write the report of a result directory, and its tables beside it.

    Parameters
    ----------
    result_dir : path
        What `fiftyk simulate` wrote.
    out : path, optional
        The page; by default `report.html` in the directory.
    progress : function, optional
        Told how many percent are done, and what comes next.
    threads : int, optional
        They change nothing but the time.
    replays : int
        Deals of the swing list.
    effort : Effort, optional
        How much is played again for it.
    people : People, optional
        Records of games that people played, for a section beside.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    BadInput
        If it is no result directory, or holds no hands.
    """
    path = Path(out) if out is not None else Path(result_dir) / REPORT_FILE
    report = build_report(
        result_dir,
        threads=threads or 2,
        effort=effort,
        progress=progress,
        replays=replays,
        people=people,
    )
    written = write_report(report, path)
    if progress is not None:
        progress(100, "done")
    return written
