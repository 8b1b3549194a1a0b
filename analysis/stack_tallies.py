"""What stacks are worth: by how they end, by their face cards, by the card that opens them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks
from analysis.played import FloatArray, IntArray, Table
from analysis.stack_played import EMPTY, FACES_ALONE, SCORING, STATES, StackPlayed
from analysis.tallies import RatioTally, count_by_block
from sim.core.stack_cards import BARREN, FACES
from sim.core.stack_tables import PACK
from sim.progression.rules import StackRules

OPENINGS: Final = ("a face card", "2, 3 or 4", "5, 6 or 7", "8, 9 or 10")
"""What a stack is opened with: its lowest card."""
OPENING_OF: Final = np.array([0] * FACES + [1] * 3 + [2] * 3 + [3] * 3)
"""The kind of opening, by the card's place."""
FACE_COUNTS: Final = FACES + 1


@dataclass(frozen=True)
class Kind:
    """The stacks of one kind."""

    label: str
    share: Estimate
    """Their share of all stacks (of the strategy, where kinds are split by it)."""
    scoring: Estimate | None
    """The share of them above 12; None where there are none."""
    points: Estimate | None
    """Their mean points."""


@dataclass(frozen=True)
class StackResult:
    """What the stacks of a result came to."""

    n: int
    """Deal blocks."""
    level: float
    states: tuple[tuple[Kind, ...], ...]
    """How stacks end, `STATES` for each strategy."""
    openings: tuple[Kind, ...]
    """Stacks by `OPENINGS`."""
    opened: Estimate
    """Points of a stack that was opened, less those of an empty one."""
    face_counts: tuple[Kind, ...]
    """Opened stacks by their number of face cards."""
    face_worth: Estimate | None
    """Points that one face card on a stack adds or takes away; None if none was laid down."""
    face_gain: Estimate | None
    """The points it multiplies, on average over all face cards laid down."""
    capped: Estimate
    """Share of hands that the limit of turns ended."""
    turns: Estimate
    """Turns of a hand."""
    stock: Estimate | None
    """Cards left in the stock at the end; None where some may lie on public stacks."""
    enders: tuple[Estimate, ...]
    """Share of its seats' hands that each strategy ended."""
    ender_margin: Estimate | None
    """Points of who drew the last card less the mean of the others; None if nobody ever did."""
    seats: tuple[Estimate, ...]
    """Points of the leader, of the next … less the mean of all."""
    taken: tuple[Estimate, ...]
    """Cards a strategy's seat takes from stacks in a hand."""
    held: tuple[Estimate, ...]
    """Cards in its hand at the end."""


