"""Which strategy wins, by what, and through which part of the score."""

from __future__ import annotations

from analysis.estimates import Estimate
from analysis.paired import PairResult, largest_parts
from analysis.part_names import PART_LABELS, PART_WORDS
from reports import figures, formats
from reports.page import Cell, Column, Figure, Section, Table
from reports.pages.context import STEPS, Context, intervals_of, listed, points
from sim.rules import Rules

_SLUG, _LABEL = "strategies", "Strategies"
_QUESTION = "Which strategy wins, and where does the difference come from?"
_NAMED = 3
"""Parts of the score that the answer names; the figure has all."""
_ENOUGH = 100
"""Blocks from which a pairing factor is worth a sentence."""


def headline(context: Context) -> PairResult | None:
    """Return the pair that the verdict is about: the best camp against the next."""
    paired = context.survey.paired
    if paired is None or not paired.pairs:
        return None
    order = paired.ranking()
    pair = paired.pair(order[0], order[1])
    if pair is None:  # the two never met
        return max(paired.pairs, key=lambda each: abs(each.comparison.estimate.value))
    # Means over tables of their own can contradict the meeting of the two.
    return pair if pair.comparison.estimate.value >= 0 else pair.swapped()


def build(context: Context) -> Section:
    """Make the section."""
    paired = context.survey.paired
    if paired is None:
        return context.missing(_SLUG, _QUESTION, _LABEL, "paired")
    pair = headline(context)
    if pair is None:
        return Section(
            _SLUG,
            _QUESTION,
            "",
            tables=(_means(context),),
            empty_reason=f"Only `{context.names[0]}` plays in this run, so there is no difference "
            "to explain. `fiftyk compare` plays two strategies on the same deals.",
            label=_LABEL,
        )
    several = len(paired.pairs) > 1
    drawn = [_pairs_figure(context)] if several else []
    if pair.comparison.sd:
        drawn.append(_parts_figure(context, pair))
    return Section(
        _SLUG,
        _QUESTION,
        _answer(context, pair),
        figures=tuple(drawn),
        tables=(_pairs(context), _parts(context), _means(context)),
        how_measured=_how(context),
        label=_LABEL,
    )


def _answer(context: Context, pair: PairResult) -> str:
    a, b = context.camp(pair.a), context.camp(pair.b)
    estimate = pair.comparison.estimate
    if not pair.comparison.sd:
        return f"{a} and {b} score exactly the same on every deal."
    scores = "scores" if len(context.table.camps[pair.a]) == 1 else "score"
    told = "" if pair.decided else " (not told apart from 0)"
    text = f"{a} {scores} {points(estimate)} more than {b}{told}: {_through(pair)}."
    factor = pair.comparison.pairing_factor
    if factor is not None and factor > 1 and estimate.n >= _ENOUGH and len(context.table.plan) > 1:
        text += (
            " Had every seating been played on new deals, the same interval would have taken "
            f"{formats.number(factor, 1)} times as many hands."
        )
    return text


def _through(pair: PairResult) -> str:
    """Say through which parts of the score the difference comes, and which work against it."""

    def said(parts: list[tuple[str, Estimate]]) -> str:
        return listed(f"{formats.signed(part)} through {PART_WORDS[name]}" for name, part in parts)

    parts = largest_parts(pair)
    with_it = [each for each in parts if each[1].value > 0]
    against = [each for each in parts if each[1].high < 0]
    mostly = "mostly " if len(with_it) > _NAMED else ""
    return mostly + said(with_it[:_NAMED]) + (f", against {said(against)}" if against else "")


def _winners_first(context: Context) -> list[PairResult]:
    """Return every pair in the order that makes its margin positive."""
    paired = context.survey.paired
    assert paired is not None
    return [
        pair if pair.comparison.estimate.value >= 0 else pair.swapped() for pair in paired.pairs
    ]


def _pairs_figure(context: Context) -> Figure:
    paired = context.survey.paired
    assert paired is not None
    best = paired.ranking()[0]
    pairs = sorted(
        _winners_first(context),
        key=lambda each: (each.a != best, -each.comparison.estimate.value),
    )
    dots = [
        figures.Dot(
            f"{context.camps[pair.a]} − {context.camps[pair.b]}",
            pair.comparison.estimate,
            context.camp_ink(pair.a),
        )
        for pair in pairs
    ]
    told = sum(pair.decided for pair in pairs)
    return Figure(
        figures.dots_with_intervals(
            dots, axis="points a hand, first minus second", inks=context.inks
        ),
        f"Every pair on the same deals. Bars are {intervals_of(pairs[0])}.",
        "Every pair of strategies",
        f"{told} of {len(pairs)} differences are told apart from 0. "
        + "; ".join(f"{dot.label}: {formats.estimate(dot.estimate)}" for dot in dots)
        + ".",
    )


