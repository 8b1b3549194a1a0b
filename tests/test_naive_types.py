"""The slow twin's types and bombs in every game but Fifty K: what cards are, and what they beat."""

from __future__ import annotations

import itertools

import pytest

from tests.naive.cards import SUITS, read_cards
from tests.naive.games import BadOptions, settle
from tests.naive.moves import answer
from tests.naive.plays import BadTop, legal_patterns, read_top
from tests.naive.shorthand import beats, declared, types

FUQING = pytest.mark.parametrize("rules", ["anzhan", "fuqing4", "fuqing6"])
QQ = pytest.mark.parametrize("rules", ["qq1", "qq2"])
PURE = ["5d Td Kd", "5c Tc Kc", "5h Th Kh", "5s Ts Ks"]
MIXED = "5s Ts Kh"


def of_a_rank(rank, size, decks=2):
    return " ".join([rank + suit for suit in SUITS * decks][:size])


def assert_ladder(rules, ladder, **options):
    """Each beats all that are lower, and none beats itself."""
    for low, high in itertools.product(range(len(ladder)), repeat=2):
        assert beats(ladder[high], ladder[low], rules, **options) == (high > low)


# ---------------------------------------------------------------- §5 QQ


@QQ
def test_5_straights_go_from_ace_low_to_ace_high(rules):
    ladder = [
        *("As 2h 3s 4s 5s", "2h 3s 4s 5s 6s", "3h 4s 5s 6s 7s", "9h Ts Js Qs Ks"),
        "Th Js Qs Ks As",
    ]
    assert [declared(cards, rules) for cards in ladder] == [{("straight", r)} for r in "567KA"]
    assert_ladder(rules, ladder)
    for wrong in ("Js Qs Kh As 2s", "2s 3s 4h 5s", "Qh Ks As 2s 3s", "Ks Ah 2s 3s 4s 5s"):
        assert not types(wrong, rules)


@QQ
def test_5_thirteen_cards_have_two_readings(rules):
    thirteen = "As 2h 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
    assert declared(thirteen, rules) == {("straight", "K"), ("straight", "A")}
    with pytest.raises(BadTop):
        read_top(rules, {}, read_cards(thirteen))
    assert read_top(rules, {}, read_cards(thirteen), None, "K").rank == "K"


@QQ
def test_5_a_flush_stands_just_above_the_plain_straight(rules):
    ladder = ["3s 4h 5s 6s 7s", "3s 4s 5s 6s 7s", "4s 5s 6s 7h 8s", "4d 5d 6d 7d 8d"]
    assert [declared(cards, rules) for cards in ladder[1::2]] == [
        {("straight_flush", "7")},
        {("straight_flush", "8")},
    ]
    assert_ladder(rules, ladder)
    assert not beats("3h 4h 5h 6h 7h", "3s 4s 5s 6s 7s", rules)
    assert not beats("3h 4h 5h 6h 7h 8h", "3s 4s 5s 6s 7s", rules)
    assert beats(MIXED, "Ts Js Qs Ks As", rules) and not beats("Ts Js Qs Ks As", MIXED, rules)


def test_5_flush_and_straight_are_listed_where_suits_allow_them():
    def listed(hand):
        return {p.type for p in legal_patterns("qq2", {}, read_cards(hand)) if len(p.ranks) == 5}

    assert listed("3s 4s 5s 6s 7s 7s") == {"straight_flush"}
    assert listed("3s 4s 5s 6s 7s 7h") == {"straight_flush", "straight"}
    assert listed("3s 4s 5s 6s 7h") == {"straight"}


@QQ
def test_5_triples_and_their_kickers(rules):
    right = {
        "3s 3h 3c 2s": {"triple_single"},
        "3s 3h 3c 2s 2h": {"triple_two"},
        "3s 3h 3c 2s 4h": {"triple_two"},
        "3s 3h 3c 4s 4h 4c": {"triple_run"},
        "3s 3h 3c 4s 4h 4c 7s 7h": {"triple_run_singles"},
        "3s 3h 3c 4s 4h 4c 7s 7h 7c 8s": {"triple_run_twos"},
        "3s 3h 3c 4s 4h 4c 7s 7h 7c 7d": {"triple_run_twos"},
        "3s 3h 3c 4s 4h 4c 5s 5h 5c": {"triple_run"},
        "Ks Kh As Ah": {"pair_run"},
    }
    assert {cards: types(cards, rules) for cards in right} == right
    for wrong in ("As Ah 2s 2h", "2s 2h 3s 3h", "3s 3h 3c 3d 4s", "3s 3h 3c 4s 4h 4c 4d 7s"):
        assert not types(wrong, rules)


