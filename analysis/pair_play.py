"""Two strategies on the same deals: every block of the pair played, and its scores."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from analysis.comparisons import PairScores, score_pair
from analysis.workers import chunks, deals_at_once, map_in_order
from sim.errors import BadInput
from sim.families import deal_hands, play_deals
from sim.rule_set import RuleSet
from sim.seatings import pair_block

if TYPE_CHECKING:
    from strategies.registry import Strategy

CHUNK = 4096
"""Deals a thread plays at a time."""


def play_pair(  # noqa: PLR0913
    rules: RuleSet,
    pair: Sequence[Strategy],
    seed: int,
    deals: int,
    *,
    first_deal: int = 0,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> PairScores:
    """Play two strategies against each other, each deal in every seating of its block.

    Parameters
    ----------
    rules : RuleSet
    pair : two strategies
        a and b; they may be the same.
    seed : int
        The experiment's seed.
    deals : int
        Number of blocks, n.
    first_deal : int
        Number of the first deal.
    threads : int
        They change nothing but the time.
    progress : function, optional
        Called with the number of hands played so far.

    Returns
    -------
    PairScores
        Block scores a − b in points a hand, shape (n,).

    Raises
    ------
    BadInput
        If one does not play these rules.
    StrategyFault
        If one raised or answered illegally.
    """
    parts = []
    played = 0
    for part in pair_blocks(rules, pair, seed, deals, first_deal=first_deal, threads=threads):
        parts.append(part)
        played += part.hands.size
        if progress is not None:
            progress(played)
    return joined_scores(parts)


def pair_blocks(  # noqa: PLR0913
    rules: RuleSet,
    pair: Sequence[Strategy],
    seed: int,
    deals: int,
    *,
    first_deal: int = 0,
    threads: int = 1,
) -> Generator[PairScores]:
    """Play as `play_pair` does and yield the scores in deal order, some deals at a time.

    Whoever has seen enough leaves; what is under way then is finished and thrown away.
    """
    for strategy in pair:
        if not strategy.plays(rules):
            raise BadInput(f"{strategy.name} does not play {rules.id}")
    block = pair_block(rules)
    policies = [strategy.policy() for strategy in pair]
    names = [strategy.label for strategy in pair]
    owner = np.array(block)

    def play(numbers: range) -> PairScores:
        dealt = deal_hands(rules, seed, numbers)
        payoff = np.stack(
            [play_deals([policies[who] for who in seating], dealt).payoff for seating in block],
            axis=1,
        )
        return score_pair(payoff, owner, names)

    yield from map_in_order(
        play, chunks(first_deal, deals, deals_at_once(CHUNK, policies)), threads
    )


def joined_scores(parts: Sequence[PairScores]) -> PairScores:
    """Return the scores of one pair, of which some deals each are given, as one."""
    return PairScores(
        parts[0].a,
        parts[0].b,
        np.concatenate([part.blocks for part in parts]),
        np.concatenate([part.hands for part in parts]),
    )
