"""The block bootstrap: the same deals drawn again for everything that was played on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.estimates import FEWEST_BLOCKS, Estimate, TooFewBlocks
from sim.errors import BadInput

RESAMPLES: Final = 2000
_CELLS_AT_ONCE: Final = 2_000_000
_BLOCKS_AND_COLUMNS: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class Resampled:
    """Means and their errors, as observed and in every resample; r resamples of p columns."""

    n: int
    """Deal blocks, in the sample and in each resample."""
    means: FloatArray
    """Observed means, shape (p,)."""
    ses: FloatArray
    """Their standard errors, shape (p,); exactly 0 where a column does not vary."""
    drawn_means: FloatArray
    """Means of the resamples, shape (r, p)."""
    drawn_ses: FloatArray
    """Their standard errors, shape (r, p)."""

    @property
    def deviations(self) -> FloatArray:
        """(Resampled mean − mean) / resampled SE, shape (r, p); 0 where a column does not vary."""
        gap = self.drawn_means - self.means
        return np.divide(gap, self.drawn_ses, out=np.zeros_like(gap), where=self.drawn_ses > 0)


def resample(scores: npt.ArrayLike, resamples: int = RESAMPLES, seed: int = 0) -> Resampled:
    """Draw deal blocks with replacement; all columns see the same draws.

    Question: how would all these means vary together over other deals? Unit of observation: the
    deal block. Assumption: blocks independent. What columns owe to the same deal stays together.

    Parameters
    ----------
    scores : array_like, shape (n, p)
        A row a block, a column a quantity.
    resamples : int
        How many times n blocks are drawn.
    seed : int
        Of the draws; the same one gives the same answer.

    Raises
    ------
    TooFewBlocks
        With fewer than two blocks.
    BadInput
        If the scores are no table of finite numbers.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, ch. 8.
    """
    x = score_columns(scores)
    n, columns = x.shape
    # Taken off before squares are summed: variances of far-off columns keep their digits.
    means = x.mean(axis=0)
    fixed = x.min(axis=0) == x.max(axis=0)
    gap = np.where(fixed, 0.0, x - means)
    both = np.concatenate([gap, np.square(gap)], axis=1)
    rng = np.random.default_rng(seed)
    drawn = np.empty((resamples, 2 * columns))
    step = max(_CELLS_AT_ONCE // n, 1)
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        weights = np.stack(
            [np.bincount(rng.integers(0, n, n), minlength=n) for _ in range(rows)]
        ).astype(np.float64)
        drawn[start : start + rows] = weights @ both / n
    moved, squares = drawn[:, :columns], drawn[:, columns:]
    variances = np.maximum(squares - np.square(moved), 0.0)
    # What is left of a column whose drawn blocks all agree is rounding.
    variances[variances < 1e-14 * squares] = 0.0
    ses = np.where(fixed, 0.0, gap.std(axis=0, ddof=1)) / np.sqrt(n)
    return Resampled(n, means, ses, means + moved, np.sqrt(variances / (n - 1)))


def score_columns(scores: npt.ArrayLike) -> FloatArray:
    """Return scores as a table of blocks and columns.

    Raises
    ------
    TooFewBlocks
        With fewer than two blocks.
    BadInput
        If they are no table of finite numbers.
    """
    x = np.asarray(scores, dtype=np.float64)
    if x.ndim != _BLOCKS_AND_COLUMNS:
        raise BadInput(f"scores must have a row a block and a column a quantity, not {x.shape}")
    if not np.all(np.isfinite(x)):
        raise BadInput("scores hold a number that is not finite")
    if len(x) < FEWEST_BLOCKS:
        value = float(x[0, 0]) if x.size else np.nan
        partial = Estimate(value, np.nan, len(x), 0.95, -np.inf, np.inf)
        raise TooFewBlocks(partial, FEWEST_BLOCKS)
    return x
