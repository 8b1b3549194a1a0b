"""A user's strategies, one of each kind."""

from sim.core.play import size_of
from strategies import Param, strategy
from strategies.answers import cheapest_follow, decline, random_play, weakest_bomb


@strategy(
    name="bomber",
    params={"points": Param(10, "table points it bombs for", low=0, high=100)},
    sources=("a friend",),
)
def bomber(view, rules, params):
    """Leads anything, follows cheaply, bombs for points."""
    if view.top == 0:
        return random_play(view, rules)
    counts, meta = cheapest_follow(view, rules)
    if meta == 0 and view.table_points >= params.points:
        counts, meta = weakest_bomb(view, rules)
    if meta == 0:
        return decline(view, rules)
    return counts, meta


@strategy(name="plain", compiled=False)
def _plain(view, rules, params):
    """Plays at random, and uses a dictionary."""
    names = {0: "pass"}
    counts, meta = random_play(view, rules)
    names[int(size_of(meta))] = "play"
    return counts, meta


def bare(view, rules, params):
    """Says nothing but a function."""
    return random_play(view, rules)


def helper(one, two):
    """Is no strategy."""
    return one + two


NUMBER = 7
