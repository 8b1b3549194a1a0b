"""How often hands are doubled and why, and what that does to the mean and the tails."""

from __future__ import annotations

from analysis.distribution import Moments
from analysis.doubling import ENDINGS, FEWEST_HANDS, DoublingResult
from reports import figures, formats
from reports.page import Cell, Column, Figure, Section, Table
from reports.pages.context import Context, intervals, listed, points
from reports.pages.strategies import headline

_OFTEN, _OFTEN_LABEL = "doubling", "Doubling"
_OFTEN_QUESTION = "How often is a hand doubled, and why?"
_EFFECT, _EFFECT_LABEL = "doubling-effect", "What doubling does"
_EFFECT_QUESTION = "What does doubling do to the score?"
_NEVER = (
    "The rules of this run never double a hand (`doubling` is `never`). What their big events are, "
    "and what those are worth, stands above."
)
_SPREAD, _SPREAD_LABEL = "score-spread", "Spread of the score"
_SPREAD_QUESTION = "How far are scores apart?"
_STRENGTHS = {
    "points": ("doubling-by-points", "the card points dealt to it", "card points"),
    "plays_to_empty": (
        "doubling-by-plays",
        "how many plays fewer than the others empty its hands",
        "plays fewer",
    ),
}
"""Feature -> table, words, heading."""
_FEWEST_POINTS = 3


def build(context: Context) -> tuple[Section, Section]:
    """Make both sections."""
    found = context.survey.doubling
    if found is None:
        return (
            context.missing(_OFTEN, _OFTEN_QUESTION, _OFTEN_LABEL, "doubling"),
            context.missing(_EFFECT, _EFFECT_QUESTION, _EFFECT_LABEL, "doubling"),
        )
    if context.table.rules.doubling == "never":
        return (
            Section(_OFTEN, _OFTEN_QUESTION, "", label=_OFTEN_LABEL, empty_reason=_NEVER),
            _spread(context, found),
        )
    if not found.happened:
        reason = (
            f"No hand of this run was doubled: none of {formats.number(context.hands)}, so the "
            f"rate lies below {formats.share(found.rate.high)}."
        )
        return (
            Section(_OFTEN, _OFTEN_QUESTION, "", label=_OFTEN_LABEL, empty_reason=reason),
            Section(
                _EFFECT,
                _EFFECT_QUESTION,
                "",
                tables=(_distribution(context, found),),
                label=_EFFECT_LABEL,
                empty_reason=f"{reason} The table shows the score without it.",
            ),
        )
    return _how_often(context, found), _effect(context, found)


def _spread(context: Context, found: DoublingResult) -> Section:
    """Make the section on the distribution of payoffs where nothing is doubled."""
    _, moments, _ = found.seats[0]
    low, high = moments.quantiles
    shown = dict(zip(context.table.names, context.names, strict=True))
    return Section(
        _SPREAD,
        _SPREAD_QUESTION,
        f"A hand pays a seat {points(moments.mean)} on average, with a standard deviation of "
        f"{formats.estimate(moments.sd)}; at most one hand in a hundred pays less than "
        f"{formats.number(low.value)}, and at most one more than {formats.number(high.value)}.",
        figures=(
            Figure(
                figures.survival_curves(
                    [figures.Line("all seats", moments.values, moments.reach)],
                    x_axis="payoff of a seat, points",
                    y_axis="share of hands that pay at least this (log scale)",
                    log=True,
                ),
                f"Distribution of a seat's payoff; {formats.number(found.n)} [[block|blocks]]. The "
                "table has intervals.",
                "Payoff of a seat",
                "At most one hand in a hundred pays more than "
                f"{formats.number(high.value)} points.",
            ),
        ),
        tables=(
            Table(
                "score-distribution",
                "Payoff of a seat",
                (Column("who", "Whose", kind="strategy"), *_MOMENTS),
                (
                    *((shown.get(who, "all seats"), *_figures(one)) for who, one, _ in found.seats),
                    ("winners' seats", *_figures(found.winner[0])),
                ),
            ),
        ),
        how_measured=_MOMENTS_HOW,
        label=_SPREAD_LABEL,
    )


def _how_often(context: Context, found: DoublingResult) -> Section:
    drawn = [_conditions(context, found)]
    strength = _strength(context, found)
    if strength is not None:
        drawn.append(strength)
    tables = [_by_strategy(context, found), _condition_table(context, found)]
    tables += [_pair_table(context, found)] if found.by_pair else []
    tables += _strength_tables(context, found)
    return Section(
        _OFTEN,
        _OFTEN_QUESTION,
        _often_answer(context, found),
        figures=tuple(drawn),
        tables=tuple(tables),
        how_measured=_often_how(context),
        label=_OFTEN_LABEL,
    )


