"""Arguments that several commands share, and how their text is read."""

from __future__ import annotations

import argparse
import math
import os
from pathlib import Path
from typing import TYPE_CHECKING

from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.rule_set import RuleSet

LARGEST_SEED = 2**63 - 1
LARGEST_COUNT = 10**12


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def add_rules(
    parser: argparse.ArgumentParser, default: str | None = None, *, required: bool = True
) -> None:
    """Add `--rules` and `--set`."""
    parser.add_argument(
        "--rules",
        metavar="ID",
        required=required and default is None,
        default=default,
        help="rule set; `fiftyk rules` lists them" + (f" (default {default})" if default else ""),
    )
    add_set(parser)


def add_set(parser: argparse.ArgumentParser) -> None:
    """Add `--set`."""
    parser.add_argument(
        "--set",
        dest="settings",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="override an option or field of the rule set; repeatable, each name once",
    )


def add_strategies(parser: argparse.ArgumentParser, text: str, *, required: bool = True) -> None:
    """Add `--strategies`."""
    parser.add_argument("--strategies", metavar="A,B,…", required=required, help=text)


LINE_UP = "one name a seat, one a side, or one for all; name:param=value or file.py:name"


def add_seed(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add `--seed`."""
    parser.add_argument(
        "--seed", type=whole(0, LARGEST_SEED), required=required, metavar="S", help="0 … 2^63-1"
    )


def add_deal(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add `--deal`."""
    parser.add_argument(
        "--deal", type=whole(0, LARGEST_COUNT), required=required, metavar="I", help="deal number"
    )


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add `--threads`."""
    cores = len(os.sched_getaffinity(0))
    parser.add_argument(
        "--threads",
        type=whole(1, 1024),
        default=cores,
        metavar="T",
        help=f"threads (default: one a core, here {cores}); results do not depend on it",
    )


def add_play(
    parser: argparse.ArgumentParser,
    strategies: str,
    deals: str,
    *,
    fewest: int = 2,
    default: str | None = None,
) -> None:
    """Add what every command needs that plays deals: rules, strategies, deals and seed.

    Parameters
    ----------
    parser : ArgumentParser
    strategies, deals : str
        What they mean to the command.
    fewest : int
        The smallest number of deals.
    default : str, optional
        The strategies where none are named; without it some must be.
    """
    add_rules(parser)
    add_strategies(parser, strategies, required=default is None)
    parser.set_defaults(strategies=default)
    parser.add_argument(
        "--deals", type=whole(fewest, LARGEST_COUNT), required=True, metavar="N", help=deals
    )
    add_seed(parser)


def add_running(parser: argparse.ArgumentParser) -> None:
    """Add `--threads` and `--json`."""
    add_threads(parser)
    add_json(parser)


def add_html(parser: argparse.ArgumentParser, text: str) -> None:
    """Add `--html`."""
    parser.add_argument("--html", metavar="FILE", help=text)


def check_file(name: str, path: str | None) -> None:
    """Refuse a place where no file can be for the flag `--name`, before anything is played.

    Raises
    ------
    BadInput
        If it is a folder, below a file, or nothing.
    """
    if path is None:
        return
    above = next(each for each in Path(path).absolute().parents if each.exists())
    if not path or Path(path).is_dir() or not above.is_dir():
        raise BadInput(f"--{name} '{path}': accepted: a file")


class whole:  # noqa: N801 - argparse shows the name of a type in its messages
    """A reader of whole numbers within a range, for argparse."""

    def __init__(self, low: int, high: int):
        """Keep the range, both ends included."""
        self.low, self.high = low, high

    def __call__(self, text: str) -> int:
        """Read a number; underscores may group its digits."""
        try:
            value = int(text)
        except ValueError:
            value = self.low - 1
        if not self.low <= value <= self.high:
            raise argparse.ArgumentTypeError(
                f"'{text}': accepted: a whole number {self.low} … {self.high}"
            )
        return value


def finite(text: str) -> float:
    """Read a number, for argparse; neither nan nor inf."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"'{text}': accepted: a number")
    return value


def read_settings(pairs: list[str]) -> dict[str, str]:
    """Return `--set` pairs as a dictionary.

    Raises
    ------
    BadInput
        If one is not name=value, or a name comes twice.
    """
    settings: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise BadInput(f"--set {pair}: accepted: NAME=VALUE")
        if name in settings:
            raise BadInput(f"--set {name} is given twice")
        settings[name] = value
    return settings


def read_rules(args: argparse.Namespace) -> RuleSet:
    """Return the rule set that `--rules` and `--set` name."""
    from sim.games import find_rules

    return find_rules(args.rules, read_settings(args.settings))
