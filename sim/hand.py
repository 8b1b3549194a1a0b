"""Playing: deals and a line-up in, results out."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from sim.core import playout
from sim.core.tables import PAYOFF_UNIT, RULES
from sim.core.turns import RESULT
from sim.core.view import SEAT_VIEW
from sim.deals import Deals
from sim.errors import BadInput
from sim.machine_code import code_of, note_play
from sim.policy import Policy, as_records, caught, for_kernel
from sim.rule_set import RuleSet
from sim.rules import Rules

CHECK_ALL = os.environ.get("FIFTYK_CHECK", "") not in ("", "0")
"""Debug mode: every strategy's every answer and every invariant is checked."""

_REASONS = {
    playout.RAISED: "raised an error",
    playout.NOT_HELD: "played cards it does not hold",
    playout.NOT_A_PLAY: "returned cards and a meaning that do not fit",
    playout.NOT_HIGHER: "returned a play that does not beat the top play",
    playout.LEADER_PASSED: "passed as leader",
    playout.MUST_BEAT: "passed though it can beat the top play and must",
    playout.ENDLESS: "and the others never finished the hand",
    playout.BROKEN: "made a play after which cards or points were lost: a fault of the simulator",
}


class Dealt(Protocol):
    """What the deals of every kind of game have in common."""

    @property
    def rules(self) -> RuleSet:
        """The rules they are dealt for."""

    @property
    def seed(self) -> int:
        """The experiment's seed."""

    @property
    def index(self) -> np.ndarray:
        """int64[n]: deal numbers."""


class StrategyFault(BadInput):
    """A strategy raised or answered illegally; says deal, seat and what was wrong."""

    def __init__(self, deals: Dealt, row: int, seat: int, lineup: Sequence[Policy], why: str):
        """Compose the sentence; the parts stay available as attributes."""
        self.deal = int(deals.index[row])
        self.seat = seat
        self.lineup = tuple(policy.name for policy in lineup)
        self.why = why
        self.log = np.zeros((0, 5), dtype=np.uint64)
        """The turns before the fault, as `play_logged` returns them, where it was asked."""
        words = ["fiftyk", "replay", "--rules", deals.rules.id]
        for name in deals.rules.options:
            words += ["--set", f"{name}={deals.rules.text_of(name)}"]
        words += ["--strategies", ",".join(self.lineup)]
        words += ["--seed", str(deals.seed), "--deal", str(self.deal)]
        self.command = shlex.join(words)
        """The command that shows it."""
        super().__init__(
            f"deal {self.deal}, seating {','.join(self.lineup)}, seat {seat}: "
            f"{self.lineup[seat]} {why}; to see it: {self.command}"
        )


