"""Does one strategy win more than another on the same deals?"""

from __future__ import annotations

import numpy as np

from sim.deals import deal_hands
from sim.hand import play_deals

STANDARD_ERRORS = 3.0


def wins_against(strategy, other, rules, deals=200):
    """Whether a strategy's mean block score (every deal in every seating) is clearly above 0."""
    one, two = strategy.policy(), other.policy()
    dealt = deal_hands(rules, 20, range(deals))
    scores = np.zeros(deals)
    seatings = seatings_of(rules)
    for seating in seatings:
        paid = play_deals([(one, two)[turn] for turn in seating], dealt).payoff
        mine = np.array(seating) == 0
        scores += paid[:, mine].mean(axis=1) - paid[:, ~mine].mean(axis=1)
    scores /= len(seatings)
    return scores.mean() > STANDARD_ERRORS * scores.std(ddof=1) / np.sqrt(deals)


def seatings_of(rules):
    """Who sits where: by sides both ways; three alone ABB and BAA, turned."""
    if not rules.solo:
        return [[0, 1] * (rules.seats // 2), [1, 0] * (rules.seats // 2)]
    return [[*line[turn:], *line[:turn]] for line in ([0, 1, 1], [1, 0, 0]) for turn in range(3)]
