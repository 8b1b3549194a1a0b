from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.sequential import H1, UNDECIDED, Design, SequentialTest, Stop
from analysis.stopped import chance_of_higher, stopped_estimate
from sim.errors import BadInput
from tests.analysis import proofs
from tests.analysis.laws import draw


def stopped(effect, seed, design=proofs.DESIGN, n=4000):
    scores = draw("gaussian", np.random.default_rng(seed), n, effect)
    test = SequentialTest(design)
    test.add(scores)
    return scores, test.stop


def test_with_one_look_it_is_the_plain_mean_with_a_normal_interval() -> None:
    scores = draw("gaussian", np.random.default_rng(1), 400, 0.1)
    test = SequentialTest(Design(0.0, 0.2, every=400))
    test.add(scores)
    estimate = stopped_estimate(scores, test.stop)
    half = 1.959964 * scores.std(ddof=1) / 20
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx(
        (scores.mean(), scores.mean() - half, scores.mean() + half), abs=1e-4
    )


def test_more_of_the_same_tests_end_higher_the_better_the_strategy() -> None:
    scores, stop = stopped(0.1, 2)
    chances = [chance_of_higher(effect, scores, stop) for effect in np.linspace(-0.3, 0.5, 17)]
    assert np.all(np.diff(chances) > 0)
    estimate = stopped_estimate(scores, stop, 0.9)
    for effect, chance in ((estimate.low, 0.05), (estimate.value, 0.5), (estimate.high, 0.95)):
        assert chance_of_higher(effect, scores, stop) == pytest.approx(chance, abs=0.01)
    assert estimate.n == stop.blocks


def test_chances_agree_with_walks_played_out() -> None:
    scores, stop = stopped(0.12, 3)
    assert stop.answer == H1 and stop.blocks > 2 * stop.first_look
    every, sd, runs = stop.design.every, scores[: stop.blocks].std(ddof=1), 4000
    rng = np.random.default_rng(4)
    looks = stop.blocks // every
    for effect in (0.0, 0.1, 0.2):
        sums = np.cumsum(rng.normal(effect * every, sd * math.sqrt(every), (runs, looks)), axis=1)
        n = every * np.arange(1, looks + 1)
        # With normal scores of known spread the ratio is that of two normal laws.
        ratio = (
            n / 2 * np.log((1 + np.square(sums / n / sd)) / (1 + np.square((sums / n - 0.2) / sd)))
        )
        allowed = n >= stop.first_look
        high, low = (ratio >= stop.upper) & allowed, (ratio <= stop.lower) & allowed
        first = np.where((high | low).any(axis=1), np.argmax(high | low, axis=1), looks - 1)
        ends_high = high[np.arange(runs), first]
        earlier = ends_high & (first < looks - 1)
        mean = scores[: stop.blocks].mean()
        there = (first == looks - 1) & (sums[:, -1] / stop.blocks >= mean)
        played = np.mean(earlier | there)
        assert chance_of_higher(effect, scores, stop) == pytest.approx(played, abs=0.035)


def test_long_tests_agree_however_many_looks_are_taken_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scores, stop = stopped(0.015, 5, Design(0.0, 0.03, every=50), 40_000)
    exact = stopped_estimate(scores, stop)
    assert stop.blocks > 20 * 50
    monkeypatch.setattr("analysis.stopped._MOST_STEPS", max(stop.blocks // 50 // 3, 1))
    coarse = stopped_estimate(scores, stop)
    assert coarse.value == pytest.approx(exact.value, abs=0.3 * exact.se)
    assert coarse.low == pytest.approx(exact.low, abs=0.3 * exact.se)


def test_scores_that_never_vary_have_no_error() -> None:
    test = SequentialTest(Design(0.0, 1.0, bound=160.0))
    test.add(np.zeros(600))
    assert stopped_estimate(np.zeros(600), test.stop).half_width == 0


def test_a_test_that_never_looked_is_refused() -> None:
    never = Stop(proofs.DESIGN, UNDECIDED, 50, 0, math.nan, -3, 3)
    with pytest.raises(BadInput, match="not looked"):
        stopped_estimate(np.ones(50), never)


@pytest.mark.statistical
@pytest.mark.parametrize(("law", "effect"), [("gaussian", 0.0), ("skewed", 0.2), ("zeros", 0.1)])
def test_half_of_the_estimates_are_too_high_and_the_interval_covers(
    law: str, effect: float
) -> None:
    above, missed, naive = proofs.after_stop(law, effect, 100, seed=6)
    assert above.is_near(0.5)
    assert missed.at_most(0.05)
    if effect < 0.2:
        # The control: the plain mean of tests that answered h1 by luck.
        assert naive.value > 0.8
