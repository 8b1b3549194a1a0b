"""What a strategy is to the rest of the project: its record and its parameters."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from sim.core.compiler import COMPILED, plain
from sim.errors import BadInput
from sim.families import family_of
from sim.policy import CLIMBING_SIGHT, Choose, Policy, Sight, params_record
from sim.progression.hand import STACK_SIGHT
from sim.rule_set import RuleSet
from strategies.compiling import bind_strategy

Declares = Callable[[Any], bool]
"""Says whether a strategy plays a rule set."""


def ANY_CLIMBING(rules: RuleSet) -> bool:  # noqa: N802 - read as a constant
    """Return True: the strategy plays every climbing game."""
    return True


def ANY_STACKS(rules: RuleSet) -> bool:  # noqa: N802 - read as a constant
    """Return True: the strategy plays every game of building stacks, Progression in its forms."""
    return True


KINDS: Mapping[str, Sight] = {"climbing": CLIMBING_SIGHT, "stacks": STACK_SIGHT}
"""The kinds of game, and what their strategies are shown."""


def kind_of(rules: RuleSet) -> str:
    """Return the kind of game that a rule set is, a key of `KINDS`."""
    return next(kind for kind, sight in KINDS.items() if sight is family_of(rules).sight)


@dataclass(frozen=True)
class Param:
    """A number that tunes a strategy."""

    default: float
    """Its value unless the user names another."""
    text: str
    """What it means, for a card player."""
    low: float = field(kw_only=True)
    """Smallest accepted value."""
    high: float = field(kw_only=True)
    """Largest accepted value."""

    def __post_init__(self) -> None:
        """Refuse a default that is not accepted itself."""
        if not self.low <= self.default <= self.high:
            raise BadInput(f"a parameter's default {self.default} is not in {self.range}")

    @property
    def range(self) -> str:
        """The accepted values as text."""
        return f"{_number(self.low)} … {_number(self.high)}"


@dataclass(frozen=True)
class Strategy:
    """A strategy with its parameters' values: what a line-up is made of."""

    name: str
    """Its name on the command line; a user's with its file in front."""
    text: str
    """What it does, in one sentence."""
    choose: Choose
    """Its function of (view, rules, params), as written."""
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)
    """Its parameters, in canonical order."""
    sources: tuple[str, ...] = ()
    """Where the idea comes from."""
    compiled: bool = True
    """Whether numba compiles it; else it is called as plain Python."""
    declares: Declares = ANY_CLIMBING
    """Says which rule sets it plays."""
    kind: str = "climbing"
    """The kind of game it plays, a key of `KINDS`."""
    trusted: bool = False
    """Whether its answers need no check: only the project's own."""
    source_hash: str | None = None
    """SHA-256 of a user's file."""
    changed: tuple[tuple[str, float], ...] = ()
    """Parameters that differ from their defaults, in canonical order."""

    @property
    def values(self) -> dict[str, float]:
        """Every parameter's value."""
        changed = dict(self.changed)
        return {name: changed.get(name, float(each.default)) for name, each in self.params.items()}

    @property
    def label(self) -> str:
        """Its name with the parameters that differ from their defaults."""
        pairs = (f"{name}={_number(value)}" for name, value in self.changed)
        return ":".join((self.name, *pairs))

    def plays(self, rules: RuleSet) -> bool:
        """Return whether it declares to play a rule set."""
        return kind_of(rules) == self.kind and self.declares(rules)

    def with_params(self, values: Mapping[str, float | str]) -> Strategy:
        """Return the strategy with some parameters set, the others unchanged.

        Raises
        ------
        BadInput
            For an unknown parameter (the known ones are listed) or a value out of range.
        """
        merged = self.values
        for name, given in values.items():
            if name not in self.params:
                known = ", ".join(self.params) or "none"
                raise BadInput(f"{self.name} has no parameter '{name}'; it has {known}")
            merged[name] = _read_value(self.name, name, given, self.params[name])
        changed = tuple((k, v) for k, v in merged.items() if v != self.params[k].default)
        return replace(self, changed=changed)

    def policy(self) -> Policy:
        """Return what the simulator calls, compiled on first use and once a process.

        Raises
        ------
        BadInput
            If a user's strategy does not compile, or does not return two whole numbers.
        """
        return _policy(self)


@cache
def _policy(strategy: Strategy) -> Policy:
    if strategy.compiled and COMPILED and strategy.changed:
        # Machine code does not depend on values: one compilation serves them all.
        compiled = _policy(replace(strategy, changed=()))
        return replace(compiled, name=strategy.label, params=params_record(strategy.values))
    return bind_strategy(
        strategy.label,
        strategy.choose,
        strategy.values,
        compiled=strategy.compiled,
        trusted=strategy.trusted,
        sight=KINDS[strategy.kind],
    )


def strategy(
    *,
    name: str,
    params: Mapping[str, Param] | None = None,
    rules: Declares = ANY_CLIMBING,
    kind: str | None = None,
    sources: Sequence[str] = (),
    compiled: bool = True,
) -> Callable[[Choose], Strategy]:
    """Make a strategy of a function `choose(view, rules, params) -> (counts, meta)`.

    Parameters
    ----------
    name : str
        Its name on the command line.
    params : mapping of str to Param, optional
        Its parameters; `params.points` is the value of "points" in the function.
    rules : function, optional
        Says for a rule set whether the strategy plays it; by default it plays all climbing games,
        with `ANY_STACKS` all games of building stacks.
    kind : str, optional
        The kind of game where `rules` is a function of the user's: "climbing" or "stacks".
    sources : sequence of str, optional
        Where the idea comes from.
    compiled : bool, optional
        Whether numba compiles it. Plain Python is some hundred times slower and can use anything.

    Returns
    -------
    function
        That turns the function into a `Strategy`. Nothing is registered.

    Raises
    ------
    BadInput
        For a name that the command line could not read.
    """
    if not _NAME.fullmatch(name):
        raise BadInput(f"a strategy's name is letters, digits and _, not '{name}'")
    if kind is None:
        kind = "stacks" if rules is ANY_STACKS else "climbing"
    if kind not in KINDS:
        raise BadInput(f"{name}: no kind of game '{kind}'; there are {', '.join(KINDS)}")
    for each in params or {}:
        if not _NAME.fullmatch(each):
            raise BadInput(f"{name}: a parameter's name is letters, digits and _, not '{each}'")

    def make(choose: Choose) -> Strategy:
        return Strategy(
            name=name,
            text=first_sentence(choose),
            choose=choose,
            params=MappingProxyType(dict(params or {})),
            sources=tuple(sources),
            compiled=compiled,
            declares=rules,
            kind=kind,
            trusted=plain(choose).__module__.startswith("strategies."),
        )

    return make


def first_sentence(choose: Choose) -> str:
    """Return the first paragraph of a function's docstring as one line."""
    text = inspect.getdoc(plain(choose)) or ""
    return " ".join(text.split("\n\n")[0].split())


_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _read_value(owner: str, name: str, given: float | str, param: Param) -> float:
    try:
        value = float(given)
    except ValueError:
        value = math.nan
    if not param.low <= value <= param.high:
        raise BadInput(f"{owner}: {name}={given}: accepted: {param.range}")
    return value