@QQ
def test_5_a_run_may_carry_the_triple_next_to_it(rules):
    twelve = "3s 3h 3c 4s 4h 4c 5s 5h 5c 6s 6h 6c"
    assert declared(twelve, rules) == {
        ("triple_run", "6"),
        ("triple_run_singles", "5"),
        ("triple_run_singles", "6"),
    }


def test_5_bombs():
    ladder = [MIXED, *PURE, of_a_rank("3", 4), of_a_rank("2", 4)]
    assert_ladder("qq1", ladder)
    ladder += [of_a_rank("3", 5), of_a_rank("K", 5), of_a_rank("3", 6), of_a_rank("3", 8)]
    assert_ladder("qq2", ladder)


# ---------------------------------------------------------------- §6 Liaoning


def test_6_ordinary_types():
    right = {
        "2s": {"single"},
        "LJ": {"single"},
        "2s 2h": {"pair"},
        "3s 4s 5s": {"straight"},
        "3s 3h 4s 4h 5s 5h": {"pair_run"},
        "3s 3h 3c 4s 4h 4c": {"triple_run"},
        "3s 3h 3c 3d 4s 4h 4c 4d": {"quad_run"},
    }
    assert {cards: types(cards, "liaoning") for cards in right} == right
    for wrong in ("Ks As 2s", "3s 3h 4s 4h", "3s 3h 3c 4s", "Ah As Ac 2s 2h 2c", "2s LJ"):
        assert not types(wrong, "liaoning")
    assert_ladder("liaoning", ["As", "2s", "LJ", "BJ"])


def test_6_bombs_pure_beats_four():
    three, four = [of_a_rank("3", 3), of_a_rank("2", 3)], [of_a_rank("3", 4), of_a_rank("2", 4)]
    assert_ladder("liaoning", [*three, MIXED, "LJ BJ", *four, *PURE])


def test_6_what_bombs_beat():
    bombs = [of_a_rank("7", 3), MIXED, "LJ BJ", of_a_rank("7", 4), PURE[0]]
    tops = {
        "2s": 5,
        "2s 2h": 5,
        "Js Qs Kh As": 5,
        "3s 3h 4s 4h 5s 5h": 2,
        "3s 3h 3c 4s 4h 4c": 0,
        "3s 3h 3c 3d 4s 4h 4c 4d": 0,
    }
    for top, number in tops.items():
        assert [b for b in bombs if beats(b, top, "liaoning")] == bombs[len(bombs) - number :]
        assert not any(beats(top, bomb, "liaoning") for bomb in bombs)
    assert beats("4s 4h 5s 5h 6s 6h", "3s 3h 4s 4h 5s 5h", "liaoning")
    eight, nine = "4s 4h 4c 4d 5s 5h 5c 5d", "4s 4h 4c 5s 5h 5c 6s 6h 6c"
    assert beats(eight, "3s 3h 3c 3d 4s 4h 4c 4d", "liaoning")
    assert not beats(nine, "3s 3h 3c 4s 4h 4c", "liaoning")


# ---------------------------------------------------------------- §7 Jiangnan


def test_7_ordinary_types():
    right = {
        "BJ": {"single"},
        "LJ LJ": {"pair"},
        "3s 3h 4s 4h 5s 5h": {"pair_run"},
        "3s 4s 5s 6s 7s": {"straight"},
        "3s 3h 3c 4s 4h 4c": {"triple_run"},
        "3s 3h 3c 2s 2h": {"triple_pair"},
        "3s 3h 3c BJ BJ": {"triple_pair"},
    }
    assert {cards: types(cards, "jiangnan") for cards in right} == right
    for wrong in ("LJ BJ", "3s 3h 3c", "3s 3h 3c 4s", "3s 3h 3c LJ BJ", "3s 3h 4s 4h", "3s 4s 5s"):
        assert not types(wrong, "jiangnan")
    assert_ladder("jiangnan", ["As Ah", "2s 2h", "LJ LJ", "BJ BJ"])


