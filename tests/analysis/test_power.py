from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from analysis.estimates import mean_estimate
from analysis.power import blocks_needed, blocks_to_exclude, power_of
from sim.errors import BadInput


@pytest.mark.parametrize("effect", [0.02, 0.1, -0.3, 1.5])
@pytest.mark.parametrize("n", [5, 80, 3000])
def test_power_agrees_with_statsmodels(n: int, effect: float) -> None:
    theirs = TTestPower().power(effect_size=abs(effect), nobs=n, alpha=0.05)
    assert power_of(n, 40.0, effect * 40.0) == pytest.approx(theirs, abs=1e-6)


def test_power_is_smooth_where_the_normal_law_takes_over() -> None:
    assert power_of(10_000, 1.0, 0.03) == pytest.approx(power_of(10_001, 1.0, 0.03), abs=1e-4)


def test_power_without_an_effect_is_the_error_of_the_interval() -> None:
    assert power_of(50, 7.0, 0.0, level=0.9) == pytest.approx(0.1)
    assert power_of(20_000, 7.0, 0.0) == pytest.approx(0.05, abs=2e-5)


@pytest.mark.parametrize("power", [0.8, 0.9])
@pytest.mark.parametrize("effect", [0.01, 0.2, 3.0])
def test_blocks_needed_is_the_smallest_number_that_will_do(effect: float, power: float) -> None:
    n = blocks_needed(1.0, effect, power=power)
    assert power_of(n, 1.0, effect) >= power
    assert n == 2 or power_of(n - 1, 1.0, effect) < power


def test_no_spread_needs_no_more_than_two_blocks() -> None:
    assert blocks_needed(0.0, 1.0) == 2
    assert power_of(2, 0.0, 0.0) == 0.0


@pytest.mark.parametrize(("effect", "power"), [(0.0, 0.8), (1.0, 0.0), (1.0, 1.0)])
def test_plans_that_cannot_be_met_are_refused(effect: float, power: float) -> None:
    with pytest.raises(BadInput):
        blocks_needed(1.0, effect, power=power)


@pytest.mark.statistical
def test_planned_blocks_show_the_effect_as_often_as_planned() -> None:
    n, replications = blocks_needed(25.0, 6.0, power=0.8), 3000
    scores = np.random.default_rng(12).normal(6.0, 25.0, (replications, n))
    shown = np.mean([mean_estimate(row).excludes(0.0) for row in scores])
    assert shown == pytest.approx(power_of(n, 25.0, 6.0), abs=3 * np.sqrt(0.16 / replications))


def test_the_deals_that_decide_are_those_of_a_plan_for_the_value_seen() -> None:
    scores = np.random.default_rng(3).normal(0.4, 30.0, 900)
    seen = mean_estimate(scores)
    assert not seen.excludes(0)
    planned = blocks_needed(float(scores.std(ddof=1)), seen.value)
    assert blocks_to_exclude(seen) == pytest.approx(planned, rel=0.01)
    assert blocks_to_exclude(seen.scaled(-1)) == blocks_to_exclude(seen)
    # Further away from a bound, fewer deals; none decide what is exact or on the bound.
    assert (blocks_to_exclude(seen, seen.value - 1) or 0) > (
        blocks_to_exclude(seen, seen.value - 2) or 0
    )
    assert blocks_to_exclude(seen, seen.value) is None
    assert blocks_to_exclude(mean_estimate(np.ones(5))) is None
