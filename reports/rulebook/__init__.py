"""The rules pages of the documentation: a short text for each game, and its table.

The text tells a card player how the game goes; every number, type and accepted value comes from
the declared rule set. `python -m reports.rulebook FOLDER` writes the pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sim.combinations import BOMB_TEXTS, KINDS
from sim.games import RULE_SETS
from sim.rule_set import RuleSet
from sim.rules import Rules

_TEXTS = Path(__file__).parent


def page_of(rules: RuleSet) -> str:
    """Return a rule set's page in Markdown."""
    text = (_TEXTS / f"{rules.id}.md").read_text(encoding="utf-8").strip()
    parts = [
        f"# {rules.title}",
        text,
        "## The table",
        "Everything below is printed from the declared rule set, as `fiftyk rules "
        f"{rules.id}` prints it.",
        *(_climbing_parts(rules) if isinstance(rules, Rules) else _stack_parts(rules)),
        "### Fields",
        "Each can be overridden: `--set NAME=VALUE`.",
        _table(
            ("field", "value", "accepted", "meaning"),
            [
                (f"`{name}`", f"`{value}`", accepted, meaning)
                for name, value, accepted, meaning in rules.table()
            ],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _stack_parts(rules: RuleSet) -> list[str]:
    facts = [
        ("rule set", f"`{rules.id}`, rules number {rules.number}"),
        ("cards", f"{rules.pack_size}"),
        ("sides", f"{rules.seats} seats, each for itself"),
    ]
    return [_table(("", ""), facts)]


def _climbing_parts(rules: Rules) -> list[str]:
    sides = " against ".join("seats " + ", ".join(map(str, team)) for team in rules.teams)
    sizes = " + ".join(str(size) for size in rules.hand_sizes(0))
    facts = [
        ("rule set", f"`{rules.id}`, rules number {rules.number}"),
        ("cards", f"{rules.pack_size}: {sizes}, {rules.pack_points} card points in all"),
        ("sides", sides if not rules.solo else f"{rules.seats} seats, each for itself"),
    ]
    return [
        _table(("", ""), facts),
        "### Ordinary combinations",
        "A higher one of the same type and size beats, and so does any bomb.",
        _table(
            ("type", "made of", "row"),
            [(f"`{r.kind}`", KINDS[r.kind].text, f"`{r}`") for r in rules.combinations],
        ),
        "### Bombs, weakest first",
        _table(
            ("type", "made of", "rung"),
            [(f"`{b.kind}`", BOMB_TEXTS[b.kind], f"`{b}`") for b in rules.bombs],
        ),
    ]


def write_pages(folder: Path) -> list[Path]:
    """Write every rule set's page into a folder and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for rules in RULE_SETS.values():
        path = folder / f"{rules.id}.md"
        path.write_text(page_of(rules), encoding="utf-8")
        paths.append(path)
    return paths


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
