from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.regression.linear_model import OLS, WLS

from analysis.blocks import sums_by_block
from analysis.estimates import (
    Estimate,
    TooFewBlocks,
    difference,
    mean_estimate,
    ratio_difference,
    ratio_estimate,
    weighted_estimate,
)
from sim.errors import BadInput

REPLICATIONS = 3000


def monte_carlo_slack(level: float = 0.95, replications: int = REPLICATIONS) -> float:
    """Three standard errors of a coverage counted over so many replications."""
    return 3 * math.sqrt(level * (1 - level) / replications)


def coverage(estimates: list[Estimate], truth: float) -> float:
    return float(np.mean([not estimate.excludes(truth) for estimate in estimates]))


# ------------------------------------------------------------------------------------- means


def test_mean_agrees_with_scipy() -> None:
    scores = np.random.default_rng(1).normal(3, 20, 57)
    ours = mean_estimate(scores, 0.9)
    theirs = stats.ttest_1samp(scores, 0).confidence_interval(0.9)
    assert ours.value == pytest.approx(scores.mean())
    assert ours.se == pytest.approx(stats.sem(scores))
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))
    assert (ours.n, ours.level) == (57, 0.9)


@pytest.mark.parametrize("score", [0.0, 0.1, -1 / 3])
def test_blocks_that_all_agree_have_no_error(score: float) -> None:
    assert mean_estimate([score] * 7) == Estimate(score, 0.0, 7, 0.95, score, score)


@given(st.lists(st.integers(-320, 320), min_size=2, max_size=30))
def test_mean_of_the_opposite_is_the_opposite(scores: list[int]) -> None:
    there, back = mean_estimate(scores), mean_estimate([-score for score in scores])
    assert (back.value, back.se, back.low, back.high) == (
        -there.value,
        there.se,
        -there.high,
        -there.low,
    )


def test_too_few_blocks_hand_over_what_there_is() -> None:
    with pytest.raises(TooFewBlocks, match=r"1 deal block cannot .*at least 2 are needed") as one:
        mean_estimate([7.5])
    assert (one.value.partial.value, one.value.partial.n, one.value.needed) == (7.5, 1, 2)
    assert math.isnan(one.value.partial.se)
    with pytest.raises(TooFewBlocks) as some:
        mean_estimate([1.0, 2.0, 4.0], fewest=50)
    assert some.value.partial == mean_estimate([1.0, 2.0, 4.0])
    assert some.value.needed == 50
    with pytest.raises(TooFewBlocks, match=r"^0 deal blocks cannot support this figure; at"):
        mean_estimate([])
    assert issubclass(TooFewBlocks, BadInput)


@pytest.mark.parametrize("scores", [[1.0, math.nan], [1.0, math.inf], [[1.0, 2.0]]])
def test_scores_that_are_no_scores_are_refused(scores: list[float]) -> None:
    with pytest.raises(BadInput):
        mean_estimate(scores)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_levels_that_are_no_probabilities_are_refused(level: float) -> None:
    with pytest.raises(BadInput, match="between 0 and 1"):
        mean_estimate([1.0, 2.0], level)


def test_paired_difference_is_the_paired_t_test() -> None:
    rng = np.random.default_rng(2)
    luck = rng.normal(0, 50, 80)
    a, b = luck + rng.normal(4, 5, 80), luck + rng.normal(0, 5, 80)
    ours = difference(a, b)
    theirs = stats.ttest_rel(a, b).confidence_interval(0.95)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))
    assert difference(a, a) == Estimate(0.0, 0.0, 80, 0.95, 0.0, 0.0)
    with pytest.raises(BadInput, match="same blocks"):
        difference(a, b[:-1])


# ------------------------------------------------------------------------------------- ratios


def clustered_rows(rng: np.random.Generator, blocks: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of a kind: 0 to 4 a block, sharing the block's luck; more rows where luck is good."""
    luck = rng.normal(0, 1, blocks)
    rows = rng.binomial(4, 1 / (1 + np.exp(-luck)))
    block = np.repeat(np.arange(blocks), rows)
    return block, 10 + 5 * luck[block] + rng.normal(0, 3, block.size)


def test_ratio_agrees_with_the_cluster_robust_error_of_statsmodels() -> None:
    block, values = clustered_rows(np.random.default_rng(3), 60)
    ours = ratio_estimate(*sums_by_block(block, values))
    theirs = OLS(values, np.ones(values.size)).fit(
        cov_type="cluster", cov_kwds={"groups": block}, use_t=True
    )
    assert ours.value == pytest.approx(values.mean())
    assert ours.se == pytest.approx(theirs.bse[0])
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.conf_int(0.05)[0]))
    assert ours.n == np.unique(block).size


