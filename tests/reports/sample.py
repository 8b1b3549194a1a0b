"""A report made up for the tests: every form of figure, every kind of cell. None of it is true."""

from __future__ import annotations

import math

from analysis.estimates import Estimate
from reports import figures
from reports.page import (
    Card,
    Column,
    Fact,
    Figure,
    Report,
    Section,
    Table,
    Term,
    Verdict,
)
from reports.palette import strategy_inks

STRATEGIES = ("balanced", "lowest", "bomb_saver:points=10", "shed")
INKS = strategy_inks(STRATEGIES)
BLOCKS = 200_000


def made_up(value: float, half: float, n: int = BLOCKS) -> Estimate:
    """Make an Estimate with the given half-width."""
    return Estimate(value, half / 1.96, n, 0.95, value - half, value + half)


def sample_report(strategies: tuple[str, ...] = STRATEGIES) -> Report:
    """Build the whole made-up report; other names may be given to test escaping."""
    return Report(
        title=f"`{strategies[0]}` against `{strategies[1]}` in fiftyk4",
        subtitle="Four seats, fixed sides · rules number 1 · 200,000 deals · 30 November 2026",
        verdict=_verdict(strategies),
        sections=(
            _strategies(strategies),
            _hand_types(),
            _finishing(strategies),
            _doubling(strategies),
            Section(
                "matches",
                "Does it hold in matches to 500?",
                answer="",
                empty_reason="No matches were played in this run; `fiftyk match` plays them.",
                label="Matches",
            ),
            _measured(),
        ),
        provenance=(
            Fact("Rules", "fiftyk4, rules number 1, no options changed"),
            Fact("Deals", "200,000, seed 1, each in both seatings"),
            Fact("Strategies", ", ".join(f"`{name}`" for name in strategies)),
            Fact("Versions", "fiftyk 0.1.0, numpy 2.4.6, numba 0.68.1, Python 3.11.7"),
            Fact(
                "Command", f"fiftyk compare --rules fiftyk4 --strategies {strategies[0]}", code=True
            ),
        ),
        glossary=(
            Term(
                "block",
                "One deal played in every distinct seating of the line-up; "
                "the unit of every error.",
            ),
            Term(
                "break swap",
                "One card of the type is exchanged with a card of the next rank from another "
                "hand, so that the type breaks; the same deal is played again.",
            ),
            Term("captured", "Card points a seat took in tricks during the hand."),
            Term("first out", "The seat that empties its hand first."),
        ),
        strategies=strategies,
    )


def _verdict(names: tuple[str, ...]) -> Verdict:
    a, b = names[:2]
    dots = [
        figures.Dot("all deals", made_up(7.3, 0.4)),
        figures.Dot("A side leads", made_up(9.1, 0.6)),
        figures.Dot("the other side leads", made_up(5.4, 0.6)),
    ]
    figure = Figure(
        figures.dots_with_intervals(
            dots, axis=f"points a hand, {a} minus {b}", sides=(f"{b} wins more", f"{a} wins more")
        ),
        "Difference in points a hand. Bars are 95 % intervals over 200,000 [[block|blocks]].",
        f"{a} against {b}",
        f"{a} wins 7.3 points a hand more than {b}, 9.1 when its side leads and 5.4 when not.",
    )
    return Verdict(
        f"`{a}` beats `{b}` by 7.3 ± 0.4 points a hand; 200,000 "
        f"deals, each played in both seatings.",
        figure,
        (
            Card(
                "Hand type worth most",
                made_up(63.5, 0.6),
                "points a hand",
                "A bomb of aces, by [[break swap]].",
                "hand-types",
            ),
            Card(
                "Going out first",
                made_up(41.2, 0.9),
                "points a hand",
                "For the side of the seat that is [[first out]].",
                "finishing",
            ),
            Card(
                "Doubling",
                made_up(0.183, 0.002),
                "of the variance",
                "Doubled hands are 6.1 % of all.",
                "doubling",
                kind="share",
            ),
        ),
    )


