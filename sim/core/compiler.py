"""One place for the compiler's options, and for the disk cache that can be trusted.

numba notices an edit of the file a function stands in, not an edit of a function it calls
in another file: a stale entry then gives wrong scores silently. The cache folder is therefore
named by a hash of every source file that compiled code can come from.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

_ROOT = Path(__file__).resolve().parents[2]
_CORE = Path(__file__).resolve().parent
_COMPILED_FOLDERS = ("sim", "strategies", "analysis")

COMPILED = not numba.config.DISABLE_JIT
"""False where `NUMBA_DISABLE_JIT=1` runs the kernels as plain Python (coverage job)."""


@cache
def compiled_sources() -> dict[Path, bytes]:
    """Return all sources that compiled code can come from, by file.

    The core, whatever imports this module, and what those files may take constants from: their
    own folder's such files and the core. Plain modules are left out, so that editing them does not
    throw all compiled code away.
    """
    found = {}
    for folder in _COMPILED_FOLDERS:
        for path in sorted((_ROOT / folder).rglob("*.py")):
            source = path.read_bytes()
            if path.parent == _CORE or folder == "strategies" or b"sim.core.compiler" in source:
                found[path] = source
    return found


def source_hash() -> str:
    """Return a short hash of `compiled_sources`."""
    digest = hashlib.sha256()
    for path, source in compiled_sources().items():
        digest.update(str(path.relative_to(_ROOT)).encode())
        digest.update(source)
    return digest.hexdigest()[:16]


def place_of(function: Any) -> str | None:
    """Return where in `compiled_sources` a plain function stands; None if it stands elsewhere.

    With the cache folder, which is named for these sources, the place tells what the function does;
    None, too, for one that closes over values, which it does not tell.
    """
    code = function.__code__
    path = Path(code.co_filename).resolve()
    if path not in compiled_sources() or function.__closure__ is not None:
        return None
    return f"{path.relative_to(_ROOT)}:{code.co_firstlineno} {function.__qualname__}"


def cache_folder() -> Path:
    """Return the folder of this source's cache entries; `FIFTYK_CACHE` moves its parent."""
    home = os.environ.get("FIFTYK_CACHE") or os.environ.get("XDG_CACHE_HOME")
    parent = Path(home) if home else Path.home() / ".cache"
    folder = parent / "fiftyk" / source_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    # A home that cannot be written costs a fresh compilation, never a failure.
    return Path(tempfile.mkdtemp(prefix="fiftyk-cache-"))


if COMPILED:
    numba.config.CACHE_DIR = str(cache_folder())
else:
    # Uncompiled uint64 scalars warn where compiled ones wrap, as hashing intends.
    np.seterr(over="ignore")

OPTIONS = {"nogil": True, "error_model": "numpy"}

# Said, because numba would pass `forceinline` on from an inlined caller that compiles it first.
kernel = numba.njit(cache=True, forceinline=False, **OPTIONS)
"""Decorator of an entry point: compiled on first use, kept on disk, free of the GIL."""

borrowing = numba.njit(cache=True, forceinline=False, _nrt=False, **OPTIONS)
"""Decorator of a kernel without allocations that is called often: it counts no references to the
arrays it is given, which its caller keeps alive. Counting takes longer than a turn."""

inlined = numba.njit(cache=True, forceinline=True, **OPTIONS)
"""Decorator of a small helper that is always inlined into its callers."""

if COMPILED:

    @intrinsic
    def stay_out_of_line(typing_context):  # type: ignore[no-untyped-def]
        """Keep the function that calls this from being copied into its callers.

        For rare work: copied into a hot loop, it takes registers from the common work.
        """

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.void(), codegen

else:

    def stay_out_of_line() -> None:
        """Do nothing: plain Python has no copies."""


def plain(function: Any) -> Callable[..., Any]:
    """Return the Python function under a decorator of this file."""
    return getattr(function, "py_func", function)
