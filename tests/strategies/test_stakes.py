"""What going out is worth beside card points, game by game."""

from __future__ import annotations

import pytest

from sim.games import CLIMBING, FIFTYK4, JIANGNAN
from sim.policy import as_records
from strategies.stakes import half_swept, race
from tests.strategies.positions import view_of


@pytest.mark.parametrize("rules", CLIMBING.values(), ids=lambda rules: rules.id)
def test_going_out_counts_wherever_it_is_paid(rules):
    counts = float(race(as_records(rules.record)[0]))
    if rules.id == "zhengfen":
        assert counts == pytest.approx(0.2)
    else:
        assert 1.0 <= counts <= 1.4


def test_half_swept():
    record = as_records(JIANGNAN.record)[0]
    view = view_of(JIANGNAN, "3s 4s")
    for out, half in ((0, False), (0b0100, True), (0b0010, True), (0b0110, False)):
        view.out = out
        assert half_swept(view, record) == half
    view = view_of(FIFTYK4, "3s 4s")
    view.out = 0b0100
    assert not half_swept(view, as_records(FIFTYK4.record)[0])
