"""Records of Progression with a fault: every kind at its place, and damage at random."""

from __future__ import annotations

import copy
from random import Random

import pytest

from sim.core.compiler import COMPILED
from sim.families import verify_record
from tests.naive import progression as naive
from tests.naive.cards import pack

BOTH = pytest.mark.parametrize("rules_id", naive.FORMS)
OPTIONS = (
    {},
    {"empty_stack": 0},
    {"turn_cap": 33},
    {"target": None, "hands": 4},
    {"seats": 2, "dealt": 8},
    {"seats": 6, "dealt": 3, "turn_cap": 50},
    {"turn": "play_and_draw", "order": "places"},
)
TEXT, ORIGINAL = naive.FORMS


def record_of(rules_id, options=None, number=4):
    return copy.deepcopy(naive.play_randomly(rules_id, options or {}, number).record(number))


def both_say(record):
    fault = verify_record(record)
    ours = None if fault is None else (fault.fault, fault.play)
    assert ours == naive.first_fault(record)
    return ours


def first_play(record, *places):
    """Return the number of the first act with one of some places."""
    return next(n for n, play in enumerate(record["plays"]) if play[2] in places)


@BOTH
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_option_is_the_twins(rules_id, options):
    for number in range(6 if COMPILED else 2):
        record = record_of(rules_id, options, number)
        assert both_say(record) is None
        del record["result"]["payoff"]
        assert both_say(record) == ("result", None)


@BOTH
@pytest.mark.parametrize(
    "options",
    [
        {"empty_stack": 5},
        {"turn_cap": 0},
        {"seats": 7},
        {"dealt": 9},
        {"order": "values", "turn": "place_or_take"},
        {"target": None},
        {"target": True},
        {"players": 3},
    ],
    ids=str,
)
def test_options_that_there_are_not_are_a_format_fault(rules_id, options):
    record = record_of(rules_id)
    record["options"] = options
    assert both_say(record) == ("format", None)


# ---------------------------------------------------------------- each kind by hand


@BOTH
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "fiftyk-record/2"),
        ("hands", "none"),
        ("stock", 5),
        ("stock", "2d XX"),
        ("plays", {}),
        ("result", []),
        ("deal", -1),
        ("deal", True),
        ("leader", "1"),
        ("received", "0"),
        ("forced_leader", 3),
        ("first_dealt", -1),
        ("previous", {}),
        ("previous", {"first_out": 7}),
    ],
    ids=str,
)
def test_a_record_that_is_none(rules_id, field, value):
    record = record_of(rules_id)
    record[field] = value
    assert both_say(record) == ("format", None)


@BOTH
@pytest.mark.parametrize(
    "entry",
    [
        [0, "Kh", "own"],
        [0, "Kh", "own", "K"],
        ["0", "Kh", "own", None],
        [0, "Kh Qh", "own", None],
        [0, "", "own", None],
        [0, "Kx", "own", None],
        [0, "Kh", 4, None],
        "Kh",
    ],
    ids=str,
)
def test_an_act_that_is_none(rules_id, entry):
    record = record_of(rules_id)
    record["plays"][9] = entry
    # Before anything of the play is looked at.
    record["leader"] = 0
    assert both_say(record) == ("format", 9)


@BOTH
def test_what_comes_before_the_first_act(rules_id):
    record = record_of(rules_id)
    record["received"] = 1
    assert both_say(record) == ("received", None)
    record["hands"] = record["hands"][::-1][:2]
    assert both_say(record) == ("hands", None)
    record = record_of(rules_id)
    record["stock"] = record["stock"][3:]
    assert both_say(record) == ("hands", None)
    record = record_of(rules_id)
    record["hands"][0] = record["hands"][0][:-2] + "BJ"
    assert both_say(record) == ("hands", None)
    record = record_of(rules_id)
    record["leader"] = 2
    assert both_say(record) == ("leader", None)
    record["first_dealt"] = 2
    assert both_say(record) == ("seat", 0)
    record["forced_leader"] = 1
    assert both_say(record) == ("leader", None)


