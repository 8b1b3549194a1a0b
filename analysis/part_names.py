"""What the payoffs of any kind of game are made of, and how to say it."""

from __future__ import annotations

from typing import Final

from analysis.score_parts import PART_PHRASES, SCORE_PARTS, parts_of
from sim.rule_set import RuleSet
from sim.rules import Rules

STACK_PARTS: Final = {
    "base": "value above 12",
    "multiplied": "what face cards multiply",
    "barren": "stacks of face cards alone",
    "empty": "empty stacks",
}
"""What a payoff of a stack game is made of, in words that fit any place of a sentence."""

PART_LABELS: Final = SCORE_PARTS | STACK_PARTS
"""All parts of any score, named."""
PART_WORDS: Final = PART_PHRASES | STACK_PARTS
"""The same in the middle of a sentence."""


def part_names(rules: RuleSet) -> tuple[str, ...]:
    """Return what the payoffs of a rule set are made of, in the order in which they are formed."""
    return parts_of(rules) if isinstance(rules, Rules) else tuple(STACK_PARTS)
