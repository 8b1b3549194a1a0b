"""Matches of every climbing game, hand by hand: the twin says who leads, is dealt first, wins."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from sim.deals import deal_hands
from sim.games import CLIMBING, find_rules
from sim.match import play_matches
from sim.records import record_of
from tests.naive.games import find_game
from tests.naive.match import match_result, previous_after
from tests.naive.verify import first_fault
from tests.sim.sample import line_up

# Thousands of plays, judged one by one by the twin: minutes without the compiler.
pytestmark = pytest.mark.compiled
SEED = 11
CASES = [
    *((rules_id, {}) for rules_id in CLIMBING),
    *((rules_id, {"target": 60, "hands": 3}) for rules_id in CLIMBING),
    *(("zhengfen", {"players": players, "target": 120}) for players in (2, 3, 5, 6)),
    ("zhengfen", {"last_tricks": "to_first", "full_house": "any", "two_in_runs": False}),
    ("liaoning", {"players": 3}),
    ("jinzhou", {"catch": "transfer", "hands": 2}),
    ("fuqing4", {"twenty": "deducted", "jokers": True}),
    ("fuqing6", {"twenty": "off", "jokers": True, "target": 500}),
    ("anzhan", {"jokers": True, "target": 500}),
    ("jiangnan", {"show_bombs": "never", "bare_triple": True, "lead_after_out": "next"}),
    ("qq2", {"must_beat": True, "pass_is_final": True}),
]


@pytest.mark.parametrize(("rules_id", "options"), CASES, ids=str)
def test_a_match_is_its_hands_one_after_another(rules_id, options):
    rules, game = find_rules(rules_id, options), find_game(rules_id, options)
    policies = line_up(rules)
    names = [policy.name for policy in policies]
    matches = play_matches(rules, policies, SEED, range(2, 5))
    for row, number in enumerate(matches.match.tolist()):
        previous, results = None, []
        for hand in range(int(matches.hands[row])):
            index = np.array([number * 10_000 + hand])
            first = None
            if previous is not None and game.winner_is_dealt_first:
                first = np.array([previous["first_out"]])
            deals = deal_hands(rules, SEED, index, first)
            if previous is not None and game.later_leader is not None:
                deals = replace(deals, leader=np.array([previous[game.later_leader]]))
            record = record_of(policies, deals, 0, names, previous)
            if hand < 2:
                assert first_fault(record) is None
            results.append(record["result"])
            previous = previous_after(game, record["result"])
        expected = match_result(rules_id, options, results)
        assert expected is not None
        winner = int(matches.winner[row])
        assert (None if winner < 0 else winner, bool(matches.doubled[row])) == (
            expected.winner,
            expected.doubled,
        )
        totals = [Fraction(int(units), 60) for units in matches.total_units[row]]
        paid = [Fraction(int(units), 6000) for units in matches.payoff_units[row]]
        assert (tuple(totals), tuple(paid)) == (expected.totals, expected.payoff)