def test_weighted_mean_agrees_with_the_robust_error_of_statsmodels() -> None:
    rng = np.random.default_rng(4)
    scores, weights = rng.normal(5, 9, 40), rng.exponential(1, 40)
    ours = weighted_estimate(scores, weights)
    theirs = WLS(scores, np.ones(40), weights=weights).fit(cov_type="HC1", use_t=True)
    assert (ours.value, ours.se) == pytest.approx((theirs.params[0], theirs.bse[0]))
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.conf_int(0.05)[0]))


def test_equal_weights_change_nothing() -> None:
    scores = np.random.default_rng(5).normal(0, 30, 50)
    plain, weighted = mean_estimate(scores), weighted_estimate(scores, np.full(50, 7.0))
    assert (weighted.value, weighted.se, weighted.n) == pytest.approx(
        (plain.value, plain.se, plain.n)
    )


def test_difference_of_ratios_agrees_with_a_clustered_regression() -> None:
    rng = np.random.default_rng(6)
    block, values = clustered_rows(rng, 200)
    kind = rng.random(values.size) < 0.4
    ours = ratio_difference(sums_by_block(block, values, kind), sums_by_block(block, values, ~kind))
    design = np.column_stack([np.ones(values.size), kind])
    theirs = OLS(values, design).fit(
        cov_type="cluster", cov_kwds={"groups": block, "use_correction": False}
    )
    assert ours.value == pytest.approx(theirs.params[1])
    assert ours.se == pytest.approx(theirs.bse[1] * math.sqrt(ours.n / (ours.n - 1)))


def test_blocks_without_rows_of_the_kind_are_not_counted() -> None:
    estimate = ratio_estimate([10, 0, 20, 0, 60], [1, 0, 1, 0, 2])
    assert estimate == ratio_estimate([10, 20, 60], [1, 1, 2])
    with pytest.raises(TooFewBlocks) as rare:
        ratio_estimate([0, 0, 55], [0, 0, 1])
    assert (rare.value.partial.value, rare.value.partial.n) == (55.0, 1)
    with pytest.raises(TooFewBlocks):
        ratio_estimate([0, 0], [0, 0])
    with pytest.raises(BadInput, match="negative"):
        ratio_estimate([1, 1], [1, -1])


def test_ratio_that_is_the_same_in_every_block_has_no_error() -> None:
    estimate = ratio_estimate([0.3, 0.6, 0.0], [1, 2, 0])
    assert (estimate.value, estimate.se, estimate.n) == (0.3, 0.0, 2)


def test_sums_by_block_keeps_blocks_that_hold_no_such_row() -> None:
    numerators, denominators = sums_by_block(
        [9, 4, 9, 7], [1.0, 2.0, 3.0, 5.0], [True, False, True, True]
    )
    assert numerators.tolist() == [0.0, 5.0, 4.0]
    assert denominators.tolist() == [0.0, 1.0, 2.0]
    with pytest.raises(BadInput):
        sums_by_block([1, 2], [1.0])


# ----------------------------------------------------------------------------------- text form


@pytest.mark.parametrize(
    ("value", "half_width", "text"),
    [
        (7.3142, 0.4, "7.3 ± 0.4"),
        (7.3142, 0.14, "7.31 ± 0.14"),
        (107.71, 23.0, "110 ± 20"),
        (-0.04, 0.3, "0.0 ± 0.3"),
        (7.3, 0.0996, "7.30 ± 0.10"),
        (7.3, 0.0196, "7.30 ± 0.02"),
        (12345.0, 1500.0, "12300 ± 1500"),
        (0.0, 0.0, "0 ± 0"),
    ],
)
def test_text_shows_the_digits_the_error_supports(
    value: float, half_width: float, text: str
) -> None:
    estimate = Estimate(value, half_width / 2, 99, 0.95, value - half_width, value + half_width)
    assert str(estimate) == text


