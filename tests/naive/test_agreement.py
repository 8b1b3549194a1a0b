"""The twin against itself: closed forms, two ways of finding plays, whole hands, perft."""

from __future__ import annotations

import copy
from math import comb, prod
from random import Random

import pytest

from tests.naive import plays
from tests.naive.cards import BadCards, pack, rank_counts, read_cards
from tests.naive.hand import PASS, NaiveHand
from tests.naive.moves import answer
from tests.naive.perft import divide, perft
from tests.naive.playouts import play_randomly, random_hands
from tests.naive.plays import Pattern, legal_patterns
from tests.naive.verify import first_fault

BOTH = pytest.mark.parametrize("rules", ["fiftyk4", "fiftyk3"])


def random_cards(rng, size, ranks="3456789TJQKA2"):
    return rng.sample([card for card in pack() if card[0] in ranks], size)


# ---------------------------------------------------------------- closed forms


def test_closed_forms_of_the_full_pack():
    leads = legal_patterns("fiftyk4", {}, pack())
    count = {type_: len([p for p in leads if p.type == type_]) for type_ in {p.type for p in leads}}
    assert count["straight"] == sum(12 - n + 1 for n in range(5, 13)) == 36
    assert count["pair_run"] == sum(12 - n + 1 for n in range(2, 13)) == 66 == count["triple_run"]
    assert count["triple_single"] == count["triple_pair"] == 13 * 12 == 156
    # k triples stand in 13 − k places of 3…A; the kickers are k of the 13 − k other ranks.
    kickers = sum((13 - k) * comb(13 - k, k) for k in range(2, 7))
    assert count["triple_run_singles"] == count["triple_run_pairs"] == kickers
    assert count["single"] == count["pair"] == count["triple"] == count["bomb"] == 13
    assert (count["mixed_fifty_k"], count["pure_fifty_k"]) == (1, 4)
    assert sum(4 ** len(p.ranks) for p in leads if p.type == "straight") == 29_822_976


def test_closed_forms_of_fifty_k_card_by_card():
    twelve = [card for card in pack() if card[0] in "5TK"]
    found = plays.concrete_plays("fiftyk4", {}, twelve)
    kinds = [play.type for play in found if "fifty_k" in play.type]
    assert (len(kinds), kinds.count("pure_fifty_k")) == (4 * 4 * 4, 4)


# ---------------------------------------------------------------- ways of finding plays


@pytest.mark.parametrize("trial", range(16))
def test_all_ways_of_finding_the_legal_plays_agree(trial):
    rng = Random(trial)
    # Few ranks, mostly, so that groups, runs and bombs are common.
    ranks = "3456789TJQKA2" if trial % 4 == 0 else "56789TK" if trial % 4 == 1 else "TJQKA2"
    hand, size = random_cards(rng, 10 + trial % 4, ranks), 10 + trial % 4
    leads = sorted(legal_patterns("fiftyk4", {}, random_cards(rng, size, ranks)), key=str)
    for top in (None, *rng.sample(leads, 1)):
        patterns = legal_patterns("fiftyk4", {}, hand, top)
        concrete = plays.concrete_plays("fiftyk4", {}, hand, top)
        assert concrete == plays.legal_by_brute_force("fiftyk4", {}, hand, top)
        assert {plays.pattern_of("fiftyk4", {}, *play) for play in concrete} == patterns
        held = rank_counts(hand)
        for p in patterns:
            if "fifty_k" not in p.type:
                # Suit expansion: a suit-blind pattern has ∏ C(held, used) choices of cards.
                expected = prod(comb(held[rank], p.ranks.count(rank)) for rank in set(p.ranks))
                assert len(plays.cards_of("fiftyk4", hand, p)) == expected


