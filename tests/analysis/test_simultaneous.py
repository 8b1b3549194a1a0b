from __future__ import annotations

import numpy as np
import pytest

from analysis.estimates import TooFewBlocks
from analysis.resampling import resample
from analysis.simultaneous import possibly_best, simultaneous, upper_quantile
from sim.errors import BadInput
from tests.analysis import proofs

SCORES = np.random.default_rng(1).normal([0.0, 0.5, -0.2, 3.0], 4, (80, 4)) + np.random.default_rng(
    2
).normal(0, 3, (80, 1))
RESAMPLES = 200


def naive_draws(scores, resamples, seed):
    """Means and errors of resamples, one at a time."""
    rng = np.random.default_rng(seed)
    drawn = [scores[rng.integers(0, len(scores), len(scores))] for _ in range(resamples)]
    means = np.array([rows.mean(axis=0) for rows in drawn])
    return means, np.array([rows.std(axis=0, ddof=1) / np.sqrt(len(rows)) for rows in drawn])


def test_resamples_are_deals_drawn_again() -> None:
    means, ses = naive_draws(SCORES, RESAMPLES, seed=3)
    drawn = resample(SCORES, RESAMPLES, seed=3)
    assert drawn.drawn_means == pytest.approx(means)
    assert drawn.drawn_ses == pytest.approx(ses)
    assert drawn.ses == pytest.approx(SCORES.std(axis=0, ddof=1) / np.sqrt(80))


def test_portions_of_the_resamples_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = resample(SCORES, 30)
    monkeypatch.setattr("analysis.resampling._CELLS_AT_ONCE", 7 * len(SCORES))
    assert resample(SCORES, 30).drawn_means == pytest.approx(whole.drawn_means)


def test_intervals_and_p_values_are_those_of_the_definition() -> None:
    means, ses = naive_draws(SCORES, RESAMPLES, seed=0)
    se = SCORES.std(axis=0, ddof=1) / np.sqrt(80)
    t = np.abs(means - SCORES.mean(axis=0)) / ses
    observed = np.abs(SCORES.mean(axis=0)) / se
    family = simultaneous(SCORES, 0.9, resamples=RESAMPLES)
    largest = sorted(t.max(axis=1))
    assert family.critical == pytest.approx(largest[int(np.ceil(0.9 * 201)) - 1])
    for place, estimate in enumerate(family.estimates):
        assert estimate.high - estimate.value == pytest.approx(family.critical * se[place])
        assert (estimate.level, estimate.n) == (0.9, 80)
    worst = 0.0
    for place in np.argsort(-observed):
        rest = [other for other in range(4) if observed[other] <= observed[place]]
        beyond = (t[:, rest].max(axis=1) >= observed[place]).sum()
        worst = max(worst, (1 + beyond) / 201)
        assert family.p_values[place] == pytest.approx(worst)


def test_one_mean_alone_has_nearly_the_t_interval() -> None:
    (one,) = simultaneous(SCORES[:, :1], resamples=4000).estimates
    assert one.half_width / one.se == pytest.approx(1.99, abs=0.12)


def test_the_other_way_round_is_the_opposite() -> None:
    there, back = simultaneous(SCORES), simultaneous(-SCORES)
    assert back.critical == there.critical
    assert back.p_values == there.p_values


def test_columns_that_do_not_vary_are_certain() -> None:
    scores = np.column_stack([SCORES[:, 0], np.zeros(80), np.full(80, 0.1)])
    family = simultaneous(scores, resamples=RESAMPLES)
    assert family.estimates[1].half_width == 0
    assert family.estimates[2].half_width == 0
    assert family.p_values[1] == 1.0
    assert family.p_values[2] == pytest.approx(1 / 201)
    assert family.critical == pytest.approx(
        simultaneous(scores[:, :1], resamples=RESAMPLES).critical
    )


def test_too_few_blocks_and_no_table_are_refused() -> None:
    with pytest.raises(TooFewBlocks):
        simultaneous(SCORES[:1])
    with pytest.raises(BadInput):
        simultaneous(SCORES[:, 0])
    with pytest.raises(BadInput):
        simultaneous(SCORES * np.nan)


def test_best_set_is_that_of_the_definition() -> None:
    strengths = SCORES + [2.0, 2.2, 1.0, 0.0]
    kept = possibly_best(strengths, 0.9, resamples=RESAMPLES)
    pairs = [(a, b) for a in range(4) for b in range(a + 1, 4)]
    gaps = np.stack([strengths[:, a] - strengths[:, b] for a, b in pairs], axis=1)
    means, ses = naive_draws(gaps, RESAMPLES, seed=0)
    naive = []
    for i in range(4):
        lead, largest = [], []
        for place, (a, b) in enumerate(pairs):
            if i in (a, b):
                sign = 1 if b == i else -1
                column = gaps[:, place]
                lead.append(sign * column.mean() / (column.std(ddof=1) / np.sqrt(80)))
                largest.append(sign * (means[:, place] - column.mean()) / ses[:, place])
        if max(lead) <= sorted(np.max(largest, axis=0))[int(np.ceil(0.9 * 201)) - 1]:
            naive.append(i)
    assert sorted(kept) == naive
    assert kept[0] == int(np.argmax(strengths.mean(axis=0)))


def test_clones_are_both_possibly_best_and_one_alone_is() -> None:
    clones = np.column_stack([SCORES[:, 3], SCORES[:, 3], SCORES[:, 3] - 50])
    assert possibly_best(clones, resamples=RESAMPLES) == (0, 1)
    assert possibly_best(SCORES[:, :1]) == (0,)


def test_quantile_counts_one_draw_more() -> None:
    assert upper_quantile(np.arange(1.0, 20.0), 0.95) == 19
    assert upper_quantile(np.arange(1.0, 100.0), 0.95) == 95
    assert upper_quantile(np.arange(3.0), 0.99) == 2


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("law", "ratings"),
    [("gaussian", [0, 0, 0, 0]), ("skewed", [0.5, 0, 0, 0]), ("zeros", [0.4, 0.4, 0, 0])],
)
def test_nothing_in_a_cross_table_is_wrong_more_often_than_stated(
    law: str, ratings: list[float]
) -> None:
    missed, rejected, lost, control = proofs.families(law, ratings, 200, seed=4)
    assert missed.at_most(0.05)
    assert rejected.at_most(0.05)
    assert lost.at_most(0.05)
    # The control: intervals that each stand alone.
    assert not control.at_most(0.05)
