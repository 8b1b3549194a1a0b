"""The types of hands that a report puts a value on, and how often each is dealt, exactly.

A type is a range of values of one feature of the dealt hand (`analysis.features`): "three 2s" is
`twos` from 3 to 3. Each type also says what it is compared with: which level of its feature a
regression takes as the zero, and from which values on a break swap counts as having broken it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.features import feature_values
from analysis.frequencies import RANKS, Distribution, Made, Pack, Run, hand_frequencies
from sim.combinations import KINDS, Combination
from sim.deals import deal_hands
from sim.rules import Rules
from sim.table import SHOWN_SIZE

MANY: Final = 999
"""More than any feature's value."""

_POINT_BINS: Final = (0.1, 0.35, 0.65, 0.9)
"""Points held are binned where the exact law passes these probabilities."""
_SAMPLE: Final = 64
"""Deals whose hands say how many plays are usual; the same ones for everybody."""
_RANK_NAMES: Final = {"T": "10s", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}
_COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_OFTEN: Final = 0.02
"""Numbers of bombs are listed where hands with several are no rarer."""
_RUNS: Final = {
    "straight": (1, False, "straight"),
    "flush": (1, True, "run in one suit"),
    "pair_run": (2, False, "pair run"),
    "triple_run": (3, False, "triple run"),
    "quad_run": (4, False, "quad run"),
}
"""Features of runs: cards of a rank, whether in one suit, name."""


@dataclass(frozen=True, slots=True)
class HandType:
    """One type of hand: a range of values of one feature."""

    name: str
    """Its name in data: `bomb_A`, `straight_7`."""
    label: str
    """Its name for a card player."""
    feature: str
    """The column it is read from, or `bombs`."""
    low: int
    """Smallest value of the feature that is of the type."""
    high: int
    """Largest value."""
    broken: tuple[int, int] | None
    """Values of the feature, from and to, with which the type is broken; None: it has no card."""
    instead: str
    """What a break swap leaves in its place, in words."""
    reference: bool = False
    """Whether it is the level with which a regression compares the others of its feature."""
    parts: tuple[str, ...] = ()
    """The types it joins: `any bomb`; empty for most."""

    def holds(self, values: npt.NDArray[np.generic]) -> npt.NDArray[np.bool_]:
        """Say for each value of the feature whether it is of the type."""
        found: npt.NDArray[np.bool_] = (values >= self.low) & (values <= self.high)  # type: ignore[operator]
        return found


def hand_types(rules: Rules) -> tuple[HandType, ...]:
    """List the types for a rule set, in the order of the table.

    Types with a bomb or a run that the rule set does not know are left out.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> for each in hand_types(FIFTYK4):
    ...     if each.feature == "straight":
    ...         print(each.label)
    any straight
    straight of 5
    straight of 6
    straight of 7
    straight of 8 or more
    """
    return tuple(_all_types(rules))


def _all_types(rules: Rules) -> Iterator[HandType]:
    made, laws = made_of(rules), _laws(rules)
    if made.bomb_sizes:
        yield from _bombs(made, laws)
    for size in sorted({little + big for little, big in made.joker_bombs}):
        label = f"bomb of {_counted(size)} jokers"
        broken = (0, size - 1)
        yield HandType(
            f"joker_bomb_{size}", label, "joker_bomb", size, size, broken, "fewer jokers"
        )
    if made.mixed:
        yield HandType(
            "mixed_fifty_k", "mixed fifty-K", "mixed_fifty_k", 1, 1, (0, 0), "no mixed fifty-K"
        )
    if made.pure:
        yield HandType(
            "pure_fifty_k", "pure fifty-K", "pure_fifty_k", 1, MANY, (0, 0), "no pure fifty-K"
        )
    for feature, run in made.runs:
        if run is not None:
            yield from _runs(feature, run, laws[feature])
    yield from _numbers("triples", laws, 0.04, ("triple", "triples"), "a triple fewer")
    yield from _numbers("twos", laws, 0.002, ("2", "2s"), "an ace in place of one 2")
    yield from _numbers(
        "above_king", laws, 0.012, ("ace or 2", "aces or 2s"), "a king in place of one ace"
    )
    if rules.jokers:
        yield from _numbers("jokers", laws, 0.002, ("joker", "jokers"), "a 2 in place of a joker")
    yield from _levels(
        "loose_singles",
        (0, 2, 4, 6),
        [f"{n} loose singles" for n in ("0 or 1", "2 or 3", "4 or 5", "6 or more")],
        "fewer loose singles",
    )
    yield from _plays(_usual_plays(rules))
    yield from _points(laws)


def many_of(rank: str) -> str:
    """Say cards of a rank: "3s", "jacks"."""
    return _RANK_NAMES.get(rank, f"{rank}s")


