"""Kernels compiled once for all callers.

numba compiles what a kernel calls into every caller anew. For code that is long and not often run
that multiplies the time to compile, so the functions below this decorator are compiled by
themselves, given a name in the process, and called through it like any library's function. Like
`sim.core.calls` this leans on numba's calling convention.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.core.compiler import COMPILED, OPTIONS

SHARED: dict[str, Any] = {}
"""The compile results of these kernels, by symbol."""


def shared(result: Any, *arguments: Any) -> Callable[[Any], Any]:
    """Return a decorator that compiles a function for one signature, once.

    Parameters
    ----------
    result : numba type
    *arguments : numba types
        Four to six; records are passed as pointers, nothing is reference counted.
    """
    if not COMPILED:
        return lambda function: function

    def decorate(function: Any) -> Any:
        dispatcher = numba.njit(result(*arguments), cache=True, forceinline=False, **OPTIONS)(
            function
        )
        compiled = dispatcher.overloads[arguments]
        symbol = f"fiftyk.{function.__name__}"
        assert symbol not in SHARED
        SHARED[symbol] = compiled
        llvm.add_symbol(
            symbol, compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
        )

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            function_type = context.call_conv.get_function_type(result, arguments)
            callee = cgutils.get_or_insert_function(builder.module, function_type, symbol)
            # The status is not looked at: these kernels raise nothing.
            _, value = context.call_conv.call_function(builder, callee, result, arguments, args)
            return value

        call = _CALLS[len(arguments)](result(*arguments), codegen)
        call.py_func = function
        return call

    return decorate


def _call_of_four(signature: Any, codegen: Any) -> Any:
    @intrinsic
    def call(typing_context, a, b, c, d):  # type: ignore[no-untyped-def]
        return signature, codegen

    return call


def _call_of_five(signature: Any, codegen: Any) -> Any:
    @intrinsic
    def call(typing_context, a, b, c, d, e):  # type: ignore[no-untyped-def]
        return signature, codegen

    return call


def _call_of_six(signature: Any, codegen: Any) -> Any:
    @intrinsic
    def call(typing_context, a, b, c, d, e, f):  # type: ignore[no-untyped-def]
        return signature, codegen

    return call


_CALLS = {4: _call_of_four, 5: _call_of_five, 6: _call_of_six}

WORD, NUMBER = types.uint64, types.int64
WORDS = types.UniTuple(WORD, 2)
FOUND = types.Tuple((NUMBER, WORD, WORD))
"""What a walk over plays returns: how many are left to go, rank counts, meta."""
