from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, groupby
from math import comb

import numpy as np
import pytest

from analysis.frequencies import (
    RANKS,
    Distribution,
    Made,
    Pack,
    Run,
    expected_value,
    hand_frequencies,
)
from sim.errors import BadInput

Card = tuple[str, int]
EXACT = [feature for feature, law in hand_frequencies((13,)).items() if law is not None]


# ------------------------------------------------- the features, said plainly, for one hand


def longest_stretch(ranks: set[str]) -> int:
    held = [rank in ranks for rank in "3456789TJQKA"]
    return max(len(list(group)) * yes for yes, group in groupby(held))


def features(hand: list[Card]) -> dict[str, int]:
    ranks = Counter(rank for rank, _ in hand)
    fives, tens, kings = ([suit for rank, suit in hand if rank == one] for one in "5TK")

    def run(width: int, shortest: int) -> int:
        longest = longest_stretch({rank for rank in ranks if ranks[rank] >= width})
        return longest if longest >= shortest else 0

    return {
        **{f"bomb_{rank}": 4 * (ranks[rank] >= 4) for rank in RANKS},
        "joker_bomb": 0,
        "flush": 0,
        "quad_run": 0,
        "jokers": sum(rank == "joker" for rank, _ in hand),
        "bombs": sum(ranks[rank] >= 4 for rank in RANKS),
        "largest_bomb": 4 * any(ranks[rank] >= 4 for rank in RANKS),
        "mixed_fifty_k": int(
            any(len({five, ten, king}) > 1 for five in fives for ten in tens for king in kings)
        ),
        "pure_fifty_k": len(set(fives) & set(tens) & set(kings)),
        "straight": run(1, 5),
        "pair_run": run(2, 2),
        "triple_run": run(3, 2),
        "triples": sum(ranks[rank] >= 3 for rank in RANKS),
        "twos": ranks["2"],
        "above_king": ranks["A"] + ranks["2"],
        "points": 5 * len(fives) + 10 * len(tens) + 10 * len(kings),
    }


def cards_of(pack: Pack) -> list[Card]:
    plain = [(rank, suit) for rank in RANKS for suit in range(pack.suits)] * pack.decks
    return plain + [("joker", 0)] * pack.jokers


def counted(hands: Iterator[list[Card]]) -> tuple[dict[str, Counter[int]], int]:
    tallies: dict[str, Counter[int]] = {feature: Counter() for feature in EXACT}
    number = 0
    for hand in hands:
        number += 1
        for feature, value in features(hand).items():
            tallies[feature][value] += 1
    return tallies, number


# ------------------------------------------------------------------------------------- tests


@pytest.mark.parametrize(
    ("pack", "size"),
    [
        (Pack(decks=1, suits=1), 8),  # straights
        (Pack(decks=1, suits=2), 5),  # straights, pair runs
        (Pack(decks=2, suits=1), 5),  # copies in one suit
        (Pack(decks=1, suits=1, jokers=2), 7),
        (Pack(decks=4, suits=1), 3),
        (Pack(), 3),
    ],
)
def test_every_hand_of_a_small_pack_is_counted(pack: Pack, size: int) -> None:
    tallies, number = counted(map(list, combinations(cards_of(pack), size)))
    assert number == comb(pack.size, size)
    laws = hand_frequencies((size,), pack)
    for feature in EXACT:
        expected = {value: Fraction(ways, number) for value, ways in tallies[feature].items()}
        assert laws[feature] == expected, feature


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pack", "size"),
    [
        (Pack(decks=1, suits=2), 6),  # triple pair runs
        (Pack(decks=2, suits=2), 4),  # bombs, mixed and pure in two decks
        (Pack(decks=3, suits=1), 4),
    ],
)
def test_every_hand_of_a_larger_pack_is_counted(pack: Pack, size: int) -> None:
    test_every_hand_of_a_small_pack_is_counted(pack, size)


