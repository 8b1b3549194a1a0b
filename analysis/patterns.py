"""Patterns of finishing: the places of a side, the orders of three seats, and what they pay."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, Final

import numpy as np

from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks
from analysis.finishing import place_names
from analysis.played import PARTS_OF_A_POINT, FloatArray, IntArray, Played, Table
from analysis.tallies import GroupSums, RatioTally, count_by_block

THREE: Final = 3
TWO: Final = 2


@dataclass(frozen=True)
class Pattern:
    """One pattern of a camp's sides, or one order of three seats."""

    name: str
    """The places of a side, "12" … "34"; or who was first, second and left."""
    share: Estimate
    """How often it occurs."""
    payoffs: tuple[Estimate | None, ...]
    """Mean payoff a seat: of the side; or of the first, the second and the last of an order."""


@dataclass(frozen=True)
class Split:
    """A beats B, split exactly into how often patterns occur and what is scored within them."""

    total: Estimate
    """The difference, points a hand."""
    frequency: Estimate
    """What it owes to finishing in other patterns."""
    within: Estimate
    """What it owes to scoring more in the same pattern."""
    by_pattern: tuple[tuple[str, Estimate, Estimate], ...]
    """Pattern, and its part of the two."""


@dataclass(frozen=True)
class PatternResult:
    """Patterns by camp for sides; orders for three solo seats."""

    table: Table
    labels: tuple[str, ...]
    """Whom each list is about: camps; or one label for all, "" ."""
    patterns: tuple[tuple[Pattern, ...], ...]
    """Patterns by label, in order; those that never occur are left out."""
    orders_by: str
    """For orders, what names the seats: "strategy" or "turn"; "" for sides."""
    split: Split | None
    """Where exactly two camps play each other."""


def patterns_tally(table: Table) -> SidePatterns | SeatOrders | None:
    """Return the tally that fits the table; None where neither form is defined."""
    if not table.rules.solo:
        return SidePatterns(table)
    return SeatOrders(table) if table.rules.seats == THREE else None


class SidePatterns:
    """Counts the patterns of sides: 12, 13, 14, 23, 24, 34 with two seats a side.

    Question: in which places does a side finish, and what does it score then? Unit of observation:
    the deal block. Seats of a side that never go out take the last places together.

    The split (Kitagawa) of A − B with frequencies f and mean scores s by pattern p is exact:
    Σ (f_A − f_B)(s_A + s_B)/2 + Σ (s_A − s_B)(f_A + f_B)/2; its errors come from the jackknife of
    `GroupSums`.

    References
    ----------
    Kitagawa (1955), "Components of a difference between two rates", JASA 50.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        seats, size = table.rules.seats, table.team_size
        self.names = tuple(
            "".join(map(str, places)) for places in combinations(range(1, seats + 1), size)
        )
        # From bits of places to the number of the pattern.
        self._number = np.zeros(2 ** (seats + 1), dtype=np.int64)
        for number, places in enumerate(combinations(range(1, seats + 1), size)):
            self._number[sum(1 << place for place in places)] = number
        camps = len(table.camps)
        self._shares = RatioTally((camps, len(self.names)))
        self._payoffs = RatioTally((camps, len(self.names)))
        self._groups = GroupSums((camps, len(self.names), 2))

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        n, table = len(played), self.table
        camps, patterns = len(table.camps), len(self.names)
        codes, payoffs = [], []
        for team in table.rules.teams:
            seats = list(team)
            camp = table.camp_of[table.owner[:, seats[0]]]
            codes.append(camp * patterns + self._pattern(played.finish[:, :, seats]))
            payoffs.append(played.payoff[:, :, seats].sum(axis=2) / (len(seats) * PARTS_OF_A_POINT))
        code, payoff = np.stack(codes, axis=2).reshape(n, -1), np.stack(payoffs, axis=2)
        shape = (n, camps, patterns)
        counted = count_by_block(code, camps * patterns).reshape(shape)
        paid = count_by_block(code, camps * patterns, payoff.reshape(n, -1)).reshape(shape)
        self._shares.add(counted, counted.sum(axis=2, keepdims=True))
        self._payoffs.add(paid, counted)
        self._groups.add(played.deal, np.stack([counted, paid], axis=3))

    def _pattern(self, finish: IntArray) -> IntArray:
        """Return the number of the pattern of places (n, S, seats of the side)."""
        places = np.sort(finish, axis=2)
        for later in range(1, places.shape[2]):
            places[:, :, later] = np.maximum(places[:, :, later], places[:, :, later - 1] + 1)
        numbers: IntArray = self._number[(1 << places).sum(axis=2)]
        return numbers

    def result(self, level: float = DEFAULT_LEVEL) -> PatternResult:
        """Return the estimates.

        Raises
        ------
        TooFewBlocks
            With fewer than two blocks.
        """
        camps = range(len(self.table.camps))
        patterns = tuple(
            tuple(
                Pattern(
                    name,
                    self._shares.share(camp, place, level=level),
                    (_ratio(self._payoffs, (camp, place), level),),
                )
                for place, name in enumerate(self.names)
                if self._shares.value(camp, place) > 0
            )
            for camp in camps
        )
        split = self._split(level) if len(camps) == TWO else None
        return PatternResult(self.table, self.table.camp_names, patterns, "", split)

    def _split(self, level: float) -> Split | None:
        def part(which: int, place: int | None = None) -> Estimate:
            def figure(sums: Any) -> float:
                parts = _kitagawa(sums)[which]
                return float(parts.sum() if place is None else parts[place])

            return self._groups.estimate(figure, level)

        def total(sums: Any) -> float:
            return float(np.add(*_kitagawa(sums)).sum())

        whole = self._groups.estimate(total, level)
        by_pattern = tuple(
            (name, part(0, place), part(1, place)) for place, name in enumerate(self.names)
        )
        return Split(whole, part(0), part(1), by_pattern)


def _kitagawa(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return by pattern the frequency part and the score part, from sums[camp, pattern, 2]."""
    count, paid = sums[:, :, 0], sums[:, :, 1]
    share = count / count.sum(axis=1, keepdims=True)
    score = np.divide(paid, count, out=np.zeros(paid.shape), where=count > 0)
    # Where one camp never has a pattern, its score there is unknown: the other's stands for it,
    # so that the whole pattern counts as a difference of frequencies.
    score = np.where(count > 0, score, score[::-1])
    frequency = (share[0] - share[1]) * (score[0] + score[1]) / 2
    within = (score[0] - score[1]) * (share[0] + share[1]) / 2
    return frequency, within


