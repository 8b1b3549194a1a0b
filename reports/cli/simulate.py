"""`fiftyk simulate`: many deals into a result directory."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from reports.cli.options import LARGEST_COUNT, LINE_UP, add_play, add_running, read_rules, whole
from reports.cli.output import Progress, print_json

if TYPE_CHECKING:
    from analysis.batches import Progress as Played

SEATINGS = {
    "rotations": "every distinct rotation of the line-up",
    "first": "as given only",
    "orders": "every distinct order",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_play(parser, LINE_UP, "how many deals", fewest=1)
    parser.add_argument(
        "--out", metavar="DIR", required=True, help="result directory; an unfinished one is resumed"
    )
    parser.add_argument(
        "--seatings",
        choices=tuple(SEATINGS),
        default="rotations",
        help="; ".join(f"{name}: {text}" for name, text in SEATINGS.items()),
    )
    parser.add_argument(
        "--records",
        type=whole(0, LARGEST_COUNT),
        metavar="K",
        help="also write the records of the first K deals (default: as many as DIR has, or none)",
    )
    parser.add_argument(
        "--first-deal",
        type=whole(0, LARGEST_COUNT),
        default=0,
        metavar="I",
        help="play deals I … I+N-1, to split a run over machines (`fiftyk merge` joins them)",
    )
    add_running(parser)


def run(args: argparse.Namespace) -> int:
    """Play the deals that the directory does not hold yet."""
    from analysis.batches import simulate
    from sim.seatings import find_seatings
    from strategies import line_up

    rules = read_rules(args)
    seated = line_up(rules, args.strategies)
    seatings = len(find_seatings(args.seatings, [each.label for each in seated]))
    total = args.deals * seatings
    with Progress("simulate", total, "hands") as bar:
        done = simulate(
            rules,
            seated,
            args.deals,
            args.seed,
            args.out,
            threads=args.threads,
            seatings=args.seatings,
            records=args.records,
            first_deal=args.first_deal,
            progress=lambda at: show(bar, at, seatings),
        )
    if args.json:
        print_json({"out": args.out, "deals": args.deals, "hands": total, "played": done.hands})
    else:
        print(
            f"{args.out} holds {total:,} hands of {args.deals:,} deals; {done.hands:,} played now"
        )
    return 0


def show(bar: Progress, at: Played, seatings: int) -> None:
    """Show how far a run is; where hands only wait for their features, say that."""
    if at.describing and at.done == at.deals:
        bar.say(at.done * seatings, f"working out the features of {at.describing:,} deals")
    else:
        bar.update(at.done * seatings, at.hands_per_second)
