"""The deals on which two strategies differ most, and the first play that makes the difference.

A block's score D is the mean, over the seatings of its deal in which both strategies sit, of a's
mean payoff less b's (`analysis.comparisons.score_pair`). The swings are the blocks with the largest
|D|. Because hands, leader and random draws stay with the seats, two seatings of a deal run alike
until a seat's owners choose differently: there both were in the same position with the same
information.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from analysis.comparisons import PairScores, score_pair
from analysis.estimates import Estimate
from analysis.experiment import Experiment, read_experiment
from analysis.frames import iter_hands
from analysis.shares import share_estimate
from sim.errors import BadInput
from sim.families import deal_hands, record_of
from sim.policy import Policy
from sim.seatings import Seating

Record = Mapping[str, Any]
"""A hand as `fiftyk-record/1` has it."""


@dataclass(frozen=True)
class FirstDifference:
    """The first decision of a deal where both strategies stood in one position and chose apart."""

    play: int
    """Number of the play in the records of both seatings."""
    seat: int
    """Who decided."""
    seatings: tuple[int, int]
    """The seating in which a decided, and the one in which b did."""
    chosen: tuple[Sequence[Any], Sequence[Any]]
    """What a and b did there, as records write plays."""


@dataclass(frozen=True)
class Swing:
    """One deal block and where it came apart."""

    deal: int
    score: float
    """Points a hand, a less b."""
    records: tuple[Record, ...] = ()
    """The deal's hands, a record a seating; empty where they could not be played again."""
    difference: FirstDifference | None = None
    """None where they could not be played again, or where no seat decided apart."""


@dataclass(frozen=True)
class Swings:
    """How the scores of a pair's blocks spread, and the largest of them."""

    a: int
    """Place of the first camp among the camps given."""
    b: int
    for_a: int
    """Blocks in which a scores more."""
    even: int
    """Blocks in which both score the same."""
    for_b: int
    largest: tuple[Swing, ...]
    """The largest |score| first, of equal ones the lower deal."""

    @property
    def n(self) -> int:
        """Number of blocks."""
        return self.for_a + self.even + self.for_b

    def shares(self) -> tuple[Estimate, Estimate, Estimate]:
        """Return the shares of deals on which a scores more, both the same, and b more."""
        a, even, b = (share_estimate(each, self.n) for each in (self.for_a, self.even, self.for_b))
        return a, even, b


def find_swings(
    folder: str | Path,
    camps: Sequence[Sequence[int]],
    pair: tuple[int, int],
    *,
    count: int,
    policies: Sequence[Policy] | None = None,
) -> Swings:
    """Find the deals of a result directory on which a pair differs most.

    The rows are read chunk by chunk and only `count` blocks are kept, so memory does not grow with
    the number of deals; the same directory gives the same swings.

    Parameters
    ----------
    folder : path
        The result directory.
    camps : sequence of sequence of int
        Strategies that stand or fall together, as indices into the experiment's names.
    pair : tuple of int
        a and b as indices into `camps`.
    count : int
        How many deals are wanted.
    policies : sequence of Policy, optional
        Those of the experiment's names; without them no deal is played again.

    Raises
    ------
    BadInput
        If it is no result directory, holds no hands, or the two never sit together.
    """
    experiment = read_experiment(folder)
    camp_of = {each: place for place, camp in enumerate(camps) for each in camp}
    owner = np.array([[camp_of[each] for each in seating] for seating in experiment.plan])
    names = [" + ".join(experiment.names[each] for each in camp) for camp in camps]
    tally = _Tally(count)
    for deals, payoff in _payoffs(folder, experiment):
        tally.add(deals, score_pair(payoff, owner, names, pair))
    found = tally.largest()
    if policies is not None:
        found = [_played(experiment, policies, owner, pair, swing) for swing in found]
    for_a, even, for_b = tally.counts
    return Swings(pair[0], pair[1], for_a, even, for_b, tuple(found))


