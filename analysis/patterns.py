"""Patterns of finishing: the places of a side, the orders of solo seats, and what they pay."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, Final

import numpy as np

from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks
from analysis.finishing import place_names
from analysis.played import FloatArray, Played, Table
from analysis.score_parts import PARTS_OF_A_POINT
from analysis.tallies import GroupSums, RatioTally, count_by_block
from sim.rules import Rules

THREE: Final = 3
TWO: Final = 2
_LEFT: Final = ("", "left", "two left", "three left")
"""Seats of a side still in, by their number."""


@dataclass(frozen=True)
class Pattern:
    """One pattern of sides, or one order of solo seats."""

    name: str
    """The places of a side, "12" … "34"; or who was in each place that an order names."""
    share: Estimate
    """How often it occurs."""
    payoffs: tuple[Estimate | None, ...]
    """Mean payoff a seat: of the side; or of the seats that an order names, in that order."""


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
    """Patterns by camp for sides; orders for solo seats."""

    table: Table
    labels: tuple[str, ...]
    """Whom each list is about: camps; or one label for all, "" ."""
    patterns: tuple[tuple[Pattern, ...], ...]
    """Patterns by label, in order; those that never occur are left out."""
    orders_by: str
    """For orders, what names the seats: "strategy" or "turn"; "" for sides."""
    split: Split | None
    """Where exactly two camps play each other."""
    places: tuple[str, ...] = ()
    """For orders, the places that they name."""
    orders: int = 0
    """How many orders there can be."""


def patterns_tally(table: Table) -> SidePatterns | SeatOrders:
    """Return the tally that fits the table."""
    return SeatOrders(table) if table.rules.solo else SidePatterns(table)


class SidePatterns:
    """Counts the patterns of sides: 12, 13, 14, 23, 24, 34 with two seats a side of four.

    Question: in which places does a seat's side finish, and what does the seat score then? Unit of
    observation: the deal block; every seat counts once, under the strategy that sits there, with
    the places of its side. Seats of a side that never go out take the last places together. Where
    the deal makes the sides, they may have one to three seats.

    The split (Kitagawa) of A − B with frequencies f and mean scores s by pattern p is exact:
    Σ (f_A − f_B)(s_A + s_B)/2 + Σ (s_A − s_B)(f_A + f_B)/2; its errors come from the jackknife of
    `GroupSums`.

    References
    ----------
    Kitagawa (1955), "Components of a difference between two rates", JASA 50.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        seats = table.rules.seats
        sizes = range(1, seats) if table.rules.hidden else [len(table.rules.teams[0])]
        listed = [each for size in sizes for each in combinations(range(1, seats + 1), size)]
        self.names = tuple("".join(map(str, places)) for places in listed)
        # From bits of places to the number of the pattern.
        self._number = np.zeros(2 ** (seats + 1), dtype=np.int64)
        for number, places in enumerate(listed):
            self._number[sum(1 << place for place in places)] = number
        camps = len(table.camps)
        self._shares = RatioTally((camps, len(self.names)))
        self._payoffs = RatioTally((camps, len(self.names)))
        self._groups = GroupSums((camps, len(self.names), 2))

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        n, table = len(played), self.table
        camps, patterns = len(table.camps), len(self.names)
        # Seats still in have one place for all; counted on, a side has the last places together.
        places = np.argsort(np.argsort(played.finish, axis=2, kind="stable"), axis=2) + 1
        pattern = self._number[played.ended.of_side(1 << places)]
        code = (table.camp_of[played.owner] * patterns + pattern).reshape(n, -1)
        payoff = played.payoff.reshape(n, -1) / PARTS_OF_A_POINT
        shape = (n, camps, patterns)
        counted = count_by_block(code, camps * patterns).reshape(shape)
        paid = count_by_block(code, camps * patterns, payoff).reshape(shape)
        self._shares.add(counted, counted.sum(axis=2, keepdims=True))
        self._payoffs.add(paid, counted)
        self._groups.add(played.deal, np.stack([counted, paid], axis=3))

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
    """Counts the orders of seats that play for themselves.

    Question: who is out first, next, and left, and what do they score? Where every seat has a
    strategy of its own the orders name strategies; otherwise they name seats by turns after the
    leader. Two or three seats have few enough orders to name every seat; with more, an order names
    who was first out and who was left. Unit of observation: the deal block.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        seats = table.rules.seats
        self._by_strategy = all(len(set(seating)) == seats for seating in table.plan)
        self.places = tuple(range(seats)) if seats <= THREE else (0, seats - 1)
        """The places that an order names, from 0."""
        self._orders = tuple(permutations(range(seats), len(self.places)))
        self._number = np.zeros((seats,) * len(self.places), dtype=np.int64)
        for number, order in enumerate(self._orders):
            self._number[order] = number
        self._shares = RatioTally((len(self._orders),))
        self._payoffs = RatioTally((len(self._orders), len(self.places)))

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        seats, places = self.table.rules.seats, list(self.places)
        label = played.owner
        if not self._by_strategy:
            label = (np.arange(seats) - played.leader[:, :, None]) % seats
        by_place = np.argsort(played.finish, axis=2, kind="stable")[:, :, places]
        labels = np.take_along_axis(label, by_place, axis=2)
        payoffs = np.take_along_axis(played.payoff, by_place, axis=2) / PARTS_OF_A_POINT
        order = self._number[tuple(labels[:, :, place] for place in range(len(places)))]
        counted = count_by_block(order, len(self._orders))
        self._shares.add(counted, counted.sum(axis=1, keepdims=True))
        paid = [
            count_by_block(order, len(self._orders), payoffs[:, :, place])
            for place in range(len(places))
        ]
        self._payoffs.add(np.stack(paid, axis=2), counted[:, :, None])

    def result(self, level: float = DEFAULT_LEVEL) -> PatternResult:
        """Return the estimates.

        Raises
        ------
        TooFewBlocks
            With fewer than two blocks.
        """
        seats = self.table.rules.seats
        words = self.table.names if self._by_strategy else turn_names(seats)
        patterns = tuple(
            Pattern(
                ", ".join(words[each] for each in order),
                self._shares.share(number, level=level),
                tuple(
                    _ratio(self._payoffs, (number, place), level)
                    for place in range(len(self.places))
                ),
            )
            for number, order in enumerate(self._orders)
            if self._shares.value(number) > 0
        )
        by = "strategy" if self._by_strategy else "turn"
        named = tuple(place_names(seats)[place] for place in self.places)
        return PatternResult(self.table, ("",), (patterns,), by, None, named, len(self._orders))


def turn_names(seats: int) -> tuple[str, ...]:
    """Return what seats are called by turns after the leader.

    Examples
    --------
    >>> turn_names(3), turn_names(2)
    (('leader', 'next', 'last to act'), ('leader', 'next'))
    """
    middle = [f"{turn} turns on" for turn in range(2, seats - 1)]
    return ("leader", "next", *middle, "last to act")[:seats]


def pattern_words(name: str, rules: Rules) -> str:
    """Say in words in which places the seats of a side of a climbing game finish.

    Examples
    --------
    >>> from sim.games import ANZHAN, FUQING6
    >>> pattern_words("14", ANZHAN), pattern_words("34", ANZHAN), pattern_words("4", ANZHAN)
    ('first and left', 'all left', 'left')
    >>> pattern_words("134", ANZHAN), pattern_words("124", FUQING6)
    ('first and two left', 'first, second and fourth')
    """
    places = [int(place) for place in name]
    out = [place for place in places if place <= _last_out(places, rules)]
    words = [place_names(rules.seats)[place - 1] for place in out]
    left = len(places) - len(out)
    if left:
        words.append(_LEFT[left] if out or left == 1 else "all left")
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def _last_out(places: list[int], rules: Rules) -> int:
    """Return the place of the last seat to go out, given the places of a side."""
    others = [place for place in range(1, rules.seats + 1) if place not in places]
    side = others if rules.seats in places else places
    swept = side[-1] == len(side)
    alone = len(side) == 1
    if rules.hand_ends == "side_out" or (rules.hand_ends == "sweep" and (swept or alone)):
        return side[-1]
    return rules.seats - 1


def _ratio(tally: RatioTally, place: tuple[int, ...], level: float) -> Estimate | None:
    try:
        return tally.ratio(*place, level=level)
    except TooFewBlocks:
        return None