@pytest.mark.parametrize(
    ("sizes", "pack"),
    [((13, 13, 13, 13), Pack()), ((18, 17, 17), Pack()), ((26,), Pack(2)), ((27,), Pack(2, 4))],
)
def test_probabilities_add_up_and_their_means_are_known(sizes: tuple[int, ...], pack: Pack) -> None:
    laws = hand_frequencies(sizes, pack)
    for feature in EXACT:
        law = laws[feature]
        assert law is not None
        assert sum(law.values()) == 1
        assert all(0 < share <= 1 for share in law.values())
        assert list(law) == sorted(law)
    share_of_pack = Fraction(sum(sizes), len(sizes) * pack.size)
    means = {feature: expected_value(law) for feature, law in laws.items() if law is not None}
    assert means["points"] == 100 * pack.decks * share_of_pack
    assert means["twos"] == pack.copies * share_of_pack
    assert means["above_king"] == 2 * pack.copies * share_of_pack


def test_closed_forms() -> None:
    laws = hand_frequencies((13, 13, 13, 13))
    hands = comb(52, 13)
    for rank in RANKS:
        assert probability(laws, f"bomb_{rank}", 4) == Fraction(comb(48, 9), hands)
    # A given triple of cards, then two, three and four disjoint ones: inclusion and exclusion.
    assert probability(laws, "pure_fifty_k", 4) == Fraction(comb(40, 1), hands)
    assert expected_value(law_of(laws, "pure_fifty_k")) == Fraction(4 * comb(49, 10), hands)
    # Twelve ranks 3…A in 4¹² ways with a 2, or with a second card of one of them (a pair).
    assert probability(laws, "straight", 12) == Fraction(4**12 * 4 + 12 * 6 * 4**11, hands)
    # Four triples in a row among 12 ranks: 9 places, the thirteenth card any other (or the fourth).
    bare, with_bomb = 4**4 * (52 - 16), 4 * 4**3
    assert probability(laws, "triple_run", 4) == Fraction(9 * (bare + with_bomb), hands)
    # Six pairs in a row: 7 places; the thirteenth card makes a triple or stands outside.
    outside, third = 6**6 * (52 - 24), 6 * 4 * 6**5
    assert probability(laws, "pair_run", 6) == Fraction(7 * (outside + third), hands)
    assert expected_value(law_of(laws, "triples")) == 13 * Fraction(
        4 * comb(48, 10) + comb(48, 9), hands
    )


def test_certain_features_of_the_whole_pack() -> None:
    whole = hand_frequencies((52,))
    assert whole["straight"] == {12: 1}
    assert whole["pair_run"] == {12: 1}
    assert whole["triple_run"] == {12: 1}
    assert whole["triples"] == {13: 1}
    assert whole["pure_fifty_k"] == {4: 1}
    assert whole["mixed_fifty_k"] == {1: 1}
    assert whole["points"] == {100: 1}
    assert hand_frequencies((0,))["points"] == {0: 1}


def test_hands_of_several_sizes_are_mixed() -> None:
    mixed = hand_frequencies((18, 17, 17))
    long, short = hand_frequencies((18,)), hand_frequencies((17,))
    for feature in EXACT:
        for value in law_of(mixed, feature):
            assert (
                probability(mixed, feature, value)
                == (probability(long, feature, value) + 2 * probability(short, feature, value)) / 3
            )


def test_features_without_an_exact_form_say_so() -> None:
    laws = hand_frequencies((18, 17, 17))
    assert laws["plays_to_empty"] is None
    assert laws["loose_singles"] is None
    assert len(laws) == len(EXACT) + 2


@pytest.mark.parametrize("sizes", [(), (53,), (13, -1)])
def test_hands_that_the_pack_cannot_deal_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="52 cards"):
        hand_frequencies(sizes)
    with pytest.raises(BadInput):
        Pack(decks=0)


