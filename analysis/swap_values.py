"""From replayed break swaps to estimates: what each type is worth, and to whom its card went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.break_swap import OUTCOMES, BreakSwaps, replay
from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks, ratio_estimate
from analysis.shares import clustered_share
from sim.deals import Deals, sides_dealt
from sim.policy import Policy

FEWEST_DEALS: Final = 30
"""With fewer deals a type's value gets no interval."""
TEAM_MATE, OPPONENT = "team-mate", "opponent"


@dataclass(frozen=True, slots=True)
class SwapValue:
    """What a type is worth to its holder, by break swaps."""

    outcomes: Mapping[str, Estimate]
    """Hand as dealt less hand with the type broken, outcome by outcome, keys of `OUTCOMES`."""
    by_side: Mapping[str, Estimate]
    """The value in payoff where the card went to a team-mate, and to an opponent."""
    by_receiver: Mapping[str, Estimate]
    """The same by seat: left (acts next), across, right."""
    breakable: Estimate
    """Share of the type's hands that a break swap can break: the value is theirs."""
    hands: int
    """Hands broken; each counts the same, however many seats its card went to."""
    swaps: int
    """Exchanges replayed."""

    @property
    def payoff(self) -> Estimate:
        """Points a hand that the type is worth to its holder."""
        return self.outcomes["payoff"]


def seat_names(seats: int) -> tuple[str, ...]:
    """Return what the other seats are called, from the one that acts next.

    Examples
    --------
    >>> seat_names(4), seat_names(3)
    (('left', 'across', 'right'), ('left', 'right'))
    """
    names = {step: f"{step} to the left" for step in range(1, seats)}
    names |= {seats // 2: "across"} if seats % 2 == 0 else {}
    names |= {seats - 1: "right", 1: "left"}
    return tuple(names[step] for step in range(1, seats))


def are_mates(swaps: BreakSwaps) -> npt.NDArray[np.bool_]:
    """Return of each exchange whether its two seats are on one side in their deal, (m,)."""
    side = sides_dealt(swaps.deals)[swaps.row]
    every = np.arange(len(swaps))
    mates: npt.NDArray[np.bool_] = side[every, swaps.hero] == side[every, swaps.other]
    return mates


def replay_swaps(
    seatings: Sequence[Sequence[Policy]],
    swaps: Mapping[str, BreakSwaps],
    level: float = DEFAULT_LEVEL,
    threads: int = 2,
) -> dict[str, SwapValue | TooFewBlocks]:
    """Replay every type's deals as dealt and exchanged, and estimate what the type is worth.

    Question: by how much would the holder's hand have ended worse with the type broken? Unit of
    observation: the deal block (all seatings, all hands of the deal that were broken). Formula: for
    each broken hand the mean over its exchanges of (outcome as dealt − outcome exchanged), each
    the mean over the seatings; ratio of the sums by block, as `ratio_estimate`. Deals that several
    types share are played once.

    Parameters
    ----------
    seatings : sequence of sequences of Policy
        One policy a seat, seating by seating.
    swaps : mapping of str to BreakSwaps
        From `find_break_swaps`.
    level : float
        Coverage of the intervals.
    threads : int
        Results do not depend on it.

    Returns
    -------
    dict of str to SwapValue or TooFewBlocks
        The error, not raised, where fewer than 30 deals hold a hand that could be broken.
    """
    if not swaps:
        return {}
    dealt = _each_once([each.deals for each in swaps.values()])
    before = replay(seatings, dealt, threads)
    values: dict[str, SwapValue | TooFewBlocks] = {}
    for name, each in swaps.items():
        every = np.arange(len(each))
        row = np.searchsorted(dealt.index, each.deals.index)[each.row]
        after = replay(seatings, each.changed_deals(), threads)
        try:
            gained = before[row, each.hero] - after[every, each.hero]
            values[name] = value_of_swaps(each, gained, level)
        except TooFewBlocks as error:
            values[name] = error
    return values


def value_of_swaps(
    swaps: BreakSwaps, gained: FloatArray, level: float = DEFAULT_LEVEL
) -> SwapValue:
    """Estimate a type's value from what each exchange cost the hero.

    Parameters
    ----------
    swaps : BreakSwaps
        m exchanges.
    gained : float64[m, outcomes]
        Outcome as dealt less outcome exchanged.
    level : float
        Coverage of the intervals.

    Raises
    ------
    TooFewBlocks
        If fewer than 30 deals hold a hand that was broken.
    """
    rules, deals = swaps.deals.rules, len(swaps.deals)
    hand = swaps.row * rules.seats + swaps.hero
    _, place, times = np.unique(hand, return_inverse=True, return_counts=True)

    def estimate(scores: FloatArray, weights: FloatArray) -> Estimate:
        num = np.bincount(swaps.row, weights * scores, deals)
        den = np.bincount(swaps.row, weights, deals)
        return ratio_estimate(num, den, level, fewest=FEWEST_DEALS)

    def once_a_hand(chosen: np.ndarray) -> FloatArray:
        of_hand = np.bincount(place, chosen, len(times))[place]
        weights: FloatArray = np.divide(
            chosen, of_hand, out=np.zeros(len(chosen)), where=of_hand > 0
        )
        return weights

    def payoff_where(chosen: np.ndarray) -> Estimate | None:
        try:
            return estimate(gained[:, 0], once_a_hand(chosen))
        except TooFewBlocks:
            return None

    weight = once_a_hand(np.ones(len(swaps)))
    outcomes = {name: estimate(gained[:, k], weight) for k, name in enumerate(OUTCOMES)}
    mate = are_mates(swaps)
    by_side = {TEAM_MATE: payoff_where(mate), OPPONENT: payoff_where(~mate)}
    by_receiver = {
        name: payoff_where(swaps.distance == step)
        for step, name in enumerate(seat_names(rules.seats), start=1)
    }
    return SwapValue(
        outcomes,
        {name: value for name, value in by_side.items() if value},
        {name: value for name, value in by_receiver.items() if value},
        clustered_share(swaps.broken, swaps.held, level),
        len(times),
        len(swaps),
    )


def _each_once(parts: Sequence[Deals]) -> Deals:
    """Return the deals of several lots, each once, in order of their numbers."""
    index, firsts = np.unique(np.concatenate([part.index for part in parts]), return_index=True)
    return replace(
        parts[0],
        index=index,
        cards=np.concatenate([part.cards for part in parts])[firsts],
        leader=np.concatenate([part.leader for part in parts])[firsts],
        received=np.concatenate([part.received for part in parts])[firsts],
    )