def _often_answer(context: Context, found: DoublingResult) -> str:
    text = f"{formats.share(found.rate)} of hands are [[doubling|doubled]]"
    if len(found.conditions) > 1:
        nothing, no_first, _ = found.conditions
        text += (
            f": the losers capture nothing in {formats.share(nothing.share)}, and none of them is "
            f"[[first out]] in {formats.share(no_first.share)}, so nearly all hangs on the points"
            if nothing.share.value < no_first.share.value
            else f": the losers capture nothing in {formats.share(nothing.share)}, and none of "
            f"them is [[first out]] in {formats.share(no_first.share)}"
        )
    else:
        text += ": the winner takes every point that anybody captures"
    if len(context.names) > 1:
        wins = [
            f"{formats.share(endings[0])} with `{name}`"
            for name, endings in zip(context.names, found.by_strategy, strict=True)
        ]
        text += f". A seat wins a doubled hand in {listed(wins)}"
    return f"{text}."


def _conditions(context: Context, found: DoublingResult) -> Figure:
    conditions = [figures.Bar(each.name, each.share) for each in found.conditions]
    if len(conditions) == 1:
        conditions = [
            figures.Bar(f"doubled win of {name}", endings[0], name)
            for name, endings in zip(context.names, found.by_strategy, strict=True)
        ]
    what = "of hands" if len(found.conditions) > 1 else "of the strategy's hands"
    return Figure(
        figures.bars(conditions, axis=f"share {what}", percent=True, inks=context.inks),
        "How often each part of the condition holds; both together double the hand. "
        f"Lines on the bars are {intervals(found.rate.level, found.n)}."
        if len(found.conditions) > 1
        else "How often a seat wins a doubled hand: the others captured nothing. Lines on the bars "
        f"are {intervals(found.rate.level, found.n)}.",
        "How often hands are doubled",
        "; ".join(f"{bar.label}: {formats.share(bar.value)}" for bar in conditions) + ".",
    )


def _strength(context: Context, found: DoublingResult) -> Figure | None:
    """Draw how doubled wins and losses depend on the cards dealt."""
    rows = dict(found.by_strength).get("points", ())
    if len(rows) < _FEWEST_POINTS:
        return None
    x = [float(row.value) for row in rows]
    lines = []
    for ending, label in ((0, "doubled win"), (len(ENDINGS) - 1, "doubled loss")):
        each = [row.endings[ending] for row in rows]
        lines.append(
            figures.Line(
                label, x, [e.value for e in each], [e.low for e in each], [e.high for e in each]
            )
        )
    first, last = rows[0].endings, rows[-1].endings
    return Figure(
        figures.lines_with_bands(
            lines,
            x_axis=f"card points dealt to the {context.who}",
            y_axis=f"share of the {context.who}'s hands",
            percent=True,
        ),
        f"Doubled hands by the card points a {context.who} was dealt. Bands are "
        f"{intervals(found.rate.level, found.n)}; values with fewer than {FEWEST_HANDS} hands are "
        "left out.",
        "Doubling by dealt strength",
        f"Doubled wins go from {formats.share(first[0].value)} to {formats.share(last[0].value)}, "
        f"doubled losses from {formats.share(first[-1].value)} to {formats.share(last[-1].value)}.",
    )


def _by_strategy(context: Context, found: DoublingResult) -> Table:
    return Table(
        "doubling-by-strategy",
        "How hands end for the seats of each strategy",
        (
            Column("strategy", "Strategy", kind="strategy"),
            *(
                Column(name.replace(" ", "_"), name.capitalize(), "share of hands", "share")
                for name in ENDINGS
            ),
        ),
        tuple(
            (name, *endings) for name, endings in zip(context.names, found.by_strategy, strict=True)
        ),
    )


def _condition_table(context: Context, found: DoublingResult) -> Table:
    return Table(
        "doubling-conditions",
        "Parts of the condition",
        (Column("condition", "Condition"), Column("share", "Holds in", "share of hands", "share")),
        (
            *((each.name, each.share) for each in found.conditions),
            ("hand doubled", found.rate),
        ),
        folded=True,
    )


def _pair_table(context: Context, found: DoublingResult) -> Table:
    shown = dict(zip(context.table.camp_names, context.camps, strict=True))
    return Table(
        "doubling-by-pair",
        "Doubled hands by who wins and who loses",
        (
            Column("winner", "Winner", kind="strategy"),
            Column("losers", "Losers"),
            Column("doubled", "Doubled", "share of such hands", "share"),
            Column("hands", "Hands", "number", "number"),
        ),
        tuple(
            (shown[winner], ", ".join(shown[name] for name in losers.split(", ")), share, hands)
            for winner, losers, share, hands in found.by_pair
        ),
        folded=True,
    )


