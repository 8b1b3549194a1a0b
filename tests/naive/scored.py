"""Finished hands scored by hand from RULES.md, line by line of each game's table.

One list for every program that scores: the twin and the simulator are held against it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.naive.endings import Sides

PAIR_AND_PAIR = ((0, 2), (1, 3))
ACES_WITH_1_AND_2 = ((1, 2), (0, 3))
LONER_2 = ((2,), (0, 1, 3))
THIRD_OF_70 = Fraction(70, 3)


@dataclass(frozen=True)
class Scored:
    """A hand's facts, and what they come to; what is None is not looked at."""

    line: str
    """What it is an example of."""
    rules: str
    finish: list[int]
    captured: list[int]
    left: list[int]
    side_points: list[int]
    winner: int | None
    payoff: list[float | Fraction] | None = None
    """By seat; without, every seat is paid its side's points."""
    doubled: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    sides: Sides | None = None
    """Where they are secret."""

    def __str__(self) -> str:
        return f"{self.rules} {self.line}"


FIFTYK4 = [
    Scored(
        "first out +20, who still holds cards -20 and its points left",
        *("fiftyk4", [1, 0, 3], [20, 5, 30, 40], [0, 0, 5, 0]),
        *([20 + 30 - 20 - 5, 5 + 40 + 20], 1, [12.5, 32.5, 12.5, 32.5]),
    ),
    Scored(
        "two seats left lose 20 each",
        *("fiftyk4", [0, 2], [50, 10, 0, 20], [0, 15, 0, 5]),
        *([70, -30], 0, [35, -15, 35, -15]),
    ),
    Scored(
        "negative totals stand",
        *("fiftyk4", [0, 2], [70, 0, 0, 0], [0, 20, 0, 10]),
        *([90, -70], 0, [90, -70, 90, -70], True),
    ),
    Scored(
        "a tie goes to the side of the first out",
        *("fiftyk4", [0, 1, 3], [50, 50, 0, 0], [0] * 4, [50, 50], 0, [25] * 4),
    ),
    Scored(
        "a tie goes to the side of the first out, the other one",
        *("fiftyk4", [1, 0, 2], [50, 50, 0, 0], [0] * 4, [50, 50], 1, [25] * 4),
    ),
    Scored(
        "the first out's side does not win what it has not",
        *("fiftyk4", [0, 1, 3], [45, 55, 0, 0], [0] * 4, [45, 55], 1, [22.5, 27.5] * 2),
    ),
    Scored(
        "doubled when the losers captured nothing",
        *("fiftyk4", [0, 2], [100, 0, 0, 0], [0] * 4),
        *([120, -40], 0, [120, -40, 120, -40], True),
    ),
    Scored(
        "not doubled when they captured 5",
        *("fiftyk4", [0, 2], [95, 5, 0, 0], [0] * 4),
        *([115, -35], 0, [57.5, -17.5, 57.5, -17.5]),
    ),
    Scored(
        "not doubled when a loser was first out",
        *("fiftyk4", [1, 0, 2], [85, 0, 0, 0], [0, 0, 0, 15]),
        *([85, -15], 0, [42.5, -7.5, 42.5, -7.5]),
    ),
]

