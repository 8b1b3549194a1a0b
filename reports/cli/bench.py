"""`fiftyk bench`: throughput on this machine, one core, CPU time."""

from __future__ import annotations

import argparse

from reports.cli.options import add_json, add_rules, finite, read_rules
from reports.cli.output import print_json, print_table


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_rules(parser, default="fiftyk4")
    parser.add_argument("--strategies", metavar="A,B,…", help="which strategies (default: all)")
    parser.add_argument(
        "--seconds", type=finite, default=1.0, help="CPU time of one measurement (default 1)"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    from analysis.bench import ROUNDS, measure, usual_strategy
    from sim.errors import BadInput
    from strategies import find_strategy, playing

    rules = read_rules(args)
    if args.seconds <= 0:
        raise BadInput("--seconds: accepted: a number above 0")
    names = args.strategies.split(",") if args.strategies else None
    chosen = [find_strategy(name, rules) for name in names] if names else playing(rules)
    floor, measured = measure(rules, chosen, seconds=args.seconds)
    if args.json:
        print_json(
            {
                "rules": rules.id,
                "floor": floor.hands_per_second,
                "strategies": [
                    {
                        "strategy": each.strategy,
                        "hands_per_second": each.hands_per_second,
                        "decisions_per_second": each.decisions_per_second,
                        "ratio_to_floor": each.ratio_to_floor,
                    }
                    for each in measured
                ],
            }
        )
        return 0
    print_table(
        ("strategy", "hands/s", "decisions/s", "decisions/hand", "ns/decision", "to the floor"),
        [
            (
                each.strategy,
                f"{each.hands_per_second:,.0f}",
                f"{each.decisions_per_second:,.0f}",
                f"{each.decisions_per_hand:.1f}",
                f"{each.nanoseconds:.1f}",
                f"{each.ratio_to_floor:.3f}",
            )
            for each in [floor, *measured]
        ],
        numbers=(1, 2, 3, 4, 5),
    )
    print(
        f"\n{rules.id}, one core, CPU time, dealing included, median of {ROUNDS} rounds in turn.\n"
        "The floor deals a hand, then makes one rank count and one random draw for each decision "
        f"of `{usual_strategy(rules).name}`."
    )
    return 0
