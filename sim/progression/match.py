"""Matches: hands added up until a seat reaches the target; level at the top, another hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.core.tables import PAYOFF_UNIT
from sim.errors import BadInput
from sim.hand import CHECK_ALL
from sim.match import HANDS_A_MATCH, POINT_UNIT, MatchResults
from sim.policy import Policy
from sim.progression.deals import deal_hands
from sim.progression.hand import play_deals
from sim.progression.rules import StackRules


def play_matches(
    rules: StackRules,
    line_up: Sequence[Policy],
    seed: int,
    matches: int | range | np.ndarray,
    checked: bool = CHECK_ALL,
) -> MatchResults:
    """Play matches to the rules' target or number of hands. See `sim.match.play_matches`."""
    numbers = np.arange(matches) if isinstance(matches, int) else np.asarray(matches)
    numbers = numbers.astype(np.int64)
    n = len(numbers)
    totals = np.zeros((n, rules.seats), dtype=np.int64)
    hands = np.zeros(n, dtype=np.int64)
    winner = np.full(n, -1, dtype=np.int8)
    playing = np.arange(n)
    while len(playing):
        hand = int(hands[playing[0]])
        if hand == HANDS_A_MATCH:
            raise BadInput(
                f"match {numbers[playing[0]]} has not ended after {HANDS_A_MATCH} hands; "
                f"set fewer points to reach (target) or a number of hands (hands)"
            )
        deals = deal_hands(rules, seed, numbers[playing] * HANDS_A_MATCH + hand)
        totals[playing] += play_deals(line_up, deals, checked).raw["points"][:, : rules.seats]
        hands[playing] += 1
        best = totals[playing].max(axis=1)
        alone = (totals[playing] == best[:, None]).sum(axis=1) == 1
        reached = best >= rules.target if rules.target is not None else np.zeros(len(best), bool)
        won = alone & (reached | (hand + 1 == rules.hands))
        winner[playing[won]] = totals[playing[won]].argmax(axis=1)
        playing = playing[~(won | (hand + 1 == rules.hands))]
    nothing_doubled = np.zeros(n, dtype=bool)
    points = totals * POINT_UNIT
    return MatchResults(
        rules, numbers, hands, totals * PAYOFF_UNIT, winner, nothing_doubled, points, points
    )
