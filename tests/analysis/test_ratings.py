from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from statsmodels.regression.linear_model import WLS

from analysis.estimates import difference, mean_estimate
from analysis.ratings import cyclic_share, margin_matrix, pairwise_errors, rate, strengths
from sim.errors import BadInput
from tests.analysis import proofs

PAIRS = list(combinations(range(4), 2))
MARGINS = np.random.default_rng(1).normal([1, 2, 3, 1, 2, 1], 5, (300, 6))


def signs(pairs, count):
    matrix = np.zeros((len(pairs), count))
    for row, (a, b) in enumerate(pairs):
        matrix[row, a], matrix[row, b] = 1, -1
    return matrix


def test_two_strategies_have_their_paired_difference() -> None:
    scores = MARGINS[:, :1]
    strength = strengths(scores, [(0, 1)], 2)
    direct = mean_estimate(scores[:, 0])
    ours = difference(strength[:, 0], strength[:, 1])
    assert (ours.value, ours.se, ours.n) == pytest.approx((direct.value, direct.se, 300))
    assert pairwise_errors(strength)[0, 1] == pytest.approx(direct.se)


@pytest.mark.parametrize("weights", [None, [1.0, 2.0, 3.0, 1.0, 0.5, 4.0]])
def test_ratings_are_weighted_least_squares(weights: list[float] | None) -> None:
    mean = MARGINS.mean(axis=0)
    theirs = WLS(mean, signs(PAIRS, 4)[:, 1:], weights=weights or np.ones(6)).fit().params
    theirs = np.concatenate([[0.0], theirs])
    strength = strengths(MARGINS, PAIRS, 4, weights)
    assert strength.mean(axis=0) == pytest.approx(theirs - theirs.mean())


def test_with_every_pair_a_rating_is_the_mean_margin_over_the_pool() -> None:
    strength = strengths(MARGINS, PAIRS, 4)
    matrix = margin_matrix(MARGINS, PAIRS, 4)
    assert strength == pytest.approx(matrix.mean(axis=2))


def test_errors_of_differences_are_those_of_the_deals() -> None:
    strength = strengths(MARGINS, PAIRS, 4)
    errors = pairwise_errors(strength)
    for a, b in PAIRS:
        assert errors[a, b] == pytest.approx(difference(strength[:, a], strength[:, b]).se)
    assert np.array_equal(errors, errors.T)
    ranked = rate(strength, "abcd")
    assert [name for name, _ in ranked] == ["a", "b", "c", "d"]
    assert ranked[0][1] == mean_estimate(strength[:, 0])


def test_order_and_direction_of_the_pairs_change_nothing() -> None:
    turned = [(b, a) for a, b in PAIRS[::-1]]
    again = strengths(0 - MARGINS[:, ::-1], turned, 4)
    assert again == pytest.approx(strengths(MARGINS, PAIRS, 4))


@pytest.mark.parametrize(
    ("pairs", "weights"),
    [
        ([(0, 1), (2, 3)], None),
        ([(0, 0), (0, 1)], None),
        ([(0, 4), (0, 1)], None),
        ([(0, 1)], None),
        ([(0, 1), (1, 2)], [1.0, 0.0]),
    ],
)
def test_pools_that_cannot_be_rated_are_refused(pairs: list, weights: list | None) -> None:
    with pytest.raises(BadInput):
        strengths(MARGINS[:, :2], pairs, 4, weights)


def test_margins_without_noise_split_into_ranking_and_circle() -> None:
    ranking = signs(PAIRS, 4) @ np.array([3.0, 1.0, 0.0, -4.0])
    circle = np.array([1.0, -1.0, 0.0, 1.0, 0.0, 0.0])  # 0 beats 1 beats 2 beats 0
    margins = np.tile(ranking + circle, (5, 1))
    found = cyclic_share(margins, PAIRS, 4)
    expected = circle @ circle / ((ranking + circle) @ (ranking + circle))
    assert found.share.value == pytest.approx(expected)
    assert found.noise == pytest.approx(0)
    assert cyclic_share(np.tile(ranking, (5, 1)), PAIRS, 4).share.value == pytest.approx(0)
    assert cyclic_share(np.tile(circle, (5, 1)), PAIRS, 4).share.value == pytest.approx(1)


def test_cyclic_share_is_the_residual_of_least_squares_less_noise() -> None:
    mean, covariance = MARGINS.mean(axis=0), np.cov(MARGINS, rowvar=False) / 300
    design = signs(PAIRS, 4)
    rest = mean - design @ np.linalg.lstsq(design, mean)[0]
    projection = np.eye(6) - design @ np.linalg.pinv(design)
    expected = (rest @ rest - np.trace(projection @ covariance)) / (
        mean @ mean - np.trace(covariance)
    )
    found = cyclic_share(MARGINS, PAIRS, 4)
    assert found.share.value == pytest.approx(expected)
    assert 0 < found.p_value <= 1


def test_margins_that_are_all_noise_have_no_share() -> None:
    noise = np.random.default_rng(3).normal(0, 1, (10, 6))
    noise -= noise.mean(axis=0)
    found = cyclic_share(noise, PAIRS, 4)
    assert np.isnan(found.share.value)
    assert found.noise is None


def online_elo(games, order, count):
    """Ratings that move a little after every game, as for players who learn."""
    rating = np.zeros(count)
    for a, b, won in games[order]:
        expected = 1 / (1 + 10 ** ((rating[b] - rating[a]) / 400))
        rating[a] += 16 * (won - expected)
        rating[b] -= 16 * (won - expected)
    return rating


def test_ratings_do_not_depend_on_the_order_of_the_games_as_online_ones_do() -> None:
    rng = np.random.default_rng(6)
    orders = [rng.permutation(300) for _ in range(20)]
    whole = [strengths(MARGINS[order], PAIRS, 4).mean(axis=0) for order in orders]
    assert np.ptp(whole, axis=0) == pytest.approx(np.zeros(4), abs=1e-12)
    # The control: close strategies, the same games, rated one by one.
    pairs = np.array([PAIRS[game % 6] for game in range(2000)])
    games = np.column_stack([pairs, rng.random(2000) < 0.5 + 0.01 * (pairs[:, 1] - pairs[:, 0])])
    rankings = {tuple(np.argsort(online_elo(games, rng.permutation(2000), 4))) for _ in range(20)}
    assert len(rankings) > 3


@pytest.mark.statistical
def test_true_rankings_are_seldom_called_circular_and_their_share_is_0_on_average() -> None:
    called, shares, raw = proofs.circles("skewed", [2.0, 1.0, 0.0, -1.0], 200, seed=5)
    assert called.at_most(0.05)
    error = shares.std(ddof=1) / np.sqrt(len(shares))
    assert abs(shares.mean()) < 3 * error
    # The control: without taking the noise off.
    assert raw.mean() > 3 * error
