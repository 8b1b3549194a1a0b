"""The fewest plays of a hand against an exhaustive search, and hands a player can count."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from sim.cards import CardSet, parse_cards
from sim.core.compiler import COMPILED
from sim.games import FIFTYK3, FIFTYK4, ZHENGFEN
from sim.policy import as_records
from strategies.planning import bounded_plays, most_fifty_ks, plays_to_empty
from tests.naive.games import FIFTYK4 as NAIVE
from tests.naive.games import Shape
from tests.naive.planning import fewest_plays

HANDS = 150 if COMPILED else 5

SINGLE, PAIR, TRIPLE = Shape("single", 1), Shape("pair", 2), Shape("triple", 3)
FEW_SHAPES = (SINGLE, Shape("straight", 1, 3, 4), Shape("triple_pair", 3, kicker="pair"))
SHORT_RUNS = (
    SINGLE,
    PAIR,
    TRIPLE,
    Shape("straight", 1, 3, 12),
    Shape("pair_run", 2, 3, 12),
    Shape("triple_run", 3, 2, 12),
    Shape("triple_single", 3, kicker="single"),
)
TABLES = {
    "fiftyk4": (FIFTYK4, NAIVE),
    "short runs": (
        FIFTYK4.with_options(
            {
                "combinations": "single, pair, straight 3+, pair_run 3+, triple_run 2+, triple, "
                "triple_single"
            }
        ),
        replace(NAIVE, shapes=SHORT_RUNS),
    ),
    "limited straights": (
        FIFTYK4.with_options({"combinations": "single, straight 3-4 3-A, triple_pair"}),
        replace(NAIVE, shapes=FEW_SHAPES),
    ),
    "two decks": (
        FIFTYK4.with_options(
            {
                "decks": 2,
                "bombs": "mixed_fifty_k < pure_fifty_k < bomb 4 < bomb 5 < bomb 6 < bomb 7 "
                "< bomb 8",
            }
        ),
        NAIVE,
    ),
}


def fewest(rules, cards):
    record = as_records(rules.record)[0]
    counts, lo, hi = (np.uint64(word) for word in (cards.counts, cards.lo, cards.hi))
    return int(plays_to_empty(record, counts, lo, hi))


def some_hand(chance, decks):
    """Up to 13 cards; most hands out of few ranks, where runs, triples and kickers meet."""
    ranks = chance.sample(range(13), chance.choice([3, 4, 5, 6, 7, 13]))
    pack = [(rank, suit) for rank in ranks for suit in range(4)] * decks
    size = chance.choice([3, 5, 7, 9, 11, 13] if COMPILED else [3, 5, 7])
    return CardSet.of(chance.sample(pack, min(len(pack), size)))


@pytest.mark.parametrize("table", TABLES)
def test_agrees_with_trying_everything(table):
    rules, game = TABLES[table]
    chance = random.Random(table)
    for _ in range(HANDS):
        hand = some_hand(chance, rules.decks)
        assert fewest(rules, hand) == fewest_plays(game, tuple(hand)), hand


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("3s", 1),
        ("3s 4s", 2),
        ("3s 3h 3d 4s", 1),
        ("3s 3h 3d 4s 4h 4d 6s 8h", 1),
        ("3s 3h 3d 4s 4h 4d 6s 6h", 2),  # kickers of one run differ
        ("3s 3h 3d 3c", 1),
        ("5s Ts Kh 3d 4d 6d 7d", 3),  # the straight, a ten and a king
        ("3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", 1),
        ("4s 5s 6s 7s 8s 6h 7h 8h 9h Th", 2),
        ("4s 4h 4d 5s 5h 5d 9s 9h 9d 7s Qs Qh", 2),  # a queen goes with each play
    ],
)
def test_hands_counted_by_hand(hand, plays):
    assert fewest(FIFTYK4, parse_cards(hand)) == plays


def test_kinds_of_fifty_k():
    only = {"combinations": "single"}
    pure = FIFTYK4.with_options({**only, "bombs": "pure_fifty_k"})
    mixed = FIFTYK4.with_options({**only, "bombs": "mixed_fifty_k"})
    for hand, as_pure, as_mixed in [
        ("5s Ts Ks", 1, 3),
        ("5s Ts Kh", 3, 1),
        ("5s Ts Ks Kh", 2, 2),
        ("5s Ts Ks 5h Th Kh", 2, 2),
    ]:
        cards = parse_cards(hand)
        assert (fewest(pure, cards), fewest(mixed, cards)) == (as_pure, as_mixed)


def test_a_long_hand_is_planned_with_few_situations():
    rules, _ = TABLES["two decks"]
    record = as_records(rules.record)[0]
    chance = random.Random(2)
    for _ in range(40 if COMPILED else 2):
        pack = [(rank, suit) for rank in range(13) for suit in range(4)] * 2
        hand = CardSet.of(chance.sample(pack, 18))
        words = [np.uint64(word) for word in (hand.counts, hand.lo, hand.hi)]
        exact = int(plays_to_empty(record, *words))
        bound = int(bounded_plays(record, words[0], most_fifty_ks(record, *words)))
        assert exact <= bound <= exact + 1


def test_a_wild_joker_joins_another_play():
    hands = {"7s LJ": 1, "7s 9h LJ BJ": 2, "LJ BJ": 1, "4s 4h 5s 5h 6s 6h LJ": 1}
    for hand, plays in hands.items():
        assert fewest(ZHENGFEN, parse_cards(hand, jokers=True)) == plays


def test_takes_a_long_hand_of_three_players():
    hand = parse_cards("3s 4s 5s 6s 7s 8s 8h 8d 9s 9h 9d Js Jh Qs Ks 2s 2h")
    assert fewest(FIFTYK3, hand) == fewest_plays(NAIVE, tuple(hand))