def _strength_tables(context: Context, found: DoublingResult) -> list[Table]:
    return [
        Table(
            _STRENGTHS[feature][0],
            f"How a {context.who}'s hands end by {_STRENGTHS[feature][1]}",
            (
                Column("value", _STRENGTHS[feature][2].capitalize(), kind="number"),
                *(
                    Column(name.replace(" ", "_"), name.capitalize(), "share", "share")
                    for name in ENDINGS
                ),
                Column("hands", "Hands", kind="number"),
            ),
            tuple((row.value, *row.endings, row.hands) for row in values),
            folded=True,
        )
        for feature, values in sorted(
            found.by_strength, key=lambda each: list(_STRENGTHS).index(each[0])
        )
    ]


def _often_how(context: Context) -> str:
    rule = (
        "A hand is doubled when the winner's opponents together captured no point."
        if context.solo
        else "A hand is doubled when the losing side captured no point and none of its seats "
        "was first out; both sides' points count twice."
    )
    return (
        f"{rule}\n\nBy strength: plays are the fewest that empty a hand, added up over a "
        f"{context.who}; the value is the mean of the others less the own, so that values above 0 "
        "mean the better cards. Every hand counts once for each "
        f"{context.who}; values with fewer than {FEWEST_HANDS} hands are left out."
    )


def _effect(context: Context, found: DoublingResult) -> Section:
    return Section(
        _EFFECT,
        _EFFECT_QUESTION,
        _effect_answer(context, found),
        figures=(_tails(found),),
        tables=(_distribution(context, found),),
        how_measured=(
            "The same plays are scored with the rule and without it. Strategies that play for "
            "doubling or against it would play otherwise without the rule, so this is what the "
            "rule pays, not how the game would be without it.\n\n" + _MOMENTS_HOW
        ),
        label=_EFFECT_LABEL,
    )


def _effect_answer(context: Context, found: DoublingResult) -> str:
    text = f"It adds {points(found.winner_gain)} to the average winner's seat"
    if found.mean_share is not None:
        text += f", {formats.share(found.mean_share)} of the winner's mean"
    if found.variance_share is not None:
        text += (
            f", and makes {formats.share(found.variance_share)} of the variance of a seat's score"
        )
    pair = headline(context)
    if pair is None or not pair.comparison.sd:
        return f"{text}."
    gain = pair.parts["doubling"]
    a, b = context.camp(pair.a), context.camp(pair.b)
    if not gain.excludes(0):
        return (
            f"{text}. Between {a} and {b} it favours neither: {formats.signed(gain)} points a hand."
        )
    profits = a if gain.value > 0 else b
    amount = points(gain if gain.value > 0 else gain.scaled(-1))
    return f"{text}. {profits} profits: {amount} of its margin come from doubling."


def _tails(found: DoublingResult) -> Figure:
    _, with_rule, without = found.seats[0]
    curves = [
        figures.Line("with doubling", with_rule.values, with_rule.reach),
        figures.Line("without", without.values, without.reach, context=True),
    ]
    high = [moments.quantiles[1].value for moments in (with_rule, without)]
    return Figure(
        figures.survival_curves(
            curves,
            x_axis="payoff of a seat, points",
            y_axis="share of hands that pay at least this (log scale)",
            log=True,
        ),
        "Distribution of a seat's payoff with doubling and, the same plays, without it; "
        f"{formats.number(found.n)} [[block|blocks]]. The table has intervals.",
        "Payoff with and without doubling",
        f"At most one hand in a hundred pays more than {formats.number(high[0])} points with "
        f"doubling, more than {formats.number(high[1])} without.",
    )


def _distribution(context: Context, found: DoublingResult) -> Table:
    rows: list[tuple[Cell, ...]] = []
    shown = dict(zip(context.table.names, context.names, strict=True))
    for label, with_rule, without in found.seats:
        who = shown.get(label, "all seats")
        rows += [(who, "yes", *_figures(with_rule)), (who, "no", *_figures(without))]
    winner, without = found.winner
    rows += [
        ("winners' seats", "yes", *_figures(winner)),
        ("winners' seats", "no", *_figures(without)),
    ]
    return Table(
        "score-distribution",
        "Payoff of a seat with doubling and without, the same plays",
        (
            Column("who", "Whose", kind="strategy"),
            Column("doubling", "Doubling"),
            *_MOMENTS,
        ),
        tuple(rows),
    )


_MOMENTS = (
    Column("mean", "Mean", "points a hand", "estimate"),
    Column("sd", "SD", "points", "estimate"),
    Column("skew", "Skew", "", "estimate"),
    Column("low", "1 %", "points", "estimate"),
    Column("high", "99 %", "points", "estimate"),
)
_MOMENTS_HOW = (
    "Mean, SD and skew have intervals from leaving out one group of deals at a time (jackknife "
    "over 97 groups). The ends of the 1 % and 99 % points are scores at which the interval of the "
    "share no longer holds 1 % or 99 %; scores lie apart, so the interval may be a single score."
)
"""The figures of a distribution, and how they are found."""


def _figures(moments: Moments) -> tuple[Cell, ...]:
    skew = moments.skew if moments.skew.value == moments.skew.value else None  # noqa: PLR0124
    return (moments.mean, moments.sd, skew, *moments.quantiles)
