"""The value of the lead, against replays one by one."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.estimates import TooFewBlocks
from analysis.lead_value import deals_for, value_of_lead
from sim.deals import deal_hands
from sim.hand import play_deals
from tests.analysis.simulated import policies, table_of

N = 16
"""Deals: few, because the tests also run without the compiler."""
ABAB = ("lowest", "uniform") * 2


def lead_of(line_up, rules="fiftyk4", n=N, threads=2):
    table = table_of(line_up, rules)
    deals = deal_hands(table.rules, 1, range(n))
    return table, value_of_lead(table, policies(table.names), deals, threads=threads)


@pytest.mark.parametrize(("line_up", "rules"), [(ABAB, "fiftyk4"), (ABAB[:3], "fiftyk3")])
def test_the_value_is_the_difference_of_forced_leads(line_up, rules):
    table, found = lead_of(line_up, rules)
    playing, seats = policies(table.names), table.rules.seats
    by_deal = {name: [] for name in table.names}
    for index in range(N):
        deal = deal_hands(table.rules, 1, range(index, index + 1))
        gains = {name: [] for name in table.names}
        for seating in table.plan:
            line = [playing[owner] for owner in seating]
            paid = [play_deals(line, deal.with_leader(k)).payoff[0] for k in range(seats)]
            for seat in range(seats):
                side = next(team for team in table.rules.teams if seat in team)
                others = [k for k in range(seats) if k not in side]
                own = np.mean([paid[k][seat] for k in side])
                gain = own - np.mean([paid[k][seat] for k in others])
                gains[table.names[seating[seat]]].append(gain)
        for name, values in gains.items():
            by_deal[name].append(np.mean(values))
    for value in found.values:
        assert value.value.value == pytest.approx(np.mean(by_deal[value.strategy]))
        assert value.value.n == N
    assert found.hands == N * len(table.plan) * seats


def test_by_leader_agrees_with_the_value():
    _, sides = lead_of(ABAB)
    for each in sides.values:
        assert each.value.value == pytest.approx(each.by_leader[0].value - each.by_leader[1].value)
    _, solo = lead_of(("lowest",) * 3, "fiftyk3")
    (each,) = solo.values
    others = np.mean([one.value for one in each.by_leader[1:]])
    assert each.value.value == pytest.approx(each.by_leader[0].value - others)
    assert solo.leaders == ("the seat itself", "the next seat", "the seat before")


def test_threads_change_nothing():
    assert lead_of(ABAB, threads=1)[1] == lead_of(ABAB, threads=3)[1]


def test_one_deal_is_too_few():
    with pytest.raises(TooFewBlocks):
        lead_of(ABAB, n=1)


def test_number_of_deals_for_a_number_of_hands():
    assert deals_for(table_of(ABAB), 160) == 20
    assert deals_for(table_of(ABAB), 1) == 1
