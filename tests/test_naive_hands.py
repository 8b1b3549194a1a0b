"""The slow twin's hands in every game but Fifty K: leaders, the end, points, matches."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.naive.cards import read_cards
from tests.naive.games import find_game
from tests.naive.hand import NaiveHand, first_dealt, hand_sizes, leader_of, shown_sets, sides_in
from tests.naive.match import match_result, previous_after
from tests.naive.perft import perft
from tests.naive.scored import ACES_WITH_1_AND_2, LONER_2, PAIR_AND_PAIR, SCORED, assert_right
from tests.naive.shorthand import finished, go, score, start


def over(rules, finish, sides=None, **options):
    seats = find_game(rules, options).seats
    return finished(rules, finish, [0] * seats, [0] * seats, sides, **options).over


def hand_of(points, finish=(0, 2), payoff=()):
    """Return what a match needs of a hand's result."""
    return {"side_points": points, "finish": finish, "payoff": payoff, "doubled": False}


# ---------------------------------------------------------------- dealing and leading


def test_c7_hand_sizes():
    sizes = {
        ("liaoning", 4): [13, 14, 14, 13],
        ("liaoning", 3): [18, 18, 18],
        ("zhengfen", 5): [10, 11, 11, 11, 11],
        ("zhengfen", 6): [9] * 6,
        ("zhengfen", 2): [27, 27],
    }
    for (rules, players), right in sizes.items():
        assert hand_sizes(find_game(rules, {"players": players}), 1) == right
    for rules, jokers, size in (("qq2", None, 26), ("fuqing6", True, 27), ("fuqing6", False, 26)):
        game = find_game(rules, {} if jokers is None else {"jokers": jokers})
        assert hand_sizes(game, 0) == [size] * game.seats


def test_only_the_winner_of_a_zhengfen_hand_is_dealt_first():
    previous = {"first_out": 3, "not_out": 0}
    assert first_dealt(find_game("zhengfen"), 10001, previous) == 3
    assert first_dealt(find_game("zhengfen"), 10001) == 1
    assert first_dealt(find_game("liaoning"), 10001, previous) == 1


def test_c8_leaders():
    hands = ["3s", "3h", "Ah", "3h Ah"]
    previous = {"first_out": 0, "not_out": 2}
    leaders = {
        "fiftyk4": (1, 1),
        "qq1": (0, 0),
        "liaoning": (1, 2),
        "jinzhou": (2, 2),
        "zhengfen": (1, 0),
        "jiangnan": (1, 0),
        "anzhan": (1, 0),
        "fuqing4": (1, 0),
    }
    held = [read_cards(cards) for cards in hands]
    for rules, (first, later) in leaders.items():
        assert leader_of(find_game(rules), held) == first
        assert leader_of(find_game(rules), held, None, previous) == later
    # With two decks it is not who holds the card but who got one first.
    assert leader_of(find_game("jinzhou"), held, 3, previous) == 3
    assert NaiveHand("jiangnan", {}, hands, received=3).leader == 3


def test_9_the_sides_are_who_was_dealt_a_spade_ace():
    def sides(*hands):
        return sides_in(find_game("anzhan"), [read_cards(cards) for cards in hands])

    assert sides("As", "3s", "3s", "As Ah") == ((0, 3), (1, 2))
    assert sides("Ah", "Ah", "As As", "3s") == LONER_2
    assert sides_in(find_game("fuqing4"), [()]) == PAIR_AND_PAIR


def test_7_sets_of_six_and_more_are_shown():
    hands = [read_cards("3s 3h 3c 3d 3s 3h 4s"), read_cards("5s 5h 5c 5d 5s LJ LJ BJ BJ")]
    assert shown_sets(find_game("jiangnan"), hands) == [("333333",), ()]
    assert shown_sets(find_game("jiangnan", {"show_bombs": "never"}), hands) == [(), ()]
    assert shown_sets(find_game("jinzhou"), hands) == [(), ()]


# ---------------------------------------------------------------- who leads after going out


def test_c5_six_seats_the_next_team_mate_holding_cards_leads():
    hands = ["2s", "3s", "4s", "5s", "6s", "7s"]
    assert go(start(*hands, rules="fuqing6"), "2s", *[""] * 5).turn == 2
    assert go(start(*hands, rules="fuqing6", lead_after_out="next"), "2s", *[""] * 5).turn == 1
    # Seat 2 is out already; when no team-mate is left, the next seat leads.
    hands[2] = ""
    assert go(start(*hands, rules="fuqing6", finish=[2]), "2s", *[""] * 4).turn == 4


