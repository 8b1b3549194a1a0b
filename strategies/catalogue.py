"""Every strategy of the project, and how the name of one is read.

Names meet strategies here and nowhere below.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.errors import BadInput
from sim.rules import Rules
from strategies.balanced import BALANCED
from strategies.bomb_saver import BOMB_SAVER
from strategies.collector import COLLECTOR
from strategies.counter import COUNTER
from strategies.loading import load_strategy
from strategies.lowest import LOWEST
from strategies.partner import PARTNER
from strategies.planner import PLANNER
from strategies.registry import Strategy
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
"""In the order in which they are listed; a test compares it with the files in this folder."""

_USER_FILE = re.compile(r"(?P<path>.*?\.py):(?P<rest>.*)")


def find_strategy(text: str) -> Strategy:
    """Return the strategy that a text names.

    Parameters
    ----------
    text : str
        `name`, `name:param=value:…`, or `path/to/file.py:name` with or without parameters.

    Raises
    ------
    BadInput
        For an unknown name, parameter or value (the accepted ones are listed), or a file that
        cannot be used.

    Examples
    --------
    >>> find_strategy("lowest").label
    'lowest'
    """
    found = _USER_FILE.fullmatch(text.strip())
    path, rest = (found["path"], found["rest"]) if found else (None, text.strip())
    name, *settings = rest.split(":")
    if path is not None:
        chosen = load_strategy(path, name)
    else:
        known = {each.name: each for each in STRATEGIES}
        if name not in known:
            raise BadInput(
                f"no strategy '{name}'; there are {', '.join(known)}, and path/to/file.py:name"
            )
        chosen = known[name]
    values: dict[str, str] = {}
    for setting in settings:
        parameter, equals, value = setting.partition("=")
        if not equals:
            raise BadInput(f"{text}: '{setting}' is not like parameter=value")
        if parameter in values:
            raise BadInput(f"{text}: parameter '{parameter}' is given twice")
        values[parameter] = value
    return chosen.with_params(values)


def line_up(rules: Rules, texts: str | Sequence[str]) -> tuple[Strategy, ...]:
    """Return the strategy of each seat.

    Parameters
    ----------
    rules : Rules
    texts : str or sequence of str
        Names, by commas if one text: one for all seats, one for each side, or one for each seat.

    Raises
    ------
    BadInput
        For a wrong number of names, a name that `find_strategy` refuses, or a strategy that
        does not play these rules.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> [each.name for each in line_up(FIFTYK4, "lowest,shed")]
    ['lowest', 'shed', 'lowest', 'shed']
    """
    names = texts.split(",") if isinstance(texts, str) else list(texts)
    chosen = [find_strategy(name) for name in names]
    for each in chosen:
        if not each.plays(rules):
            raise BadInput(f"{each.name} does not play {rules.id}")
    if len(chosen) == 1:
        return tuple(chosen * rules.seats)
    if len(chosen) == rules.seats:
        return tuple(chosen)
    if len(chosen) == rules.side_count:
        # Hidden sides are hidden from the line-up too: two names alternate by seat.
        return tuple(chosen[seat % rules.side_count] for seat in range(rules.seats))
    accepted = " or ".join(str(n) for n in sorted({1, rules.side_count, rules.seats}))
    raise BadInput(f"{len(chosen)} strategies for {rules.id}: accepted: {accepted}")