FIFTYK3 = [
    Scored(
        "each for itself",
        *("fiftyk3", [2, 1], [40, 5, 45], [10, 0, 0], [40 - 20 - 10, 5, 45 + 20], 2),
    ),
    Scored(
        "a tie goes to the earlier out",
        *("fiftyk3", [1, 2], [10, 35, 55], [0] * 3, [-10, 55, 55], 1),
    ),
    Scored(
        "a tie goes to the earlier out, the other one",
        *("fiftyk3", [2, 1], [10, 55, 35], [0] * 3, [-10, 55, 55], 2),
    ),
    Scored(
        "second out wins",
        *("fiftyk3", [2, 0], [35, 60, 0], [0, 5, 0], [35, 35, 20], 0),
    ),
    Scored(
        "three wins by points",
        *("fiftyk3", [0, 1], [30, 20, 45], [0, 0, 5], [50, 20, 20], 0),
    ),
    Scored(
        "doubled when second and third captured nothing",
        *("fiftyk3", [0, 1], [80, 0, 0], [0, 0, 20], [100, 0, -40], 0, [200, 0, -80], True),
    ),
    Scored(
        "not doubled when one of them captured something",
        *("fiftyk3", [0, 1], [60, 0, 40], [0] * 3, [80, 0, 20], 0),
    ),
    Scored(
        "places go by points: the second out doubles",
        *("fiftyk3", [0, 1], [0, 100, 0], [0] * 3, [20, 100, -20], 1, [40, 200, -40], True),
    ),
    Scored(
        "places go by points: the third captured 5",
        *("fiftyk3", [0, 1], [0, 95, 5], [0] * 3, [20, 95, -15], 1),
    ),
]

QQ = [
    Scored(
        "first and second out catch thirty",
        *("qq1", [0, 2], [40, 10, 20, 10], [0, 15, 0, 5], [90, -30], 0, [2, -2, 2, -2]),
    ),
    Scored(
        "first and second out catch thirty, the other side",
        *("qq1", [3, 1], [10, 30, 20, 50], [5, 0, 5, 0], [-10, 110], 1, [-2, 2, -2, 2]),
    ),
    Scored(
        "first and third out catch fifteen",
        *("qq1", [0, 1, 2], [40, 30, 20, 10], [0] * 4, [75, 25], 0, [1, -1, 1, -1]),
    ),
    Scored(
        "first and third out, points left in the last hand",
        *("qq1", [0, 3, 2], [40, 30, 20, 5], [0, 5, 0, 0], [75, 15], 0, [1, -1, 1, -1]),
    ),
    Scored(
        "first and fourth out catch nothing; a draw pays nothing",
        *("qq1", [0, 1, 3], [30, 40, 20, 10], [0] * 4, [50, 50], None, [0] * 4),
    ),
    Scored(
        "first and fourth out, points left in the partner's hand",
        *("qq1", [1, 0, 2], [30, 40, 20, 0], [0, 0, 0, 10], [50, 30], 0, [1, -1, 1, -1]),
    ),
    Scored(
        "two decks: first and second out catch sixty",
        *("qq2", [0, 2], [80, 40, 20, 30], [0, 10, 0, 20], [160, -20], 0, [2, -2, 2, -2]),
    ),
    Scored(
        "two decks: first and third out catch thirty",
        *("qq2", [0, 1, 2], [80, 40, 20, 60], [0] * 4, [130, 70], 0, [1, -1, 1, -1]),
    ),
    Scored(
        "two decks: first and fourth out catch nothing",
        *("qq2", [0, 1, 3], [80, 40, 20, 60], [0] * 4, [100, 100], None, [0] * 4),
    ),
    Scored(
        "a margin of 100 is one stake",
        *("qq1", [0, 2], [70, 30, 0, 0], [0] * 4, [100, 0], 0, [1, -1, 1, -1]),
    ),
    Scored(
        "a margin over 100 is two",
        *("qq1", [0, 2], [75, 25, 0, 0], [0] * 4, [105, -5], 0, [2, -2, 2, -2]),
    ),
    Scored(
        "a margin of 200 is two stakes",
        *("qq2", [0, 2], [140, 60, 0, 0], [0] * 4, [200, 0], 0, [2, -2, 2, -2]),
    ),
    Scored(
        "a margin over 200 is three",
        *("qq2", [0, 2], [145, 55, 0, 0], [0] * 4, [205, -5], 0, [3, -3, 3, -3]),
    ),
]

