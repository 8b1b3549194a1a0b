"""Does one strategy win more than another on the same deals?"""

from __future__ import annotations

import numpy as np

from sim.deals import deal_hands
from sim.hand import play_deals
from sim.seatings import pair_block

STANDARD_ERRORS = 3.0


def wins_against(strategy, other, rules, deals=200):
    """Whether a strategy's mean block score (every deal in every seating) is clearly above 0."""
    one, two = strategy.policy(), other.policy()
    dealt = deal_hands(rules, 20, range(deals))
    scores = np.zeros(deals)
    seatings = pair_block(rules)
    for seating in seatings:
        paid = play_deals([(one, two)[turn] for turn in seating], dealt).payoff
        mine = np.array(seating) == 0
        scores += paid[:, mine].mean(axis=1) - paid[:, ~mine].mean(axis=1)
    scores /= len(seatings)
    return scores.mean() > STANDARD_ERRORS * scores.std(ddof=1) / np.sqrt(deals)
