"""The first screen: one sentence made from the data, the figure that shows it, three cards."""

from __future__ import annotations

from analysis.digits import digits_supported
from analysis.events import EVENTS
from analysis.paired import PairResult, deals_to_decide
from reports import figures, formats
from reports.page import Card, Figure, Verdict
from reports.pages.context import (
    BOTH,
    Context,
    capital,
    compared,
    counted,
    deals_that_show,
    intervals_of,
    points,
)
from reports.pages.strategies import headline
from sim.rules import Rules

CARD_EVENTS = {
    "sweep": "Sweeps",
    "left_points": "Points left in hand",
    "last_tricks": "Last seat's points",
    "draw": "Hands without a winner",
}
"""Events that a card is made of where the rules never double, the first that they know."""


def title(context: Context) -> str:
    """Return the report's title."""
    game = context.table.game.id
    if len(context.names) == 1:
        return f"`{context.names[0]}` in {game}"
    if len(context.camps) == BOTH:
        return f"{context.camp(0)} against {context.camp(1)} in {game}"
    return f"{len(context.names)} strategies in {game}"


def build(context: Context) -> Verdict:
    """Make the verdict."""
    return Verdict(sentence(context), figure(context), _cards(context))


def sentence(context: Context) -> str:
    """Say who wins and by what, and whether a check failed."""
    return _sentence(context) + _warning(context)


def _warning(context: Context) -> str:
    """Say so at once when a check failed: nothing else on the page can be trusted then."""
    failed = [check for check in context.survey.checks if check.held is False]
    if not failed:
        return ""
    return f" Do not rely on it: a check failed ({failed[0].name})."


def _sentence(context: Context) -> str:
    survey = context.survey
    if survey.paired is None:
        return (
            f"{counted(survey.deals, 'deal')} cannot decide anything: an interval needs at least "
            "two, and a useful one some thousands."
        )
    pair = headline(context)
    if pair is None:
        return (
            f"All seats play `{context.names[0]}`, so none wins; "
            f"{counted(survey.deals, 'deal')} show what {_subjects(context)} are worth."
        )
    a, b, estimate = context.camp(pair.a), context.camp(pair.b), pair.comparison.estimate
    many = len(context.camps) > BOTH
    if not pair.comparison.sd:
        return f"{a} and {b} score exactly the same on every deal; {context.deals}."
    if pair.decided:
        # Partners are several: "a and b beat c".
        beats = "beats" if len(context.table.camps[pair.a]) == 1 else "beat"
        runner_up = f"the runner-up {b}" if many else b
        return f"{a} {beats} {runner_up} by {points(estimate)}; {context.deals}."
    who = "The two best are not told apart" if many else "The data do not decide"
    needed = deals_that_show(estimate.value, deals_to_decide(pair))
    return f"{who}: {a} against {b} is {points(estimate)}; {context.deals}. {needed}"


def _subjects(context: Context) -> str:
    if not isinstance(context.table.game, Rules):
        return "opening a suit, face cards and acting first"
    return f"cards, going out first, the lead and {_last_topic(context)}"


def _last_topic(context: Context) -> str:
    if context.table.rules.doubling != "never":
        return "doubling"
    return "being left" if context.solo else "sweeps"


def figure(context: Context) -> Figure | None:
    """Draw the margin, or what moves the score where there is nothing to compare."""
    pair = headline(context)
    if pair is not None:
        return _margins(context, pair)
    return _what_matters(context)


def _margins(context: Context, pair: PairResult) -> Figure | None:
    paired = context.survey.paired
    assert paired is not None
    a, b = context.camps[pair.a], context.camps[pair.b]
    if len(context.camps) == BOTH:
        dots = [
            figures.Dot("all hands", pair.comparison.estimate, context.camp_ink(pair.a)),
        ]
        if "doubling" in pair.parts:
            dots.append(figures.Dot("the same plays, never doubled", pair.without_doubling))
        axis = f"points a hand, {a} minus {b}"
        sides = (f"{b} scores more", f"{a} scores more")
    else:
        best = pair.a
        others = [paired.pair(best, camp) for camp in paired.ranking() if camp != best]
        dots = [
            figures.Dot(f"against {context.camps[one.b]}", one.comparison.estimate)
            for one in others
            if one is not None
        ]
        axis = f"points a hand, {a} minus the other"
        sides = ("the other scores more", f"{a} scores more")
    return Figure(
        figures.dots_with_intervals(dots, axis=axis, inks=context.inks, sides=sides),
        f"Difference on the same deals. Bars are {intervals_of(pair)}.",
        f"{a} against {'the others' if len(context.camps) > BOTH else b}",
        "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)} points" for dot in dots) + ".",
    )


