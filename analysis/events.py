"""The big events of a hand that its rules pay for: how often, and what they are worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks
from analysis.played import FloatArray, Played, Table
from analysis.score_parts import PARTS_OF_A_POINT, BoolArray, IntArray
from analysis.tallies import RatioTally, count_by_block

EVENTS: Final = {
    "sweep": "a side is out before any opponent",
    "catch_one": "a side pays for one seat left",
    "catch_two": "a side pays for two seats left",
    "last_tricks": "points of the last seat go to the first out's side",
    "left_points": "points left in a hand count",
    "alone": "one seat plays against all others",
    "draw": "nobody wins",
}
"""The events by name, in a sentence; each rule set has some of them."""

EVENT_LABELS: Final = {
    "sweep": "sweep",
    "catch_one": "payment for one seat left",
    "catch_two": "payment for two seats left",
    "last_tricks": "last seat's points moved",
    "left_points": "points left in hand",
    "alone": "one against all others",
    "draw": "nobody wins",
}
"""The same as short names."""

PART_OF: Final = {
    "sweep": "sweep",
    "catch_one": "catch",
    "catch_two": "catch",
    "last_tricks": "last_tricks",
    "left_points": "left_points",
}
"""The part of the score that pays for an event."""

FATES: Final = ("win", "draw", "loss", "sweep", "swept")
"""How hands end for a seat; the last two also count among wins, draws and losses."""
_TWO: Final = 2


@dataclass(frozen=True)
class Event:
    """One event over all hands."""

    name: str
    """A key of `EVENTS`."""
    share: Estimate
    """Share of hands."""
    worth: Estimate | None
    """Of such hands, what its rule gives the first out's side more than the others, points a seat;
    None where no rule pays for it by itself."""
    margin: Estimate | None
    """Of such hands, mean payoff a seat of the first out's side less that of the others."""
    margin_otherwise: Estimate | None
    """The same in all other hands."""


@dataclass(frozen=True)
class EventsResult:
    """The events of a result."""

    table: Table
    n: int
    events: tuple[Event, ...]
    """Those that the rules know, whether they happened or not."""
    fates: tuple[tuple[Estimate, ...], ...]
    """Strategy by fate: shares of its seats' hands, in the order of `FATES`."""

    def event(self, name: str) -> Event | None:
        """Return an event by name; None where the rules do not know it."""
        return next((each for each in self.events if each.name == name), None)


def events_of(table: Table) -> tuple[str, ...]:
    """Return the events that the rules of a table know, keys of `EVENTS`."""
    rules, parts = table.rules, table.score_parts
    knows = {
        "sweep": not rules.solo,
        "catch_one": "catch" in parts and rules.catch_one > 0,
        "catch_two": "catch" in parts and rules.catch_two > 0,
        "last_tricks": "last_tricks" in parts,
        "left_points": "left_points" in parts,
        "alone": rules.hidden,
        "draw": rules.tie == "none",
    }
    return tuple(name for name in EVENTS if knows[name])


class EventsTally:
    """Counts the events of hands as a result streams by.

    Question: how often does an event happen, and what is it worth? Unit of observation: the deal
    block. Worth: the part of the score that the rule of the event makes, first out's side less
    the others; margins are those of whole payoffs, with everything else that goes with the event.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.names = events_of(table)
        kinds = (len(self.names),)
        self._shares, self._worth = RatioTally(kinds), RatioTally(kinds)
        self._margins = RatioTally((len(self.names), _TWO))
        self._fates = RatioTally((len(table.names), len(FATES)))

    def add(self, played: Played) -> None:
        """Count in more blocks."""
        happens = [self._happens(name, played) for name in self.names]
        whole = _margin(played, played.payoff)
        gains = [
            _margin(played, played.parts[PART_OF[name]])
            if PART_OF.get(name) in played.parts
            else np.zeros_like(whole)
            for name in self.names
        ]
        n, seatings = whole.shape
        counted = np.stack([each.sum(axis=1) for each in happens], axis=1).astype(np.float64)
        self._shares.add(counted, np.full((n, 1), float(seatings)))
        pairs = list(zip(gains, happens, strict=True))
        worth = np.stack([(gain * yes).sum(axis=1) for gain, yes in pairs], axis=1)
        self._worth.add(worth, counted)
        margins = [[(whole * yes).sum(axis=1), (whole * ~yes).sum(axis=1)] for yes in happens]
        self._margins.add(
            np.moveaxis(np.array(margins), 2, 0), np.stack([counted, seatings - counted], axis=2)
        )
        self._add_fates(played)

    def _happens(self, name: str, played: Played) -> BoolArray:
        ended = played.ended
        if name == "sweep":
            return ended.is_swept
        if name == "alone":
            return ended.is_lopsided
        if name == "draw":
            drawn: BoolArray = np.logical_not(played.won.any(axis=2))
            return drawn
        moved: BoolArray = np.asarray(np.any(ended.lines[PART_OF[name]] != 0, axis=2))
        if name.startswith("catch"):
            seats_left = 1 if name == "catch_one" else _TWO
            moved = moved & np.asarray(ended.stuck.sum(axis=2) == seats_left)
        return moved

    def _add_fates(self, played: Played) -> None:
        n, strategies = len(played), len(self.table.names)
        drawn = ~played.won.any(axis=2, keepdims=True)
        swept = played.ended.is_swept[:, :, None]
        is_first = played.ended.is_first
        fates = (played.won, ~played.won & drawn, ~played.won & ~drawn)
        counts = [
            count_by_block(_where(yes, played.owner).reshape(n, -1), strategies)
            for yes in (*fates, swept & is_first, swept & ~is_first)
        ]
        cases = count_by_block(played.owner.reshape(n, -1), strategies)
        self._fates.add(np.stack(counts, axis=2), cases[:, :, None])

    def result(self, level: float = DEFAULT_LEVEL) -> EventsResult:
        """Return the estimates.

        Raises
        ------
        TooFewBlocks
            With fewer than two blocks.
        """
        fates = tuple(
            tuple(self._fates.share(strategy, fate, level=level) for fate in range(len(FATES)))
            for strategy in range(len(self.table.names))
        )
        events = tuple(self._event(place, name, level) for place, name in enumerate(self.names))
        return EventsResult(self.table, int(self._fates.blocks.max(initial=0)), events, fates)

    def _event(self, place: int, name: str, level: float) -> Event:
        def ratio(tally: RatioTally, *at: int) -> Estimate | None:
            try:
                return tally.ratio(*at, level=level)
            except TooFewBlocks:
                return None

        paid = PART_OF.get(name) in self.table.score_parts
        return Event(
            name,
            self._shares.share(place, level=level),
            ratio(self._worth, place) if paid else None,
            ratio(self._margins, place, 0),
            ratio(self._margins, place, 1),
        )


def _where(chosen: BoolArray, owner: IntArray) -> IntArray:
    """Return the owners where chosen, −1 elsewhere."""
    return np.where(chosen, owner, -1)


def _margin(played: Played, values: IntArray) -> FloatArray:
    """Return the mean over seats of the first out's side less that over the others, (n, S)."""
    is_first = played.ended.is_first
    inside = is_first.sum(axis=2)
    won = np.where(is_first, values, 0).sum(axis=2)
    lost = values.sum(axis=2) - won
    margin: FloatArray = won / inside - lost / (values.shape[2] - inside)
    return margin / PARTS_OF_A_POINT
