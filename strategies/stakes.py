"""What is at stake in a hand beside the card points, read from the scoring rules."""

from __future__ import annotations

from sim.core.compiler import inlined, kernel
from sim.core.tables import (
    CATCH_OFF,
    CATCH_TRANSFERRED,
    END_SWEEP,
    LEFT_DEDUCTED,
    PAYOFF_MARGIN,
    SWEEP_COUNTS_NOTHING,
    SWEEP_FIXED,
)

USUAL = 50.0
"""Points at stake in going out, of which a hand is played for going out as much as for points."""
LEFT, LAST_TRICKS, HALF_A_DECK = 10, 20, 50
"""Points, a deck: left in a last hand, captured by the last seat, captured by a side."""
LEAST, MARGIN = 0.2, 1.4
"""Going out counts so much where nothing is paid for it, and so much more by the margin."""


@kernel
def race(rules):
    """Return what going out early counts beside card points: 1 in the usual game, 0.2 if nothing.

    More is never made of it than of the points: whoever loses every trick does not go out first.
    """
    stake = rules.first_bonus + rules.left_penalty
    if rules.left_points == LEFT_DEDUCTED:
        stake += LEFT * rules.decks
    if rules.catch_kind != CATCH_OFF:
        paid = max(rules.catch_points[1], rules.catch_points[2])
        stake += paid * (2 if rules.catch_kind == CATCH_TRANSFERRED else 1)
    if rules.last_tricks_move:
        stake += LAST_TRICKS * rules.decks
    if rules.sweep == SWEEP_FIXED:
        stake += max(rules.sweep_points - HALF_A_DECK * rules.decks, 0)
    elif rules.sweep != SWEEP_COUNTS_NOTHING:
        stake += HALF_A_DECK * rules.decks
    share = max(min(stake / USUAL, 1.0), LEAST)
    return share * MARGIN if rules.payoff == PAYOFF_MARGIN else share


@inlined
def half_swept(view, rules):
    """Return whether one side has seats out and the other none, where being all out first counts.

    Of hidden sides those seats count whose side is known.
    """
    if view.out == 0 or rules.end != END_SWEEP:
        return False
    ours, theirs = view.out & view.team, view.out & ~view.team & ~view.unknown
    return (ours == 0) != (theirs == 0)