class StackTally:
    """Everything about stacks, summed up as a result streams by.

    Unit of observation: the deal block. Means and shares are ratios of sums over blocks
    (`ratio_estimate`, `clustered_share`).
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        kinds, seats = len(table.names), table.game.seats
        assert isinstance(table.game, StackRules)
        self._empty = table.game.empty_stack
        self._is_public = table.game.turn == "play_and_draw"
        self._stock = RatioTally((1,))
        self._states = _Kinds(kinds * len(STATES))
        self._openings = _Kinds(len(OPENINGS))
        self._faces = _Kinds(FACE_COUNTS)
        self._opened, self._face, self._gain = (RatioTally((1,)) for _ in range(3))
        self._capped, self._turns, self._ender_margin = (RatioTally((1,)) for _ in range(3))
        self._enders, self._taken, self._held = (RatioTally((kinds,)) for _ in range(3))
        self._seats = RatioTally((seats,))

    def add(self, played: StackPlayed) -> None:
        """Count in more blocks."""
        self._add_stacks(played)
        n, seatings, seats = played.points.shape
        kinds = len(self.table.names)
        hands = np.full((n, 1), float(seatings))
        self._capped.add(played.capped.sum(axis=1, keepdims=True).astype(float), hands)
        self._turns.add(played.turns.sum(axis=1, keepdims=True).astype(float), hands)
        shown = played.cards.sum(axis=(1, 2, 3)) + played.held.sum(axis=(1, 2))
        self._stock.add((PACK * seatings - shown)[:, None].astype(float), hands)
        owner = played.owner.reshape(n, -1)
        sat = count_by_block(owner, kinds)
        for tally, values in (
            (self._enders, played.ended),
            (self._taken, played.taken),
            (self._held, played.held),
        ):
            tally.add(count_by_block(owner, kinds, values.reshape(n, -1).astype(float)), sat)
        mean = played.points.mean(axis=2, keepdims=True)
        # The others' mean is (sum − own) / (seats − 1), so own less it is this multiple.
        above = (played.points - mean) * seats / (seats - 1)
        self._ender_margin.add(
            (above * played.ended).sum(axis=(1, 2))[:, None],
            played.ended.sum(axis=(1, 2))[:, None].astype(float),
        )
        order = (np.arange(seats) + played.leader[:, None]) % seats
        by_order = np.take_along_axis((played.points - mean).sum(axis=1), order, axis=1)
        self._seats.add(by_order, hands)

    def _add_stacks(self, played: StackPlayed) -> None:
        n = len(played)
        states = played.state.reshape(n, -1)
        points = played.stack_points.reshape(n, -1).astype(float)
        scoring = states == SCORING
        of_seat = np.broadcast_to(played.owner[..., None], played.state.shape).reshape(n, -1)
        self._states.add(of_seat * len(STATES) + states, points, scoring, len(STATES))
        is_open = states != EMPTY
        start = played.start.reshape(n, -1)
        openings = np.where(is_open, OPENING_OF[start], -1)
        self._openings.add(openings, points, scoring, len(OPENINGS))
        faces = np.where(is_open, played.faces.reshape(n, -1), -1)
        self._faces.add(faces, points, scoring, FACE_COUNTS)
        opened = ((points - self._empty) * is_open).sum(axis=1)[:, None]
        self._opened.add(opened, is_open.sum(axis=1)[:, None].astype(float))
        laid = played.faces.reshape(n, -1).sum(axis=1)[:, None].astype(float)
        gain = played.stack_parts["multiplied"].reshape(n, -1).sum(axis=1)[:, None].astype(float)
        cost = (played.faces.reshape(n, -1) * (states == FACES_ALONE)).sum(axis=1)[:, None]
        self._gain.add(gain, laid)
        self._face.add(gain + BARREN * cost, laid)

    def result(self, level: float = DEFAULT_LEVEL) -> StackResult:
        """Return the estimates.

        Raises
        ------
        TooFewBlocks
            With fewer than two blocks.
        """
        kinds = range(len(self.table.names))
        width = len(STATES)
        return StackResult(
            n=int(self._turns.blocks[0]),
            level=level,
            states=tuple(
                tuple(
                    self._states.kind(width * kind + state, STATES[state], level)
                    for state in range(width)
                )
                for kind in kinds
            ),
            openings=tuple(
                self._openings.kind(place, label, level) for place, label in enumerate(OPENINGS)
            ),
            opened=self._opened.ratio(0, level=level),
            face_counts=tuple(
                self._faces.kind(count, _faces_label(count), level) for count in range(FACE_COUNTS)
            ),
            face_worth=_ratio_or_none(self._face, 0, level),
            face_gain=_ratio_or_none(self._gain, 0, level),
            capped=self._capped.share(0, level=level),
            turns=self._turns.ratio(0, level=level),
            stock=None if self._is_public else self._stock.ratio(0, level=level),
            enders=tuple(self._enders.share(kind, level=level) for kind in kinds),
            ender_margin=_ratio_or_none(self._ender_margin, 0, level),
            seats=tuple(
                self._seats.ratio(place, level=level) for place in range(self.table.game.seats)
            ),
            taken=tuple(self._taken.ratio(kind, level=level) for kind in kinds),
            held=tuple(self._held.ratio(kind, level=level) for kind in kinds),
        )


class _Kinds:
    """Share, share above 12 and mean points of several kinds of stacks."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.shares, self.scoring, self.points = (RatioTally((width,)) for _ in range(3))

    def add(self, codes: IntArray, points: FloatArray, scoring: FloatArray, group: int) -> None:
        """Count in blocks of stacks; kinds below 0 are left out.

        `group` kinds in a row share a whole: their shares add up to 1.
        """
        count = count_by_block(codes, self.width)
        whole = count.reshape(len(count), -1, group).sum(axis=2)
        self.shares.add(count, np.repeat(whole, group, axis=1))
        self.points.add(count_by_block(codes, self.width, points), count)
        self.scoring.add(count_by_block(codes, self.width, scoring.astype(float)), count)

    def kind(self, place: int, label: str, level: float) -> Kind:
        """Return one kind."""
        share = self.shares.share(place, level=level)
        points = _ratio_or_none(self.points, place, level)
        scoring = None if points is None else self.scoring.share(place, level=level)
        return Kind(label, share, scoring, points)


def _ratio_or_none(tally: RatioTally, place: int, level: float) -> Estimate | None:
    """Return a ratio, None where too few blocks hold a case of its kind."""
    try:
        return tally.ratio(place, level=level)
    except TooFewBlocks:
        return None


def _faces_label(count: int) -> str:
    return "no face card" if count == 0 else f"{count} face card{'s' if count > 1 else ''}"
