"""Who sits beside whom: what a third player does to one's score, and how partners fit.

In a game of two sides or two players a strategy meets opponents only. With three seats it also
matters who the third one is, and with partners whom one plays with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from analysis.blocks import FloatArray
from analysis.estimates import DEFAULT_LEVEL, Estimate
from analysis.simultaneous import simultaneous
from sim.errors import BadInput


@dataclass(frozen=True, slots=True)
class Externality:
    """What the presence of one strategy does to the score of another at a table of three."""

    names: tuple[str, ...]
    effects: tuple[tuple[Estimate, ...], ...]
    """[c][b]: by how many points a hand c scores more where one of the other two is b than where
    it is anyone of the pool; simultaneous intervals."""


def externality(
    tables: Mapping[tuple[int, ...], FloatArray],
    names: Sequence[str],
    level: float = DEFAULT_LEVEL,
) -> Externality:
    """Estimate how each strategy's score moves with who else sits at its table of three.

    Question: how does C's score change when B's strategy changes, the third one being anyone of
    the pool? Unit of observation: the deal block, one deal in all orders of every table. Formula:
    with u(c; a, b) the mean payoff of c beside a and b, effect(c, b) = mean over a of
    u(c; a, b) − mean over a and b′ of u(c; a, b′), deal by deal. The change from b to b′ is the
    difference of two effects.

    Parameters
    ----------
    tables : mapping of three strategies in order to ndarray, shape (n, 3)
        Mean payoff of each (`analysis.line_ups.table_scores`); every table of the pool.
    names : sequence of str, length s
        The pool.
    level : float
        Coverage of all intervals together.

    Raises
    ------
    BadInput
        If a table is missing.
    """
    count = len(names)
    wanted = set(combinations_with_replacement(range(count), 3))
    if wanted - tables.keys():
        raise BadInput(f"table {min(wanted - tables.keys())} was not played")
    blocks = len(next(iter(tables.values())))
    # [deal, c, b]: mean over a of u(c; a, b).
    beside = np.zeros((blocks, count, count))
    for c in range(count):
        for b in range(count):
            for a in range(count):
                seated = tuple(sorted((a, b, c)))
                beside[:, c, b] += tables[seated][:, seated.index(c)] / count
    effects = beside - beside.mean(axis=2, keepdims=True)
    found = simultaneous(effects.reshape(blocks, -1), level).estimates
    rows = tuple(found[c * count : (c + 1) * count] for c in range(count))
    return Externality(tuple(names), rows)


@dataclass(frozen=True, slots=True)
class CrossPlay:
    """How strategies fare as partners of each other, against one reference."""

    names: tuple[str, ...]
    against: str
    """Whom every pair of partners plays against, in all seats of the other side."""
    margins: tuple[tuple[Estimate, ...], ...]
    """[i][j]: by how many points a hand partners i and j beat it; simultaneous intervals."""
    fit: tuple[tuple[Estimate, ...], ...]
    """[i][j]: how much more that is than the mean of i with i and j with j; 0 for i = j."""


def cross_play(
    partners: Mapping[tuple[int, int], FloatArray],
    names: Sequence[str],
    against: int,
    level: float = DEFAULT_LEVEL,
) -> CrossPlay:
    """Estimate how well strategies play as partners of each other.

    Question: how much does a side win with i and j as partners, and is that more or less than
    what each wins with itself? Unit of observation: the deal block, both sides and both orders
    of the partners on one deal. Formula: D as between two strategies, side against side;
    fit = D(i, j) − (D(i, i) + D(j, j))/2, deal by deal.

    Parameters
    ----------
    partners : mapping of (i, j), i ≤ j, to ndarray, shape (n,)
        Block scores (`analysis.line_ups.partner_scores`); every two of the pool and each with
        itself. The reference with itself needs none: it is 0.
    names : sequence of str, length s
        The pool.
    against : int
        The reference's number in the pool.
    level : float
        Coverage of all margins together, and of all fits together.

    References
    ----------
    Hu, Lerer, Peysakhovich and Foerster (2020), "Other-play for zero-shot coordination", ICML
    (cross-play).

    Raises
    ------
    BadInput
        If a pair of partners is missing.
    """
    count = len(names)
    blocks = len(next(iter(partners.values())))
    scores = dict(partners) | {(against, against): np.zeros(blocks)}
    pairs = list(combinations_with_replacement(range(count), 2))
    missing = [pair for pair in pairs if pair not in scores]
    if missing:
        raise BadInput(f"partners {missing[0]} were not played")
    margins = np.stack([scores[pair] for pair in pairs], axis=1)
    fits = np.stack(
        [scores[i, j] - (scores[i, i] + scores[j, j]) / 2 for i, j in pairs],
        axis=1,
    )
    place = {pair: at for at, pair in enumerate(pairs)}

    def square(columns: FloatArray) -> tuple[tuple[Estimate, ...], ...]:
        found = simultaneous(columns, level).estimates
        return tuple(
            tuple(found[place[min(i, j), max(i, j)]] for j in range(count)) for i in range(count)
        )

    return CrossPlay(tuple(names), names[against], square(margins), square(fits))
