"""`fiftyk run`: simulate, compare and report as an experiment file says."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

from reports.cli import compare, match, simulate, sweep, tournament
from reports.cli.live import LiveInterval
from reports.cli.options import add_json, add_threads
from reports.cli.output import Progress, print_json

if TYPE_CHECKING:
    from analysis.certificate import Check
    from analysis.pairs_compared import PairsCompared
    from analysis.run_file import ComparePart, MatchesPart, RunFile, SimulatePart, SweepPart
    from analysis.standings import Standings
    from reports.pages.matches import Matched
    from reports.pages.results import Results
    from reports.pages.sweeps import Swept

A_PAIR = 2
RESULTS_PAGE = "results.html"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE.toml", help="the experiment; docs/examples has three")
    parser.add_argument("--out", metavar="DIR", help="result folder, in place of the file's `out`")
    parser.add_argument(
        "--check", action="store_true", help="check file and result folder, play nothing"
    )
    add_threads(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Check everything, then play what the result folder does not hold, then report."""
    from analysis.run_file import read_run_file
    from analysis.run_folder import check_folder, settings_of, write_settings

    asked = read_run_file(args.file, args.out)
    check_folder(asked)
    if args.check:
        if args.json:
            print_json({"file": asked.path, "settings": settings_of(asked)})
        else:
            print(f"{asked.path} is in order")
        return 0
    write_settings(asked)
    document = _play(asked, args.threads, quiet=args.json)
    if args.json:
        print_json({"file": asked.path, "out": str(asked.out)} | document)
    else:
        print(f"\n{asked.out} holds everything that {asked.path} asks for")
    return 0


def _play(asked: RunFile, threads: int, *, quiet: bool) -> dict[str, Any]:
    """Play every part and return what `--json` prints."""
    from analysis.run_folder import write_results

    line_ups: list[dict[str, Any]] = []
    if asked.simulate is not None:
        line_ups = _simulate(asked, asked.simulate, threads, quiet=quiet)
    results = _results(asked, threads, quiet=quiet)
    standings = results.standings
    document: dict[str, Any] = {
        "line_ups": line_ups,
        "compare": [found.to_json() for found in results.compared],
        "tournament": None if standings is None else standings.to_json(),
        "sweep": [each.curve.to_json() for each in results.swept],
        "matches": [each.to_json() for each in results.matched],
    }
    write_results(asked, document)
    if results.compared or results.swept or results.matched or standings is not None:
        document["results"] = _write_page(asked, results)
    if asked.report is not None:
        _report(asked, threads, line_ups)
    return document


def _results(asked: RunFile, threads: int, *, quiet: bool) -> Results:
    """Play everything but line-ups, and show it as it comes in."""
    from analysis.folder import locked
    from analysis.run_folder import SCORES
    from reports.pages.results import Results

    compared: list[PairsCompared] = []
    swept: list[Swept] = []
    matched: list[Matched] = []
    if asked.compares or asked.sweeps or asked.matches:
        scores = asked.out / SCORES
        scores.mkdir(exist_ok=True)
        with locked(scores):
            for number, part in enumerate(asked.compares, start=1):
                compared.append(_compare(asked, number, part, threads))
                if not quiet:
                    compare.show(compared[-1])
                    print()
            for number, varied in enumerate(asked.sweeps, start=1):
                swept.append(_sweep(asked, number, varied, threads))
                if not quiet:
                    sweep.show(swept[-1].curve, varied.pair, varied.deals)
            for number, long in enumerate(asked.matches, start=1):
                matched.append(_matches(asked, number, long))
                if not quiet:
                    match.show_variants(matched[-1].variants, matched[-1].pair)
    standings = _tournament(asked, threads)
    if standings is not None and not quiet:
        tournament.show(standings)
    results = Results(tuple(compared), standings, tuple(swept), tuple(matched))
    return replace(results, checks=_certificate(asked, results))


def _certificate(asked: RunFile, results: Results) -> tuple[Check, ...]:
    """Check the first pair of the first part that has block scores."""
    from analysis.pair_certificate import certify

    if results.compared:
        scores = results.compared[0].scores.pairs[0].blocks
        return certify(asked.rules, asked.compares[0].strategies[:A_PAIR], asked.seed, scores)
    if results.standings is not None and asked.tournament is not None:
        known = {each.label: each for each in asked.tournament.strategies}
        pair = [known[name] for name in results.standings.names[:A_PAIR]]
        return certify(asked.rules, pair, asked.seed, results.standings.scores)
    if results.swept:
        first = asked.sweeps[0].sweep.settings[0]
        return certify(first.rules, first.pair, asked.seed, results.swept[0].curve.scores)
    return ()


