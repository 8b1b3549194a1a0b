"""What the rule of doubling changes on the same deals, against hands played one by one."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.doubling_play import DoublingPlan, pairs_about, play_doubling, rival_of
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.games import find_rules
from sim.hand import play_deals
from sim.seatings import pair_block
from strategies import find_strategy

N = 30


def played(rules, names, n=N):
    chosen = [find_strategy(name) for name in names]
    deals = deal_hands(rules, 1, range(n))
    seating = [chosen[seat % len(chosen)].policy() for seat in range(rules.seats)]
    plan = DoublingPlan(1, deals, n, 4, threads=1)
    return play_doubling([seating], pairs_about(chosen, rules), plan)


@pytest.mark.compiled
@pytest.mark.parametrize("rules_id", ["fiftyk4", "fiftyk3"])
def test_what_the_rule_adds_is_played_deal_by_deal(rules_id):
    rules = find_rules(rules_id)
    found = played(rules, ("balanced", "lowest"))
    assert [each.pair for each in found.effects] == [
        ("balanced", "lowest"),
        ("collector", "balanced"),
        ("collector", "lowest"),
    ]
    block = pair_block(rules)
    for effect in found.effects:
        margins = {"never": [], rules.doubling: []}
        policies = [find_strategy(name).policy() for name in effect.pair]
        for condition, scores in margins.items():
            varied = rules.with_options({"doubling": condition})
            for index in range(N):
                deal = deal_hands(varied, 1, range(index, index + 1))
                hands = []
                for seating in block:
                    paid = play_deals([policies[who] for who in seating], deal).payoff[0]
                    owner = np.array(seating)
                    hands.append(paid[owner == 0].mean() - paid[owner == 1].mean())
                scores.append(np.mean(hands))
        without, with_rule = (np.array(each) for each in margins.values())
        assert effect.without.margin.value == pytest.approx(without.mean())
        assert effect.with_rule.margin.value == pytest.approx(with_rule.mean())
        change = with_rule - without
        assert change.any()
        assert effect.with_rule.change.value == pytest.approx(change.mean())
        assert effect.with_rule.change.se == pytest.approx(change.std(ddof=1) / np.sqrt(N))
    assert found.course.n == N and found.match_pair == ("balanced", "lowest")
    assert [each.margin.n for each in found.matches] == [4, 4, 4]


def test_everyone_has_somebody_to_be_measured_against():
    rules = find_rules("fiftyk4")
    lowest, shed, collector, balanced = map(
        find_strategy, ("lowest", "shed", "collector", "balanced")
    )

    def names(*strategies):
        return [tuple(each.name for each in pair) for pair in pairs_about(strategies, rules)]

    assert rival_of(lowest).name == "shed" and rival_of(balanced).name == "lowest"
    assert names(lowest) == [("lowest", "shed"), ("collector", "lowest"), ("collector", "shed")]
    assert names(collector) == [("collector", "lowest")]
    assert names(shed, collector) == [("shed", "collector")]
    assert len(names(lowest, shed, collector, balanced)) == 3


def test_rules_that_never_double_are_refused():
    with pytest.raises(BadInput, match="never doubles"):
        played(find_rules("qq1"), ("lowest",), n=2)