def _bombs(made: Made, laws: dict[str, Distribution | None]) -> Iterator[HandType]:
    """List bombs of a rank: any, by rank, and where hands hold several, by number and size."""
    names = tuple(f"bomb_{rank}" for rank in RANKS if rank in made.bomb_ranks)
    fewer = f"{_counted(made.bomb_sizes[0] - 1)} of the rank"
    if len(names) > 1:
        yield HandType("any_bomb", "any bomb", "bombs", 1, MANY, (0, 0), "no bomb", parts=names)
    for name in names:
        rank = name[-1]
        label = f"bomb of {many_of(rank)}"
        yield HandType(name, label, name, 1, MANY, (0, 0), fewer)
    law = laws["bombs"]
    assert law is not None
    several = sum((share for value, share in law.items() if value > 1), Fraction(0))
    if several < _OFTEN and len(made.bomb_sizes) == 1:
        return
    # No bomb is what these levels are compared with; it has no card that could be taken away.
    if several >= _OFTEN:
        yield from _numbers("bombs", laws, _OFTEN, ("bomb", "bombs"), "a bomb fewer")
    sizes = _cut(laws["largest_bomb"], made.bomb_sizes[0], 0.002)
    for low, high in zip(sizes, [*(size - 1 for size in sizes[1:]), MANY], strict=True):
        label = f"largest bomb of {_counted(low)}"
        if high == MANY and low < made.bomb_sizes[-1]:
            label += " or more"
        yield HandType(
            f"largest_bomb_{low}", label, "largest_bomb", low, high, (0, low - 1), "a smaller one"
        )


def _runs(feature: str, run: Run, law: Distribution | None) -> Iterator[HandType]:
    """List runs by length, the last one open, after the type that joins them."""
    kind, shortest = _RUNS[feature][2], run.shortest
    lows = [*range(shortest, min(shortest + 1, run.longest) + 1)]
    usual = False
    if law is not None:
        lows = _cut(law, shortest, 0.04)
        usual = law.get(0, Fraction(0)) < Fraction(1, 4)
    names = tuple(f"{feature}_{low}" for low in lows)
    broken, instead = (0, shortest - 1), f"no {kind}"
    if len(lows) == 1:
        yield HandType(feature, kind, feature, shortest, MANY, broken, instead)
        return
    yield HandType(
        f"any_{feature}", f"any {kind}", feature, shortest, MANY, broken, instead, parts=names
    )
    for name, low, high in zip(names, lows, [*(low - 1 for low in lows[1:]), MANY], strict=True):
        label = f"{kind} of {low}" + (f" to {high}" if low < high < MANY else "")
        label += " or more" if high == MANY and low < run.longest else ""
        if usual:
            # Most hands hold some such run, which one card cannot take away: a shorter one is left.
            broken, instead = (0, low - 1), "a shorter one, or none"
        yield HandType(name, label, feature, low, high, broken, instead)


def _cut(law: Distribution | None, first: int, least: float) -> list[int]:
    """Return where levels of a number begin, each of at least a share of hands, from the first."""
    assert law is not None
    left = sum((share for value, share in law.items() if value >= first), Fraction(0))
    lows, share = [first], Fraction(0)
    for value in range(first, max(law) + 1):
        share += law.get(value, Fraction(0))
        if share >= least and left - share >= least:
            lows.append(value + 1)
            left, share = left - share, Fraction(0)
    return lows


def _counted(number: int) -> str:
    return _COUNTS[number] if number < len(_COUNTS) else str(number)


def _numbers(
    feature: str,
    laws: dict[str, Distribution | None],
    least: float,
    noun: tuple[str, str],
    instead: str,
) -> Iterator[HandType]:
    """List the levels of a number of things, each of at least a share of hands."""
    lows = _cut(laws[feature], 0, least)
    labels = []
    for place, low in enumerate(lows):
        high = lows[place + 1] - 1 if place + 1 < len(lows) else MANY
        if high == MANY:
            labels.append(f"{_counted(low)} {noun[1]} or more")
        elif low == high:
            labels.append(f"{_counted(low)} {noun[low != 1]}")
        else:
            labels.append(f"{low} {'or' if high == low + 1 else 'to'} {high} {noun[1]}")
    largest = max(laws[feature] or [0])
    if lows[-1] == largest:
        labels[-1] = f"{_counted(largest)} {noun[largest != 1]}"
    yield from _levels(feature, lows, labels, instead)


def _levels(
    feature: str, lows: Sequence[int], labels: Sequence[str], instead: str
) -> Iterator[HandType]:
    """List the levels of a number, the last one open.

    The level that starts at 0 is the reference and has no card that could be taken away.
    """
    ends = [*(low - 1 for low in lows[1:]), MANY]
    for low, high, label in zip(lows, ends, labels, strict=True):
        broken = (0, low - 1) if low else None
        yield HandType(
            f"{feature}_{low}", label, feature, low, high, broken, instead, reference=low == 0
        )


