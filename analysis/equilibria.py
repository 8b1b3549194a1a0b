"""What a population of players would settle on: Nash equilibrium and alpha-rank of the margins.

Both answer differently from a matrix and from the same matrix measured on other deals, so they
leave here only as frequencies over resampled deals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.ratings import Pairs, margin_matrix
from analysis.resampling import Resampled
from sim.errors import BadInput

POPULATION: Final = 50
"""Players in alpha-rank's population: a mutant that is no better takes over once in so many."""
MATRICES: Final = 500
"""Resampled matrices that are solved."""

_ZERO = 1e-9
"""Below this, a margin relative to the largest one is 0."""
_NOTHING = 1e-6
"""Below this, a probability is what the solver leaves of 0."""


def nash(matrix: npt.ArrayLike) -> FloatArray:
    """Compute the maximum-entropy Nash equilibrium of an antisymmetric margin matrix.

    Question: which mixture of strategies loses to none? Where several do, the most even of them,
    so that a copy of a strategy shares its mass and changes no other. Formula: max −Σ p ln p over
    p ≥ 0, Σ p = 1, Mp ≤ 0; the largest support by linear programming (a strictly complementary
    solution), then the entropy within it.

    Parameters
    ----------
    matrix : array_like, shape (s, s)
        Margin of row against column, antisymmetric.

    Returns
    -------
    ndarray, shape (s,)
        Probabilities.

    Raises
    ------
    BadInput
        If the matrix is not antisymmetric.

    References
    ----------
    Balduzzi, Tuyls, Perolat and Graepel (2018), "Re-evaluating evaluation", NeurIPS;
    Goldman and Tucker (1956) (strict complementarity).

    Examples
    --------
    >>> nash([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).round(3)
    array([0.333, 0.333, 0.333])
    """
    m = _antisymmetric(matrix)
    count = len(m)
    largest = np.abs(m).max(initial=0.0)
    if largest == 0:
        return np.full(count, 1 / count)
    (winner,) = np.nonzero((m > 0).sum(axis=1) == count - 1)
    if winner.size:
        # Whoever beats all others is the only equilibrium.
        alone = np.zeros(count)
        alone[winner[0]] = 1.0
        return alone
    m = m / largest
    p, slack = _complementary(m)
    support = np.flatnonzero(p > slack)
    outside = np.setdiff1d(np.arange(count), support)
    inner = m[np.ix_(support, support)]
    free = support.size - np.linalg.matrix_rank(np.vstack([inner, np.ones(support.size)]), _ZERO)
    mixture = np.zeros(count)
    if free == 0:
        mixture[support] = p[support] / p[support].sum()
        return mixture
    mixture[support] = _most_even(p[support], inner, m[np.ix_(outside, support)])
    return mixture


