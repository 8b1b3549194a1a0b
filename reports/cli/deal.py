"""`fiftyk deal`: one deal's hands."""

from __future__ import annotations

import argparse

from reports.cli.options import add_deal, add_json, add_rules, add_seed, read_rules
from reports.cli.output import print_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_rules(parser)
    add_seed(parser)
    add_deal(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Show a deal."""
    from reports.dealt import notes_on_deal, sides_of_deal
    from sim.deals import deal_hands

    rules = read_rules(args)
    deals = deal_hands(rules, args.seed, range(args.deal, args.deal + 1))
    hands = deals.hands(0)
    leader = int(deals.leader[0])
    if args.json:
        print_json(
            {
                "rules": rules.id,
                "options": dict(rules.options),
                "seed": args.seed,
                "deal": args.deal,
                "hands": [str(hand) for hand in hands],
                "leader": leader,
                "received": int(deals.received[0]) if rules.decks > 1 else None,
                "sides": [list(team) for team in sides_of_deal(rules, hands)],
            }
        )
        return 0
    print(f"{rules.id}, seed {args.seed}, deal {args.deal}")
    for seat, hand in enumerate(hands):
        note = f"  leads, {rules.leader_card}" if seat == leader else ""
        print(f"seat {seat}: {hand}{note}")
    for line in notes_on_deal(rules, hands):
        print(line)
    return 0
