"""A strategy's twin that forgets the high cards that were played."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from sim.policy import as_records
from strategies import Strategy, strategy

HIGH: Final = 11
"""Rank of the ace: it, the 2 and the jokers are the high cards."""
_LOW_RANKS: Final = np.uint64((1 << 4 * HIGH) - 1)


def forgetful(base: Strategy) -> Strategy:
    """Return a strategy that plays as another does, but is shown no played ace, 2 or joker.

    It takes every high card that it does not hold for still out. It is called as plain Python, some
    hundred times slower than compiled.
    """

    @strategy(name=f"forgetful_{base.name}", compiled=False)
    def choose(view: Any, rules: Any, params: Any) -> tuple[int, int]:
        """Plays as its twin, and forgets the high cards that were played."""
        seen = view.copy()
        seen.gone_lo &= _LOW_RANKS
        seen.gone_hi &= _LOW_RANKS
        answer: tuple[int, int] = inner.choose(seen, rules, parameters)
        return answer

    inner = base.policy()
    parameters = as_records(inner.params)[0]
    return choose