def _usual_plays(rules: Rules) -> int:
    """Return how many plays empty the middle one of the hands of a few fixed deals."""
    plays = feature_values(deal_hands(rules, 0, range(_SAMPLE)), "plays_to_empty")
    return int(np.median(plays))


def _plays(usual: int) -> Iterator[HandType]:
    """List the levels of the fewest plays that empty the hand, around the usual number.

    Few plays are broken by a swap that makes them more, many plays by one that makes them fewer.
    """
    feature = "plays_to_empty"
    for plays in range(max(usual - 3, 1), usual + 3):
        low = 0 if plays == max(usual - 3, 1) else plays
        high = MANY if plays == usual + 2 else plays
        label = f"empty in {plays} plays" + " or fewer" * (low == 0) + " or more" * (high == MANY)
        broken, instead = None, "as many plays"
        if plays < usual:
            broken, instead = (high + 1, MANY), "more plays"
        elif plays > usual:
            broken, instead = (0, low - 1), "fewer plays"
        yield HandType(
            f"{feature}_{plays}", label, feature, low, high, broken, instead, plays == usual
        )


def _points(laws: dict[str, Distribution | None]) -> Iterator[HandType]:
    """List ranges of the points held, cut where the exact law passes certain probabilities."""
    law = laws["points"]
    assert law is not None
    total, cuts, waiting = Fraction(0), [], list(_POINT_BINS)
    for points, share in law.items():
        total += share
        if waiting and total >= waiting[0]:
            cuts.append(points)
            waiting = [bound for bound in waiting if bound > total]
    values = list(law)
    lows = [0, *(values[values.index(cut) + 1] for cut in cuts)]
    labels = [f"{low} to {cut} points" for low, cut in zip(lows, cuts, strict=False)]
    yield from _levels("points", lows, [*labels, f"{lows[-1]} points or more"], "fewer points")


def made_of(rules: Rules) -> Made:
    """Return the bombs and runs of a table, as the laws of dealt hands need them."""
    kinds = {bomb.kind for bomb in rules.bombs}
    sizes = {bomb.size for bomb in rules.bombs if bomb.kind == "bomb"}
    if rules.show_bombs == "never":
        sizes = {size for size in sizes if size < SHOWN_SIZE}
    ranks = RANKS
    if "four_twos" in kinds:
        sizes, ranks = {4}, "2"
    jokers = frozenset(
        one
        for bomb in rules.bombs
        if bomb.kind == "joker_bomb"
        for one in product(range(rules.decks + 1), range(rules.decks + 1))
        if sum(one) == bomb.size and bomb.cards in ("", "L" * one[0] + "B" * one[1])
    )
    return Made(
        bomb_sizes=tuple(sorted(sizes)),
        bomb_ranks=ranks,
        joker_bombs=jokers,
        mixed="mixed_fifty_k" in kinds,
        pure="pure_fifty_k" in kinds,
        runs=tuple((feature, _run_of(rules, feature)) for feature in _RUNS),
        wild_jokers=rules.wild_jokers,
    )


def _run_of(rules: Rules, feature: str) -> Run | None:
    width, one_suit, _ = _RUNS[feature]
    row = next((each for each in rules.rows if _is_run(each, width, one_suit)), None)
    if row is None:
        return None
    low, high = RANKS.index(row.low), RANKS.index(row.high)
    ranks = "A2" + RANKS[: RANKS.index("A") + 1] if row.low_ace else RANKS[low : high + 1]
    return Run(width, row.shortest, row.longest, ranks, one_suit)


def _is_run(row: Combination, width: int, one_suit: bool) -> bool:
    kind = KINDS[row.kind]
    return row.is_run and not kind.kicker and (kind.width, kind.one_suit) == (width, one_suit)


@lru_cache(maxsize=16)
def _laws_of(hand_sizes: tuple[int, ...], pack: Pack, made: Made) -> dict[str, Distribution | None]:
    return hand_frequencies(hand_sizes, pack, made)


def _laws(rules: Rules) -> dict[str, Distribution | None]:
    """Return the exact laws of all features, those that follow from others included."""
    pack = Pack(rules.decks, jokers=2 * rules.decks * rules.jokers)
    return _laws_of(rules.hand_sizes(0), pack, made_of(rules))


def exact_frequency(rules: Rules, hand_type: HandType) -> Fraction | None:
    """Return how often a dealt hand is of the type, exactly; None where no exact form is known.

    Examples
    --------
    >>> from sim.games import FIFTYK4
    >>> exact_frequency(FIFTYK4, hand_types(FIFTYK4)[1])
    Fraction(11, 4165)
    """
    law = _laws(rules)[hand_type.feature]
    if law is None:
        return None
    held = (share for value, share in law.items() if hand_type.low <= value <= hand_type.high)
    return sum(held, Fraction(0))
