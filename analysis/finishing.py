"""Finishing order: who goes out when, by strategy, by seat, by turn after the lead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks
from analysis.played import FloatArray, IntArray, Played, Table
from analysis.score_parts import PARTS_OF_A_POINT
from analysis.tallies import RatioTally, count_by_block

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def place_names(seats: int) -> tuple[str, ...]:
    """Return the names of the places; the last is that of every seat that never went out.

    Examples
    --------
    >>> place_names(4)
    ('first', 'second', 'third', 'left')
    """
    return (*_ORDINALS[: seats - 1], "left")


@dataclass(frozen=True)
class Placing:
    """How seats of one kind finish."""

    shares: tuple[Estimate, ...]
    """Share of each place, in the order of `place_names`."""
    payoff: Estimate
    """Mean payoff, points a hand."""
    hands: int
    """Seats' hands counted."""


@dataclass(frozen=True)
class UntilOut:
    """How soon the seats of a strategy are out."""

    plays: tuple[int, ...]
    """Own plays made: 1, 2, 3 …."""
    out: tuple[Estimate, ...]
    """Share of hands in which the seat is out after so many own plays."""
    ended: tuple[Estimate, ...]
    """Share of hands that were over by then, the seat still holding cards."""

    @property
    def never(self) -> Estimate:
        """Share of hands in which the seat never goes out."""
        return self.ended[-1]

    def median(self) -> int | None:
        """Return after how many plays half of the seats are out; None if they never are."""
        return next(
            (k for k, e in zip(self.plays, self.out, strict=True) if 2 * e.value >= 1), None
        )


@dataclass(frozen=True)
class FinishingResult:
    """Places by strategy, by seat and by turn after the leader, and plays until out."""

    table: Table
    n: int
    places: tuple[str, ...]
    by_strategy: tuple[Placing, ...]
    """One a strategy."""
    by_seat: tuple[tuple[Placing | None, ...], ...]
    """Strategy by seat; None where it never sat there."""
    by_turn: tuple[tuple[Placing | None, ...], ...]
    """Strategy by turns after the natural leader (0: led itself): descriptive, since the leader is
    the holder of a card."""
    until_out: tuple[UntilOut, ...]
    """One a strategy."""


class FinishingTally:
    """Counts places and plays as a result streams by.

    Question: how often does a seat of a strategy finish in each place, and after how many plays is
    it out? Unit of observation: the deal block; shares as in `clustered_share`. Plays until out
    have a competing event, the end of the hand with cards in hand; every hand is seen to its end,
    so the cumulative incidence (Aalen and Johansen) is the plain share of seats that are out after
    so many of their own plays, among all.

    References
    ----------
    Aalen and Johansen (1978), Scandinavian Journal of Statistics 5.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        strategies, seats = len(table.names), table.rules.seats
        self._kinds = (strategies, strategies * seats, strategies * seats)
        self._places = [RatioTally((kinds, seats)) for kinds in self._kinds]
        self._payoffs = [RatioTally((kinds,)) for kinds in self._kinds]
        self._longest = max(table.rules.hand_sizes(0))
        self._out = RatioTally((strategies, 2, self._longest))

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        n, seats = len(played), self.table.rules.seats
        turn = (np.arange(seats) - played.leader[:, :, None]) % seats
        by_turn = self._counted(played, played.owner * seats + turn)
        by_seat = self._counted(played, played.owner * seats + np.arange(seats))
        by_strategy = tuple(
            np.einsum("nsk...->ns...", each.reshape(n, -1, seats, *each.shape[2:]))
            for each in by_seat
        )
        for which, (counted, paid) in enumerate((by_strategy, by_seat, by_turn)):
            cases = np.einsum("nkp->nk", counted)
            self._places[which].add(counted, cases[:, :, None])
            self._payoffs[which].add(paid, cases)
        self._add_plays(played)

    def _counted(self, played: Played, kind: IntArray) -> tuple[FloatArray, FloatArray]:
        """Count places by kind of seat, (n, kinds, places), and add up payoffs, (n, kinds)."""
        n, seats = len(played), self.table.rules.seats
        kinds, rows = self._kinds[1], kind.reshape(n, -1)
        places = count_by_block(rows * seats + played.place.reshape(n, -1), kinds * seats)
        paid = count_by_block(rows, kinds, played.payoff.reshape(n, -1) / PARTS_OF_A_POINT)
        return places.reshape(n, kinds, seats), paid

    def _add_plays(self, played: Played) -> None:
        n, longest = len(played), self._longest
        strategies = len(self.table.names)
        # A seat that never made a play counts as having made one when the hand ended.
        last = np.clip(played.plays, 1, longest) - 1
        kind = (played.owner * 2 + played.stuck) * longest + last
        counted = count_by_block(kind.reshape(n, -1), strategies * 2 * longest)
        by_play = counted.reshape(n, strategies, 2, longest)
        cases = by_play.sum(axis=(2, 3))[:, :, None, None]
        self._out.add(by_play.cumsum(axis=3), cases)

    def result(self, level: float = DEFAULT_LEVEL) -> FinishingResult:
        """Return the estimates.

        Raises
        ------
        TooFewBlocks
            With fewer than two blocks.
        """
        strategies, seats = len(self.table.names), self.table.rules.seats
        placings = [
            [self._placing(which, kind, level) for kind in range(kinds)]
            for which, kinds in enumerate(self._kinds)
        ]

        def by_strategy(flat: list[Placing | None]) -> tuple[tuple[Placing | None, ...], ...]:
            return tuple(
                tuple(flat[each * seats : (each + 1) * seats]) for each in range(strategies)
            )

        whole = tuple(each for each in placings[0] if each is not None)
        if len(whole) < strategies:
            self._places[0].share(0, 0, level=level)  # raises, with what there is
        return FinishingResult(
            self.table,
            int(self._payoffs[0].blocks.max(initial=0)),
            place_names(seats),
            whole,
            by_strategy(placings[1]),
            by_strategy(placings[2]),
            tuple(self._until_out(each, level) for each in range(strategies)),
        )

    def _placing(self, which: int, kind: int, level: float) -> Placing | None:
        places, payoffs = self._places[which], self._payoffs[which]
        try:
            return Placing(
                tuple(
                    places.share(kind, place, level=level)
                    for place in range(self.table.rules.seats)
                ),
                payoffs.ratio(kind, level=level),
                int(payoffs.cases(kind)),
            )
        except TooFewBlocks:
            return None

    def _until_out(self, strategy: int, level: float) -> UntilOut:
        def curve(event: int, upto: int) -> tuple[Estimate, ...]:
            return tuple(
                self._out.share(strategy, event, play, level=level) for play in range(upto)
            )

        whole = self._longest
        reached = [
            self._out.value(strategy, 0, play) + self._out.value(strategy, 1, play)
            for play in range(whole)
        ]
        upto = next((play + 1 for play, share in enumerate(reached) if share >= 1), whole)
        return UntilOut(tuple(range(1, upto + 1)), curve(0, upto), curve(1, upto))
