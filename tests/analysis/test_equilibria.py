from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import optimize

from analysis.equilibria import alpha_rank, frequencies, nash
from analysis.resampling import resample
from sim.errors import BadInput

RPS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def random_game(rng, count):
    upper = np.triu(rng.normal(0, 3, (count, count)), 1)
    return upper - upper.T


def cloned(matrix, which, copies=1):
    order = [*range(len(matrix)), *[which] * copies]
    return matrix[np.ix_(order, order)]


def naive_most_even(matrix):
    """Maximise the entropy over all equilibria with a general solver from the even mixture."""
    count = len(matrix)
    found = optimize.minimize(
        lambda p: p @ np.log(np.maximum(p, 1e-12)),
        np.full(count, 1 / count),
        bounds=[(0, 1)] * count,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "ineq", "fun": lambda p: -(matrix @ p)},
        ],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 300},
    )
    return found.x


def naive_stationary(matrix, population=50):
    """Let the population's chain run for long."""
    count = len(matrix)
    chain = np.zeros((count, count))
    for i in range(count):
        for j in range(count):
            if i != j:
                gain = matrix[j, i]
                chain[i, j] = (1 if gain > 0 else 1 / population if gain == 0 else 0) / (count - 1)
        chain[i, i] = 1 - chain[i].sum()
    start = np.full(count, 1 / count)
    return start @ np.linalg.matrix_power(chain, 1 << 20)


def test_rock_paper_scissors_is_even() -> None:
    assert nash(RPS) == pytest.approx([1 / 3] * 3)
    assert alpha_rank(RPS) == pytest.approx([1 / 3] * 3)


def test_a_transitive_pool_has_one_winner() -> None:
    ratings = np.array([1.0, 4.0, 2.0, -3.0])
    matrix = ratings[:, None] - ratings[None, :]
    assert nash(matrix) == pytest.approx([0, 1, 0, 0])
    assert alpha_rank(matrix) == pytest.approx([0, 1, 0, 0])


@pytest.mark.parametrize("seed", range(8))
def test_nash_loses_to_nobody_and_is_the_only_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = random_game(rng, 3 + seed)
    p = nash(matrix)
    assert p.sum() == pytest.approx(1)
    assert (matrix @ p).max() < 1e-8 * np.abs(matrix).max()
    # Of a game without equal strategies no other mixture does as well.
    for goal in rng.normal(0, 1, (3, len(p))):
        other = optimize.linprog(
            goal, A_ub=matrix, b_ub=np.full(len(p), 1e-10), A_eq=np.ones((1, len(p))), b_eq=[1]
        ).x
        assert other == pytest.approx(p, abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_a_clone_takes_no_mass_from_others_in_nash(seed: int) -> None:
    matrix = random_game(np.random.default_rng(seed), 5)
    p, with_clones = nash(matrix), nash(cloned(matrix, seed % 5, 2))
    summed = with_clones[:5].copy()
    summed[seed % 5] += with_clones[5:].sum()
    assert summed == pytest.approx(p, abs=1e-6)
    assert with_clones[5:] == pytest.approx([with_clones[seed % 5]] * 2, abs=1e-6)


@pytest.mark.parametrize(
    "matrix",
    [
        np.zeros((4, 4)),
        cloned(RPS, 0),
        # Two circles that draw with each other.
        np.block([[RPS, np.zeros((3, 3))], [np.zeros((3, 3)), 2 * RPS]]),
        # Equal against each other, but one of them loses less elsewhere.
        np.array([[0.0, 0, 1], [0, 0, 2], [-1, -2, 0]]),
    ],
    ids=["nothing", "clone", "two circles", "draw"],
)
def test_of_many_equilibria_it_is_the_most_even(matrix: np.ndarray) -> None:
    assert nash(matrix) == pytest.approx(naive_most_even(matrix), abs=1e-4)


def test_alpha_rank_of_a_cloned_rock_is_fifths() -> None:
    assert alpha_rank(cloned(RPS, 0)) == pytest.approx([0.2, 0.4, 0.2, 0.2])


@pytest.mark.parametrize("seed", range(6))
def test_alpha_rank_agrees_with_the_chain_run_for_long(seed: int) -> None:
    matrix = random_game(np.random.default_rng(seed), 6)
    assert alpha_rank(matrix) == pytest.approx(naive_stationary(matrix), abs=1e-6)
    clone = cloned(matrix, seed)
    assert alpha_rank(clone) == pytest.approx(naive_stationary(clone), abs=1e-6)


def test_many_matrices_at_once_are_each_alone() -> None:
    games = np.stack([random_game(np.random.default_rng(seed), 5) for seed in range(7)])
    assert alpha_rank(games) == pytest.approx(np.stack([alpha_rank(game) for game in games]))
    assert alpha_rank(np.zeros((1, 1))) == pytest.approx([1.0])


@pytest.mark.parametrize("matrix", [np.ones((2, 2)), np.zeros((2, 3)), np.zeros(4)])
def test_what_is_no_margin_matrix_is_refused(matrix: np.ndarray) -> None:
    with pytest.raises(BadInput):
        nash(matrix)


@pytest.mark.parametrize("weigh", [nash, alpha_rank])
def test_frequencies_say_how_sure_a_winner_is(weigh) -> None:
    rng = np.random.default_rng(1)
    pairs = list(combinations(range(3), 2))
    near = resample(rng.normal([0.05, 9, 9], 1, (100, 3)), 300)
    sway = frequencies(near, pairs, 3, weigh)
    assert sum(each.mass for each in sway) == pytest.approx(1)
    # A lead of half a standard error is a lead in about 70 % of the resamples.
    assert 0.05 < sway[1].top < 0.95
    assert (sway[2].mass, sway[2].present, sway[2].high) == (0, 0, 0)
    sure = frequencies(resample(rng.normal([9, 9, 9], 1, (100, 3)), 300), pairs, 3, weigh)
    assert (sure[0].low, sure[0].top) == (1, 1)
    with pytest.raises(BadInput, match="every pair"):
        frequencies(near, pairs[:2], 3, weigh)
