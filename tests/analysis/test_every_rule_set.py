"""Places, parts, events and leads in every climbing game, against plain counting over the hands."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from analysis.certificate import LinesTally, PointsTally
from analysis.doubling import DoublingTally
from analysis.events import EventsTally, events_of
from analysis.finishing import FinishingTally
from analysis.first_out import FirstOutTally
from analysis.lead_value import value_of_lead
from analysis.paired import PairedTally
from analysis.patterns import SeatOrders, patterns_tally
from sim.deals import deal_hands
from sim.games import CLIMBING, find_rules
from tests.analysis.simulated import in_chunks, played_of, policies, table_of

pytestmark = pytest.mark.compiled
N = 150
GAMES = {name: (name, ()) for name in CLIMBING} | {
    f"zhengfen for {seats}": ("zhengfen", (("players", seats),)) for seats in (2, 3, 5, 6)
}
EVERY = pytest.mark.parametrize("game", GAMES)


@cache
def played(game):
    rules_id, options = GAMES[game]
    seats = find_rules(rules_id, dict(options)).seats
    line_up = (("lowest", "uniform") * 3)[:seats]
    return played_of(line_up, N, rules_id, options=options)


def result_of(make, blocks):
    tally = make(blocks.table)
    for chunk in in_chunks(blocks, (41,)):
        tally.add(chunk)
    return tally.result()


@EVERY
def test_points_and_payoffs_are_what_the_rules_give(game):
    for make in (PointsTally, lambda _: LinesTally()):
        check = result_of(make, played(game))
        assert check.held, check.note


@EVERY
def test_patterns_cover_all_hands(game):
    blocks = played(game)
    found = result_of(patterns_tally, blocks)
    for patterns in found.patterns:
        assert sum(each.share.value for each in patterns) == pytest.approx(1)
    if isinstance(patterns_tally(blocks.table), SeatOrders):
        assert len(found.places) == min(blocks.table.rules.seats, 3) or len(found.places) == 2
        return
    owner = np.broadcast_to(blocks.table.owner, blocks.finish.shape)
    counted = {}
    for hand in np.ndindex(blocks.leader.shape):
        order = np.argsort(blocks.finish[hand], kind="stable")
        place = {int(seat): number for number, seat in enumerate(order, 1)}
        for seat in range(blocks.table.rules.seats):
            mates = np.flatnonzero(blocks.side[hand] == blocks.side[hand][seat])
            name = "".join(sorted(str(place[int(mate)]) for mate in mates))
            key = (int(owner[hand][seat]), name)
            counted[key] = counted.get(key, 0) + 1
    for camp, patterns in enumerate(found.patterns):
        whole = sum(number for (who, _), number in counted.items() if who == camp)
        for each in patterns:
            assert each.share.value == pytest.approx(counted[camp, each.name] / whole)


@EVERY
def test_the_split_adds_up(game):
    split = result_of(patterns_tally, played(game)).split
    if split is not None:
        both = split.frequency.value + split.within.value
        assert both == pytest.approx(split.total.value)


@EVERY
def test_parts_add_up_for_pairs_and_for_the_first_out(game):
    blocks = played(game)
    for pair in result_of(PairedTally, blocks).pairs:
        parts = sum(part.value for part in pair.parts.values())
        assert parts == pytest.approx(pair.comparison.estimate.value)
    found = result_of(FirstOutTally, blocks)
    assert sum(part.value for part in found.parts.values()) == pytest.approx(found.margin.value)
    mean = sum(part.value for part in found.means.values())
    assert mean == pytest.approx(blocks.payoff.mean() / 60)
    margins = []
    for hand in np.ndindex(blocks.leader.shape):
        first = blocks.side[hand][int(np.argmin(blocks.finish[hand]))]
        inside = blocks.side[hand] == first
        paid = blocks.payoff[hand] / 60
        margins.append(paid[inside].mean() - paid[~inside].mean())
    assert found.margin.value == pytest.approx(np.mean(margins))


@EVERY
def test_events_by_plain_counting(game):
    blocks = played(game)
    found = result_of(EventsTally, blocks)
    assert [each.name for each in found.events] == list(events_of(blocks.table))
    rules, hands = blocks.table.rules, blocks.leader.size
    counts = dict.fromkeys(("sweep", "draw", "alone"), 0)
    for hand in np.ndindex(blocks.leader.shape):
        out = [
            seat
            for seat in np.argsort(blocks.finish[hand], kind="stable")
            if blocks.finish[hand][seat] < blocks.finish[hand].max()
        ]
        side = blocks.side[hand]
        mates = np.flatnonzero(side == side[out[0]])
        uneven = rules.hidden and (side == 0).sum() != 2
        swept = sorted(out) == mates.tolist() and (not uneven or len(mates) == 1)
        counts["sweep"] += swept
        counts["draw"] += not blocks.won[hand].any()
        counts["alone"] += uneven
    for name, number in counts.items():
        event = found.event(name)
        if event is not None:
            assert event.share.value * hands == pytest.approx(number), name
    for fates in found.fates:
        assert sum(each.value for each in fates[:3]) == pytest.approx(1)


@EVERY
def test_places_and_scores_are_there(game):
    blocks = played(game)
    found = result_of(FinishingTally, blocks)
    for placing in found.by_strategy:
        assert sum(share.value for share in placing.shares) == pytest.approx(1)
    scores = result_of(DoublingTally, blocks)
    assert scores.seats[0][1].mean.value == pytest.approx(blocks.payoff.mean() / 60)
    assert bool(scores.by_strategy) == (blocks.table.rules.doubling != "never")


@pytest.mark.parametrize("rules_id", ["anzhan", "fuqing6", "zhengfen"])
def test_the_lead_goes_to_the_side_of_the_deal(rules_id):
    seats = find_rules(rules_id).seats
    table = table_of((("lowest", "uniform") * 3)[:seats], rules_id)
    deals = deal_hands(table.rules, 1, range(12))
    found = value_of_lead(table, policies(table.names), deals)
    for value in found.values:
        own, others = value.by_leader[0].value, [each.value for each in value.by_leader[1:]]
        assert value.value.value == pytest.approx(own - np.mean(others))
