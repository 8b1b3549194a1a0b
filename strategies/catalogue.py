"""Every strategy of the project, and how the name of one is read.

Names meet strategies here and nowhere below.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.errors import BadInput
from sim.rule_set import RuleSet
from strategies.balanced import BALANCED
from strategies.bomb_saver import BOMB_SAVER
from strategies.collector import COLLECTOR
from strategies.counter import COUNTER
from strategies.loading import load_strategy
from strategies.lowest import LOWEST
from strategies.partner import PARTNER
from strategies.planner import PLANNER
from strategies.progression import STACK_STRATEGIES
from strategies.registry import Strategy, kind_of
from strategies.shed import SHED
from strategies.uniform import UNIFORM

STRATEGIES = (
    UNIFORM,
    LOWEST,
    SHED,
    PLANNER,
    BOMB_SAVER,
    COLLECTOR,
    PARTNER,
    COUNTER,
    BALANCED,
)
"""Those of climbing games, in the order in which they are listed; a test compares it with the files
in this folder."""

ALL_STRATEGIES = STRATEGIES + STACK_STRATEGIES
"""Those of every kind of game; names are unique within a kind."""

_USER_FILE = re.compile(r"(?P<path>.*?\.py):(?P<rest>.*)")


def playing(rules: RuleSet) -> tuple[Strategy, ...]:
    """Return the project's strategies that play a rule set."""
    return tuple(each for each in ALL_STRATEGIES if each.plays(rules))


def find_strategy(text: str, rules: RuleSet | None = None) -> Strategy:
    """Return the strategy that a text names.

    Parameters
    ----------
    text : str
        `name`, `name:param=value:…`, or `path/to/file.py:name` with or without parameters.
    rules : RuleSet, optional
        What it is to play; without, the first strategy of that name.

    Raises
    ------
    BadInput
        For an unknown name, parameter or value (the accepted ones are listed), a file that cannot
        be used, or a strategy that does not play these rules.

    Examples
    --------
    >>> find_strategy("lowest").label
    'lowest'
    """
    found = _USER_FILE.fullmatch(text.strip())
    path, rest = (found["path"], found["rest"]) if found else (None, text.strip())
    name, *settings = rest.split(":")
    if path is not None:
        chosen = load_strategy(path, name, kind_of(rules) if rules else "climbing")
    else:
        candidates = (*(playing(rules) if rules else ()), *ALL_STRATEGIES)
        named = [each for each in candidates if each.name == name]
        if not named:
            listed = _listed(playing(rules) if rules else ALL_STRATEGIES)
            raise BadInput(f"no strategy '{name}'; there are {listed}, and path/to/file.py:name")
        chosen = named[0]
    if rules is not None and not chosen.plays(rules):
        raise BadInput(
            f"{chosen.name} does not play {rules.id}; those that do are {_listed(playing(rules))}"
        )
    values: dict[str, str] = {}
    for setting in settings:
        parameter, equals, value = setting.partition("=")
        if not equals:
            raise BadInput(f"{text}: '{setting}' is not like parameter=value")
        if parameter in values:
            raise BadInput(f"{text}: parameter '{parameter}' is given twice")
        values[parameter] = value
    return chosen.with_params(values)


def _listed(strategies: Sequence[Strategy]) -> str:
    return ", ".join(dict.fromkeys(each.name for each in strategies))


def line_up(rules: RuleSet, texts: str | Sequence[str]) -> tuple[Strategy, ...]:
    """Return the strategy of each seat.

    Parameters
    ----------
    rules : RuleSet
    texts : str or sequence of str
        Names, by commas if one text: one for all seats, one for each side, or one for each seat.

    Raises
    ------
    BadInput
        For a wrong number of names, or a name that `find_strategy` refuses.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> [each.name for each in line_up(FIFTYK4, "lowest,shed")]
    ['lowest', 'shed', 'lowest', 'shed']
    """
    names = texts.split(",") if isinstance(texts, str) else list(texts)
    chosen = [find_strategy(name, rules) for name in names]
    if len(chosen) == 1:
        return tuple(chosen * rules.seats)
    if len(chosen) == rules.seats:
        return tuple(chosen)
    if len(chosen) == rules.side_count:
        # Hidden sides are hidden from the line-up too: two names alternate by seat.
        return tuple(chosen[seat % rules.side_count] for seat in range(rules.seats))
    accepted = " or ".join(str(n) for n in sorted({1, rules.side_count, rules.seats}))
    raise BadInput(f"{len(chosen)} strategies for {rules.id}: accepted: {accepted}")