def test_text_of_a_lopsided_interval_names_its_ends() -> None:
    assert str(Estimate(0.1, 0.05, 20, 0.95, 0.03, 0.31)) == "0.10 (0.03 to 0.31)"


def test_json_holds_no_number_that_json_cannot() -> None:
    with pytest.raises(TooFewBlocks) as error:
        mean_estimate([4.0])
    assert error.value.partial.to_json() == {
        "value": 4.0,
        "se": None,
        "n": 1,
        "level": 0.95,
        "low": None,
        "high": None,
    }


def test_change_of_unit_turns_the_interval_round_with_the_sign() -> None:
    assert Estimate(2.0, 1.0, 9, 0.95, 0.0, 5.0).scaled(-2) == Estimate(
        -4.0, 2.0, 9, 0.95, -10.0, 0.0
    )


# ------------------------------------------------------------- coverage, and what must not cover


@pytest.mark.statistical
@pytest.mark.parametrize("law", ["gaussian", "many_zeros", "doubled"])
def test_intervals_of_block_means_cover(law: str) -> None:
    rng = np.random.default_rng(7)
    scores = rng.normal(2, 30, (REPLICATIONS, 200))
    truth = 2.0
    if law == "many_zeros":  # two strategies that differ on one deal in three
        scores *= rng.random(scores.shape) < 1 / 3
        truth = 2 / 3
    elif law == "doubled":  # one deal in ten counts twice
        scores *= 1 + (rng.random(scores.shape) < 0.1)
        truth = 2.2
    covered = coverage([mean_estimate(row) for row in scores], truth)
    assert covered == pytest.approx(0.95, abs=monte_carlo_slack())


@pytest.mark.statistical
def test_ratio_intervals_cover_where_rows_share_their_block() -> None:
    rng = np.random.default_rng(8)
    # E[10 + 5 · luck | row] = 10 + 5 · E[luck · p] / E[p], and E[p] = 1/2.
    nodes, node_weights = np.polynomial.hermite_e.hermegauss(80)
    tilt = np.sum(node_weights * nodes / (1 + np.exp(-nodes))) / np.sum(node_weights) / 0.5
    truth = 10 + 5 * float(tilt)
    by_block, by_row = [], []
    for _ in range(REPLICATIONS):
        block, values = clustered_rows(rng, 300)
        by_block.append(ratio_estimate(*sums_by_block(block, values)))
        by_row.append(mean_estimate(values))
    # The delta method is a little short at 300 blocks: one point in a hundred is allowed for it.
    assert coverage(by_block, truth) == pytest.approx(0.95, abs=0.01 + monte_carlo_slack())
    assert coverage(by_row, truth) < 0.85  # negative control: rows taken as independent


@pytest.mark.statistical
def test_weighted_intervals_cover_the_natural_law() -> None:
    rng = np.random.default_rng(9)
    # Natural law: a rare type with probability 1 % is worth 50, the rest 0. Drawn half and half.
    rare = rng.random((REPLICATIONS, 400)) < 0.5
    scores = np.where(rare, 50.0, 0.0) + rng.normal(0, 10, rare.shape)
    weights = np.where(rare, 0.01 / 0.5, 0.99 / 0.5)
    reweighted = [weighted_estimate(x, w) for x, w in zip(scores, weights, strict=True)]
    assert coverage(reweighted, 0.5) == pytest.approx(0.95, abs=0.005 + monte_carlo_slack())
    unweighted = [mean_estimate(x) for x in scores[:200]]
    assert coverage(unweighted, 0.5) == 0.0  # negative control


@pytest.mark.statistical
def test_intervals_of_conditional_differences_cover() -> None:
    rng = np.random.default_rng(10)
    estimates = []
    for _ in range(2000):
        block, values = clustered_rows(rng, 200)
        kind = rng.random(values.size) < 0.2
        values[kind] += 3.0
        estimates.append(
            ratio_difference(
                sums_by_block(block, values, kind), sums_by_block(block, values, ~kind)
            )
        )
    assert coverage(estimates, 3.0) == pytest.approx(
        0.95, abs=0.01 + monte_carlo_slack(replications=2000)
    )
