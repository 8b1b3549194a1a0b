"""Least squares on all features at once, with errors clustered by deal, in two streamed passes.

The first pass adds up X'X and X'y, the second the outer products of each block's score X'e. Both
need one part of the rows at a time, so memory does not grow with the number of deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.estimates import (
    DEFAULT_LEVEL,
    Estimate,
    TooFewBlocks,
    check_level,
    student_quantile,
)
from sim.errors import BadInput

INTERCEPT: Final = "intercept"
"""Name of the column of ones, which `regress` adds itself."""
BLOCKS_A_COLUMN: Final = 10
"""With fewer blocks for each column, clustered errors are too small to be shown."""
FEWEST_HOLDING: Final = 30
"""A column that fewer blocks hold gets no interval, for the same reason."""
COLLINEAR: Final = 1e-9
"""Share of a column's sum of squares that the columns before it must leave unexplained."""
_SMALL_PRODUCT: Final = 200_000
"""Multiplications that OpenBLAS leaves to one thread."""


class RegressionPart(NamedTuple):
    """Some rows of the regression; all rows of a block stand together in one part."""

    block: npt.NDArray[np.int64]
    """The block (deal) of each row, shape (rows,)."""
    x: FloatArray
    """The features without the column of ones, shape (rows, columns)."""
    y: FloatArray
    """The score, shape (rows,)."""


@dataclass(frozen=True, slots=True, eq=False)
class Regression:
    """Coefficients with their covariance; ask for estimates by name."""

    names: tuple[str, ...]
    """The columns kept, the column of ones first; p of them."""
    coefficients: FloatArray
    """Shape (p,): points a hand for one more of the column, all others unchanged."""
    covariance: FloatArray
    """Shape (p, p): clustered by block."""
    holding: Mapping[str, int]
    """Column -> number of blocks in which it is not 0 throughout."""
    dropped: Mapping[str, str]
    """Column left out -> why, in words."""
    n: int
    """Number of blocks."""
    rows: int
    """Number of rows."""
    level: float
    """Coverage of the intervals."""

    def estimate(self, name: str) -> Estimate:
        """Return one coefficient.

        Its n counts the blocks that hold the feature: the others say nothing about it.

        Raises
        ------
        BadInput
            If the column was dropped (the reason is given), or there is none of that name.
        TooFewBlocks
            If fewer than 30 blocks hold the feature.
        """
        return self.combination({name: 1.0})

    def combination(self, weights: Mapping[str, float]) -> Estimate:
        """Return a weighted sum of coefficients; n is that of the blocks that hold the rarest.

        Formula: w'b ± t(n−1) · √(w'Vw), the weights taken as known.
        """
        for name in weights:
            if name not in self.names:
                why = self.dropped.get(name, "there is no such column")
                raise BadInput(f"no coefficient of {name}: {why}")
        w = np.array([weights.get(name, 0.0) for name in self.names])
        value = float(w @ self.coefficients)
        se = math.sqrt(max(float(w @ self.covariance @ w), 0.0))
        n = min(self.holding[name] for name, weight in weights.items() if weight)
        half = se * student_quantile(self.level, n - 1) if n > 1 else math.inf
        estimate = Estimate(value, se, n, self.level, value - half, value + half)
        if n < FEWEST_HOLDING:
            raise TooFewBlocks(estimate, FEWEST_HOLDING)
        return estimate


def regress(
    parts: Callable[[], Iterable[RegressionPart]],
    names: Sequence[str],
    level: float = DEFAULT_LEVEL,
) -> Regression:
    """Regress a score on features, with standard errors clustered by block.

    Question: by how much do the scores of two hands differ that differ in one feature and agree
    in all others of the list? Unit of observation: the deal block; a row is one dealt hand.

    Assumptions: the mean score is a sum of the features' contributions (no interactions: a bomb
    is worth the same beside a straight as without one); what is not in the list, such as who
    holds which kickers, goes with the listed features only by chance. Where either fails the
    figure still describes the hands dealt, but is not the effect of the feature. Rows of a block
    may depend on each other in any way, and their spread may depend on the features; blocks are
    independent.

    Formula: b = (X'X)⁻¹X'y; V = c (X'X)⁻¹ (Σ_g s_g s_g') (X'X)⁻¹ with the block scores
    s_g = Σ over the rows of g of x e, and c = G/(G−1) · (N−1)/(N−p) for G blocks, N rows, p
    columns kept.

    Collinear columns: in the order of `names`, a column that is a linear combination of the ones
    before it is dropped, and `dropped` says of which.

    Parameters
    ----------
    parts : callable
        Returns an iterator over the rows; it is called twice and must give the same both times.
    names : sequence of str
        The columns of x.
    level : float
        Coverage of the intervals.

    Returns
    -------
    Regression

    Raises
    ------
    TooFewBlocks
        With fewer than ten blocks a column kept.

    References
    ----------
    Liang and Zeger (1986), Biometrika 73; Cameron and Miller (2015), "A practitioner's guide to
    cluster-robust inference", J. Human Resources 50.

    Examples
    --------
    >>> deal = np.repeat(np.arange(200), 2)
    >>> x = np.column_stack([deal % 2, deal % 3 == 0]).astype(float)
    >>> fit = regress(lambda: [RegressionPart(deal, x, x @ [7.0, -2.0])], ["ace", "two"])
    >>> [round(float(b), 6) + 0.0 for b in fit.coefficients]
    [0.0, 7.0, -2.0]
    """
    check_level(level)
    columns = (INTERCEPT, *names)
    sums = _Sums(len(columns))
    for part in parts():
        sums.add(_checked(part, len(names)))
    kept, dropped = _independent(sums.gram, columns)
    if sums.blocks < max(BLOCKS_A_COLUMN * len(kept), 2):
        nothing = Estimate(math.nan, math.nan, sums.blocks, level, -math.inf, math.inf)
        raise TooFewBlocks(nothing, BLOCKS_A_COLUMN * len(kept))
    inverse = np.linalg.inv(sums.gram[np.ix_(kept, kept)])
    b = inverse @ sums.moments[kept]
    meat = np.zeros((len(kept), len(kept)))
    for part in parts():
        scores = _block_scores(part, kept, b)
        meat += _products(scores)
    correction = sums.blocks / (sums.blocks - 1) * (sums.rows - 1) / (sums.rows - len(kept))
    return Regression(
        names=tuple(columns[place] for place in kept),
        coefficients=b,
        covariance=correction * inverse @ meat @ inverse,
        holding={name: int(n) for name, n in zip(columns, sums.holding, strict=True)},
        dropped=dropped,
        n=sums.blocks,
        rows=sums.rows,
        level=level,
    )


