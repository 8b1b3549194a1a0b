"""The standard report of a result directory: numbers from `analysis.survey`, pages from `pages`."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

from analysis.survey import Effort, Progress, survey
from reports.explained import title_of
from reports.page import Report
from reports.pages import (
    doubling,
    events,
    finishing,
    first_out,
    hand_types,
    method,
    overview,
    patterns,
)
from reports.pages import strategies as strategies_page
from reports.pages.context import Context, counted
from reports.render import write_report

REPORT_FILE = "report.html"
"""Where the report goes in a result directory, unless told otherwise."""


def build_report(
    result_dir: str | Path,
    *,
    threads: int = 2,
    effort: Effort | None = None,
    progress: Progress | None = None,
    today: date | None = None,
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

    Raises
    ------
    BadInput
        If it is no result directory, or holds no hands.
    """
    context = Context(survey(result_dir, effort=effort, threads=threads, progress=progress))
    day = today or datetime.now(UTC).date()
    rules = context.table.rules
    return Report(
        title=overview.title(context),
        verdict=overview.build(context),
        sections=(
            strategies_page.build(context),
            hand_types.build(context),
            finishing.places(context),
            patterns.build(context),
            first_out.going_out_first(context),
            first_out.lead(context),
            finishing.until_out(context),
            events.build(context),
            *doubling.build(context),
            method.build(context, str(result_dir)),
        ),
        provenance=method.provenance(context, day),
        glossary=method.glossary(rules),
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
    report = build_report(result_dir, threads=threads or 2, progress=progress)
    written = write_report(report, path)
    if progress is not None:
        progress(100, "done")
    return written
