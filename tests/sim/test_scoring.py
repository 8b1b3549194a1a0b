"""Finished hands given as facts, and their score: worked out by hand, and by the twin."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sim.core.score import score_hand
from sim.core.turns import RESULT
from sim.games import FIFTYK4, find_rules
from sim.policy import as_records
from sim.records import result_of
from tests.naive.games import find_game
from tests.naive.scored import SCORED, assert_right
from tests.naive.scoring import Taken
from tests.naive.variants import KINDS_OF_HANDS
from tests.sim.sample import RULES_OF_TABLE


def score(rules, finish, captured, left=None, sides=None):
    raw = as_records(np.zeros(1, dtype=RESULT))
    for place, seat in enumerate(finish, start=1):
        raw["finish"][0][seat] = place
    raw["captured"][0][: rules.seats] = captured
    raw["left"][0][: rules.seats] = left or [0] * rules.seats
    for number, side in enumerate(sides or ()):
        raw["side"][0][list(side)] = number
    score_hand(as_records(rules.record)[0], sum(1 << seat for seat in finish), raw[0])
    return result_of(rules, raw[0])


@pytest.mark.parametrize("case", SCORED, ids=str)
def test_points_worked_out_by_hand(case):
    rules = find_rules(case.rules, case.options)
    result = score(rules, case.finish, case.captured, case.left, case.sides)
    assert_right(case, result)
    assert result["finish"] == case.finish
    assert [tuple(side) for side in result["sides"]] == [*(case.sides or rules.teams)]


def test_every_rule_set_has_hands_worked_out():
    assert {case.rules for case in SCORED} == set(RULES_OF_TABLE)


def test_options_of_scoring():
    rules = FIFTYK4.with_options(
        {"first_out_bonus": 7, "left_penalty": 0, "left_points": "nobody", "payoff": "full"}
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


def random_facts(rng, game):
    """Return sides, who went out in order, and who took and has left how much."""
    seats = list(range(game.seats))
    sides = game.sides
    if game.secret_card:
        knowing = tuple(sorted(rng.sample(seats, rng.choice((1, 2)))))
        sides = (knowing, tuple(seat for seat in seats if seat not in knowing))
    order = rng.sample(seats, game.seats)
    finish = []
    while not game.is_over(sides, [seat in finish for seat in seats]):
        finish.append(order[len(finish)])
    captured = [rng.choice([0, 0, 0, 5, 10, 20, 45, 100]) for _ in seats]
    left = [0 if seat in finish else rng.choice([0, 5, 15]) for seat in seats]
    return sides, finish, captured, left


@pytest.mark.parametrize(("rules_id", "options"), KINDS_OF_HANDS, ids=str)
def test_random_facts_score_as_the_twin_says(rules_id, options):
    rules, game = find_rules(rules_id, options), find_game(rules_id, options)
    rng = Random(1)
    for _ in range(200):
        sides, finish, captured, left = random_facts(rng, game)
        right = game.score(Taken(tuple(finish), tuple(captured), tuple(left), sides))
        result = score(rules, finish, captured, left, sides if game.secret_card else None)
        assert result["side_points"] == [float(points) for points in right.side_points]
        assert result["payoff"] == pytest.approx([float(points) for points in right.payoff])
        assert (result["winner"], result["doubled"]) == (right.winner, right.doubled)
