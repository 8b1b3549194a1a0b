"""`fiftyk verify`: replay every record of a file against the rules."""

from __future__ import annotations

import argparse
from pathlib import Path

from reports.cli.options import add_json
from reports.cli.output import print_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="records, one JSON object a line")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Verify a file; exit status 1 when a record is faulty."""
    from sim.families import verify_file

    report = verify_file(Path(args.file))
    if args.json:
        print_json(report)
    else:
        for fault in report["faults"]:
            place = "" if fault["play"] is None else f", play {fault['play']}"
            print(f"line {fault['line']}{place}: {fault['fault']}: {fault['what']}")
        print(f"{report['ok']} of {report['records']} records are in order")
    return 0 if report["ok"] == report["records"] else 1
