"""`fiftyk moves`: every legal play of a hand, leading or following."""

from __future__ import annotations

import argparse
import sys

from reports.cli.options import add_json, add_set, read_settings
from reports.cli.output import print_json, print_table


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--rules", metavar="ID", help="rule set; `fiftyk rules` lists them")
    add_set(parser)
    parser.add_argument("--hand", metavar="CARDS", help="the hand, such as '3h 4s 4d Td'")
    parser.add_argument(
        "--top", metavar="CARDS", help="the play to beat; without it the hand leads"
    )
    parser.add_argument(
        "--top-type", metavar="TYPE", help="its type, where it has several readings"
    )
    parser.add_argument(
        "--top-rank", metavar="RANK", help="its rank, where it has several readings"
    )
    parser.add_argument(
        "--batch", metavar="FILE", help="answer each line of a JSONL file ('-': standard input)"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the plays of one hand, or answer a file of them."""
    from sim.errors import BadInput

    one_hand = (args.rules, args.hand, args.top, args.top_type, args.top_rank)
    if args.batch is not None:
        if any(each is not None for each in one_hand) or args.settings:
            raise BadInput("--batch FILE takes everything from the file: leave the others out")
        return answer_batch(args.batch)
    if args.rules is None or args.hand is None:
        raise BadInput("moves needs --rules ID and --hand CARDS, or --batch FILE")
    return answer_one(args)


def answer_one(args: argparse.Namespace) -> int:
    """List the plays of the hand on the command line."""
    from sim.games import as_climbing, find_rules
    from sim.plays import moves_document, read_hand_and_top

    rules = as_climbing(find_rules(args.rules, read_settings(args.settings)))
    hand, top = read_hand_and_top(rules, args.hand, args.top, args.top_type, args.top_rank)
    document = moves_document(rules, hand, top)
    if args.json:
        print_json(document)
        return 0
    plays = document["plays"]
    what = f"beat {top.cards} ({top.type})" if top else "can be led"
    print(f"{len(plays)} plays of {hand} {what}")
    print_table(
        ("type", "rank", "cards"),
        [(play["type"], play["rank"] or play["suit"], play["cards"]) for play in plays],
    )
    return 0


def answer_batch(path: str) -> int:
    """Answer each line with one JSON document, in order; a bad line gives an error and goes on."""
    from sim.plays import answer_line

    with sys.stdin.buffer if path == "-" else open(path, "rb") as lines:
        for number, line in enumerate(lines):
            text = line.removeprefix(b"\xef\xbb\xbf") if number == 0 else line
            print_json(answer_line(text))
    return 0