@dataclass(frozen=True)
class HandResults:
    """What n hands came to; arrays over hands, then seats or sides."""

    rules: Rules
    """The rules played."""
    raw: np.ndarray
    """The kernel's records (`sim.core.turns.RESULT`)."""

    def __len__(self) -> int:
        """Return the number of hands."""
        return len(self.raw)

    @property
    def finish(self) -> np.ndarray:
        """int8[n, seats]: place of going out from 1; seats that never did share the next place."""
        places = self.raw["finish"][:, : self.rules.seats]
        next_place = places.max(axis=1, keepdims=True) + np.int8(1)
        return np.where(places == 0, next_place, places)

    @property
    def captured(self) -> np.ndarray:
        """int16[n, seats]: card points taken during the hand."""
        return self.raw["captured"][:, : self.rules.seats]

    @property
    def left(self) -> np.ndarray:
        """int16[n, seats]: card points left in hand."""
        return self.raw["left"][:, : self.rules.seats]

    @property
    def payoff(self) -> np.ndarray:
        """float64[n, seats]: points paid."""
        return self.raw["payoff"][:, : self.rules.seats] / PAYOFF_UNIT

    @property
    def side_points(self) -> np.ndarray:
        """float64[n, sides]: points of each side before doubling."""
        return self.raw["side_points"][:, : self.rules.side_count] / PAYOFF_UNIT

    @property
    def side(self) -> np.ndarray:
        """int8[n, seats]: the side each seat was on."""
        if self.rules.hidden:
            return self.raw["side"][:, : self.rules.seats]
        record = self.rules.record["side_of"][0, : self.rules.seats].astype(np.int8)
        return np.broadcast_to(record, (len(self), self.rules.seats))

    @property
    def winner(self) -> np.ndarray:
        """int8[n]: index of the winning side, -1 for a draw."""
        return self.raw["winner"]

    @property
    def doubled(self) -> np.ndarray:
        """bool[n]: whether payoffs were doubled."""
        return self.raw["doubled"].astype(bool)

    @property
    def capped(self) -> np.ndarray:
        """bool[n]: whether a limit on turns ended the hand; climbing games have none."""
        return np.zeros(len(self), dtype=bool)

    @property
    def plays(self) -> np.ndarray:
        """int16[n, seats]: plays made, passes not counted."""
        return self.raw["plays"][:, : self.rules.seats]

    @property
    def tricks(self) -> np.ndarray:
        """int16[n, seats]: tricks captured."""
        return self.raw["tricks"][:, : self.rules.seats]

    @property
    def leader(self) -> np.ndarray:
        """int8[n]: who led the first trick."""
        return self.raw["leader"]

    @property
    def turns(self) -> np.ndarray:
        """int16[n]: decisions made, passes included."""
        return self.raw["turns"]

    @property
    def first_out(self) -> np.ndarray:
        """int64[n]: the seat that was out first."""
        places = self.raw["finish"][:, : self.rules.seats]
        seat: np.ndarray = np.argmax(places == 1, axis=1)
        return seat


def play_deals(lineup: Sequence[Policy], deals: Deals, checked: bool = CHECK_ALL) -> HandResults:
    """Play each deal once; releases the GIL, uses one thread.

    Parameters
    ----------
    lineup : sequence of Policy
        One a seat.
    deals : Deals
    checked : bool
        Whether also trusted strategies' answers, and every invariant, are checked on every turn.

    Raises
    ------
    BadInput
        If the line-up does not fit the seats.
    StrategyFault
        If a strategy raised or answered illegally.
    """
    results = np.zeros(len(deals), dtype=RESULT)
    desk = _Desk(results)
    played, status = _play(lineup, deals, checked, desk)
    if status != playout.OK:
        raise find_fault(lineup, deals, played, status, desk.views, _REASONS)
    return HandResults(deals.rules, results)


def play_logged(
    lineup: Sequence[Policy], deals: Deals, row: int = 0
) -> tuple[HandResults, np.ndarray]:
    """Play one deal and return its result and uint64[turns, 5].

    A turn is logged as seat, card set (two words), meta and the number of the trick.

    Raises
    ------
    StrategyFault
        If a strategy raised or answered illegally.
    """
    one = deals.take(slice(row, row + 1))
    results = np.zeros(1, dtype=RESULT)
    log = np.full((playout.MAX_TURNS, 5), _UNUSED, dtype=np.uint64)
    desk = _Desk(results, log)
    _, status = _play(lineup, one, True, desk)
    log = log[: int(np.argmax(log[:, 0] == _UNUSED))]
    if status != playout.OK:
        fault = find_fault(lineup, one, 0, status, desk.views, _REASONS)
        fault.log = log
        raise fault
    return HandResults(deals.rules, results), log


_UNUSED = np.uint64(2**63 - 1)
_NOT_CALLED = 0
"""Where the code of an unchecked hand is, in a checked batch."""


@dataclass(frozen=True)
class _Desk:
    """What the kernel writes on."""

    results: np.ndarray
    """A `sim.core.turns.RESULT` a deal."""
    log: np.ndarray = field(default_factory=lambda: np.zeros((0, 5), dtype=np.uint64))
    """uint64[m, 5]: the turns; m = 0 keeps none."""
    views: np.ndarray = field(default_factory=lambda: np.zeros(2, dtype=SEAT_VIEW))
    """Two `SEAT_VIEW`s, left as at the last turn."""


