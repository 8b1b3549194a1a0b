"""The slow twin of Progression: golden cases, and the rules on little hands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.naive import progression
from tests.naive.cards import pack
from tests.naive.hand import IllegalPlay
from tests.naive.progression import FORMS, NaiveProgression, first_fault, score_stack

GOLDEN = Path(__file__).parent / "data" / "golden"
BOTH = pytest.mark.parametrize("rules", FORMS)


def golden(name):
    return [json.loads(line) for line in (GOLDEN / name).read_text("utf-8").splitlines()]


def test_golden_records():
    records = golden("progression_records.jsonl")
    assert len(records) == 18
    assert [first_fault(record) for record in records] == [None] * 18


@pytest.mark.parametrize(
    "record", golden("progression_records_broken.jsonl"), ids=lambda each: str(each["expect"])
)
def test_golden_broken_records(record):
    assert first_fault(record) == (record["expect"]["kind"], record["expect"]["play"])


@pytest.mark.parametrize(
    ("stack", "points"),
    [
        ("", -10),
        ("A", -20),
        ("AK", -30),
        ("AKQ", -40),
        ("AKQJ", -50),
        ("2", 0),
        ("KJ2", 0),
        ("AKQJT2", 0),
        ("345", 0),
        ("346", 1),
        ("K346", 2),
        ("KJ2678", 33),
        ("AKQJ23456789T", 42 * 5),
    ],
)
def test_scores(stack, points):
    assert score_stack([rank + "s" for rank in stack]) == points


def test_an_empty_stack_may_cost_nothing():
    assert score_stack([], 0) == 0
    assert score_stack(["As"], 0) == -20


def little(rules, hands, stock="2d 3d 4d"):
    return NaiveProgression(rules, {}, [held.split() for held in hands], stock.split(), 0)


def test_a_card_that_fits_must_be_placed():
    hand = little("progression", ["As", "Ks", "Qs"])
    assert hand.legal() == [("As", "own")]
    hand.do("As", "own")
    hand.do("Ks", "own")
    hand.do("Qs", "own")
    assert hand.legal() == [("2d", "stock"), ("Ks", "take:1"), ("Qs", "take:2")]
    hand.do("Qs", "take:2")
    assert hand.hands[0] == ["Qs"] and hand.stacks[2]["s"] == []


def test_stacks_of_the_text_rise_in_its_order():
    for top, card, goes_on in (("A", "K", True), ("K", "A", False), ("K", "J", True)):
        assert progression.fits("places", [top + "s"], card + "s") == goes_on
        assert progression.fits("values", [top + "s"], card + "s")
    for order in ("places", "values"):
        assert progression.fits(order, ["Js", "2s"], "Ts")
        assert not progression.fits(order, ["Js", "2s"], "Qs")
        assert not progression.fits(order, ["7s"], "6s")


def test_a_turn_of_two_acts():
    hand = little("progression_original", ["Ks 3s", "4h", "5h"])
    assert hand.legal() == [("Ks", "own"), ("3s", "own"), ("Ks", "public"), ("3s", "public")]
    hand.do("3s", "public")
    # Not the card just played.
    assert hand.legal() == [("2d", "stock")]
    hand.do("2d", "stock")
    hand.do("4h", "own")
    assert hand.turn == 1 and hand.legal() == [("3d", "stock"), ("3s", "take:public")]


def test_the_hand_ends_with_the_stock():
    hand = little("progression_original", ["Ks", "4h", "5h"], stock="2d")
    hand.do("Ks", "own")
    hand.do("2d", "stock")
    assert hand.over and not hand.capped
    assert hand.points() == [-50, -40, -40]
    assert hand.result()["winner"] is None


def test_faults_come_in_order():
    hand = little("progression", ["3s", "Ks", "Qs"])
    for act, fault in (
        ((1, "Ks", "own"), "seat"),
        ((0, "Ks", "own"), "cards"),
        ((0, "3s", "public"), "turn"),
        ((0, "2d", "stock"), "turn"),
    ):
        with pytest.raises(IllegalPlay) as raised:
            hand.check(*act)
        assert raised.value.kind == fault
    for card in ("3s", "Ks", "Qs"):
        hand.do(card, "own")
    for act, fault in (
        ((0, "3s", "take:0"), "turn"),
        ((0, "3d", "stock"), "stock"),
        ((0, "As", "take:1"), "stock"),
    ):
        with pytest.raises(IllegalPlay) as raised:
            hand.check(*act)
        assert raised.value.kind == fault


SCORED = [
    # Stacks s h c d of each seat, their points, and the winner; an empty stack costs 10.
    (
        ["A K/2 3 4/5 T/", "A K Q J/K 9 T/7 8/Q 2 T", "///"],
        [[-30, 0, 3, -10], [-50, 14, 3, 0], [-10, -10, -10, -10]],
        (1, 2),
    ),
    (
        ["K J 2 6 7 8/A K Q/3 4 6/K 3 4 6", "A/K/Q/J", "2 T/3 T/J 3 T/A K Q J 3 T"],
        [[33, -40, 1, 2], [-20, -20, -20, -20], [0, 1, 2, 5]],
        (2, 2),
    ),
    (
        ["2/3/4/5", "6/7/8/9", "T/2 T/3 9/A Q 5"],
        [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
        (None, None),
    ),
    (
        ["A K Q J 2 3 4 5 6 7 8 9 T///", "/2 3 4 5 6 7 8 9 T//", "//K/A 9 4"],
        [[210, -10, -10, -10], [-10, 42, -10, -10], [-10, -10, -20, 2]],
        (0, 0),
    ),
]


@pytest.mark.parametrize(("stacks", "points", "winners"), SCORED, ids=str)
def test_hands_scored_by_hand(stacks, points, winners):
    """v = 0: -10 (n + 1); 1 to 12: nothing; above: (v - 12)(f + 1); cards in hand: nothing."""
    for empty, winner in zip((-10, 0), winners, strict=True):
        hand = NaiveProgression(
            "progression", {"empty_stack": empty}, [["Th"], ["Tc"], ["Td"]], ["2d"], 0
        )
        wanted = []
        for seat, text in enumerate(stacks):
            lanes = text.split("/")
            for suit, ranks in zip("shcd", lanes, strict=True):
                hand.stacks[seat][suit] = [rank + suit for rank in ranks.split()]
            wanted.append(
                sum(
                    each if ranks else empty
                    for each, ranks in zip(points[seat], lanes, strict=True)
                )
            )
        assert hand.points() == wanted
        result = hand.result()
        assert result["side_points"] == result["payoff"] == wanted
        assert result["winner"] == winner


@BOTH
def test_random_hands_keep_their_cards_and_verify(rules):
    for number in range(20):
        options = {"empty_stack": 0} if number % 2 else {"turn_cap": 40 + number}
        hand = progression.play_randomly(rules, options, number)
        assert hand.cards() == pack()
        assert first_fault(hand.record(number)) is None
