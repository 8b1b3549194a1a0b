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
from tests.naive.games import GAMES
from tests.naive.variants import VARIANTS
from tests.sim.sample import EVERY_RULE_SET, RULES_OF_TABLE

SETTABLE = [each.name for each in fields(Rules) if "accepts" in each.metadata]

OTHER_VALUES = {
    "seats": ("fiftyk3", 5),
    "decks": ("fiftyk4", 2),
    "jokers": ("fiftyk4", True),
    "sides": ("fiftyk3", "solo"),
    "leader_card": ("fiftyk4", "As"),
    "next_leader": ("fiftyk4", "first_out"),
    "dealt_first": ("liaoning", "first_out"),
    "combinations": ("fiftyk4", "single, pair, straight 5-12 3-A"),
    "bombs": ("fiftyk4", "pure_fifty_k by_suit < bomb 4"),
    "bombs_beat_all": ("qq1", False),
    "wild_jokers": ("zhengfen", False),
    "show_bombs": ("qq2", "auto"),
    "must_beat": ("fiftyk4", True),
    "pass_is_final": ("fiftyk3", True),
    "lead_after_out": ("fiftyk4", "next"),
    "hand_ends": ("fiftyk4", "one_left"),
    "first_out_bonus": ("fiftyk4", 30),
    "left_penalty": ("fiftyk3", 0),
    "left_points": ("jiangnan", "nobody"),
    "last_tricks": ("qq1", "to_first"),
    "sweep": ("qq2", 150),
    "catch": ("fiftyk4", "transfer"),
    "catch_one": ("qq1", 20),
    "catch_two": ("jinzhou", 60),
    "catch_by_first": ("jinzhou", True),
    "tie": ("fiftyk4", "none"),
    "doubling": ("fiftyk3", "never"),
    "payoff": ("fiftyk4", "full"),
    "payoff_step": ("qq1", 50),
    "target": ("fiftyk4", 300),
    "hands": ("fiftyk3", 10),
    "match_adds": ("fiftyk4", "payoff"),
    "match_doubling": ("fiftyk4", "each_hand"),
    "match_bonus": ("fiftyk4", 0),
    "match_pays": ("fiftyk4", "prize"),
    "match_prize": ("qq1", 20),
}
TAKEN = {"jokers": {"combinations": "single 3-B"}}
"""What else must be set for a value to be possible."""


def test_every_field_has_an_example():
    assert set(OTHER_VALUES) == set(SETTABLE)
    assert [line[0] for line in FIFTYK4.table()] == SETTABLE


@EVERY_RULE_SET
def test_every_line_of_the_table_says_something(rules):
    lines = rules.table()
    names = [line[0] for line in lines]
    assert len(names) == len(set(names))
    assert set(names) == {*SETTABLE, *(option.name for option in rules.switches)}
    assert all(text for name, value, accepts, text in lines for text in (name, accepts, text))
    assert all(value or name == "bombs" for name, value, _, _ in lines)


@pytest.mark.parametrize("name", OTHER_VALUES)
def test_every_field_can_be_overridden_as_text_and_natively(name):
    rules_id, value = OTHER_VALUES[name]
    taken = TAKEN.get(name, {})
    natively = find_rules(rules_id, {name: value, **taken})
    text = natively.text_of(name)
    assert find_rules(rules_id, {name: text, **taken}) == natively
    assert natively.text_of(name) == text
    if name != "sides":
        assert natively.options == {name: value, **taken} and natively != CLIMBING[rules_id]
    assert rules_of_document(rules_id, {name: value, **taken}) == natively
    assert np.array_equal(find_rules(rules_id, natively.options).record, natively.record)


@EVERY_RULE_SET
def test_a_default_spelled_out_is_no_difference(rules):
    for name in rules.accepted:
        same = rules.with_options({name: rules.text_of(name)})
        assert same == rules and same.options == {}
    changed = rules.with_options({"match_bonus": 5})
    assert changed.with_options({"match_bonus": rules.text_of("match_bonus")}).options == {}


@pytest.mark.parametrize(("rules_id", "options"), VARIANTS, ids=str)
def test_an_option_of_the_rules_page_is_read_as_text_and_natively(rules_id, options):
    rules = find_rules(rules_id, options)
    assert rules.options == options
    texts = {name: rules.text_of(name) for name in options}
    assert find_rules(rules_id, texts) == rules and find_rules(rules_id, texts).options == options
    assert rules_of_document(rules_id, options) == rules
    # Back again, and beside others.
    declared = CLIMBING[rules_id]
    for name in options:
        assert rules.with_options({name: declared.text_of(name)}) == declared
    more = rules.with_options({"must_beat": True, "pass_is_final": True})
    both = {**options, "must_beat": True, "pass_is_final": True}
    assert more.options == both and more == find_rules(rules_id, both)


