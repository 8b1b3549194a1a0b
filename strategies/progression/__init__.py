"""Strategies for Progression: games of building stacks."""

from __future__ import annotations

from strategies.progression.blocker import BLOCKER
from strategies.progression.builder import BUILDER
from strategies.progression.greedy import GREEDY
from strategies.progression.uniform import UNIFORM

STACK_STRATEGIES = (UNIFORM, GREEDY, BUILDER, BLOCKER)
"""In the order in which they are listed; a test compares it with the files of this folder."""
