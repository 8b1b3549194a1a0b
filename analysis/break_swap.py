"""What a type of hand is worth by itself: break it with one exchanged card and play again.

The *break swap* takes one card of the type from the hero's hand and gives it to another seat for a
card of the rank just above or below, so that the hero no longer has the type. The exact rule:

* the two cards are of adjacent ranks (3 next to 4, … A next to 2, 2 next to the little joker;
  2 not next to 3);
* the card given is of the type: the type's feature falls when it is laid aside (for the fewest
  plays that empty a hand, which no single card makes, it may be any card);
* neither is a card that decides the lead or the sides, and the seat that leads stays the same;
* afterwards the feature lies among the type's broken values (`HandType.broken`);
* neither hand gets a bomb of a rank or of jokers, or a larger one, a fifty-K (mixed, or pure in a
  suit) or a longer run than it had, and the other hand keeps its bombs and fifty-Ks.

Among all exchanges with one other seat that keep the rule, one is chosen at random, each equally
likely; a hand is exchanged once with each other seat where that can be done. The deal is then
replayed by the same strategies with the same random streams. Hands that no exchange can break tell
nothing, so a value belongs to the hands that can be broken, whose share is reported with it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.features import NUMBERS, feature_values
from analysis.swap_search import NO_SWAP, find_swaps
from analysis.type_list import HandType
from analysis.workers import chunks, map_in_order
from sim.deals import Deals, deal_hands
from sim.errors import BadInput
from sim.hand import HandResults, play_deals
from sim.policy import Policy, as_records
from sim.rules import Rules

IntArray = npt.NDArray[np.int64]

OUTCOMES: Final = {
    "payoff": "points a hand for the holder",
    "side_points": "points a hand for the holder's side, before doubling",
    "first_out": "chance that the holder is out first",
    "last": "chance that the holder is left with cards",
    "captured": "points that the holder captures",
    "doubled": "chance that the hand is doubled",
}
"""What is measured of a seat's hand, with its meaning."""

_FIRST_LOOK, _LOOK, _PART = 4_000, 100_000, 2_000
_REPLAYED_AT_ONCE: Final = 1_024
_SLOW: Final = "plays_to_empty"
"""The feature that takes long to compute."""
_CARDS_A_RANK = 4


@dataclass(frozen=True, slots=True)
class SwapPlan:
    """Which deals are looked at for break swaps, and how many are replayed."""

    seed: int
    """The experiment's seed."""
    first_deal: int = 0
    """The first deal looked at: the first of the experiment."""
    swaps: int = 2_500
    """Hands of each type that are broken."""
    most_deals: int = 700_000
    """Deals looked through for the rarest types."""
    tries: int = 16
    """Hands of a type that are tried for each one to be broken; most hands of some types cannot."""
    threads: int = 2
    """Threads that search and play; results do not depend on it."""

    def __post_init__(self) -> None:
        """Refuse a plan of nothing."""
        least = min(self.swaps, self.most_deals, self.tries, self.threads)
        if least < 1 or self.first_deal < 0:
            raise BadInput(
                f"{self}: swaps, deals, tries and threads must be at least 1, deals from 0 on"
            )


@dataclass(frozen=True, slots=True, eq=False)
class BreakSwaps:
    """Break swaps of one type; m exchanges."""

    hand_type: HandType
    deals: Deals
    """The deals that were changed, as dealt, in order; u of them."""
    row: IntArray
    """The deal of each exchange, as a row of `deals`, (m,) in order."""
    hero: IntArray
    """The seat that held the type, (m,)."""
    distance: IntArray
    """The other seat, in seats to the left of the hero, (m,)."""
    given: IntArray
    """The card the hero gave, 4 * rank + suit, (m,)."""
    taken: IntArray
    """The card the hero got, (m,)."""
    held: IntArray
    """Hands of the type that were looked at, deal by deal as far as any were, (deals,)."""
    broken: IntArray
    """How many of them could be broken, (deals,)."""

    def __len__(self) -> int:
        """Return the number of exchanges."""
        return len(self.row)

    @property
    def other(self) -> IntArray:
        """The seat that received the card of the type, (m,)."""
        seats: IntArray = (self.hero + self.distance) % self.deals.rules.seats
        return seats

    def changed_deals(self) -> Deals:
        """Return the m deals after the exchange; leader and streams are those of the deal."""
        return exchange(self.deals.take(self.row), self.hero, self.other, self.given, self.taken)


