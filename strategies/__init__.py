"""Strategies: one file an idea, all of one signature, each named in `STRATEGIES`."""

from __future__ import annotations

from strategies.catalogue import STRATEGIES, find_strategy, line_up
from strategies.registry import ANY_CLIMBING, Param, Strategy, strategy

__all__ = [
    "ANY_CLIMBING",
    "STRATEGIES",
    "Param",
    "Strategy",
    "find_strategy",
    "line_up",
    "strategy",
]
