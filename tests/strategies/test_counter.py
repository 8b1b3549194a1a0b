"""The counter in positions that a card player can judge."""

from __future__ import annotations

import numpy as np
import pytest

from sim.games import FIFTYK3, FIFTYK4
from strategies.counter import COUNTER
from strategies.uniform import UNIFORM
from tests.strategies.positions import chosen, group, view_of
from tests.strategies.versus import wins_against


def test_saves_what_nobody_can_beat_for_points():
    hand, top = "2s 4h 6d 9c 9d", group(FIFTYK4, 1, "Q")
    assert chosen(COUNTER, view_of(FIFTYK4, hand, top), FIFTYK4) == ""
    assert chosen(COUNTER, view_of(FIFTYK4, hand, top, points=10), FIFTYK4) == "2"


def test_knows_when_a_lower_card_has_become_the_highest():
    hand, top = "Qs 4h 6d 9c 9d", group(FIFTYK4, 1, "J")
    view = view_of(FIFTYK4, hand, top, points=10)
    for rank in (10, 11, 12):  # all kings, aces and twos have been played
        view.gone_lo += np.uint64(5 << 4 * rank)
        view.gone_hi += np.uint64(5 << 4 * rank)
    assert chosen(COUNTER, view, FIFTYK4) == "Q"


def test_runs_home_with_what_nobody_can_beat_first():
    assert chosen(COUNTER, view_of(FIFTYK4, "2s 2h 4d"), FIFTYK4) == "22"


def test_leaves_its_partners_trick_alone():
    hand, top = "5s Th Kd 4s 6d 7d 9s Qs", group(FIFTYK4, 2, "A")
    view = view_of(FIFTYK4, hand, top, top_seat=2, points=20)
    assert chosen(COUNTER, view, FIFTYK4) == ""


@pytest.mark.compiled
@pytest.mark.statistical
@pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
def test_beats_chance(rules):
    assert wins_against(COUNTER, UNIFORM, rules)
