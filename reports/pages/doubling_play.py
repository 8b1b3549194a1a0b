"""Doubling as a hand goes on, what the rule changes between strategies, and in whole matches."""

from __future__ import annotations

from analysis.doubling_course import CourseResult
from analysis.doubling_play import FIGHTER, DoublingPlay
from reports import figures, formats
from reports.page import Column, Figure, Section, Table
from reports.pages.charts import dotted
from reports.pages.context import Context, counted, listed
from reports.pages.matches import variants_section

_UNIT = "points a hand"
_COURSE, _COURSE_LABEL = "doubling-course", "Course of doubling"
_COURSE_QUESTION = "How early is doubling decided, and who escapes?"
_RULE, _RULE_LABEL = "doubling-rule", "With and without doubling"
_RULE_QUESTION = "Who gains by the rule, the same deals played with it and without?"
_MATCHES, _MATCHES_LABEL = "match-rules", "Matches without the rule"
_MATCHES_QUESTION = "What does doubling change in a whole match?"
_HEADS = (
    (_COURSE, _COURSE_QUESTION, _COURSE_LABEL),
    (_RULE, _RULE_QUESTION, _RULE_LABEL),
    (_MATCHES, _MATCHES_QUESTION, _MATCHES_LABEL),
)
_HALF = 0.5


def build(context: Context) -> tuple[Section, ...]:
    """Make the sections of a report; none where the rules never double."""
    if context.table.rules.doubling == "never":
        return ()
    found = context.survey.doubling_play
    if found is not None:
        return sections(found)
    return tuple(context.missing(*head, "doubling_play") for head in _HEADS)


def sections(found: DoublingPlay) -> tuple[Section, ...]:
    """Make the sections of what was played."""
    return (_course(found.course), _rule(found), _matches(found))


def never() -> tuple[Section, ...]:
    """Make the sections where the rules never double: they say so."""
    reason = "These rules never double a hand."
    return tuple(
        Section(slug, question, "", label=label, empty_reason=reason)
        for slug, question, label in _HEADS
    )


def _course(course: CourseResult) -> Section:
    share, happened, escaped = course.escapes[-1]
    half = next(safe for step, safe, _ in course.by_step if step >= _HALF)
    answer = (
        f"By the time half of the pack is played, {formats.share(half)} of hands are safe from "
        f"doubling. {formats.share(happened)} of hands see one side take "
        f"{formats.share(share, 0)} of the points while the others have none"
    )
    answer += f"; {formats.share(escaped)} of those escape." if escaped else "."
    return Section(
        _COURSE,
        _COURSE_QUESTION,
        answer,
        figures=(_decided(course),),
        tables=(
            Table(
                "doubling-decided",
                "Decided by then",
                (
                    Column("played", "Pack played", "share", "share", 0),
                    Column("safe", "Cannot be doubled", "share of hands", "share"),
                    Column("certain", "Must be doubled", "share of hands", "share"),
                    Column("doubled", "Doubled", "in the end", "share"),
                    Column("deals", "Deals", kind="number"),
                ),
                (
                    *((*row, None, course.n) for row in course.by_step[:-1]),
                    (*course.by_step[-1], course.doubled, course.n),
                ),
            ),
            Table(
                "doubling-escapes",
                "One side alone has captured so many of the points",
                (
                    Column("points", "Points", "share", "share", 0),
                    Column("happens", "Happens in", "share of hands", "share"),
                    Column("escapes", "Not doubled in the end", "share of those", "share"),
                    Column("deals", "Deals", kind="number"),
                ),
                tuple((*row, course.n) for row in course.escapes),
            ),
        ),
        how_measured=f"{counted(course.n, 'deal')}, followed trick by trick in every [[seating]]; "
        f"{formats.share(course.doubled)} of these hands were doubled. Safe: two sides have "
        "captured points, or the side without was first out. Certain: one side has all points and "
        "the condition can no longer fail. The rest is settled only by the end of the hand. "
        "Intervals count [[block|blocks]].",
        label=_COURSE_LABEL,
    )