def test_beating_is_a_strict_order():
    rng = Random(7)
    some = sorted(legal_patterns("fiftyk4", {}, random_cards(rng, 18)), key=str)
    some = rng.sample(some, min(40, len(some)))

    def beats(a, b):
        return plays.beats("fiftyk4", {}, a, b)

    for a in some:
        assert not beats(a, a)
        for b in some:
            assert not (beats(a, b) and beats(b, a))
            assert all(beats(a, c) for c in some if beats(a, b) and beats(b, c))


def test_every_set_of_cards_has_one_reading_at_most_in_fifty_k():
    for size in range(1, 9):
        for ranks in _rank_multisets("3456K", size):
            cards = [rank + suit for rank in "3456K" for suit in "shcd"[: ranks.count(rank)]]
            assert len(plays.readings("fiftyk4", {}, cards)) <= 1


def _rank_multisets(ranks, size):
    if not ranks:
        return [""] if size == 0 else []
    first, rest = ranks[0], ranks[1:]
    return [
        first * copies + others
        for copies in range(min(4, size) + 1)
        for others in _rank_multisets(rest, size - copies)
    ]


def test_cards_are_read_as_people_type_them():
    assert read_cards("10h,ts  k♠, lj") == ("Ts", "Th", "Ks", "LJ")
    for wrong in ("1h", "Tx", "h", "10", "3sh"):
        with pytest.raises(BadCards):
            read_cards(wrong)


@pytest.mark.parametrize(
    "case",
    [
        {"hand": ""},
        {"hand": "3s 3s"},
        {"hand": "3s LJ"},
        {"hand": "3s", "top": "3s"},
        {"hand": "3s", "top": "4s 5s"},
        {"hand": "3s", "top": "4s", "top_type": "pair"},
        {"hand": "3s", "top": "4s", "top_rank": "5"},
        {"hand": "3s", "options": {"nosuch": True}},
        {"hand": "3s", "options": {"must_beat": 1}},
        {"hand": "3s", "rules": "whist"},
    ],
    ids=str,
)
def test_bad_lines_are_answered_with_an_error(case):
    assert set(answer({"rules": "fiftyk3", **case})) == {"error"}


# ---------------------------------------------------------------- whole hands


def played_hand(rules, number):
    options = {"must_beat": number % 2 == 1, "pass_is_final": number % 4 > 1}
    if rules == "fiftyk4" and number % 3 == 0:
        options["lead_after_out"] = "next"
    rng = Random(number)
    hands = random_hands(rules, rng, first_dealt=number % (3 if rules == "fiftyk3" else 4))
    return play_randomly(rules, options, hands, rng)


@BOTH
def test_random_hands_keep_the_invariants_and_verify(rules):
    for number in range(12):
        hand = played_hand(rules, number)
        assert first_fault(hand.record(deal=number)) is None
        total = sum(hand.captured) + sum(hand.result()["left"])
        assert total == 100 and sum(hand.tricks) > 0


def change(record, path, value):
    """Return the record with one value changed, or dropped where the value is `DROP`."""
    changed = copy.deepcopy(record)
    *way, last = path
    place = changed
    for step in way:
        place = place[step]
    if value == DROP:
        del place[last]
    else:
        place[last] = value
    return changed


DROP = "(left out)"


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (["format"], "fiftyk-record/2", ("format", None)),
        (["result"], DROP, ("format", None)),
        (["leader"], None, ("format", None)),
        (["leader"], True, ("format", None)),
        (["options"], {"must_beat": 0}, ("format", None)),
        (["previous"], {"not_out": 1}, ("format", None)),
        (["hands", 1], "3x", ("format", None)),
        (["plays", 3], [0, "3s", "single"], ("format", 3)),
        (["plays", 3], [0, "3x", "single", "3"], ("format", 3)),
        (["plays", 3], ["0", "", "pass", None], ("format", 3)),
        (["hands", 1], "3s", ("hands", None)),
        (["hands", 2], DROP, ("hands", None)),
        (["received"], 0, ("received", None)),
        (["leader"], 7, ("leader", None)),
        (["plays", 0], [9, "", "pass", None], ("seat", 0)),
        (["plays", -1], DROP, ("incomplete", -1)),
        (["result", "winner"], None, ("result", None)),
        (["result", "doubled"], 0, ("result", None)),
        (["result", "payoff"], [0.0], ("result", None)),
        (["result", "left"], DROP, ("result", None)),
    ],
    ids=str,
)
@BOTH
def test_a_changed_record_has_the_fault(rules, path, value, fault):
    record = change(played_hand(rules, 4).record(deal=4), path, value)
    kind, play = fault
    assert first_fault(record) == (kind, len(record["plays"]) if play == -1 else play)


