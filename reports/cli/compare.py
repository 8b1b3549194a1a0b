"""`fiftyk compare`: strategies on the same deals, with intervals; or until an answer is there."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from reports.cli.live import LiveInterval
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
    from analysis.pairs_compared import PairsCompared
    from analysis.score_file import SavedScores
    from analysis.sequential import Design


A_PAIR = 2
PLAYING = ("rules", "strategies", "deals", "seed")
"""What has to be said to play, and is in the file where scores come from one."""
ERROR = 0.05
"""Accepted chance of a wrong answer of a sequential test, either way, unless stated."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_rules(parser, required=False)
    add_strategies(parser, "two or more strategies; every pair of them is compared", required=False)
    parser.add_argument(
        "--deals",
        type=whole(2, LARGEST_COUNT),
        metavar="N",
        help="deals, each played in every seating of a block; with --h0 and --h1 at most so many",
    )
    add_seed(parser, required=False)
    parser.add_argument(
        "--gate",
        type=finite,
        metavar="X",
        help="exit with 0 only if the lower end of the interval of A - B is above X, else 1",
    )
    parser.add_argument(
        "--effect",
        type=finite,
        metavar="E",
        help="say how many deals show a true difference of E points a hand",
    )
    test = parser.add_argument_group("sequential test (two strategies; plays until it is answered)")
    test.add_argument("--h0", type=finite, metavar="X", help="is A - B at most X …")
    test.add_argument("--h1", type=finite, metavar="Y", help="… or at least Y?")
    test.add_argument(
        "--units",
        choices=("points", "normalised"),
        help="of X and Y: points a hand (default), or standard deviations of a block score",
    )
    test.add_argument(
        "--alpha", type=finite, metavar="P", help=f"chance to answer Y wrongly (default {ERROR})"
    )
    test.add_argument(
        "--beta", type=finite, metavar="P", help=f"chance to answer X wrongly (default {ERROR})"
    )
    files = parser.add_argument_group("block scores")
    files.add_argument(
        "--save",
        metavar="FILE",
        help="keep the scores of every deal: after an interrupt the same command goes on, and more "
        "deals extend it (without it an interrupted comparison starts from the beginning)",
    )
    files.add_argument(
        "--from",
        dest="source",
        metavar="FILE",
        help="compare what --save kept, or a JSON document with a, b, values and counts",
    )
    add_threads(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Compare every pair, in the order given."""
    from analysis.pairs_compared import ask, judge
    from analysis.score_file import read_scores
    from sim.errors import BadInput

    _check(args)
    if args.source is not None:
        scores = read_scores(args.source)
        if (args.gate is not None or args.h0 is not None) and len(scores.pairs) > 1:
            raise BadInput("--gate, --h0 and --h1 judge A - B: the file holds more strategies")
        design = _design(args, scores.bound, scores)
        found = judge(scores, None if design is None else ask(design, scores))
    else:
        found = _play(args)
    if args.json:
        print_json(found.to_json(args.effect))
    else:
        show(found, args.effect)
    if args.gate is not None and not found.compared[0].estimate.low > args.gate:
        return 1
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse flags that do not go together."""
    from sim.errors import BadInput

    if args.source is None:
        missing = [f"--{name}" for name in PLAYING if getattr(args, name) is None]
        if missing:
            raise BadInput(f"{', '.join(missing)}: required, unless --from names block scores")
    else:
        given = [f"--{name}" for name in PLAYING if getattr(args, name) is not None]
        given += ["--set"] * bool(args.settings) + ["--save"] * (args.save is not None)
        if given:
            raise BadInput(f"{given[0]}: --from names scores that were played already")
    if (args.h0 is None) != (args.h1 is None):
        raise BadInput("--h0 and --h1: a sequential test needs both")
    if args.h0 is None:
        for name in ("units", "alpha", "beta"):
            if getattr(args, name) is not None:
                raise BadInput(f"--{name} belongs to a sequential test: give --h0 and --h1, too")
    if args.effect == 0:
        raise BadInput("--effect 0: no number of deals shows a difference of 0")
    if args.save is not None:
        path = Path(args.save)
        if path.is_dir() or not path.parent.is_dir():
            raise BadInput(f"--save {path}: accepted: a file in a folder that is there")


def _design(
    args: argparse.Namespace, bound: float | None, scores: SavedScores | None = None
) -> Design | None:
    from analysis.sequential import LOOK_EVERY, Design

    if args.h0 is None:
        return None
    in_order = scores is None or scores.in_order
    return Design(
        args.h0,
        args.h1,
        args.units or "points",
        ERROR if args.alpha is None else args.alpha,
        ERROR if args.beta is None else args.beta,
        bound,
        # Counts have no order: they can be looked at once.
        LOOK_EVERY if in_order or scores is None else scores.deals,
    )


def _play(args: argparse.Namespace) -> PairsCompared:
    """Play every pair; a pair under a sequential test until that is answered."""
    from math import comb

    from analysis.pairs_compared import compare_pairs
    from analysis.unfinished import settings_of, unfinished
    from sim.errors import BadInput
    from sim.seatings import pair_block
    from strategies import find_strategy

    rules = read_rules(args)
    chosen = [find_strategy(text, rules) for text in args.strategies.split(",")]
    if len(chosen) < A_PAIR:
        raise BadInput("--strategies: compare needs two or more, such as balanced,lowest")
    if args.gate is not None and len(chosen) > A_PAIR:
        raise BadInput("--gate judges A - B: give two strategies")
    if args.h0 is not None and len(chosen) > A_PAIR:
        raise BadInput("--h0 and --h1 ask about A - B: give two strategies")
    hands = args.deals * len(pair_block(rules))
    with ExitStack() as stack:
        kept = None
        if args.save is not None:
            settings = settings_of(rules, chosen, args.seed)
            kept = stack.enter_context(unfinished(args.save, settings))
        progress = stack.enter_context(
            Progress("compare", hands * comb(len(chosen), A_PAIR), "hands")
        )
        found = compare_pairs(
            rules,
            chosen,
            args.seed,
            args.deals,
            design=_design(args, rules.bound),
            threads=args.threads,
            watch=lambda number: LiveInterval(progress, number * hands, rules.bound).add,
            keep=None if kept is None else kept.pair,
        )
        if kept is not None:
            kept.finish(found.scores)
    return found


def show(found: PairsCompared, effect: float | None = None) -> None:
    """Print the comparisons for people; `effect` is to be planned for."""
    scores, compared, stop = found.scores, found.compared, found.stop
    print_table(
        ("A", "B", "A − B, points a hand", "SE", "pairing saved", "valid at any time"),
        [
            (
                each.a,
                each.b,
                str(each.estimate),
                f"{each.estimate.se:.2g}",
                "" if each.pairing_factor is None else f"× {each.pairing_factor:.1f}",
                "" if valid is None else f"{valid.low:.2f} to {valid.high:.2f}",
            )
            for each, valid in zip(compared, found.always, strict=True)
        ],
        numbers=(2, 3, 4, 5),
    )
    first = compared[0].estimate
    seatings = scores.pairs[0].hands.shape[1]
    dealt = f"{first.n:,} deals a pair" + (f", each in {seatings} seatings" if scores.rules else "")
    print(
        f"\n{dealt}; ± is half the {first.level:.0%} interval. 'Pairing saved': how many times "
        "more deals\nthe same precision would take with new deals for every seating. 'Valid at any "
        "time': an interval that\nmay be looked at while the deals come in, and acted upon."
    )
    if len(compared) > 1:
        print(
            "Each interval stands alone; no correction for the number of pairs "
            "(`fiftyk tournament` has one)."
        )
    for each in compared:
        _show_power(effect, each)
    if stop is not None:
        print(f"\n{stop.why[0].upper()}{stop.why[1:]}.")
        if stop.first_look:
            print("A − B is the median-unbiased estimate: the mean at a chosen moment would lie.")


def _show_power(effect: float | None, each: Comparison) -> None:
    from analysis.pairs_compared import POWERS
    from analysis.power import effect_shown

    if effect is None or not each.sd:
        estimate = each.estimate
        shown = effect_shown(estimate.n, each.sd, estimate.level)
        print(
            f"{each.a} − {each.b}: so many deals show a true difference of {shown:.2g} points "
            f"{POWERS[0]:.0%} of the time ({shown / each.sd:.3f} SD of a block)."
            if each.sd
            else f"{each.a} − {each.b}: no deal differs."
        )
        return
    print(
        f"{each.a} − {each.b}: {each.planned_blocks(effect, POWERS[0]):,} deals show a true "
        f"difference of {effect:g} points {POWERS[0]:.0%} of the time, "
        f"{each.planned_blocks(effect, POWERS[1]):,} do {POWERS[1]:.0%}; these do "
        f"{each.power(effect):.1%}."
    )
