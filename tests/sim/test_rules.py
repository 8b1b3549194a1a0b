"""The rule table: every field can be set, what cannot be is refused by name, text reads back."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from sim.combinations import KINDS, Bomb, Combination, parse_bombs, parse_combinations
from sim.errors import BadInput
from sim.games import CLIMBING, FIFTYK3, FIFTYK4, find_rules
from sim.notation import rules_of_document
from sim.rules import Rules

SETTABLE = [each.name for each in fields(Rules) if "accepts" in each.metadata]

OTHER_VALUES = {
    "seats": ("fiftyk3", 5),
    "decks": ("fiftyk4", 2),
    "sides": ("fiftyk3", "solo"),
    "leader_card": ("fiftyk4", "As"),
    "combinations": ("fiftyk4", "single, pair, straight 5-12 3-A"),
    "bombs": ("fiftyk4", "pure_fifty_k by_suit < bomb 4"),
    "must_beat": ("fiftyk4", True),
    "pass_is_final": ("fiftyk3", True),
    "lead_after_out": ("fiftyk4", "next"),
    "hand_ends": ("fiftyk4", "one_left"),
    "first_out_bonus": ("fiftyk4", 30),
    "left_penalty": ("fiftyk3", 0),
    "left_points_count": ("fiftyk4", False),
    "doubling": ("fiftyk3", "never"),
    "payoff": ("fiftyk4", "full"),
    "target": ("fiftyk4", 300),
    "hands": ("fiftyk3", 10),
    "match_doubling": ("fiftyk4", "each_hand"),
    "match_bonus": ("fiftyk4", 0),
}


def test_every_field_has_an_example():
    # `jokers` takes no other value yet.
    assert {*OTHER_VALUES, "jokers"} == set(SETTABLE)
    assert [line[0] for line in FIFTYK4.table()] == SETTABLE
    assert all(text for line in FIFTYK4.table() for text in line)


@pytest.mark.parametrize("name", OTHER_VALUES)
def test_every_field_can_be_overridden_as_text_and_natively(name):
    rules_id, value = OTHER_VALUES[name]
    natively = find_rules(rules_id, {name: value})
    text = natively.text_of(name)
    assert find_rules(rules_id, {name: text}) == natively
    assert natively.text_of(name) == text
    if name != "sides":
        assert natively.options == {name: value} and natively != CLIMBING[rules_id]
    assert rules_of_document(rules_id, {name: value}) == natively
    assert np.array_equal(find_rules(rules_id, natively.options).record, natively.record)


@pytest.mark.parametrize("rules_id", CLIMBING)
@pytest.mark.parametrize("name", SETTABLE)
def test_a_default_spelled_out_is_no_difference(rules_id, name):
    rules = CLIMBING[rules_id]
    same = rules.with_options({name: rules.text_of(name)})
    assert same == rules and same.options == {}
    changed = rules.with_options({"match_bonus": 5})
    assert changed.with_options({"match_bonus": "10"}).options == {}


@pytest.mark.parametrize(
    ("name", "value", "accepted"),
    [
        ("must_beat", "maybe", "false, true"),
        ("must_beat", 1, "false, true"),
        ("seats", "7", "2, 3, 4, 5, 6"),
        ("seats", True, "2, 3, 4, 5, 6"),
        ("decks", 0, "1, 2, 3"),
        ("jokers", True, "false"),
        ("target", "0", "none, or a whole number 1"),
        ("target", -5, "none, or a whole number 1"),
        ("target", 2.5, "none, or a whole number 1"),
        ("first_out_bonus", "x", "a whole number 0"),
        ("leader_card", "LJ", "a suited card"),
        ("leader_card", "4", "a card is one of"),
        ("lead_after_out", "me", "partner, next"),
        ("combinations", "house", "types are single"),
        ("combinations", "pair; triple", "not like"),
        ("combinations", "straight 9-5", "shortest=9 and longest=5"),
        ("combinations", "pair, pair", "listed twice"),
        ("bombs", "boom", "not like"),
        ("bombs", "bomb x", "not like"),
    ],
)
def test_unknown_values_list_the_accepted_ones(name, value, accepted):
    with pytest.raises(BadInput) as refused:
        find_rules("fiftyk4", {name: value})
    assert accepted in str(refused.value) and "\n" not in str(refused.value)


def test_unknown_names_list_the_accepted_ones():
    with pytest.raises(BadInput, match=f"no option 'joker'; it has {', '.join(SETTABLE)}"):
        find_rules("fiftyk4", {"joker": True})
    with pytest.raises(BadInput, match="no rule set 'qq9'; there are fiftyk4, fiftyk3"):
        find_rules("qq9")
    for fixed in ("id", "title", "number", "options"):
        with pytest.raises(BadInput, match="no option"):
            find_rules("fiftyk4", {fixed: "x"})


@pytest.mark.parametrize(
    ("rules_id", "options", "one", "other"),
    [
        ("fiftyk4", {"seats": 5}, "sides=fixed", "seats=5"),
        ("fiftyk4", {"seats": 2}, "sides=fixed", "seats=2"),
        ("fiftyk3", {"hand_ends": "side_out"}, "sides=solo", "hand_ends=side_out"),
        ("fiftyk3", {"payoff": "shared"}, "sides=solo", "payoff=shared"),
        ("fiftyk3", {"doubling": "losers_empty"}, "sides=solo", "doubling=losers_empty"),
        ("fiftyk4", {"doubling": "others_empty"}, "sides=fixed", "doubling=others_empty"),
        ("fiftyk3", {"lead_after_out": "next"}, "sides=solo", "lead_after_out=next"),
        ("fiftyk4", {"target": None}, "target=none", "hands=none"),
        ("fiftyk4", {"bombs": "bomb 5"}, "bombs=bomb 5", "decks=1"),
        ("fiftyk4", {"bombs": "bomb 3"}, "combinations=", "bombs=bomb 3"),
        ("fiftyk4", {"bombs": "bomb 4 < bomb 4"}, "bombs=", "listed twice"),
    ],
)
def test_contradictions_name_both_fields(rules_id, options, one, other):
    with pytest.raises(BadInput, match="cannot go together") as refused:
        find_rules(rules_id, options)
    assert one in str(refused.value) and other in str(refused.value)


@pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
def test_the_tables_text_reads_back(rules):
    assert parse_combinations(rules.text_of("combinations")) == rules.combinations
    assert parse_bombs(rules.text_of("bombs")) == rules.bombs
    assert parse_combinations("straight 5+, pair") == (
        Combination("straight", 5, 12, "3", "A"),
        Combination("pair"),
    )
    assert parse_bombs("") == () and parse_bombs("bomb 4") == (Bomb("bomb", 4),)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_row_reads_back(kind):
    row = Combination(kind, 2, 12, "3", "A") if KINDS[kind].is_run else Combination(kind)
    assert parse_combinations(str(row)) == (row,)


def test_a_relative_states_only_its_differences():
    same = [f.name for f in fields(Rules) if getattr(FIFTYK3, f.name) == getattr(FIFTYK4, f.name)]
    assert {"combinations", "bombs", "target", "first_out_bonus"} <= set(same)
    assert replace(FIFTYK4) == FIFTYK4


def test_hand_sizes_are_the_pack():
    for seats in range(2, 7):
        rules = replace(FIFTYK3, seats=seats)
        for first in range(seats):
            sizes = rules.hand_sizes(first)
            assert sum(sizes) == rules.pack_size and max(sizes) - min(sizes) <= 1
            assert sizes[first] == max(sizes)
    assert FIFTYK3.hand_sizes(1) == (17, 18, 17)


def test_no_bit_above_the_fifteenth_nibble_is_used():
    for rules in (FIFTYK4, FIFTYK3):
        record = rules.record[0]
        for name in ("row_ranks", "set_ranks"):
            assert (np.atleast_1d(record[name]) >> np.uint64(60) == 0).all()
