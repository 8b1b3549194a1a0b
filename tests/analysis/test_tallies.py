"""Tallies against the library's estimates on the same blocks, in any chunks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.estimates import Estimate, TooFewBlocks, mean_estimate, ratio_estimate
from analysis.shares import clustered_share
from analysis.tallies import ExactMoments, GroupSums, RatioTally, count_by_block

RNG = np.random.default_rng(5)


def close(a: Estimate, b: Estimate) -> bool:
    same = (a.value, a.se, a.low, a.high)
    return a.n == b.n and np.allclose(same, (b.value, b.se, b.low, b.high), rtol=1e-9, atol=1e-12)


def test_exact_moments_are_the_mean_estimate_whatever_the_chunks():
    scores = RNG.integers(-300, 300, (1000, 2))
    whole, cut = ExactMoments(2, 60), ExactMoments(2, 60)
    whole.add(scores)
    for part in np.array_split(scores, [1, 7, 500]):
        cut.add(part)
    for place in (0, 1):
        assert close(whole.estimate(place), mean_estimate(scores[:, place] / 60))
        assert whole.estimate(place) == cut.estimate(place)


def test_what_is_zero_on_every_block_is_exactly_zero():
    tally = ExactMoments(1, 60)
    tally.add(np.zeros((50, 1), dtype=np.int64))
    assert (tally.estimate().value, tally.estimate().se, tally.estimate().high) == (0, 0, 0)


def test_sums_of_squares_beyond_64_bits_stay_exact():
    tally = ExactMoments(1, 1)
    tally.add(np.array([[2**40], [-(2**40)]]))
    assert tally.variance() == 2 * 2.0**80


@pytest.mark.parametrize("zeros", [0, 400])
def test_ratio_tally_is_the_ratio_estimate(zeros):
    den = RNG.integers(0, 5, (1000, 3)).astype(float)
    den[:zeros] = 0
    num = den * RNG.normal(10, 4, den.shape)
    tally = RatioTally((3,))
    for rows in np.array_split(np.arange(1000), 7):
        tally.add(num[rows], den[rows])
    for place in range(3):
        assert close(tally.ratio(place), ratio_estimate(num[:, place], den[:, place]))


def test_ratio_tally_gives_shares_with_broadcast_cases():
    yes = RNG.binomial(4, [0.3, 0.001, 1.0], (500, 3)).astype(float)
    tally = RatioTally((3,))
    tally.add(yes, np.full((500, 1), 4.0))
    for place in range(3):
        assert close(tally.share(place), clustered_share(yes[:, place], np.full(500, 4.0)))
    assert (tally.share(2).value, tally.share(2).high) == (1, 1)


def test_sparse_counting_is_the_dense_one():
    codes, parts = RNG.integers(0, 50, (300, 6)), RNG.integers(0, 3, (300, 6))
    dense, sparse = RatioTally((50, 3)), RatioTally((50, 3))
    num = count_by_block(codes * 3 + parts, 150).reshape(300, 50, 3)
    dense.add(num, num.sum(axis=2, keepdims=True))
    for rows in np.array_split(np.arange(300), 4):
        sparse.add_sparse(codes[rows], parts[rows])
    for code in range(50):
        assert sparse.cases(code, 0) == dense.cases(code, 0)
        for part in range(3):
            assert close(sparse.share(code, part), dense.share(code, part))


def test_a_constant_ratio_has_no_error():
    den = RNG.integers(1, 9, 200).astype(float)
    tally = RatioTally((1,))
    tally.add((0.3 * den)[:, None], den[:, None])
    assert tally.ratio(0).se == 0
    assert tally.ratio(0).value == pytest.approx(0.3)


def test_no_rows_and_one_block_raise_with_what_there_is():
    tally = RatioTally((1,))
    with pytest.raises(TooFewBlocks):
        tally.ratio(0)
    tally.add(np.array([[6.0]]), np.array([[2.0]]))
    with pytest.raises(TooFewBlocks) as caught:
        tally.ratio(0)
    assert (caught.value.partial.value, caught.value.partial.n) == (3.0, 1)


def test_jackknife_of_a_mean_agrees_with_its_standard_error():
    x = RNG.normal(3, 2, 9700)
    sums = GroupSums((2,))
    sums.add(np.arange(9700), np.stack([np.ones(9700), x], axis=1))
    found = sums.estimate(lambda s: s[1] / s[0])
    assert found.n == 9700
    assert found.value == pytest.approx(x.mean())
    # 97 groups know a standard error to 1 part in √(2·96).
    assert found.se == pytest.approx(mean_estimate(x).se, rel=3 / math.sqrt(2 * 96))


@pytest.mark.statistical
def test_jackknife_intervals_cover_a_standard_deviation():
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(400):
        x = rng.exponential(1.0, 1940)
        sums = GroupSums((3,))
        sums.add(np.arange(1940), np.stack([np.ones(1940), x, x * x], axis=1))
        sd = sums.estimate(lambda s: math.sqrt(s[2] / s[0] - (s[1] / s[0]) ** 2))
        covered += sd.low <= 1 <= sd.high
    # 95 % of 400, three standard deviations of the count, and some for the skewed law.
    assert 0.95 * 400 - 3 * math.sqrt(400 * 0.95 * 0.05) - 8 <= covered


def test_count_by_block_with_weights_and_rows_left_out():
    codes = np.array([[0, 2, -1], [1, 1, 1]])
    weights = np.array([[5.0, 7.0, 9.0], [1.0, 2.0, 3.0]])
    assert count_by_block(codes, 3).tolist() == [[1, 0, 1], [0, 3, 0]]
    assert count_by_block(codes, 3, weights).tolist() == [[5, 0, 7], [0, 6, 0]]