def _complementary(m: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return an equilibrium and what each strategy loses against it, one of the two above 0."""
    from scipy.optimize import linprog

    count = len(m)
    # Variables p and e: maximise e with p + (−Mp) ≥ e, Mp ≤ 0, Σp = 1.
    goal = np.append(np.zeros(count), -1.0)
    above = np.hstack([m - np.eye(count), np.ones((count, 1))])
    below = np.hstack([m, np.zeros((count, 1))])
    found = linprog(
        goal,
        A_ub=np.vstack([above, below]),
        b_ub=np.zeros(2 * count),
        A_eq=np.append(np.ones(count), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * count + [(None, None)],
        method="highs",
    )
    p = np.maximum(found.x[:count], 0.0)
    return p, np.maximum(-(m @ p), 0.0)


def _most_even(start: FloatArray, inner: FloatArray, outer: FloatArray) -> FloatArray:
    """Return the mixture of largest entropy that the support allows."""
    from scipy.optimize import minimize

    # Only independent rows: the solver takes dependent constraints for contradictions.
    _, sizes, rows = np.linalg.svd(np.vstack([inner, np.ones(start.size)]))
    rank = int((sizes > _ZERO).sum())
    kept = rows[:rank]
    fixed = kept @ start
    constraints = [{"type": "eq", "fun": lambda p: kept @ p - fixed, "jac": lambda p: kept}]
    if len(outer):
        constraints.append({"type": "ineq", "fun": lambda p: -(outer @ p), "jac": lambda p: -outer})
    found = minimize(
        lambda p: float(p @ np.log(np.maximum(p, _ZERO))),
        start,
        jac=lambda p: np.log(np.maximum(p, _ZERO)) + 1,
        bounds=[(0, 1)] * start.size,
        constraints=constraints,
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    even = np.maximum(found.x, 0.0)
    mixture: FloatArray = even / even.sum()
    return mixture


def alpha_rank(matrices: npt.ArrayLike, population: int = POPULATION) -> FloatArray:
    """Compute alpha-rank, in the limit of strong selection, of antisymmetric margin matrices.

    Question: in a population that copies what wins, how long does each strategy hold sway? A
    single mutant of strategy j takes over a population of i surely if it beats it, once in
    `population` if it draws, and never if it loses; the answer is the stationary law of that
    chain.

    Parameters
    ----------
    matrices : array_like, shape (..., s, s)
        Margin of row against column; each is solved by itself.
    population : int
        Size of the population, at least 2.

    Returns
    -------
    ndarray, shape (..., s)
        Probabilities.

    References
    ----------
    Omidshafiei et al. (2019), "α-Rank: multi-agent evaluation by evolution", Scientific Reports 9.

    Examples
    --------
    Rock twice, paper and scissors:

    >>> matrix = [[0, 0, -1, 1], [0, 0, -1, 1], [1, 1, 0, -1], [-1, -1, 1, 0]]
    >>> (5 * alpha_rank(matrix)).round(6)
    array([1., 1., 2., 1.])
    """
    m = _antisymmetric(matrices)
    count = m.shape[-1]
    if count == 1:
        return np.ones(m.shape[:-1])
    # [i, j]: rate from a population of i to one of j.
    rates = np.where(m < 0, 1.0, np.where(m == 0, 1 / population, 0.0)) / (count - 1)
    diagonal = np.arange(count)
    rates[..., diagonal, diagonal] = 0.0
    flow = np.swapaxes(rates, -1, -2).copy()
    flow[..., diagonal, diagonal] = -rates.sum(axis=-1)
    # One balance follows from the others; in its place the probabilities add up to 1.
    flow[..., -1, :] = 1.0
    right = np.zeros((*m.shape[:-1], 1))
    right[..., -1, 0] = 1.0
    solved: FloatArray = np.linalg.solve(flow, right)[..., 0]
    return np.maximum(solved, 0.0)


@dataclass(frozen=True, slots=True)
class Sway:
    """How a way to weigh strategies falls out over resampled deals, for one strategy."""

    mass: float
    """Mean probability over the resamples."""
    low: float
    """2.5 % of the resamples give it less."""
    high: float
    """2.5 % of the resamples give it more."""
    present: float
    """Share of the resamples in which it has any."""
    top: float
    """Share of the resamples in which it has most; equal ones share."""


def frequencies(
    drawn: Resampled,
    pairs: Pairs,
    count: int,
    weigh: Callable[[FloatArray], FloatArray],
    matrices: int = MATRICES,
) -> tuple[Sway, ...]:
    """Weigh the strategies on resampled deals.

    Question: which strategies would hold sway, and how sure is that? Unit of observation: the deal
    block. Formula: `weigh` on the margin matrix of each resample of the deals. A single matrix
    would name a winner where margins are within their errors.

    Parameters
    ----------
    drawn : Resampled
        Resamples of the block scores of each pair on the same deals.
    pairs : sequence of (int, int)
        Who met, numbered from 0; every pair must be there.
    count : int
        Number of strategies.
    weigh : function
        `nash` or `alpha_rank`.
    matrices : int
        Of how many resamples the matrices are solved, at most.

    Returns
    -------
    tuple of Sway
        One a strategy.
    """
    if {frozenset(pair) for pair in pairs} != {
        frozenset((a, b)) for a in range(count) for b in range(a)
    }:
        raise BadInput("every pair of strategies must have been played")
    solved = margin_matrix(drawn.drawn_means[:matrices], pairs, count)
    weights = np.stack([weigh(matrix) for matrix in solved])
    is_top = weights >= weights.max(axis=1, keepdims=True) - _NOTHING
    top = is_top / is_top.sum(axis=1, keepdims=True)
    low, high = np.quantile(weights, [0.025, 0.975], axis=0)
    mean, present, most = weights.mean(axis=0), (weights > _NOTHING).mean(axis=0), top.mean(axis=0)
    columns = (each.tolist() for each in (mean, low, high, present, most))
    return tuple(Sway(*figures) for figures in zip(*columns, strict=True))


def _antisymmetric(matrices: npt.ArrayLike) -> FloatArray:
    m = np.asarray(matrices, dtype=np.float64)
    square = m.ndim > 1 and m.shape[-1] == m.shape[-2]
    if not square or not np.array_equal(m, -np.swapaxes(m, -1, -2)):
        raise BadInput(
            "a margin matrix is square, and row against column is less column against row"
        )
    return m
