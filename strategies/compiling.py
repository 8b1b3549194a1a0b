"""Making a strategy's function callable, and saying in one line why it cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from numba import types
from numba.core import ir

from sim.core.compiler import COMPILED
from sim.errors import BadInput
from sim.policy import Choose, Policy, Sight, bind


def bind_strategy(  # noqa: PLR0913
    name: str,
    choose: Choose,
    values: dict[str, float],
    *,
    compiled: bool,
    trusted: bool,
    sight: Sight,
) -> Policy:
    """Return a strategy as the simulator calls it.

    Raises
    ------
    BadInput
        If a user's strategy does not compile or returns something else than two whole numbers.
    """
    if trusted or not compiled or not COMPILED:
        return bind(name, choose, values, compiled=compiled, trusted=trusted, sight=sight)
    try:
        policy = bind(name, choose, values, compiled=True, trusted=False, sight=sight)
    except KeyError as error:
        # How numba says that a record has no such field.
        raise BadInput(
            f"{name} does not compile: the view, the rules or the parameters have no {error}"
        ) from None
    except Exception as error:  # The compiler fails in many ways on code it does not expect.
        raise BadInput(f"{name} does not compile: {_one_line(error, sight)}") from None
    dispatcher: Any = policy.choose
    (overload,) = dispatcher.overloads.values()
    for line, answer in _answers(overload.type_annotation):
        if not _is_play(answer):
            raise BadInput(
                f"{name}, line {line}: returns {_named(answer)}; {_asked(sight)}, and numbers that "
                "are uint64 in one branch and int64 in another become float64"
            )
    return policy


def _answers(annotation: Any) -> Iterator[tuple[int, Any]]:
    """Yield (line, type) of each returned value as it was before it was cast to a play.

    The signature casts every answer, a float too, which would lose bits silently.
    """
    for block in annotation.blocks.values():
        for statement in block.body:
            value = getattr(statement, "value", None)
            if isinstance(value, ir.Expr) and value.op == "cast":
                yield statement.loc.line, annotation.typemap[value.value.name]


def _is_play(answer: Any) -> bool:
    parts = getattr(answer, "types", ())
    return len(parts) == 2 and all(
        isinstance(types.unliteral(part), types.Integer) for part in parts
    )


def _named(answer: Any) -> str:
    parts = getattr(answer, "types", (answer,))
    return ", ".join(str(types.unliteral(part)) for part in parts)


def _asked(sight: Sight) -> str:
    return f"a strategy returns two whole numbers: {sight.answer}"


def _one_line(error: Exception, sight: Sight) -> str:
    """Return the sentence of a compiler's message that tells a person something, and its line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    cause = next(
        (line for line in lines if not line.startswith(("Failed in", "During:"))), "no reason given"
    )
    if "No conversion from" in str(error):
        cause = f"{_asked(sight)} ({cause})"
    at = re.search(r'File "[^"]*", line (\d+)', str(error))
    return f"{cause} (line {at[1]})" if at else cause
