"""Played deal blocks as arrays of deals × seatings × seats, and the parts a score is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from analysis.part_names import part_names
from analysis.score_parts import PARTS_OF_A_POINT, Ended
from sim.errors import BadInput
from sim.games import as_climbing
from sim.rule_set import RuleSet
from sim.rules import Rules
from sim.seatings import Seating

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
Columns = Mapping[str, npt.NDArray[np.generic]]


@dataclass(frozen=True)
class Table:
    """Who sits where in the seatings of a block, under which rules."""

    game: RuleSet
    names: tuple[str, ...]
    """Each strategy once; seatings count by it."""
    plan: tuple[Seating, ...]
    """The owner of each seat, seating by seating."""

    @property
    def rules(self) -> Rules:
        """The rules of a climbing game."""
        return as_climbing(self.game)

    @cached_property
    def owner(self) -> IntArray:
        """The owner of each seat, int64[seatings, seats]."""
        return np.array(self.plan, dtype=np.int64)

    @cached_property
    def score_parts(self) -> tuple[str, ...]:
        """The parts that payoffs have under these rules, keys of `SCORE_PARTS`."""
        return part_names(self.game)

    @cached_property
    def camps(self) -> tuple[tuple[int, ...], ...]:
        """Strategies that stand or fall together: always on one side, in every seating.

        Where strategies change partners, and where each seat plays for itself, every strategy is
        a camp of its own.
        """
        alone = tuple((each,) for each in range(len(self.names)))
        together = {
            tuple(sorted({seating[seat] for seat in team}))
            for seating in self.plan
            for team in self.game.teams
        }
        members = [each for camp in together for each in camp]
        return tuple(sorted(together)) if len(members) == len(set(members)) else alone

    @cached_property
    def camp_names(self) -> tuple[str, ...]:
        """A name for each camp; partners are joined by a plus sign."""
        return tuple(" + ".join(self.names[each] for each in camp) for camp in self.camps)

    @cached_property
    def camp_of(self) -> IntArray:
        """The camp of each strategy."""
        camps = np.zeros(len(self.names), dtype=np.int64)
        for place, camp in enumerate(self.camps):
            camps[list(camp)] = place
        return camps


@dataclass(frozen=True)
class Played:
    """Some whole deal blocks of a result: n deals in S seatings of K seats."""

    table: Table
    deal: IntArray
    """Deal numbers, (n,)."""
    leader: IntArray
    """Who led, (n, S)."""
    side: IntArray
    """The side of each seat, (n, S, K); where the deal makes the sides it differs by hand."""
    finish: IntArray
    """Places of going out from 1; seats never out share the next place, (n, S, K)."""
    captured: IntArray
    """Card points taken, (n, S, K)."""
    left: IntArray
    """Card points left in hand, (n, S, K)."""
    payoff: IntArray
    """Payoff in sixtieths of a point, (n, S, K)."""
    won: npt.NDArray[np.bool_]
    """Whether the seat's side won, (n, S, K)."""
    doubled: npt.NDArray[np.bool_]
    """Whether payoffs were doubled, (n, S)."""
    plays: IntArray
    """Plays made, (n, S, K)."""
    features: Mapping[str, IntArray]
    """Features of the dealt hands, (n, K) each."""

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.deal)

    def take(self, rows: slice) -> Played:
        """Return some of the deals."""
        names = (
            "deal",
            "leader",
            "side",
            "finish",
            "captured",
            "left",
            "payoff",
            "won",
            "doubled",
            "plays",
        )
        return replace(
            self,
            features={name: held[rows] for name, held in self.features.items()},
            **{name: getattr(self, name)[rows] for name in names},
        )

    @cached_property
    def ended(self) -> Ended:
        """How the hands ended, for scoring them line by line."""
        return Ended(
            self.table.rules, self.finish, self.captured, self.left, self.side, self.doubled
        )

    @property
    def stuck(self) -> npt.NDArray[np.bool_]:
        """Whether a seat never went out, (n, S, K)."""
        return self.ended.stuck

    @cached_property
    def place(self) -> IntArray:
        """0 first out, 1 second … and seats − 1 for every seat that never went out, (n, S, K)."""
        return np.where(self.stuck, self.finish.shape[2] - 1, self.finish - 1)

    @cached_property
    def owner(self) -> IntArray:
        """The strategy of each seat, (n, S, K)."""
        return np.broadcast_to(self.table.owner, self.finish.shape)

    @property
    def parts(self) -> Mapping[str, IntArray]:
        """The payoff taken apart, in sixtieths, (n, S, K) each, keys of `Table.score_parts`.

        They add up to the payoff exactly.
        """
        return self.ended.parts

    @cached_property
    def undoubled(self) -> IntArray:
        """Payoff without doubling, in sixtieths, (n, S, K)."""
        return np.where(self.doubled[:, :, None], self.payoff // 2, self.payoff)

    @cached_property
    def first_seat(self) -> IntArray:
        """The seat that was out first, (n, S)."""
        seat: IntArray = np.argmin(self.finish, axis=2)
        return seat


def read_blocks(table: Table, rows: Columns, features: tuple[str, ...] = ()) -> Played:
    """Bring rows in order of deal, seating and seat to blocks.

    Parameters
    ----------
    table : Table
        The seatings that were played.
    rows : mapping of str to array
        The columns of a result, one entry a row; only whole blocks.
    features : tuple of str
        Which hand features are wanted.

    Raises
    ------
    BadInput
        If the rows are no whole blocks in that order.
    """
    seatings, seats = table.owner.shape
    seat = np.asarray(rows["seat"])
    shape = (len(seat) // (seatings * seats), seatings, seats)
    in_order = np.arange(seats)
    if len(seat) != shape[0] * seatings * seats or np.any(seat.reshape(-1, seats) != in_order):
        raise BadInput("the rows are no whole deal blocks in order of deal, seating and seat")

    def column(name: str) -> npt.NDArray[np.generic]:
        return np.asarray(rows[name]).reshape(shape)

    deal = column("deal")
    if np.any(deal != deal[:, :1, :1]):
        raise BadInput("the rows of a deal block stand apart")
    return Played(
        table=table,
        deal=deal[:, 0, 0].astype(np.int64),
        leader=column("leader")[:, :, 0].astype(np.int64),
        side=column("side").astype(np.int64),
        finish=column("finish").astype(np.int64),
        captured=column("captured").astype(np.int64),
        left=column("left").astype(np.int64),
        payoff=np.rint(column("payoff").astype(np.float64) * PARTS_OF_A_POINT).astype(np.int64),
        won=column("won").astype(np.bool_),
        doubled=column("doubled")[:, :, 0].astype(np.bool_),
        plays=column("plays").astype(np.int64),
        features={name: column(name)[:, 0].astype(np.int64) for name in features if name in rows},
    )
