"""Sentences about rule sets, their titles, and what a deal says beyond its hands."""

from __future__ import annotations

import pytest

from reports.dealt import notes_on_deal, sides_of_deal
from reports.explained import beating, scoring, title_of
from sim.cards import parse_cards
from sim.deals import deal_hands, sides_dealt
from sim.games import CLIMBING, find_rules


@pytest.mark.parametrize("rules_id", CLIMBING)
def test_titles_say_players_and_decks_as_they_are(rules_id: str) -> None:
    rules = CLIMBING[rules_id]
    assert title_of(rules) == rules.title
    if not rules.hidden and rules.left_points != "third_out":
        more = rules.with_options({"seats": "6"})
        assert "six players" in title_of(more)
        assert "four players" not in title_of(more)


def test_what_beats_what_where_it_differs() -> None:
    liaoning = " ".join(beating(find_rules("liaoning")))
    assert "Every bomb beats single, pair and straight." in liaoning
    assert "only four of a rank and those above it in the list beat pair run" in liaoning
    assert "No bomb beats triple run and quad run." in liaoning
    jinzhou = " ".join(beating(find_rules("jinzhou")))
    assert "only six of a rank and those above it in the list beat triple run" in jinzhou
    assert "the straight flush stands above" in " ".join(beating(find_rules("qq1")))
    zhengfen = " ".join(beating(find_rules("zhengfen")))
    assert "Lengths may differ in pair run, triple run and quad run" in zhengfen
    assert "A joker stands for any card" in zhengfen
    weak = " ".join(beating(find_rules("zhengfen", {"specials_beat_all": "false"})))
    assert "A bomb beats nothing but lower bombs." in weak
    assert "pure fifty-Ks are equal" in " ".join(beating(find_rules("anzhan")))
    assert "of as many jokers are equal, where the list does not name them" in jinzhou
    jiangnan = " ".join(beating(find_rules("jiangnan")))
    assert "of as many jokers are equal, whichever jokers they are" in jiangnan


def test_three_that_are_out_before_the_one_sweep_nothing() -> None:
    said = "(a sweep; of one against three, only the one can)"
    assert said in " ".join(scoring(find_rules("anzhan")))
    assert "(a sweep)" in " ".join(scoring(find_rules("fuqing4")))


@pytest.mark.parametrize("rules_id", CLIMBING)
def test_three_on_a_side_have_no_partner_and_nobody_is_both(rules_id: str) -> None:
    rules = CLIMBING[rules_id]
    text = " ".join([*beating(rules), *scoring(rules)])
    assert "partner" not in text
    if rules.doubling == "never":
        assert "doubled" not in text


def test_hidden_sides_are_those_of_the_cards() -> None:
    rules = find_rules("anzhan")
    deals = deal_hands(rules, 1, range(30))
    for row, side in enumerate(sides_dealt(deals).tolist()):
        holders, others = sides_of_deal(rules, deals.hands(row))
        assert [side[seat] for seat in (*holders, *others)] == [0] * len(holders) + [1] * len(
            others
        )
        (note,) = notes_on_deal(rules, deals.hands(row))
        assert ("alone" in note) == (len(holders) == 1)


def test_bombs_that_are_shown_are_named_and_jokers_are_no_jacks() -> None:
    rules = find_rules("jiangnan")
    hands = [
        parse_cards("9s 9s 9h 9h 9c 9c Js Js Jh Jc LJ BJ", 2, jokers=True),
        parse_cards("3s", 2),
    ]
    assert list(notes_on_deal(rules, hands)) == ["seat 0 shows 6 9s"]