def test_c5_no_team_mate_left():
    hands = ["2s", "", "", "5s 6s", "", "7s 8s"]
    assert go(start(*hands, rules="fuqing6", finish=[1, 2, 4]), "2s", "", "").turn == 3


def test_9_partners_lead_for_each_other_only_when_both_spade_aces_are_played():
    # 0 and 2 are partners; seat 2 still holds its ace.
    hands = ["2s As", "3s 4s", "5s As 6s", "7s 8s"]
    hand = go(start(*hands, rules="anzhan"), "As", "", "", "", "2s", "", "", "")
    assert hand.finish == [0] and hand.turn == 1
    hand = go(start(*hands, rules="anzhan"), "2s", "", "", "", "As", "", "", "")
    assert hand.turn == 1
    # The ace on the table counts as played.
    hand = go(start(*hands, rules="anzhan", leader=2), "As", "", "2s", "", "", "", "As", "", "", "")
    assert hand.finish == [0] and hand.turn == 2
    hands = ["2s 2h As", "3s 4s", "5s As 6s", "7s 8s"]
    hand = start(*hands, rules="anzhan", leader=2, lead_after_out="next")
    hand = go(hand, "As", "", "2s", "", "", "", "As", "", "", "", "2h", "", "", "")
    assert hand.finish == [0] and hand.turn == 1


def test_9_one_against_three_the_next_of_the_three_leads():
    hands = ["3s 4s", "2s", "As As 5s", "6s 6h"]
    hand = start(*hands, rules="anzhan", leader=1)
    assert hand.sides == LONER_2
    # The loner still holds an ace: the next seat, which is the loner, leads.
    assert go(hand, "2s", "", "", "").turn == 2
    # With both aces played the next of the three leads, unless it is always the next seat.
    hands = ["3s 4s", "2s 2h", "As As 5s 7s", "6s 6h"]
    for lead, turn in (("partner", 3), ("next", 2)):
        hand = start(*hands, rules="anzhan", leader=2, lead_after_out=lead)
        hand = go(hand, "As As", "", "", "", "5s", "", "", "2s", "", "", "", "2h", "", "", "")
        assert hand.finish == [1] and hand.turn == turn


def test_11_the_next_seat_leads_when_the_winner_is_out():
    hands = ["2s", "3s 4s", "5s 6s"]
    assert go(start(*hands, rules="zhengfen", players=3), "2s", "", "").turn == 1


# ---------------------------------------------------------------- the end of a hand


@pytest.mark.parametrize("rules", ["qq1", "qq2", "jiangnan"])
def test_a_side_first_and_second_or_the_third_out_ends_it(rules):
    assert over(rules, [0, 2]) and over(rules, [3, 1]) and over(rules, [0, 1, 2])
    assert not over(rules, [0]) and not over(rules, [0, 1])


@pytest.mark.parametrize("rules", ["liaoning", "zhengfen"])
def test_one_seat_is_left(rules):
    assert over(rules, [0, 1, 2]) and not over(rules, [0, 2])
    assert over(rules, [0, 2], players=3) and not over(rules, [0], players=3)


def test_8_both_seats_of_a_side_are_out():
    assert over("jinzhou", [0, 2]) and over("jinzhou", [0, 1, 2]) and not over("jinzhou", [0, 1])


def test_9_the_end():
    assert over("anzhan", [1, 2], ACES_WITH_1_AND_2) and over("anzhan", [3, 0], ACES_WITH_1_AND_2)
    assert over("anzhan", [0, 1, 2], ACES_WITH_1_AND_2)
    assert not over("anzhan", [0, 1], ACES_WITH_1_AND_2)
    assert over("anzhan", [2], LONER_2) and over("anzhan", [0, 2], LONER_2)
    assert over("anzhan", [0, 1, 3], LONER_2) and not over("anzhan", [0, 1], LONER_2)


def test_10_a_sweep_or_one_seat_left():
    assert over("fuqing4", [0, 2]) and over("fuqing4", [0, 1, 2]) and not over("fuqing4", [0, 1])
    assert over("fuqing6", [4, 0, 2]) and over("fuqing6", [0, 1, 2, 3, 4])
    assert not over("fuqing6", [0, 2]) and not over("fuqing6", [1, 0, 2, 4])


# ---------------------------------------------------------------- points


@pytest.mark.parametrize("case", SCORED, ids=str)
def test_points_worked_out_by_hand(case):
    facts = case.rules, case.finish, case.captured, case.left, case.sides
    assert_right(case, score(*facts, **case.options))


# ---------------------------------------------------------------- matches


def test_what_the_next_hand_is_told():
    last = previous_after(find_game("liaoning"), hand_of([], [2, 0, 3]))
    assert last == {"first_out": 2, "not_out": 1}
    last = previous_after(find_game("fuqing4"), hand_of([], [2, 0]))
    assert last == {"first_out": 2, "not_out": None}


