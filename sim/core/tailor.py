"""Kernels tailored to one rule set: the table's numbers become constants of the machine code.

A kernel reads the rules from a record. Compiled once more from the same intermediate code, with
the record's bytes in place of its pointer, it plays the same hands: tests of the rules are gone,
loops over rows are written out. Like `sim.core.shared` this leans on numba's internals.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock

from sim.core.shared import SHARED

_BEFORE_ARGUMENTS = 2
"""A native kernel's own first arguments: where its result goes, and where an error would."""
_EAGER = ("-unroll-threshold=3000", "-force-specialization")
"""Options of LLVM for these kernels: loops over a table's rows are written out even if they come to
so many instructions, then what a row calls is made anew for that row."""
_USUAL = ("-unroll-threshold=300", "-force-specialization=false")
"""The same options as all other kernels are compiled with: LLVM's own choice."""
_DIGEST = hashlib.sha256().digest_size
"""Bytes before what is kept on disk, by which a damaged file is known."""
_ROUNDS = 2
"""How often the code is optimised: the second time, rows that were written out are constants."""


@dataclass(frozen=True)
class Kernel:
    """A kernel that reads the rules, one of the project's own."""

    address: int
    """Where its code for any rule set starts."""
    compiled: Any
    """What numba made of it, for one signature."""
    source: str
    """What tells it from all others that the cache folder is named for."""
    rules_at: int
    """Which of its arguments is the rules; those before it are records too."""


class _Tailored(JITCodeLibrary):
    """A library in which nobody but one kernel calls the others, so that they can be fitted."""

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.name != self.name:
                function.linkage = "internal"
                # The engine finds a function by its name, even one that is internal.
                function.name = f"{self.name}.{function.name}"
        for option in _EAGER:
            llvm.set_option("fiftyk", option)
        try:
            for _ in range(_ROUNDS):
                super()._optimize_final_module()
        finally:
            for option in _USUAL:
                llvm.set_option("fiftyk", option)


def tailored(kernel: Kernel, record: bytes, *, make: bool) -> int | None:
    """Return where a kernel's code for one rule set starts; None if it has to be made first.

    Parameters
    ----------
    kernel : Kernel
    record : bytes
        Of `sim.core.tables.RULES`: what stands there.
    make : bool
        Whether to compile what is not in the cache folder, which takes about a second.

    Returns
    -------
    int or None
        An address that is called like the kernel's own; its rules argument is not looked at.
    """
    with global_compiler_lock:
        name = _name(kernel, record)
        codegen = kernel.compiled.library.codegen
        path = Path(numba.config.CACHE_DIR) / f"{name}.pickle"
        library = _loaded(codegen, path)
        if library is None and make:
            library = _made(kernel, record, name)
            _keep(library, path)
        if library is None:
            return None
        _ALIVE.append(library)
        address: int = library.get_pointer_to_function(name)
        return address


_ALIVE: list[Any] = []
"""Libraries whose code may be running, should numba ever give the memory of lost ones back."""


def _shared_in(library: Any) -> dict[str, Any]:
    """Return the kernels of `sim.core.shared` that a library calls, by symbol."""
    found: dict[str, Any] = {}
    libraries = [library]
    while libraries:
        for function in libraries.pop()._get_module_for_linking().functions:
            if function.name in SHARED and function.name not in found:
                found[function.name] = SHARED[function.name]
                libraries.append(SHARED[function.name].library)
    return found


def _name(kernel: Kernel, record: bytes) -> str:
    """Return a name for what the code is made from; sources have named the cache folder.

    The kernel's symbol would not do: what numba counts in it starts anew in every process.
    """
    made_from = (
        (kernel.source, kernel.compiled.fndesc.argtypes, kernel.rules_at, _EAGER, _ROUNDS),
        (kernel.compiled.library.codegen.magic_tuple(), numba.__version__, llvmlite.__version__),
    )
    digest = hashlib.sha256(record)
    digest.update(repr(made_from).encode())
    return f"tailored-{digest.hexdigest()[:32]}"


def _made(kernel: Kernel, record: bytes, name: str) -> Any:
    """Compile a kernel with its rules made constant."""
    compiled = kernel.compiled
    library = _Tailored(compiled.library.codegen, name)
    library.enable_object_caching()
    module = library.create_ir_module(name)
    rules = ir.GlobalVariable(module, ir.ArrayType(ir.IntType(8), len(record)), "rules")
    rules.global_constant = True
    rules.linkage = "private"
    rules.align = 64
    rules.initializer = ir.Constant(rules.value_type, bytearray(record))
    _add_call(module, name, compiled, {_BEFORE_ARGUMENTS + kernel.rules_at: rules})
    shared = _shared_in(compiled.library)
    for symbol, each in shared.items():
        _add_call(module, symbol, each, {})
    library.add_ir_module(module)
    for each in (compiled, *shared.values()):
        library.add_linking_library(each.library)
    library.finalize()
    return library


def _add_call(module: Any, name: str, compiled: Any, constants: dict[int, Any]) -> None:
    """Add a function to a module that calls a kernel, with constants for some arguments."""
    described = compiled.fndesc
    convention = compiled.target_context.call_conv
    kind = convention.get_function_type(described.restype, described.argtypes)
    kernel = ir.Function(module, kind, described.llvm_func_name)
    function = ir.Function(module, kind, name)
    builder = ir.IRBuilder(function.append_basic_block())
    arguments = list(function.args)
    for at, constant in constants.items():
        arguments[at] = constant.bitcast(kind.args[at])
    builder.ret(builder.call(kernel, arguments))


def _loaded(codegen: Any, path: Path) -> Any:
    """Return a library out of the cache folder, None if it is not there whole."""
    try:
        kept = path.read_bytes()
    except OSError:
        return None
    digest, state = kept[:_DIGEST], kept[_DIGEST:]
    if hashlib.sha256(state).digest() != digest:
        return None
    return codegen.unserialize_library(pickle.loads(state))


def _keep(library: Any, path: Path) -> None:
    """Put a library into the cache folder; without one, the next process makes it anew."""
    state = pickle.dumps(library.serialize_using_object_code())
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
    with contextlib.suppress(OSError):
        try:
            part.write_bytes(hashlib.sha256(state).digest() + state)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
