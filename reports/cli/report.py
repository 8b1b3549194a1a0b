"""`fiftyk report`: the strategy report of a result directory."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from reports.cli.options import add_json, add_threads, check_file, whole
from reports.cli.output import Progress, print_json
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.people import People

MOST_REPLAYS = 1_000
"""Deals of a swing list, and deals asked for."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("dir", metavar="DIR", help="what simulate, tournament or sweep --out wrote")
    parser.add_argument("--out", metavar="FILE", help="the page to write (default DIR/report.html)")
    parser.add_argument(
        "--site", metavar="OUT", help="write linked pages with replays into this folder instead"
    )
    parser.add_argument(
        "--replays",
        type=whole(1, MOST_REPLAYS),
        default=10,
        metavar="K",
        help="deals of the swing list (default 10)",
    )
    parser.add_argument(
        "--deals", metavar="I,J-K,…", help="with --site: deals to replay besides, in every seating"
    )
    parser.add_argument(
        "--beside",
        metavar="FILE",
        help="records of games that people played, as JSON or typed by hand: shown beside",
    )
    add_threads(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Write the report and name it."""
    from analysis.experiment import EXPERIMENT_FILE
    from analysis.folder import RUN_FILE
    from reports.result_pages import is_results_folder

    check_file("out", args.out)
    if args.site is None and args.deals is not None:
        raise BadInput("--deals goes with --site OUT")
    if args.site is not None and args.out is not None:
        raise BadInput("--out FILE is one page, --site OUT many: name one of them")
    if is_results_folder(args.dir):
        return _of_results(args)
    if (Path(args.dir) / RUN_FILE).is_file() and not (Path(args.dir) / EXPERIMENT_FILE).exists():
        raise BadInput(
            f"{args.dir} is a run without line-ups; what it came to is in its results.html"
        )
    path = _write(args, [] if args.deals is None else read_deals(args.deals))
    return _say(args, path)


def _of_results(args: argparse.Namespace) -> int:
    """Write the page of a tournament or of sweeps."""
    from reports.result_pages import write_folder_page
    from reports.standard import REPORT_FILE

    for name in ("site", "deals", "beside"):
        if getattr(args, name) is not None:
            raise BadInput(f"--{name}: {args.dir} holds no hands; its report is one page")
    return _say(args, write_folder_page(args.dir, args.out or Path(args.dir) / REPORT_FILE))


def _say(args: argparse.Namespace, path: Path) -> int:
    if args.json:
        print_json({"report": str(path)})
    else:
        print(f"The report is {path}")
    return 0


def _write(args: argparse.Namespace, deals: list[int]) -> Path:
    from reports.result_site import write_result_site
    from reports.standard import write_standard_report

    people = None if args.beside is None else _people(args)
    with Progress("report", 100, "%") as bar:
        if args.site is None:
            return write_standard_report(
                args.dir,
                args.out,
                bar.say,
                threads=args.threads,
                replays=args.replays,
                people=people,
            )
        return write_result_site(
            args.dir,
            args.site,
            bar.say,
            threads=args.threads,
            replays=args.replays,
            deals=deals,
            people=people,
        )


def _people(args: argparse.Namespace) -> People:
    """Read and verify the records that are shown beside."""
    from analysis.experiment import read_experiment
    from analysis.people import read_people
    from sim.rules import Rules

    rules = read_experiment(args.dir).game
    if not isinstance(rules, Rules):
        raise BadInput(f"--beside: reports on {rules.id} have no such section")
    return read_people(args.beside, rules)


def read_deals(text: str) -> list[int]:
    """Read deal numbers and ranges of them, such as `3,7,100-120`, each once.

    Raises
    ------
    BadInput
        If it is something else, or more than a site should hold.
    """
    found: dict[int, None] = {}
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        numbers = [low, high] if dash else [low]
        if not all(number.isascii() and number.isdecimal() for number in numbers):
            raise BadInput(f"--deals '{text}': accepted: deal numbers such as 3,7,100-120")
        first, last = int(numbers[0]), int(numbers[-1])
        if not 0 <= last - first < MOST_REPLAYS:
            raise BadInput(
                f"--deals '{part.strip()}': accepted: from low to high, at most {MOST_REPLAYS}"
            )
        found.update(dict.fromkeys(range(first, last + 1)))
    if len(found) > MOST_REPLAYS:
        raise BadInput(f"--deals names {len(found)} deals; accepted: at most {MOST_REPLAYS}")
    return list(found)
