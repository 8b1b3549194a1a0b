"""The slow twin itself: golden cases; common rules and Fifty K on little hands."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.naive import moves, plays, verify
from tests.naive.cards import holds, read_cards
from tests.naive.games import GAMES, BadOptions, find_game, settle
from tests.naive.hand import PASS, NaiveHand, hand_sizes
from tests.naive.match import match_result
from tests.naive.patterns import Pattern
from tests.naive.plays import legal_patterns
from tests.naive.shorthand import beats, fault_of, go, start, types

GOLDEN = Path(__file__).parent / "data" / "golden"
BOTH = pytest.mark.parametrize("rules", ["fiftyk4", "fiftyk3"])


def golden(name):
    """The golden cases of the climbing games; the twin does not play Progression."""
    lines = [json.loads(line) for line in (GOLDEN / name).read_text("utf-8").splitlines()]
    return [line for line in lines if line.get("case", line)["rules"] in GAMES]


# ---------------------------------------------------------------- golden cases


@pytest.mark.parametrize("line", golden("moves.jsonl"), ids=lambda line: str(line["case"]))
def test_golden_moves(line):
    answer = moves.answer(line["case"])
    assert ("error" in answer) == line.get("error", False)
    got = [tuple(v for k, v in sorted(p.items()) if k != "cards") for p in answer.get("plays", [])]
    assert len(got) == len(set(got))
    assert set(got) == {tuple(v for _, v in sorted(p.items())) for p in line.get("plays", [])}
    rules, options = line["case"]["rules"], line["case"].get("options")
    for play in answer.get("plays", []):
        cards = read_cards(play["cards"])
        assert holds(read_cards(line["case"]["hand"]), cards)
        pattern = plays.pattern_of(rules, options, cards, play["type"], play["rank"])
        assert pattern == Pattern(play["type"], play["rank"], play["ranks"], play["suit"])


def test_golden_records():
    records = golden("records.jsonl")
    assert len(records) == 111
    assert [verify.first_fault(record) for record in records] == [None] * 111


@pytest.mark.parametrize("record", golden("records_broken.jsonl"), ids=lambda r: str(r["expect"]))
def test_golden_broken_records(record):
    assert verify.first_fault(record) == (record["expect"]["kind"], record["expect"]["play"])


# ---------------------------------------------------------------- common rules C1–C11


def test_c1_same_type_same_size_higher_rank():
    assert beats("4s", "3s") and not beats("4s", "4h") and not beats("3s", "4s")
    assert beats("2s", "As") and not beats("4s 4h", "3s")
    assert beats("4s 5s 6s 7s 8h", "3s 4h 5h 6h 7h")
    assert not beats("4s 5s 6s 7s 8h 9h", "3s 4h 5h 6h 7h")
    assert beats("4s 4h 4c 3d", "3s 3h 3c 2d")
    assert not beats("4s 4h 4c 5d 5s", "3s 3h 3c 2d")


def test_c1_every_bomb_beats_every_ordinary_type():
    for ordinary in ("2s", "2s 2h", "Ts Js Qs Ks As", "Ks Kh Kc As Ah Ac 3s 2h"):
        for bomb in ("5s Th Kc", "5d Td Kd", "3s 3h 3c 3d"):
            assert beats(bomb, ordinary) and not beats(ordinary, bomb)


def test_c2_a_leader_may_not_pass_a_follower_may():
    hand = start("3s 4s", "5s 6s", "7s 8s", "9s Js")
    assert not hand.may_pass() and PASS not in hand.legal()
    assert fault_of(hand.pass_, 0) == "pass"
    assert PASS in go(hand, "3s").legal()


def test_c2_must_beat():
    hand = go(start("3s 8s", "4s 6s", "3d 3c", "9s Js", must_beat=True), "8s", "")
    assert hand.turn == 2 and PASS in hand.legal()
    hand = go(start("3s 8s", "4s 6s", "3d 3c", "9s Js", must_beat=True), "3s")
    assert {m.cards for m in hand.legal()} == {("4s",), ("6s",)}
    assert fault_of(hand.pass_, 1) == "pass"


def test_c3_a_pass_holds_for_this_turn_only():
    hand = go(start("3s 9h", "6s Js", "4s 7s", "8s 8h"), "3s", "", "4s", "", "9h", "Js")
    assert hand.turn == 2 and hand.log[-1][0] == 1


def test_c3_pass_is_final_skips_who_has_passed():
    hand = go(start("3s 9h", "6s Js", "4s Qs", "8s 8h", pass_is_final=True), "3s", "", "4s", "")
    assert hand.turn == 0
    assert go(hand, "9h").turn == 2
    assert go(hand, "Qs").finish == [0, 2]


def test_c3_pass_is_final_a_play_may_end_the_trick_itself():
    hands = ("3s 9h", "6s Js", "7s Qs", "8s 8h 4h")
    hand = go(start(*hands, pass_is_final=True), "9h", "", "Qs", "", "")
    assert (hand.turn, hand.top) == (2, None)
    hand = go(start("3s", "6s Js", "7s Qs", "8s 8h 4h", pass_is_final=True), "3s", "", "", "8s")
    assert (hand.turn, hand.top, hand.tricks) == (3, None, [0, 0, 0, 1])


def test_c4_the_trick_ends_when_every_other_seat_has_passed():
    hand = go(start("3s Kh", "6s Js", "4s 7s", "8s 8h"), "Kh", "", "")
    assert hand.top is not None
    assert go(hand, "").top is None and hand.turn == 0 and hand.captured == [10, 0, 0, 0]


def test_c4_all_who_remain_must_pass_when_the_last_to_play_is_out():
    hand = go(start("Kh", "6s Js", "4s 7s", "8s 8h"), "Kh", "", "")
    assert hand.top is not None and hand.turn == 3
    assert go(hand, "").captured == [10, 0, 0, 0]


def test_c5_the_partner_leads_when_the_winner_is_out():
    deal = ("Kh", "6s Js", "4s 7s", "8s 8h")
    assert go(start(*deal), "Kh", "", "", "").turn == 2
    assert go(start(*deal, lead_after_out="next"), "Kh", "", "", "").turn == 1


def test_c5_solo_the_next_seat_holding_cards_leads():
    assert go(start("Kh", "6s Js", "4s 7s", rules="fiftyk3"), "Kh", "", "").turn == 1
    with pytest.raises(BadOptions):
        settle("fiftyk3", {"lead_after_out": "next"})


def test_c6_the_ending_play_captures_the_table():
    hand = go(start("Ts Kh", "Ks Js", "5s", "8s 8h"), "Ts", "Ks", "", "", "", "Js", "", "", "")
    assert hand.finish == [1] and not hand.over and hand.turn == 3
    hand = go(start("Ts Kh", "9s Js", "Ks", "8s 8h"), "Ts", "", "Ks", "", "", "", "Kh")
    assert hand.over and hand.finish == [2, 0] and hand.captured == [10, 0, 20, 0]
    assert fault_of(hand.play, 1, ["9s"], "single", "9") == "end"


def test_c7_hand_sizes():
    assert hand_sizes(find_game("fiftyk4"), 3) == [13, 13, 13, 13]
    assert [hand_sizes(find_game("fiftyk3"), first) for first in range(3)] == [
        [18, 17, 17],
        [17, 18, 17],
        [17, 17, 18],
    ]


def test_c8_the_holder_of_the_three_of_hearts_leads_anything():
    hand = NaiveHand("fiftyk4", {}, ["4s", "5s", "3h Kd", "6s"])
    assert hand.leader == hand.turn == 2
    assert go(hand, "Kd").turn == 3


def test_c9_a_bomb_is_only_that_bomb_and_may_be_split():
    assert types("7s 7h 7c 7d") == {"bomb"}
    assert types("5s Ts Ks") == {"pure_fifty_k"} and types("5s Ts Kh") == {"mixed_fifty_k"}
    leads = legal_patterns("fiftyk4", {}, read_cards("7s 7h 7c 7d 8s"))
    assert {(p.type, p.ranks) for p in leads if "7" in p.ranks} == {
        ("single", "7"),
        ("pair", "77"),
        ("triple", "777"),
        ("triple_single", "7778"),
        ("bomb", "7777"),
    }


def test_c10_kickers_and_runs():
    assert types("7s 7h 7c 2d") == {"triple_single"} and types("2s 2h 2c 7d 7h") == {"triple_pair"}
    assert not types("7s 7h 7c 7d 8s") and not types("7s 7h 7c 8d 9s")
    assert types("Ts Js Qh Kh Ah") == {"straight"} and not types("Js Qs Kh Ah 2h")
    assert not types("As Ah 2s 2h") and not types("As Ah Ac 2s 2h 2c")
    assert not types("As 2s 3s 4s 5h")


def test_c11_half_points_are_kept_exactly():
    out = {"finish": [0, 2, 3], "captured": [35, 0, 0, 65]}
    hand = NaiveHand("fiftyk4", {}, ["", "3s", "", ""], 0, **out)
    assert hand.score().payoff == (Fraction(55, 2), Fraction(45, 2)) * 2


# ---------------------------------------------------------------- §3, §4: types, bombs


@BOTH
def test_3_types(rules):
    right = {
        "2s": "single",
        "2s 2h": "pair",
        "2s 2h 2c": "triple",
        "3s 4s 5s 6s 7s": "straight",
        "Ks Kh As Ah": "pair_run",
        "Ks Kh Kc As Ah Ac": "triple_run",
        "3s 3h 3c 4s": "triple_single",
        "3s 3h 3c 4s 4h": "triple_pair",
        "3s 3h 3c 4s 4h 4c 5s 2h": "triple_run_singles",
        "3s 3h 3c 4s 4h 4c 5s 5h 2s 2h": "triple_run_pairs",
    }
    assert {cards: types(cards, rules) for cards in right} == {c: {t} for c, t in right.items()}
    for wrong in ("3s 4s 5s 6s", "3s 3h 5s 5h", "3s 4h", "3s 3h 3c 5s 5h 5c", "2s 2h 2c 2d 3s 3h"):
        assert not types(wrong, rules)


def test_3_kickers_of_a_run_are_all_of_different_ranks():
    assert not types("3s 3h 3c 4s 4h 4c 5s 5h")
    assert not types("3s 3h 3c 4s 4h 4c 5s 5h 5c 5d")
    assert not types("3s 3h 3c 4s 4h 4c 3d 5d")
    assert types("3s 3h 3c 4s 4h 4c 5s 5h 5c") == {"triple_run"}
    assert types("3s 3h 3c 4s 4h 4c 5s 5h 5c 7s 8s 9s") == {"triple_run_singles"}


def test_3_bombs_mixed_below_pure_by_suit_below_four_by_rank():
    ladder = ["5s Tc Kc", "5d Td Kd", "5c Tc Kc", "5h Th Kh", "5s Ts Ks"]
    ladder += [" ".join(rank + suit for suit in "shcd") for rank in "3456789TJQKA2"]
    for low, bomb in enumerate(ladder):
        for high, other in enumerate(ladder):
            assert beats(other, bomb) == (high > low)
    assert not beats("5h Tc Ks", "5s Tc Kc")


# ---------------------------------------------------------------- §3, §4: matches


def hand_of(points, captured, finish, doubled=False):
    return {"side_points": points, "captured": captured, "finish": finish, "doubled": doubled}


def test_3_match_adds_undoubled_points_and_the_winner_gets_ten_percent():
    hands = [hand_of([240, -70], [50, 0, 50, 0], [0, 2], True)] * 2
    assert match_result("fiftyk4", {}, hands) is None
    hands.append(hand_of([15, 45], [15, 25, 0, 20], [1, 3]))
    assert match_result("fiftyk4", {}, hands) is None
    hands.append(hand_of([5, 75], [5, 25, 0, 30], [1, 3]))
    match = match_result("fiftyk4", {}, hands)
    assert (match.hands, match.totals, match.winner, match.doubled) == (4, (500, -20), 0, False)
    assert match.points == (550, -20) and match.payoff == (275, -10, 275, -10)
    with pytest.raises(ValueError, match="ended with hand 4"):
        match_result("fiftyk4", {}, [*hands, hands[0]])


def test_3_match_doubling_once_and_each_hand():
    hands = [hand_of([140, -40], [60, 0, 40, 0], [0, 2], True)] * 4
    match = match_result("fiftyk4", {}, hands)
    assert (match.totals, match.doubled, match.points) == ((560, -160), True, (1232, -320))
    match = match_result("fiftyk4", {"match_doubling": "each_hand"}, hands[:2])
    assert (match.totals, match.doubled, match.points) == ((560, -160), False, (616, -160))
    # One hand in which a loser was first out, or took a card, is enough against doubling.
    for finish, captured in (([1, 0, 2], [60, 0, 40, 0]), ([0, 2], [60, 0, 35, 5])):
        match = match_result("fiftyk4", {}, [*hands[:3], hand_of([80, 20], captured, finish)])
        assert match.totals == (500, -100) and not match.doubled


def test_3_match_both_past_500():
    far = hand_of([450, 440], [50, 50, 0, 0], [0, 1, 2])
    match = match_result("fiftyk4", {}, [far, hand_of([55, 70], [25, 75, 0, 0], [0, 3, 1])])
    assert (match.totals, match.winner, match.points) == ((505, 510), 1, (505, 561))
    for finish, winner in (([3, 0, 1], 1), ([2, 1, 0], 0)):
        match = match_result("fiftyk4", {}, [far, hand_of([60, 70], [25, 75, 0, 0], finish)])
        assert (match.totals, match.winner) == ((510, 510), winner)


def test_4_match():
    hands = [hand_of([260, 0, -60], [80, 0, 0], [0, 1], True)] * 2
    match = match_result("fiftyk3", {}, hands)
    assert match.doubled and match.points == match.payoff == (1144, 0, -240)
    far = hand_of([450, 450, 0], [50, 40, 10], [0, 1])
    match = match_result("fiftyk3", {}, [far, hand_of([50, 50, -20], [50, 50, 0], [2, 1])])
    assert (match.winner, match.points) == (1, (500, 550, -20))


def test_13_match_of_a_number_of_hands_may_be_level():
    hands = [hand_of([60, 40], [40, 40, 20, 0], [0, 2]), hand_of([40, 60], [40] * 4, [1, 3])]
    match = match_result("fiftyk4", {"hands": 2}, hands)
    assert (match.winner, match.points) == (None, (100, 100))
    assert match_result("fiftyk4", {"target": 60}, hands[:1]).points == (66, 40)
