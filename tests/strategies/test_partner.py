"""The partner in positions that a card player can judge."""

from __future__ import annotations

import numpy as np
import pytest

from sim.games import FIFTYK3, FIFTYK4
from strategies.partner import PARTNER
from strategies.uniform import UNIFORM
from tests.strategies.positions import chosen, group, view_of
from tests.strategies.versus import wins_against


def test_leaves_its_partners_trick_alone():
    hand, top = "6s 7h 9h Jd 2s", group(FIFTYK4, 1, "5")
    assert chosen(PARTNER, view_of(FIFTYK4, hand, top, top_seat=2), FIFTYK4) == ""
    assert chosen(PARTNER, view_of(FIFTYK4, hand, top, top_seat=1), FIFTYK4) == "6"


def test_goes_out_over_its_partner():
    view = view_of(FIFTYK4, "9h 9d", group(FIFTYK4, 2, "5"), top_seat=2)
    assert chosen(PARTNER, view, FIFTYK4) == "99"


def test_takes_over_from_a_rival_about_to_go_out():
    hand, top = "8s 8h 8d 8c 4s 6d 9d", group(FIFTYK4, 2, "A")
    assert chosen(PARTNER, view_of(FIFTYK4, hand, top), FIFTYK4) == ""
    assert chosen(PARTNER, view_of(FIFTYK4, hand, top, held=2), FIFTYK4) == "8888"


def test_leads_what_its_partner_can_go_out_on():
    view = view_of(FIFTYK4, "4s 9d 9h Js")
    view.held[2] = 1
    assert chosen(PARTNER, view, FIFTYK4) == "4"
    assert chosen(PARTNER, view_of(FIFTYK4, "3s 9d 9c", held=1), FIFTYK4) == "99"


def test_feeds_points_when_nobody_can_beat_them():
    view = view_of(FIFTYK4, "Ks Kh 4d 6d 8c", group(FIFTYK4, 2, "9"), top_seat=2)
    assert chosen(PARTNER, view, FIFTYK4) == ""
    view.gone_lo, view.gone_hi = np.uint64(5 << 44 | 5 << 48), np.uint64(5 << 44 | 5 << 48)
    assert chosen(PARTNER, view, FIFTYK4) == "KK"


@pytest.mark.compiled
@pytest.mark.statistical
@pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
def test_beats_chance(rules):
    assert wins_against(PARTNER, UNIFORM, rules)
