"""Kickers that hold no bomb or join no run, and two kickers on four of a rank, by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from sim.cards import CardSet, parse_cards
from sim.combinations import Combination, parse_combinations
from sim.core import kickers as core
from sim.errors import BadInput
from sim.games import FIFTYK3, find_rules
from sim.plays import beats, concrete_plays, count_concrete, legal_plays, read_play, readings

BOMBS = {"jokers": True, "bombs": "bomb 4 < joker_bomb LB"}


def rules_with(*rows, **changes):
    table = ", ".join(["single 3-B", "triple", "triple_run 2+", *rows])
    return FIFTYK3.with_options(BOMBS | {"combinations": table} | changes)


def kickers(rules, hand, kind, run):
    """The kickers that a hand's plays of a type give to a run."""
    size = len(run) * next(row for row in rules.combinations if row.kind == kind).group_size
    found = [
        "".join(rank for rank in play.ranks if rank not in run)
        for play in legal_plays(rules, hand)
        if (play.type, play.rank, play.size) == (kind, run[-1], size)
    ]
    assert len(set(found)) == len(found)
    return set(found)


HAND = parse_cards("3s 3h 3c 4s 4h 4c 5s 5h 5c 6s 6h 6c 6d 2s LJ BJ", 1, True)


def test_any_kickers_may_be_a_bomb():
    rules = rules_with("triple_run_singles 2+ any kickers")
    two = "55 56 52 5L 5B 66 62 6L 6B 2L 2B LB".split()
    assert kickers(rules, HAND, "triple_run_singles", "34") == set(two)


def test_bombless_kickers():
    rules = rules_with("triple_run_singles 2+ bombless kickers")
    two = "55 56 52 5L 5B 66 62 6L 6B 2L 2B".split()
    assert kickers(rules, HAND, "triple_run_singles", "34") == set(two)
    three = kickers(rules, HAND, "triple_run_singles", "345")
    assert three == set("666 662 66L 66B 62L 62B".split())
    four_held = parse_cards("3s 3h 3c 4s 4h 4c 5s 5h 5c 6s 6h 6c 8s 8h 8c 8d 9s", 1, True)
    assert kickers(rules, four_held, "triple_run_singles", "3456") == {"8889"}


def test_unjoined_kickers_do_not_lengthen_the_run():
    rules = rules_with("triple_run_singles 2+ 3-A unjoined kickers")
    three = kickers(rules, HAND, "triple_run_singles", "345")
    assert three == set("662 66L 66B 62L 62B".split())
    # Two stands in no run, so three of them lengthen none; nor do three a gap away.
    hand = parse_cards("7s 7h 7c Qs Qh Qc Ks Kh Kc As Ah Ac 2s 2h 2c", 1, True)
    assert {"222", "777"} <= kickers(rules, hand, "triple_run_singles", "QKA")


@pytest.mark.parametrize("choice", ["bombless", "unjoined"])
def test_without_bombs_of_equal_cards_four_may_be_kickers(choice):
    rules = rules_with(f"triple_run_singles 4+ {choice} kickers", bombs="")
    hand = parse_cards("3s 3h 3c 4s 4h 4c 5s 5h 5c 6s 6h 6c 8s 8h 8c 8d LJ BJ", 1, True)
    assert {"8888", "88LB"} <= kickers(rules, hand, "triple_run_singles", "3456")


def test_four_with_two_kickers():
    hand = parse_cards("3s 3h 3c 3d 4s 4h 5s 5h 6s LJ BJ", 1, True)
    apart = rules_with("quad_singles", "quad_pairs")
    assert len(kickers(apart, hand, "quad_singles", "3")) == comb(5, 2)
    assert kickers(apart, hand, "quad_pairs", "3") == {"4455"}
    loose = rules_with("quad_singles any kickers", "quad_pairs any kickers")
    assert len(kickers(loose, hand, "quad_singles", "3")) == comb(5, 2) + 2
    # Four of 4455 6 L B.
    assert "456L" in kickers(loose, hand, "quad_pairs", "3")
    bombless = rules_with("quad_singles bombless kickers")
    found = kickers(bombless, hand, "quad_singles", "3")
    assert len(found) == comb(5, 2) + 2 - 1 and "LB" not in found


RULES = rules_with(
    "pair",
    "triple_run_singles 2+ 3-A unjoined kickers",
    "quad_singles bombless kickers",
    "quad_pairs",
)
HANDS = (
    HAND,
    parse_cards("3s 3h 3c 3d 4s 4h 4c 4d 9s 9h 9c", 1, True),
    parse_cards("Qs Qh Qc Ks Kh Kc Kd 2s 2h 2c LJ BJ", 1, True),
)