class SeatOrders:
    """Counts the six orders in which three solo seats finish.

    With three different strategies at the table an order names strategies; otherwise it names
    seats by their turn: the leader, the next, the last to act.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._by_strategy = all(len(set(seating)) == THREE for seating in table.plan)
        self._orders = tuple(permutations(range(THREE)))
        self._number = np.zeros((THREE, THREE), dtype=np.int64)
        for number, (first, second, _) in enumerate(self._orders):
            self._number[first, second] = number
        self._shares = RatioTally((len(self._orders),))
        self._payoffs = RatioTally((len(self._orders), THREE))

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        label = played.owner
        if not self._by_strategy:
            label = (np.arange(THREE) - played.leader[:, :, None]) % THREE
        by_place = np.argsort(played.finish, axis=2, kind="stable")
        labels = np.take_along_axis(label, by_place, axis=2)
        payoffs = np.take_along_axis(played.payoff, by_place, axis=2) / PARTS_OF_A_POINT
        order = self._number[labels[:, :, 0], labels[:, :, 1]]
        counted = count_by_block(order, len(self._orders))
        self._shares.add(counted, counted.sum(axis=1, keepdims=True))
        paid = np.stack(
            [count_by_block(order, len(self._orders), payoffs[:, :, k]) for k in range(THREE)],
            axis=2,
        )
        self._payoffs.add(paid, counted[:, :, None])

    def result(self, level: float = DEFAULT_LEVEL) -> PatternResult:
        """Return the estimates.

        Raises
        ------
        TooFewBlocks
            With fewer than two blocks.
        """
        words = self.table.names if self._by_strategy else ("leader", "next", "last to act")
        patterns = tuple(
            Pattern(
                ", ".join(words[each] for each in order),
                self._shares.share(number, level=level),
                tuple(_ratio(self._payoffs, (number, place), level) for place in range(THREE)),
            )
            for number, order in enumerate(self._orders)
            if self._shares.value(number) > 0
        )
        by = "strategy" if self._by_strategy else "turn"
        return PatternResult(self.table, ("",), (patterns,), by, None)


def pattern_words(name: str, seats: int) -> str:
    """Say a side's pattern in words.

    Examples
    --------
    >>> pattern_words("14", 4), pattern_words("34", 4)
    ('first and left', 'all left')
    """
    # The hand ends when a side is out, so the last places together are those of seats still in.
    if int(name[0]) == seats - len(name) + 1:
        return "all left"
    places = [place_names(seats)[int(place) - 1] for place in name]
    return " and ".join(places)


def _ratio(tally: RatioTally, place: tuple[int, ...], level: float) -> Estimate | None:
    try:
        return tally.ratio(*place, level=level)
    except TooFewBlocks:
        return None
