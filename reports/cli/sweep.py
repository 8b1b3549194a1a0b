"""`fiftyk sweep`: a rule's field or a strategy's parameter varied on the same deals."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reports.cli.options import add_html, add_play, add_running, check_file, read_rules
from reports.cli.output import Progress, print_json, print_table

if TYPE_CHECKING:
    from analysis.estimates import Estimate
    from analysis.sweep_play import Sweep
    from analysis.sweeps import SweepCurve
    from sim.rule_set import RuleSet
    from strategies.registry import Strategy

A_PAIR = 2
BAND_WIDTH = 41
"""Characters of a drawn band."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_play(
        parser,
        "the two strategies that are compared, A,B",
        "deals; all values play the same ones, in every seating of a block",
    )
    parser.add_argument(
        "--sweep",
        dest="sweeps",
        action="append",
        required=True,
        metavar="NAME=V,W,…",
        help="a field of the rule set (must_beat=false,true) or a strategy's parameter "
        "(bomb_saver.points=0,5,10) and its values; changes are from the first; repeatable",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="keep every value's scores in this folder; the same command goes on there after an "
        "interrupt, and what it holds is not played again (without it an interrupted sweep starts "
        "from the beginning)",
    )
    add_html(parser, "also write the curves as a page, their tables beside it")
    add_running(parser)


def run(args: argparse.Namespace) -> int:
    """Play every value of every sweep."""
    from analysis.sweep_folder import opened_sweeps
    from sim.errors import BadInput
    from strategies import find_strategy

    check_file("html", args.html)
    rules = read_rules(args)
    chosen = [find_strategy(text, rules) for text in args.strategies.split(",")]
    if len(chosen) != A_PAIR:
        raise BadInput("--strategies: sweep compares two, such as bomb_saver,lowest")
    pair = chosen[0], chosen[1]
    sweeps = [_read_sweep(text, rules, pair) for text in args.sweeps]
    with ExitStack() as stack:
        if args.out is not None:
            stack.enter_context(opened_sweeps(args.out, rules, pair, args.seed, sweeps))
        curves = _play(args, sweeps)
    page = None if args.html is None else _write_page(args, rules, pair, curves)
    if args.json:
        document = {
            "rules": rules.id,
            "options": dict(rules.options),
            "a": pair[0].label,
            "b": pair[1].label,
            "deals": args.deals,
            "seed": args.seed,
            "sweeps": [curve.to_json() for curve in curves],
        }
        print_json(document | ({"page": str(page)} if page else {}))
    else:
        for curve in curves:
            show(curve, pair, args.deals)
        if page:
            print(f"The page is {page}")
    return 0


def _play(args: argparse.Namespace, sweeps: Sequence[Sweep]) -> tuple[SweepCurve, ...]:
    """Play what is not kept already."""
    from analysis.sweep_folder import scores_at
    from analysis.sweep_play import play_sweep

    total = args.deals * sum(sweep.hands_a_deal for sweep in sweeps)
    curves, done = [], 0
    with Progress("sweep", total, "hands") as progress:
        for number, sweep in enumerate(sweeps):
            curves.append(
                play_sweep(
                    sweep,
                    args.seed,
                    args.deals,
                    threads=args.threads,
                    progress=partial(_count, progress, done),
                    keep=None if args.out is None else partial(scores_at, args.out, number),
                )
            )
            done += args.deals * sweep.hands_a_deal
    return tuple(curves)


def _write_page(
    args: argparse.Namespace,
    rules: RuleSet,
    pair: tuple[Strategy, Strategy],
    curves: tuple[SweepCurve, ...],
) -> Path:
    from analysis.sweep_folder import PlayedSweeps
    from analysis.tournament import Entrant
    from reports.result_pages import write_sweep_page

    players = (Entrant.of(pair[0]), Entrant.of(pair[1]))
    return write_sweep_page(PlayedSweeps(rules, args.seed, players, curves), args.html, args.out)


def _count(progress: Progress, before: int, played: int) -> None:
    progress.update(before + played)


def _read_sweep(text: str, rules: RuleSet, pair: tuple[Strategy, Strategy]) -> Sweep:
    """Return what is played for one `--sweep`."""
    from analysis.sweep_play import find_sweep
    from sim.errors import BadInput

    name, equals, listed = text.partition("=")
    values = [value.strip() for value in listed.split(",")]
    if not equals or not name or len(values) < A_PAIR or "" in values:
        raise BadInput(f"--sweep {text}: accepted: NAME=V,W,… with two or more values")
    try:
        return find_sweep(name, values, rules, pair)
    except BadInput as error:
        raise BadInput(f"--sweep {error}") from None


def show(curve: SweepCurve, pair: tuple[Strategy, Strategy], deals: int) -> None:
    """Print a curve with its band."""
    margins = [point.margin for point in curve.points]
    low, high = min(each.low for each in margins), max(each.high for each in margins)
    print_table(
        (curve.name, "A − B, points a hand", "change from the first", f"{low:.3g} to {high:.3g}"),
        [
            (
                point.value,
                str(point.margin),
                "" if place == 0 else str(point.change),
                _band(point.margin, low, high),
            )
            for place, point in enumerate(curve.points)
        ],
        numbers=(1, 2),
    )
    level = margins[0].level
    print(
        f"\nA = {pair[0].label}, B = {pair[1].label}; {deals:,} deals, the same for every value. "
        f"Each column's intervals hold together with {level:.0%};\nchanges are paired deal by "
        "deal.\n"
    )


def _band(margin: Estimate, low: float, high: float) -> str:
    """Draw an interval on the scale of all."""
    if high <= low:
        return ""

    def place(value: float) -> int:
        return round((value - low) / (high - low) * (BAND_WIDTH - 1))

    line = [" "] * BAND_WIDTH
    start, end = place(margin.low), place(margin.high)
    line[start : end + 1] = "─" * (end + 1 - start)
    line[place(margin.value)] = "●"
    return "".join(line)
