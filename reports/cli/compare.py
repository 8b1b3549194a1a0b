"""`fiftyk compare`: strategies on the same deals, with intervals."""

from __future__ import annotations

import argparse
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from reports.cli.options import (
    LARGEST_COUNT,
    add_json,
    add_rules,
    add_seed,
    add_strategies,
    add_threads,
    finite,
    read_rules,
    whole,
)
from reports.cli.output import Progress, print_json, print_table

if TYPE_CHECKING:
    from analysis.comparisons import Comparison


A_PAIR = 2


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_rules(parser)
    add_strategies(parser, "two or more strategies; every pair of them is compared")
    parser.add_argument(
        "--deals",
        type=whole(2, LARGEST_COUNT),
        required=True,
        metavar="N",
        help="deals; each is played in every seating of a block",
    )
    add_seed(parser)
    parser.add_argument(
        "--gate",
        type=finite,
        metavar="X",
        help="exit with 0 only if the lower end of the interval of A - B is above X, else 1",
    )
    add_threads(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Compare every pair, in the order given."""
    from analysis.comparisons import compare
    from analysis.pair_play import play_pair
    from sim.errors import BadInput
    from sim.seatings import pair_block
    from strategies import find_strategy

    rules = read_rules(args)
    chosen = [find_strategy(text, rules) for text in args.strategies.split(",")]
    if len(chosen) < A_PAIR:
        raise BadInput("--strategies: compare needs two or more, such as balanced,lowest")
    if args.gate is not None and len(chosen) > A_PAIR:
        raise BadInput("--gate judges A - B: give two strategies")
    pairs = list(combinations(chosen, 2))
    hands = args.deals * len(pair_block(rules))
    compared = []
    with Progress("compare", hands * len(pairs), "hands") as progress:
        for number, pair in enumerate(pairs):
            scores = play_pair(
                rules,
                pair,
                args.seed,
                args.deals,
                threads=args.threads,
                progress=partial(_count, progress, number * hands),
            )
            compared.append(compare(scores))
    if args.json:
        print_json(
            {
                "rules": rules.id,
                "deals": args.deals,
                "pairs": [comparison.to_json() for comparison in compared],
            }
        )
    else:
        show(compared, len(pair_block(rules)))
    if args.gate is not None and not compared[0].estimate.low > args.gate:
        return 1
    return 0


def _count(progress: Progress, before: int, played: int) -> None:
    progress.update(before + played)


def show(compared: list[Comparison], seatings: int) -> None:
    """Print the comparisons for people."""
    first = compared[0].estimate
    print_table(
        ("A", "B", "A − B, points a hand", "SE", "pairing saved"),
        [
            (
                each.a,
                each.b,
                str(each.estimate),
                f"{each.estimate.se:.2g}",
                "" if each.pairing_factor is None else f"× {each.pairing_factor:.1f}",
            )
            for each in compared
        ],
        numbers=(2, 3, 4),
    )
    print(
        f"\n{first.n:,} deals a pair, each in {seatings} seatings; ± is half the "
        f"{first.level:.0%} interval. 'Pairing saved': how many times more deals\n"
        "the same precision would take with new deals for every seating."
    )
    if len(compared) > 1:
        print("Each interval stands alone; no correction for the number of pairs.")
