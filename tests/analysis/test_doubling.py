"""Doubling, against plain counting; distributions with their errors."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.distribution import ScoreSums
from analysis.doubling import DoublingTally
from analysis.estimates import TooFewBlocks, mean_estimate
from tests.analysis.simulated import in_chunks, played_of

N = 80
"""Deals: few, because the tests also run without the compiler."""
ABAB = ("lowest", "uniform") * 2


def result_of(played, sizes=(37,)):
    tally = DoublingTally(played.table)
    for chunk in in_chunks(played, sizes):
        tally.add(chunk)
    return tally.result()


def test_how_often_and_which_condition_by_plain_counting():
    played = played_of(ABAB, N)
    found = result_of(played)
    nothing = no_first = both = 0
    for hand in np.ndindex(played.leader.shape):
        losers = ~played.won[hand]
        captured = played.captured[hand][losers].sum()
        first = bool((played.finish[hand][losers] == 1).any())
        nothing += captured == 0
        no_first += not first
        both += captured == 0 and not first
    assert [each.share.value * 2 * N for each in found.conditions] == [nothing, no_first, both]
    assert found.rate.value * 2 * N == both == played.doubled.sum()


@pytest.mark.compiled
def test_three_seats_have_one_condition_and_it_is_the_rule():
    found = result_of(played_of(ABAB[:3], 2000, "fiftyk3"))
    assert [each.name for each in found.conditions] == ["losers captured nothing"]
    assert found.conditions[0].share == found.rate
    assert found.happened


def test_endings_of_a_strategy_add_up_and_mirror_the_opponents():
    found = result_of(played_of(ABAB, N))
    ours, theirs = ([each.value for each in endings] for endings in found.by_strategy)
    assert sum(ours) == pytest.approx(1)
    assert ours == pytest.approx(theirs[::-1])
    hands = {(winner, loser): number for winner, loser, _, number in found.by_pair}
    assert sum(hands.values()) == 2 * N
    for winner, _, share, number in found.by_pair:
        wins = ours if winner == "lowest" else theirs
        assert share.value * number == pytest.approx(2 * N * wins[0])


@pytest.mark.compiled
def test_sides_that_were_dealt_more_points_win_more():
    played = played_of(ABAB, 2000)
    rows = dict(result_of(played).by_strength)["points"]
    wins = {row.value: row.endings[0].value + row.endings[1].value for row in rows}
    assert all(wins[value] > 0.5 for value in wins if value >= 60)
    # Both sides of a deal are counted, in every seating.
    for row in rows:
        other = next(each for each in rows if each.value == 100 - row.value)
        assert row.hands == other.hands
        assert row.endings[0].value == pytest.approx(other.endings[4].value)


@pytest.mark.compiled
def test_plays_of_the_two_sides_mirror_each_other():
    played = played_of(ABAB, 2000)
    rows = {row.value: row for row in dict(result_of(played).by_strength)["plays_to_empty"]}
    assert rows[2].hands == rows[-2].hands
    assert rows[0].endings[0].value == pytest.approx(rows[0].endings[4].value)


def test_scores_with_and_without_by_plain_counting():
    played = played_of(ABAB, N)
    found = result_of(played)
    label, with_rule, without = found.seats[0]
    for moments, scores in ((with_rule, played.payoff / 60), (without, played.undoubled / 60)):
        assert moments.mean.value == pytest.approx(scores.mean())
        assert moments.sd.value == pytest.approx(scores.std())
        centred = (scores - scores.mean()) / scores.std()
        assert moments.skew.value == pytest.approx(np.mean(centred**3))
        low, high = np.quantile(scores, [0.01, 0.99], method="inverted_cdf")
        assert [each.value for each in moments.quantiles] == [low, high]
        assert all(each.low <= each.value <= each.high for each in moments.quantiles)
        reach = [np.mean(scores >= value) for value in moments.values]
        assert list(moments.reach) == pytest.approx(reach)
    assert label == ""
    assert found.variance_share is not None
    expected = 1 - played.undoubled.var() / played.payoff.var()
    assert found.variance_share.value == pytest.approx(expected)
    winners = played.payoff[played.won].mean(), played.undoubled[played.won].mean()
    assert found.mean_share.value == pytest.approx(1 - winners[1] / winners[0])


def test_where_the_rules_never_double_nothing_happens():
    found = result_of(played_of(ABAB, 100, options=(("doubling", "never"),)))
    assert not found.happened and found.rate.value == 0
    assert found.variance_share.value == 0
    assert found.seats[0][1] == found.seats[0][2]


def test_few_deals_give_no_interval_of_spread():
    found = result_of(played_of(ABAB, 12))
    assert found.variance_share is None
    assert not np.isfinite(found.seats[0][1].sd.low)
    assert np.isfinite(found.seats[0][1].mean.low)


def test_chunks_change_nothing():
    played = played_of(ABAB, N)
    whole, cut = result_of(played, ()), result_of(played, (1, 40, 5))
    assert whole.by_pair == cut.by_pair
    assert whole.seats == cut.seats


def test_one_deal_is_too_few():
    with pytest.raises(TooFewBlocks):
        result_of(played_of(ABAB, 1))


def test_the_error_of_a_mean_over_groups_is_that_of_the_blocks():
    rng = np.random.default_rng(3)
    scores = rng.integers(-100, 100, (9700, 1, 1)) * 60
    sums = ScoreSums(1)
    nobody = np.zeros(scores.shape, dtype=np.int64)
    sums.add(np.arange(9700), nobody, scores, scores)
    mean = sums.moments(None, 0).mean
    expected = mean_estimate(scores.ravel() / 60)
    assert mean.value == pytest.approx(expected.value)
    assert mean.se == pytest.approx(expected.se, rel=0.25)


@pytest.mark.statistical
def test_quantile_intervals_cover():
    rng = np.random.default_rng(8)
    covered = 0
    truth = np.quantile(np.arange(-100, 100), 0.99, method="inverted_cdf")
    for _ in range(300):
        scores = rng.integers(-100, 100, (1940, 1, 1)) * 60
        sums = ScoreSums(1)
        sums.add(np.arange(1940), np.zeros(scores.shape, dtype=np.int64), scores, scores)
        high = sums.moments(None, 0).quantiles[1]
        covered += high.low <= truth <= high.high
    # On scores that lie apart the interval is at least as wide as it says; 3 SD of the count.
    assert covered >= 0.95 * 300 - 3 * np.sqrt(300 * 0.95 * 0.05)