def _play(lineup: Sequence[Policy], deals: Deals, checked: bool, desk: _Desk) -> tuple[int, int]:
    """Run the kernel; return (hands played, status)."""
    words = desk.views.view(np.uint64).reshape(2, -1)
    # Through bytes, because NumPy would copy field by field.
    rules = np.frombuffer(bytearray(deals.rules.record_bytes * 2), dtype=RULES)
    seats, code = seated(deals.rules, lineup, checked), None
    if not seats.checked.any():
        code = code_of(deals.rules, lineup)
        seats = seats._replace(addresses=np.array(code.of_strategies, dtype=np.uint64))
    started = time.perf_counter()
    ended: tuple[int, int] = playout.play_batch(
        for_kernel(rules),
        np.uint64(deals.seed),
        deals.index,
        deals.cards,
        deals.leader,
        np.uint64(code.of_hand if code else _NOT_CALLED),
        seats,
        playout.Desk(for_kernel(desk.views), words, desk.log),
        for_kernel(desk.results),
    )
    if code:
        note_play(code, time.perf_counter() - started)
    check_rules_unchanged(rules, lineup)
    return ended


def seated(rules: RuleSet, lineup: Sequence[Policy], checked: bool) -> playout.Seated:
    """Return a line-up as kernels take it.

    Raises
    ------
    BadInput
        If it does not fit the seats.
    """
    if len(lineup) != rules.seats:
        raise BadInput(f"{rules.id} has {rules.seats} seats, not {len(lineup)}")
    return playout.Seated(
        np.array([policy.address for policy in lineup], dtype=np.uint64),
        np.array([policy.params.ctypes.data for policy in lineup], dtype=np.uint64),
        np.array([checked or not policy.trusted for policy in lineup]),
    )


def check_rules_unchanged(rules: np.ndarray, lineup: Sequence[Policy]) -> None:
    """Refuse a batch in which a strategy wrote into its copy of the rules.

    Raises
    ------
    BadInput
        With the names of those that may have done it.
    """
    if rules[0].tobytes() != rules[1].tobytes():
        suspects = ", ".join({policy.name: None for policy in lineup if not policy.trusted})
        raise BadInput(f"a strategy wrote into the rules it is shown: one of {suspects}")


def find_fault(  # noqa: PLR0913, PLR0917
    lineup: Sequence[Policy],
    deals: Dealt,
    row: int,
    status: int,
    views: np.ndarray,
    reasons: Mapping[int, str],
) -> StrategyFault:
    """Return what went wrong at the turn the kernel stopped at, a raised error's text included.

    Parameters
    ----------
    lineup, deals : what was played
    row : int
        The deal it stopped at.
    status : int
        Why; `playout.RAISED` for an error in every kind of game.
    views : array of two views
        As the kernel left them.
    reasons : mapping of int to str
        What each status means.

    Raises
    ------
    KeyboardInterrupt
        If that is what a plain strategy was stopped by.
    """
    seat = int(views["seat"][0])
    why = reasons[status]
    if status == playout.RAISED:
        error = caught() or _raised_again(lineup[seat], deals.rules, views)
        if isinstance(error, KeyboardInterrupt):
            raise error
        if error is not None:
            why += f" ({type(error).__name__}: {_text_of(error)})"
    return StrategyFault(deals, row, seat, lineup, why)


def _text_of(error: BaseException) -> str:
    """Return an error's text; an error of the user's own may not give it."""
    try:
        return str(error)
    except Exception:
        return "its text cannot be had"


def _raised_again(policy: Policy, rules: RuleSet, views: np.ndarray) -> BaseException | None:
    """Ask a compiled strategy once more for the error that native code could not carry."""
    try:
        policy.choose(
            as_records(views)[1],
            as_records(rules.record)[0],
            as_records(policy.params)[0],
        )
    except BaseException as error:
        return error
    return None