@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_every_such_play_reads_as_itself_and_follows_what_it_beats(hand):
    plays = legal_plays(RULES, hand)
    assert len({(play.type, play.rank, play.ranks) for play in plays}) == len(plays)
    for play in plays[:: max(1, len(plays) // 60)]:
        assert read_play(RULES, play.cards, play.type, play.rank) == play
        follows = legal_plays(RULES, hand, play)
        assert {(one.meta, one.counts) for one in follows} == {
            (one.meta, one.counts) for one in plays if beats(RULES, one, play)
        }
    assert len(concrete_plays(RULES, hand)) == count_concrete(RULES, hand)


def test_what_is_no_such_play():
    four = "7s 7h 7c 7d"
    types = Counter(
        (text, play.type)
        for text in ("3s", "3s 3h", "LJ BJ", "3s 3h 4s 4h", "3s 3h 3c 3d", "3s 3h 3c 4s")
        for play in readings(RULES, CardSet(*_words(f"{four} {text}")))
    )
    assert types == {
        ("3s 3h", "quad_singles"): 1,
        ("3s 3h 4s 4h", "quad_pairs"): 1,
    }


def _words(text):
    cards = parse_cards(text, 1, True)
    return cards.lo, cards.hi


def test_rows_read_back():
    text = "quad_singles bombless kickers, triple_run_singles 2-5 3-A unjoined kickers"
    assert ", ".join(map(str, parse_combinations(text))) == text
    with pytest.raises(BadInput, match="quad_singles: unjoined kickers go with a run"):
        Combination("quad_singles", kickers="unjoined")


@pytest.mark.parametrize(
    ("changes", "other"),
    [
        ({"bombs": "mixed_fifty_k < bomb 4"}, "bombs="),
        ({"decks": 2, "bombs": "bomb 5"}, "decks=2"),
        ({"wild_jokers": True, "combinations": "single 3-B, triple_two bombless kickers"}, "wild"),
    ],
)
def test_rules_that_bombless_kickers_contradict(changes, other):
    with pytest.raises(BadInput, match="bombless kickers") as refused:
        find_rules("fiftyk3", BOMBS | {"combinations": str(_rows())} | changes)
    assert other in str(refused.value)


def _rows():
    return ", ".join(map(str, (replace(_SINGLE), Combination("quad_singles", kickers="bombless"))))


_SINGLE = Combination("single", high="B")


def two_that_go_together(held):
    """The ranks of every two cards that a full house may take (RULES.md §11)."""
    fifty_k = {2, 7, 10}
    for one, other in combinations(sorted(held), 2):
        (low, suit), (high, mate) = one, other
        joker = high > 12
        if low in (high, 0) or (suit == mate and not joker) or {low, high} <= fifty_k:
            yield low, high


@pytest.mark.parametrize("size", [0, 1, 2, 5, 9, 14, 27])
def test_two_kickers_that_go_together(size):
    rng = Random(size)
    deck = [(rank, suit) for rank in range(13) for suit in range(4)] + [(13, 0), (14, 0)]
    for _ in range(40):
        held = rng.sample(deck, size)
        body = rng.randrange(13)
        hand, others = CardSet.of(held), [card for card in held if card[0] != body]
        words = np.uint64(hand.lo), np.uint64(hand.hi), np.uint64(CardSet.of(others).counts)
        wanted = {frozenset(pair) for pair in two_that_go_together(others)}
        total = int(core.count_two(*words))
        found = [int(core.nth_pair(*words, np.int64(n))) for n in range(total)]
        ranks = [
            frozenset(rank for rank in range(15) if pair >> 4 * rank & 15)
            for pair in found
            if sum(pair >> 4 * rank & 15 for rank in range(15)) == 2
        ]
        assert len(ranks) == total == len(wanted) and set(ranks) == wanted


def test_rank_counts_of_every_size():
    """How many there are is the product of 1 + x + … + x^c over the ranks; each is found once."""
    rng = Random(8)
    for most in (1, 2, 3, 4, 8, 12):
        held = [rng.randint(0, most) for _ in range(15)]
        ways = [1]
        for count in held:
            ways = [sum(ways[max(k - count, 0) : k + 1]) for k in range(len(ways) + count)]
        word = np.uint64(sum(count << 4 * rank for rank, count in enumerate(held)))
        assert [core.hands_of(word, size) for size in range(13)] == (ways + 13 * [0])[:13]
        for size in range(5):
            found = {int(core.nth_hand(word, size, np.int64(n))) for n in range(ways[size])}
            taken = [[word >> 4 * rank & 15 for rank in range(15)] for word in found]
            assert len(found) == ways[size]
            assert all(sum(each) == size for each in taken)
            assert all(n <= most for each in taken for n, most in zip(each, held, strict=True))
