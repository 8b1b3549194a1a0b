"""Which machine code plays a batch: that for any table or, where it pays, one for this table.

Code for one table (`sim.core.tailor`) plays the same hands in a half to nine tenths of the time,
and takes a second or two to make. So it is made for what has played some seconds by one rule set,
and kept on disk, where what has played a moment looks for it.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numba
import numpy as np

from sim.core import playout
from sim.core.calls import PLAIN
from sim.core.compiler import COMPILED
from sim.core.hands import COLUMNS
from sim.core.tables import RULES_RECORD
from sim.core.tailor import Kernel, tailored
from sim.core.turns import RESULT
from sim.core.view import SEAT_VIEW
from sim.policy import Policy
from sim.rules import Rules

SEEK_AFTER = 0.1
"""Seconds of play after which code for one table is looked for on disk."""
MAKE_AFTER = 4.0
"""Seconds of play after which it is made."""


@dataclass
class _Use:
    """How much a kernel has been used with a rule set."""

    seconds: float = 0.0
    sought: bool = False
    given_up: bool = False
    address: int = 0
    """Of its code for the rule set; 0 for none so far."""


@dataclass(frozen=True)
class Code:
    """Where to find the code for a batch of trusted strategies."""

    of_hand: int
    """Of `sim.core.playout.play_hand`."""
    of_strategies: list[int]
    """Of each seat's strategy."""
    uses: list[_Use]


_uses: dict[tuple[int, bytes], _Use] = {}
_making = threading.Lock()


def code_of(rules: Rules, lineup: Sequence[Policy]) -> Code:
    """Return the code for a batch; the line-up, one a seat, is trusted."""
    at = {address: address for address in (hand_code(), *(policy.address for policy in lineup))}
    uses = []
    for kernel in _kernels(lineup) if COMPILED else ():
        use = _uses.setdefault((kernel.address, rules.record_bytes), _Use())
        at[kernel.address] = _address(kernel, use, rules.record_bytes)
        uses.append(use)
    return Code(at[hand_code()], [at[policy.address] for policy in lineup], uses)


def hand_code() -> int:
    """Return where `sim.core.playout.play_hand` for any table starts."""
    return _hand_kernel().address if COMPILED else _plain_hand()


def note_play(code: Code, seconds: float) -> None:
    """Remember for how long code has played."""
    for use in code.uses:
        # Threads may lose each other's seconds: it is then made a little later.
        use.seconds += seconds


def make_code(rules: Rules, lineup: Sequence[Policy]) -> None:
    """Have the code of a line-up made for a rule set now, however short it has played."""
    note_play(code_of(rules, lineup), MAKE_AFTER)
    code_of(rules, lineup)


def _kernels(lineup: Sequence[Policy]) -> list[Kernel]:
    """Return what plays a batch and can be made for one rule set."""
    strategies = {policy.address: policy.kernel for policy in lineup if policy.kernel}
    return [_hand_kernel(), *strategies.values()]


def _address(kernel: Kernel, use: _Use, record: bytes) -> int:
    """Return where the code of a kernel for one rule set starts, or else that for any."""
    make = use.seconds >= MAKE_AFTER
    due = make or (use.seconds >= SEEK_AFTER and not use.sought)
    # Who comes while another thread makes code goes on with what there is.
    if due and not use.address and not use.given_up and _making.acquire(blocking=False):
        try:
            use.sought = True
            use.address = tailored(kernel, record, make=make) or 0
        except Exception as error:  # noqa: BLE001
            # It is there for speed alone, and leans on what a compiler may change.
            use.given_up = True
            warnings.warn(f"no code for one rule set: {error}", RuntimeWarning, stacklevel=4)
        finally:
            _making.release()
    return use.address or kernel.address


@cache
def _hand_kernel() -> Kernel:
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
    return Kernel(address, compiled, playout.play_hand.py_func.__qualname__, rules_at=0)


@cache
def _plain_hand() -> int:
    """Return the number of `sim.core.playout.play_hand` as plain Python."""
    PLAIN.append((playout.play_hand, None))
    return len(PLAIN) - 1
