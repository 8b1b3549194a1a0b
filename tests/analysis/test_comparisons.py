from __future__ import annotations

import json
import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from analysis.comparisons import PairScores, compare, compare_all, score_pair, score_table
from analysis.estimates import Estimate, TooFewBlocks, mean_estimate
from sim.errors import BadInput

SIDES = [[0, 1, 0, 1], [1, 0, 1, 0]]
SOLO_THREE = [[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
SOLO_FOUR = [
    [0, 0, 1, 1],
    [1, 0, 0, 1],
    [1, 1, 0, 0],
    [0, 1, 1, 0],
    [0, 1, 0, 1],
    [1, 0, 1, 0],
]
SOLO_FIVE = [
    *([int((seat - turn) % 5 >= 3) for seat in range(5)] for turn in range(5)),
    *([int((seat - turn) % 5 < 3) for seat in range(5)] for turn in range(5)),
]
PLANS = {"sides": SIDES, "three": SOLO_THREE, "four": SOLO_FOUR, "five": SOLO_FIVE}
NAMES = ["balanced", "lowest"]

sixtieths = st.integers(-9600, 9600)


def sided_games(rng: np.random.Generator, shape: tuple[int, ...], effect: float) -> np.ndarray:
    """Payoffs of fixed sides, shape (…, 2 seatings, 4 seats).

    The cards favour one side by far more than the strategies differ; each playing of the same
    cards has its own accidents besides.
    """
    cards = rng.normal(0, 60, (*shape, 1))
    accidents = rng.normal(0, 25, (*shape, 2))
    margin = cards + accidents + np.array([effect, -effect])  # of seats 0 and 2
    seat_signs = np.array([1, -1, 1, -1]) / 2
    return margin[..., None] * seat_signs


# -------------------------------------------------------------------------------- block scores


@pytest.mark.parametrize("plan", PLANS)
def test_block_score_is_the_mean_margin_of_the_hands(plan: str) -> None:
    owner = np.array(PLANS[plan])
    payoff = np.random.default_rng(1).integers(-160, 160, (5, *owner.shape)) / 2
    scores = score_pair(payoff, owner, NAMES)
    for block in range(5):
        margins = [
            np.mean(seats[sits == 0]) - np.mean(seats[sits == 1])
            for seats, sits in zip(payoff[block], owner, strict=True)
        ]
        assert scores.hands[block] == pytest.approx(margins)
        assert scores.blocks[block] == pytest.approx(np.mean(margins))


@pytest.mark.parametrize("plan", PLANS)
@given(data=st.data())
def test_strategy_against_itself_scores_exactly_nothing(plan: str, data: st.DataObject) -> None:
    owner = np.array(PLANS[plan])
    seats = owner.shape[1]
    hands = data.draw(arrays(np.int64, (3, 1, seats), elements=sixtieths))
    payoff = np.repeat(hands / 60, owner.shape[0], axis=1)  # who sits where changes no play
    scores = score_pair(payoff, owner, ["lowest", "lowest"])
    assert np.all(scores.blocks == 0)
    comparison = compare(scores)
    assert comparison.estimate == Estimate(0.0, 0.0, 3, 0.95, 0.0, 0.0)
    assert comparison.pairing_factor is None
    assert comparison.effect_in_sds is None


@pytest.mark.parametrize("plan", PLANS)
@given(data=st.data())
def test_other_way_round_is_exactly_the_opposite(plan: str, data: st.DataObject) -> None:
    owner = np.array(PLANS[plan])
    payoff = data.draw(arrays(np.int64, (4, *owner.shape), elements=sixtieths)) / 60
    there = score_pair(payoff, owner, NAMES)
    back = score_pair(payoff, owner, NAMES, (1, 0))
    assert np.array_equal(back.blocks, -there.blocks)
    assert np.array_equal(there.swapped().hands, back.hands)
    assert (back.a, back.b) == ("lowest", "balanced")
    one, other = compare(there), compare(there.swapped())
    assert other.estimate.value == -one.estimate.value
    assert (other.estimate.low, other.estimate.high) == (-one.estimate.high, -one.estimate.low)
    assert (other.sd, other.pairing_factor) == (one.sd, one.pairing_factor)


@pytest.mark.parametrize("plan", PLANS)
@given(data=st.data())
def test_order_of_seats_and_seatings_changes_no_digit(plan: str, data: st.DataObject) -> None:
    owner = np.array(PLANS[plan])
    payoff = data.draw(arrays(np.int64, (2, *owner.shape), elements=sixtieths)) / 60
    seatings = data.draw(st.permutations(range(owner.shape[0])))
    seats = data.draw(st.permutations(range(owner.shape[1])))
    moved = score_pair(payoff[:, seatings][:, :, seats], owner[seatings][:, seats], NAMES)
    assert np.array_equal(moved.blocks, score_pair(payoff, owner, NAMES).blocks)


def test_new_labels_change_nothing_but_the_names() -> None:
    payoff = np.random.default_rng(2).integers(-50, 50, (6, 2, 4)) / 2
    plain = score_pair(payoff, SIDES, NAMES)
    relabelled = score_pair(payoff, 1 - np.array(SIDES), NAMES[::-1], (1, 0))
    assert np.array_equal(plain.blocks, relabelled.blocks)
    assert (relabelled.a, relabelled.b) == (plain.a, plain.b)


def test_payoffs_that_are_no_sixtieths_are_added_as_they_are() -> None:
    payoff = np.random.default_rng(3).normal(0, 10, (6, 6, 3))
    scores = score_pair(payoff, SOLO_THREE, NAMES)
    rounded = score_pair(np.rint(payoff * 60) / 60, SOLO_THREE, NAMES)
    assert scores.blocks == pytest.approx(rounded.blocks, abs=1 / 30)
    assert scores.blocks == pytest.approx(scores.hands.mean(axis=1))


def test_three_at_one_table_are_three_pairs() -> None:
    orders = np.array(list(permutations(range(3))))
    strength = np.array([5.0, 2.0, 0.0])
    payoff = np.broadcast_to(strength[orders], (4, 6, 3))
    pairs = score_table(payoff, orders, ["A", "B", "C"])
    assert [(one.a, one.b, one.blocks[0]) for one in pairs] == [
        ("A", "B", 3.0),
        ("A", "C", 5.0),
        ("B", "C", 2.0),
    ]


def test_seatings_without_both_do_not_count() -> None:
    owner = [[0, 1, 2, 2], [2, 2, 2, 2], [0, 0, 2, 2]]
    payoff = np.array([[[4.0, 1.0, 9.0, 9.0], [8.0] * 4, [7.0] * 4]])
    assert score_pair(payoff, owner, ["A", "B", "C"]).hands.tolist() == [[3.0]]
    with pytest.raises(BadInput, match="sit together in no seating"):
        score_pair(payoff[:, 1:], owner[1:], ["A", "B", "C"])


@pytest.mark.parametrize(
    ("payoff", "owner", "pair"),
    [
        (np.zeros((3, 2, 4)), [[0, 1, 0, 1]], (0, 1)),
        (np.zeros((2, 4)), SIDES, (0, 1)),
        (np.full((3, 2, 4), math.nan), SIDES, (0, 1)),
        (np.zeros((3, 2, 4)), [[0, 2, 0, 2], [2, 0, 2, 0]], (0, 1)),
        (np.zeros((3, 2, 4)), SIDES, (1, 1)),
        (np.zeros((3, 2, 4)), SIDES, (0, 2)),
    ],
)
def test_arrays_that_do_not_fit_are_refused(
    payoff: np.ndarray, owner: list[list[int]], pair: tuple[int, int]
) -> None:
    with pytest.raises(BadInput):
        score_pair(payoff, owner, NAMES, pair)


# -------------------------------------------------------------------------------- comparisons


def test_comparison_is_the_t_interval_of_the_block_scores() -> None:
    scores = score_pair(sided_games(np.random.default_rng(4), (90,), 7.0), SIDES, NAMES)
    comparison = compare(scores, 0.9)
    theirs = stats.ttest_1samp(scores.blocks, 0).confidence_interval(0.9)
    assert (comparison.estimate.low, comparison.estimate.high) == pytest.approx(
        (theirs.low, theirs.high)
    )
    assert comparison.sd == pytest.approx(np.std(scores.blocks, ddof=1))
    assert comparison.effect_in_sds == pytest.approx(comparison.estimate.value / comparison.sd)
    assert comparison.power(0.0) == pytest.approx(0.1)
    planned = comparison.planned_blocks(3.0, 0.9)
    assert comparison.planned_blocks(3.0, 0.8) < planned
    assert planned == pytest.approx(comparison.sd**2 / 9 * (1.645 + 1.282) ** 2, rel=0.05)


def test_json_is_what_the_interface_names() -> None:
    scores = score_pair(sided_games(np.random.default_rng(5), (20,), 7.0), SIDES, NAMES)
    document = json.loads(json.dumps(compare(scores).to_json(), allow_nan=False))
    assert list(document) == [
        "a", "b", "value", "se", "n", "level", "low", "high", "pairing_factor",
    ]  # fmt: skip
    assert (document["a"], document["b"], document["n"]) == ("balanced", "lowest", 20)
    itself = PairScores("lowest", "lowest", np.zeros(4), np.zeros((4, 2)))
    assert compare(itself).to_json()["pairing_factor"] is None


def test_comparison_reads_as_a_sentence() -> None:
    itself = PairScores("lowest", "lowest", np.zeros(4), np.zeros((4, 2)))
    assert str(compare(itself)) == "lowest − lowest: 0 ± 0 points a hand (4 deals)"


def test_one_deal_is_too_few() -> None:
    with pytest.raises(TooFewBlocks) as error:
        compare(score_pair(np.zeros((1, 2, 4)), SIDES, NAMES))
    assert (error.value.partial.value, error.value.needed) == (0.0, 2)


def test_simultaneous_intervals_share_the_error() -> None:
    rng = np.random.default_rng(6)
    pairs = [score_pair(sided_games(rng, (50,), 0.0), SIDES, NAMES) for _ in range(5)]
    alone, together = compare_all(pairs), compare_all(pairs, simultaneous=True)
    assert alone == tuple(compare(scores) for scores in pairs)
    assert [one.estimate.level for one in together] == pytest.approx([0.99] * 5)
    assert [one.family_level for one in together] == pytest.approx([0.95] * 5)
    assert together[0].estimate == mean_estimate(pairs[0].blocks, together[0].estimate.level)
    assert together[0].estimate.half_width > alone[0].estimate.half_width
    assert compare_all([]) == ()


# ----------------------------------------------------------------- by simulation, with controls


@pytest.mark.statistical
def test_pairing_factor_is_what_independent_deals_would_cost() -> None:
    rng = np.random.default_rng(7)
    replications, n = 4000, 50
    paired = sided_games(rng, (replications, n), 5.0)
    unpaired = np.stack(
        [sided_games(rng, (replications, n), 5.0)[:, :, seating] for seating in (0, 1)], axis=2
    )
    estimates = [
        np.array([score_pair(games, SIDES, NAMES).blocks.mean() for games in design])
        for design in (paired, unpaired)
    ]
    cost = np.var(estimates[1]) / np.var(estimates[0])
    reported = [compare(score_pair(games, SIDES, NAMES)).pairing_factor for games in paired[:500]]
    # Each variance has a relative standard error of √(2/replications).
    assert np.median(np.array(reported, float)) == pytest.approx(
        cost, rel=3 * 2 / math.sqrt(replications) + 0.02
    )
    assert cost == pytest.approx(1 + 60**2 / 25**2, rel=3 * 2 / math.sqrt(replications))


@pytest.mark.statistical
def test_deal_blocks_cover_and_other_units_do_not() -> None:
    rng = np.random.default_rng(8)
    replications, n, effect = 4000, 60, 5.0
    games = sided_games(rng, (replications, n), effect)
    slack = 3 * math.sqrt(0.95 * 0.05 / replications)
    blocks, seat_games, four_rotations = [], [], []
    for replication in range(replications):
        scores = score_pair(games[replication], SIDES, NAMES)
        blocks.append(compare(scores).estimate)
        # Wrong: the two games of a deal as if they had different cards.
        seat_games.append(mean_estimate(scores.hands.ravel()))
        # Wrong: four rotations as if each half turn, which repeats the game, were new.
        four_rotations.append(mean_estimate(np.repeat(scores.blocks, 2)))
    covered, too_much, too_little = (
        float(np.mean([not one.excludes(effect) for one in unit]))
        for unit in (blocks, seat_games, four_rotations)
    )
    assert covered == pytest.approx(0.95, abs=slack)
    assert too_much > 0.99
    # Half the variance is missing: P(|Z| < 1.96/√2) = 83.4 %.
    assert too_little == pytest.approx(0.834, abs=0.02)


@pytest.mark.statistical
def test_simultaneous_intervals_cover_together_and_single_ones_do_not() -> None:
    rng = np.random.default_rng(9)
    replications, names = 2000, ["A", "B", "C", "D"]
    orders = np.array(list(permutations(range(4))))[:8]
    missed = {True: 0, False: 0}
    for _ in range(replications):
        payoff = rng.normal(0, 10, (30, 1, 4)) + rng.normal(0, 10, (30, 8, 4))
        pairs = score_table(payoff, orders, names)
        for simultaneous in missed:
            family = compare_all(pairs, simultaneous=simultaneous)
            missed[simultaneous] += any(one.estimate.excludes(0.0) for one in family)
    assert missed[True] / replications < 0.05 + 3 * math.sqrt(0.05 * 0.95 / replications)
    assert missed[False] / replications > 0.12
