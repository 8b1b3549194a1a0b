"""RULES.md §3 and §4, line by line: a finished hand given as facts, and its score."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sim.core.score import score_hand
from sim.core.turns import RESULT
from sim.games import FIFTYK3, FIFTYK4
from sim.policy import as_records
from sim.records import result_of
from tests.naive.scoring import Taken, score_fiftyk3, score_fiftyk4


def score(rules, finish, captured, left=None):
    raw = as_records(np.zeros(1, dtype=RESULT))
    for place, seat in enumerate(finish, start=1):
        raw["finish"][0][seat] = place
    raw["captured"][0][: rules.seats] = captured
    raw["left"][0][: rules.seats] = left or [0] * rules.seats
    score_hand(as_records(rules.record)[0], sum(1 << seat for seat in finish), raw[0])
    return result_of(rules, raw[0])


def test_3_captured_points_first_out_and_those_left():
    result = score(FIFTYK4, [1, 0, 3], [20, 5, 30, 40], [0, 0, 5, 0])
    assert result["side_points"] == [20 + 30 - 20 - 5, 5 + 40 + 20]
    assert (result["winner"], result["doubled"]) == (1, False)
    assert result["payoff"] == [12.5, 32.5, 12.5, 32.5]
    assert result["finish"] == [1, 0, 3] and result["sides"] == [[0, 2], [1, 3]]


def test_3_two_seats_left_lose_20_each():
    assert score(FIFTYK4, [0, 2], [50, 10, 0, 20], [0, 15, 0, 5])["side_points"] == [70, -30]


def test_3_negative_totals_stand():
    result = score(FIFTYK4, [0, 2], [70, 0, 0, 0], [0, 20, 0, 10])
    assert result["side_points"] == [90, -70] and result["doubled"]
    assert result["payoff"] == [90.0, -70.0, 90.0, -70.0]


def test_3_a_tie_goes_to_the_side_of_the_first_out():
    for finish, winner in (([0, 1, 3], 0), ([1, 0, 2], 1)):
        result = score(FIFTYK4, finish, [50, 50, 0, 0])
        assert result["side_points"] == [50, 50] and result["winner"] == winner
    assert score(FIFTYK4, [0, 1, 3], [45, 55, 0, 0])["winner"] == 1


def test_3_doubling_needs_no_captured_points_and_not_the_first_out():
    assert score(FIFTYK4, [0, 2], [100, 0, 0, 0])["doubled"]
    assert not score(FIFTYK4, [0, 2], [95, 5, 0, 0])["doubled"]
    result = score(FIFTYK4, [1, 0, 2], [85, 0, 0, 0], [0, 0, 0, 15])
    assert result["side_points"] == [85, -15] and not result["doubled"]


def test_3_half_points_are_kept():
    result = score(FIFTYK4, [0, 2], [95, 5, 0, 0])
    assert result["side_points"] == [115, -35] and result["payoff"] == [57.5, -17.5, 57.5, -17.5]


def test_4_each_for_itself():
    result = score(FIFTYK3, [2, 1], [40, 5, 45], [10, 0, 0])
    assert result["side_points"] == [40 - 20 - 10, 5, 45 + 20] and result["winner"] == 2
    assert result["payoff"] == [10.0, 5.0, 65.0] and result["sides"] == [[0], [1], [2]]


def test_4_ties_by_earlier_out():
    assert score(FIFTYK3, [1, 2], [10, 35, 55])["winner"] == 1
    assert score(FIFTYK3, [2, 1], [10, 55, 35])["winner"] == 2
    assert score(FIFTYK3, [2, 0], [35, 60, 0], [0, 5, 0])["winner"] == 0
    assert score(FIFTYK3, [2, 1], [60, 35, 0], [5, 0, 0])["winner"] == 1


def test_4_doubling_when_second_and_third_captured_nothing():
    result = score(FIFTYK3, [0, 1], [80, 0, 0], [0, 0, 20])
    assert result["doubled"] and result["payoff"] == [200.0, 0.0, -80.0]
    for captured in ([60, 40, 0], [60, 0, 40]):
        assert not score(FIFTYK3, [0, 1], captured)["doubled"]
    # The first out came second with nothing: places go by points, and second out doubles.
    result = score(FIFTYK3, [0, 1], [0, 100, 0])
    assert result["winner"] == 1 and result["payoff"] == [40.0, 200.0, -40.0]
    assert not score(FIFTYK3, [0, 1], [0, 95, 5])["doubled"]


def test_options_of_scoring():
    rules = FIFTYK4.with_options(
        {"first_out_bonus": 7, "left_penalty": 0, "left_points_count": False, "payoff": "full"}
    )
    result = score(rules, [0, 2], [80, 0, 0, 0], [0, 20, 0, 0])
    assert result["side_points"] == [87, 0] and result["payoff"] == [174.0, 0.0, 174.0, 0.0]
    never = FIFTYK4.with_options({"doubling": "never"})
    assert not score(never, [0, 2], [100, 0, 0, 0])["doubled"]


def test_third_points_are_exact():
    rules = FIFTYK4.with_options({"seats": 6, "decks": 1})
    result = score(rules, [0, 2, 4], [100, 0, 0, 0, 0, 0])
    assert result["side_points"] == [120, -60] and result["payoff"][:2] == [80.0, -40.0]
    result = score(rules, [0, 2, 1, 4], [95, 5, 0, 0, 0, 0])
    assert result["payoff"][0] == 115 / 3 and result["payoff"][1] == -35 / 3


@pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
def test_random_facts_score_as_the_twin_says(rules):
    rng = Random(1)
    for _ in range(2000):
        seats = list(range(rules.seats))
        rng.shuffle(seats)
        finish = seats[:2]
        if rules is FIFTYK4 and (finish[0] - finish[1]) % 2:
            finish = seats[:3]
        points = [rng.choice([0, 0, 0, 5, 10, 20, 45]) for _ in seats]
        left = [0 if seat in finish else rng.choice([0, 5, 15]) for seat in range(rules.seats)]
        naive = score_fiftyk4 if rules is FIFTYK4 else score_fiftyk3
        right = naive(Taken(tuple(finish), tuple(points), tuple(left), rules.teams))
        result = score(rules, finish, points, left)
        assert result["side_points"] == [float(p) for p in right.side_points]
        assert result["payoff"] == [float(p) for p in right.payoff]
        assert (result["winner"], result["doubled"]) == (right.winner, right.doubled)
