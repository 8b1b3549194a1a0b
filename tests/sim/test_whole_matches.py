"""Whole matches of every rule set: each hand and the match judged by the slow twin.

Who is dealt first and who leads a later hand is worked out by the twin from RULES.md, every act is
checked by it, and it adds the match up; the simulator plays the cards, and its own match has to
come out the same.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from sim.deals import deal_hands
from sim.games import CLIMBING, find_rules
from sim.hand import play_logged
from sim.match import MatchResults, play_matches
from sim.progression.deals import deal_hands as deal_stacks
from sim.progression.match import play_matches as play_stack_matches
from sim.progression.records import record_of as record_stacks
from sim.records import record_from
from strategies import line_up as seated
from tests.naive import progression
from tests.naive.cards import sort_cards
from tests.naive.games import find_game
from tests.naive.hand import first_dealt, leader_of
from tests.naive.match import match_result, previous_after
from tests.naive.verify import first_fault
from tests.sim.sample import line_up

SEED = 31
A_MATCH = 10_000
QUICK = (
    ("fiftyk4", {"target": 60}),
    ("fiftyk4", {"target": 60, "match_doubling": "each_hand"}),
    ("fiftyk4", {"target": 10_000, "hands": 2}),
    ("fiftyk3", {"target": 90}),
    ("fiftyk3", {"hands": 1, "match_doubling": "each_hand"}),
    ("qq1", {"target": 100}),
    ("qq2", {"hands": 2}),
    ("liaoning", {"target": 60}),
    ("liaoning", {"target": 60, "players": 3}),
    ("jiangnan", {"target": 300}),
    ("jinzhou", {"hands": 2}),
    ("anzhan", {"target": 60}),
    ("fuqing4", {"target": 400}),
    ("fuqing6", {"hands": 2}),
    ("zhengfen", {"target": 80}),
    ("zhengfen", {"hands": 3, "players": 2}),
)
WHOLE = (
    *((rules_id, {}) for rules_id in CLIMBING),
    ("fiftyk4", {"match_doubling": "each_hand"}),
    ("fiftyk4", {"target": 300, "hands": 4}),
    ("fiftyk3", {"match_doubling": "each_hand"}),
    ("qq1", {"target": 500, "hands": 6}),
    ("liaoning", {"players": 3}),
    ("qq2", {"must_beat": True, "pass_is_final": True}),
    ("jiangnan", {"show_bombs": "never", "bare_triple": True, "lead_after_out": "next"}),
    ("jinzhou", {"catch": "transfer"}),
    ("jinzhou", {"target": 200}),
    ("anzhan", {"target": 500}),
    ("anzhan", {"jokers": True, "target": 500}),
    ("anzhan", {"hands": 3}),
    ("fuqing4", {"target": 2000, "twenty": "deducted"}),
    ("fuqing4", {"twenty": "off"}),
    ("fuqing4", {"twenty": "deducted", "jokers": True}),
    ("fuqing6", {"target": 2000}),
    ("fuqing6", {"twenty": "off", "jokers": True, "target": 500}),
    ("zhengfen", {"last_tricks": "to_first"}),
    ("zhengfen", {"full_house": "any", "two_in_runs": False}),
    *(("zhengfen", {"players": players}) for players in (2, 3, 5, 6)),
)
STACKS_QUICK = (
    ("progression", {"target": 60}),
    ("progression", {"target": None, "hands": 3, "turn_cap": 60, "empty_stack": 0}),
    ("progression", {"target": 1, "hands": 2, "turn_cap": 3}),
    ("progression_original", {"target": 60}),
    ("progression_original", {"hands": 2}),
)
STACKS_WHOLE = (
    ("progression", {}),
    ("progression", {"empty_stack": 0}),
    ("progression", {"target": 100, "hands": 5}),
    ("progression_original", {}),
    ("progression_original", {"empty_stack": 0, "target": 400}),
)


def play_by_the_twin(rules_id, options, number):
    """Play one match hand by hand; return the twin's result."""
    rules, game = find_rules(rules_id, options), find_game(rules_id, options)
    names = ["uniform"] * rules.seats
    previous, results = None, []
    while True:
        index = number * A_MATCH + len(results)
        first = first_dealt(game, index, previous)
        deals = deal_hands(rules, SEED, range(index, index + 1), np.array([first]))
        hands = [sort_cards(str(hand).split()) for hand in deals.hands(0)]
        received = int(deals.received[0]) if game.decks > 1 else None
        leader = leader_of(game, hands, received, previous)
        deals = deals.with_leader(leader)
        played, log = play_logged(line_up(rules), deals)
        record = record_from(deals, 0, names, played, log, previous, first)
        record.pop("forced_leader", None)
        assert record["leader"] == leader
        assert first_fault(record) is None
        results.append(record["result"])
        match = match_result(rules_id, options, results)
        if match is not None:
            return match
        previous = previous_after(game, results[-1])


