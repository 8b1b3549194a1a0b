"""The twin against itself: closed forms, two ways of finding plays, whole hands, perft."""

from __future__ import annotations

import copy
from collections import Counter
from math import comb, prod
from random import Random

import pytest

from tests.naive import plays
from tests.naive.cards import BadCards, pack, rank_counts, read_cards
from tests.naive.counted import FULL_PACKS
from tests.naive.games import GAMES, find_game
from tests.naive.hand import PASS, NaiveHand, holders_of
from tests.naive.moves import answer
from tests.naive.perft import divide, perft
from tests.naive.playouts import play_randomly, random_hands
from tests.naive.plays import Pattern, legal_patterns
from tests.naive.variants import KINDS_OF_PLAYS, VARIANTS
from tests.naive.verify import first_fault

EVERY_GAME = pytest.mark.parametrize("rules", list(GAMES))
EVERY_VARIANT = pytest.mark.parametrize(("rules", "options"), VARIANTS, ids=str)
EVERY_KIND_OF_PLAYS = pytest.mark.parametrize(("rules", "options"), KINDS_OF_PLAYS, ids=str)


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


@pytest.mark.parametrize(("rules", "options", "right"), FULL_PACKS, ids=str)
def test_closed_forms_of_other_full_packs(rules, options, right):
    game = find_game(rules, options)
    leads = legal_patterns(rules, options, pack(game.decks, game.jokers))
    assert Counter(play.type for play in leads) == right


def test_closed_forms_of_fifty_k_card_by_card():
    twelve = [card for card in pack() if card[0] in "5TK"]
    found = plays.concrete_plays("fiftyk4", {}, twelve)
    kinds = [play.type for play in found if "fifty_k" in play.type]
    assert (len(kinds), kinds.count("pure_fifty_k")) == (4 * 4 * 4, 4)


# ---------------------------------------------------------------- ways of finding plays


def some_cards(rng, game, size, ranks):
    return rng.sample([c for c in pack(game.decks, game.jokers) if c[0] in ranks], size)


@EVERY_KIND_OF_PLAYS
def test_all_ways_of_finding_the_legal_plays_agree(rules, options):
    game = find_game(rules, options)
    # Few ranks, mostly, so that groups, runs and bombs are common.
    for trial, ranks in enumerate(("3456789TJQKA2LB", "56789TKLB", "TJQKA2LB", "345A2", "9TJQLB")):
        rng = Random(trial)
        # Where jokers are wild there are thousands of cards that two of them may be.
        size = 8 if game.wild_jokers else 10 + trial % 4
        hand = some_cards(rng, game, size, ranks)
        leads = sorted(legal_patterns(rules, options, some_cards(rng, game, size, ranks)), key=str)
        for top in (None, *rng.sample(leads, 2)):
            patterns = legal_patterns(rules, options, hand, top)
            assert plays.patterns_by_brute_force(rules, options, hand, top) == patterns
            concrete = plays.concrete_plays(rules, options, hand, top)
            assert concrete == plays.legal_by_brute_force(rules, options, hand, top)
            for pattern in patterns:
                choices = plays.cards_of(rules, hand, pattern, options)
                assert plays.first_cards_of(rules, hand, pattern, options) == choices[0]


@pytest.mark.parametrize("trial", range(8))
def test_a_pattern_blind_to_suits_stands_for_every_choice_of_cards(trial):
    rng = Random(trial)
    hand = random_cards(rng, 12, "56789TK" if trial % 2 else "TJQKA2")
    held = rank_counts(hand)
    for p in legal_patterns("fiftyk4", {}, hand):
        if "fifty_k" not in p.type:
            expected = prod(comb(held[rank], p.ranks.count(rank)) for rank in set(p.ranks))
            assert len(plays.cards_of("fiftyk4", hand, p)) == expected


@EVERY_KIND_OF_PLAYS
def test_beating_is_a_strict_order(rules, options):
    rng, game = Random(7), find_game(rules, options)
    hand = some_cards(rng, game, 18, "345TJQKA2LB")
    some = sorted(legal_patterns(rules, options, hand), key=str)
    some = rng.sample(some, min(40, len(some)))

    def beats(a, b):
        return plays.beats(rules, options, a, b)

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


def played_hand(rules, number, **options):
    options = {"must_beat": number % 2 == 1, "pass_is_final": number % 4 > 1, **options}
    if "lead_after_out" in find_game(rules).options and number % 3 == 0:
        options["lead_after_out"] = "next"
    rng = Random(number)
    dealt_first = number % find_game(rules, options).seats
    return play_randomly(rules, options, random_hands(rules, rng, dealt_first, options), rng)


