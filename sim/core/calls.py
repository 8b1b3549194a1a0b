"""Calling a strategy by its native address.

Strategies are compiled alone, with one signature, and reach the playout as addresses in an array:
no line-up ever needs a compilation of its own. This leans on numba's internals (the native calling
convention `int32 status f(return*, exception**, arguments…)`, records passed as pointers), which is
why numba is pinned to one minor version and `tests` call through here with every kind of strategy.
With the compiler off, an address is an index into `PLAIN`.
"""

from __future__ import annotations

from collections.abc import Callable

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from sim.core.compiler import COMPILED

PLAY = types.UniTuple(types.uint64, 2)
_ANY_PARAMS = numba.from_dtype(np.dtype([("value", "f8")]))

PLAIN: list[tuple[Callable[..., tuple[int, int]], object]] = []
"""With the compiler off: (function, parameters) by address."""

if COMPILED:

    @intrinsic
    def call_strategy(typing_context, address, view, rules, params):  # type: ignore[no-untyped-def]
        """Return (status, counts, meta); a status that is not 0 means the strategy raised."""
        result = types.Tuple((types.int32, types.uint64, types.uint64))

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            argument_types = (view, rules, _ANY_PARAMS)
            function_type = context.call_conv.get_function_type(PLAY, argument_types)
            function = builder.inttoptr(args[0], function_type.as_pointer())
            pointer = builder.inttoptr(args[3], context.get_value_type(_ANY_PARAMS))
            status, play = context.call_conv.call_function(
                builder, function, PLAY, argument_types, [args[1], args[2], pointer]
            )
            counts = builder.extract_value(play, 0)
            meta = builder.extract_value(play, 1)
            return context.make_tuple(builder, signature.return_type, [status.code, counts, meta])

        return result(address, view, rules, params), codegen

    @intrinsic
    def call_hand(typing_context, address, rules, shown, hands, leader, seated, desk, result):  # type: ignore[no-untyped-def]  # noqa: PLR0913, PLR0917
        """Return the status of `sim.core.playout.play_hand` at an address."""
        arguments = (rules, shown, hands, leader, seated, desk, result)

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            function_type = context.call_conv.get_function_type(types.int64, arguments)
            function = builder.inttoptr(args[0], function_type.as_pointer())
            # It raises nothing.
            _, status = context.call_conv.call_function(
                builder, function, types.int64, arguments, args[1:]
            )
            return status

        return types.int64(address, *arguments), codegen

else:

    def call_strategy(address, view, rules, params):  # type: ignore[no-untyped-def]
        """Return (status, counts, meta); a status that is not 0 means the strategy raised."""
        function, parameters = PLAIN[int(address)]
        try:
            counts, meta = function(view, rules, parameters)
            return 0, np.uint64(counts), np.uint64(meta)
        except Exception:
            return 1, np.uint64(0), np.uint64(0)

    def call_hand(address, *arguments):  # type: ignore[no-untyped-def]
        """Return the status of `sim.core.playout.play_hand` at an address."""
        return PLAIN[int(address)][0](*arguments)
