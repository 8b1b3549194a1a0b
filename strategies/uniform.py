"""Chance: the yardstick below every strategy that thinks."""

from __future__ import annotations

from strategies.answers import random_play
from strategies.registry import strategy


@strategy(name="uniform")
def choose(view, rules, params):
    """Plays any legal play, all equally likely; a follower's pass is one of them."""
    return random_play(view, rules)


UNIFORM = choose
