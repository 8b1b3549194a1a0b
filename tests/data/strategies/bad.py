"""A user's strategies that go wrong while they play."""

import numpy as np

from sim.policy import PASS
from strategies import strategy
from strategies.answers import random_play


@strategy(name="cheat")
def cheat(view, rules, params):
    """Writes into its view: nothing on the table, nobody else with cards."""
    answer = random_play(view, rules)
    for seat in range(rules.seats):
        view.held[seat] = 0
        view.captured[seat] = 100
    view.table_points = 1000
    view.top = np.uint64(0)
    view.passed = 15
    view.turn = 0
    view.stream = np.uint64(1)
    return answer


@strategy(name="plain_cheat", compiled=False)
def plain_cheat(view, rules, params):
    """Writes into its view in plain Python."""
    answer = random_play(view, rules)
    view.held[:] = 0
    view.table_points = 1000
    view.top = 0
    view.stream = 1
    return answer


@strategy(name="honest")
def honest(view, rules, params):
    """Answers what the cheats answer, and writes nothing."""
    return random_play(view, rules)


def raises(view, rules, params):
    """Raises in the second trick."""
    if view.trick == 1:
        raise ValueError("I do not know what to do")
    return random_play(view, rules)


@strategy(name="raises_compiled")
def raises_compiled(view, rules, params):
    """Raises in the second trick."""
    if view.trick == 1:
        raise ValueError("I do not know what to do")
    return random_play(view, rules)


@strategy(name="not_held")
def not_held(view, rules, params):
    """Plays cards of the other seats."""
    counts, meta = random_play(view, rules)
    return counts * np.uint64(4), meta


@strategy(name="passes")
def passes(view, rules, params):
    """Passes, as leader too."""
    return PASS


def three_numbers(view, rules, params):
    """Answers three numbers."""
    return 1, 2, 3
