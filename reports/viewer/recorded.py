"""What the page of a hand says of its record, whatever the game: names, title, facts."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from reports.dealt import notes_on_deal
from reports.page import Fact
from reports.viewer import words
from reports.viewer.hand import ShownCard
from sim.errors import BadInput
from sim.families import verify_record
from sim.notation import rule_set_of_document
from sim.rule_set import RuleSet
from strategies import find_strategy


def checked_rules(record: Any) -> RuleSet:
    """Return the rules of a record, which has to be one that they do not contradict.

    Raises
    ------
    BadInput
        If it is no record, or one that the rules contradict; says where.
    """
    fault = verify_record(record)
    if fault is not None:
        where = "" if fault.play is None else f", play {fault.play}"
        raise BadInput(f"the record cannot be replayed: {fault.fault}{where}: {fault.what}")
    return rule_set_of_document(record["rules"], record.get("options"))


def labels_of(rules: RuleSet, record: Mapping[str, Any]) -> list[str]:
    """Return what a record calls each seat's strategy, which `verify_record` never looks at."""
    labels = record.get("strategies")
    if not isinstance(labels, list) or len(labels) != rules.seats:
        return ["unknown"] * rules.seats
    return [str(label) for label in labels]


def title_of(record: Mapping[str, Any], strategies: Sequence[str]) -> str:
    """Return the heading of a hand's page."""
    names = [f"`{name}`" for name in dict.fromkeys(strategies)]
    return f"Deal {record['deal']}: {' against '.join(names)}"


def dealt_words(record: Mapping[str, Any]) -> str:
    """Say which deal it is."""
    seed = record.get("seed")
    return f"deal {record['deal']}" + ("" if seed is None else f" of seed {seed}")


def shown_card(token: str, leaves: int | None = None) -> ShownCard:
    """Return a card as it is drawn."""
    joker = token[1] == "J"
    return ShownCard(
        rank=words.rank_text(token[0]),
        suit=token[0] if joker else token[1],
        words=words.card_words(token),
        points=words.card_points(token),
        leaves=leaves,
    )


def facts_of(
    rules: RuleSet, record: Mapping[str, Any], labels: Sequence[str], strategies: Sequence[str]
) -> tuple[Fact, ...]:
    """Return what stands at the foot of a hand's page."""
    options = ", ".join(f"{name}={json.dumps(value)}" for name, value in _options(record).items())
    facts = [
        Fact("Rules", f"`{rules.id}`: {rules.title}"),
        Fact("Options", options or "none changed"),
        Fact("Line-up", _line_up(strategies)),
    ]
    facts += [Fact("Deal", line) for line in notes_on_deal(rules, record["hands"])]
    for name, text in (("previous", "Hand before"), ("forced_leader", "Forced to lead")):
        if record.get(name) is not None:
            facts.append(Fact(text, json.dumps(record[name])))
    if _can_be_played(rules, record, labels, strategies):
        facts.append(Fact("To play it again", _command(rules, record, labels), code=True))
    return tuple(facts)


def _line_up(strategies: Sequence[str]) -> str:
    if len(set(strategies)) == 1:
        return f"`{strategies[0]}` in every seat"
    return ", ".join(f"`{name}`" for name in strategies)


def _options(record: Mapping[str, Any]) -> Mapping[str, Any]:
    options: Mapping[str, Any] = record.get("options") or {}
    return options


def _can_be_played(
    rules: RuleSet, record: Mapping[str, Any], labels: Sequence[str], strategies: Sequence[str]
) -> bool:
    """Return whether a command plays the deal of a record with its strategies, no path named."""
    moved = any(record.get(name) is not None for name in ("previous", "forced_leader"))
    if moved or type(record.get("seed")) is not int or list(strategies) != list(labels):
        return False
    try:
        for label in set(labels):
            find_strategy(label, rules)
    except BadInput:
        return False
    return True


def _command(rules: RuleSet, record: Mapping[str, Any], labels: Sequence[str]) -> str:
    line = ["fiftyk", "replay", "--rules", rules.id]
    for name in _options(record):
        line += ["--set", f"{name}={rules.text_of(name)}"]
    line += ["--strategies", ",".join(labels)]
    line += ["--seed", str(record["seed"]), "--deal", str(record["deal"])]
    return shlex.join(line)