def test_7_bare_triple():
    assert types("3s 3h 3c", "jiangnan", bare_triple=True) == {"triple"}
    assert types("LJ LJ BJ", "jiangnan", bare_triple=True) == {"joker_bomb"}
    assert beats("4s 4h 4c", "3s 3h 3c", "jiangnan", bare_triple=True)


def test_7_bombs():
    ladder = [MIXED, *PURE, of_a_rank("3", 4), of_a_rank("2", 4), of_a_rank("3", 5)]
    ladder += ["LJ LJ BJ", of_a_rank("3", 6), of_a_rank("2", 6), of_a_rank("3", 7)]
    ladder += [of_a_rank("3", 8), "LJ LJ BJ BJ"]
    assert_ladder("jiangnan", ladder)
    assert not beats("LJ BJ BJ", "LJ LJ BJ", "jiangnan")


def test_7_sets_that_are_never_shown_are_played_five_together():
    assert not types(of_a_rank("3", 6), "jiangnan", show_bombs="never")
    hand = read_cards(of_a_rank("3", 8))
    for show, most in (("auto", 8), ("never", 5)):
        leads = legal_patterns("jiangnan", {"show_bombs": show}, hand)
        assert max(len(play.ranks) for play in leads) == most


# ---------------------------------------------------------------- §8 Jinzhou


def test_8_ordinary_types():
    right = {
        "BJ": {"single"},
        "2s 2h": {"pair"},
        "3s 4s 5s": {"straight"},
        "3s 3h 4s 4h 5s 5h": {"pair_run"},
        "3s 3h 3c 4s 4h 4c 5s 5h 5c": {"triple_run"},
        "LJ LJ": {"joker_bomb"},
        "LJ BJ": {"joker_bomb"},
        "3s 3h 3c": {"bomb"},
    }
    assert {cards: types(cards, "jinzhou") for cards in right} == right
    for wrong in ("3s 3h 3c 4s 4h 4c", "3s 3h 4s 4h", "3s 3h 3c 4s", "Ks As 2s"):
        assert not types(wrong, "jinzhou")


def test_8_bombs():
    ladder = [of_a_rank("3", 3), of_a_rank("2", 3), MIXED, "LJ BJ", *PURE, "LJ LJ", "BJ BJ"]
    ladder += [of_a_rank("3", 4), of_a_rank("2", 4), of_a_rank("3", 5), "LJ LJ BJ"]
    ladder += [of_a_rank("3", 6), of_a_rank("3", 7), "LJ LJ BJ BJ", of_a_rank("3", 8)]
    assert_ladder("jinzhou", ladder)
    assert not beats("LJ BJ BJ", "LJ LJ BJ", "jinzhou")
    tops = {
        "2s": ladder,
        "2s 2h": ladder,
        "Qs Ks As": ladder,
        "3s 3h 4s 4h 5s 5h": ladder[ladder.index(of_a_rank("3", 4)) :],
        "3s 3h 3c 4s 4h 4c 5s 5h 5c": ladder[ladder.index(of_a_rank("3", 6)) :],
    }
    for top, beating in tops.items():
        assert [bomb for bomb in ladder if beats(bomb, top, "jinzhou")] == beating


# ---------------------------------------------------------------- §9, §10 Fuqing


@FUQING
def test_9_ordinary_types(rules):
    right = {
        "2s": {"single"},
        "2s 2s": {"pair"},
        "3s 3h 3c": {"triple"},
        "3s 3h 4s 4h": {"pair_run"},
        "3s 3h 3c 4s 4h 4c": {"triple_run"},
    }
    assert {cards: types(cards, rules) for cards in right} == right
    for wrong in ("3s 4s 5s 6s 7s", "3s 3h 3c 4s", "3s 3h 3c 4s 4h", "As Ah 2s 2h"):
        assert not types(wrong, rules)
    assert "error" in answer({"rules": rules, "hand": "LJ"})


