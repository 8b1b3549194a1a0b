"""`fiftyk match`: whole matches to the rule set's target."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from reports.cli.options import (
    LINE_UP,
    add_json,
    add_rules,
    add_seed,
    add_strategies,
    read_rules,
    whole,
)
from reports.cli.output import print_json, print_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.match_rules import MatchVariant
    from sim.rule_set import RuleSet

MOST_MATCHES = 10_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_rules(parser)
    add_strategies(parser, LINE_UP)
    parser.add_argument(
        "--matches",
        type=whole(1, MOST_MATCHES),
        required=True,
        metavar="N",
        help="how many matches",
    )
    add_seed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play the matches and sum them up."""
    from sim.families import play_matches
    from strategies import line_up

    rules = read_rules(args)
    seated = line_up(rules, args.strategies)
    results = play_matches(rules, [each.policy() for each in seated], args.seed, args.matches)
    document = summary(rules, [each.label for each in seated], args.seed, results)
    if args.json:
        print_json(document)
    else:
        show(document)
    return 0


def summary(rules: RuleSet, names: list[str], seed: int, results: Any) -> dict[str, Any]:
    """Return what the matches came to, every figure with its interval."""
    from analysis.shares import share_estimate

    matches = len(results.hands)
    sides = []
    for side, team in enumerate(rules.teams):
        wins = int(results.won[:, side].sum())
        sides.append(
            {
                "seats": list(team),
                "strategies": [names[seat] for seat in team],
                "won": wins,
                "share": share_estimate(wins, matches).to_json(),
                "payoff": _payoff(results.payoff[:, team[0]]),
            }
        )
    return {
        "rules": rules.id,
        "options": dict(rules.options),
        "seed": seed,
        "matches": matches,
        "drawn": int((results.winner < 0).sum()),
        "doubled": int(results.doubled.sum()),
        "hands": {
            "mean": float(results.hands.mean()),
            "least": int(results.hands.min()),
            "most": int(results.hands.max()),
        },
        "sides": sides,
    }


def _payoff(paid: Any) -> dict[str, Any]:
    """Return the mean of what a side is paid; one match has no interval."""
    from analysis.estimates import DEFAULT_LEVEL, mean_estimate

    if len(paid) > 1:
        return mean_estimate(paid).to_json()
    nothing = {"se": None, "n": 1, "level": DEFAULT_LEVEL, "low": None, "high": None}
    return {"value": float(paid[0]), **nothing}


def show(document: dict[str, Any]) -> None:
    """Print the summary for people."""
    rows = []
    for side in document["sides"]:
        share, payoff = side["share"], side["payoff"]
        rows.append(
            (
                ", ".join(map(str, side["seats"])),
                ", ".join(dict.fromkeys(side["strategies"])),
                f"{side['won']:,}",
                f"{share['value']:.1%} ({share['low']:.1%} to {share['high']:.1%})",
                f"{payoff['value']:.1f} "
                + (
                    "(one match has no interval)"
                    if payoff["low"] is None
                    else f"({payoff['low']:.1f} to {payoff['high']:.1f})"
                ),
            )
        )
    print_table(
        ("seats", "strategy", "won", "share of matches", "points a match, each seat"), rows, (2,)
    )
    hands = document["hands"]
    print(
        f"\n{document['matches']:,} matches of {hands['mean']:.1f} hands on average "
        f"({hands['least']} to {hands['most']})"
        + (f"; {document['doubled']:,} doubled" if document["doubled"] else "")
        + ". In brackets: 95 % intervals."
    )
    if document["drawn"]:
        print(f"{document['drawn']:,} without a winner")


def show_variants(variants: Sequence[MatchVariant], pair: tuple[str, str]) -> None:
    """Print for people what matches come to under variants of a rule."""
    print_table(
        ("variant", "A − B, points a match", "change", "won less lost", "hands", "change"),
        [
            (
                each.name,
                str(each.margin),
                "" if place == 0 else str(each.change),
                each.won.as_percent(),
                str(each.hands),
                "" if place == 0 else str(each.change_hands),
            )
            for place, each in enumerate(variants)
        ],
        numbers=range(1, 6),
    )
    margin = variants[0].margin
    print(
        f"\nA = {pair[0]}, B = {pair[1]}; {margin.n:,} matches in every seating, the same deals "
        f"under every variant. ± is half the {margin.level:.0%} interval;\n"
        "changes are paired match by match.\n"
    )
