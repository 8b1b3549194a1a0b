"""Stack games: what opening a suit and a face card are worth, how stacks end, who ends the hand."""

from __future__ import annotations

from analysis.stack_played import FACES_ALONE, SCORING, STATES
from analysis.stack_tallies import Kind, StackResult
from reports import figures, formats
from reports.page import Card, Column, Figure, Section, Table, Term, Verdict
from reports.pages import choices, method, overview
from reports.pages.context import Context, counted, intervals, listed, points

_OPENING = ("opening", "What is opening a suit worth?", "Opening a suit")
_FACES = ("faces", "What is a face card worth as a multiplier?", "Face cards")
_ENDS = ("ends", "How do stacks end?", "How stacks end")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_LAST = ("last", "Who ends the hand, and what is acting first worth?", "Ending the hand")


def build(context: Context) -> tuple[Section, ...]:
    """Make the sections on stacks and on the end of the hand."""
    found = context.survey.stacks
    if found is None:
        return tuple(
            context.missing(slug, question, label, "stacks")
            for slug, question, label in (_OPENING, _FACES, _ENDS, _LAST)
        )
    return (
        _opening(context, found),
        _faces(context, found),
        _ends(context, found),
        _last(context, found),
    )


def verdict(context: Context) -> Verdict:
    """Make the first screen: the strategies' margin and three cards about stacks."""
    found = context.survey.stacks
    sentence, figure = overview.sentence(context), overview.figure(context)
    if found is None:
        return Verdict(sentence, figure)
    figure = figure or _kinds_figure(found, found.face_counts)
    return Verdict(sentence, figure, _cards(context, found))


def _cards(context: Context, found: StackResult) -> tuple[Card, ...]:
    capped = (
        "Nobody draws the last card: the limit of turns ends them."
        if found.capped.value
        else "The stock runs out in every one of them."
    )
    opened = Card(
        "Opening a suit",
        found.opened,
        "points a stack",
        "More for a stack with a card in it than for an empty one, on average.",
        _OPENING[0],
    )
    face = Card(
        "A face card on a stack",
        "none laid down" if found.face_worth is None else found.face_worth,
        "" if found.face_worth is None else "points a card",
        "What it multiplies, less what is lost on stacks of face cards alone.",
        _FACES[0],
    )
    return (
        choices.card_of(context, choices.OPENS, _OPENING[0], opened),
        choices.card_of(context, choices.LAYS, _FACES[0], face),
        Card(
            "Hands that end at the limit", found.capped.value, "of hands", capped, _LAST[0], "share"
        ),
    )


def _opening(context: Context, found: StackResult) -> Section:
    slug, question, label = _OPENING
    some = [kind for kind in found.openings if kind.points is not None]
    best = max(some, key=lambda kind: kind.points.value if kind.points else 0, default=None)
    said = ""
    if best is not None and best.points is not None and len(some) > 1:
        said = f" Best are stacks opened with {best.label}: {formats.estimate(best.points)} points."
    return Section(
        slug,
        question,
        f"{choices.answer_of(context, choices.OPENS)}A stack that was opened ends with "
        f"{formats.estimate(found.opened)} points more than an empty one.{said}",
        figures=(
            *choices.figures_of(context, choices.OPENS),
            _kinds_figure(found, found.openings, "opened with "),
        ),
        tables=(
            *choices.tables_of(context, choices.OPENS),
            _kinds_table("openings", "Stacks by the card that opened them", found.openings),
        ),
        how_measured=(
            f"{choices.how_measured(choices.OPENS)}The other figures: a stack is counted as opened "
            "with its lowest card at the end of the hand; it is the first one wherever cards go on "
            "in order. They are [[descriptive]]: who opens with a face card has other cards than "
            "who opens with a 10, and a stack that was emptied again counts as empty."
        ),
        label=label,
    )


def _faces(context: Context, found: StackResult) -> Section:
    slug, question, label = _FACES
    none, one = found.face_counts[0], found.face_counts[1]
    answer, said = "No face card was laid on a stack.", ""
    if found.face_worth is not None:
        answer = (
            f"A face card on a stack is worth {formats.signed(found.face_worth)} points on "
            f"average: it multiplies {formats.estimate(found.face_gain)}, less what it costs where "
            "no number follows."
        )
    if none.scoring is not None and one.scoring is not None:
        said = (
            f" Stacks with one come above 12 in {formats.share(one.scoring)}, stacks without in "
            f"{formats.share(none.scoring)}."
        )
    return Section(
        slug,
        question,
        choices.answer_of(context, choices.LAYS) + answer + said,
        figures=(
            *choices.figures_of(context, choices.LAYS),
            _kinds_figure(found, found.face_counts, "with "),
        ),
        tables=(
            *choices.tables_of(context, choices.LAYS),
            _kinds_table("face-cards", "Opened stacks by their face cards", found.face_counts),
        ),
        how_measured=(
            f"{choices.how_measured(choices.LAYS)}The other figures: each face card (A K Q J) on a "
            "stack that ends above 12 adds the value above 12 once more; on a stack of face cards "
            "alone it costs 10. The worth is the sum of both over all face cards laid down, by "
            "their number. It is an account of what happened: had the card not been laid there, "
            "the rest of the hand might have gone otherwise."
        ),
        label=label,
    )