LIAONING = [
    Scored(
        "first out +30, last -30 and its points left",
        *("liaoning", [2, 0, 3], [30, 10, 20, 25], [0, 15, 0, 0], [30, -35, 50, 25], 2),
    ),
    Scored(
        "a draw",
        *("liaoning", [2, 0, 3], [50, 0, 20, 30], [0] * 4, [50, -30, 50, 30], None),
    ),
    Scored(
        "three players",
        *("liaoning", [1, 0], [40, 60, 0], [0] * 3, [40, 90, -30], 1),
        options={"players": 3},
    ),
]

JIANGNAN = [
    Scored(
        "a sweep is 200 whatever was captured",
        *("jiangnan", [1, 3], [90, 50, 20, 10], [20, 0, 10, 0], [0, 200], 1),
    ),
    Scored(
        "the last's 60 captured go to the first out, its 20 in hand to the third out",
        *("jiangnan", [0, 1, 2], [30, 50, 40, 60], [0, 0, 0, 20], [150, 50], 0),
    ),
    Scored(
        "the last is the first out's partner: its captured stay, its hand goes to the third out",
        *("jiangnan", [0, 1, 3], [30, 50, 40, 60], [0, 0, 20, 0], [70, 130], 1),
    ),
    Scored(
        "a draw",
        *("jiangnan", [0, 1, 3], [60, 50, 40, 50], [0] * 4, [100, 100], None),
    ),
]

_CAUGHT_TWO = ("jinzhou", [0, 2], [80, 30, 40, 20], [0, 20, 0, 10])
_CAUGHT_ONE = ("jinzhou", [0, 1, 2], [80, 30, 40, 20], [0, 0, 0, 30])
JINZHOU = [
    Scored("two seats left: -50", *_CAUGHT_TWO, [120, -30], 0, [15, -15, 15, -15]),
    Scored("one seat left: -30", *_CAUGHT_ONE, [120, -10], 0, [13, -13, 13, -13]),
    Scored(
        "two seats left, transferred",
        *(*_CAUGHT_TWO, [170, -30], 0, [20, -20, 20, -20]),
        options={"catch": "transfer"},
    ),
    Scored(
        "one seat left, transferred",
        *(*_CAUGHT_ONE, [150, -10], 0, [16, -16, 16, -16]),
        options={"catch": "transfer"},
    ),
    Scored(
        "the side that is left wins by points",
        *("jinzhou", [0, 1, 2], [10, 120, 10, 50], [0, 0, 0, 10]),
        *([20, 130], 1, [-11, 11, -11, 11]),
    ),
    Scored(
        "half a point each",
        *("jinzhou", [0, 1, 2], [85, 70, 0, 45], [0, 0, 0, 5], [85, 80], 0, [0.5, -0.5, 0.5, -0.5]),
    ),
    Scored(
        "level: nobody wins",
        *("jinzhou", [0, 1, 2], [85, 70, 0, 45], [0] * 4, [85, 85], None, [0] * 4),
    ),
]

ANZHAN = [
    Scored(
        "2 v 2: a sweep takes all that was captured",
        *("anzhan", [2, 1], [40, 60, 30, 20], [25, 0, 0, 25], [150, 0], 0, [0, 75, 75, 0]),
        sides=ACES_WITH_1_AND_2,
    ),
    Scored(
        "2 v 2: the last is the first out's partner",
        *("anzhan", [2, 0, 3], [40, 60, 30, 20], [0, 50, 0, 0], [90, 60], 0, [30, 45, 45, 30]),
        sides=ACES_WITH_1_AND_2,
    ),
    Scored(
        "2 v 2: the last's captured go to the first out; halves",
        *("anzhan", [2, 0, 1], [45, 60, 30, 20], [0, 0, 0, 45], [110, 45], 0),
        [22.5, 55, 55, 22.5],
        sides=ACES_WITH_1_AND_2,
    ),
    Scored(
        "2 v 2: the side without aces is first out",
        *("anzhan", [0, 2, 3], [35, 30, 75, 10], [0, 50, 0, 0], [75, 75], None, [37.5] * 4),
        sides=ACES_WITH_1_AND_2,
    ),
    Scored(
        "1 v 3: the loner first out takes all that was captured",
        *("anzhan", [2], [10, 20, 30, 40], [50, 30, 0, 20], [100, 0], 0, [0, 0, 100, 0]),
        sides=LONER_2,
    ),
    Scored(
        "1 v 3: the loner second out; thirds",
        *("anzhan", [0, 2], [10, 20, 35, 40], [0, 50, 0, 45], [35, 70], 1),
        [THIRD_OF_70, THIRD_OF_70, 35, THIRD_OF_70],
        sides=LONER_2,
    ),
    Scored(
        "1 v 3: the loner is left with cards",
        *("anzhan", [0, 1, 3], [10, 20, 30, 45], [0, 0, 95, 0], [30, 75], 1, [25, 25, 30, 25]),
        sides=LONER_2,
    ),
]

