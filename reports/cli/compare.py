"""`fiftyk compare`: strategies on the same deals, with intervals; or until an answer is there."""

from __future__ import annotations

import argparse
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    from analysis.comparisons import Comparison, PairScores
    from analysis.estimates import Estimate
    from analysis.score_file import SavedScores
    from analysis.sequential import Design, SequentialTest, Stop


A_PAIR = 2
PLAYING = ("rules", "strategies", "deals", "seed")
"""What has to be said to play, and is in the file where scores come from one."""
POWERS = (0.8, 0.9)
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
    files.add_argument("--save", metavar="FILE", help="keep the scores of every deal")
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
    from analysis.score_file import read_scores, save_scores
    from sim.errors import BadInput

    _check(args)
    if args.source is not None:
        scores = read_scores(args.source)
        if (args.gate is not None or args.h0 is not None) and len(scores.pairs) > 1:
            raise BadInput("--gate, --h0 and --h1 judge A - B: the file holds more strategies")
        design = _design(args, scores.bound, scores)
        stop = None if design is None else _test_all(design, scores)
        scores = replace(scores, pairs=tuple(_until(stop, pair) for pair in scores.pairs))
    else:
        scores, stop = _play(args)
    compared = [_compare(pair, stop, scores) for pair in scores.pairs]
    always = [_always_valid(pair, scores.bound) for pair in scores.pairs]
    if args.save is not None:
        save_scores(scores, args.save)
    if args.json:
        print_json(_document(args, scores, compared, always, stop))
    else:
        _show(args, scores, compared, always, stop)
    if args.gate is not None and not compared[0].estimate.low > args.gate:
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


def _test_all(design: Design, scores: SavedScores) -> Stop:
    from analysis.sequential import SequentialTest

    test = SequentialTest(design)
    test.add(scores.pairs[0].blocks)
    return test.stop


def _play(args: argparse.Namespace) -> tuple[SavedScores, Stop | None]:
    """Play every pair; a pair under a sequential test until that is answered."""
    from analysis.score_file import SavedScores
    from analysis.sequential import SequentialTest
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
    design = _design(args, rules.bound)
    test = None if design is None else SequentialTest(design)
    pairs = list(combinations(chosen, 2))
    hands = args.deals * len(pair_block(rules))
    played = []
    with Progress("compare", hands * len(pairs), "hands") as progress:
        for number, pair in enumerate(pairs):
            live = LiveInterval(progress, number * hands, rules.bound)
            played.append(_play_pair(args, rules, pair, test, live))
    scores = SavedScores(tuple(played), rules.bound, rules.id, rules.options, args.seed)
    return scores, None if test is None else test.stop


def _play_pair(
    args: argparse.Namespace, rules: Any, pair: Any, test: SequentialTest | None, live: LiveInterval
) -> PairScores:
    from analysis.pair_play import joined_scores, pair_blocks
    from analysis.sequential import UNDECIDED

    parts = []
    for part in pair_blocks(rules, pair, args.seed, args.deals, threads=args.threads):
        parts.append(part)
        live.add(part)
        if test is not None:
            test.add(part.blocks)
            if test.stop.answer != UNDECIDED:
                break
    return _until(None if test is None else test.stop, joined_scores(parts))


def _until(stop: Stop | None, pair: PairScores) -> PairScores:
    """Return the deals that led to an answer: those under way when it came are no part of it."""
    from analysis.sequential import UNDECIDED

    if stop is None or stop.answer == UNDECIDED:
        return pair
    return replace(pair, blocks=pair.blocks[: stop.blocks], hands=pair.hands[: stop.blocks])


def _compare(pair: PairScores, stop: Stop | None, scores: SavedScores) -> Comparison:
    """Compare a pair; after a sequential test without the bias of having stopped."""
    from analysis.comparisons import compare
    from analysis.stopped import stopped_estimate

    compared = compare(pair)
    if stop is not None and stop.first_look:
        compared = replace(compared, estimate=stopped_estimate(pair.blocks, stop))
    return compared if scores.in_order else replace(compared, pairing_factor=None)


def _always_valid(pair: PairScores, bound: float | None) -> Estimate | None:
    from analysis.betting import ConfidenceSequence

    if bound is None:
        return None
    sequence = ConfidenceSequence(bound)
    sequence.add(pair.blocks)
    return sequence.estimate()


def _document(
    args: argparse.Namespace,
    scores: SavedScores,
    compared: list[Comparison],
    always: list[Estimate | None],
    stop: Stop | None,
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "rules": scores.rules,
        "deals": compared[0].estimate.n,
        "pairs": [each.to_json() for each in compared],
        "options": dict(scores.options),
        "seed": scores.seed,
        "details": [
            {
                "a": each.a,
                "b": each.b,
                "sd": each.sd,
                "always_valid": None if valid is None else {"low": valid.low, "high": valid.high},
                "planned": _planned(args.effect, each),
            }
            for each, valid in zip(compared, always, strict=True)
        ],
    }
    return document if stop is None else document | {"test": stop.to_json()}


def _planned(effect: float | None, each: Comparison) -> dict[str, Any] | None:
    """Return the deals that show an effect, and how surely these do; None without an effect."""
    if effect is None or not each.sd:
        return None
    return {
        "effect": effect,
        "power": each.power(effect),
        "deals_80": each.planned_blocks(effect, POWERS[0]),
        "deals_90": each.planned_blocks(effect, POWERS[1]),
    }


def _show(
    args: argparse.Namespace,
    scores: SavedScores,
    compared: list[Comparison],
    always: list[Estimate | None],
    stop: Stop | None,
) -> None:
    """Print the comparisons for people."""
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
            for each, valid in zip(compared, always, strict=True)
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
        _show_power(args.effect, each)
    if stop is not None:
        print(f"\n{stop.why[0].upper()}{stop.why[1:]}.")
        if stop.first_look:
            print("A − B is the median-unbiased estimate: the mean at a chosen moment would lie.")


def _show_power(effect: float | None, each: Comparison) -> None:
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
