"""The swing list: the largest blocks, each with the first play on which a pair parts."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.experiment import read_experiment
from analysis.frames import read_hands
from analysis.swings import block_records, find_swings, first_difference
from sim.errors import BadInput
from sim.games import FIFTYK3
from sim.seatings import SEATINGS
from sim.verify import verify_record
from strategies.lowest import LOWEST
from strategies.uniform import UNIFORM
from tests.analysis.batch_runs import play

pytestmark = pytest.mark.usefixtures("small_chunks")
POLICIES = (UNIFORM.policy(), LOWEST.policy())
CAMPS, PAIR = ((0,), (1,)), (0, 1)


def plays(*seats_and_cards):
    return {
        "plays": [
            [int(each[0]), each[1:], "single" if each[1:] else "pass", None]
            for each in seats_and_cards
        ]
    }


def block_scores(folder):
    """Return every block score the plain way."""
    frame = read_hands(folder, ["deal", "seating", "strategy", "payoff"])
    means = frame.groupby(["deal", "seating", "strategy"], observed=True)["payoff"].mean()
    wide = means.unstack()
    return (wide["uniform"] - wide["lowest"]).groupby("deal").mean()


@pytest.mark.parametrize("count", [1, 4, 25, 100])
def test_the_largest_scores_in_order(finished, count):
    scores = block_scores(finished)
    found = find_swings(finished, CAMPS, PAIR, count=count)
    wanted = sorted((-abs(score), deal) for deal, score in scores.items() if score)[:count]
    assert [swing.deal for swing in found.largest] == [deal for _, deal in wanted]
    for swing in found.largest:
        assert swing.score == pytest.approx(scores[swing.deal])
    signs = [int((scores > 0).sum()), int((scores == 0).sum()), int((scores < 0).sum())]
    assert [found.for_a, found.even, found.for_b] == signs
    assert math.isclose(sum(share.value for share in found.shares()), 1)
    assert all(not swing.records and swing.difference is None for swing in found.largest)


def test_swapping_the_pair_turns_the_signs(finished):
    one = find_swings(finished, CAMPS, (0, 1), count=5)
    other = find_swings(finished, CAMPS, (1, 0), count=5)
    assert [(swing.deal, -swing.score) for swing in one.largest] == [
        (swing.deal, swing.score) for swing in other.largest
    ]
    assert (one.for_a, one.for_b) == (other.for_b, other.for_a)


@pytest.mark.parametrize("seatings", ["rotations", "orders"])
def test_before_the_first_difference_all_is_alike(tmp_path, seatings):
    line_up = (UNIFORM, LOWEST, LOWEST)
    play(tmp_path / "out", 12, rules=FIFTYK3, line_up=line_up, seatings=seatings)
    found = find_swings(tmp_path / "out", CAMPS, PAIR, count=6, policies=POLICIES)
    plan = SEATINGS[seatings](line_up)
    assert len(found.largest) == 6
    for swing in found.largest:
        assert all(verify_record(dict(record)) is None for record in swing.records)
        at = swing.difference
        a, b = (swing.records[seating] for seating in at.seatings)
        assert a["hands"] == b["hands"] and a["leader"] == b["leader"]
        assert a["plays"][: at.play] == b["plays"][: at.play]
        assert [a["plays"][at.play], b["plays"][at.play]] == list(at.chosen)
        assert at.chosen[0] != at.chosen[1]
        assert at.chosen[0][0] == at.chosen[1][0] == at.seat
        assert [plan[seating][at.seat] for seating in at.seatings] == [0, 1]


def test_the_records_score_what_the_rows_hold(finished):
    experiment = read_experiment(finished)
    swing = find_swings(finished, CAMPS, PAIR, count=1, policies=POLICIES).largest[0]
    records = block_records(experiment, POLICIES, swing.deal)
    assert records == swing.records
    margins = [
        np.mean([record["result"]["payoff"][seat] for seat in range(4) if seating[seat] == 0])
        - np.mean([record["result"]["payoff"][seat] for seat in range(4) if seating[seat] == 1])
        for record, seating in zip(records, experiment.plan, strict=True)
    ]
    assert np.mean(margins) == pytest.approx(swing.score)


def test_first_difference_by_hand():
    seatings = [(0, 1, 0, 1), (1, 0, 1, 0)]
    one, other = plays("03h", "14h", "2", "35h"), plays("03h", "14h", "26h", "35h")
    found = first_difference([one, other], seatings, (0, 1))
    assert (found.play, found.seat, found.seatings) == (2, 2, (0, 1))
    assert [chosen[1] for chosen in found.chosen] == ["", "6h"]
    turned = first_difference([one, other], seatings, (1, 0))
    assert (turned.seatings, [chosen[1] for chosen in turned.chosen]) == ((1, 0), ["6h", ""])
    assert first_difference([one, one], seatings, (0, 1)) is None


def test_a_third_strategy_parts_earlier_and_does_not_count():
    seatings = [(0, 1, 2), (2, 1, 0), (1, 0, 2)]
    records = [plays("03h", "14h"), plays("05h", "14h"), plays("03h", "16h")]
    found = first_difference(records, seatings, (1, 0))
    assert (found.play, found.seat, found.seatings) == (1, 1, (0, 2))
    assert first_difference(records[:2], seatings[:2], (0, 1)) is None


def test_two_names_of_one_strategy_never_part(tmp_path):
    from dataclasses import replace

    twin = replace(LOWEST, name="twin")
    play(tmp_path / "out", 8, line_up=(LOWEST, twin, LOWEST, twin))
    policies = (LOWEST.policy(), LOWEST.policy())
    found = find_swings(tmp_path / "out", CAMPS, PAIR, count=3, policies=policies)
    assert (found.largest, found.even) == ((), 8)


def test_strategies_that_never_meet_are_refused(tmp_path):
    play(tmp_path / "out", 3, line_up=(LOWEST,) * 4)
    with pytest.raises(BadInput):
        find_swings(tmp_path / "out", ((0,),), (0, 1), count=3)
