"""`fiftyk rules`: the rule sets, and everything that can be set in one."""

from __future__ import annotations

import argparse
import textwrap
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
    from reports.explained import title_of
    from sim.rules import Rules

    return {
        "id": rules.id,
        "title": title_of(rules),
        "number": rules.number,
        "seats": rules.seats,
        "cards": rules.pack_size,
        "sides": rules.sides if isinstance(rules, Rules) else "solo",
    }


def document(rules: RuleSet) -> dict[str, Any]:
    """Return everything about a rule set, from its table."""
    from reports.explained import beating, row_words, rung_words, scoring
    from sim.combinations import BOMB_TEXTS
    from sim.rules import Rules

    switches = {option.name for option in rules.switches}
    facts = {
        **summary(rules),
        "options": dict(rules.options),
        "fields": [
            {
                "name": name,
                "value": rules.native(name),
                "accepts": accepts,
                "meaning": meaning,
                "option": name in switches,
            }
            for name, value, accepts, meaning in rules.table()
        ],
    }
    if not isinstance(rules, Rules):
        return facts
    return facts | {
        "beating": beating(rules),
        "combinations": [
            {"type": row.kind, "row": str(row), "meaning": row_words(row)}
            for row in rules.combinations
        ],
        "bombs": [
            {
                "type": rung.kind,
                "rung": str(rung),
                "meaning": f"{rung_words(rung)}: {BOMB_TEXTS[rung.kind]}",
            }
            for rung in rules.bombs
        ],
        "scoring": scoring(rules),
    }


def show(rules: RuleSet) -> None:
    """Print a rule set for people: options first, then how it is played, then every field."""
    from reports.explained import facts_of
    from sim.rules import Rules

    facts = document(rules)
    print(f"{rules.id}: {facts['title']} (rules number {rules.number})")
    for name, text in facts_of(rules)[1:]:
        print(f"{name}: {text}")
    if rules.options:
        print("set: " + ", ".join(f"{name}={rules.text_of(name)}" for name in rules.options))
    options = [each for each in facts["fields"] if each["option"]]
    if options:
        print("\nOptions, --set NAME=VALUE; the first accepted value is the usual one")
        _print_fields("option", options)
    if isinstance(rules, Rules):
        _print_play(facts)
    print("\nFields, all open to --set NAME=VALUE")
    _print_fields("field", [each for each in facts["fields"] if not each["option"]])


def _print_play(facts: dict[str, Any]) -> None:
    """Print what a climbing game's cards make, what beats what, and how a hand is scored."""
    print("\nWhat beats what")
    _print_sentences(facts["beating"])
    print("\nOrdinary combinations")
    print_table(
        ("type", "made of", "row"),
        [(c["type"], c["meaning"], c["row"]) for c in facts["combinations"]],
    )
    print("\nBombs, weakest first")
    print_table(
        ("type", "made of", "rung"), [(b["type"], b["meaning"], b["rung"]) for b in facts["bombs"]]
    )
    print("\nHow a hand ends and is scored")
    _print_sentences(facts["scoring"])


def _print_fields(head: str, fields: list[dict[str, Any]]) -> None:
    print_table(
        (head, "value", "accepted", "meaning"),
        [(f["name"], _shown(f["value"]), f["accepts"], f["meaning"]) for f in fields],
    )


def _print_sentences(sentences: list[str]) -> None:
    for sentence in sentences:
        print(textwrap.fill(sentence, 100, initial_indent="- ", subsequent_indent="  "))


def _shown(value: object) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
