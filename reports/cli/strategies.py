"""`fiftyk strategies`: what each does, its parameters, its sources."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from reports.cli.options import add_json
from reports.cli.output import print_json, print_table

if TYPE_CHECKING:
    from strategies.registry import Strategy


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help="a strategy, or path/to/file.py:name; without it all",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the strategies or show one."""
    from strategies import ALL_STRATEGIES, find_strategy

    if args.name is not None:
        strategy = find_strategy(args.name)
        if args.json:
            print_json(document(strategy))
        else:
            show(strategy)
        return 0
    if args.json:
        print_json({"strategies": [document(each) for each in ALL_STRATEGIES]})
    else:
        print_table(
            ("strategy", "plays", "parameters", "what it does"),
            [(each.name, each.kind, ", ".join(each.params), each.text) for each in ALL_STRATEGIES],
        )
    return 0


def document(strategy: Strategy) -> dict[str, Any]:
    """Return everything a strategy says of itself."""
    return {
        "name": strategy.name,
        "label": strategy.label,
        "text": strategy.text,
        "plays": strategy.kind,
        "compiled": strategy.compiled,
        "parameters": [
            {
                "name": name,
                "value": strategy.values[name],
                "default": param.default,
                "low": param.low,
                "high": param.high,
                "meaning": param.text,
            }
            for name, param in strategy.params.items()
        ],
        "sources": list(strategy.sources),
    }


def show(strategy: Strategy) -> None:
    """Print a strategy for people."""
    facts = document(strategy)
    print(f"{strategy.label}: {strategy.text}")
    if facts["parameters"]:
        print()
        print_table(
            ("parameter", "value", "default", "accepted", "meaning"),
            [
                (p["name"], f"{p['value']:g}", f"{p['default']:g}", param.range, p["meaning"])
                for p, param in zip(facts["parameters"], strategy.params.values(), strict=True)
            ],
            numbers=(1, 2),
        )
    else:
        print("It has no parameters.")
    for source in strategy.sources:
        print(f"source: {source}")
