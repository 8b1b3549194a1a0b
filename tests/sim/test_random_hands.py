"""Very many random hands of every rule set, each answer and every invariant checked."""

from __future__ import annotations

import numpy as np
import pytest

from sim.deals import deal_hands
from sim.games import find_rules
from sim.hand import play_deals
from tests.naive.variants import KINDS_OF_HANDS
from tests.sim.sample import EVERY_RULE_SET, line_up

each_variant = pytest.mark.parametrize(("rules_id", "options"), KINDS_OF_HANDS, ids=str)


def play(rules, number, seed=5):
    return play_deals(line_up(rules), deal_hands(rules, seed, range(number)), checked=True)


def assert_hands_are_right(results):
    """Check what RULES.md says of every hand: places, sums of points, and who is paid what."""
    rules = results.rules
    captured, left = results.captured.sum(axis=1), results.left.sum(axis=1)
    assert (captured + left == rules.pack_points).all()
    places = results.raw["finish"][:, : rules.seats]
    went_out = (places > 0).sum(axis=1)
    for place in range(1, rules.seats):
        assert ((places == place).sum(axis=1) == (went_out >= place)).all()
    assert (results.left[places > 0] == 0).all()
    assert ((results.tricks > 0) | (results.captured == 0)).all()
    ENDS[rules.id](results, places, went_out)
    SUMS[rules.id](results, captured, left, went_out)


# ---------------------------------------------------------------- how hands end


def sides_out(results, places):
    """bool[n, 2]: whether all seats of a side are out."""
    return np.stack(
        [((results.side != side) | (places > 0)).all(axis=1) for side in (0, 1)], axis=1
    )


def first_side(results):
    return np.take_along_axis(results.side, results.first_out[:, None], axis=1)[:, 0]


def is_sweep(results, places, went_out):
    """Return whether the first out's whole side is out and nobody else."""
    mine = results.side == first_side(results)[:, None]
    return (mine == (places > 0)).all(axis=1)


def one_left(results, places, went_out):
    assert (went_out == results.rules.seats - 1).all()


def side_out(results, places, went_out):
    assert (sides_out(results, places).sum(axis=1) == 1).all()


def sweep_or_one_left(results, places, went_out):
    swept = is_sweep(results, places, went_out)
    assert (swept | (went_out == results.rules.seats - 1)).all()
    assert swept.any() and not swept.all()


def loner_out_or_alone(results, places, went_out):
    """Sides of two as above; a loner ends the hand by going out or by being left."""
    sizes = (results.side == 0).sum(axis=1)
    assert set(sizes.tolist()) == {1, 2}
    pairs, loners = sizes == 2, sizes == 1
    swept = is_sweep(results, places, went_out)
    assert (swept | (went_out == 3))[pairs].all()
    out = ((results.side == 0) & (places > 0)).any(axis=1)
    assert (out | (went_out == 3))[loners].all()


ENDS = {
    **dict.fromkeys(("fiftyk3", "liaoning", "zhengfen"), one_left),
    **dict.fromkeys(("fiftyk4", "jinzhou"), side_out),
    **dict.fromkeys(("qq1", "qq2", "jiangnan", "fuqing4", "fuqing6"), sweep_or_one_left),
    "anzhan": loner_out_or_alone,
}


# ---------------------------------------------------------------- what points come to


def total_of(results):
    return results.side_points.sum(axis=1)


def fiftyk(results, captured, left, went_out):
    bonus = 20 - 20 * (results.rules.seats - went_out)
    assert np.array_equal(total_of(results), captured - left + bonus)
    factor = np.where(results.doubled, 2, 1)
    assert np.array_equal(results.payoff.sum(axis=1), total_of(results) * factor)
    assert (results.winner >= 0).all()


def qq(results, captured, left, went_out):
    assert np.array_equal(total_of(results), captured - left)
    margin = results.side_points[:, 0] - results.side_points[:, 1]
    stakes = (np.abs(margin) > 0).astype(int) + (np.abs(margin) > 100) + (np.abs(margin) > 200)
    for seat in range(4):
        sign = np.sign(margin) * (1 if seat % 2 == 0 else -1)
        assert np.array_equal(results.payoff[:, seat], sign * stakes)
    decks = results.rules.decks
    # What was caught is all that the sides' points have beyond their cards.
    cards = results.captured - results.left
    caught = results.side_points[:, 0] - cards[:, 0] - cards[:, 2]
    by_first = np.where(first_side(results) == 0, caught, -caught)
    assert set(np.unique(by_first).tolist()) == {0, 15 * decks, 30 * decks}


def liaoning(results, captured, left, went_out):
    assert np.array_equal(total_of(results), captured - left)
    assert np.array_equal(results.payoff, results.side_points)


def jiangnan(results, captured, left, went_out):
    assert (total_of(results) == 200).all() and (results.side_points >= 0).all()
    assert_each_seat_gets_its_sides(results)


def jinzhou(results, captured, left, went_out):
    penalty = np.where(went_out == 2, 50, 30)
    if results.rules.catch == "transfer":
        penalty = 0
    assert np.array_equal(total_of(results), captured - left - penalty)
    margin = results.side_points[:, 0] - results.side_points[:, 1]
    for seat in range(4):
        assert np.allclose(results.payoff[:, seat], margin / 10 * (-1) ** seat)


def anzhan(results, captured, left, went_out):
    assert np.array_equal(total_of(results), captured)
    assert np.allclose(results.payoff.sum(axis=1), captured)
    for side in (0, 1):
        mine = results.side == side
        share = results.side_points[:, side] / mine.sum(axis=1)
        assert np.allclose(np.where(mine, results.payoff - share[:, None], 0), 0)


def fuqing(results, captured, left, went_out):
    # Of four or six seats, a sweep leaves two or three.
    swept = went_out < results.rules.seats - 1
    assert (results.side_points.max(axis=1)[swept] == 300).all()
    assert (total_of(results)[swept] == 300).all()
    lost = {"transfer": {0}, "deduct": {0, 20}, "off": {0}}[results.rules.catch]
    assert set(np.unique((captured - total_of(results))[~swept]).tolist()) == lost
    assert_each_seat_gets_its_sides(results)


def zhengfen(results, captured, left, went_out):
    assert np.array_equal(total_of(results), captured)
    assert np.array_equal(results.payoff, results.side_points)


def assert_each_seat_gets_its_sides(results):
    sides = np.take_along_axis(results.side_points, results.side.astype(np.int64), axis=1)
    assert np.array_equal(results.payoff, sides)


SUMS = {
    **{"fiftyk4": fiftyk, "fiftyk3": fiftyk, "qq1": qq, "qq2": qq, "liaoning": liaoning},
    **{"jiangnan": jiangnan, "jinzhou": jinzhou, "anzhan": anzhan, "fuqing4": fuqing},
    **{"fuqing6": fuqing, "zhengfen": zhengfen},
}


@pytest.mark.compiled
@EVERY_RULE_SET
def test_some_thousand_random_hands(rules):
    assert_hands_are_right(play(rules, 3000))


@pytest.mark.slow
@pytest.mark.compiled
@EVERY_RULE_SET
def test_a_hundred_thousand_random_hands(rules):
    for seed in range(10):
        assert_hands_are_right(play(rules, 10_000, seed))


@pytest.mark.slow
@pytest.mark.compiled
@each_variant
def test_ten_thousand_random_hands_under_every_option(rules_id, options):
    assert_hands_are_right(play(find_rules(rules_id, options), 10_000, 77))
