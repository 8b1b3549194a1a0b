from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
import statsmodels.api as sm

from analysis.estimates import TooFewBlocks
from analysis.regression import RegressionPart, regress
from sim.errors import BadInput

NAMES = ["bomb", "ace", "long"]
TRUTH = np.array([12.0, -3.0, 0.5])


def rows(
    blocks: int, seed: int, sizes: tuple[int, int] = (4, 4)
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows of a block share an error, and their spread depends on a feature."""
    rng = np.random.default_rng(seed)
    block = np.repeat(np.arange(blocks), rng.integers(sizes[0], sizes[1] + 1, blocks))
    x = (rng.random((block.size, 3)) < [0.2, 0.5, 0.4]).astype(float)
    # The last feature is the same in the whole block.
    x[:, 2] = (rng.random(blocks) < 0.4)[block]
    shared = rng.normal(0, 20, blocks)[block]
    y = 4 + x @ TRUTH + shared + rng.normal(0, 5, block.size) * (1 + 3 * x[:, 0])
    return block, x, y


def parts(
    block: np.ndarray, x: np.ndarray, y: np.ndarray, pieces: int = 1
) -> Callable[[], Iterator[RegressionPart]]:
    cuts = np.linspace(0, block.max() + 1, pieces + 1)

    def iterate() -> Iterator[RegressionPart]:
        for low, high in zip(cuts[:-1], cuts[1:], strict=True):
            here = (block >= low) & (block < high)
            yield RegressionPart(block[here], x[here], y[here])

    return iterate


@pytest.mark.parametrize("sizes", [(4, 4), (1, 6)])
def test_it_is_least_squares_with_clustered_errors(sizes: tuple[int, int]) -> None:
    block, x, y = rows(400, 1, sizes)
    fit = regress(parts(block, x, y, pieces=3), NAMES)
    theirs = sm.OLS(y, sm.add_constant(x)).fit(
        cov_type="cluster", cov_kwds={"groups": block}, use_t=True
    )
    np.testing.assert_allclose(fit.coefficients, theirs.params, rtol=1e-9)
    np.testing.assert_allclose(fit.covariance, theirs.cov_params(), rtol=1e-8)
    assert (fit.n, fit.rows) == (400, block.size)
    ace = fit.estimate("ace")
    np.testing.assert_allclose(ace.se, theirs.bse[2], rtol=1e-8)
    if sizes == (4, 4):
        # Other than theirs, the interval counts the blocks that hold the feature.
        assert ace.n == len(np.unique(block[x[:, 1] > 0]))


def test_pieces_change_nothing() -> None:
    block, x, y = rows(200, 2, (1, 5))
    whole, cut = regress(parts(block, x, y), NAMES), regress(parts(block, x, y, 7), NAMES)
    np.testing.assert_allclose(cut.coefficients, whole.coefficients, rtol=1e-10)
    np.testing.assert_allclose(cut.covariance, whole.covariance, rtol=1e-10)
    assert cut.holding == whole.holding


def test_a_sum_of_coefficients_carries_their_covariance() -> None:
    block, x, y = rows(300, 3)
    fit = regress(parts(block, x, y), NAMES)
    both = fit.combination({"bomb": 0.25, "ace": 0.75})
    w = np.array([0, 0.25, 0.75, 0])
    assert both.value == pytest.approx(w @ fit.coefficients)
    assert both.se == pytest.approx(np.sqrt(w @ fit.covariance @ w))
    assert both.n == min(fit.holding["bomb"], fit.holding["ace"])


def test_columns_that_say_nothing_new_are_dropped_and_named() -> None:
    block, x, y = rows(300, 4)
    more = np.column_stack([x, x[:, 0] + x[:, 1], np.zeros(len(y)), 1 - x[:, 2]])
    fit = regress(parts(block, more, y), [*NAMES, "both", "never", "short"])
    assert fit.names == ("intercept", *NAMES)
    assert dict(fit.dropped) == {
        "both": "says the same as bomb and ace together",
        "never": "never dealt",
        "short": "says the same as intercept and long together",
    }
    np.testing.assert_allclose(fit.coefficients, regress(parts(block, x, y), NAMES).coefficients)
    with pytest.raises(BadInput, match="never dealt"):
        fit.estimate("never")
    with pytest.raises(BadInput, match="no such column"):
        fit.estimate("trump")


def test_too_few_blocks_are_refused_and_rare_features_too() -> None:
    block, x, y = rows(39, 5)
    with pytest.raises(TooFewBlocks) as caught:
        regress(parts(block, x, y), NAMES)
    assert caught.value.needed == 40
    block, x, y = rows(300, 6)
    x[:, 0] = block < 29
    with pytest.raises(TooFewBlocks) as caught:
        regress(parts(block, x, y), NAMES).estimate("bomb")
    assert (caught.value.partial.n, caught.value.needed) == (29, 30)
    assert np.isfinite(caught.value.partial.se)


def test_rows_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(BadInput, match="one entry a row and 3 columns"):
        regress(lambda: [RegressionPart(np.arange(5), np.ones((5, 2)), np.ones(5))], NAMES)


@pytest.mark.statistical
def test_intervals_cover_and_rows_taken_as_independent_do_not() -> None:
    replications = 1000
    covered, naive = np.zeros(3), np.zeros(3)
    for seed in range(replications):
        block, x, y = rows(150, 1000 + seed)
        fit = regress(parts(block, x, y), NAMES)
        covered += [not fit.estimate(one).excludes(b) for one, b in zip(NAMES, TRUTH, strict=True)]
        alone = regress(parts(np.arange(len(y)), x, y), NAMES)
        naive += [not alone.estimate(one).excludes(b) for one, b in zip(NAMES, TRUTH, strict=True)]
    slack = 3 * np.sqrt(0.95 * 0.05 / replications)
    assert np.all(np.abs(covered / replications - 0.95) < slack + 0.01)
    assert naive[2] / replications < 0.8
