"""What lies behind the playing tips: cards, counts, bombs and doubling under one rule set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np

from analysis.action_value import ActionValue, action_value, play_decisions
from analysis.break_swap import replay
from analysis.doubling_play import DoublingPlan, DoublingPlay, pairs_about, play_doubling
from analysis.estimates import DEFAULT_LEVEL, TooFewBlocks
from analysis.exchange import ExchangePlan, ExchangeTable, exchange_scores, exchange_tables
from analysis.point_count import PointCount, fit_count
from analysis.rare_types import RareValue, deal_type, rare_types, rare_value
from analysis.swap_values import OPPONENT
from sim.deals import deal_hands
from sim.rules import Rules
from strategies import Strategy

STEPS: Final = 5
"""Steps that `gain_insight` reports."""
_FEWEST: Final = 30
Figure = TypeVar("Figure")


@dataclass(frozen=True, slots=True)
class Insight:
    """All of it; what could not be had is None or empty."""

    tables: Mapping[str, ExchangeTable]
    """Effects of exchange, by other seat."""
    count: PointCount | None
    rare: tuple[RareValue, ...]
    """Rare types, dealt on condition."""
    bomb: ActionValue | None
    doubling: DoublingPlay | None
    """None where the rules never double."""


def gain_insight(  # noqa: PLR0913
    rules: Rules,
    strategy: Strategy,
    deals: int,
    seed: int,
    *,
    level: float = DEFAULT_LEVEL,
    threads: int = 2,
    progress: Callable[[int], None] | None = None,
) -> Insight:
    """Measure all of it, all seats played by one strategy.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy
    deals : int
        Deals for the bombs, for each half of the point count and for the effect of doubling; a
        quarter of them for each rare type, a tenth, at least 30, for each exchange, for the course
        of doubling and as matches.
    seed : int
    level : float
        Coverage of the intervals.
    threads : int
        Results do not depend on it.
    progress : function, optional
        Called with the number of steps done, of `STEPS`.
    """
    policy = strategy.policy()
    seatings = [[policy] * rules.seats]
    done = progress or _silent
    tenth = max(deals // 10, _FEWEST)
    scores = exchange_scores(seatings, rules, ExchangePlan(seed, tenth, threads=threads))
    tables = exchange_tables(scores, level)
    done(1)
    # On deals that the table was not measured on.
    count = _if_enough(
        lambda: fit_count(
            tables[OPPONENT],
            seatings,
            deals,
            seed,
            first_deal=tenth,
            level=level,
            threads=threads,
        )
    )
    done(2)
    rare = []
    for each in rare_types(rules):
        dealt = deal_type(rules, each, seed, range(max(deals // 4, _FEWEST)))
        paid = replay(seatings, dealt.deals, threads)[np.arange(len(dealt.hero)), dealt.hero, 0]
        rare.append(rare_value(each, dealt, paid, level))
    done(3)
    bomb = _if_enough(lambda: action_value(play_decisions(rules, policy, seed, deals), level))
    done(4)
    doubling: DoublingPlay | None = None
    if rules.doubling != "never":
        followed = deal_hands(rules, seed, range(tenth))
        plan = DoublingPlan(seed, followed, deals, tenth, threads)
        doubling = play_doubling(seatings, pairs_about([strategy], rules), plan, level)
    done(STEPS)
    return Insight(tables, count, tuple(rare), bomb, doubling)


def _silent(_: int) -> None:
    return


def _if_enough(figure: Callable[[], Figure]) -> Figure | None:
    try:
        return figure()
    except TooFewBlocks:
        return None
