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
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.frequencies import BOMB, RANKS, Distribution, Pack, hand_frequencies
from sim.rules import Rules

ANY_BOMB: Final = "bombs"
"""A feature that result tables do not hold: the number of ranks held as a bomb."""
MANY: Final = 999
"""More than any feature's value."""

_POINT_BINS: Final = (0.1, 0.35, 0.65, 0.9)
"""Points held are binned where the exact law passes these probabilities."""
_USUAL_PLAYS: Final = 7
"""About as many plays empty the average hand of 13 to 18 cards."""
_RANK_NAMES: Final = {"T": "10s", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}
_COUNTS: Final = ("no", "one", "two", "three", "four", "five")


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
    bombs = {bomb.kind for bomb in rules.bombs}
    runs = {row.kind for row in rules.combinations}
    if "bomb" in bombs:
        names = tuple(f"bomb_{rank}" for rank in RANKS)
        yield HandType("any_bomb", "any bomb", ANY_BOMB, 1, MANY, (0, 0), "no bomb", parts=names)
        for rank, name in zip(RANKS, names, strict=True):
            label = f"bomb of {_RANK_NAMES.get(rank, rank + 's')}"
            yield HandType(name, label, name, 1, 1, (0, 0), "three of the rank")
    if "mixed_fifty_k" in bombs:
        yield HandType(
            "mixed_fifty_k", "mixed fifty-K", "mixed_fifty_k", 1, 1, (0, 0), "no mixed fifty-K"
        )
    if "pure_fifty_k" in bombs:
        yield HandType(
            "pure_fifty_k", "pure fifty-K", "pure_fifty_k", 1, MANY, (0, 0), "no pure fifty-K"
        )
    if "straight" in runs:
        yield from _runs("straight", "straight", "straight of {}", (5, 6, 7, 8))
    if "pair_run" in runs:
        yield from _runs("pair_run", "pair run", "pair run of {}", (2, 3))
    if "triple_run" in runs:
        yield HandType("triple_run", "triple run", "triple_run", 2, MANY, (0, 1), "no triple run")
    yield from _levels("triples", (1, 2), ("one triple", "two triples or more"), "a triple fewer")
    yield from _levels(
        "twos",
        range(BOMB + 1),
        [f"{count} 2{'' if count == 'one' else 's'}" for count in _COUNTS[: BOMB + 1]],
        "an ace in place of one 2",
    )
    yield from _levels(
        "above_king",
        range(6),
        [
            *(f"{n} card{'' if n == 'one' else 's'} above K" for n in _COUNTS[:5]),
            "five or more cards above K",
        ],
        "a king in place of one ace",
    )
    yield from _levels(
        "loose_singles",
        (0, 2, 4, 6),
        [f"{n} loose singles" for n in ("0 or 1", "2 or 3", "4 or 5", "6 or more")],
        "fewer loose singles",
    )
    yield from _plays()
    yield from _points(rules)


def _runs(feature: str, kind: str, label: str, lengths: tuple[int, ...]) -> Iterator[HandType]:
    """List runs by length, the last one open, after the type that joins them."""
    broken = (0, lengths[0] - 1)
    names = tuple(f"{feature}_{length}" for length in lengths)
    yield HandType(
        f"any_{feature}",
        f"any {kind}",
        feature,
        lengths[0],
        MANY,
        broken,
        f"no {kind}",
        parts=names,
    )
    for place, length in enumerate(lengths):
        last = place == len(lengths) - 1
        words = label.format(length) + " or more" * last
        high = MANY if last else length
        yield HandType(names[place], words, feature, length, high, broken, f"no {kind}")


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


def _plays() -> Iterator[HandType]:
    """List the levels of the fewest plays that empty the hand.

    Few plays are broken by a swap that makes them more, many plays by one that makes them fewer.
    """
    feature, usual = "plays_to_empty", _USUAL_PLAYS
    for plays in range(usual - 3, usual + 3):
        low = 0 if plays == usual - 3 else plays
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


def _points(rules: Rules) -> Iterator[HandType]:
    """List ranges of the points held, cut where the exact law passes certain probabilities."""
    law = _laws(rules)["points"]
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


@lru_cache(maxsize=16)
def _laws_of(hand_sizes: tuple[int, ...], pack: Pack) -> dict[str, Distribution | None]:
    """Return the exact laws of all features, the number of bombs included."""
    laws = hand_frequencies(hand_sizes, pack)
    without = sum((no_bomb_probability(pack, size) for size in hand_sizes), Fraction(0))
    none = without / len(hand_sizes)
    # Only whether there is a bomb matters here; 1 stands for one or more.
    return {**laws, ANY_BOMB: {0: none, 1: 1 - none}}


def _laws(rules: Rules) -> dict[str, Distribution | None]:
    pack = Pack(rules.decks, jokers=2 * rules.decks * rules.jokers)
    return _laws_of(rules.hand_sizes(0), pack)


def no_bomb_probability(pack: Pack, size: int) -> Fraction:
    """Return the probability that a hand holds no rank four times or more.

    Formula: the coefficient of x^size in (Σ over k < 4 of C(m, k) x^k)^13 · (1 + x)^jokers, over
    C(N, size), with m cards of each rank in a pack of N.

    Examples
    --------
    >>> float(1 - no_bomb_probability(Pack(), 13))  # doctest: +ELLIPSIS
    0.0342...
    """
    ways = [comb(pack.jokers, held) for held in range(pack.jokers + 1)]
    a_rank = [comb(pack.copies, held) for held in range(BOMB)]
    for _ in RANKS:
        ways = [
            sum(a_rank[k] * ways[held - k] for k in range(BOMB) if 0 <= held - k < len(ways))
            for held in range(min(len(ways) + BOMB - 1, size + 1))
        ]
    return Fraction(ways[size] if size < len(ways) else 0, comb(pack.size, size))


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
