"""`fiftyk rules`: the rule sets, and everything that can be set in one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from reports.cli.options import add_json, add_set, read_settings
from reports.cli.output import print_json, print_table

if TYPE_CHECKING:
    from sim.rule_set import RuleSet


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "id", nargs="?", metavar="ID", help="a rule set; without it, all are listed"
    )
    add_set(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """List the rule sets or show one."""
    from sim.errors import BadInput
    from sim.games import RULE_SETS, find_rules

    if args.id is None:
        if args.settings:
            raise BadInput("--set needs a rule set: fiftyk rules ID --set NAME=VALUE")
        listed = [summary(rules) for rules in RULE_SETS.values()]
        if args.json:
            print_json({"rules": listed})
        else:
            print_table(
                ("rules", "game", "seats", "cards", "sides"),
                [(r["id"], r["title"], r["seats"], r["cards"], r["sides"]) for r in listed],
                numbers=(2, 3),
            )
        return 0
    rules = find_rules(args.id, read_settings(args.settings))
    if args.json:
        print_json(document(rules))
    else:
        show(rules)
    return 0


def summary(rules: RuleSet) -> dict[str, Any]:
    """Return the facts that tell rule sets apart."""
    from sim.rules import Rules

    return {
        "id": rules.id,
        "title": rules.title,
        "number": rules.number,
        "seats": rules.seats,
        "cards": rules.pack_size,
        "sides": rules.sides if isinstance(rules, Rules) else "solo",
    }


def document(rules: RuleSet) -> dict[str, Any]:
    """Return everything about a rule set, from its table."""
    from sim.combinations import BOMB_TEXTS, KINDS
    from sim.rules import Rules

    facts = {
        **summary(rules),
        "options": dict(rules.options),
        "fields": [
            {
                "name": name,
                "value": rules.native(name),
                "accepts": accepts,
                "meaning": meaning,
            }
            for name, value, accepts, meaning in rules.table()
        ],
    }
    if not isinstance(rules, Rules):
        return facts
    return facts | {
        "combinations": [
            {"type": row.kind, "row": str(row), "meaning": KINDS[row.kind].text}
            for row in rules.combinations
        ],
        "bombs": [
            {"type": rung.kind, "rung": str(rung), "meaning": BOMB_TEXTS[rung.kind]}
            for rung in rules.bombs
        ],
    }


def show(rules: RuleSet) -> None:
    """Print a rule set for people."""
    facts = document(rules)
    print(f"{rules.id}: {rules.title} (rules number {rules.number})")
    print(f"{rules.pack_size} cards, {rules.seats} seats, sides " + _sides(rules) + "\n")
    if "combinations" in facts:
        show_combinations(facts)
    print("Fields, all open to --set NAME=VALUE")
    print_table(
        ("field", "value", "accepted", "meaning"),
        [(f["name"], f["value"], f["accepts"], f["meaning"]) for f in facts["fields"]],
    )


def show_combinations(facts: dict[str, Any]) -> None:
    """Print what a climbing game's cards make."""
    print(
        "Ordinary combinations: a higher one of the same type and size beats, and so does any bomb"
    )
    print_table(
        ("type", "made of", "row"),
        [(c["type"], c["meaning"], c["row"]) for c in facts["combinations"]],
    )
    print("\nBombs, weakest first")
    print_table(
        ("type", "made of", "rung"), [(b["type"], b["meaning"], b["rung"]) for b in facts["bombs"]]
    )
    print()


def _sides(rules: RuleSet) -> str:
    return " against ".join("{" + ",".join(map(str, team)) + "}" for team in rules.teams)
