"""What a bomb is worth now rather than later: the same decision taken both ways, once.

At one decision of a hand, where the hero could bomb an opponent's play, the hero is made to bomb in
one replay and kept from it in another; before and after it plays as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from analysis.blocks import FloatArray
from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks, weighted_estimate
from analysis.keyed import IntArray, below, deal_words
from sim.core.play import strength_of
from sim.deals import Deals, deal_hands
from sim.hand import play_deals
from sim.policy import PASS, Policy, as_records, bind
from sim.rules import Rules
from strategies.answers import weakest_bomb

BINS: Final = ((0, 0), (5, 10), (15, 25), (30, 999))
"""Card points on the table, from and to."""
FEWEST_DEALS: Final = 30


@dataclass(frozen=True, slots=True)
class ActionValue:
    """What bombing now is worth."""

    value: Estimate
    """E[payoff | bombed now] − E[payoff | held], points a hand for the holder."""
    by_points: tuple[tuple[str, Estimate], ...]
    """The same by card points on the table; each interval by itself."""
    natural: Estimate
    """Share of these decisions at which the strategy bombs by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """One decision a hand; m of them."""

    gained: FloatArray
    """Payoff with the bomb played now less payoff with it held, (m,)."""
    chances: IntArray
    """How many such decisions the hand had: the weight of the one drawn, (m,)."""
    points: IntArray
    """Card points on the table, (m,)."""
    bombed: np.ndarray
    """Whether the strategy bombed by itself, bool[m]."""


@dataclass(eq=False)
class _Watch:
    """What a watched seat did, and what it is made to do."""

    seen: list[tuple[int, int, bool]] = field(default_factory=list)
    """Turn, table points and whether it bombed, at each decision where it could bomb."""
    turn: int = -1
    """The turn at which it is told what to do; -1 for none."""
    bomb: bool = False
    """Whether it is told to bomb, or not to."""


def play_decisions(
    rules: Rules, policy: Policy, seed: int, deals: int, first_deal: int = 0
) -> Decisions:
    """Play hands with one decision to bomb taken both ways.

    All seats play one strategy. The hero is drawn for each deal, and the decision among those of
    its hand where an opponent's play could be bombed. To hold is the strategy's own answer, or a
    pass where that is a bomb; to bomb is its own bomb, or else the weakest that does.

    Parameters
    ----------
    rules : Rules
        Where who can beat must, decisions at which the strategy bombs are left out.
    policy : Policy
    seed : int
    deals : int
        Deals looked at; those without such a decision say nothing.
    first_deal : int
    """
    watch = _Watch()
    watched = _watched(policy, watch)
    rows: list[tuple[float, int, int, bool]] = []
    dealt = deal_hands(rules, seed, range(first_deal, first_deal + deals))
    hero = below(deal_words(seed, dealt.index, "bomb hero"), rules.seats)
    which = deal_words(seed, dealt.index, "bomb decision")
    for row in range(deals):
        one, seat = dealt.take(slice(row, row + 1)), int(hero[row])
        line_up = [policy] * rules.seats
        line_up[seat] = watched
        watch.seen, watch.turn = [], -1
        natural = _paid(line_up, one, seat)
        seen = list(watch.seen)
        if not seen:
            continue
        turn, points, bombed = seen[int(below(which[row : row + 1], len(seen))[0])]
        watch.turn, watch.bomb = turn, not bombed
        other = _paid(line_up, one, seat)
        gained = natural - other if bombed else other - natural
        rows.append((gained, len(seen), points, bombed))
    gains, chances, points_seen, by_itself = zip(*rows, strict=True) if rows else ((),) * 4
    return Decisions(
        np.array(gains, dtype=np.float64),
        np.array(chances, dtype=np.int64),
        np.array(points_seen, dtype=np.int64),
        np.array(by_itself, dtype=np.bool_),
    )


def _paid(line_up: Sequence[Policy], deals: Deals, seat: int) -> float:
    return float(play_deals(line_up, deals).payoff[0, seat])


def _watched(policy: Policy, watch: _Watch) -> Policy:
    """Return a policy that notes its chances to bomb, and does as it is told at one turn."""
    parameters = as_records(policy.params)[0]

    def choose(view: Any, rules: Any, params: Any) -> tuple[int, int]:
        answer: tuple[int, int] = policy.choose(view, rules, parameters)
        if view.top == 0 or view.team >> view.top_seat & 1:
            return answer
        weakest: tuple[int, int] = weakest_bomb(view, rules)
        bombed = bool(strength_of(np.uint64(answer[1])) > 0)
        if int(weakest[1]) == 0 or (bombed and rules.must_beat):
            return answer
        if view.turn == watch.turn:
            if watch.bomb:
                return answer if bombed else weakest
            return (int(PASS[0]), int(PASS[1])) if bombed else answer
        watch.seen.append((int(view.turn), int(view.table_points), bombed))
        return answer

    return bind(f"watched {policy.name}", choose, {}, compiled=False, trusted=False)


def action_value(decisions: Decisions, level: float = DEFAULT_LEVEL) -> ActionValue:
    """Estimate what bombing now is worth, in all and by card points on the table.

    Question: E[payoff | bombed now] − E[payoff | held], over all decisions of all hands? Unit of
    observation: the deal block, which holds one decision, weighted by how many the hand had.

    Raises
    ------
    TooFewBlocks
        With fewer than 30 hands; bins with fewer are left out.
    """
    by_points = []
    for low, high in BINS:
        chosen = (decisions.points >= low) & (decisions.points <= high)
        try:
            estimate = weighted_estimate(
                decisions.gained[chosen], decisions.chances[chosen], level, fewest=FEWEST_DEALS
            )
        except TooFewBlocks:
            continue
        name = str(low) if low == high else f"{low} or more" if high == BINS[-1][1] else ""
        by_points.append((name or f"{low} to {high}", estimate))
    value = weighted_estimate(decisions.gained, decisions.chances, level, fewest=FEWEST_DEALS)
    natural = weighted_estimate(decisions.bombed, decisions.chances, level)
    return ActionValue(value, tuple(by_points), natural)