@BOTH
def test_faults_inside_the_plays(rules):
    record = played_hand(rules, 8).record(deal=8)
    leader, text, type_, rank = record["plays"][0]
    theirs = record["hands"][(leader + 1) % len(record["hands"])].split()[0]
    for entry, kind in (
        ([leader, "", "pass", None], "pass"),
        ([leader, text, "pass", None], "pass"),
        ([leader, theirs, "single", theirs[0]], "cards"),
        ([leader, text, "nosuch", rank], "type"),
        ([leader, "", "single", "3"], "type"),
    ):
        assert first_fault(change(record, ["plays", 0], entry)) == (kind, 0)
    end = len(record["plays"])
    record["plays"].append([leader, "", "pass", None])
    assert first_fault(record) == ("end", end)


@BOTH
def test_a_forced_leader_leads(rules):
    hands = random_hands(rules, Random(3))
    forced = next(seat for seat in range(len(hands)) if "3h" not in hands[seat])
    hand = NaiveHand(rules, {}, hands, forced)
    rng = Random(3)
    while not hand.over:
        hand.do(PASS if hand.may_pass() else rng.choice(sorted(hand.legal(), key=str)))
    assert first_fault(hand.record()) == ("leader", None)
    assert first_fault(hand.record(forced_leader=forced)) is None


# ---------------------------------------------------------------- perft


def test_perft_of_a_toy_position():
    hand = NaiveHand("fiftyk3", {}, ["3s", "4s 4h", "5s"], 0)
    assert perft(hand, 0) == 1
    # 3s; then 4s, 4h or a pass.
    assert [perft(hand, 1), perft(hand, 2)] == [1, 3]
    assert [perft(hand, 1, concrete=False), perft(hand, 2, concrete=False)] == [1, 2]
    # After 4s or 4h: 5s ends the hand, or a pass gives the trick; after a pass: 5s ends it, or
    # a pass gives the next lead to seat 1.
    assert perft(hand, 3) == 2 * 2 + 2
    # Only after the passes is there a fourth move: the other four (twice), or 4s, 4h, 4s 4h.
    assert perft(hand, 4) == 1 + 1 + 3
    assert perft(hand, 4, concrete=False) == 1 + 2


def test_perft_in_the_middle_of_a_hand():
    top = Pattern("single", "6", "6", None)
    hands = ["3s", "5s 5h Th Kh", "7s 7h", "8s 9s"]
    hand = NaiveHand("fiftyk4", {}, hands, 0, turn=1, top=top, top_seat=0)
    assert set(hand.legal_patterns()) == {
        Pattern("single", "T", "T", None),
        Pattern("single", "K", "K", None),
        Pattern("mixed_fifty_k", None, "5TK", None),
        Pattern("pure_fifty_k", None, "5TK", "h"),
    }
    assert perft(hand, 1) == perft(hand, 1, concrete=False) == 5
    assert len(divide(hand, 1)) == 5 and divide(hand, 2)[PASS] == 3


@BOTH
def test_perft_leaves_the_position_as_it_was(rules):
    hand = NaiveHand(rules, {}, random_hands(rules, Random(1)))
    before = copy.deepcopy(vars(hand) | {"game": None})
    shallow = [perft(hand, 2, concrete) for concrete in (False, True)]
    assert vars(hand) | {"game": None} == before and shallow[0] <= shallow[1]