class _Tally:
    """The signs of all block scores, and the largest few."""

    def __init__(self, count: int) -> None:
        self.counts = [0, 0, 0]
        self._count = count
        self._kept: list[tuple[float, int, float]] = []

    def add(self, deals: np.ndarray, scores: PairScores) -> None:
        """Count in more blocks."""
        blocks = scores.blocks
        signs = (int((blocks > 0).sum()), int((blocks == 0).sum()), int((blocks < 0).sum()))
        self.counts = [old + new for old, new in zip(self.counts, signs, strict=True)]
        rows = np.lexsort((deals, -np.abs(blocks)))[: self._count]
        for row in rows.tolist():
            score = float(blocks[row])
            kept = (abs(score), -int(deals[row]), score)
            if score == 0:
                break
            if len(self._kept) < self._count:
                heapq.heappush(self._kept, kept)
            else:
                heapq.heappushpop(self._kept, kept)

    def largest(self) -> list[Swing]:
        """Return the largest, in order."""
        return [Swing(-deal, score) for _, deal, score in sorted(self._kept, reverse=True)]


def _payoffs(folder: str | Path, experiment: Experiment) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Iterate over deal numbers (n,) and payoffs (n, seatings, seats)."""
    shape = (-1, len(experiment.plan), len(experiment.strategies))
    for frame in iter_hands(folder, ["deal", "seat", "payoff"]):
        deal = frame["deal"].to_numpy().reshape(shape)
        seat = frame["seat"].to_numpy().reshape(shape)
        if np.any(deal != deal[:, :1, :1]) or np.any(seat != np.arange(shape[2])):
            raise BadInput(f"{folder}: the rows are no whole deal blocks in order")
        yield deal[:, 0, 0], frame["payoff"].to_numpy().reshape(shape)


# ---------------------------------------------------------------- playing again


def block_records(
    experiment: Experiment, policies: Sequence[Policy], deal: int
) -> tuple[Record, ...]:
    """Play a deal in every seating of an experiment and return the records.

    Parameters
    ----------
    experiment : Experiment
    policies : sequence of Policy
        Those of the experiment's names.
    deal : int
        The deal's number.

    Raises
    ------
    StrategyFault
        If a strategy raised or answered illegally.
    """
    dealt = deal_hands(experiment.game, experiment.seed, range(deal, deal + 1))
    return tuple(
        record_of(
            [policies[each] for each in seating],
            dealt,
            0,
            [experiment.names[each] for each in seating],
        )
        for seating in experiment.plan
    )


def _played(
    experiment: Experiment,
    policies: Sequence[Policy],
    owner: np.ndarray,
    pair: tuple[int, int],
    swing: Swing,
) -> Swing:
    records = block_records(experiment, policies, swing.deal)
    seatings = [tuple(each) for each in owner.tolist()]
    return Swing(swing.deal, swing.score, records, first_difference(records, seatings, pair))


def first_difference(
    records: Sequence[Record], seatings: Sequence[Seating], pair: tuple[int, int]
) -> FirstDifference | None:
    """Return the first decision of a deal on which a pair's choices part.

    Parameters
    ----------
    records : sequence of record
        The deal's hands, one a seating.
    seatings : sequence of tuple of int
        Who owns each seat.
    pair : tuple of int
        a and b, as the seatings number them.

    Returns
    -------
    FirstDifference or None
        Of all pairs of seatings the earliest; None if a and b never stood in the same position and
        chose differently.
    """
    found: list[FirstDifference] = []
    for a, b in permutations(range(len(records)), 2):
        mine, theirs = records[a]["plays"], records[b]["plays"]
        play = _parting(mine, theirs)
        if play is not None:
            seat = mine[play][0]
            if (seatings[a][seat], seatings[b][seat]) == pair:
                chosen = (mine[play], theirs[play])
                found.append(FirstDifference(play, seat, (a, b), chosen))
    return min(found, key=lambda each: (each.play, each.seatings), default=None)


def _parting(one: Sequence[Any], other: Sequence[Any]) -> int | None:
    """Return the first number at which two lists of plays differ."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return number
    return None
