"""The planner in positions that a card player can judge."""

from __future__ import annotations

import pytest

from sim.games import FIFTYK3, FIFTYK4
from strategies.planner import PLANNER
from strategies.uniform import UNIFORM
from tests.strategies.positions import chosen, group, view_of
from tests.strategies.versus import wins_against


def test_leads_the_straight_that_saves_most_plays():
    assert chosen(PLANNER, view_of(FIFTYK4, "3s 4h 5d 6c 7s 9d 9h"), FIFTYK4) == "34567"
    assert chosen(PLANNER, view_of(FIFTYK4, "4s 4h 4d 7s 8c 9d Js Qs As 2s"), FIFTYK4) == "4447"


def test_breaks_its_plan_for_points_only():
    hand, top = "4s 5h 6d 7c 8s 9d", group(FIFTYK4, 1, "3")
    assert chosen(PLANNER, view_of(FIFTYK4, hand, top), FIFTYK4) == ""
    assert chosen(PLANNER, view_of(FIFTYK4, hand, top, points=20), FIFTYK4) in ("4", "9")


def test_bombs_when_the_rest_goes_out_after():
    top = group(FIFTYK4, 2, "A")
    assert chosen(PLANNER, view_of(FIFTYK4, "5s Th Kd 4s", top), FIFTYK4) == "5TK"
    hand = "5s Th Kd 4s 6d 7d 9s Qs"
    assert chosen(PLANNER, view_of(FIFTYK4, hand, top), FIFTYK4) == ""


@pytest.mark.compiled
@pytest.mark.statistical
@pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
def test_beats_chance(rules):
    assert wins_against(PLANNER, UNIFORM, rules)
