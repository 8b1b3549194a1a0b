"""What going out first is worth, and what each scoring rule contributes and decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from analysis.estimates import DEFAULT_LEVEL, Estimate
from analysis.played import PARTS_OF_A_POINT, SCORE_PARTS, IntArray, Played, Table
from analysis.tallies import ExactMoments, RatioTally

RULES_OF_PLACES: Final = ("first_out", "left_seat", "left_points")
"""The parts of the score that depend on places."""


@dataclass(frozen=True)
class FirstOutResult:
    """The side that is first out against the others, and the rules of places one by one."""

    n: int
    margin: Estimate
    """Mean payoff a seat of the side that is first out, less that of the others: descriptive."""
    parts: Mapping[str, Estimate]
    """The margin taken apart, keys of `SCORE_PARTS`; the values add up to it."""
    wins: Estimate
    """Share of hands that the side of the first out wins."""
    decides: Mapping[str, Estimate]
    """For each rule of places: share of hands that another side would win without it, the same
    plays scored."""
    mean: Estimate
    """Mean payoff of a seat, points a hand."""
    means: Mapping[str, Estimate]
    """Mean of each part over all seats, points a hand; the values add up to the mean payoff."""


class FirstOutTally:
    """Scores of the side that goes out first against the others, as a result streams by.

    Question: how much more do the seats of that side score, and through which rule? Unit of
    observation: the deal block. It is a difference between hands, not the effect of a decision:
    who holds good cards goes out first and captures more as well.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        seats, size = table.rules.seats, table.team_size
        seatings = len(table.plan)
        self._inside, self._outside = seats - size, -size
        unit = PARTS_OF_A_POINT * size * (seats - size) * seatings
        self._margins = ExactMoments(1 + len(SCORE_PARTS), unit)
        self._means = ExactMoments(1 + len(SCORE_PARTS), PARTS_OF_A_POINT * seats * seatings)
        self._hands = RatioTally((1 + len(RULES_OF_PLACES),))

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        table = self.table
        first_side = table.side_of[np.argmin(played.finish, axis=2)]
        inside = table.side_of == first_side[:, :, None]
        weights = np.where(inside, self._inside, self._outside)
        parts = [played.parts[name] for name in SCORE_PARTS]
        margins = [(weights * values).sum(axis=(1, 2)) for values in (played.payoff, *parts)]
        self._margins.add(np.stack(margins, axis=1))
        means = [values.sum(axis=(1, 2)) for values in (played.payoff, *parts)]
        self._means.add(np.stack(means, axis=1))
        self._add_deciders(played, first_side)

    def _add_deciders(self, played: Played, first_side: IntArray) -> None:
        undoubled = played.by_side(played.undoubled)
        earliest = np.stack(
            [played.finish[:, :, list(team)].min(axis=2) for team in self.table.rules.teams], axis=2
        )
        winner = _winner(undoubled, earliest)
        counts = [(winner == first_side).sum(axis=1)]
        for name in RULES_OF_PLACES:
            without = undoubled - played.by_side(played.parts[name])
            counts.append((_winner(without, earliest) != winner).sum(axis=1))
        hands = np.full((len(played), 1), float(len(self.table.plan)))
        self._hands.add(np.stack(counts, axis=1).astype(np.float64), hands)

    def result(self, level: float = DEFAULT_LEVEL) -> FirstOutResult:
        """Return the estimates.

        Raises
        ------
        TooFewBlocks
            With fewer than two blocks.
        """
        return FirstOutResult(
            self._margins.n,
            self._margins.estimate(0, level),
            {
                name: self._margins.estimate(1 + place, level)
                for place, name in enumerate(SCORE_PARTS)
            },
            self._hands.share(0, level=level),
            {
                name: self._hands.share(1 + place, level=level)
                for place, name in enumerate(RULES_OF_PLACES)
            },
            self._means.estimate(0, level),
            {
                name: self._means.estimate(1 + place, level)
                for place, name in enumerate(SCORE_PARTS)
            },
        )


def _winner(points: IntArray, earliest: IntArray) -> IntArray:
    """Return the side with most points, (n, S); a tie goes to the side that was out earlier."""
    winner: IntArray = np.argmax(points * 64 - earliest, axis=2)
    return winner
