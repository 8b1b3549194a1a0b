"""`fiftyk replay`: one hand, play by play."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cli.options import (
    LINE_UP,
    add_deal,
    add_json,
    add_rules,
    add_seed,
    add_strategies,
    read_rules,
)
from reports.cli.output import print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from sim.cards import CardSet
    from sim.rules import Rules


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_rules(parser)
    add_strategies(parser, LINE_UP)
    add_seed(parser)
    add_deal(parser)
    parser.add_argument("--record", metavar="FILE", help="also write the hand's record")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play one deal and show it."""
    from analysis.folder import write_in_one_step
    from sim.deals import deal_hands
    from sim.errors import BadInput
    from sim.hand import StrategyFault, play_logged
    from sim.records import line_of, record_from
    from strategies import line_up

    if args.record is not None and (not args.record or Path(args.record).is_dir()):
        raise BadInput(f"--record '{args.record}': accepted: a file")
    rules = read_rules(args)
    seated = line_up(rules, args.strategies)
    deals = deal_hands(rules, args.seed, range(args.deal, args.deal + 1))
    names = [strategy.label for strategy in seated]
    hands = deals.hands(0)
    try:
        results, log = play_logged([strategy.policy() for strategy in seated], deals)
    except StrategyFault as fault:
        if not args.json:
            print_opening(rules, names, hands, int(deals.leader[0]))
            print_turns(rules, fault.log)
        raise
    record = record_from(deals, 0, names, results, log)
    if args.record:
        try:
            write_in_one_step(Path(args.record), line_of(record).encode())
        except OSError as error:
            raise BadInput(f"cannot write {args.record}: {error.strerror}") from None
    if args.json:
        print_json(record)
    else:
        print_opening(rules, names, hands, record["leader"])
        print_turns(rules, log)
        print_result(record["result"], solo=rules.solo)
    return 0


def print_opening(
    rules: Rules, names: Sequence[str], hands: Sequence[CardSet], leader: int
) -> None:
    """Print who sits where with which cards."""
    from reports.dealt import notes_on_deal, sides_of_deal

    sides = sides_of_deal(rules, hands)
    for seat, hand in enumerate(hands):
        side = next(number for number, team in enumerate(sides) if seat in team)
        mark = f"side {side}, " if not rules.solo else ""
        lead = ", leads" if seat == leader else ""
        print(f"seat {seat} ({mark}{names[seat]}{lead}): {hand}")
    for line in notes_on_deal(rules, hands):
        print(line)


def print_turns(rules: Rules, log: np.ndarray) -> None:
    """Print the turns of a log, a trick a paragraph, with the points on the table."""
    from sim.cards import parse_cards
    from sim.records import plays_of

    trick, table, top_seat, aces = -1, 0, 0, 0
    for number, (play, turn) in enumerate(zip(plays_of(rules, log), log.tolist(), strict=True)):
        seat, cards, kind, _ = play
        if turn[4] != trick:
            if trick >= 0:
                print(f"      seat {top_seat} takes {table}")
            print()
            trick, table = turn[4], 0
        if kind == "pass":
            print(f"{number:4}  seat {seat}  pass")
            continue
        points = parse_cards(cards, rules.decks, rules.jokers).points
        table, top_seat = table + points, seat
        print(
            f"{number:4}  seat {seat}  {cards}  {kind}"
            + (f"  ({table} on the table)" if points else "")
        )
        if rules.hidden and "As" in cards.split():
            aces += cards.split().count("As")
            known = "; all know the sides now" if aces == rules.decks else ""
            print(f"      seat {seat} shows a spade ace{known}")
    if trick >= 0:
        print(f"      seat {top_seat} takes {table}")


def print_result(result: dict[str, Any], *, solo: bool) -> None:
    """Print what the hand came to."""
    print()
    print(f"out, in order: {', '.join(f'seat {seat}' for seat in result['finish'])}")
    what = "seat" if solo else "side"
    for side, team in enumerate(result["sides"]):
        captured = " + ".join(str(result["captured"][seat]) for seat in team)
        left = sum(result["left"][seat] for seat in team)
        held = f", {left} left in hand" if left else ""
        seats = ", ".join(map(str, team))
        who = f"seat {seats}" if solo else f"side {side} (seat{'s' * (len(team) > 1)} {seats})"
        each = " to each seat" if len(team) > 1 else ""
        print(
            f"{who}: captured {captured}{held}; {result['side_points'][side]:g} points, pays "
            f"{result['payoff'][team[0]]:g}{each}"
        )
    winner = "nobody wins" if result["winner"] is None else f"{what} {result['winner']} wins"
    print(winner + (", doubled" if result["doubled"] else ""))
