"""Numbers of plays that can be worked out by hand (the arithmetic stands beside the number)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb

import numpy as np
import pytest

from sim.cards import RANKS, SUITS, CardSet
from sim.core.listing import count_choices
from sim.games import FIFTYK4, find_rules
from sim.plays import concrete_plays, legal_plays, row_names
from sim.policy import as_records
from tests.naive.cards import pack
from tests.naive.counted import FULL_PACKS, qq_leads
from tests.sim.sample import cards


def numbers_of_leads(rules, hand):
    return Counter(play.type for play in legal_plays(rules, hand))


WHOLE_PACK = CardSet((1 << 52) // 3 & 0x5555555555555, (1 << 52) // 3 & 0x5555555555555)


@cache
def leads():
    return legal_plays(FIFTYK4, WHOLE_PACK)


def test_the_whole_pack():
    assert str(WHOLE_PACK) == " ".join(rank + suit for rank in RANKS for suit in SUITS)
    count = numbers_of_leads(FIFTYK4, WHOLE_PACK)
    # Runs of n ranks have 12 − n + 1 places in 3 … A.
    assert count["straight"] == sum(12 - n + 1 for n in range(5, 13)) == 36
    assert count["pair_run"] == count["triple_run"] == sum(12 - n + 1 for n in range(2, 13)) == 66
    assert count["triple_single"] == count["triple_pair"] == 13 * 12 == 156
    # k triples in a run and k kickers of the 13 − k other ranks.
    kickers = sum((13 - k) * comb(13 - k, k) for k in range(2, 7))
    assert count["triple_run_singles"] == count["triple_run_pairs"] == kickers
    assert all(count[kind] == 13 for kind in ("single", "pair", "triple", "bomb"))
    assert (count["mixed_fifty_k"], count["pure_fifty_k"]) == (1, 4)
    assert set(count) == set(row_names(FIFTYK4))


@pytest.mark.parametrize(
    ("rules_id", "options", "right"),
    [
        *(
            pytest.param(*pack, marks=many * [pytest.mark.compiled])
            for pack in FULL_PACKS
            for many in [pack[0] == "zhengfen"]
        ),
        # Hundreds of thousands.
        pytest.param("qq1", {}, qq_leads(1), marks=pytest.mark.compiled),
        pytest.param("qq2", {}, qq_leads(2), marks=[pytest.mark.compiled, pytest.mark.slow]),
    ],
    ids=str,
)
def test_other_whole_packs(rules_id, options, right):
    rules = find_rules(rules_id, options)
    assert numbers_of_leads(rules, cards(pack(rules.decks, rules.jokers))) == right


def words(play):
    return [np.uint64(word) for word in (WHOLE_PACK.lo, WHOLE_PACK.hi, play.counts, play.meta)]


def test_straights_card_by_card():
    ways = [
        count_choices(as_records(FIFTYK4.record)[0], *words(play))
        for play in leads()
        if play.type == "straight"
    ]
    expected = sum((12 - n + 1) * 4**n for n in range(5, 13))
    assert sum(ways) == expected == 29_822_976


def test_fifty_ks_card_by_card():
    twelve = cards(rank + suit for rank in "5TK" for suit in SUITS)
    count = Counter(play.type for play in concrete_plays(FIFTYK4, twelve))
    assert count["mixed_fifty_k"] + count["pure_fifty_k"] == 4 * 4 * 4 == 64
    assert count["pure_fifty_k"] == 4


@pytest.mark.parametrize(
    ("triples", "singles", "pairs"),
    # For k triples: (13 − k places in 3 … A) × C(13 − k, k) choices of kickers.
    [(k, (13 - k) * comb(13 - k, k), (13 - k) * comb(13 - k, k)) for k in range(2, 7)],
)
def test_kickers_of_runs(triples, singles, pairs):
    runs = Counter()
    for play in leads():
        if play.type in ("triple_run_singles", "triple_run_pairs"):
            width = 4 if play.type == "triple_run_singles" else 5
            runs[play.type, play.size // width] += 1
    assert runs["triple_run_singles", triples] == singles
    assert runs["triple_run_pairs", triples] == pairs


@pytest.mark.parametrize("length", range(2, 7))
def test_kickers_of_one_run(length):
    """All other ranks in hand once: C(others, length) kickers for the one run."""
    triples = [rank + suit for rank in RANKS[:length] for suit in "shc"]
    others = [rank + "d" for rank in RANKS[length + 1 :: 2]]
    found = numbers_of_leads(FIFTYK4, cards(triples + others))["triple_run_singles"]
    # Shorter runs inside this one take kickers among its other triples, too.
    expected = sum(
        (length - n + 1) * comb(length - n + len(others), n) for n in range(2, length + 1)
    )
    assert found == expected


def test_dou_dizhu_leads_by_rank():
    """From open_spiel's dou_dizhu_utils_test: 558999TJJJJKKK has 14 single-rank leads.

    6 ranks, of which 5, 9, J, K twice, 9, J, K three times, and the four knaves.
    """
    rules = FIFTYK4.with_options({"combinations": "single, pair, triple", "bombs": "bomb 4"})
    hand = cards("5s 5h 8s 9s 9h 9c Ts Js Jh Jc Jd Ks Kh Kc")
    count = numbers_of_leads(rules, hand)
    assert count == {"single": 6, "pair": 4, "triple": 3, "bomb": 1}
    assert sum(count.values()) == 14


def test_dou_dizhu_runs():
    """Also from there: 63 runs (21 straights, 36 pair runs, 6 triple runs), its jokers left out."""
    rules = FIFTYK4.with_options(
        {"combinations": "single, straight 5+, pair_run 3+, triple_run 2+", "bombs": "bomb 4"}
    )
    ranks = "5566777888999TTTJJQQKKAA22"
    hand = cards(
        rank + suit for rank in dict.fromkeys(ranks) for suit in SUITS[: ranks.count(rank)]
    )
    count = numbers_of_leads(rules, hand)
    assert (count["straight"], count["pair_run"], count["triple_run"]) == (21, 36, 6)


def test_dou_dizhu_kickers():
    """And 666777TTTQQQ222 with both jokers has 50 triples with a kicker; without them 20 + 20.

    Five triples with one of four other ranks each; the jokers would add 5 × 2 as single kickers.
    """
    hand = cards(rank + suit for rank in "67TQ2" for suit in "shc")
    count = numbers_of_leads(FIFTYK4, hand)
    assert (count["triple_single"], count["triple_pair"]) == (5 * 4, 5 * 4)
    assert count["triple_single"] + count["triple_pair"] + 5 * 2 == 50


def test_the_number_of_plays_of_every_hand_is_what_the_list_holds():
    assert len(leads()) == len({(play.type, play.rank, play.ranks, play.suit) for play in leads()})
    by_size = Counter(play.size for play in leads())
    assert by_size[1] == 13 and by_size[3] == 13 + 5