def assert_is(found: MatchResults, row: int, match) -> None:
    assert found.hands[row] == match.hands
    assert [Fraction(int(each), 60) for each in found.total_units[row]] == list(match.totals)
    assert found.winner[row] == (-1 if match.winner is None else match.winner)
    assert bool(found.doubled[row]) == match.doubled
    assert [Fraction(int(each), 6000) for each in found.point_units[row]] == list(match.points)
    assert [Fraction(int(each), 6000) for each in found.payoff_units[row]] == list(match.payoff)


def compare(rules_id, options, matches):
    rules = find_rules(rules_id, options)
    found = play_matches(rules, line_up(rules), SEED, matches)
    for row, number in enumerate(matches):
        assert_is(found, row, play_by_the_twin(rules_id, options, number))


def compare_stacks(rules_id, options, matches):
    rules = find_rules(rules_id, options)
    # One that draws, or no seat would ever get to the target.
    policies = [each.policy() for each in seated(rules, "builder:fresh=10,greedy,uniform")]
    found = play_stack_matches(rules, policies, SEED, matches)
    for row, number in enumerate(matches):
        points, match = [], None
        while match is None:
            index = number * A_MATCH + len(points)
            deals = deal_stacks(rules, SEED, range(index, index + 1))
            record = record_stacks(policies, deals, 0, ["a", "b", "c"])
            # The dealer goes round: RULES.md §12.
            assert record["leader"] == index % 3
            assert progression.first_fault(record) is None
            points.append(record["result"]["side_points"])
            match = progression.match_result(rules_id, options, points)
        hands, totals, winner = match
        assert found.hands[row] == hands
        assert found.totals[row].tolist() == found.points[row].tolist() == list(totals)
        assert found.payoff[row].tolist() == list(totals)
        assert found.winner[row] == (-1 if winner is None else winner)
        assert not found.doubled[row]


def test_every_rule_set_is_played():
    assert {rules_id for rules_id, _ in QUICK} == set(CLIMBING)
    assert {rules_id for rules_id, _ in STACKS_QUICK} == set(progression.FORMS)


@pytest.mark.compiled
@pytest.mark.parametrize(("rules_id", "options"), QUICK, ids=str)
def test_short_matches_are_the_twins(rules_id, options):
    compare(rules_id, options, range(5, 6))


@pytest.mark.slow
@pytest.mark.parametrize(("rules_id", "options"), WHOLE, ids=str)
def test_whole_matches_are_the_twins(rules_id, options):
    compare(rules_id, options, range(3))


@pytest.mark.compiled
@pytest.mark.parametrize(("rules_id", "options"), STACKS_QUICK, ids=str)
def test_short_matches_of_stacks_are_the_twins(rules_id, options):
    compare_stacks(rules_id, options, range(5, 8))


@pytest.mark.slow
@pytest.mark.parametrize(("rules_id", "options"), STACKS_WHOLE, ids=str)
def test_whole_matches_of_stacks_are_the_twins(rules_id, options):
    compare_stacks(rules_id, options, range(6))


@pytest.mark.parametrize(
    ("options", "points", "found"),
    [
        # To 200; several there, the highest.
        ({}, [(150, 100, 0), (40, 99, 0)], None),
        ({}, [(150, 100, 0), (60, 111, 5)], (2, (210, 211, 5), 1)),
        # Level at the top: another hand, which may leave the top to somebody else.
        ({}, [(200, 200, 199)], None),
        ({}, [(200, 200, 199), (-30, -20, -40)], None),
        ({}, [(200, 200, 199), (-30, -20, -40), (5, 20, 90)], (3, (175, 200, 249), 2)),
        # As many hands as are set, though nobody is at the target; level, no winner.
        ({"hands": 2}, [(5, 6, 7), (0, 0, 1)], (2, (5, 6, 8), 2)),
        ({"hands": 2}, [(5, 6, 7), (0, 2, 1)], (2, (5, 8, 8), None)),
        ({"hands": 1}, [(200, 200, 0)], (1, (200, 200, 0), None)),
        ({"target": None, "hands": 2}, [(900, 0, 0)], None),
        ({"target": 50}, [(-200, 49, 50)], (1, (-200, 49, 50), 2)),
    ],
)
def test_the_twins_match_of_stacks_by_hand(options, points, found):
    assert progression.match_result("progression", options, points) == found