def _simulate(
    asked: RunFile, part: SimulatePart, threads: int, *, quiet: bool
) -> list[dict[str, Any]]:
    """Play every line-up into its result directory."""
    from analysis.batches import simulate as play
    from analysis.run_folder import line_up_folder
    from sim.seatings import find_seatings

    found = []
    for number, seated in enumerate(part.line_ups):
        folder = line_up_folder(asked.out, number)
        labels = [each.label for each in seated]
        seatings = len(find_seatings(part.seatings, labels))
        with Progress(f"line-up {number + 1}", part.deals * seatings, "hands") as bar:
            done = play(
                asked.rules,
                seated,
                part.deals,
                asked.seed,
                folder,
                threads=threads,
                seatings=part.seatings,
                records=part.records,
                progress=partial(_shown, bar, seatings),
            )
        hands = part.deals * seatings
        found.append({"out": str(folder), "strategies": labels, "hands": hands})
        if not quiet:
            print(f"{folder} holds {hands:,} hands of {part.deals:,} deals; {done.hands:,} now\n")
    return found


def _shown(bar: Progress, seatings: int, at: Any) -> None:
    simulate.show(bar, at, seatings)


def _compare(asked: RunFile, number: int, part: ComparePart, threads: int) -> PairsCompared:
    from analysis.pairs_compared import compare_pairs
    from analysis.run_folder import scores_file
    from sim.seatings import pair_block

    hands = part.deals * len(pair_block(asked.rules))
    total = hands * comb(len(part.strategies), A_PAIR)
    with Progress(f"compare {number}", total, "hands") as progress:
        return compare_pairs(
            asked.rules,
            part.strategies,
            asked.seed,
            part.deals,
            design=part.design,
            threads=threads,
            watch=lambda pair: LiveInterval(progress, pair * hands, asked.rules.bound).add,
            keep=partial(scores_file, asked, f"compare-{number}"),
        )


def _sweep(asked: RunFile, number: int, part: SweepPart, threads: int) -> Swept:
    from analysis.run_folder import scores_file
    from analysis.sweep_play import play_sweep
    from reports.pages.sweeps import Swept

    total = part.deals * part.sweep.hands_a_deal
    with Progress(f"sweep {number}", total, "hands") as progress:
        curve = play_sweep(
            part.sweep,
            asked.seed,
            part.deals,
            threads=threads,
            progress=progress.update,
            keep=partial(scores_file, asked, f"sweep-{number}"),
        )
    return Swept(curve, (part.pair[0].label, part.pair[1].label))


def _matches(asked: RunFile, number: int, part: MatchesPart) -> Matched:
    from analysis.match_rules import compare_variants
    from analysis.run_folder import scores_file
    from reports.pages.matches import Matched

    total = part.matches * len(part.variants)
    with Progress(f"matches {number}", total, "matches") as progress:
        variants = compare_variants(
            part.variants,
            part.pair,
            asked.seed,
            part.matches,
            keep=partial(scores_file, asked, f"matches-{number}"),
            progress=progress.update,
        )
    return Matched(part.sweep.name, (part.pair[0].label, part.pair[1].label), variants)


def _tournament(asked: RunFile, threads: int) -> Standings | None:
    from analysis.run_folder import TOURNAMENT
    from analysis.tournament_play import play_tournament

    part = asked.tournament
    if part is None:
        return None
    with ExitStack() as stack:

        def begin(hands: int) -> Callable[[int], None]:
            return stack.enter_context(Progress("tournament", hands, "hands")).update

        return play_tournament(
            asked.out / TOURNAMENT,
            asked.rules,
            part.strategies,
            asked.seed,
            part.deals,
            part.table_deals,
            threads=threads,
            begin=begin,
        )[0]


def _write_page(asked: RunFile, results: Results) -> str:
    from analysis.experiment import versions
    from analysis.tournament import Entrant
    from reports.pages.results import Occasion
    from reports.result_pages import write_results

    occasion = Occasion(
        f"Experiment `{asked.path.rpartition('/')[2]}`",
        asked.rules,
        asked.seed,
        tuple(map(Entrant.of, asked.strategies)),
        shlex.join(["fiftyk", "run", asked.path, "--out", str(asked.out)]),
        versions(),
    )
    return str(write_results(occasion, results, asked.out / RESULTS_PAGE))


def _report(asked: RunFile, threads: int, line_ups: list[dict[str, Any]]) -> None:
    """Write the report of every line-up, and note where it is."""
    from reports.standard import write_standard_report

    part = asked.report
    assert part is not None
    for each in line_ups:
        with Progress("report", 100, "%") as bar:
            page = write_standard_report(
                each["out"],
                None,
                bar.say,
                threads=threads,
                replays=part.replays,
                effort=part.effort,
                people=part.people,
            )
        each["report"] = str(page)
