"""Checks that hold on honest results, and their negative controls, which must fail."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analysis.certificate import (
    PointsTally,
    coverage,
    replayed_alike,
    same_strategy_is_zero,
)
from sim.deals import deal_hands
from tests.analysis.simulated import played_of, policies

N = 12
"""Deals: few, because the tests also run without the compiler."""
ABAB = ("lowest", "uniform") * 2


@pytest.mark.parametrize(("line_up", "rules"), [(ABAB, "fiftyk4"), (ABAB[:3], "fiftyk3")])
def test_honest_results_hold(line_up, rules):
    played = played_of(line_up, N, rules)
    table, playing = played.table, policies(played.table.names)
    deals = deal_hands(table.rules, 1, range(N))
    zero = same_strategy_is_zero(table, playing, deals)
    assert zero.held and zero.cases == 2 * N
    again = replayed_alike(table, playing, played, 1)
    assert again.held and again.cases == N * len(table.plan)
    assert "plays checked" in again.note


def test_a_changed_row_another_seed_or_other_strategies_are_noticed():
    played = played_of(ABAB, N)
    table, playing = played.table, policies(played.table.names)
    payoff = played.payoff.copy()
    payoff[3, 1, 2] += 60
    found = replayed_alike(table, playing, replace(played, payoff=payoff), 1)
    assert not found.held and found.note == "1 hands came out differently"
    assert not replayed_alike(table, playing, played, 2).held
    assert not replayed_alike(table, playing[::-1], played, 1).held


def test_lost_points_are_noticed():
    played = played_of(ABAB, N)
    tally = PointsTally(played.table)
    tally.add(played)
    assert tally.result().held and tally.result().cases == 2 * N
    captured = played.captured.copy()
    captured[0, 0, 0] += 5
    tally.add(replace(played, captured=captured))
    assert not tally.result().held


def test_coverage_of_ordinary_scores_holds():
    found = coverage(np.random.default_rng(1).normal(3, 20, 5000))
    assert found.held and found.cases == 2000
    assert found.share is not None and found.share.value == pytest.approx(0.95, abs=0.02)


def test_coverage_fails_where_blocks_are_so_skewed_that_100_are_too_few():
    scores = np.zeros(5000)
    scores[:5] = 1000
    assert coverage(scores).held is False


def test_coverage_is_not_run_where_it_says_nothing():
    assert coverage(np.ones(10)).held is None
    assert "do not vary" in coverage(np.ones(5000)).note
