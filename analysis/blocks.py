"""One number a deal block: checks, and sums over a table's rows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sim.errors import BadInput

FloatArray = npt.NDArray[np.float64]


def one_a_block(values: npt.ArrayLike, name: str) -> FloatArray:
    """Return the values as one finite float each."""
    x = np.asarray(values, dtype=np.float64)
    if x.ndim != 1:
        raise BadInput(f"{name} must be one number each, in one dimension, not shape {x.shape}")
    if not np.all(np.isfinite(x)):
        raise BadInput(f"{name} hold a number that is not finite")
    return x


def same_blocks(
    a: npt.ArrayLike, b: npt.ArrayLike, name_a: str, name_b: str
) -> tuple[FloatArray, FloatArray]:
    """Return both as arrays of the same length."""
    first, second = one_a_block(a, name_a), one_a_block(b, name_b)
    if first.shape != second.shape:
        raise BadInput(
            f"{name_a} has {first.size} blocks, {name_b} has {second.size}: "
            "they must be the same blocks"
        )
    return first, second


def check_denominators(den: FloatArray) -> None:
    """Refuse negative denominators and weights."""
    if np.any(den < 0):
        raise BadInput("a denominator or weight is negative")


def sums_by_block(
    blocks: npt.ArrayLike, values: npt.ArrayLike, where: npt.ArrayLike | None = None
) -> tuple[FloatArray, FloatArray]:
    """Sum rows by block: what `ratio_estimate` takes, from the rows of a result table.

    Parameters
    ----------
    blocks : array_like, shape (rows,)
        The block (deal) of each row.
    values : array_like, shape (rows,)
        The quantity.
    where : array_like of bool, shape (rows,), optional
        The rows of the kind; all if left out. Blocks without such rows stay, with 0 and 0.

    Returns
    -------
    numerators, denominators : ndarray, shape (blocks,)
        Sum of values, and number of rows, in the order of the sorted block numbers.

    Examples
    --------
    >>> sums_by_block([5, 5, 9], [10.0, 20.0, 1.0], [True, True, False])
    (array([30.,  0.]), array([2., 0.]))
    """
    block = np.asarray(blocks)
    x = one_a_block(values, "values")
    chosen = np.ones(x.size, dtype=bool) if where is None else np.asarray(where, dtype=bool)
    if not block.shape == chosen.shape == x.shape:
        raise BadInput(
            f"blocks {block.shape}, values {x.shape} and where {chosen.shape} must have one "
            "entry a row"
        )
    names, place = np.unique(block, return_inverse=True)
    numerators = np.bincount(place, np.where(chosen, x, 0.0), names.size)
    denominators = np.bincount(place, chosen.astype(np.float64), names.size)
    return numerators.astype(np.float64), denominators.astype(np.float64)
