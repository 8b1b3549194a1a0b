from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from analysis.estimates import TooFewBlocks
from analysis.shares import clustered_share, share_estimate
from sim.errors import BadInput


@pytest.mark.parametrize(("successes", "n"), [(0, 40), (1, 40), (17, 40), (40, 40), (3, 100_000)])
def test_share_agrees_with_statsmodels(successes: int, n: int) -> None:
    ours = share_estimate(successes, n, 0.9)
    theirs = proportion_confint(successes, n, alpha=0.1, method="wilson")
    assert (ours.low, ours.high) == pytest.approx(theirs, abs=1e-12)


def test_share_of_nothing_never_closes_on_nothing() -> None:
    never, always = share_estimate(0, 500), share_estimate(500, 500)
    assert (never.low, always.high) == (0.0, 1.0)
    assert 0 < never.high < 0.01
    assert 0.99 < always.low < 1


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (0, 0)])
def test_impossible_shares_are_refused(successes: int, n: int) -> None:
    with pytest.raises(BadInput):
        share_estimate(successes, n)


def test_one_case_a_block_is_nearly_the_independent_share() -> None:
    cases = np.ones(1000)
    yes = (np.arange(1000) < 130).astype(float)
    clustered, independent = clustered_share(yes, cases), share_estimate(130, 1000)
    assert clustered.value == independent.value
    assert (clustered.low, clustered.high) == pytest.approx(
        (independent.low, independent.high), abs=1e-4
    )


def test_copies_of_a_case_add_nothing() -> None:
    yes = (np.arange(300) % 7 == 0).astype(float)
    once, four_times = clustered_share(yes, np.ones(300)), clustered_share(4 * yes, 4 + 0 * yes)
    assert (four_times.low, four_times.high) == pytest.approx((once.low, once.high))


def test_clustered_share_that_never_occurs_counts_blocks_not_cases() -> None:
    never = clustered_share(np.zeros(50), np.full(50, 4))
    assert (never.value, never.se, never.low, never.n) == (0.0, 0.0, 0.0, 50)
    assert never.high == pytest.approx(share_estimate(0, 50).high, rel=0.06)


def test_share_fixed_by_the_deal_is_exact() -> None:
    one_seat_in_four = clustered_share(np.ones(20), np.full(20, 4))
    assert (one_seat_in_four.value, one_seat_in_four.low, one_seat_in_four.high) == (0.25,) * 3


def test_clustered_shares_refuse_what_cannot_be() -> None:
    with pytest.raises(BadInput, match="between 0 and cases"):
        clustered_share([2, 0], [1, 1])
    with pytest.raises(TooFewBlocks):
        clustered_share([1], [4])


@pytest.mark.parametrize(
    ("successes", "n", "text"),
    [
        (0, 100_000, "0 % (0 % to 0.0038 %)"),
        (1, 100_000, "0.001 % (<0.001 % to 0.006 %)"),
        (99_999, 100_000, "99.999 % (99.994 % to >99.999 %)"),
        (100_000, 100_000, "100 % (99.9962 % to 100 %)"),
        (1230, 10_000, "12.3 % (11.7 % to 13.0 %)"),
    ],
)
def test_percentages_show_0_and_100_only_where_exact(successes: int, n: int, text: str) -> None:
    assert share_estimate(successes, n).as_percent() == text


@pytest.mark.statistical
@pytest.mark.parametrize("share", [0.02, 0.3])
def test_clustered_shares_cover_and_cases_as_independent_do_not(share: float) -> None:
    rng = np.random.default_rng(11)
    blocks, copies, replications = 400, 4, 2000
    # Most blocks give all four seats the same answer.
    alike = rng.random((replications, blocks)) < 0.8
    together = copies * (rng.random(alike.shape) < share)
    apart = rng.binomial(copies, share, alike.shape)
    yes = np.where(alike, together, apart)
    clustered = [clustered_share(row, np.full(blocks, copies)) for row in yes]
    naive = [share_estimate(int(row.sum()), blocks * copies) for row in yes]
    slack = 3 * np.sqrt(0.95 * 0.05 / replications)
    covered = np.mean([not one.excludes(share) for one in clustered])
    # Shares lie on a lattice: no interval covers exactly as named.
    assert 0.95 - slack - 0.01 < covered < 0.95 + slack + 0.01
    assert np.mean([not one.excludes(share) for one in naive]) < 0.8
