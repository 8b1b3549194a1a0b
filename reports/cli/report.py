"""`fiftyk report`: the strategy report of a result directory."""

from __future__ import annotations

import argparse

from reports.cli.options import add_json, add_threads
from reports.cli.output import Progress, print_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("dir", metavar="DIR", help="what `fiftyk simulate` wrote")
    parser.add_argument("--out", metavar="FILE", help="the page to write (default DIR/report.html)")
    add_threads(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Write the report and name it."""
    from reports.standard import write_standard_report

    with Progress("report", 100, "%") as bar:
        path = write_standard_report(args.dir, args.out, threads=args.threads, progress=bar.say)
    if args.json:
        print_json({"report": str(path)})
    else:
        print(f"The report is {path}")
    return 0