_LAST_OF_OTHERS = ("fuqing4", [0, 1, 2], [30, 50, 40, 60], [0, 0, 0, 20])
_LAST_OF_FIRSTS = ("fuqing4", [0, 1, 3], [30, 50, 40, 60], [0, 0, 20, 0])
FUQING = [
    Scored("a sweep is 300", *("fuqing4", [3, 1], [50, 50, 50, 0], [50, 0, 0, 0], [0, 300], 1)),
    Scored("six seats: a sweep", *("fuqing6", [2, 0, 4], [50] * 6, [0] * 6, [300, 0], 0)),
    Scored("the twenty is paid", *_LAST_OF_OTHERS, [150, 30], 0),
    Scored(
        "the twenty is deducted", *_LAST_OF_OTHERS, [130, 30], 0, options={"twenty": "deducted"}
    ),
    Scored("no twenty", *_LAST_OF_OTHERS, [130, 50], 0, options={"twenty": "off"}),
    *(
        Scored(
            f"first and last on one side, {twenty}", *_LAST_OF_FIRSTS, [70, 110], 1, options=set_
        )
        for twenty in ("paid", "deducted", "off")
        for set_ in [{"twenty": twenty}]
    ),
    Scored(
        "six seats: a side is fully out without a sweep",
        *("fuqing6", [1, 0, 2, 4, 3], [10, 20, 30, 40, 50, 60], [0, 0, 0, 0, 0, 90], [90, 120], 1),
    ),
    Scored(
        "six seats: the last's captured and twenty",
        *("fuqing6", [0, 1, 2, 3, 4], [10, 20, 30, 40, 50, 60], [0, 0, 0, 0, 0, 90], [170, 40], 0),
    ),
]

_PILES = ("zhengfen", [2, 0, 3], [30, 25, 20, 15], [0, 10, 0, 0])
ZHENGFEN = [
    Scored("everybody keeps what it took", *_PILES, [30, 25, 20, 15], 0),
    Scored(
        "the last's pile goes to the first out",
        *(*_PILES, [30, 0, 45, 15], 2),
        options={"last_tricks": "to_first"},
    ),
    Scored(
        "two players, a draw",
        *("zhengfen", [0], [50, 50], [0, 0], [50, 50], None),
        options={"players": 2},
    ),
]

SCORED = [
    *(*FIFTYK4, *FIFTYK3, *QQ, *LIAONING, *JIANGNAN, *JINZHOU, *ANZHAN, *FUQING, *ZHENGFEN),
]


def assert_right(case: Scored, result: Mapping[str, Any]) -> None:
    """Hold a record's `result` against what was worked out by hand."""
    assert (result["side_points"], result["winner"]) == (case.side_points, case.winner)
    assert result["doubled"] is case.doubled
    sides = result["sides"]
    by_side = [float(points) for points in case.side_points]
    payoff = case.payoff or [
        next(by_side[number] for number, side in enumerate(sides) if seat in side)
        for seat in range(len(case.captured))
    ]
    for paid, right in zip(result["payoff"], payoff, strict=True):
        assert abs(paid - right) < 1e-12
