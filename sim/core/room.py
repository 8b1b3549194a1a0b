"""Work space on the stack.

A small array from the allocator costs as much as a decision. An array made here lives until the
function that asked for it returns: it may be passed on to other kernels, never returned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype

from sim.core.compiler import COMPILED


def stack_array(shape: tuple[int, ...], dtype: Any) -> Callable[[], Any]:
    """Return a function without arguments that gives a kernel an uninitialised array.

    Parameters
    ----------
    shape : tuple of int
    dtype : numpy scalar type
    """
    if not COMPILED:
        return lambda: np.empty(shape, dtype)
    item = np.dtype(dtype)
    array_type = types.Array(from_dtype(item), len(shape), "C")
    strides = [item.itemsize * int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]

    @intrinsic
    def room(typing_context):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            def number(value):  # type: ignore[no-untyped-def]
                return context.get_constant(types.intp, value)

            array = make_array(array_type)(context, builder)
            data = cgutils.alloca_once(
                builder,
                context.get_data_type(array_type.dtype),
                size=number(int(np.prod(shape))),
            )
            populate_array(
                array,
                data=data,
                shape=[number(length) for length in shape],
                strides=[number(step) for step in strides],
                itemsize=number(item.itemsize),
                meminfo=None,
            )
            return array._getvalue()

        return array_type(), codegen

    return room
