"""`fiftyk replay`: one hand, play by play."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cli.options import (
    LARGEST_COUNT,
    LINE_UP,
    add_deal,
    add_html,
    add_json,
    add_rules,
    add_seed,
    add_strategies,
    check_file,
    read_rules,
    whole,
)
from reports.cli.output import print_json
from reports.cli.recorded import show_recorded, write_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from sim.cards import CardSet
    from sim.rule_set import RuleSet
    from sim.rules import Rules


_NEEDED = ("rules", "strategies", "seed", "deal")
"""What a deal to be played is named by; a record has it all in itself."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_rules(parser, required=False)
    add_strategies(parser, LINE_UP, required=False)
    add_seed(parser, required=False)
    add_deal(parser, required=False)
    parser.add_argument("--record", metavar="FILE", help="also write the hand's record")
    add_html(parser, "also write a page that steps through the hand")
    parser.add_argument(
        "--record-file", metavar="FILE", help="show a hand of a record file instead of playing one"
    )
    parser.add_argument(
        "--line",
        type=whole(1, LARGEST_COUNT),
        metavar="N",
        help="which line of the record file (default: the only record)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play one deal, or take a recorded one, and show it."""
    from sim.errors import BadInput

    given = [name for name in _NEEDED if getattr(args, name) is not None]
    for name in ("record", "html"):
        check_file(name, getattr(args, name))
    if args.record_file is not None:
        extra = given + [name for name in ("settings", "record") if getattr(args, name)]
        if extra:
            flag = "set" if extra[0] == "settings" else extra[0]
            raise BadInput(f"--{flag} does not go with --record-file: the record says it")
        return show_recorded(args)
    missing = [f"--{name}" for name in _NEEDED if name not in given]
    if missing:
        raise BadInput(f"replay needs {', '.join(missing)}, or --record-file FILE")
    if args.line is not None:
        raise BadInput("--line goes with --record-file FILE")
    return _play(args)


def _play(args: argparse.Namespace) -> int:
    """Play one deal and show it."""
    from analysis.folder import write_in_one_step
    from reports.cli import stack_replay
    from sim.errors import BadInput
    from sim.families import deal_hands, play_logged, record_from
    from sim.hand import StrategyFault
    from sim.records import line_of
    from sim.rules import Rules
    from strategies import line_up

    rules = read_rules(args)
    seated = line_up(rules, args.strategies)
    deals = deal_hands(rules, args.seed, range(args.deal, args.deal + 1))
    names = [strategy.label for strategy in seated]
    hands = deals.hands(0)

    def print_log(log: np.ndarray) -> None:
        if isinstance(rules, Rules):
            print_turns(rules, log)
        else:
            stack_replay.print_acts(stack_replay.acts_of(log))

    try:
        results, log = play_logged([strategy.policy() for strategy in seated], deals)
    except StrategyFault as fault:
        if not args.json:
            print_opening(rules, names, hands, int(deals.leader[0]))
            print_log(fault.log)
        raise
    record = record_from(deals, 0, names, results, log)
    if args.record:
        try:
            write_in_one_step(Path(args.record), line_of(record).encode())
        except OSError as error:
            raise BadInput(f"cannot write {args.record}: {error.strerror}") from None
    if args.html:
        from reports.viewer.show import show_any

        write_page(show_any(record), args.html)
    if args.json:
        print_json(record)
    else:
        print_opening(rules, names, hands, record["leader"])
        print_log(log)
        if isinstance(rules, Rules):
            print_result(record["result"], solo=rules.solo)
        else:
            stack_replay.print_result(stack_replay.acts_of(log), record["result"])
    return 0


def print_opening(
    rules: RuleSet, names: Sequence[str], hands: Sequence[CardSet] | Sequence[str], leader: int
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
    """Print the turns of a log."""
    from sim.records import plays_of

    print_plays(rules, plays_of(rules, log), log[:, 4].tolist())


def print_plays(rules: Rules, plays: Sequence[Sequence[Any]], tricks: Sequence[int]) -> None:
    """Print a record's plays, a trick a paragraph, with the points on the table."""
    from sim.cards import parse_cards

    trick, table, top_seat, aces = -1, 0, 0, 0
    for number, (play, its_trick) in enumerate(zip(plays, tricks, strict=True)):
        seat, cards, kind, _ = play
        if its_trick != trick:
            if trick >= 0:
                print(f"      seat {top_seat} takes {table}")
            print()
            trick, table = its_trick, 0
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