def _parts_figure(context: Context, pair: PairResult) -> Figure:
    steps = [
        figures.Step(PART_LABELS[name], part)
        for name, part in pair.parts.items()
        if part.value or part.se
    ]
    a, b = context.camps[pair.a], context.camps[pair.b]
    total = pair.comparison.estimate
    return Figure(
        figures.waterfall(
            steps, total, axis=f"points a hand, {a} minus {b}", total_label="difference"
        ),
        f"The difference between {context.camp(pair.a)} and {context.camp(pair.b)} taken apart; "
        f"the parts add up to it exactly. {intervals_of(pair)}.",
        "Where the difference comes from",
        "; ".join(f"{step.label} {formats.signed(step.value)}" for step in steps)
        + f"; together {formats.signed(total)} points a hand.",
    )


def _pairs(context: Context) -> Table:
    paired = context.survey.paired
    assert paired is not None
    doubles = "doubling" in paired.pairs[0].parts
    rows = tuple(
        (
            context.camps[pair.a],
            context.camps[pair.b],
            pair.comparison.estimate,
            pair.comparison.effect_in_sds,
            pair.comparison.pairing_factor,
            *((pair.without_doubling,) if doubles else ()),
            pair.comparison.estimate.n,
        )
        for pair in _winners_first(context)
    )
    undoubled = Column("without_doubling", "Without doubling", "points a hand", "estimate")
    level = formats.level_percent(round(paired.pairs[0].comparison.family_level, 6))
    together = " for all pairs together" if len(rows) > 1 else ""
    return Table(
        "pairs",
        f"Margins on the same deals, with {level} intervals{together}",
        (
            Column("a", "Strategy", kind="strategy"),
            Column("b", "Against", kind="strategy"),
            Column("margin", "Margin", "points a hand", "estimate"),
            Column("effect", "Effect", "block SDs", "number", 2),
            Column("pairing_factor", "Pairing saves", "factor", "number", 1),
            *((undoubled,) if doubles else ()),
            Column("blocks", "Blocks", "deals", "number"),
        ),
        rows,
    )


def _parts(context: Context) -> Table:
    paired = context.survey.paired
    assert paired is not None
    shown = [
        name
        for name in paired.pairs[0].parts
        if any(p.parts[name].value or p.parts[name].se for p in paired.pairs)
    ]
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            f"{context.camps[pair.a]} − {context.camps[pair.b]}",
            *(pair.parts[name] for name in shown),
            pair.comparison.estimate,
        )
        for pair in _winners_first(context)
    )
    columns = [
        Column(name, PART_LABELS[name].capitalize(), "points a hand", "estimate") for name in shown
    ]
    return Table(
        "margin-parts",
        "Each margin taken apart; a row's parts add up to its margin",
        (
            Column("pair", "Pair"),
            *columns,
            Column("margin", "Margin", "points a hand", "estimate"),
        ),
        rows,
        folded=True,
    )


def _means(context: Context) -> Table:
    paired = context.survey.paired
    assert paired is not None
    return Table(
        "mean-payoffs",
        "Mean payoff of a seat at the tables of this run",
        (
            Column("strategy", "Strategy", kind="strategy"),
            Column("mean", "Mean payoff", "points a hand", "estimate"),
            Column("blocks", "Blocks", "deals", "number"),
        ),
        tuple((name, mean, mean.n) for name, mean in zip(context.names, paired.means, strict=True)),
        folded=bool(paired.pairs),
    )


def _how(context: Context) -> str:
    return (
        f"{context.deals[0].upper()}{context.deals[1:]}. Within each hand the mean payoff of the "
        "second strategy's seats is taken from that of the first's; the mean of that over the "
        "seatings is the score of a [[block]]. Estimates are means of block scores with t "
        "intervals, n counts blocks.\n\n"
        "The parts are the same difference computed for each part of the payoff: "
        f"{_parts_of(context)}. Payoffs are sums of these parts, so the differences add up too, "
        "deal by deal." + (f" {STEPS}" if _goes_by_steps(context) else "") + "\n\n"
        "Pairing saves: the variance of the same number of hands with new deals for each seating, "
        "divided by that of the blocks."
    )


def _goes_by_steps(context: Context) -> bool:
    game = context.table.game
    return isinstance(game, Rules) and game.payoff == "steps"


def _parts_of(context: Context) -> str:
    if not isinstance(context.table.game, Rules):
        return (
            "the value above 12 of stacks, once; what their face cards multiply; what stacks of "
            "face cards alone and stacks without a card cost"
        )
    return listed(PART_WORDS[name] for name in context.table.score_parts)