@FUQING
def test_9_bombs_pure_suits_are_equal(rules):
    ladder = [MIXED, PURE[0], of_a_rank("3", 4), of_a_rank("2", 4), of_a_rank("3", 5)]
    assert_ladder(rules, [*ladder, of_a_rank("3", 8)])
    assert not any(beats(one, other, rules) for one in PURE for other in PURE)


@FUQING
def test_9_jokers(rules):
    assert types("LJ LJ", rules, jokers=True) == {"pair"}
    assert not types("LJ BJ", rules, jokers=True) and not types("LJ LJ BJ", rules, jokers=True)
    assert_ladder(rules, ["2s 2s", "LJ LJ", "BJ BJ"], jokers=True)
    ladder = [of_a_rank("2", 8), "LJ LJ BJ BJ"]
    if rules == "fuqing6":
        assert not types("LJ LJ LJ", rules, jokers=True)
        ladder = [of_a_rank("2", 12, 3), "LJ BJ BJ BJ", "LJ LJ BJ BJ BJ", "LJ LJ LJ BJ BJ BJ"]
        assert not beats("LJ BJ BJ BJ", "LJ LJ LJ BJ", rules, jokers=True)
    assert_ladder(rules, ladder, jokers=True)


# ---------------------------------------------------------------- §11 Zheng Fen


def test_11_natural_types():
    right = {
        "BJ": {("single", "B")},
        "2s 2h": {("pair", "2")},
        "LJ BJ": {("pair", None)},
        "3s 3h 3c": {("triple", "3")},
        "3s 3h 3c 3d": {("quad", "3")},
        "2s 2h 2c 2d": {("four_twos", "2")},
        "Ks Kh As Ah 2s 2h": {("pair_run", "2")},
        "3s 3h 3c 4s 4h 4c 5s 5h 5c": {("triple_run", "5")},
        "Js Qs Ks As 2s": {("suit_run", "2")},
        "5s Ts Ks": {("pure_fifty_k", None)},
        "5s Ts Kh": {("mixed_fifty_k", None)},
    }
    assert {cards: declared(cards, "zhengfen") for cards in right} == right
    for wrong in ("3s 3h 4s 4h", "3s 4s 5s 6s 7h", "3s 4s 5s 6s", "As 2s 3s 4s 5s", "3s 3h 3c 4s"):
        assert not types(wrong, "zhengfen")
    assert not types("3s 4s 5s 6s 7s 8s", "zhengfen")


def test_11_two_in_runs():
    for cards in ("Ks Kh As Ah 2s 2h", "Js Qs Ks As 2s"):
        assert not types(cards, "zhengfen", two_in_runs=False)
    assert types("Qs Qh Ks Kh As Ah", "zhengfen", two_in_runs=False) == {"pair_run"}


@pytest.mark.parametrize(
    "kickers", ["7s 7h", "7s 9s", "5s Th", "Ks Th", "3s 7h", "2h 3s", "7h 8c"], ids=str
)
def test_11_full_house(kickers):
    fits = kickers != "7h 8c"
    assert types(f"4s 4h 4c {kickers}", "zhengfen") == ({"full_house"} if fits else set())
    assert types(f"4s 4h 4c {kickers}", "zhengfen", full_house="any") == {"full_house"}
    assert not types("4s 4h 4c 4d 7s", "zhengfen", full_house="any")


def test_11_full_houses_are_compared_by_the_triple():
    assert beats("5s 5h 5c 3s 8h", "4s 4h 4c As Ah", "zhengfen")


def test_11_runs_of_any_length_but_of_one_type():
    pairs = "4s 4h 5s 5h 6s 6h"
    ladder = [pairs, "3s 3h 4s 4h 5s 5h 6s 6h", "5s 5h 6s 6h 7s 7h"]
    assert_ladder("zhengfen", ladder)
    assert not beats("4s 4h 4c 5s 5h 5c 6s 6h 6c", pairs, "zhengfen")
    assert beats("9s Ts Js Qs Ks", "8h 9h Th Jh Qh", "zhengfen")