class _Sums:
    """What the first pass adds up."""

    def __init__(self, columns: int) -> None:
        self.gram: FloatArray = np.zeros((columns, columns))
        self.moments: FloatArray = np.zeros(columns)
        self.holding: npt.NDArray[np.int64] = np.zeros(columns, dtype=np.int64)
        self.blocks = 0
        self.rows = 0

    def add(self, part: RegressionPart) -> None:
        """Add some rows."""
        starts = _block_starts(part.block)
        ones = np.ones(len(part.y))
        products = _products(np.column_stack([ones, part.x, part.y]))
        self.gram += products[:-1, :-1]
        self.moments += products[:-1, -1]
        self.holding[0] += starts.size
        self.holding[1:] += np.count_nonzero(_by_block(np.abs(part.x), ones, starts), axis=0)
        self.blocks += starts.size
        self.rows += part.y.size


def _checked(part: RegressionPart, columns: int) -> RegressionPart:
    """Refuse rows that do not fit together."""
    rows = part.y.size
    if part.x.shape != (rows, columns) or part.block.shape != (rows,) or not rows:
        raise BadInput(
            f"{rows} scores, features {part.x.shape} and blocks {part.block.shape} must have one "
            f"entry a row and {columns} columns"
        )
    return part


def _products(z: FloatArray) -> FloatArray:
    """Return z'z.

    It is added up from pieces so small that the linear algebra library starts no threads of its
    own: those fight with ours for the cores, and the whole takes ten times as long.
    """
    size = max(_SMALL_PRODUCT // z.shape[1] ** 2, 1)
    rows = len(z) // size * size
    cube, rest = z[:rows].reshape(-1, size, z.shape[1]), z[rows:]
    products: FloatArray = np.matmul(cube.transpose(0, 2, 1), cube).sum(axis=0) + rest.T @ rest
    return products


def _block_starts(block: npt.NDArray[np.int64]) -> npt.NDArray[np.intp]:
    """Return where each block's rows begin."""
    return np.flatnonzero(np.concatenate([[True], block[1:] != block[:-1]]))


def _by_block(x: FloatArray, weights: FloatArray, starts: npt.NDArray[np.intp]) -> FloatArray:
    """Return Σ weight · x over each block's rows, shape (blocks, columns)."""
    size = len(x) // len(starts)
    if np.array_equal(starts, np.arange(0, len(x), size)):
        # Blocks of one size need no search for their ends, which is several times faster.
        cube = x.reshape(len(starts), size, -1)
        sums: FloatArray = np.matmul(weights.reshape(len(starts), 1, size), cube)[:, 0]
    else:
        sums = np.add.reduceat(x * weights[:, None], starts)
    return sums


def _block_scores(part: RegressionPart, kept: Sequence[int], b: FloatArray) -> FloatArray:
    """Return Σ x e over each block's rows, shape (blocks, p)."""
    coefficients = np.zeros(part.x.shape[1] + 1)
    coefficients[kept] = b
    errors = part.y - coefficients[0] - np.einsum("np,p->n", part.x, coefficients[1:])
    starts = _block_starts(part.block)
    of_ones = np.add.reduceat(errors, starts)
    return np.column_stack([of_ones, _by_block(part.x, errors, starts)])[:, kept]


def _independent(gram: FloatArray, names: Sequence[str]) -> tuple[list[int], dict[str, str]]:
    """Choose columns in order, each not a combination of those before; say why others are not."""
    kept: list[int] = []
    dropped: dict[str, str] = {}
    for place, name in enumerate(names):
        length = float(gram[place, place])
        if length == 0:
            dropped[name] = "never dealt"
            continue
        weights = np.linalg.solve(gram[np.ix_(kept, kept)], gram[kept, place])
        left = length - float(weights @ gram[kept, place])
        if left > COLLINEAR * length:
            kept.append(place)
            continue
        of = [
            names[one]
            for one, w in zip(kept, weights, strict=True)
            if not math.isclose(w, 0, abs_tol=1e-6)
        ]
        dropped[name] = "says the same as " + " and ".join(of) + " together" * (len(of) > 1)
    return kept, dropped
