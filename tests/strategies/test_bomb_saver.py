"""The bomb saver in positions that a card player can judge."""

from __future__ import annotations

import pytest

from sim.games import FIFTYK3, FIFTYK4
from strategies.bomb_saver import BOMB_SAVER
from strategies.uniform import UNIFORM
from tests.strategies.positions import chosen, group, view_of
from tests.strategies.versus import wins_against

HAND = "8s 8h 8d 8c 4s 6d 9d Jd Js"
TOP = group(FIFTYK4, 1, "2")


@pytest.mark.parametrize(
    ("held", "points", "play"), [(9, 0, ""), (9, 15, "8888"), (3, 0, "8888"), (4, 10, "")]
)
def test_bombs_for_points_or_against_a_rival_nearly_out(held, points, play):
    view = view_of(FIFTYK4, HAND, TOP, held=held, points=points)
    assert chosen(BOMB_SAVER, view, FIFTYK4) == play


def test_its_thresholds_are_parameters():
    view = view_of(FIFTYK4, HAND, TOP, held=9, points=15)
    assert chosen(BOMB_SAVER.with_params({"points": 20}), view, FIFTYK4) == ""
    assert chosen(BOMB_SAVER.with_params({"points": 20, "cards": 9}), view, FIFTYK4) == "8888"


def test_never_leads_a_bomb_while_it_has_something_else():
    assert chosen(BOMB_SAVER, view_of(FIFTYK4, "8s 8h 8d 8c 2s"), FIFTYK4) == "2"
    assert chosen(BOMB_SAVER, view_of(FIFTYK4, "5s Th Kd 4s 6d 7d 9s Qs"), FIFTYK4) == "4"
    assert chosen(BOMB_SAVER, view_of(FIFTYK4, "8s 8h 8d 8c 5s Th Kd"), FIFTYK4) == "5TK"


def test_leaves_its_partners_trick_alone():
    view = view_of(FIFTYK4, HAND, TOP, top_seat=2, points=30)
    assert chosen(BOMB_SAVER, view, FIFTYK4) == ""


@pytest.mark.compiled
@pytest.mark.statistical
@pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
def test_beats_chance(rules):
    assert wins_against(BOMB_SAVER, UNIFORM, rules)
