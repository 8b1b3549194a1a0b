"""The collector in positions that a card player can judge."""

from __future__ import annotations

import numpy as np
import pytest

from sim.games import FIFTYK3, FIFTYK4
from strategies.collector import COLLECTOR
from strategies.uniform import UNIFORM
from tests.strategies.positions import chosen, group, view_of
from tests.strategies.versus import wins_against


def test_leads_without_points():
    assert chosen(COLLECTOR, view_of(FIFTYK4, "5s Th Kd 8c 9d Js"), FIFTYK4) == "8"
    assert chosen(COLLECTOR, view_of(FIFTYK4, "5s 5h 9d 9h Jd"), FIFTYK4) != "55"


def test_fights_for_points():
    hand, top = "2s 4h 6d 9c 9d", group(FIFTYK4, 1, "K")
    assert chosen(COLLECTOR, view_of(FIFTYK4, hand, top, points=10), FIFTYK4) == "2"
    bombs = "8s 8h 8d 8c 4s 6d 9d Jd Js"
    view = view_of(FIFTYK4, bombs, group(FIFTYK4, 1, "2"), points=25)
    assert chosen(COLLECTOR, view, FIFTYK4) == "8888"


def test_drops_points_on_a_trick_it_takes_to_be_won():
    view = view_of(FIFTYK4, "Ks Kh 4d 6d 8c", group(FIFTYK4, 2, "9"), top_seat=2)
    assert chosen(COLLECTOR, view, FIFTYK4) == ""
    # With the aces gone, only a pair of twos can beat the kings.
    view.gone_lo = view.gone_hi = np.uint64(5 << 4 * 11)
    assert chosen(COLLECTOR, view, FIFTYK4) == "KK"


@pytest.mark.compiled
@pytest.mark.statistical
@pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
def test_beats_chance(rules):
    assert wins_against(COLLECTOR, UNIFORM, rules)
