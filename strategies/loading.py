"""Strategies out of a user's own file."""

from __future__ import annotations

import hashlib
import inspect
import sys
import traceback
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from sim.core.compiler import plain
from sim.errors import BadInput
from strategies.registry import Strategy, first_sentence

_ARGUMENTS = 3
_LOADED: dict[str, tuple[ModuleType, str]] = {}
"""What has been run, by resolved path: the module, and the hash of its source."""


def load_strategy(path: str, name: str, kind: str = "climbing") -> Strategy:
    """Return a strategy of a user's file; the file is run once a process.

    Parameters
    ----------
    path : str
        The file, as the user wrote it; it becomes part of the strategy's name.
    name : str
        A name given to `@strategy`, or a function of (view, rules, params).
    kind : str
        The kind of game that a bare function is taken to play.

    Raises
    ------
    BadInput
        If there is no such file or name, or the file does not run.
    """
    resolved = str(Path(path).resolve())
    if resolved not in _LOADED:
        _LOADED[resolved] = _run_file(resolved, path)
    module, source_hash = _LOADED[resolved]
    found = _strategies_of(module, kind)
    if name in found:
        return replace(found[name], name=f"{path}:{name}", trusted=False, source_hash=source_hash)
    listed = ", ".join(found) or "none"
    if not hasattr(module, name):
        raise BadInput(f"{path} has no strategy '{name}'; it has {listed}")
    is_callable = callable(getattr(module, name))
    what = "takes other arguments" if is_callable else "is not a function"
    raise BadInput(
        f"{path}: '{name}' {what}; a strategy is a function of (view, rules, params); "
        f"it has {listed}"
    )


def _run_file(resolved: str, shown: str) -> tuple[ModuleType, str]:
    """Return the file as a module and the hash of exactly what was run."""
    path = Path(resolved)
    try:
        source = path.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot read {shown}: {error.strerror}") from None
    source_hash = hashlib.sha256(source).hexdigest()
    module = ModuleType(f"user_strategies_{source_hash[:16]}")
    module.__file__ = resolved
    # Where classes and dataclasses of the file look their module up.
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, resolved, "exec"), module.__dict__)
    except SyntaxError as error:
        raise BadInput(f"{shown}, line {error.lineno}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == resolved
        ]
        at = f", line {lines[-1]}" if lines else ""
        raise BadInput(f"{shown}{at}: {type(error).__name__}: {_first_line(error)}") from None
    return module, source_hash


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or ["no reason given"])[0]


def _strategies_of(module: ModuleType, kind: str) -> dict[str, Strategy]:
    """Return what a file offers, by name: its `Strategy` records and its bare functions."""
    found = {}
    for name, thing in vars(module).items():
        if isinstance(thing, Strategy):
            if not thing.trusted:
                found[thing.name] = thing
        elif _is_bare_strategy(module, name, thing):
            found[name] = Strategy(
                name=name,
                text=first_sentence(thing),
                choose=thing,
                compiled=hasattr(thing, "py_func"),
                kind=kind,
            )
    return found


def _is_bare_strategy(module: ModuleType, name: str, thing: Any) -> bool:
    function = plain(thing)
    return (
        not name.startswith("_")
        and inspect.isfunction(function)
        and function.__module__ == module.__name__
        and len(inspect.signature(function).parameters) == _ARGUMENTS
    )
