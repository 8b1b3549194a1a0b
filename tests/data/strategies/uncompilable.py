"""A user's strategies that the compiler refuses, or has to."""

from sim.core.bits import lowest_bit
from strategies import strategy


@strategy(name="floats")
def floats(view, rules, params):
    """Merges uint64 and int64, which numba makes a float of."""
    counts = 0
    if view.top == 0:
        counts = view.counts
    return counts, 0


@strategy(name="one")
def one(view, rules, params):
    """Answers one number."""
    return view.counts


@strategy(name="unknown")
def unknown(view, rules, params):
    """Uses a name that does not exist."""
    return lowest_bit(view.counts), undefined_name  # noqa: F821


@strategy(name="no_field")
def no_field(view, rules, params):
    """Asks for what no seat may know."""
    return view.counts, view.hands
