"""The balanced player in positions that a card player can judge."""

from __future__ import annotations

import pytest

from sim.games import CLIMBING, FIFTYK3, FIFTYK4
from strategies.balanced import BALANCED
from strategies.catalogue import STRATEGIES, find_strategy
from tests.strategies.positions import chosen, group, view_of
from tests.strategies.versus import wins_against


def test_goes_out_whenever_it_can():
    view = view_of(FIFTYK4, "9h 9d", group(FIFTYK4, 2, "5"), top_seat=2)
    assert chosen(BALANCED, view, FIFTYK4) == "99"
    assert chosen(BALANCED, view_of(FIFTYK4, "3s 4h 5d 6c 7s"), FIFTYK4) == "34567"


def test_bombs_for_points_not_for_nothing():
    hand, top = "8s 8h 8d 8c 4s 6d 9d Jd Js", group(FIFTYK4, 1, "2")
    assert chosen(BALANCED, view_of(FIFTYK4, hand, top, held=9), FIFTYK4) == ""
    assert chosen(BALANCED, view_of(FIFTYK4, hand, top, held=9, points=25), FIFTYK4) == "8888"
    view = view_of(FIFTYK4, hand, top, held=9, points=25, top_seat=2)
    assert chosen(BALANCED, view, FIFTYK4) == ""


def test_leads_no_low_single_to_a_rival_with_one_card():
    assert chosen(BALANCED, view_of(FIFTYK4, "3s 9d 9c", held=1), FIFTYK4) == "99"


def test_leads_what_shortens_its_hand_most():
    assert chosen(BALANCED, view_of(FIFTYK4, "3s 4h 5d 6c 7s 9d 9h"), FIFTYK4) == "34567"


@pytest.mark.compiled
@pytest.mark.statistical
@pytest.mark.parametrize("rules", CLIMBING.values(), ids=lambda rules: rules.id)
@pytest.mark.parametrize("other", ["lowest", "partner"])
def test_is_good_in_every_game(other, rules):
    assert wins_against(BALANCED, find_strategy(other), rules, deals=1000)


@pytest.mark.compiled
@pytest.mark.statistical
@pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
@pytest.mark.parametrize("other", STRATEGIES[:-1], ids=lambda each: each.name)
def test_beats_every_other_strategy(other, rules):
    assert wins_against(BALANCED, other, rules, deals=800)