@EVERY_VARIANT
def test_random_hands_keep_the_invariants_and_verify(rules, options):
    for number in range(4):
        hand = played_hand(rules, number, **options)
        assert first_fault(hand.record(deal=number)) is None
        total = sum(hand.captured) + sum(hand.result()["left"])
        assert total == 100 * hand.game.decks and sum(hand.tricks) > 0
        assert_sides_sum_right(hand)


def assert_sides_sum_right(hand):
    """Check what RULES.md says of the sums: Jiangnan's and a sweep's are fixed, and so on."""
    result = hand.result()
    total, captured = sum(result["side_points"]), sum(result["captured"])
    if hand.rules_id == "jiangnan":
        assert total == 200
    if hand.rules_id in ("zhengfen", "anzhan"):
        assert total == captured == pytest.approx(sum(result["payoff"]))
    if hand.rules_id in ("qq1", "qq2"):
        assert total == captured - sum(result["left"]) and sum(result["payoff"]) == 0
    if hand.rules_id == "jinzhou":
        assert sum(result["payoff"]) == pytest.approx(0)


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
        (["received"], 9, ("received", None)),
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
@EVERY_GAME
def test_a_changed_record_has_the_fault(rules, path, value, fault):
    record = change(played_hand(rules, 4).record(deal=4), path, value)
    kind, play = fault
    assert first_fault(record) == (kind, len(record["plays"]) if play == -1 else play)


def test_faults_of_a_hand_inside_a_match():
    record = played_hand("liaoning", 4).record(deal=4)
    others = [seat for seat in range(4) if seat != record["leader"]]
    for previous, fault in (
        ({"first_out": others[0], "not_out": record["leader"]}, None),
        ({"first_out": record["leader"], "not_out": others[0]}, ("leader", None)),
        ({"first_out": record["leader"], "not_out": None}, ("format", None)),
        ({"first_out": 4, "not_out": 0}, ("format", None)),
        ({"first_out": 0, "not_out": 4}, ("format", None)),
    ):
        assert first_fault(record | {"previous": previous}) == fault
    record = played_hand("zhengfen", 5, players=5).record(deal=5)
    # 54 cards for five: the seat dealt last has ten.
    assert [len(held.split()) for held in record["hands"]] == [11, 11, 11, 11, 10]
    previous = {"first_out": 1, "not_out": None}
    assert first_fault(record | {"previous": previous}) == ("hands", None)
    fault = first_fault(record | {"previous": previous, "first_dealt": 0})
    assert fault == (None if record["leader"] == 1 else ("leader", None))


@pytest.mark.parametrize("rules", ["qq2", "jinzhou", "fuqing6"])
def test_with_several_decks_somebody_received_the_lead_card(rules):
    record = played_hand(rules, 4).record(deal=4)
    assert first_fault(record | {"received": None}) == ("received", None)
    assert first_fault(record | {"received": True}) == ("received", None)


@EVERY_GAME
def test_faults_inside_the_plays(rules):
    record = played_hand(rules, 8).record(deal=8)
    leader, text, type_, rank = record["plays"][0]
    own, theirs = (record["hands"][seat].split() for seat in (leader, leader - 1))
    theirs = next(card for card in theirs if card not in own)
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


@EVERY_GAME
def test_a_forced_leader_leads(rules):
    hands = random_hands(rules, Random(3))
    holders = holders_of(hands, find_game(rules).lead_card)
    forced = next(seat for seat in range(len(hands)) if seat not in holders)
    received = holders[0] if find_game(rules).decks > 1 else None
    hand = NaiveHand(rules, {}, hands, forced, received=received)
    rng = Random(3)
    while not hand.over:
        if hand.may_pass():
            hand.do(PASS)
        else:
            hand.do(hand.first_choice(rng.choice(sorted(hand.legal_patterns(), key=str))))
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


@EVERY_GAME
def test_perft_leaves_the_position_as_it_was(rules):
    # A few cards of each hand: whole hands of two decks have far too many plays.
    hand = NaiveHand(rules, {}, [held[::3] for held in random_hands(rules, Random(1))], 0)
    before = copy.deepcopy(vars(hand) | {"game": None})
    shallow = [perft(hand, 2, concrete) for concrete in (False, True)]
    assert vars(hand) | {"game": None} == before and shallow[0] <= shallow[1]