@pytest.mark.statistical
@pytest.mark.parametrize(("pack", "size"), [(Pack(), 13), (Pack(), 17), (Pack(2, 4), 27)])
def test_dealt_hands_show_every_feature_as_often(pack: Pack, size: int) -> None:
    rng = np.random.default_rng(20)
    cards, number = cards_of(pack), 8000
    hands = ([cards[i] for i in rng.permutation(pack.size)[:size]] for _ in range(number))
    tallies, _ = counted(hands)
    laws = hand_frequencies((size,), pack)
    for feature in EXACT:
        law = law_of(laws, feature)
        assert set(tallies[feature]) <= set(law), feature
        for value, share in law.items():
            spread = np.sqrt(number * float(share) * (1 - float(share)))
            # Some 400 shares are looked at in all: 4.5 standard errors, and one case for rare ones.
            assert abs(tallies[feature][value] - number * float(share)) <= 4.5 * spread + 1, (
                feature,
                value,
            )


LOW_ACE = "A23456789TJQKA"
OTHER_TABLES = {
    "straights from a low ace": (
        Made(runs=(("straight", Run(1, 5, 13, LOW_ACE)),)),
        Pack(decks=1, suits=1),
        9,
    ),
    "straights in one suit": (
        Made(runs=(("flush", Run(1, 3, 12, "3456789TJQKA", one_suit=True)),)),
        Pack(decks=1, suits=2),
        4,
    ),
    "the same from a low ace": (
        Made(runs=(("flush", Run(1, 4, 13, LOW_ACE, one_suit=True)),)),
        Pack(decks=2, suits=1),
        5,
    ),
    "runs up to the two": (
        Made(runs=(("pair_run", Run(2, 2, 13, RANKS)),)),
        Pack(decks=1, suits=2),
        4,
    ),
    "bombs of three and four": (Made(bomb_sizes=(3, 4), bomb_ranks="2"), Pack(suits=2, decks=2), 4),
    "bombs of jokers": (
        Made(joker_bombs=frozenset({(1, 1), (2, 0), (2, 1)})),
        Pack(decks=1, suits=1, jokers=4),
        4,
    ),
}


@pytest.mark.parametrize("name", OTHER_TABLES)
def test_other_tables_by_counting_every_hand(name: str) -> None:
    made, pack, size = OTHER_TABLES[name]
    cards = cards_of(pack)[: pack.size - pack.jokers] + [("L", 0), ("B", 0)] * (pack.jokers // 2)
    counted: dict[str, Counter[int]] = {}
    # The copies of a card are equal: hands of the same cards are judged once.
    for hand, times in Counter(combinations(sorted(cards), size)).items():
        for feature, value in made_by(made, list(hand)).items():
            counted.setdefault(feature, Counter())[value] += times
    laws = hand_frequencies((size,), pack, made)
    for feature, values in counted.items():
        number = comb(pack.size, size)
        assert laws[feature] == {v: Fraction(values[v], number) for v in sorted(values)}, feature


def made_by(made: Made, hand: list[Card]) -> dict[str, int]:
    """Return what a table makes of a hand, said plainly."""
    ranks = Counter(rank for rank, _ in hand)
    found = {}
    for name, run in made.runs:
        if run is not None:
            groups = [hand]
            if run.one_suit:
                groups = [[card for card in hand if card[1] == suit] for suit in range(4)]
            found[name] = max(longest_of(run, group) for group in groups)
    sizes = [
        max((size for size in made.bomb_sizes if size <= ranks[rank]), default=0)
        for rank in made.bomb_ranks
    ]
    held = [sum(one) for one in made.joker_bombs if one[0] <= ranks["L"] and one[1] <= ranks["B"]]
    return found | {
        "bombs": sum(size > 0 for size in sizes),
        "largest_bomb": max(sizes),
        "joker_bomb": max(held, default=0),
    }


def longest_of(run: Run, hand: list[Card]) -> int:
    ranks = Counter(rank for rank, _ in hand)
    for length in range(min(run.longest, len(hand) // run.width), run.shortest - 1, -1):
        for low in range(len(run.ranks) - length + 1):
            if all(ranks[rank] >= run.width for rank in run.ranks[low : low + length]):
                return length
    return 0


def law_of(laws: dict[str, Distribution | None], feature: str) -> Distribution:
    law = laws[feature]
    assert law is not None
    return law


def probability(laws: dict[str, Distribution | None], feature: str, value: int) -> Fraction:
    return law_of(laws, feature).get(value, Fraction(0))
