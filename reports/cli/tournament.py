"""`fiftyk tournament`: every strategy against every other, kept in a folder that can grow."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cli.options import (
    LARGEST_COUNT,
    add_html,
    add_play,
    add_running,
    check_file,
    read_rules,
    whole,
)
from reports.cli.output import Progress, print_json, print_table
from reports.side_words import mates_words, others_words

if TYPE_CHECKING:
    from analysis.estimates import Estimate
    from analysis.standings import Standings

MOST_WITH_ERRORS = 7
"""Strategies up to which a cross table has room for the error in every cell."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_play(
        parser,
        "two or more; more than last time join in, and only their line-ups are played",
        "deals of every pair, each in every seating of a block",
    )
    parser.add_argument(
        "--table-deals",
        type=whole(0, LARGEST_COUNT),
        metavar="K",
        help="deals for what the others at the table change: every two strategies as partners "
        "(games with sides; against the first named), every three at one table (three seats); "
        "default a tenth of N, 0 for none",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        required=True,
        help="the tournament's folder; what it holds is not played again",
    )
    add_html(parser, "also write how things stand as a page, its tables beside it")
    add_running(parser)


def run(args: argparse.Namespace) -> int:
    """Play what the folder does not hold, and show how things stand."""
    from analysis.tournament_play import check_table_deals, play_tournament
    from sim.errors import BadInput
    from strategies import find_strategy

    check_file("html", args.html)
    rules = read_rules(args)
    chosen = [find_strategy(text, rules) for text in args.strategies.split(",")]
    try:
        table_deals = check_table_deals(args.deals, args.table_deals)
    except BadInput as error:
        raise BadInput(f"--table-deals {error}") from None
    with ExitStack() as stack:

        def begin(hands: int) -> Callable[[int], None]:
            return stack.enter_context(Progress("tournament", hands, "hands")).update

        standings, played = play_tournament(
            args.out,
            rules,
            chosen,
            args.seed,
            args.deals,
            table_deals,
            threads=args.threads,
            begin=begin,
        )
    page = None if args.html is None else _write_page(args, standings)
    if args.json:
        document = {"seed": args.seed, "out": args.out, "played": played.hands}
        print_json(standings.to_json() | document | ({"page": str(page)} if page else {}))
    else:
        show(standings)
        print(f"\n{args.out}: {played.hands:,} hands played now, {played.kept:,} were there.")
        if page:
            print(f"The page is {page}")
    return 0


def _write_page(args: argparse.Namespace, standings: Standings) -> Path:
    from analysis.tournament import read_tournament
    from reports.result_pages import write_tournament_page

    return write_tournament_page(args.out, read_tournament(args.out), standings, args.html)


def show(standings: Standings) -> None:
    """Print the standings for people."""
    _show_ratings(standings)
    _show_cross_table(standings)
    _show_circles(standings)
    if standings.cross_play is not None:
        _show_partners(standings)
    if standings.externality is not None:
        _show_tables(standings)


def _show_ratings(standings: Standings) -> None:
    rows: list[tuple[Any, ...]] = []
    for place, name in enumerate(standings.names):
        is_last = place + 1 == len(standings.names)
        gap, error = "", ""
        if not is_last:
            lead = standings.ratings[place].value - standings.ratings[place + 1].value
            error = f"{standings.rating_errors[place][place + 1]:.2g}"
            gap = f"{lead:.2f}"
        nash, alpha = standings.nash[place], standings.alpha_rank[place]
        rows.append(
            (
                place + 1,
                name,
                str(standings.ratings[place]),
                gap,
                error,
                "yes" if name in standings.possibly_best else "",
                f"{nash.mass:.0%} ({nash.low:.0%} to {nash.high:.0%})",
                f"{alpha.mass:.0%} ({alpha.low:.0%} to {alpha.high:.0%})",
            )
        )
    columns = ("", "strategy", "rating", "ahead of next", "SE", "may be best", "Nash", "alpha-rank")
    print_table(columns, rows, numbers=(0, 2, 3, 4, 6, 7))
    print(
        f"\n{standings.deals:,} deals a pair of {standings.rules.id}. Rating: points a hand "
        f"against the pool, ± half the {standings.level:.0%} interval.\nMay be best: not excluded "
        f"at {standings.level:.0%}. Nash, alpha-rank: mean mass over resampled deals, in brackets "
        "the middle 95 % of them."
    )


def _show_cross_table(standings: Standings) -> None:
    count = len(standings.names)
    p_values = {
        (pair.a, pair.b): p for pair, p in zip(standings.pairs, standings.p_values, strict=True)
    }
    cells = []
    for row in range(count):
        line: list[Any] = [row + 1, standings.names[row]]
        for column in range(count):
            if row == column:
                line.append("")
                continue
            high, low = sorted((row, column))
            sure = p_values[standings.names[high], standings.names[low]] <= 1 - standings.level
            margin = _text(standings.margin(row, column), count)
            line.append(f"{margin}{'*' if sure else ''}")
        cells.append(line)
    print("\nRow against column, points a hand:\n")
    columns = ("", "", *map(str, range(1, count + 1)))
    print_table(columns, cells, numbers=range(2, count + 2))
    _say_widest(standings.together, count)
    print(
        f"\nAll intervals hold together with {standings.level:.0%} (max-T over deal blocks). "
        f"*: differs from 0,\nwith {1 - standings.level:.0%} chance of error in the whole table."
    )


def _show_circles(standings: Standings) -> None:
    if standings.cyclic is None:
        return
    cyclic = standings.cyclic
    if cyclic.noise is None:
        print("\nThe margins are no larger than their noise: no word on circles.")
        return
    print(
        f"\nNot explained by any ranking: {100 * cyclic.share.value:.2f} % of the squared margins "
        f"({100 * cyclic.share.low:.2f} to {100 * cyclic.share.high:.2f}), after taking off "
        f"{100 * cyclic.noise:.2f} % for noise (p = {cyclic.p_value:.3g})."
    )


def _show_partners(standings: Standings) -> None:
    found = standings.cross_play
    assert found is not None
    mates, others = mates_words(standings.rules), others_words(standings.rules)
    print(f"\nAs {mates} against {others} {found.against}, points a hand:\n")
    _square(standings, found.margins)
    print("\nHow much better two play together than the mean of each with itself:\n")
    _square(standings, found.fit)
    print(f"\n{standings.table_deals:,} deals; intervals of each table hold together.")


def _show_tables(standings: Standings) -> None:
    found = standings.externality
    assert found is not None
    print("\nRow's points a hand where one of the other two is column, less where it is anyone:\n")
    _square(standings, found.effects)
    print(f"\n{standings.table_deals:,} deals in all orders; intervals hold together.")


def _square(standings: Standings, cells: tuple[tuple[Estimate, ...], ...]) -> None:
    count = len(standings.names)
    rows = [
        (place + 1, name, *(_text(cell, count) for cell in cells[place]))
        for place, name in enumerate(standings.names)
    ]
    print_table(("", "", *map(str, range(1, count + 1))), rows, numbers=range(2, count + 2))
    _say_widest([cell for row in cells for cell in row], count)


def _text(estimate: Estimate, count: int) -> str:
    """Write a cell; in a wide table without its error, which then stands below."""
    text = str(estimate)
    return text if count <= MOST_WITH_ERRORS else text.split(" ", 1)[0]


def _say_widest(cells: Sequence[Estimate], count: int) -> None:
    if count > MOST_WITH_ERRORS:
        widest = max(cell.half_width for cell in cells)
        print(f"\n± at most {widest:.2g}; `--json` has every interval.")
