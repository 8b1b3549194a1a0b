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
    from sim.families import deal_hands
    from sim.progression.deals import StackDeals, text_of
    from sim.rules import Rules

    rules = read_rules(args)
    deals = deal_hands(rules, args.seed, range(args.deal, args.deal + 1))
    dealt = deals.hands(0)
    hands = [str(hand) for hand in dealt]
    stock = text_of(deals.stock[0].tolist()) if isinstance(deals, StackDeals) else None
    received = None
    if not isinstance(deals, StackDeals) and deals.rules.decks > 1:
        received = int(deals.received[0])
    leader = int(deals.leader[0])
    if args.json:
        print_json(
            {
                "rules": rules.id,
                "options": dict(rules.options),
                "seed": args.seed,
                "deal": args.deal,
                "hands": hands,
                "leader": leader,
                "received": received,
                "sides": [list(team) for team in sides_of_deal(rules, dealt)],
            }
            | ({} if stock is None else {"stock": stock})
        )
        return 0
    print(f"{rules.id}, seed {args.seed}, deal {args.deal}")
    for seat, hand in enumerate(hands):
        card = f", {rules.leader_card}" if isinstance(rules, Rules) else ""
        note = f"  leads{card}" if seat == leader else ""
        print(f"seat {seat}: {hand}{note}")
    for line in notes_on_deal(rules, dealt):
        print(line)
    if stock is not None:
        print(f"stock, top first: {stock}")
    return 0
