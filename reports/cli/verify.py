"""`fiftyk verify`: replay every record of a file against the rules."""

from __future__ import annotations

import argparse
from pathlib import Path

from reports.cli.options import add_json
from reports.cli.output import print_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "file", metavar="FILE", help="records, one JSON object a line or typed by hand"
    )
    parser.add_argument(
        "--convert", metavar="OUT", help="also write the records in order, one JSON object a line"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Verify a file; exit status 1 when a record is faulty."""
    from sim.families import verify_file

    report = verify_file(Path(args.file))
    if args.convert is not None:
        _convert(Path(args.file), Path(args.convert))
    if args.json:
        print_json(report)
    else:
        for fault in report["faults"]:
            place = "" if fault["play"] is None else f", play {fault['play']}"
            print(f"line {fault['line']}{place}: {fault['fault']}: {fault['what']}")
        print(f"{report['ok']} of {report['records']} records are in order")
    return 0 if report["ok"] == report["records"] else 1


def _convert(source: Path, out: Path) -> None:
    """Write the records of a file that are in order."""
    from analysis.folder import write_in_one_step
    from sim.errors import BadInput
    from sim.families import verify_record
    from sim.records import line_of
    from sim.typed_records import read_any

    good = [record for _, record in read_any(source) if verify_record(record) is None]
    try:
        write_in_one_step(out, "".join(map(line_of, good)).encode())
    except OSError as error:
        raise BadInput(f"cannot write {out}: {error.strerror}") from None
