"""`fiftyk merge`: result directories of one experiment made one."""

from __future__ import annotations

import argparse

from reports.cli.options import add_json
from reports.cli.output import print_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("dirs", metavar="DIR", nargs="+", help="result directories to join")
    parser.add_argument("--out", metavar="DIR", required=True, help="the joined result directory")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Join the directories."""
    from analysis.merge import merge

    merged = merge(args.dirs, args.out)
    if args.json:
        print_json({"out": args.out, "deals": merged.deals, "gaps": [list(g) for g in merged.gaps]})
    else:
        print(f"{args.out} holds {merged.deals:,} deals")
        for first, last in merged.gaps:
            print(f"missing: deals {first} to {last}")
    return 0