def test_5_match():
    hands = [hand_of([300, -20]), hand_of([195, 100])]
    assert match_result("qq1", {}, hands) is None
    match = match_result("qq1", {}, [*hands, hand_of([5, 45])])
    assert (match.hands, match.totals, match.winner) == (3, (500, 125), 0)
    assert match.payoff == (10, -10, 10, -10)


@pytest.mark.parametrize("rules", ["qq1", "jiangnan", "fuqing4"])
def test_13_level_at_the_top_means_another_hand(rules):
    hands = [hand_of([500, 500]), hand_of([500, 500])]
    assert match_result(rules, {}, hands) is None
    match = match_result(rules, {}, [*hands, hand_of([90, 110])])
    assert (match.hands, match.winner) == (3, 1)
    match = match_result(rules, {"hands": 2}, hands)
    assert (match.hands, match.winner, match.totals) == (2, None, (1000, 1000))


def test_6_7_10_11_first_to_the_target():
    match = match_result("liaoning", {"players": 3}, [hand_of([250, 240, -20], [0, 1])] * 2)
    assert (match.winner, match.payoff) == (0, (500, 480, -40))
    assert match_result("jiangnan", {}, [hand_of([199, 1])] * 5) is None
    assert match_result("jiangnan", {}, [hand_of([200, 0])] * 5).payoff == (1000, 0, 1000, 0)
    assert match_result("fuqing6", {}, [hand_of([300, 0])] * 4).totals == (1200, 0)
    assert match_result("fuqing6", {"target": 2000}, [hand_of([300, 0])] * 6) is None
    match = match_result("zhengfen", {"players": 2}, [hand_of([60, 40], [0])] * 9)
    assert (match.hands, match.winner, match.totals) == (9, 0, (540, 360))


def test_8_match_of_ten_hands():
    assert match_result("jinzhou", {}, [hand_of([1000, 0])] * 9) is None
    match = match_result("jinzhou", {}, [hand_of([120, -25])] * 10)
    assert (match.totals, match.winner) == ((1200, -250), 0)
    assert match.payoff == (145, -145, 145, -145)
    match = match_result("jinzhou", {"hands": 2}, [hand_of([5, 10]), hand_of([10, 5])])
    assert (match.winner, match.payoff) == (None, (0, 0, 0, 0))
    assert match_result("jinzhou", {"target": 100}, [hand_of([120, -25])]).hands == 1


def test_9_match_is_every_seat_for_itself():
    thirds = [70 / 3, 70 / 3, 35.0, 70 / 3]
    hands = [hand_of([], [0, 2], thirds)] * 8
    assert match_result("anzhan", {}, hands) is None
    match = match_result("anzhan", {}, [*hands, hand_of([], [3, 0], [0.0, 50.0, 50.0, 0.0])])
    third = Fraction(560, 3)
    assert match.totals == (third, third + 50, 330, third)
    # 3 went out before 0, which are level.
    assert (match.winner, match.payoff) == (2, (-2, 1, 2, -1))


def test_9_ties_by_earlier_out_then_by_seat():
    match = match_result("anzhan", {}, [hand_of([], [3, 2], [300.0, 300.0, 300.0, 300.0])])
    assert (match.winner, match.payoff) == (3, (-1, -2, 1, 2))
    assert match_result("anzhan", {"target": 500}, [hand_of([], [3, 2], [300.0] * 4)]) is None


# ---------------------------------------------------------------- perft


def test_perft_with_a_wild_joker():
    hand = start("7s LJ", "8s 8h", rules="zhengfen", players=2)
    # 7s, the joker, or both as a pair of sevens (which ends the hand).
    assert [perft(hand, 1), perft(hand, 2)] == [3, 4]
    # 7s: 8s, 8h or a pass; the joker: a pass. A pass gives the lead back, and one card is left.
    assert perft(hand, 3) == 2 * 2 + 1 + 1


def test_perft_of_flushes():
    hand = start("3s 4s 5s 6s 7s 7h", "2s", "2s", "2s", rules="qq1")
    # Six singles, a pair, the flush and the plain straight.
    assert perft(hand, 1) == 6 + 1 + 2 == 9 and perft(hand, 1, concrete=False) == 5 + 1 + 2


def test_perft_of_jokers_that_are_ordinary():
    hand = start("LJ LJ BJ BJ", "3s", "3s", "3s", rules="jiangnan")
    # Singles, pairs, three jokers of either mix, four jokers.
    assert perft(hand, 1, concrete=False) == 2 + 2 + 2 + 1