@pytest.mark.parametrize("rules_id", RULES_OF_TABLE)
def test_the_options_of_the_rules_page_have_its_values(rules_id):
    rules = find_rules(rules_id)
    for name, values in GAMES[rules_id].options.items():
        assert set(values) == set(rules.accepted[name]) - UNSAID.get(name, set())
        assert rules.native(name) == values[0]


UNSAID = {"catch": {"off"}}
"""Values of a field that the rules page does not name as an option."""


def test_options_come_before_fields():
    rules = find_rules("fuqing4", {"jokers": True})
    assert rules.jokers and [str(row) for row in rules.combinations[:2]] == [
        "single 3-B",
        "pair 3-B",
    ]
    assert [str(bomb) for bomb in rules.bombs[-2:]] == ["bomb 8", "joker_bomb 4"]
    # A field set by itself has the last word, in whatever order the two are given.
    for order in (["jokers", "bombs"], ["bombs", "jokers"]):
        given = {"jokers": True, "bombs": "bomb 4"}
        rules = find_rules("fuqing4", {name: given[name] for name in order})
        assert rules.jokers and rules.text_of("bombs") == "bomb 4"
    never = find_rules("jiangnan", {"show_bombs": "never", "bare_triple": True})
    assert never.options == {"show_bombs": "never", "bare_triple": True}
    assert "triple" in never.text_of("combinations").split(", ")
    assert never.with_options({"bare_triple": False}).options == {"show_bombs": "never"}


def test_one_set_of_options_after_another():
    rules = FIFTYK4.with_options(
        {"decks": 2, "bombs": "bomb 4 < bomb 5", "target": None, "hands": 3}
    )
    again = rules.with_options({"must_beat": True})
    assert again.options == {**rules.options, "must_beat": True}
    assert (again.bombs, again.target, again.hands) == (rules.bombs, None, 3)


