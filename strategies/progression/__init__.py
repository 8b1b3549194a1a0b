"""Strategies for Progression: games of building stacks."""

from __future__ import annotations

from strategies.progression.uniform import UNIFORM

STACK_STRATEGIES = (UNIFORM,)
"""In the order in which they are listed; a test compares it with the files of this folder."""
