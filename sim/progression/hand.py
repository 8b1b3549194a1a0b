"""Playing: deals and a line-up in, results out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sim.core import playout, stack_turns
from sim.core.stack_playout import play_stacks
from sim.core.stack_tables import STACK_RESULT, STACK_RULES, STACK_VIEW
from sim.hand import CHECK_ALL, check_rules_unchanged, find_fault, seated
from sim.policy import Policy, Sight, as_records
from sim.progression.deals import StackDeals
from sim.progression.rules import StackRules

STACK_SIGHT = Sight(STACK_VIEW, STACK_RULES, "where and card")
"""What a strategy is shown; it answers with a place of `sim.core.stack_turns` and a card."""

_REASONS = {
    stack_turns.RAISED: "raised an error",
    stack_turns.BROKEN: "acted so that a card was lost: a fault of the simulator",
    stack_turns.NOT_HELD: "laid down a card it does not hold",
    stack_turns.WRONG_KIND: "did something that this turn does not allow",
    stack_turns.NOT_FITTING: "laid a card on a stack that it does not go on",
    stack_turns.NOT_ON_TOP: "took a card that it may not take or that is not on top",
}


@dataclass(frozen=True)
class StackResults:
    """What n hands came to; arrays over hands, then seats, named as those of climbing games."""

    rules: StackRules
    """The rules played."""
    raw: np.ndarray
    """The kernel's records (`sim.core.stack_tables.STACK_RESULT`)."""

    def __len__(self) -> int:
        """Return the number of hands."""
        return len(self.raw)

    def _by_seat(self, name: str) -> np.ndarray:
        columns: np.ndarray = self.raw[name][:, : self.rules.seats]
        return columns

    def _none(self) -> np.ndarray:
        return np.zeros((len(self), self.rules.seats), dtype=np.int16)

    @property
    def finish(self) -> np.ndarray:
        """int16[n, seats]: 1: nobody goes out, so all share the first place."""
        return self._none() + np.int16(1)

    @property
    def captured(self) -> np.ndarray:
        """int16[n, seats]: 0: there are no card points."""
        return self._none()

    @property
    def left(self) -> np.ndarray:
        """int16[n, seats]: 0: cards in hand count nothing."""
        return self._none()

    @property
    def tricks(self) -> np.ndarray:
        """int16[n, seats]: 0: there are no tricks."""
        return self._none()

    @property
    def payoff(self) -> np.ndarray:
        """float64[n, seats]: points of the seat's four stacks."""
        return self._by_seat("points").astype(np.float64)

    @property
    def side(self) -> np.ndarray:
        """int8[n, seats]: the side each seat was on: its own."""
        own = np.arange(self.rules.seats, dtype=np.int8)
        return np.broadcast_to(own, (len(self), self.rules.seats))

    @property
    def side_points(self) -> np.ndarray:
        """float64[n, seats]: the same."""
        return self.payoff

    @property
    def winner(self) -> np.ndarray:
        """int8[n]: the seat with most points, -1 where several have them."""
        return self.raw["winner"]

    @property
    def doubled(self) -> np.ndarray:
        """bool[n]: False: nothing is doubled."""
        return np.zeros(len(self), dtype=bool)

    @property
    def plays(self) -> np.ndarray:
        """int16[n, seats]: cards laid down."""
        return self._by_seat("placed")

    @property
    def leader(self) -> np.ndarray:
        """int8[n]: who acted first."""
        return self.raw["leader"]

    @property
    def turns(self) -> np.ndarray:
        """int32[n]: decisions made."""
        return self.raw["decisions"]

    @property
    def capped(self) -> np.ndarray:
        """bool[n]: whether the limit of turns ended the hand."""
        return self.raw["capped"].astype(bool)

    @property
    def stacks(self) -> np.ndarray:
        """uint64[n, seats]: the stacks at the end, as sets of cards."""
        return self._by_seat("stacks")

    @property
    def taken(self) -> np.ndarray:
        """int16[n, seats]: cards taken from stacks."""
        return self._by_seat("taken")

    @property
    def held(self) -> np.ndarray:
        """int8[n, seats]: cards in hand at the end."""
        return self._by_seat("held")

    @property
    def ender(self) -> np.ndarray:
        """int8[n]: who drew the last card of the stock, -1 for nobody."""
        return self.raw["ender"]


def play_deals(
    lineup: Sequence[Policy],
    deals: StackDeals,
    checked: bool = CHECK_ALL,
    bars: np.ndarray | None = None,
) -> StackResults:
    """Play each deal once; releases the GIL, uses one thread. See `sim.hand.play_deals`.

    Parameters
    ----------
    lineup : sequence of Policy
        One a seat.
    deals : StackDeals
    checked : bool
    bars : uint64[n, 2], optional
        For each deal the number of an act, and the cards that may not be laid on an own stack at
        it: the seat then does what its strategy thinks next best. Another legal act has to be
        left.
    """
    desk = _Desk(np.zeros(len(deals), dtype=STACK_RESULT))
    played, status = _play(lineup, deals, checked, desk, bars)
    if status != stack_turns.OK:
        raise find_fault(lineup, deals, played, status, desk.views, _REASONS)
    return StackResults(deals.rules, desk.results)


def play_logged(
    lineup: Sequence[Policy], deals: StackDeals, row: int = 0
) -> tuple[StackResults, np.ndarray]:
    """Play one deal and return its result and uint64[acts, 3]: seat, where, card.

    Raises
    ------
    StrategyFault
        If a strategy raised or answered illegally.
    """
    one = deals.take(slice(row, row + 1))
    log = np.zeros((2 * deals.rules.turn_cap, 3), dtype=np.uint64)
    desk = _Desk(np.zeros(1, dtype=STACK_RESULT), log)
    _, status = _play(lineup, one, True, desk)
    log = log[: int(desk.views["turn"][0])]
    if status != stack_turns.OK:
        fault = find_fault(lineup, one, 0, status, desk.views, _REASONS)
        fault.log = log
        raise fault
    return StackResults(deals.rules, desk.results), log


@dataclass(frozen=True)
class _Desk:
    """What the kernel writes on."""

    results: np.ndarray
    """A `STACK_RESULT` a deal."""
    log: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), dtype=np.uint64))
    """uint64[m, 3]: the acts; m = 0 keeps none."""
    views: np.ndarray = field(default_factory=lambda: np.zeros(2, dtype=STACK_VIEW))
    """Two `STACK_VIEW`s, left as at the last act."""


def _play(
    lineup: Sequence[Policy],
    deals: StackDeals,
    checked: bool,
    desk: _Desk,
    bars: np.ndarray | None = None,
) -> tuple[int, int]:
    """Run the kernel; return (hands played, status)."""
    none = np.zeros((len(deals), 2), dtype=np.uint64)
    rules = np.concatenate([deals.rules.record] * 2)
    ended: tuple[int, int] = play_stacks(
        as_records(rules),
        np.uint64(deals.seed),
        deals.index,
        deals.cards,
        deals.stock,
        deals.leader,
        none if bars is None else bars,
        seated(deals.rules, lineup, checked),
        playout.Desk(as_records(desk.views), desk.views.view(np.uint64).reshape(2, -1), desk.log),
        as_records(desk.results),
    )
    check_rules_unchanged(rules, lineup)
    return ended
