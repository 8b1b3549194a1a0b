"""Shares: how often something happens, with intervals that stay between 0 and 1."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from analysis.blocks import same_blocks
from analysis.estimates import (
    DEFAULT_LEVEL,
    FEWEST_BLOCKS,
    Estimate,
    check_level,
    normal_quantile,
    ratio_estimate,
    student_quantile,
)
from sim.errors import BadInput


def share_estimate(successes: int, n: int, level: float = DEFAULT_LEVEL) -> Estimate:
    """Estimate a probability from independent yes/no cases, one a block.

    Question: how often does it happen? Unit of observation: the block, counted once. Assumption:
    the cases are independent; for several cases a block use `clustered_share`. Formula: Wilson's
    score interval, which never closes on 0 or 1: with no success it still reaches up to
    z² / (n + z²).

    Parameters
    ----------
    successes : int
        Number of blocks in which it happened, 0 … n.
    n : int
        Number of blocks, at least 1.
    level : float
        Coverage of the interval.

    References
    ----------
    Wilson (1927), "Probable inference", JASA 22; Brown, Cai and DasGupta (2001), Statistical
    Science 16.

    Examples
    --------
    >>> share = share_estimate(0, 100)
    >>> share.low, round(share.high, 4)
    (0.0, 0.037)
    """
    check_level(level)
    if n < 1 or not 0 <= successes <= n:
        raise BadInput(f"{successes} of {n} is no share: need 0 <= successes <= n and n >= 1")
    share = successes / n
    low, high = _wilson(share, n, normal_quantile(level))
    return Estimate(share, math.sqrt(share * (1 - share) / n), n, level, low, high)


def clustered_share(
    successes: npt.ArrayLike,
    cases: npt.ArrayLike,
    level: float = DEFAULT_LEVEL,
    *,
    fewest: int = FEWEST_BLOCKS,
) -> Estimate:
    """Estimate a probability from yes/no cases of which each block holds several.

    Question: in what share of the cases does it happen? Unit of observation: the deal block.
    Assumptions: blocks independent; cases of a block may depend on each other in any way.
    Formula: p and its standard error as in `ratio_estimate`; the interval is Wilson's with the
    effective number of cases p(1 − p)/se² and t(n−1) in place of z, so it stays inside 0 … 1.
    Where all cases agree, the effective number is the number of blocks, as if each block's cases
    were copies of one.

    Parameters
    ----------
    successes, cases : array_like, shape (n,)
        Number of successes and of cases in each block, 0 <= successes <= cases.
    level : float
        Coverage of the interval.
    fewest : int
        The smallest number of blocks with cases the caller accepts.

    References
    ----------
    Dean and Pagano (2015), "Evaluating confidence interval methods for binomial proportions in
    clustered surveys", J. Survey Statistics and Methodology 3.
    """
    yes, of = same_blocks(successes, cases, "successes", "cases")
    if np.any(yes < 0) or np.any(yes > of):
        raise BadInput("successes must lie between 0 and cases in every block")
    return share_interval(ratio_estimate(yes, of, level, fewest=fewest))


def share_interval(ratio: Estimate) -> Estimate:
    """Put Wilson's interval around a share that was estimated as a ratio.

    Formula: that of `clustered_share`.
    """
    # Blocks that all hold the same mixed share, as one seat in four, have no error at all.
    exact = ratio.se == 0 and 0 < ratio.value < 1
    if exact:
        return ratio
    share = min(max(ratio.value, 0.0), 1.0)
    cases_worth = share * (1 - share) / ratio.se**2 if ratio.se > 0 else float(ratio.n)
    low, high = _wilson(share, cases_worth, student_quantile(ratio.level, ratio.n - 1))
    return Estimate(share, ratio.se, ratio.n, ratio.level, low, high)


def _wilson(share: float, n: float, z: float) -> tuple[float, float]:
    """Return the ends of Wilson's interval; exactly 0 or 1 on the side where the share is."""
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    centre, scale = share + z * z / (2 * n), 1 + z * z / n
    low = 0.0 if share == 0 else max((centre - spread) / scale, 0.0)
    high = 1.0 if share == 1 else min((centre + spread) / scale, 1.0)
    return low, high