def _what_matters(context: Context) -> Figure | None:
    """Draw what moves the score, on one scale, where there is nothing to compare."""
    survey = context.survey
    dots = []
    if survey.hand_types is not None and survey.hand_types.by_value():
        best = survey.hand_types.by_value()[0]
        assert best.causal is not None
        dots.append(figures.Dot(f"{best.label}, to its holder", best.causal))
    if survey.first_out is not None:
        label = f"{context.who} of the first out, against the rest"
        dots.append(figures.Dot(label, survey.first_out.margin))
    if survey.lead is not None:
        dots.append(figures.Dot("having the lead", survey.lead.values[0].value))
    if survey.doubling is not None and survey.doubling.happened:
        dots.append(figures.Dot("doubling, to the average winner", survey.doubling.winner_gain))
    if not dots:
        return None
    dots.sort(key=lambda dot: -dot.estimate.value)
    return Figure(
        figures.dots_with_intervals(dots, axis="points a hand for a seat"),
        f"What moves the score when every seat plays `{context.names[0]}`. Bars are "
        f"{formats.level_percent(dots[0].estimate.level)} intervals.",
        "What moves the score",
        "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)} points" for dot in dots) + ".",
    )


def _cards(context: Context) -> tuple[Card, ...]:
    last = _event if context.table.rules.doubling == "never" else _doubling
    return (_hand_type(context), _first_out(context), last(context))


def _hand_type(context: Context) -> Card:
    label, section = "Hand type worth most", "hand-types"
    types = context.survey.hand_types
    best = types.by_value()[0] if types and types.by_value() else None
    if best is None or best.causal is None:
        return Card(label, "not measured", "", "Too few hands, or no way to replay them.", section)
    sentence = f"{capital(best.label)}: what its holder loses when one exchanged card breaks it."
    if best.causal.excludes(0):
        return Card(label, best.causal, "points a hand", sentence, section)
    return Card(label, best.causal, "points a hand", f"{sentence} Not told apart from 0.", section)


def _first_out(context: Context) -> Card:
    label, section = "Going out first", "first-out"
    worth = context.survey.first_out
    if worth is None:
        return Card(label, "not measured", "", "Too few deals for an interval.", section)
    bonus = ""
    if "first_out" in worth.parts and worth.margin.value >= 0:
        amount = formats.estimate(worth.parts["first_out"])
        if not worth.parts["first_out"].se:
            amount = amount.partition(formats.SPACE)[0]
        bonus = f"; the bonus itself is {amount} of them"
    more = "Less" if worth.margin.value < 0 else "More"
    who = (
        f"{more} than the others score"
        if context.solo
        else f"{more} for each seat of the side that is [[first out]] than for the others"
    )
    margin = worth.margin.scaled(-1) if worth.margin.value < 0 else worth.margin
    return Card(label, margin, "points a hand", f"{who}{bonus}.", section)


def _event(context: Context) -> Card:
    """Return the card of the biggest event of rules that never double."""
    found = context.survey.events
    chosen = None
    if found is not None:
        events = (found.event(name) for name in CARD_EVENTS)
        chosen = next((event for event in events if event is not None), None)
    if chosen is None:
        return Card("What doubling adds", "nothing", "", "The rules never double.", "doubling")
    text = capital(EVENTS[chosen.name])
    if chosen.margin is not None and chosen.margin_otherwise is not None:
        text += (
            f"; the first out's {context.who} then scores {compared(chosen.margin, 'points')} "
            f"than the others, {compared(chosen.margin_otherwise, 'points')} otherwise"
        )
    percent = chosen.share.scaled(100)
    unit = f"of hands ({formats.interval(percent)} %)" if percent.half_width else "of hands"
    share = formats.share(chosen.share.value, max(digits_supported(percent.half_width), 0))
    return Card(CARD_EVENTS[chosen.name], share, unit, f"{text}.", "events")


def _doubling(context: Context) -> Card:
    label, section = "What doubling adds", "doubling"
    found = context.survey.doubling
    if found is None:
        return Card(label, "not measured", "", "Too few deals for an interval.", section)
    if not found.happened:
        return Card(label, "nothing", "", "No hand of this run was doubled.", section)
    spread = ""
    if found.variance_share is not None:
        spread = f", and they make {formats.share(found.variance_share)} of the variance"
    return Card(
        label,
        found.winner_gain,
        "points a hand",
        f"To the average winner's seat: {formats.share(found.rate)} of hands are "
        f"[[doubling|doubled]]{spread}.",
        section,
    )