def _strategies(names: tuple[str, ...]) -> Section:
    values = ((0.0, 0.4), (-7.3, 0.4), (-2.12, 0.14), (-11.6, 0.5))
    dots = [
        figures.Dot(name, made_up(*value), name) for name, value in zip(names, values, strict=True)
    ]
    steps = [
        figures.Step("going out earlier", made_up(5.1, 0.3)),
        figures.Step("points captured", made_up(3.4, 0.2)),
        figures.Step("doubled hands", made_up(-1.2, 0.1)),
    ]
    rows = tuple(
        (
            a,
            b,
            made_up(7.3 - i + j, 0.4),
            0.00001 if i == j - 1 else 0.034,
            0.5 + 0.04 * (j - i),
            2.6,
        )
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if i < j
    )
    return Section(
        "strategies",
        "Which strategy wins, and where does the difference come from?",
        f"`{names[0]}` wins every pairing. Of its 7.3 ± 0.4 points "
        f"over `{names[1]}`, 5.1 come from going out "
        "earlier.",
        (
            Figure(
                figures.dots_with_intervals(
                    dots, axis=f"points a hand, difference to {names[0]}", inks=strategy_inks(names)
                ),
                "Mean difference on the same deals; bars are simultaneous 95 "
                "% intervals, 200,000 [[block|blocks]].",
                "Strategies compared",
                "All three others lose points to the first.",
            ),
            Figure(
                figures.waterfall(
                    steps, made_up(7.3, 0.4), axis="points a hand", total_label="difference"
                ),
                "The difference taken apart; the three parts add up to it. "
                "The bar on the sum is its 95 % interval.",
                "Where the difference comes from",
                "Places add 5.1 points, captured points 3.4, doubling takes 1.2; together 7.3.",
            ),
        ),
        (
            Table(
                "pairs",
                "Every pair on the same deals",
                (
                    Column("a", "Strategy", kind="strategy"),
                    Column("b", "Against", kind="strategy"),
                    Column("margin", "Margin", "points a hand", "estimate"),
                    Column("p", "p-value", "step-down", "p_value"),
                    Column("wins", "Wins", "share of hands", "share"),
                    Column("factor", "Pairing saves", "factor", "number", 1),
                ),
                rows,
            ),
        ),
        "Each deal was played twice, strategies exchanging sides. "
        "The difference within a [[block]] is one "
        "number.\n\nIntervals are t intervals over 200,000 such numbers.",
        label="Strategies",
    )


def _hand_types() -> Section:
    types = [
        "four aces",
        "four 2s",
        "pure fifty-K",
        "four kings",
        "straight of 7 or more",
        "mixed fifty-K",
        "three pairs in a row",
        "a loose single",
    ]
    pairs = [
        figures.Pair(name, made_up(63.5 - 10 * k, 0.6 + 0.1 * k), made_up(107.7 - 14.5 * k, 1.1))
        for k, name in enumerate(types)
    ]
    rows = tuple(
        (pair.label, 0.0042 * (k + 1) if k else 0.00003, pair.causal, pair.descriptive, 873 * 10**k)
        for k, pair in enumerate(pairs)
    )
    return Section(
        "hand-types",
        "What is each hand type worth?",
        "Four aces are worth most: 63.5 ± 0.6 points a hand by "
        "[[break swap]], while hands that hold them score "
        "107.7 ± 1.1 points more than others.",
        (
            Figure(
                figures.forest(pairs, axis="points a hand for the holder's side"),
                "Causal values by break swap beside plain differences of "
                "means. Bars are 95 % intervals.",
                "Value of hand types",
                "Causal values are smaller than descriptive ones for every type.",
            ),
        ),
        (
            Table(
                "hand-types",
                "Value of each type",
                (
                    Column("type", "Hand type"),
                    Column("frequency", "Dealt", "share of hands", "share", 2),
                    Column("causal", "Causal", "points a hand", "estimate"),
                    Column("descriptive", "Descriptive", "points a hand", "estimate"),
                    Column("hands", "Hands", "number", "number"),
                ),
                (*rows, ("joker bomb", 0.0, None, None, 0)),
            ),
        ),
        "One card of the type was exchanged with a card of the next rank from another hand.",
        label="Value of hand types",
    )