def _decided(course: CourseResult) -> Figure:
    """Draw which share of hands is settled, one way or the other, as the pack is played."""
    x = [100 * step for step, _, _ in course.by_step]
    sides = {
        "cannot be doubled": [safe for _, safe, _ in course.by_step],
        "must be doubled": [certain for _, _, certain in course.by_step],
    }
    lines = [
        figures.Line(
            label, x, [e.value for e in each], [e.low for e in each], [e.high for e in each]
        )
        for label, each in sides.items()
    ]
    _, safe, certain = course.by_step[-1]
    return Figure(
        figures.lines_with_bands(
            lines,
            x_axis="share of the pack played, percent",
            y_axis="share of hands",
            percent=True,
        ),
        f"Hands of which it is settled whether they are doubled, as the pack is played; of the "
        "rest only the end of the hand tells. Bands are "
        f"{formats.level_percent(course.doubled.level)} intervals, {counted(course.n, 'deal')}.",
        "How early doubling is decided",
        f"At the end {formats.share(safe)} could not be doubled any more and "
        f"{formats.share(certain)} had to be; the rest was settled by the end of the hand.",
    )


def _rule(found: DoublingPlay) -> Section:
    told = []
    for each in found.effects:
        change = each.with_rule.change
        a, b = each.pair
        sure = "" if change.excludes(0) else " (not told apart from 0)"
        told.append(f"of `{a}` over `{b}` by {formats.signed(change)}{sure}")
    dots = [
        figures.Dot(f"{each.pair[0]} − {each.pair[1]}", each.with_rule.change)
        for each in found.effects
    ]
    n, level = dots[0].estimate.n, formats.level_percent(dots[0].estimate.level)
    return Section(
        _RULE,
        _RULE_QUESTION,
        f"The rule moves the margin {listed(told)} {_UNIT}.",
        figures=(
            dotted(
                dots,
                axis=f"margin with the rule − without, {_UNIT}",
                caption="What the rule adds to the margin of the first over the second. Bars are "
                f"{level} intervals, paired deal by deal; {counted(n, 'deal')} a pair.",
                title="What the rule adds to margins",
            ),
        ),
        tables=(
            Table(
                "doubling-rule",
                "The same deals with the rule and without it",
                (
                    Column("a", "A"),
                    Column("b", "B"),
                    Column("with_rule", "A − B, with doubling", _UNIT, "estimate"),
                    Column("without", "Without", _UNIT, "estimate"),
                    Column("change", "The rule adds", _UNIT, "estimate"),
                    Column("deals", "Deals", kind="number"),
                ),
                tuple(
                    (
                        *each.pair,
                        each.with_rule.margin,
                        each.without.margin,
                        each.with_rule.change,
                        n,
                    )
                    for each in found.effects
                ),
            ),
        ),
        how_measured=f"{counted(n, 'deal')} a pair, played in all seatings of a [[block]] under "
        "both rules; the difference is paired deal by deal. Strategies see the rules, so one that "
        f"minds doubling plays otherwise without it. `{FIGHTER}` fights for every point, which is "
        "how one plays for doubling; what it gains by the rule is what that brings.",
        label=_RULE_LABEL,
    )


def _matches(found: DoublingPlay) -> Section:
    without, as_is, each_hand = found.matches
    a, b = found.match_pair
    return variants_section(
        _MATCHES,
        _MATCHES_QUESTION,
        _MATCHES_LABEL,
        f"With the rule as it is, the margin of `{a}` over `{b}` changes by "
        f"{formats.estimate(as_is.change)} points a match; doubled hand by hand, by "
        f"{formats.estimate(each_hand.change)}, and a match takes "
        f"{formats.signed(each_hand.change_hands)} hands on the {formats.estimate(without.hands)} "
        "without it.",
        found.match_pair,
        found.matches,
    )
