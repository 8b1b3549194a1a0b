"""Chance: the yardstick below every strategy that thinks."""

from __future__ import annotations

from strategies.answers import inlined_random
from strategies.registry import strategy


@strategy(name="uniform")
def choose(view, rules, params):
    """Plays any legal play, all equally likely; a follower's pass is one of them."""
    return inlined_random(view, rules)


UNIFORM = choose
