"""Matches with and without a rule, on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.blocks import FloatArray
from analysis.comparisons import score_pair
from analysis.estimates import DEFAULT_LEVEL, Estimate, mean_estimate
from sim.errors import BadInput
from sim.match import play_matches
from sim.rules import Rules
from sim.seatings import pair_block
from strategies import Strategy


@dataclass(frozen=True, slots=True)
class MatchVariant:
    """What matches come to under one variant of the rules."""

    name: str
    """As it was asked for."""
    margin: Estimate
    """A − B, points a match a seat."""
    won: Estimate
    """Share of matches that A's side wins, less the share that B's wins."""
    hands: Estimate
    """Hands a match."""
    change: Estimate
    """By how much the margin is more than under the first variant, match by match."""
    change_won: Estimate
    """The same of the share won."""
    change_hands: Estimate
    """The same of the hands a match."""


def compare_variants(
    variants: Mapping[str, Rules],
    pair: Sequence[Strategy],
    seed: int,
    matches: int,
    level: float = DEFAULT_LEVEL,
) -> tuple[MatchVariant, ...]:
    """Play the same matches under each variant of the rules.

    Question: what does a rule change in a whole match between two strategies? Unit of observation:
    the match number, played in every seating of a block: hand h of match m is the same deal under
    every variant and in every seating, as long as the match lasts.

    Parameters
    ----------
    variants : mapping of str to Rules
        The first is what the others are compared with; all deal the same cards.
    pair : two strategies
        A and B.
    seed : int
    matches : int
        Matches, each in every seating.
    level : float
        Coverage of each interval.

    Raises
    ------
    BadInput
        If sides are not known beforehand, or a strategy does not play the rules.
    TooFewBlocks
        With fewer than two matches.
    """
    scores = {name: _scores(rules, pair, seed, matches) for name, rules in variants.items()}
    first = next(iter(scores.values()))
    return tuple(
        MatchVariant(
            name,
            *(mean_estimate(column, level) for column in each),
            *(
                mean_estimate(column - before, level)
                for column, before in zip(each, first, strict=True)
            ),
        )
        for name, each in scores.items()
    )


def _scores(
    rules: Rules, pair: Sequence[Strategy], seed: int, matches: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return margin, wins less losses and hands of each match number, means over the seatings."""
    for each in pair:
        if not each.plays(rules):
            raise BadInput(f"{each.name} does not play {rules.id}")
    if rules.hidden:
        raise BadInput(f"{rules.id}: the deal makes the sides, so nobody's side wins a match")
    block = pair_block(rules)
    side = [next(k for k, team in enumerate(rules.teams) if s in team) for s in range(rules.seats)]
    payoff, won, hands = [], [], []
    for seating in block:
        results = play_matches(rules, [pair[who].policy() for who in seating], seed, matches)
        payoff.append(results.payoff)
        won.append((results.winner[:, None] == np.array(side)).astype(np.float64))
        hands.append(results.hands)
    names, owner = [each.label for each in pair], np.array(block)
    margins = [score_pair(np.stack(each, axis=1), owner, names).blocks for each in (payoff, won)]
    return margins[0], margins[1], np.mean(hands, axis=0)