def _kinds_figure(found: StackResult, kinds: tuple[Kind, ...], before: str = "") -> Figure:
    dots = [
        figures.Dot(before + kind.label, kind.points) for kind in kinds if kind.points is not None
    ]
    return Figure(
        figures.dots_with_intervals(dots, axis="points of a stack at the end"),
        f"Mean points of a stack. {intervals(found.level, found.n)}.",
        "Points of stacks",
        "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)} points" for dot in dots) + ".",
    )


def _kinds_table(slug: str, caption: str, kinds: tuple[Kind, ...]) -> Table:
    return Table(
        slug,
        caption,
        (
            Column("kind", "Stack"),
            Column("share", "Share", "of opened stacks", "share"),
            Column("scoring", "Above 12", "share of them", "share"),
            Column("points", "Mean", "points a stack", "estimate"),
        ),
        tuple((kind.label, kind.share, kind.scoring, kind.points) for kind in kinds),
    )


def _ends(context: Context, found: StackResult) -> Section:
    slug, question, label = _ENDS
    said = listed(
        f"`{name}` brings {formats.share(kinds[SCORING].share)} above 12 and leaves "
        f"{formats.share(kinds[FACES_ALONE].share)} with face cards alone"
        for name, kinds in zip(context.names, found.states, strict=True)
    )
    rows = [
        figures.Shares(name, tuple(kind.share.value for kind in kinds))
        for name, kinds in zip(context.names, found.states, strict=True)
    ]
    return Section(
        slug,
        question,
        f"Of its stacks, {said}.",
        figures=(
            Figure(
                figures.stacked_shares(rows, parts=STATES, axis="share of stacks"),
                "How the stacks of each strategy end: without a card, with face cards alone, with "
                f"a value of 1 to 12, or above. {formats.number(found.n)} [[block|blocks]].",
                "How stacks end",
                "; ".join(
                    f"{row.label}: "
                    + ", ".join(
                        f"{state} {formats.share(share)}"
                        for state, share in zip(STATES, row.shares, strict=True)
                    )
                    for row in rows
                )
                + ".",
            ),
        ),
        tables=(
            Table(
                "stack-ends",
                "Stacks of each strategy by how they end",
                (
                    Column("strategy", "Strategy", kind="strategy"),
                    Column("end", "Stack"),
                    Column("share", "Share", "of its stacks", "share"),
                    Column("points", "Mean", "points a stack", "estimate"),
                ),
                tuple(
                    (name, kind.label, kind.share, kind.points)
                    for name, kinds in zip(context.names, found.states, strict=True)
                    for kind in kinds
                ),
            ),
        ),
        how_measured="All four stacks of every seat are counted, as they stand when the hand ends.",
        label=label,
    )


def _last(context: Context, found: StackResult) -> Section:
    slug, question, label = _LAST
    text = f"A hand takes {formats.estimate(found.turns)} turns; "
    if found.ender_margin is None:
        text += "the limit of turns ended every one."
    else:
        text += (
            f"{formats.share(found.capped)} of hands end at the limit of turns, in the others the "
            f"seat that draws the last card scores {formats.estimate(found.ender_margin)} points "
            "more than the mean of the other seats."
        )
    if found.stock is not None:
        text += f" {formats.estimate(found.stock)} cards are left in the stock at the end."
    text += f" Acting first is worth {points(found.seats[0])} against the mean of all seats."
    dots = [
        figures.Dot(f"acts {ordinal}", estimate)
        for ordinal, estimate in zip(_ORDINALS, found.seats, strict=False)
    ]
    return Section(
        slug,
        question,
        text,
        figures=(
            Figure(
                figures.dots_with_intervals(dots, axis="points a hand, less the mean of all seats"),
                f"Points by the order of acting. {intervals(found.level, found.n)}.",
                "What acting first is worth",
                "; ".join(f"{d.label}: {formats.estimate(d.estimate)} points" for d in dots) + ".",
            ),
        ),
        tables=(
            Table(
                "ending",
                "How each strategy comes to the end",
                (
                    Column("strategy", "Strategy", kind="strategy"),
                    Column("ended", "Draws the last card", "share of its hands", "share"),
                    Column("taken", "Taken from stacks", "cards a hand", "estimate"),
                    Column("held", "Left in hand", "cards", "estimate"),
                ),
                tuple(zip(context.names, found.enders, found.taken, found.held, strict=True)),
            ),
        ),
        how_measured=(
            f"{counted(found.n, 'block')}. Who acts first turns with the deal number and not with "
            "the cards, so the order of acting is compared on like hands. Who draws the last card "
            "is not chosen at random: the difference is [[descriptive]]."
        ),
        label=label,
    )


_TERMS = (
    Term("face card", "A K Q J: of value 0; each multiplies what its stack has above 12."),
    Term("stack", "A seat's cards of one suit on the table; it scores by what is above 12."),
)
_SHARED = ("block", "causal", "descriptive", "interval", "pairing factor", "seating")


def glossary() -> tuple[Term, ...]:
    """Return the words of a report on stacks."""
    shared = (term for term in method.GENERAL if term.word in _SHARED)
    payoff = Term("payoff", "What a hand pays a seat: its score.")
    return tuple(sorted((*shared, payoff, *_TERMS), key=lambda term: term.word))
