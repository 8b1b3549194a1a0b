"""A sweep from its name and values to its curve: what each value plays, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from analysis.kept_scores import kept_blocks
from analysis.pair_play import joined_scores
from analysis.sweeps import SweepCurve, sweep_curve
from sim.errors import BadInput
from sim.rule_set import RuleSet
from sim.seatings import pair_block

if TYPE_CHECKING:
    from strategies.registry import Strategy

FEWEST_VALUES: Final = 2
DEALT_BY: Final = ("seats", "decks", "jokers")
"""The fields that decide which cards a deal holds."""


@dataclass(frozen=True)
class Setting:
    """What is played at one value."""

    value: str
    rules: RuleSet
    pair: tuple[Strategy, Strategy]


@dataclass(frozen=True)
class Sweep:
    """What is varied, and what is played at each value."""

    name: str
    """A field of the rules, or strategy.parameter."""
    settings: tuple[Setting, ...]

    @property
    def hands_a_deal(self) -> int:
        """Hands that one deal takes at all values."""
        return sum(len(pair_block(each.rules)) for each in self.settings)


def find_sweep(
    name: str, values: Sequence[str], rules: RuleSet, pair: tuple[Strategy, Strategy]
) -> Sweep:
    """Return the sweep that a name and values describe.

    Parameters
    ----------
    name : str
        A field of the rule set (`must_beat`) or a strategy's parameter (`bomb_saver.points`).
    values : sequence of str
        Two or more, as the command line writes them; changes are from the first.
    rules : RuleSet
    pair : two strategies
        A and B.

    Raises
    ------
    BadInput
        If there is no such thing or value, or the values are not dealt the same cards.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> from strategies import find_strategy
    >>> pair = find_strategy("lowest"), find_strategy("shed")
    >>> [each.value for each in find_sweep("must_beat", ["false", "true"], FIFTYK4, pair).settings]
    ['false', 'true']
    """
    if len(values) < FEWEST_VALUES or "" in values:
        raise BadInput(f"{name}: accepted: two or more values")
    owner, dot, parameter = name.rpartition(".")
    if dot:
        if owner not in {each.name for each in pair}:
            names = " and ".join(dict.fromkeys(each.name for each in pair))
            raise BadInput(f"{name}: '{owner}' does not play; {names} do")
        settings = []
        for value in values:
            first, second = (
                each.with_params({parameter: value}) if each.name == owner else each
                for each in pair
            )
            settings.append(Setting(value, rules, (first, second)))
    else:
        settings = [Setting(value, rules.with_options({name: value}), pair) for value in values]
        fixed = _dealt_by(rules)
        if any(_dealt_by(each.rules) != fixed for each in settings):
            raise BadInput(f"{name}: its values are not dealt the same cards")
    played = [(each.rules, each.pair[0].label, each.pair[1].label) for each in settings]
    if any(each in played[:place] for place, each in enumerate(played)):
        raise BadInput(f"{name}={','.join(values)}: a value is named twice")
    return Sweep(name, tuple(settings))


def play_sweep(  # noqa: PLR0913
    sweep: Sweep,
    seed: int,
    deals: int,
    *,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
    keep: Callable[[int], Path] | None = None,
) -> SweepCurve:
    """Play every value on the same deals and return the curve.

    Parameters
    ----------
    sweep : Sweep
    seed : int
    deals : int
        Deals of every value.
    threads : int
        They change nothing but the time.
    progress : function, optional
        Called with the number of hands done so far.
    keep : function, optional
        Given a value's number, returns the file in which its scores are kept and gone on with.
    """
    columns, done = [], 0
    for number, each in enumerate(sweep.settings):
        path = None if keep is None else keep(number)
        source = kept_blocks(path, each.rules, each.pair, seed, deals, threads=threads)
        parts = []
        with closing(source) as blocks:
            for part in blocks:
                parts.append(part)
                done += part.hands.size
                if progress is not None:
                    progress(done)
        columns.append(joined_scores(parts).blocks)
    values = [each.value for each in sweep.settings]
    return sweep_curve(sweep.name, values, np.stack(columns, axis=1))


def _dealt_by(rules: RuleSet) -> list[object]:
    return [getattr(rules, field, None) for field in DEALT_BY]