@BOTH
def test_whose_turn_and_whose_card(rules_id):
    record = record_of(rules_id)
    record["plays"][6][0] = (record["plays"][6][0] + 1) % 3
    assert both_say(record) == ("seat", 6)
    record["plays"][6][0] = 9
    assert both_say(record) == ("seat", 6)
    record = record_of(rules_id)
    place = first_play(record, "own")
    held = record["hands"][record["plays"][place][0]].split()
    record["plays"][place][1] = next(card for card in pack() if card not in held)
    assert both_say(record) == ("cards", place)


@BOTH
def test_the_end(rules_id):
    record = record_of(rules_id)
    record["plays"].append(list(record["plays"][-1]))
    assert both_say(record) == ("end", len(record["plays"]) - 1)
    del record["plays"][-2:]
    assert both_say(record) == ("incomplete", len(record["plays"]))
    record["plays"] = []
    assert both_say(record) == ("incomplete", 0)


@BOTH
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("finish", [0]),
        ("captured", [0, 5, 0]),
        ("left", [0, 0]),
        ("sides", [[0], [2], [1]]),
        ("side_points", [1, 2, 3]),
        ("winner", 7),
        ("doubled", True),
        ("payoff", [1.0, 2.0, 3.0]),
        ("capped", True),
    ],
)
def test_a_wrong_figure(rules_id, field, value):
    record = record_of(rules_id, {}, 7)
    was = record["result"][field]
    record["result"][field] = not was if field == "capped" else value
    assert both_say(record) == ("result", None)


def laid(order, hands, *acts, rules_id=TEXT):
    """A record that begins with some acts, whatever comes after."""
    rest = [card for card in pack() if card not in " ".join(hands).split()]
    record = record_of(rules_id)
    record.update(
        deal=0,
        leader=0,
        hands=hands,
        stock=" ".join([*order, *(c for c in rest if c not in order)]),
    )
    record["plays"] = [[seat, card, place, None] for seat, card, place in acts]
    return record


HANDS = ["Ks 5s Qs 4h 4c", "Kh Qh 5h Ad 2d", "7c 8c 9c 3s 2s"]


@pytest.mark.parametrize(
    ("acts", "fault"),
    [
        # The wrong kind of act: a card that fits has to be laid, and nothing is public here.
        ([(0, "2c", "stock")], ("turn", 0)),
        ([(0, "Ks", "public")], ("turn", 0)),
        ([(0, "Ks", "nowhere")], ("turn", 0)),
        ([(0, "Ks", "own"), (1, "Ks", "take:0")], ("turn", 1)),
        # A card that does not go on its stack: Q is later than K, K not than Q.
        (
            [(0, "Ks", "own"), (1, "Kh", "own"), (2, "7c", "own"), (0, "Qs", "own")],
            ("incomplete", 4),
        ),
        ([(0, "Qs", "own"), (1, "Kh", "own"), (2, "7c", "own"), (0, "Ks", "own")], ("order", 3)),
        ([(0, "5s", "own"), (1, "5h", "own"), (2, "9c", "own"), (0, "Qs", "own")], ("order", 3)),
        ([(0, "Jd", "own")], ("cards", 0)),
    ],
    ids=str,
)
def test_acts_of_the_texts_form(acts, fault):
    assert both_say(laid([], HANDS, *acts)) == fault


OUT_OF_CARDS = [(0, "Ks", "own"), (1, "Kh", "own"), (2, "Kc", "own")]


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        ((0, "2c", "stock"), ("incomplete", 4)),
        ((0, "3c", "stock"), ("stock", 3)),
        ((0, "Kh", "take:1"), ("incomplete", 4)),
        ((0, "Kh", "take:2"), ("stock", 3)),
        ((0, "Ks", "take:0"), ("turn", 3)),
        ((0, "Kh", "take:3"), ("turn", 3)),
        ((0, "Kh", "take:public"), ("turn", 3)),
    ],
    ids=str,
)
def test_cards_taken_and_drawn(act, fault):
    record = laid(["2c", "3c"], ["Ks", "Kh", "Kc"], *OUT_OF_CARDS, act)
    record["options"] = {"dealt": 1}
    assert both_say(record) == fault


