from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.features import FEATURES, hand_features
from sim.cards import RANKS, SUITS, parse_cards
from sim.core.compiler import COMPILED
from sim.deals import Deals, deal_hands
from sim.games import FIFTYK3, FIFTYK4
from sim.policy import as_records
from strategies.planning import plays_to_empty

RULE_SETS = (
    FIFTYK4,
    FIFTYK3,
    FIFTYK4.with_options({"decks": 2}),
    FIFTYK4.with_options({"seats": 6, "decks": 3}),
    FIFTYK4.with_options({"combinations": "single, pair, straight 6-9 4-K, triple_run 3+"}),
    FIFTYK4.with_options({"combinations": "single", "bombs": "pure_fifty_k < bomb 4"}),
    FIFTYK4.with_options({"bombs": "mixed_fifty_k < bomb 4"}),
    FIFTYK4.with_options({"bombs": ""}),
)


def longest_run(rules, ranks_held, kind):
    """Return the longest run of a kind among ranks, and the ranks that such runs use."""
    row = next((row for row in rules.combinations if row.kind == kind), None)
    longest, used = 0, set()
    if row is None:
        return longest, used
    allowed = RANKS[RANKS.index(row.low) : RANKS.index(row.high) + 1]
    for low in range(len(allowed)):
        for length in range(row.shortest, row.longest + 1):
            run = allowed[low : low + length]
            if len(run) == length and all(rank in ranks_held for rank in run):
                longest = max(longest, length)
                used |= set(run)
    return longest, used


def twin(rules, tokens):
    """Return the features of a hand, from its tokens."""
    counts = Counter(token[0] for token in tokens)
    at_least = {k: {rank for rank, n in counts.items() if n >= k} for k in (1, 2, 3, 4)}
    trios = list(product(*([t[1] for t in tokens if t[0] == rank] for rank in "5TK")))
    bombs = {bomb.kind for bomb in rules.bombs}
    mixed = "mixed_fifty_k" in bombs and any(len(set(suits)) > 1 for suits in trios)
    pure = {suits[0] for suits in trios if len(set(suits)) == 1 and "pure_fifty_k" in bombs}
    straight, in_straights = longest_run(rules, at_least[1], "straight")
    loose = {rank for rank in counts if counts[rank] == 1} - in_straights
    if mixed or pure:
        loose -= set("5TK")
    return {
        **{f"bomb_{rank}": rank in at_least[4] for rank in RANKS},
        "mixed_fifty_k": mixed,
        "pure_fifty_k": len(pure),
        "straight": straight,
        "pair_run": longest_run(rules, at_least[2], "pair_run")[0],
        "triple_run": longest_run(rules, at_least[3], "triple_run")[0],
        "triples": len(at_least[3]),
        "twos": counts["2"],
        "above_king": counts["A"] + counts["2"],
        "loose_singles": len(loose),
        "points": 5 * counts["5"] + 10 * counts["T"] + 10 * counts["K"],
    }


def features_of(rules, hands):
    """Return the features of hands given as tokens, a dict a hand."""
    words = [parse_cards(" ".join(tokens), decks=rules.decks) for tokens in hands]
    cards = np.array([[[hand.lo, hand.hi]] for hand in words], dtype=np.uint64)
    index = np.arange(len(words))
    columns = hand_features(Deals(rules, 0, index, cards, index * 0, index * 0))
    return [{name: values[row, 0] for name, values in columns.items()} for row in index]


def check(rules, hands):
    for tokens, found in zip(hands, features_of(rules, hands), strict=True):
        found.pop("plays_to_empty")
        assert found == twin(rules, tokens), tokens


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: str(rules.options or rules.id))
def test_features_of_deals_are_those_of_the_twin(rules):
    deals = deal_hands(rules, 3, range(100 if COMPILED else 5))
    columns = hand_features(deals)
    assert list(columns) == [feature.name for feature in FEATURES]
    for row in range(len(deals)):
        for seat, hand in enumerate(deals.hands(row)):
            found = {name: values[row, seat] for name, values in columns.items()}
            found.pop("plays_to_empty")
            assert found == twin(rules, list(hand)), str(hand)


@given(
    st.sampled_from(RULE_SETS),
    st.lists(st.sampled_from([r + s for r in RANKS for s in SUITS]), min_size=1, unique=True),
)
def test_features_of_any_hand_are_those_of_the_twin(rules, hand):
    check(rules, [hand])


@given(st.sampled_from(RULE_SETS), st.integers(0, 8), st.integers(1, 3), st.integers(3, 13))
def test_features_of_runs_are_those_of_the_twin(rules, low, width, length):
    check(rules, [[rank + suit for rank in RANKS[low : low + length] for suit in SUITS[:width]]])


def test_fewest_plays_come_from_the_planner():
    deals = deal_hands(FIFTYK4, 8, range(40 if COMPILED else 5))
    found = hand_features(deals)["plays_to_empty"]
    rules = as_records(FIFTYK4.record)[0]
    for row in range(len(deals)):
        for seat, hand in enumerate(deals.hands(row)):
            words = (np.uint64(word) for word in (hand.counts, hand.lo, hand.hi))
            assert found[row, seat] == plays_to_empty(rules, *words)


def test_types_are_as_the_columns_say():
    for feature, values in zip(
        FEATURES, hand_features(deal_hands(FIFTYK4, 1, range(5))).values(), strict=True
    ):
        assert values.shape == (5, 4)
        assert values.dtype == (np.bool_ if feature.is_flag else np.int16)


@pytest.mark.parametrize(
    ("cards", "some"),
    [
        ("3s 4s 5s 6s 7s", {"straight": 5, "loose_singles": 0, "plays_to_empty": 1}),
        ("3s 4s 5s 6s", {"straight": 0, "loose_singles": 4, "plays_to_empty": 4}),
        ("Ts Js Qs Ks As 2s", {"straight": 5, "loose_singles": 1, "above_king": 2}),
        ("5s Ts Ks 3h", {"pure_fifty_k": 1, "mixed_fifty_k": False, "loose_singles": 1}),
        ("5s Ts Kh 3h", {"pure_fifty_k": 0, "mixed_fifty_k": True, "loose_singles": 1}),
        ("5s Ts 3h 4h", {"mixed_fifty_k": False, "loose_singles": 4, "points": 15}),
        ("As Ah Ac Ad 2s 2h", {"bomb_A": True, "bomb_2": False, "twos": 2, "above_king": 6}),
        ("Ks Kh Kc As Ah Ac", {"triple_run": 2, "pair_run": 2}),
        ("2s 2h 2c As Ah Ac", {"triple_run": 0, "pair_run": 0, "triples": 2}),
    ],
)
def test_hands_a_player_can_check(cards, some):
    (found,) = features_of(FIFTYK4, [cards.split()])
    assert {name: found[name] for name in some} == some
