"""Chance: the yardstick below every strategy that thinks."""

from __future__ import annotations

from sim.core.stack_acts import count_acts, nth_act
from sim.core.streams import draw
from strategies.registry import ANY_STACKS, strategy


@strategy(name="uniform", rules=ANY_STACKS)
def choose(view, rules, params):
    """Draws lots among all legal acts, each equally likely."""
    return nth_act(view, rules, draw(view, count_acts(view, rules), 0))


UNIFORM = choose
