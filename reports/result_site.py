"""The site of a result directory: its report, the replays of its swings and of deals asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from analysis.frames import deals_in
from analysis.people import People
from analysis.survey import Effort, Progress
from analysis.swings import Record, Swing, Swings, block_records
from reports import site
from reports.page import Column, Link, Report, Section, Table
from reports.pages import swings as swings_page
from reports.pages.context import Context, counted
from reports.standard import REPLAYS, context_of, report_of, with_people, with_section
from reports.viewer.hand import Note
from reports.viewer.show import show_any
from reports.viewer.words import choice_words
from sim.errors import BadInput

_ASKED = "asked"


def write_result_site(
    result_dir: str | Path,
    out: str | Path,
    progress: Progress | None = None,
    *,
    threads: int = 2,
    effort: Effort | None = None,
    replays: int = REPLAYS,
    deals: Sequence[int] = (),
    people: People | None = None,
) -> Path:
    """Write the report of a result directory as linked pages.

    Parameters
    ----------
    result_dir : path
        What `fiftyk simulate` wrote.
    out : path
        The folder of the site.
    progress : function, optional
        Told how many percent are done, and what comes next.
    threads : int
        They change nothing but the time.
    effort : Effort, optional
        How much is played again for it.
    replays : int
        Deals of the swing list, each with its replays.
    deals : sequence of int
        Deals to replay besides, each in every seating.
    people : People, optional
        Records of games that people played, for a page beside.

    Returns
    -------
    Path
        The first page.

    Raises
    ------
    BadInput
        If it is no result directory, lacks one of the deals, holds no hands, or the folder holds
        something else.
    """
    site.check_site(out)
    _check_deals(result_dir, deals)
    context = context_of(result_dir, threads=threads, effort=effort, progress=progress)
    swings = swings_page.find(context, result_dir, replays)
    report = report_of(context, swings, result_dir, replay_href=site.replay_href)
    if deals:
        report = _with_asked(report, context, deals)
    if people is not None:
        report = with_people(report, context, people)
    path = site.write_site(report, _replays(context, swings, deals), out)
    if progress is not None:
        progress(100, "done")
    return path


def _check_deals(result_dir: str | Path, deals: Sequence[int]) -> None:
    """Refuse deals that the result does not hold."""
    ranges = deals_in(result_dir)
    for deal in deals:
        if not any(low <= deal < high for low, high in ranges):
            held = ", ".join(f"{low} … {high - 1}" for low, high in ranges) or "none"
            raise BadInput(f"{result_dir} has no deal {deal}; it holds {held}")


# ---------------------------------------------------------------- deals asked for


def _with_asked(report: Report, context: Context, deals: Sequence[int]) -> Report:
    """Return a report with a section that leads to the deals asked for."""
    reason = context.survey.reasons.get("strategies")
    question = "Which deals were asked for?"
    if reason:
        section = Section(
            _ASKED, question, "", empty_reason=f"They cannot be played again: {reason}."
        )
    else:
        section = Section(
            _ASKED,
            question,
            f"{counted(len(deals), 'deal')}, each in every seating of the line-up.",
            tables=(_asked_table(context, deals),),
        )
    return with_section(report, section)


def _asked_table(context: Context, deals: Sequence[int]) -> Table:
    plan = context.table.plan
    rows = [
        (
            deal,
            number,
            ", ".join(context.names[each] for each in seating),
            Link("Replay", site.replay_href(deal, number)),
        )
        for deal in deals
        for number, seating in enumerate(plan)
    ]
    columns = (
        Column("deal", "Deal", kind="number", digits=0),
        Column("seating", "Seating", kind="number", digits=0),
        Column("line_up", "Line-up"),
        Column("replay", "Hand"),
    )
    return Table("asked-deals", "Replays of the deals asked for", columns, tuple(rows))


# ---------------------------------------------------------------- the hands


def _replays(
    context: Context, swings: Swings | None, deals: Sequence[int]
) -> Iterator[site.Replay]:
    """Iterate over the hands to replay; none is kept once it is written."""
    if not context.survey.strategies:
        return
    every = tuple(range(len(context.table.plan)))
    by_deal = {swing.deal: swing for swing in swings.largest} if swings is not None else {}
    for swing in by_deal.values():
        if swing.difference is not None and swing.deal not in deals:
            yield from _hands(context, swings, swing, swing.difference.seatings)
    policies = [each.policy() for each in context.survey.strategies]
    for deal in deals:
        known = by_deal.get(deal)
        records = block_records(context.survey.experiment, policies, deal)
        yield from _hands(context, swings, known or Swing(deal, 0.0, records), every)


def _hands(
    context: Context, swings: Swings | None, swing: Swing, seatings: Sequence[int]
) -> Iterator[site.Replay]:
    for seating in seatings:
        notes = _notes(context, swings, swing, seating)
        related = [
            Link(
                f"Seating {other}: {_line_up(context, other)}",
                site.replay_file(swing.deal, other),
            )
            for other in seatings
            if other != seating
        ]
        record: Record = swing.records[seating]
        hand = show_any(dict(record), notes)
        yield site.Replay(site.replay_file(swing.deal, seating), hand, tuple(related))


def _line_up(context: Context, seating: int) -> str:
    return ", ".join(context.names[each] for each in context.table.plan[seating])


def _notes(context: Context, swings: Swings | None, swing: Swing, seating: int) -> tuple[Note, ...]:
    """Say at the play where the strategies part what the other one chose, and link to it."""
    parting = swing.difference
    if swings is None or parting is None or seating not in parting.seatings:
        return ()
    mine = parting.seatings.index(seating)
    other = parting.seatings[1 - mine]
    names = (context.camp(swings.a), context.camp(swings.b))
    chosen = parting.chosen[1 - mine]
    does = "passes" if chosen[2] == "pass" else f"plays {choice_words(chosen)}"
    text = (
        f"Here the strategies part: {names[mine]} decides in this seating; in seating {other} "
        f"{names[1 - mine]}, with the same cards and the same plays before, {does}."
    )
    href = f"{site.replay_file(swing.deal, other)}#play-{parting.play}"
    return (Note(parting.play, text, href, "See that hand"),)
