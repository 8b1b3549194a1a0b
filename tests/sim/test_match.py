"""Matches against the twin: random ones, and hands made up for each line of the rules."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from sim.core.turns import RESULT
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.games import FIFTYK3, FIFTYK4, find_rules
from sim.hand import HandResults, play_deals
from sim.match import MatchResults, play_matches
from sim.records import result_of
from tests.naive.match import match_result
from tests.sim.sample import line_up

CASES = [
    ("fiftyk4", {}),
    ("fiftyk4", {"match_doubling": "each_hand", "must_beat": True}),
    ("fiftyk4", {"hands": 3}),
    ("fiftyk4", {"target": 120}),
    ("fiftyk3", {}),
    ("fiftyk3", {"match_doubling": "each_hand", "target": 150}),
    ("fiftyk3", {"hands": 1}),
]


def exact(results: MatchResults, row: int):
    """Return a match as the twin writes it, from the whole numbers."""
    rules = results.rules
    points = [Fraction(int(units), 6000) for units in results.point_units[row]]
    side_of = [s for seat in range(rules.seats) for s, t in enumerate(rules.teams) if seat in t]
    share = len(rules.teams[0]) if rules.payoff == "shared" else 1
    winner = int(results.winner[row])
    return (
        int(results.hands[row]),
        tuple(Fraction(int(units), 60) for units in results.total_units[row]),
        None if winner < 0 else winner,
        bool(results.doubled[row]),
        tuple(points),
        tuple(points[side] / share for side in side_of),
    )


def as_twin(match):
    return (match.hands, match.totals, match.winner, match.doubled, match.points, match.payoff)


@pytest.mark.parametrize(("rules_id", "options"), CASES, ids=str)
def test_random_matches_are_the_twins(rules_id, options):
    rules = find_rules(rules_id, options)
    results = play_matches(rules, line_up(rules), 11, range(3, 13))
    assert results.match.tolist() == list(range(3, 13))
    for row, number in enumerate(results.match.tolist()):
        deals = deal_hands(rules, 11, number * 10_000 + np.arange(results.hands[row]))
        hands = [result_of(rules, raw) for raw in play_deals(line_up(rules), deals).raw]
        match = match_result(rules_id, options, hands)
        assert match is not None and exact(results, row) == as_twin(match)
        assert results.payoff[row].tolist() == [float(p) for p in match.payoff]


@pytest.mark.parametrize("rules", (FIFTYK4, FIFTYK3), ids=lambda rules: rules.id)
def test_a_match_does_not_depend_on_the_others(rules):
    whole = play_matches(rules, line_up(rules), 2, 6)
    for number in (0, 5):
        alone = play_matches(rules, line_up(rules), 2, range(number, number + 1))
        assert exact(alone, 0) == exact(whole, number)


def test_columns_have_a_row_a_match_and_seat():
    results = play_matches(FIFTYK4, line_up(FIFTYK4), 2, 3)
    columns = results.columns()
    assert {len(column) for column in columns.values()} == {12}
    assert columns["match"].tolist() == [0] * 4 + [1] * 4 + [2] * 4
    assert columns["seat"].tolist() == [0, 1, 2, 3] * 3
    assert columns["side"].tolist() == [0, 1, 0, 1] * 3
    assert columns["won"].reshape(3, 4).sum(axis=1).tolist() == [2, 2, 2]
    assert (columns["total"].reshape(3, 4).max(axis=1) >= 500).all()
    assert np.array_equal(columns["total"].reshape(3, 4)[:, :2], results.totals)
    assert np.array_equal(columns["payoff"], results.payoff.ravel())


# ---------------------------------------------------------------- made-up hands


class Scripted:
    """Hands given as facts, fed to a match in place of played ones."""

    def __init__(self, rules, hands):
        self.rules, self.hands, self.number = rules, hands, 0

    def __call__(self, line_up, deals, checked):
        points, captured, finish, doubled = self.hands[self.number]
        self.number += 1
        raw = np.zeros(1, dtype=RESULT)
        raw["side_points"][0][: len(points)] = [60 * p for p in points]
        raw["captured"][0][: len(captured)] = captured
        for place, seat in enumerate(finish, start=1):
            raw["finish"][0][seat] = place
        raw["doubled"][0] = doubled
        return HandResults(self.rules, raw)


def play_scripted(monkeypatch, rules_id, options, *hands):
    rules = find_rules(rules_id, options)
    script = Scripted(rules, hands)
    monkeypatch.setattr("sim.match.play_deals", script)
    results = play_matches(rules, (), 1, 1)
    assert script.number == len(hands), "the match ended too soon"
    facts = [
        {"side_points": list(p), "captured": list(c), "finish": list(f), "doubled": d}
        for p, c, f, d in hands
    ]
    match = match_result(rules_id, options, facts)
    assert match is not None and exact(results, 0) == as_twin(match)
    return match


def test_3_points_are_added_undoubled_and_the_winner_gets_ten_percent(monkeypatch):
    match = play_scripted(
        monkeypatch,
        "fiftyk4",
        {},
        ((240, -70), (50, 0, 50, 0), (0, 2), True),
        ((240, -70), (50, 0, 50, 0), (0, 2), True),
        ((15, 45), (15, 25, 0, 20), (1, 3), False),
        ((5, 75), (5, 25, 0, 30), (1, 3), False),
    )
    assert (match.totals, match.points) == ((500, -20), (550, -20)) and not match.doubled


def test_3_once_for_the_whole_match(monkeypatch):
    sweep = ((140, -40), (60, 0, 40, 0), (0, 2), True)
    match = play_scripted(monkeypatch, "fiftyk4", {}, *[sweep] * 4)
    assert match.doubled and match.points == (1232, -320)
    for spoiler in (
        ((80, 20), (60, 0, 40, 0), (1, 0, 2), False),
        ((80, 20), (60, 0, 35, 5), (0, 2), False),
    ):
        match = play_scripted(monkeypatch, "fiftyk4", {}, *[sweep] * 3, spoiler)
        assert not match.doubled


def test_3_each_hand(monkeypatch):
    sweep = ((140, -40), (60, 0, 40, 0), (0, 2), True)
    match = play_scripted(monkeypatch, "fiftyk4", {"match_doubling": "each_hand"}, sweep, sweep)
    assert match.totals == (560, -160) and match.points == (616, -160)


def test_3_both_past_500(monkeypatch):
    far = ((450, 440), (50, 50, 0, 0), (0, 1, 2), False)
    last = ((55, 70), (25, 75, 0, 0), (0, 3, 1), False)
    assert play_scripted(monkeypatch, "fiftyk4", {}, far, last).winner == 1
    for finish, winner in (((3, 0, 1), 1), ((2, 1, 0), 0)):
        level = ((60, 70), (25, 75, 0, 0), finish, False)
        match = play_scripted(monkeypatch, "fiftyk4", {}, far, level)
        assert match.totals == (510, 510) and match.winner == winner


def test_4_three_seats(monkeypatch):
    sweep = ((260, 0, -60), (80, 0, 0), (0, 1), True)
    match = play_scripted(monkeypatch, "fiftyk3", {}, sweep, sweep)
    assert match.doubled and match.payoff == (1144, 0, -240)
    far = ((450, 450, 0), (50, 40, 10), (0, 1), False)
    # The first out of the last hand has too few points: the earlier out of the level two wins.
    match = play_scripted(
        monkeypatch, "fiftyk3", {}, far, ((50, 50, -20), (50, 50, 0), (2, 1), False)
    )
    assert match.winner == 1 and match.points == (500, 550, -20)


def test_13_a_number_of_hands_may_end_level(monkeypatch):
    one = ((60, 40), (40, 40, 20, 0), (0, 2), False)
    other = ((40, 60), (40, 40, 10, 10), (1, 3), False)
    match = play_scripted(monkeypatch, "fiftyk4", {"hands": 2}, one, other)
    assert match.winner is None and match.points == (100, 100)
    assert play_scripted(monkeypatch, "fiftyk4", {"hands": 1}, one).winner == 0


def test_13_whichever_comes_first(monkeypatch):
    far = ((510, 0), (40, 40, 20, 0), (0, 2), False)
    assert play_scripted(monkeypatch, "fiftyk4", {"hands": 2}, far).hands == 1
    # Level past the target in the last hand that may be played: the target decides.
    level = ((510, 510), (40, 40, 20, 0), (1, 2, 3), False)
    assert play_scripted(monkeypatch, "fiftyk4", {"hands": 1}, level).winner == 1


def test_random_made_up_matches(monkeypatch):
    rng = np.random.default_rng(3)
    for _ in range(200):
        solo = bool(rng.integers(2))
        rules_id, sides, seats = ("fiftyk3", 3, 3) if solo else ("fiftyk4", 2, 4)
        options = {
            "match_doubling": ["once", "each_hand"][rng.integers(2)],
            "target": int(rng.choice([50, 100, 500])),
            "hands": int(rng.integers(1, 6)),
        }
        hands, results = [], []
        while not results or match_result(rules_id, options, results) is None:
            points = tuple(int(p) for p in rng.choice([-20, 0, 50, 60, 100], sides))
            captured = tuple(int(p) for p in rng.choice([0, 0, 0, 50], seats))
            finish = tuple(int(s) for s in rng.permutation(seats)[: seats - 1])
            hands.append((points, captured, finish, bool(rng.integers(2))))
            p, c, f, d = hands[-1]
            results.append(
                {"side_points": list(p), "captured": list(c), "finish": list(f), "doubled": d}
            )
        play_scripted(monkeypatch, rules_id, options, *hands)


def test_the_percent_is_exact():
    rules = FIFTYK4.with_options({"match_bonus": 7, "target": 50})
    results = play_matches(rules, line_up(rules), 1, 20)
    rows = np.arange(20)
    total = results.total_units[rows, results.winner]
    doubled = np.where(results.doubled, 2, 1)
    assert np.array_equal(results.point_units[rows, results.winner], total * 107 * doubled)


def test_a_match_that_never_ends_is_refused(monkeypatch):
    monkeypatch.setattr("sim.match.HANDS_A_MATCH", 3)
    rules = FIFTYK3.with_options({"target": 10_000})
    with pytest.raises(BadInput, match="match 0 has not ended after 3 hands; set fewer points"):
        play_matches(rules, line_up(rules), 1, 2)


def test_the_first_two_places_win() -> None:
    rules = find_rules("anzhan", {"hands": 1})
    results = play_matches(rules, line_up(rules), 2, 6)
    assert np.array_equal(results.won, results.payoff > 0)
    assert results.won.sum(axis=1).tolist() == [2] * 6
    assert results.won[np.arange(6), results.winner].all()
    assert np.array_equal(results.columns()["won"], results.won.ravel())
    level = play_matches(FIFTYK4, line_up(FIFTYK4), 2, 6)
    assert np.array_equal(level.won, level.winner[:, None] == np.arange(2))
