from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import optimize

from analysis.likelihood import NELO_TO_SDS, NORMALISED, log_likelihood_ratio, normalised_elo
from sim.errors import BadInput

PENTA = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
SMALL = np.array([13, 37, 50, 25, 3])
LARGE = np.array([379, 10170, 21828, 10640, 343])


def naive_log_likelihood(values, counts, constraint):
    """Maximise Σ c ln p over laws that fulfil a constraint, by a general solver."""
    found = optimize.minimize(
        lambda p: -(counts @ np.log(p)) / counts.sum(),
        counts / counts.sum(),
        jac=lambda p: -(counts / p) / counts.sum(),
        bounds=[(1e-9, 1)] * len(values),
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": constraint},
        ],
        options={"ftol": 1e-15, "maxiter": 1000},
        method="SLSQP",
    )
    return -found.fun * counts.sum()


def test_golden_pentanomial_in_normalised_elo() -> None:
    llr = log_likelihood_ratio(PENTA, SMALL, 0, 4 * NELO_TO_SDS, NORMALISED)
    assert float(llr) == pytest.approx(-0.54912, abs=5e-6)
    llr = log_likelihood_ratio(PENTA, LARGE, 0, 2 * NELO_TO_SDS, NORMALISED)
    assert float(llr) == pytest.approx(2.9455, abs=5e-5)
    elo = normalised_elo(PENTA, LARGE)
    assert (round(elo.value, 2), round(elo.half_width, 2), elo.n) == (3.05, 2.31, 43360)


def test_golden_pentanomial_with_the_mean_constrained() -> None:
    mean = PENTA @ SMALL / SMALL.sum()
    sd = math.sqrt(np.square(PENTA - mean) @ SMALL / SMALL.sum())
    llr = log_likelihood_ratio(PENTA, SMALL, 0, 4 * NELO_TO_SDS * sd)
    assert float(llr) == pytest.approx(-0.5377, abs=5e-5)


@pytest.mark.parametrize("h1", [0.1, 0.5, -0.4])
def test_mean_agrees_with_a_general_solver(h1: float) -> None:
    llr = log_likelihood_ratio(PENTA, SMALL, 0.0, h1)
    naive = [naive_log_likelihood(PENTA, SMALL, lambda p, s=s: p @ PENTA - s) for s in (h1, 0.0)]
    assert float(llr) == pytest.approx(naive[0] - naive[1], abs=1e-5)


@pytest.mark.parametrize("t", [0.05, 0.3, -0.2])
def test_normalised_mean_agrees_with_a_general_solver(t: float) -> None:
    def constraint(p, t):
        mean = p @ PENTA
        return mean - t * math.sqrt(p @ np.square(PENTA - mean))

    llr = log_likelihood_ratio(PENTA, SMALL, 0.0, t, NORMALISED)
    naive = [naive_log_likelihood(PENTA, SMALL, lambda p, t=t: constraint(p, t)) for t in (t, 0.0)]
    assert float(llr) == pytest.approx(naive[0] - naive[1], abs=1e-5)


@pytest.mark.parametrize("units", ["points", "normalised"])
def test_the_other_way_round_is_the_opposite(units: str) -> None:
    there = log_likelihood_ratio(PENTA, SMALL, 0.0, 0.1, units)
    assert float(log_likelihood_ratio(PENTA, SMALL, 0.1, 0.0, units)) == pytest.approx(-there)
    assert float(log_likelihood_ratio(-PENTA, SMALL, 0.0, -0.1, units)) == pytest.approx(there)


def test_unit_of_the_scores_does_not_matter_where_sds_count() -> None:
    one = log_likelihood_ratio(PENTA, SMALL, 0.0, 0.1, NORMALISED)
    assert float(log_likelihood_ratio(7 * PENTA, SMALL, 0.0, 0.1, NORMALISED)) == pytest.approx(one)


@pytest.mark.parametrize("units", ["points", "normalised"])
def test_many_laws_at_once_are_each_alone(units: str) -> None:
    rng = np.random.default_rng(1)
    counts = rng.multinomial(60, [0.1, 0.2, 0.4, 0.2, 0.1], size=(3, 4))
    together = log_likelihood_ratio(PENTA, counts, 0.0, 0.2, units)
    alone = [log_likelihood_ratio(PENTA, row, 0.0, 0.2, units) for row in counts.reshape(-1, 5)]
    assert together.ravel() == pytest.approx(np.array(alone, float))
    moved = log_likelihood_ratio(np.broadcast_to(PENTA, counts.shape), counts, 0.0, 0.2, units)
    assert moved == pytest.approx(together)


def test_equal_scores_and_split_scores_are_the_same_law() -> None:
    split = log_likelihood_ratio([-1, -1, 0, 1], [4, 6, 20, 12], 0.0, 0.1)
    assert float(split) == pytest.approx(
        float(log_likelihood_ratio([-1, 0, 1], [10, 20, 12], 0, 0.1))
    )


def test_no_law_on_the_scores_has_the_effect() -> None:
    assert math.isnan(log_likelihood_ratio([1, 2], [5, 5], 0.0, 1.5))
    assert math.isnan(log_likelihood_ratio([0.0], [9], 0.0, 1.0))
    assert float(log_likelihood_ratio(PENTA, np.zeros(5), 0.0, 1.0)) == 0.0


@pytest.mark.parametrize(
    ("values", "counts", "units"),
    [([0, 1], [1, 2, 3], "points"), ([[0, 1]], [1, 2], "points"), ([0, 1], [1, 2], "elo")],
)
def test_what_does_not_fit_is_refused(values: list, counts: list, units: str) -> None:
    with pytest.raises(BadInput):
        log_likelihood_ratio(values, counts, 0.0, 1.0, units)