def test_11_specials():
    ladder = ["2s 2h 2c", "LJ BJ"]
    assert not beats(*ladder, "zhengfen") and not beats(*ladder[::-1], "zhengfen")
    specials = [MIXED, PURE[0], "2s 2h 2c 2d"]
    assert_ladder("zhengfen", specials)
    assert not any(beats(one, other, "zhengfen") for one in PURE for other in PURE)
    tops = ["BJ", "LJ BJ", "As Ah Ac", "As Ah Ac Ad", "Qs Qh Ks Kh As Ah", "Ts Js Qs Ks As"]
    for special, top in itertools.product(specials, [*tops, "As Ah Ac 3s 4h"]):
        assert beats(special, top, "zhengfen") and not beats(top, special, "zhengfen")
        assert not beats(special, top, "zhengfen", specials_beat_all=False)
    assert_ladder("zhengfen", specials, specials_beat_all=False)


def test_11_jokers_stand_for_cards_but_not_in_specials():
    right = {
        "7s LJ": {("pair", "7")},
        "7s LJ BJ": {("triple", "7")},
        "2s 2h 2c LJ": {("quad", "2")},
        "7s 7h LJ BJ": {("quad", "7")},
        "5s Ts LJ": set(),
        "3s 3h 4s LJ 5s BJ": {("pair_run", "5")},
        "3s 3h 4s 4h LJ BJ": {("pair_run", "5")},
        "4s 4h 5s 5h LJ BJ": {("pair_run", "5"), ("pair_run", "6")},
        "7s 7h 8s 8h LJ": {("full_house", "7"), ("full_house", "8")},
        "7s 7h 7c 8s LJ": {("full_house", "7")},
        "7s 8h 8c 8d LJ BJ": set(),
        "7s 8s 9s Ts LJ": {("suit_run", "T"), ("suit_run", "J")},
        "7s 8s 9s LJ BJ": {
            *(("suit_run", top) for top in "9TJ"),
            *(("full_house", rank) for rank in "789"),
        },
        "7s 8h 9c LJ BJ": set(),
        "Js Qs Ks As LJ": {("suit_run", "A"), ("suit_run", "2")},
        "7s 7h 7c 7d LJ": set(),
    }
    assert {cards: declared(cards, "zhengfen") for cards in right} == right


def test_11_a_joker_is_listed_by_its_own_letter():
    leads = legal_patterns("zhengfen", {}, read_cards("7s 7h LJ BJ"))
    assert {(p.type, p.rank, p.ranks) for p in leads} == {
        *(("single", rank, rank) for rank in "7LB"),
        *(("pair", "7", ranks) for ranks in ("77", "7L", "7B")),
        ("pair", None, "LB"),
        *(("triple", "7", ranks) for ranks in ("77L", "77B", "7LB")),
        ("quad", "7", "77LB"),
    }


# ---------------------------------------------------------------- options


def test_options_are_those_of_the_rules_page():
    assert set(settle("jinzhou")) == {
        *("must_beat", "pass_is_final", "lead_after_out", "catch", "target", "hands")
    }
    defaults = {"target": 300, "hands": None, "jokers": False, "lead_after_out": "partner"}
    assert settle("anzhan") == {"must_beat": False, "pass_is_final": False, **defaults}
    assert (settle("jinzhou")["target"], settle("jinzhou")["hands"]) == (None, 10)
    assert [settle(rules)["target"] for rules in ("qq1", "jiangnan", "fuqing6")] == [
        500,
        1000,
        1000,
    ]
    for rules, options in (
        ("zhengfen", {"players": 7}),
        ("zhengfen", {"lead_after_out": "next"}),
        ("liaoning", {"players": 2}),
        ("liaoning", {"jokers": True}),
        ("qq1", {"jokers": True}),
        ("fuqing4", {"twenty": "no"}),
        ("fuqing4", {"players": 4}),
        ("anzhan", {"twenty": "off"}),
        ("jinzhou", {"catch": None}),
        ("jiangnan", {"bare_triple": 1}),
        ("progression", {}),
    ):
        with pytest.raises(BadOptions):
            settle(rules, options)
