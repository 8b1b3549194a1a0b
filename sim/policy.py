"""The contract between simulator and strategy.

A strategy is a function `choose(view, rules, params) -> (counts, meta)`: it is shown what its
seat may know (`SEAT_VIEW`), the compiled rules (`sim.core.tables.RULES`) and its own parameters,
and answers with a play, `PASS` for none. Other kinds of game show other records and are answered
otherwise: their `Sight` says how. A strategy reaches the simulator as a value, a `Policy`; the
simulator imports no strategy.
"""

from __future__ import annotations

import ctypes
import operator
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numba
import numpy as np

from sim.core.calls import PLAIN, PLAY
from sim.core.compiler import COMPILED, place_of, plain
from sim.core.tables import RULES
from sim.core.tailor import Kernel
from sim.core.view import SEAT_VIEW

PASS = (np.uint64(0), np.uint64(0))
"""The answer of a strategy that declines."""


@dataclass(frozen=True)
class Sight:
    """What the strategies of one kind of game are shown, and what they answer."""

    view: np.dtype[Any]
    """The record of what a seat may know."""
    rules: np.dtype[Any]
    """The record of the compiled rules."""
    answer: str
    """The two whole numbers of an answer, in words."""


CLIMBING_SIGHT = Sight(SEAT_VIEW, RULES, "rank counts and meta")

Choose = Callable[[Any, Any, Any], tuple[int, int]]
"""A strategy's function: (view, rules, params) to (counts, meta)."""

_NO_PARAMETERS = np.dtype([("none", "f8")])


@dataclass(frozen=True)
class Policy:
    """A strategy bound to its parameters, as the simulator calls it."""

    name: str
    """How results call it, parameters included."""
    choose: Choose
    """The function, as written; compiled or plain."""
    params: np.ndarray
    """One record of the strategy's parameters."""
    address: int
    """Where the simulator calls it."""
    trusted: bool
    """Whether its answers need no check; those of a user's strategy always get one."""
    kernel: Kernel | None = field(default=None, repr=False, compare=False)
    """What code for one rule set can be made from; None for plain Python and others' sources."""
    keep: tuple[Any, ...] = field(default=(), repr=False, compare=False)
    """What must live as long as the address."""


def params_record(values: dict[str, float]) -> np.ndarray:
    """Return parameters as an array of one record with a field a name."""
    dtype = np.dtype([(name, "f8") for name in values]) if values else _NO_PARAMETERS
    array = np.zeros(1, dtype=dtype)
    for name, value in values.items():
        array[name] = value
    return array


def as_records(array: np.ndarray) -> np.ndarray:
    """Return a structured array whose elements have attributes where plain Python reads them."""
    return array.view(np.recarray)


def for_kernel(array: np.ndarray) -> np.ndarray:
    """Return a structured array as kernels take it: as it is, unless they run as plain Python.

    An array whose elements have attributes takes numba some microseconds more to recognize.
    """
    return array if COMPILED else as_records(array)


def bind(  # noqa: PLR0913
    name: str,
    choose: Choose,
    values: dict[str, float],
    *,
    compiled: bool,
    trusted: bool,
    sight: Sight = CLIMBING_SIGHT,
) -> Policy:
    """Make a strategy callable by the simulator.

    Parameters
    ----------
    name : str
        How results call it.
    choose : function
        A Python function of (view, rules, params). It is compiled here if `compiled`.
    values : dict of str to float
        Its parameters.
    compiled : bool
        Whether numba compiles it; plain Python is called back, some microseconds a decision.
    trusted : bool
        Whether its answers go unchecked.
    sight : Sight
        What it is shown.

    Raises
    ------
    TypeError, numba.core.errors.NumbaError
        If a compiled strategy does not compile to the signature.
    """
    params = params_record(values)
    if not COMPILED:
        PLAIN.append((plain(choose), as_records(params)[0]))
        return Policy(name, choose, params, len(PLAIN) - 1, trusted)
    if not compiled:
        callback = _callback(choose, params, sight)
        address = ctypes.cast(callback, ctypes.c_void_p).value
        assert address is not None
        return Policy(name, choose, params, address, trusted, keep=(callback,))
    function = plain(choose)
    dispatcher = numba.njit(cache=trusted, nogil=True, error_model="numpy")(function)
    result = _compiled(dispatcher, params.dtype, sight)
    address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    source = place_of(function)
    kernel = Kernel(address, result, source, rules_at=1) if source else None
    return Policy(name, dispatcher, params, address, trusted, kernel, keep=(result,))


def _compiled(dispatcher: Any, params: np.dtype[Any], sight: Sight) -> Any:
    """Compile a strategy for the one signature."""
    signature = PLAY(*(numba.from_dtype(dtype) for dtype in (sight.view, sight.rules, params)))
    dispatcher.compile(signature)
    compiled = dispatcher.overloads[signature.args]
    if compiled.signature.return_type != PLAY:
        raise TypeError(f"a strategy returns two uint64: {sight.answer}")
    return compiled


def _callback(choose: Choose, params: np.ndarray, sight: Sight) -> Any:
    """Wrap plain Python in the native calling convention (see `sim.core.calls`)."""
    parameters = as_records(params)[0]
    shown: dict[tuple[int, int], tuple[Any, Any]] = {}

    def call(returned: Any, _: Any, view_address: int, rules_address: int, __: Any) -> int:
        try:
            key = (view_address, rules_address)
            records = shown.get(key)
            if records is None:
                # Other threads may do the same meanwhile: nothing is looked up twice.
                records = _at(view_address, sight.view), _at(rules_address, sight.rules)
                shown.clear()
                shown[key] = records
            returned[0], returned[1] = _play_words(choose(*records, parameters))
        except BaseException as error:  # Native code cannot carry it; `caught` hands it over.
            _CAUGHT[threading.get_ident()] = error
            return 1
        return 0

    pointer = ctypes.c_void_p
    convention = ctypes.CFUNCTYPE(
        ctypes.c_int32, ctypes.POINTER(ctypes.c_uint64), pointer, pointer, pointer, pointer
    )
    return convention(call)


_CAUGHT: dict[int, BaseException] = {}


def caught() -> BaseException | None:
    """Return and forget what a plain strategy raised last in this thread, an interrupt included."""
    return _CAUGHT.pop(threading.get_ident(), None)


def _play_words(answer: Any) -> tuple[int, int]:
    """Return a strategy's answer as two words; raise where it is something else."""
    try:
        counts, meta = (operator.index(word) for word in answer)
    except (TypeError, ValueError):
        raise TypeError(f"returned {answer!r}, not two whole numbers") from None
    if not (0 <= counts < _WORDS and 0 <= meta < _WORDS):
        raise ValueError(f"returned {answer!r}; accepted: two whole numbers 0 … 2**64 - 1")
    return counts, meta


_WORDS = 2**64


def _at(address: int, dtype: np.dtype[Any]) -> Any:
    """Return the record that lies at an address."""
    buffer = memoryview((ctypes.c_char * dtype.itemsize).from_address(address)).cast("B")
    return as_records(np.ndarray(1, dtype=dtype, buffer=buffer))[0]