@pytest.mark.parametrize(
    ("name", "value", "accepted"),
    [
        ("must_beat", "maybe", "false, true"),
        ("must_beat", 1, "false, true"),
        ("seats", "7", "2, 3, 4, 5, 6"),
        ("seats", True, "2, 3, 4, 5, 6"),
        ("decks", 0, "1, 2, 3"),
        ("jokers", 1, "false, true"),
        ("sweep", 0, "none, captured, or a whole number"),
        ("left_points", True, "nobody, deducted, third_out"),
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
        ("combinations", "pair 4+", "not like"),
        ("combinations", "single 7", "not like"),
        ("combinations", "single, pair 9-5", "no ranks from 9 up to 5"),
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
    listed = ", ".join(CLIMBING)
    with pytest.raises(BadInput, match=f"no rule set 'qq9'; there are {listed}"):
        find_rules("qq9")
    for fixed in ("id", "title", "number", "options"):
        with pytest.raises(BadInput, match="no option"):
            find_rules("fiftyk4", {fixed: "x"})


@pytest.mark.parametrize(
    ("rules_id", "options", "one", "other", "way_out"),
    [
        ("fiftyk4", {"seats": 5}, "sides=fixed", "seats=5", "take 4 or 6 seats"),
        ("fiftyk4", {"seats": 2}, "sides=fixed", "seats=2", "take 4 or 6 seats"),
        ("anzhan", {"seats": 6}, "sides=hidden", "seats=6", "take 4 seats"),
        ("anzhan", {"decks": 3}, "sides=hidden", "decks=3", "2 decks"),
        ("fiftyk3", {"hand_ends": "side_out"}, "sides=solo", "hand_ends=side_out", "sides=fixed"),
        ("fiftyk3", {"payoff": "shared"}, "sides=solo", "payoff=shared", "sides=fixed"),
        ("fiftyk3", {"catch": "deduct"}, "sides=solo", "catch=deduct", "sides=fixed"),
        ("fiftyk3", {"lead_after_out": "next"}, "sides=solo", "lead_after_out=next", "partners"),
        ("fiftyk3", {"doubling": "losers_empty"}, "sides=solo", "doubling=losers_empty", "fixed"),
        ("anzhan", {"payoff": "steps"}, "sides=hidden", "payoff=steps", "fixed sides"),
        ("anzhan", {"hand_ends": "side_out"}, "sides=hidden", "hand_ends=side_out", "fixed sides"),
        ("fiftyk3", {"left_points": "third_out"}, "sides=solo", "left_points=third_out", "fixed"),
        ("fiftyk3", {"match_pays": "prize"}, "sides=solo", "match_pays=prize", "fixed sides"),
        ("fiftyk4", {"doubling": "others_empty"}, "sides=fixed", "doubling=others_empty", "solo"),
        ("fiftyk4", {"target": None}, "target=none", "hands=none", "one of them"),
        ("fiftyk4", {"sweep": 100}, "sweep=100", "hand_ends=side_out", "hand_ends=sweep"),
        ("fuqing6", {"left_points": "third_out"}, "left_points=third_out", "seats=6", "of four"),
        ("fiftyk4", {"left_points": "third_out"}, "left_points=third_out", "side_out", "third"),
        ("jiangnan", {"sweep": "none"}, "left_points=third_out", "sweep=none", "no third out"),
        ("qq1", {"payoff": "margin", "payoff_step": 7}, "payoff=margin", "payoff_step=7", "1, 2"),
        ("fiftyk3", {"match_pays": "places"}, "match_pays=places", "seats=3", "four places"),
        ("fiftyk4", {"bombs": "bomb 5"}, "bombs=bomb 5", "decks=1", "3 … 4"),
        ("fiftyk4", {"bombs": "bomb 3"}, "combinations=", "bombs=bomb 3", "would be a bomb"),
        ("fiftyk4", {"bombs": "bomb 4 < bomb 4"}, "bombs=", "bombs=", "listed twice"),
        ("zhengfen", {"bombs": "four_twos < bomb 4"}, "bombs=", "bombs=", "four 2s already"),
        ("qq2", {"bombs": "four_twos"}, "bombs=", "decks=2", "one deck only"),
        ("fiftyk4", {"bombs": "joker_bomb LB"}, "bombs=", "jokers=false", "takes jokers"),
        ("liaoning", {"bombs": "joker_bomb LL"}, "bombs=", "decks=1", "the pack has no"),
        ("fiftyk4", {"jokers": True}, "combinations=", "jokers=true", "single 3-B"),
        ("qq1", {"combinations": "pair"}, "combinations=", "jokers=false", "no lead"),
        (
            "liaoning",
            {"bombs": "bomb 3"},
            *("combinations=", "bombs=bomb 3", "no rung 'bomb 4'"),
        ),
        (
            "qq1",
            {"combinations": "single, triple_run_singles 3-13 A-A"},
            *("combinations=", "combinations=", "begin with an ace"),
        ),
        (
            "fiftyk4",
            {
                "decks": 3,
                "jokers": True,
                "combinations": "single 3-B, triple_two 3-B",
                "bombs": "joker_bomb 5",
            },
            *("combinations=", "bombs=joker_bomb 5", "could be a bomb"),
        ),
        (
            "zhengfen",
            {"combinations": "single 3-B, quad_pairs matched kickers"},
            *("wild_jokers=true", "combinations=", "no reading"),
        ),
        ("fiftyk4", {"wild_jokers": True}, "wild_jokers=true", "jokers=false", "jokers=true"),
        ("jiangnan", {"wild_jokers": True}, "wild_jokers=true", "decks=2", "one deck"),
    ],
)
def test_contradictions_name_both_fields_and_a_way_out(rules_id, options, one, other, way_out):
    with pytest.raises(BadInput, match="cannot go together") as refused:
        find_rules(rules_id, options)
    said = str(refused.value)
    assert one in said and other in said and way_out in said and "\n" not in said


@pytest.mark.parametrize(("rules_id", "options"), VARIANTS, ids=str)
def test_the_tables_text_reads_back(rules_id, options):
    rules = find_rules(rules_id, options)
    assert parse_combinations(rules.text_of("combinations")) == rules.combinations
    assert parse_bombs(rules.text_of("bombs")) == rules.bombs


def test_text_in_short():
    assert parse_combinations("straight 5+, pair") == (
        Combination("straight", 5, 12, "3", "A"),
        Combination("pair"),
    )
    assert parse_bombs("") == () and parse_bombs("bomb 4") == (Bomb("bomb", 4),)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_row_reads_back(kind):
    row = Combination(kind, 2, 12, "3", "A") if KINDS[kind].is_run else Combination(kind)
    assert parse_combinations(str(row)) == (row,)
    low = replace(row, shortest=2 if row.is_run else 1, longest=3 if row.is_run else 1, high="9")
    assert parse_combinations(str(low)) == (low,)


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
    for rules in RULES_OF_TABLE.values():
        record = rules.record[0]
        for name in ("row_ranks", "set_ranks"):
            assert (np.atleast_1d(record[name]) >> np.uint64(60) == 0).all()