def exchange(
    deals: Deals, hero: IntArray, other: IntArray, given: IntArray, taken: IntArray
) -> Deals:
    """Return deals in which the hero has given a card and got another for it.

    Parameters
    ----------
    deals : Deals
        m deals.
    hero, other : int64[m]
        The two seats.
    given, taken : int64[m]
        The cards, 4 * rank + suit; each must be in its hand.

    Examples
    --------
    A seven of clubs for an eight of spades:

    >>> from sim.games import FIFTYK4
    >>> deals, seven, eight = deal_hands(FIFTYK4, 1, range(3, 4)), 4 * 4 + 2, 4 * 5
    >>> print(deals.hands(0)[0])
    3d 4h 6c 7c 8h 9h Tc Jh Qh Qd Kd Ac 2h
    >>> other = next(seat for seat in (1, 2, 3) if "8s" in deals.hands(0)[seat])
    >>> seats = [np.array([seat]) for seat in (0, other)]
    >>> print(exchange(deals, *seats, np.array([seven]), np.array([eight])).hands(0)[0])
    3d 4h 6c 8s 8h 9h Tc Jh Qh Qd Kd Ac 2h
    """
    cards, every = deals.cards.copy(), np.arange(len(deals))
    for seat, out, into in ((hero, given, taken), (other, taken, given)):
        words = cards[every, seat] - _card_words(out) + _card_words(into)
        cards[every, seat] = words
    return replace(deals, cards=cards)


def _card_words(card: IntArray) -> npt.NDArray[np.uint64]:
    """Return cards as card sets, uint64[m, 2]; the vectorised twin of `bits.card_words`."""
    rank, suit = np.divmod(card, _CARDS_A_RANK)
    bit = np.left_shift(np.uint64(1), (4 * rank + 2 * (suit & 1)).astype(np.uint64))
    words = np.zeros((len(card), 2), dtype=np.uint64)
    words[np.arange(len(card)), suit >> 1] = bit
    return words


def find_break_swaps(
    rules: Rules, types: Sequence[HandType], plan: SwapPlan
) -> dict[str, BreakSwaps]:
    """Go through deals until enough hands of each type have been broken.

    Deals are taken in order, so common types come from the experiment's own deals, and rare ones
    from as many after them as are needed. Nothing here depends on threads or on how far the search
    looks at once.

    Parameters
    ----------
    rules : Rules
    types : sequence of HandType
        Those without a card of their own (`broken` is None) are left out.
    plan : SwapPlan
        How many hands to break, and where to look for them.

    Returns
    -------
    dict of str to BreakSwaps
        By name of the type; fewer swaps than asked for where the deals held no more.
    """
    searches = [_Search(rules, plan, each) for each in types if each.broken is not None]
    waiting = searches
    for deals in _looks(rules, plan):
        features = list(dict.fromkeys(search.hand_type.feature for search in waiting))
        looks = partial(_look, deals, _columns(deals, features, plan.threads))
        waiting = [
            search for search in map_in_order(looks, waiting, plan.threads) if search.missing > 0
        ]
        if not waiting:
            break
    return {search.hand_type.name: search.result() for search in searches}


def _looks(rules: Rules, plan: SwapPlan) -> Iterator[Deals]:
    """Deal a few deals, then more at once."""
    start, end = plan.first_deal, plan.first_deal + plan.most_deals
    step = _FIRST_LOOK
    while start < end:
        stop = min(start + step, end)
        yield deal_hands(rules, plan.seed, range(start, stop))
        start, step = stop, min(4 * step, _LOOK)


def _columns(
    deals: Deals, features: Sequence[str], threads: int
) -> dict[str, npt.NDArray[np.int16]]:
    """Compute features of every hand; in parts of deals, for one feature may take all the time."""
    parts = [deals.take(slice(at.start, at.stop)) for at in chunks(0, len(deals), _PART)]
    asked = ((part, feature) for feature in features for part in parts)
    found = iter(list(map_in_order(lambda one: feature_values(*one), asked, threads)))
    return {feature: np.concatenate([next(found) for _ in parts]) for feature in features}


def _look(deals: Deals, values: dict[str, npt.NDArray[np.int16]], search: _Search) -> _Search:
    search.look(deals, values[search.hand_type.feature])
    return search


