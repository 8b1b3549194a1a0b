"""What going out first is worth, and what each scoring rule contributes and decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm

import numpy as np

from analysis.estimates import DEFAULT_LEVEL, Estimate
from analysis.played import Played, Table
from analysis.score_parts import PARTS_OF_A_POINT
from analysis.tallies import ExactMoments, RatioTally


def rules_of_places(table: Table) -> tuple[str, ...]:
    """Return the parts of the score that depend on places."""
    return tuple(name for name in table.score_parts if name not in ("captured", "doubling"))


@dataclass(frozen=True)
class FirstOutResult:
    """The side that is first out against the others, and the rules of places one by one."""

    n: int
    margin: Estimate
    """Mean payoff a seat of the side that is first out, less that of the others: descriptive."""
    parts: Mapping[str, Estimate]
    """The margin taken apart, keys of `Table.score_parts`; the values add up to it."""
    wins: Estimate
    """Share of hands that the side of the first out wins."""
    decides: Mapping[str, Estimate]
    """For each rule of places: share of hands that would have another winner, or none, without
    it, the same plays scored."""
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
        self._places = rules_of_places(table)
        seats, seatings, parts = table.rules.seats, len(table.plan), table.score_parts
        # A common multiple of all sizes of a side keeps the sums in whole numbers.
        self._shares = lcm(*range(1, seats))
        self._margins = ExactMoments(1 + len(parts), PARTS_OF_A_POINT * self._shares * seatings)
        self._means = ExactMoments(1 + len(parts), PARTS_OF_A_POINT * seats * seatings)
        self._hands = RatioTally((1 + len(self._places),))

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        is_first = played.ended.is_first
        inside = is_first.sum(axis=2, keepdims=True)
        outside = self.table.rules.seats - inside
        weights = np.where(is_first, self._shares // inside, -(self._shares // outside))
        parts = [played.parts[name] for name in self.table.score_parts]
        margins = [(weights * values).sum(axis=(1, 2)) for values in (played.payoff, *parts)]
        self._margins.add(np.stack(margins, axis=1))
        means = [values.sum(axis=(1, 2)) for values in (played.payoff, *parts)]
        self._means.add(np.stack(means, axis=1))
        self._add_deciders(played)

    def _add_deciders(self, played: Played) -> None:
        ended = played.ended
        winner = ended.winner(ended.points)
        first_side = np.take_along_axis(played.side, played.first_seat[:, :, None], axis=2)
        counts = [(winner == first_side[:, :, 0]).sum(axis=1)]
        for name in self._places:
            without = ended.winner(ended.points - ended.lines[name])
            counts.append((without != winner).sum(axis=1))
        hands = np.full((len(played), 1), float(len(self.table.plan)))
        self._hands.add(np.stack(counts, axis=1).astype(np.float64), hands)

    def result(self, level: float = DEFAULT_LEVEL) -> FirstOutResult:
        """Return the estimates.

        Raises
        ------
        TooFewBlocks
            With fewer than two blocks.
        """
        parts = self.table.score_parts
        return FirstOutResult(
            self._margins.n,
            self._margins.estimate(0, level),
            {name: self._margins.estimate(1 + place, level) for place, name in enumerate(parts)},
            self._hands.share(0, level=level),
            {
                name: self._hands.share(1 + place, level=level)
                for place, name in enumerate(self._places)
            },
            self._means.estimate(0, level),
            {name: self._means.estimate(1 + place, level) for place, name in enumerate(parts)},
        )
