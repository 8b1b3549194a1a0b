"""The rules pages of the documentation: a short text for each game, its table, what is found.

The text tells a card player how the game goes; every number, type and accepted value comes from
the declared rule set, and the figures from a simulation. `python -m reports.rulebook.measure`
writes the figures beside the texts, `python -m reports.rulebook FOLDER` writes the pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reports.explained import beating, facts_of, row_words, rung_words, scoring, title_of
from sim.combinations import BOMB_TEXTS
from sim.games import RULE_SETS
from sim.rule_set import RuleSet
from sim.rules import Rules

TEXTS = Path(__file__).parent
"""Where the texts lie, and the figures found."""


def figures_of(rules: RuleSet) -> Path:
    """Return the file of the paragraph with what a simulation found."""
    return TEXTS / "figures" / f"{rules.id}.md"


def page_of(rules: RuleSet) -> str:
    """Return a rule set's page in Markdown."""
    text = (TEXTS / f"{rules.id}.md").read_text(encoding="utf-8").strip()
    title = title_of(rules) if isinstance(rules, Rules) else rules.title
    parts = [f"# {title}", text]
    if figures_of(rules).exists():
        found = figures_of(rules).read_text(encoding="utf-8").strip()
        parts += ["## What the simulator finds", found]
    parts += [
        "## The table",
        "Everything below is printed from the declared rule set, as `fiftyk rules "
        f"{rules.id}` prints it.",
    ]
    switches = 0
    if isinstance(rules, Rules):
        parts += [_table(("", ""), facts_of(rules))]
        switches = len(rules.switches)
    else:
        parts += [_table(("", ""), _stack_facts(rules))]
    rows = [
        (f"`{name}`", f"`{value}`", accepted, meaning)
        for name, value, accepted, meaning in rules.table()
    ]
    if switches:
        parts += [
            "### Options",
            "`--set NAME=VALUE`; the first accepted value is the usual one.",
            _table(("option", "value", "accepted", "meaning"), rows[:switches]),
        ]
    if isinstance(rules, Rules):
        parts += _climbing_parts(rules)
    parts += [
        "### Fields",
        "Each can be overridden: `--set NAME=VALUE`.",
        _table(("field", "value", "accepted", "meaning"), rows[switches:]),
    ]
    return "\n\n".join(parts) + "\n"


def _stack_facts(rules: RuleSet) -> list[tuple[str, str]]:
    return [
        ("rule set", f"`{rules.id}`, rules number {rules.number}"),
        ("cards", f"{rules.pack_size}"),
        ("sides", f"{rules.seats} seats, each for itself"),
    ]


def _climbing_parts(rules: Rules) -> list[str]:
    return [
        "### What beats what",
        _list(beating(rules)),
        "### Ordinary combinations",
        _table(
            ("type", "made of", "row"),
            [(f"`{r.kind}`", row_words(r), f"`{r}`") for r in rules.combinations],
        ),
        "### Bombs, weakest first",
        _table(
            ("type", "made of", "rung"),
            [
                (f"`{b.kind}`", f"{rung_words(b)}: {BOMB_TEXTS[b.kind]}", f"`{b}`")
                for b in rules.bombs
            ],
        ),
        "### How a hand ends and is scored",
        _list(scoring(rules)),
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


def _list(sentences: Sequence[str]) -> str:
    return "\n".join(f"- {sentence}" for sentence in sentences)