@pytest.mark.parametrize(
    ("acts", "fault"),
    [
        # First a card is laid, then one drawn.
        ([(0, "2c", "stock")], ("turn", 0)),
        ([(0, "Ks", "own"), (0, "5s", "own")], ("turn", 1)),
        ([(0, "Ks", "own"), (1, "Kh", "own")], ("seat", 1)),
        ([(0, "Ks", "own"), (0, "Ks", "take:0")], ("turn", 1)),
        ([(0, "Ks", "own"), (0, "2c", "stock")], ("incomplete", 2)),
        ([(0, "Ks", "own"), (0, "3c", "stock")], ("stock", 1)),
        # Not the card just played, but another's.
        ([(0, "Ks", "public"), (0, "Ks", "take:public")], ("stock", 1)),
        (
            [(0, "Ks", "public"), (0, "2c", "stock"), (1, "Kh", "own"), (1, "Ks", "take:public")],
            ("incomplete", 4),
        ),
        (
            [(0, "Ks", "public"), (0, "2c", "stock"), (1, "Kh", "own"), (1, "5s", "take:public")],
            ("stock", 3),
        ),
        # A K Q J in any order first, then rising numbers.
        (
            [
                *((0, "Qs", "own"), (0, "2c", "stock"), (1, "Kh", "own"), (1, "3c", "stock")),
                *((2, "7c", "own"), (2, "5c", "stock"), (0, "Ks", "own")),
            ],
            ("incomplete", 7),
        ),
        (
            [
                *((0, "5s", "own"), (0, "2c", "stock"), (1, "Kh", "own"), (1, "3c", "stock")),
                *((2, "7c", "own"), (2, "5c", "stock"), (0, "Ks", "own")),
            ],
            ("order", 6),
        ),
    ],
    ids=str,
)
def test_acts_of_the_inventors_form(acts, fault):
    record = laid(["2c", "3c", "5c"], HANDS, *acts, rules_id=ORIGINAL)
    assert both_say(record) == fault


# ---------------------------------------------------------------- at random


def damaged(rng, record):
    """Damage a record in one of many ways."""
    plays = record["plays"]
    place = rng.randrange(len(plays))
    kind = rng.randrange(11)
    if kind == 0:
        plays[place][0] = rng.randrange(-1, 7)
    elif kind == 1:
        plays[place][1] = rng.choice([*pack(), "LJ", "10h", ""])
    elif kind == 2:
        others = ("own", "public", "stock", "take:0", "take:1", "take:2", "take:9", "take:public")
        plays[place][2] = rng.choice([*others, "take", ""])
    elif kind == 3:
        del plays[place]
    elif kind == 4:
        plays.insert(place, list(rng.choice(plays)))
    elif kind == 5:
        del plays[place:]
    elif kind == 6:
        other = rng.randrange(len(plays))
        plays[place], plays[other] = plays[other], plays[place]
    elif kind == 7:
        stock = record["stock"].split()
        rng.shuffle(stock)
        record["stock"] = " ".join(stock)
    elif kind == 8:
        seat = rng.randrange(len(record["hands"]))
        record["hands"][seat] = " ".join(record["hands"][seat].split()[1:])
    elif kind == 9:
        record["leader"] = rng.randrange(len(record["hands"]))
    else:
        name = rng.choice(list(record["result"]))
        record["result"][name] = rng.choice([None, 0, True, [0, 0, 0], record["result"][name]])


@BOTH
def test_the_first_fault_of_a_damaged_record_is_the_twins(rules_id):
    rng = Random(rules_id)
    kinds = set()
    for number in range(400 if COMPILED else 40):
        record = record_of(rules_id, OPTIONS[number % len(OPTIONS)], number)
        for _ in range(rng.randrange(1, 3)):
            if record["plays"]:
                damaged(rng, record)
        kinds.add(both_say(record))
    found = {fault[0] for fault in kinds if fault}
    assert found >= {
        "seat",
        "cards",
        "turn",
        "stock",
        "incomplete",
        "leader",
        "hands",
        "result",
    }
