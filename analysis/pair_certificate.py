"""The certificate of block scores: what a page of results or of tips shows of being right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.certificate import Check, coverage, same_strategy_is_zero
from analysis.comparisons import score_pair
from analysis.played import Table
from analysis.tournament import Entrant
from sim.errors import BadInput
from sim.families import deal_hands, play_deals
from sim.rule_set import RuleSet
from sim.seatings import pair_block
from strategies import Strategy, find_strategy

DEALS: Final = 300
"""Deals that are played again."""
_REPLAYED: Final = "deals replayed with every rule checked score as they did"
_ZERO: Final = "a strategy against itself differs by exactly 0"


def as_played(entrants: Sequence[Entrant], rules: RuleSet) -> list[Strategy]:
    """Return strategies by what is known of them.

    Raises
    ------
    BadInput
        If one is gone, or not what it was when it played.
    """
    found = [find_strategy(each.label, rules) for each in entrants]
    for each, entrant in zip(found, entrants, strict=True):
        if Entrant.of(each) != entrant:
            raise BadInput(f"{entrant.name} is not what it was when it played")
    return found


def certify(
    rules: RuleSet,
    pair: Sequence[Strategy],
    seed: int,
    scores: FloatArray,
    deals: int = DEALS,
) -> tuple[Check, ...]:
    """Check a pair's scores: A against A, the first deals anew, and coverage.

    Parameters
    ----------
    rules : RuleSet
    pair : two strategies
        A and B.
    seed : int
    scores : ndarray, shape (n,)
        Their block scores, in deal order from deal 0.
    deals : int
        At most so many are played again.
    """
    return (*_replayed(rules, pair, seed, scores[:deals]), coverage(scores))


def certify_alone(rules: RuleSet, strategy: Strategy, seed: int, deals: int) -> tuple[Check, ...]:
    """Check deals that one strategy plays in every seat: by the rules, alike again, and coverage.

    Parameters
    ----------
    rules : RuleSet
    strategy : Strategy
    seed : int
    deals : int
        At most `DEALS` of them are played again.
    """
    policy = strategy.policy()
    dealt = deal_hands(rules, seed, range(deals))
    paid = play_deals([policy] * rules.seats, dealt).payoff
    first = deal_hands(rules, seed, range(min(deals, DEALS)))
    table = Table(rules, (strategy.label,), pair_block(rules))
    zero, covers = same_strategy_is_zero(table, [policy], first), coverage(paid[:, 0])
    try:
        results = play_deals([policy] * rules.seats, first, checked=True)
    except BadInput as fault:
        return zero, Check(_REPLAYED, len(first), "deals", held=False, note=str(fault)), covers
    same = np.isclose(results.payoff, paid[: len(first)], rtol=0, atol=1e-9).all(axis=1)
    return zero, _alike_again(same, int(results.plays.sum())), covers


def _alike_again(same: npt.NDArray[np.bool_], plays: int) -> Check:
    wrong = int(np.count_nonzero(~same))
    note = f"{wrong} deals came out differently" if wrong else f"{plays:,} plays checked"
    return Check(_REPLAYED, len(same), "deals", wrong == 0, note)


def uncertified(scores: FloatArray, why: object) -> tuple[Check, ...]:
    """Return the certificate where nothing can be played again, and why."""
    checks = [Check(name, 0, "deals", None, f"not run: {why}") for name in (_ZERO, _REPLAYED)]
    return (*checks, coverage(scores))


def _replayed(
    rules: RuleSet, pair: Sequence[Strategy], seed: int, scores: FloatArray
) -> tuple[Check, Check]:
    block, policies = pair_block(rules), [each.policy() for each in pair]
    names = tuple(each.label for each in pair)
    dealt = deal_hands(rules, seed, range(len(scores)))
    zero = same_strategy_is_zero(Table(rules, names, block), policies, dealt)
    try:
        results = [
            play_deals([policies[who] for who in seating], dealt, checked=True) for seating in block
        ]
    except BadInput as fault:
        return zero, Check(_REPLAYED, len(scores), "deals", held=False, note=str(fault))
    payoff = np.stack([each.payoff for each in results], axis=1)
    again = score_pair(payoff, block, names).blocks
    plays = sum(int(each.plays.sum()) for each in results)
    return zero, _alike_again(np.isclose(again, scores, rtol=0, atol=1e-9), plays)
