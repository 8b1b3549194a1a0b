"""The swing list: the deals where the strategies differ most, and where they part."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

from analysis.swings import FirstDifference, Swing, Swings, find_swings
from reports import figures, formats
from reports.page import Cell, Column, Fact, Figure, Link, Section, Table
from reports.pages.context import Context, intervals
from reports.pages.strategies import headline
from reports.palette import CONTEXT
from reports.viewer.words import choice_words

_SLUG, _LABEL = "swings", "Swing list"
_QUESTION = "On which deals do the strategies differ most?"

_EVEN = "both the same"
_OPENS = " Each choice in the table opens its hand at that play."

ReplayHref = Callable[[int, int], str]
"""Where the replay of a deal (first number) in a seating (second) is."""


def find(context: Context, folder: str | Path, count: int) -> Swings | None:
    """Find the swings of the pair that the verdict is about; None where there is no pair."""
    pair = headline(context)
    if pair is None:
        return None
    policies = [each.policy() for each in context.survey.strategies] or None
    return find_swings(
        folder, context.table.camps, (pair.a, pair.b), count=count, policies=policies
    )


def build(
    context: Context, swings: Swings | None, folder: str, replay_href: ReplayHref | None = None
) -> Section:
    """Make the section; `folder` is the result directory as the reader names it."""
    if swings is None:
        if context.survey.paired is None:
            return context.missing(_SLUG, _QUESTION, _LABEL, "paired")
        reason = f"Only `{context.names[0]}` plays in this run, so no deal tells strategies apart."
        return Section(_SLUG, _QUESTION, "", label=_LABEL, empty_reason=reason)
    if not swings.largest:
        reason = "Both strategies score exactly the same on every deal."
        return Section(_SLUG, _QUESTION, "", label=_LABEL, empty_reason=reason)
    return Section(
        _SLUG,
        _QUESTION,
        _answer(context, swings) + (_OPENS if replay_href else ""),
        figures=(_figure(context, swings),),
        tables=(_table(context, swings, replay_href),),
        facts=() if replay_href else _commands(context, swings, folder),
        how_measured=_HOW,
        label=_LABEL,
    )


_HOW = (
    "The score of a deal is that of its [[block]]: mean payoff of the first strategy's seats less "
    "that of the second's, averaged over the seatings. The deals with the largest scores were "
    "played again in every seating. Cards, leader and random draws stay with the seats, so two "
    "seatings run alike until the first seat at which the two strategies, in the same position "
    "and knowing the same, choose differently; plays are numbered from 0. What follows from that "
    "play is part luck of the cards: one deal proves nothing, and the list is for understanding."
)


def _answer(context: Context, swings: Swings) -> str:
    a, b = context.camp(swings.a), context.camp(swings.b)
    for_a, even, for_b = map(formats.share, swings.shares())
    first = swings.largest[0]
    winner = a if first.score > 0 else b
    both = f"; {even} are even" if swings.even else ""
    return (
        f"{a} scores more on {for_a} of deals, {b} on {for_b}{both}. The largest swing is deal "
        f"{formats.number(first.deal)}: {formats.number(abs(first.score))} points a hand for "
        f"{winner}."
    )


def _figure(context: Context, swings: Swings) -> Figure:
    for_a, even, for_b = swings.shares()
    sides = [(swings.a, for_a), (swings.b, for_b)]
    rows = [
        figures.Bar(f"{context.camps[camp]} scores more", share, context.camp_ink(camp))
        for camp, share in sides
    ]
    rows.append(figures.Bar(_EVEN, even, _EVEN))
    inks = {**context.inks, _EVEN: CONTEXT}
    return Figure(
        figures.bars(rows, axis="share of deals", inks=inks, percent=True),
        "Who scores more on a deal, all its seatings together. Bars on the ends are "
        f"{intervals(for_a.level, swings.n)}.",
        "Who scores more on a deal",
        "; ".join(f"{row.label}: {formats.share(row.value)}" for row in rows) + ".",
    )


def _table(context: Context, swings: Swings, replay_href: ReplayHref | None) -> Table:
    a, b = context.camps[swings.a], context.camps[swings.b]
    number = len(swings.largest)
    which = f"The {number} deals with the largest scores" if number > 1 else "The largest score"
    return Table(
        _SLUG,
        f"{which}, {a} − {b}",
        (
            Column("deal", "Deal", "number", kind="number", digits=0),
            Column("score", "Score", "points a hand", "number"),
            Column("chosen_a", f"{a} chose", "at the first different play"),
            Column("chosen_b", f"{b} chose", "in the same position"),
            Column("play", "Play", "number", "number", 0),
            Column("seat", "Seat", "number", "number", 0),
        ),
        tuple(_row(swing, replay_href) for swing in swings.largest),
    )


def _row(swing: Swing, replay_href: ReplayHref | None) -> tuple[Cell, ...]:
    parting = swing.difference
    if parting is None:
        return (swing.deal, swing.score, None, None, None, None)
    chosen: list[Cell] = [choice_words(play) for play in parting.chosen]
    if replay_href is not None:
        chosen = [
            Link(str(said), f"{replay_href(swing.deal, seating)}#play-{parting.play}")
            for said, seating in zip(chosen, parting.seatings, strict=True)
        ]
    return (swing.deal, swing.score, *chosen, parting.play, parting.seat)


def _commands(context: Context, swings: Swings, folder: str) -> tuple[Fact, ...]:
    """Name the commands that show the first of the list, and all of it."""
    facts = []
    first = swings.largest[0]
    if first.difference is not None:
        command = _replay(context, first, first.difference)
        facts.append(Fact(f"To step through deal {first.deal}", command, code=True))
    site = shlex.join(["fiftyk", "report", folder, "--site", "OUT"])
    return (*facts, Fact("To step through all of them", site, code=True))


def _replay(context: Context, swing: Swing, parting: FirstDifference) -> str:
    experiment = context.survey.experiment
    words = ["fiftyk", "replay", "--rules", experiment.rules]
    for name in experiment.options:
        words += ["--set", f"{name}={context.table.game.text_of(name)}"]
    seating = experiment.plan[parting.seatings[0]]
    words += ["--strategies", ",".join(experiment.names[each] for each in seating)]
    words += ["--seed", str(experiment.seed), "--deal", str(swing.deal)]
    return shlex.join([*words, "--html", f"deal-{swing.deal}.html"])
