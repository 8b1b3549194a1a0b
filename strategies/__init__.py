"""Strategies: one file an idea, all of one signature, each named in `STRATEGIES`."""

from __future__ import annotations

from strategies.catalogue import ALL_STRATEGIES, STRATEGIES, find_strategy, line_up, playing
from strategies.registry import ANY_CLIMBING, ANY_STACKS, Param, Strategy, strategy

__all__ = [
    "ALL_STRATEGIES",
    "ANY_CLIMBING",
    "ANY_STACKS",
    "STRATEGIES",
    "Param",
    "Strategy",
    "find_strategy",
    "line_up",
    "playing",
    "strategy",
]