def _finishing(names: tuple[str, ...]) -> Section:
    shares = [
        figures.Shares(name, (0.25 + 0.05 * k, 0.27, 0.26 - 0.02 * k, 0.22 - 0.03 * k))
        for k, name in enumerate(names)
    ]
    turns = [float(turn) for turn in range(1, 31)]
    lines = []
    for place, name in enumerate(names):
        y = [1 / (1 + math.exp((15 + 1.5 * place - turn) / 2.5)) for turn in turns]
        low, high = [max(v - 0.03, 0) for v in y], [min(v + 0.03, 1) for v in y]
        lines.append(figures.Line(name, turns, y, low, high, strategy=name))
    return Section(
        "finishing",
        "Who goes out first, and when?",
        f"`{names[0]}` is [[first out]] in 25.0 % of hands.",
        (
            Figure(
                figures.stacked_shares(
                    shares, parts=("first", "second", "third", "last"), axis="share of hands"
                ),
                "Places by strategy; shares are exact counts over 800,000 hands.",
                "Places by strategy",
                "Places are spread nearly evenly.",
            ),
            Figure(
                figures.lines_with_bands(
                    lines,
                    x_axis="plays made",
                    y_axis="share of seats that are out",
                    percent=True,
                    inks=strategy_inks(names),
                ),
                "Share of seats that are out after so many plays; bands are 95 % intervals.",
                "Plays until out",
                "Half of the seats are out after 15 to 19 plays.",
            ),
        ),
        (
            Table(
                "places",
                "Places by strategy",
                (
                    Column("strategy", "Strategy", kind="strategy"),
                    *(
                        Column(part, part, "share", "share")
                        for part in ("first", "second", "third", "last")
                    ),
                ),
                tuple((row.label, *map(float, row.shares)) for row in shares),
            ),
        ),
        "A seat that never went out shares the last place.",
        label="Finishing order",
    )


def _doubling(names: tuple[str, ...]) -> Section:
    xs = [5.0 * k for k in range(-20, 53)]
    curves = [
        figures.Line(
            label, xs, [1 / (1 + math.exp((x - 45) / width)) for x in xs], strategy=strategy
        )
        for label, width, strategy in ((names[0], 30.0, names[0]), (names[1], 22.0, names[1]))
    ]
    curves.append(
        figures.Line(
            "no doubling", xs, [1 / (1 + math.exp((x - 45) / 17)) for x in xs], context=True
        )
    )
    bars = [
        figures.Bar("nothing captured", made_up(0.041, 0.001)),
        figures.Bar("no first out", made_up(0.018, 0.001)),
        figures.Bar("both", made_up(0.0021, 0.0003)),
    ]
    return Section(
        "doubling",
        "What does doubling do?",
        "6.1 % of hands are doubled; they make 18.3 % of the variance.",
        (
            Figure(
                figures.survival_curves(
                    curves,
                    x_axis="score of the hand, points",
                    y_axis="share of hands that score at least this (log scale)",
                    inks=strategy_inks(names),
                    log=True,
                ),
                "Distribution of the score with and without doubling, 400,000 hands each.",
                "Tails of the score",
                "Doubling makes scores above 150 points about ten times as frequent.",
            ),
            Figure(
                figures.bars(bars, axis="share of hands", percent=True),
                "How often each condition holds; bars on the ends are 95 % intervals.",
                "Conditions of doubling",
                "Nothing captured holds in 4.1 % of hands.",
            ),
        ),
        how_measured="Each hand was scored twice, with the rule and without it.",
        label="Doubling",
    )


def _measured() -> Section:
    return Section(
        "measured",
        "How was it measured?",
        "200,000 deals, each played in both seatings; a strategy "
        "against itself differs by exactly 0.",
        tables=(
            Table(
                "certificate",
                "Certificate",
                (
                    Column("check", "Check"),
                    Column("cases", "Cases", kind="number"),
                    Column("result", "Result"),
                ),
                (("A against A is 0", 200_000, "held"), ("points add up to 100", 400_000, "held")),
            ),
        ),
        facts=(Fact("Seed", "1"), Fact("Command", "fiftyk run sample.toml", code=True)),
        label="How it was measured",
    )