class _Search:
    """The break swaps of one type found so far."""

    def __init__(self, rules: Rules, plan: SwapPlan, hand_type: HandType) -> None:
        self.rules, self.seed, self.hand_type = rules, plan.seed, hand_type
        self.missing = plan.swaps
        # Counting the plays anew for every exchange takes long.
        tries = min(plan.tries, 4) if hand_type.feature == _SLOW else plan.tries
        self._untried = plan.swaps * tries
        self._salt = zlib.crc32(f"break swap {hand_type.name}".encode())
        self._found: list[tuple[Deals, IntArray, npt.NDArray[np.int16]]] = []

    def look(self, deals: Deals, values: npt.NDArray[np.int16]) -> None:
        """Break hands of the type, in order of deal and seat, until enough are broken."""
        rows, heroes = np.nonzero(self.hand_type.holds(values))
        start = 0
        while start < len(rows) and self.missing > 0:
            # Twice as many as are missing: about half of the hands can be broken.
            stop = start + min(2 * self.missing + 64, self._untried)
            tried = len(rows[start:stop])
            self._break(deals.take(rows[start:stop]), heroes[start:stop].astype(np.int64))
            self._untried -= tried
            if self._untried <= 0:
                self.missing = 0
            start = stop

    def _break(self, deals: Deals, hero: IntArray) -> None:
        assert self.hand_type.broken is not None
        low, high = self.hand_type.broken
        found = np.empty((len(deals), self.rules.seats - 1, 2), dtype=np.int16)
        find_swaps(
            as_records(self.rules.record),
            np.uint64(self.seed),
            np.uint64(self._salt),
            deals.index,
            deals.cards,
            hero,
            NUMBERS[self.hand_type.feature],
            low,
            high,
            found,
        )
        broken = np.cumsum((found[:, :, 0] != NO_SWAP).any(axis=1))
        enough = min(int(np.searchsorted(broken, self.missing)) + 1, len(deals))
        self._found.append((deals.take(slice(0, enough)), hero[:enough], found[:enough]))
        self.missing -= int(broken[:enough].max(initial=0))

    def result(self) -> BreakSwaps:
        """Return the exchanges in order of deal."""
        if not self._found:
            self._break(deal_hands(self.rules, self.seed, range(0)), np.empty(0, dtype=np.int64))
        parts, heroes, founds = zip(*self._found, strict=True)
        found = np.concatenate(founds).astype(np.int64)
        hero = np.concatenate(heroes)
        index = np.concatenate([part.index for part in parts])
        _, firsts, place = np.unique(index, return_index=True, return_inverse=True)
        hand, step = np.nonzero(found[:, :, 0] != NO_SWAP)
        broken = (found[:, :, 0] != NO_SWAP).any(axis=1)
        return BreakSwaps(
            hand_type=self.hand_type,
            deals=joined(parts).take(firsts),
            row=place[hand],
            hero=hero[hand],
            distance=step + 1,
            given=found[hand, step, 0],
            taken=found[hand, step, 1],
            held=np.bincount(place, minlength=len(firsts)),
            broken=np.bincount(place, broken, len(firsts)).astype(np.int64),
        )


def joined(parts: Sequence[Deals]) -> Deals:
    """Return several lots of deals of one seed as one."""
    return replace(
        parts[0],
        index=np.concatenate([part.index for part in parts]),
        cards=np.concatenate([part.cards for part in parts]),
        leader=np.concatenate([part.leader for part in parts]),
        received=np.concatenate([part.received for part in parts]),
    )


def seat_outcomes(results: HandResults) -> FloatArray:
    """Return what is measured, float64[n, seats, outcomes] in the order of `OUTCOMES`."""
    rules, finish = results.rules, results.finish
    last = results.raw["finish"][:, : rules.seats] == 0
    doubled = np.broadcast_to(results.doubled[:, None], finish.shape)
    measured = (
        results.payoff,
        np.take_along_axis(results.side_points, results.side, axis=1),
        finish == 1,
        last,
        results.captured,
        doubled,
    )
    return np.stack(measured, axis=2).astype(np.float64)


def replay(seatings: Sequence[Sequence[Policy]], deals: Deals, threads: int = 2) -> FloatArray:
    """Play deals in every seating of a line-up; return the mean outcomes over the seatings.

    Parameters
    ----------
    seatings : sequence of sequences of Policy
        One policy a seat, seating by seating.
    deals : Deals
        n deals.
    threads : int
        Results do not depend on it.

    Returns
    -------
    float64[n, seats, outcomes]
        In the order of `OUTCOMES`.
    """

    def play(start: int) -> FloatArray:
        part = deals.take(slice(start, start + _REPLAYED_AT_ONCE))
        total = np.zeros((len(part), deals.rules.seats, len(OUTCOMES)))
        for line_up in seatings:
            total += seat_outcomes(play_deals(line_up, part))
        return total / len(seatings)

    starts = range(0, max(len(deals), 1), _REPLAYED_AT_ONCE)
    return np.concatenate(list(map_in_order(play, starts, threads)))
