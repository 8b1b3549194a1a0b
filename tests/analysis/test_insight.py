"""The point count, the value of bombing now, the course of doubling, matches with another rule."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analysis import point_count
from analysis.action_value import Decisions, action_value, play_decisions
from analysis.blocks import FloatArray
from analysis.break_swap import OUTCOMES
from analysis.doubling_course import Course, course_of, doubling_course, states_of
from analysis.estimates import Estimate, TooFewBlocks
from analysis.exchange import ExchangeTable
from analysis.match_rules import compare_variants
from analysis.placing import held_cards
from analysis.point_count import fit_count, rank_values, whole_numbers
from analysis.trades import rank_counts
from sim.deals import Deals, deal_hands
from sim.errors import BadInput
from sim.games import find_rules
from sim.hand import play_deals
from sim.rules import Rules
from strategies import find_strategy

FOUR, THREE = (find_rules(name, {}) for name in ("fiftyk4", "fiftyk3"))
assert isinstance(FOUR, Rules) and isinstance(THREE, Rules)
WORTH = np.array([0, 0, 3, 0, 1, 1, 1, 4, 1, 1, 4, 2, 5])


def made_up_table(values: FloatArray) -> ExchangeTable:
    effects = {
        (b, a): Estimate(float(values[b] - values[a]), 1, 100, 0.95, -1, 1)
        for b in range(13)
        for a in range(b)
    }
    assert isinstance(FOUR, Rules)
    return ExchangeTable(FOUR, "opponent", 100, 0.95, effects)


# ------------------------------------------------------------------------------- the point count


def test_values_are_read_off_the_table() -> None:
    values, share = rank_values(made_up_table(1.5 * WORTH))
    np.testing.assert_allclose(values, 1.5 * WORTH, atol=1e-12)
    assert share == pytest.approx(1)
    points, unit = whole_numbers(values)
    np.testing.assert_array_equal(points, WORTH)
    assert unit == pytest.approx(1.5)
    assert whole_numbers(np.zeros(13))[0].sum() == 0


def test_a_made_up_score_is_counted_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    def score(seatings: object, deals: Deals, threads: int) -> FloatArray:
        cards = rank_counts(held_cards(deals))[:, :, :13] @ (1.5 * WORTH)
        bombs = (rank_counts(held_cards(deals)) == 4).sum(axis=2)
        whole = cards + 6 * bombs
        return np.repeat(whole[:, :, None], len(OUTCOMES), axis=2)

    monkeypatch.setattr(point_count, "replay", score)
    count = fit_count(made_up_table(1.5 * WORTH), [], 400, 1)
    assert count.ranks == {r: w for r, w in zip("3456789TJQKA2", WORTH.tolist(), strict=True) if w}
    assert count.features == {"bombs": 4}
    assert count.worth == pytest.approx(1.5)
    assert count.r_squared.value == pytest.approx(1) and count.r_squared_best.value <= 1
    lines = count.lines()
    assert lines[0].startswith("Count 5 for each 2, 4 for each T or K, 3 for each 5")
    assert lines[1] == "Add +4 for a bomb of a rank."


@pytest.mark.statistical
def test_noise_is_not_explained_out_of_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    # Negative control: a score without any link to the cards has an R² about 0, never above.
    def noise(seatings: object, deals: Deals, threads: int) -> FloatArray:
        drawn = np.random.default_rng(3).normal(0, 9, (len(deals), 4))
        return np.repeat(drawn[:, :, None], len(OUTCOMES), axis=2)

    monkeypatch.setattr(point_count, "replay", noise)
    count = fit_count(made_up_table(1.5 * WORTH), [], 500, 1)
    assert abs(count.r_squared.value) < 4 * count.r_squared.se + 0.005
    assert count.r_squared_best.value < 0.01
    with pytest.raises(TooFewBlocks):
        fit_count(made_up_table(1.5 * WORTH), [], 10, 1)


# ----------------------------------------------------------------------------- bombing now


def test_decisions_are_weighted_and_binned() -> None:
    points = np.array([0, 0, 10, 40] * 40)
    decisions = Decisions(
        np.array([1.0, 3.0, 8.0, -2.0] * 40),
        np.array([1, 3, 1, 1] * 40),
        points,
        np.array([True, False, False, False] * 40),
    )
    found = action_value(decisions)
    assert found.value.value == pytest.approx((1 + 9 + 8 - 2) / 6)
    assert [(name, each.value) for name, each in found.by_points] == [
        ("0", 2.5),
        ("5 to 10", 8.0),
        ("30 or more", -2.0),
    ]
    assert found.natural.value == pytest.approx(1 / 6)
    assert found.natural.low < 1 / 6 < found.natural.high and found.natural.n == 160
    with pytest.raises(TooFewBlocks):
        action_value(Decisions(*(np.array([]),) * 4))


@pytest.mark.compiled
def test_one_decision_is_taken_both_ways() -> None:
    assert isinstance(FOUR, Rules)
    policy = find_strategy("lowest").policy()
    found = play_decisions(FOUR, policy, 1, 150)
    assert len(found.gained) > 20 and found.bombed.any() and not found.bombed.all()
    assert found.gained.any() and found.points.min() >= 0
    part = play_decisions(FOUR, policy, 1, 50, first_deal=100)
    np.testing.assert_array_equal(part.gained, found.gained[-len(part.gained) :])
    # Where who can beat must, a bomb that the strategy plays cannot be held.
    assert not play_decisions(FOUR.with_options({"must_beat": True}), policy, 1, 60).bombed.any()


# ------------------------------------------------------------------------ the course of doubling


def course(captured: list[list[int]], first: list[int]) -> Course:
    tricks = len(first)
    return Course(np.linspace(0.2, 1, tricks), np.array(captured), np.array(first), False)


def test_made_up_courses_are_judged_by_hand() -> None:
    assert isinstance(FOUR, Rules) and isinstance(THREE, Rules)
    safe, lost = states_of(course([[0, 0], [30, 0], [30, 5]], [-1, -1, -1]), FOUR)
    assert safe.tolist() == [False, False, True] and not lost.any()
    # The side without points is first out: it cannot be doubled, nor can the other.
    safe, lost = states_of(course([[60, 0], [60, 0]], [-1, 1]), FOUR)
    assert safe.tolist() == [False, True] and not lost.any()
    # All points taken by the side of the first out.
    safe, lost = states_of(course([[60, 0], [100, 0], [100, 0]], [-1, -1, 0]), FOUR)
    assert lost.tolist() == [False, False, True] and not safe.any()
    # For single seats only the points count.
    safe, lost = states_of(course([[60, 0, 0], [100, 0, 0]], [-1, 2]), THREE)
    assert lost.tolist() == [False, True] and not safe.any()


@pytest.mark.compiled
@pytest.mark.parametrize("rules", [FOUR, THREE], ids=lambda rules: rules.id)
def test_courses_agree_with_results(rules: Rules) -> None:
    line_up = [find_strategy("lowest").policy()] * rules.seats
    deals = deal_hands(rules, 4, range(120))
    results = play_deals(line_up, deals)
    for row in range(len(deals)):
        found = course_of(deals, row, line_up)
        taken = [
            results.captured[row][results.side[row] == side].sum()
            for side in range(rules.side_count)
        ]
        assert found.captured[-1].tolist() == taken
        assert found.first_side[-1] == results.side[row][results.first_out[row]]
        assert found.doubled == results.doubled[row]
        safe, lost = states_of(found, rules)
        # What is ruled out never happens, what is certain does; neither is taken back.
        assert not (safe.any() and found.doubled) and not (lost.any() and not found.doubled)
        assert np.all(np.diff(safe.astype(int)) >= 0) and np.all(np.diff(lost.astype(int)) >= 0)
    whole = doubling_course([line_up], deals)
    assert whole.n == 120 and whole.doubled.value == results.doubled.mean()
    shares = [safe.value + lost.value for _, safe, lost in whole.by_step]
    assert shares == sorted(shares) and shares[-1] <= 1
    reached = [share.value for _, share, _ in whole.escapes]
    assert reached == sorted(reached, reverse=True)
    with pytest.raises(BadInput, match="never doubles"):
        doubling_course([line_up], replace(deals, rules=rules.with_options({"doubling": "never"})))


# ------------------------------------------------------------------- matches with another rule


@pytest.mark.compiled
def test_matches_under_variants_are_paired() -> None:
    assert isinstance(FOUR, Rules)
    lowest, uniform = find_strategy("lowest"), find_strategy("uniform")
    variants = {
        "as it is": FOUR,
        "spelled out": FOUR.with_options({"match_doubling": "once"}),
        "each hand": FOUR.with_options({"match_doubling": "each_hand"}),
    }
    found = compare_variants(variants, [lowest, uniform], 1, 60)
    assert [each.name for each in found] == list(variants)
    for same in found[:2]:
        assert (same.change.value, same.change.se, same.change_hands.value) == (0, 0, 0)
    assert found[2].change_hands.high < 0 < found[2].change.value
    assert found[0].margin.n == 60
    alike = compare_variants(variants, [lowest, lowest], 1, 20)
    assert all(each.margin.value == each.margin.se == each.won.value == 0 for each in alike)
    anzhan = find_rules("anzhan", {})
    assert isinstance(anzhan, Rules)
    with pytest.raises(BadInput, match="makes the sides"):
        compare_variants({"x": anzhan}, [lowest, uniform], 1, 5)
