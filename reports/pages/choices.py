"""What opening a suit and laying a face card cause: said, drawn and listed for a report."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.stack_choices import NUMBERS_LEFT, ChoiceValue
from analysis.stack_tallies import OPENINGS
from reports import figures, formats
from reports.page import Card, Cell, Column, Figure, Table
from reports.pages.context import Context, counted, listed


@dataclass(frozen=True)
class Act:
    """What is done or left, and how it is said."""

    slug: str
    doing: str
    """As the subject of a sentence."""
    kinds: tuple[str, ...]
    kind_column: str
    instead: str
    """What is barred at the other time."""


OPENS = Act(
    "opening-a-suit",
    "Opening a suit",
    OPENINGS,
    "Opened with",
    "no card may be laid on an empty own stack",
)
LAYS = Act(
    "laying-a-face-card",
    "Laying a face card",
    NUMBERS_LEFT,
    "Held besides of the suit",
    "no face card may be laid on an own stack",
)


def _values(context: Context, act: Act) -> list[tuple[str, ChoiceValue]]:
    """Return what an act is worth, strategy by strategy, where that was measured."""
    choices = context.survey.choices
    if choices is None:
        return []
    found = choices.opening if act is OPENS else choices.face
    return [(n, each) for n, each in zip(context.names, found, strict=True) if each is not None]


def card_of(context: Context, act: Act, slug: str, descriptive: Card) -> Card:
    """Return the card of an act: the causal value of the first strategy that has one."""
    values = _values(context, act)
    if not values:
        return descriptive
    name, found = values[0]
    return Card(
        act.doing,
        found.value,
        "points a hand",
        f"To `{name}`, against its next best act at that turn.",
        slug,
    )


def answer_of(context: Context, act: Act) -> str:
    """Say what an act is worth to each strategy; or why that is not known."""
    values = _values(context, act)
    if not values:
        reason = context.survey.reasons.get("choices") or context.survey.reasons.get("strategies")
        return f"What it causes is not known: {reason or 'such a choice was too rare'}. "
    said = listed(
        f"{formats.signed(each.value)} points a hand to `{name}`" for name, each in values
    )
    return f"{act.doing} rather than doing what the strategy thinks next best is worth {said}. "


def figures_of(context: Context, act: Act) -> tuple[Figure, ...]:
    """Draw what an act is worth, in all and by kind; nothing where that is not known."""
    values = _values(context, act)
    if not values or context.survey.choices is None:
        return ()
    dots = [figures.Dot(name, each.value, name) for name, each in values]
    dots += [
        figures.Dot(f"{name}: {kind}", by_kind, name)
        for name, each in values
        for kind, by_kind in zip(act.kinds, each.by_kind, strict=True)
        if by_kind is not None
    ]
    level = formats.level_percent(values[0][1].value.level)
    return (
        Figure(
            figures.dots_with_intervals(
                dots,
                axis="points a hand for the seat, against the next best act",
                inks=context.inks,
            ),
            f"[[causal|Causal]]: {act.doing.lower()} against the next best act, the same deal "
            f"played both ways. {level} intervals, each by itself; "
            f"{counted(context.survey.choices.deals, 'deal')} played again for each strategy, and "
            "those with such a choice are counted in the table.",
            f"What {act.doing.lower()} is worth",
            "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)} points" for dot in dots)
            + ".",
        ),
    )


def tables_of(context: Context, act: Act) -> tuple[Table, ...]:
    """List what an act is worth, also to the others, and how often it was chosen."""
    values = _values(context, act)
    if not values:
        return ()
    rows: list[tuple[Cell, ...]] = []
    for name, each in values:
        rows.append((name, "any", each.value, each.others, each.often, each.value.n))
        rows += [
            (name, kind, by_kind, None, None, None if by_kind is None else by_kind.n)
            for kind, by_kind in zip(act.kinds, each.by_kind, strict=True)
        ]
    return (
        Table(
            act.slug,
            f"{act.doing} against the next best act",
            (
                Column("strategy", "Strategy", kind="strategy"),
                Column("kind", act.kind_column),
                Column("value", "Worth to the seat", "points a hand", "estimate"),
                Column("others", "To each other seat", "points a hand", "estimate"),
                Column("often", "Choices", "a hand", "estimate"),
                Column("n", "Hands with one", "number", "number", 0),
            ),
            tuple(rows),
        ),
    )


def how_measured(act: Act) -> str:
    """Say how the values of an act were measured."""
    return (
        f"[[causal|Causal]] values: for each deal a seat of the strategy is drawn, and one of the "
        f"turns at which it did this by itself although another act was legal. The deal is played "
        f"again, the same up to there; at that turn {act.instead}, so that the seat does what its "
        "strategy thinks next best, and from there on everybody plays as ever. Cards, stock and "
        "random draws are the same. The value is the seat's score as played less its score then, "
        "each hand weighted by its number of such turns. It says nothing of turns at which the "
        "strategy would not have done it. "
    )
