"""`fiftyk bench`: throughput on this machine, one core, CPU time."""

from __future__ import annotations

import argparse

from reports.cli.options import add_json, add_rules, finite, read_rules, whole
from reports.cli.output import print_json, print_table


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_rules(parser, default="fiftyk4")
    parser.add_argument("--strategies", metavar="A,B,…", help="which strategies (default: all)")
    parser.add_argument(
        "--seconds", type=finite, default=1.0, help="CPU time of one measurement (default 1)"
    )
    parser.add_argument(
        "--threads",
        type=whole(1, 1024),
        default=1,
        metavar="T",
        help="also measure how many times more hands T threads play, by the clock",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    from analysis.bench import ROUNDS, measure, measure_threads, usual_strategy
    from sim.errors import BadInput
    from sim.families import family_of
    from strategies import find_strategy, playing

    rules = read_rules(args)
    if args.seconds <= 0:
        raise BadInput("--seconds: accepted: a number above 0")
    names = args.strategies.split(",") if args.strategies else None
    chosen = [find_strategy(name, rules) for name in names] if names else playing(rules)
    floor, measured = measure(rules, chosen, seconds=args.seconds)
    gains = []
    if args.threads > 1:
        gains = measure_threads(rules, chosen, args.threads, seconds=args.seconds)
    if args.json:
        rows = [
            {
                "strategy": each.strategy,
                "hands_per_second": each.hands_per_second,
                "decisions_per_second": each.decisions_per_second,
                "ratio_to_floor": each.ratio_to_floor,
            }
            for each in measured
        ]
        document = {"rules": rules.id, "floor": floor.hands_per_second, "strategies": rows}
        if gains:
            document |= {"threads": args.threads, "floor_threads_gain": gains[0]}
            for row, gain in zip(rows, gains[1:], strict=True):
                row["threads_gain"] = gain
        print_json(document)
        return 0
    heads = ["strategy", "hands/s", "decisions/s", "decisions/hand", "ns/decision", "to the floor"]
    if gains:
        heads.append(f"{args.threads} threads")
    print_table(
        heads,
        [
            (
                each.strategy,
                f"{each.hands_per_second:,.0f}",
                f"{each.decisions_per_second:,.0f}",
                f"{each.decisions_per_hand:.1f}",
                f"{each.nanoseconds:.1f}",
                f"{each.ratio_to_floor:.3f}",
                *([f"× {gains[place]:.2f}"] if gains else []),
            )
            for place, each in enumerate([floor, *measured])
        ],
        numbers=range(1, len(heads)),
    )
    print(
        f"\n{rules.id}, one core, CPU time, dealing included, median of {ROUNDS} rounds in turn.\n"
        "The floor deals a hand, then makes one rank count and one random draw for each decision "
        f"of `{usual_strategy(rules).name}`."
    )
    if family_of(rules).make_code is not None:
        print("Hands are played as after some seconds: by machine code made for the rule set.")
    if gains:
        print(
            f"{args.threads} threads: hands by the clock beside one thread's; the floor's is what "
            "this machine gives."
        )
    return 0
