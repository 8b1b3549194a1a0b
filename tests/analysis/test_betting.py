from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.betting import ConfidenceSequence
from sim.errors import BadInput
from tests.analysis import proofs
from tests.analysis.laws import LAWS


def naive_capitals(y, m, alpha=0.05):
    """Both gamblers' capital after every block, written out."""
    up, down, before, path = 1.0, 1.0, [], []
    for t, x in enumerate(y, start=1):
        mean = (0.5 + sum(before)) / t
        variance = (0.25 + sum((b - mean) ** 2 for b in before)) / t
        bet = math.sqrt(2 * math.log(2 / alpha) / (variance * t * math.log(t + 1)))
        up *= 1 + min(bet, 0.5 / m) * (x - m)
        down *= 1 - min(bet, 0.5 / (1 - m)) * (x - m)
        before.append(x)
        path.append((up, down))
    return np.array(path)


def sequence_of(scores, bound=160.0, portions=1):
    sequence = ConfidenceSequence(bound)
    for part in np.array_split(scores, portions):
        sequence.add(part)
    return sequence


def test_capitals_agree_with_the_game_written_out() -> None:
    scores = np.random.default_rng(1).normal(10, 40, 60).clip(-160, 160)
    for mean in (-80.0, 0.0, 10.0, 120.0):
        up, down = sequence_of(scores, portions=7).log_capitals(mean)
        naive = naive_capitals((scores + 160) / 320, (mean + 160) / 320)
        assert np.exp(up) == pytest.approx(naive[:, 0])
        assert np.exp(down) == pytest.approx(naive[:, 1])


@pytest.mark.parametrize("n", [5, 40, 300])
def test_interval_holds_the_means_at_which_the_gamblers_are_poor(n: int) -> None:
    scores = np.random.default_rng(2).normal(-30, 40, n).clip(-160, 160)
    sequence = sequence_of(scores)
    estimate = sequence.estimate()
    means = np.linspace(-159.9, 159.9, 4001)
    poor = [np.logaddexp(*(c[-1] for c in sequence.log_capitals(m))) < math.log(40) for m in means]
    kept = means[np.array(poor)]
    assert estimate.low == pytest.approx(kept.min(), abs=0.1)
    assert estimate.high == pytest.approx(kept.max(), abs=0.1)
    assert estimate.value == pytest.approx(scores.mean())
    assert estimate.se == pytest.approx(scores.std(ddof=1) / math.sqrt(n))


def test_the_other_way_round_is_the_opposite() -> None:
    scores = np.random.default_rng(3).normal(20, 40, 200).clip(-160, 160)
    there, back = sequence_of(scores).estimate(), sequence_of(-scores).estimate()
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low), abs=1e-4)


def test_nothing_is_known_before_the_first_block_and_little_after_it() -> None:
    nothing = ConfidenceSequence(160.0).estimate()
    assert (nothing.low, nothing.high, nothing.n) == (-160.0, 160.0, 0)
    one = sequence_of([40.0]).estimate()
    assert (one.low, one.high) == (-160.0, 160.0)


def test_scores_at_the_bound_push_the_interval_there() -> None:
    estimate = sequence_of(np.full(200, 160.0)).estimate()
    assert estimate.high == 160.0
    assert estimate.low > 140


@pytest.mark.parametrize("bound", [0.0, -1.0, math.inf])
def test_a_bound_is_above_nothing(bound: float) -> None:
    with pytest.raises(BadInput, match="bound"):
        ConfidenceSequence(bound)


def test_scores_beyond_the_bound_are_refused() -> None:
    with pytest.raises(BadInput, match="beyond"):
        sequence_of([161.0])


@pytest.mark.statistical
@pytest.mark.parametrize("law", LAWS)
def test_it_hardly_ever_misses_at_any_time(law: str) -> None:
    ever, peeking = proofs.always_valid(law, 300, seed=4)
    assert ever.at_most(0.05)
    # The control: an interval for one look, looked at all the time.
    assert peeking.value > 0.25
