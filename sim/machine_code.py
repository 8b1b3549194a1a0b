"""Which machine code plays a batch: that for any table or, where it pays, one for this table.

Code for one table (`sim.core.tailor`) plays the same hands in a half to nine tenths of the time,
and takes a second or two to make. So it is made for what has played some seconds by one rule set,
and kept on disk, where what has played a moment looks for it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from sim.core import playout
from sim.core.calls import PLAIN
from sim.core.compiler import COMPILED
from sim.core.hands import COLUMNS
from sim.core.tables import RULES_RECORD
from sim.core.tailor import tailored
from sim.core.turns import RESULT
from sim.core.view import SEAT_VIEW
from sim.policy import Policy
from sim.rules import Rules

SOUGHT = 0.1
"""Seconds of play after which tailored code is looked for on disk."""
MADE = 4.0
"""Seconds of play after which it is made."""

_OF_A_HAND, _OF_A_STRATEGY = 0, 1
"""Which argument of a kernel is the rules."""


@dataclass(frozen=True)
class _Kernel:
    """A kernel that reads the rules."""

    address: int
    """Where its code for any rule set starts."""
    compiled: Any
    """What numba made of it."""
    place: int
    """Which of its arguments is the rules."""


@dataclass
class _Use:
    """How much a kernel has been used with a rule set."""

    seconds: float = 0.0
    sought: bool = False
    address: int = 0
    """Of its tailored code; 0 for none so far."""


_uses: dict[tuple[int, bytes], _Use] = {}
_making = threading.Lock()


def code_of(rules: Rules, lineup: Sequence[Policy]) -> tuple[int, list[int]]:
    """Return where to find the code for a batch of trusted strategies.

    Parameters
    ----------
    rules : Rules
    lineup : sequence of Policy
        One a seat.

    Returns
    -------
    of_hand : int
        Of `sim.core.playout.play_hand`.
    of_strategies : list of int
        Of each seat's strategy.
    """
    at = {address: address for address in (hand_code(), *(policy.address for policy in lineup))}
    if COMPILED:
        record = rules.record.tobytes()
        at |= {kernel.address: _code(kernel, record) for kernel in _kernels(lineup)}
    return at[hand_code()], [at[policy.address] for policy in lineup]


def hand_code() -> int:
    """Return where `sim.core.playout.play_hand` for any table starts."""
    return _hand_kernel().address if COMPILED else _plain_hand()


def note_play(rules: Rules, lineup: Sequence[Policy], seconds: float) -> None:
    """Remember how long a line-up has played a batch that asked for its code."""
    if COMPILED:
        record = rules.record.tobytes()
        for kernel in _kernels(lineup):
            # Threads may lose each other's seconds: it is then made a little later.
            _use(kernel, record).seconds += seconds


def tailor(rules: Rules, lineup: Sequence[Policy]) -> None:
    """Have the code of a line-up made for a rule set now, however short it has played."""
    note_play(rules, lineup, MADE)
    code_of(rules, lineup)


def _kernels(lineup: Sequence[Policy]) -> list[_Kernel]:
    """Return what plays a batch, plain Python aside."""
    strategies = {policy.address: policy.compiled for policy in lineup if policy.compiled}
    return [
        _hand_kernel(),
        *(_Kernel(address, each, _OF_A_STRATEGY) for address, each in strategies.items()),
    ]


def _use(kernel: _Kernel, record: bytes) -> _Use:
    return _uses.setdefault((kernel.address, record), _Use())


def _code(kernel: _Kernel, record: bytes) -> int:
    """Return where the code of a kernel for one rule set starts, or else that for any."""
    use = _use(kernel, record)
    make = use.seconds >= MADE
    due = make or (use.seconds >= SOUGHT and not use.sought)
    # Who comes while another thread makes code goes on with what there is.
    if due and not use.address and _making.acquire(blocking=False):
        try:
            use.sought = True
            use.address = tailored(kernel.compiled, kernel.place, record, make=make) or 0
        finally:
            _making.release()
    return use.address or kernel.address


@cache
def _hand_kernel() -> _Kernel:
    """Return `sim.core.playout.play_hand`, compiled as batches call it."""
    seats = playout.Seated(np.zeros(1, np.uint64), np.zeros(1, np.uint64), np.zeros(1, np.bool_))
    log = np.zeros((1, 5), dtype=np.uint64)
    desk = playout.Desk(np.zeros(2, SEAT_VIEW), np.zeros((2, 1), dtype=np.uint64), log)
    arguments = (
        RULES_RECORD,
        RULES_RECORD,
        numba.typeof(np.zeros((1, COLUMNS), dtype=np.uint64)),
        numba.int64,
        numba.typeof(seats),
        numba.typeof(desk),
        numba.from_dtype(RESULT),
    )
    playout.play_hand.compile(arguments)
    compiled = playout.play_hand.overloads[arguments]
    address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return _Kernel(address, compiled, _OF_A_HAND)


@cache
def _plain_hand() -> int:
    """Return the number of `sim.core.playout.play_hand` as plain Python."""
    PLAIN.append((playout.play_hand, None))
    return len(PLAIN) - 1
