from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.features import FEATURES, feature_values, hand_features
from sim.cards import RANKS, SUITS, parse_cards
from sim.combinations import KINDS
from sim.core.compiler import COMPILED
from sim.deals import Deals, deal_hands
from sim.games import CLIMBING, FIFTYK4, find_rules
from sim.policy import as_records
from strategies.planning import plays_to_empty

# Plans of long hands: minutes without the compiler.
pytestmark = pytest.mark.compiled

RULES = (
    *CLIMBING.values(),
    FIFTYK4.with_options({"decks": 2}),
    FIFTYK4.with_options({"seats": 6, "decks": 3}),
    FIFTYK4.with_options({"combinations": "single, pair, straight 6-9 4-K, triple_run 3+"}),
    FIFTYK4.with_options({"combinations": "single", "bombs": "pure_fifty_k < bomb 4"}),
    FIFTYK4.with_options({"bombs": "mixed_fifty_k < bomb 4"}),
    FIFTYK4.with_options({"bombs": ""}),
    find_rules("jiangnan", {"show_bombs": "never"}),
    find_rules("fuqing6", {"jokers": "true"}),
    find_rules("zhengfen", {"two_in_runs": "false"}),
)


def run_of(rules, held, width, one_suit, jokers):
    """Return the longest run, and the ranks that some run uses without jokers.

    Parameters
    ----------
    held : dict of rank to copies
    """
    row = next(
        (
            each
            for each in rules.combinations
            if each.is_run
            and not KINDS[each.kind].kicker
            and (KINDS[each.kind].width, KINDS[each.kind].one_suit) == (width, one_suit)
        ),
        None,
    )
    longest, used = 0, set()
    if row is None:
        return longest, used
    allowed = "A23456789TJQKA" if row.low_ace else RANKS[RANKS.index(row.low) :]
    if not row.low_ace:
        allowed = allowed[: allowed.index(row.high) + 1]
    for length in range(row.shortest, row.longest + 1):
        for low in range(len(allowed) - length + 1):
            run = allowed[low : low + length]
            missing = sum(max(width - held.get(rank, 0), 0) for rank in run)
            if missing <= jokers:
                longest = max(longest, length)
            if missing == 0:
                used |= set(run)
    return longest, used


def bomb_of(rules, rank, copies):
    """Return the size of the largest bomb of a rank."""
    sizes = [
        bomb.size
        for bomb in rules.bombs
        if bomb.kind == "bomb" and not (rules.show_bombs == "never" and bomb.size >= 6)
    ]
    if rank == "2" and any(bomb.kind == "four_twos" for bomb in rules.bombs):
        sizes = [4]
    return max((size for size in sizes if size <= copies), default=0)


def joker_bomb_of(rules, little, big):
    """Return the size of the largest bomb of jokers."""
    held = [
        bomb.size
        for bomb in rules.bombs
        if bomb.kind == "joker_bomb"
        and (
            bomb.cards.count("L") <= little and bomb.cards.count("B") <= big
            if bomb.cards
            else bomb.size <= little + big
        )
    ]
    return max(held, default=0)


def twin(rules, tokens):
    """Return the features of a hand, from its tokens."""
    suited = [token for token in tokens if token not in ("LJ", "BJ")]
    little, big = tokens.count("LJ"), tokens.count("BJ")
    jokers = (little + big) * rules.wild_jokers
    counts = Counter(token[0] for token in suited)
    trios = list(product(*([t[1] for t in suited if t[0] == rank] for rank in "5TK")))
    bombs = {bomb.kind for bomb in rules.bombs}
    mixed = "mixed_fifty_k" in bombs and any(len(set(suits)) > 1 for suits in trios)
    pure = {suits[0] for suits in trios if len(set(suits)) == 1 and "pure_fifty_k" in bombs}
    runs = [run_of(rules, counts, width, False, jokers) for width in (1, 2, 3, 4)]
    by_suit = [Counter(token[0] for token in suited if token[1] == suit) for suit in SUITS]
    flushes = [run_of(rules, held, 1, True, jokers) for held in by_suit]
    loose = {rank for rank in counts if counts[rank] == 1} - runs[0][1]
    loose -= set().union(*(used for _, used in flushes))
    if not rules.wild_jokers:
        loose |= {joker for joker, n in (("LJ", little), ("BJ", big)) if n == 1}
    if mixed or pure:
        loose -= set("5TK")
    return {
        **{f"bomb_{rank}": bomb_of(rules, rank, counts[rank]) for rank in RANKS},
        "joker_bomb": joker_bomb_of(rules, little, big),
        "mixed_fifty_k": mixed,
        "pure_fifty_k": len(pure),
        "straight": runs[0][0],
        "flush": max(length for length, _ in flushes),
        "pair_run": runs[1][0],
        "triple_run": runs[2][0],
        "quad_run": runs[3][0],
        "triples": sum(held >= 3 for held in counts.values()),
        "twos": counts["2"],
        "above_king": counts["A"] + counts["2"],
        "jokers": little + big,
        "loose_singles": len(loose),
        "points": 5 * counts["5"] + 10 * counts["T"] + 10 * counts["K"],
    }


def features_of(rules, hands):
    """Return the features of hands given as tokens, a dict a hand."""
    words = [
        parse_cards(" ".join(tokens), decks=rules.decks, jokers=rules.jokers) for tokens in hands
    ]
    cards = np.array([[[hand.lo, hand.hi]] for hand in words], dtype=np.uint64)
    index = np.arange(len(words))
    columns = hand_features(Deals(rules, 0, index, cards, index * 0, index * 0))
    return [{name: values[row, 0] for name, values in columns.items()} for row in index]


def check(rules, hands):
    for tokens, found in zip(hands, features_of(rules, hands), strict=True):
        found.pop("plays_to_empty")
        assert found == twin(rules, tokens), tokens


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.options or rules.id))
def test_features_of_deals_are_those_of_the_twin(rules):
    deals = deal_hands(rules, 3, range(100 if COMPILED else 3))
    columns = hand_features(deals)
    assert list(columns) == [feature.name for feature in FEATURES]
    for row in range(len(deals)):
        for seat, hand in enumerate(deals.hands(row)):
            found = {name: values[row, seat] for name, values in columns.items()}
            found.pop("plays_to_empty")
            assert found == twin(rules, list(hand)), str(hand)


@given(
    st.sampled_from(RULES),
    st.lists(st.sampled_from([r + s for r in RANKS for s in SUITS]), min_size=1, unique=True),
)
def test_features_of_any_hand_are_those_of_the_twin(rules, hand):
    check(rules, [hand])


@given(st.sampled_from(RULES), st.integers(0, 8), st.integers(1, 3), st.integers(3, 13))
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
        ("As Ah Ac Ad 2s 2h", {"bomb_A": 4, "bomb_2": 0, "twos": 2, "above_king": 6}),
        ("Ks Kh Kc As Ah Ac", {"triple_run": 2, "pair_run": 2}),
        ("2s 2h 2c As Ah Ac", {"triple_run": 0, "pair_run": 0, "triples": 2}),
    ],
)
def test_hands_a_player_can_check(cards, some):
    (found,) = features_of(FIFTYK4, [cards.split()])
    assert {name: found[name] for name in some} == some


@pytest.mark.parametrize(
    ("rules_id", "cards", "some"),
    [
        ("qq1", "As 2h 3s 4d 5c", {"straight": 5, "loose_singles": 0, "flush": 0}),
        ("qq1", "Js Qs Ks As 2s", {"straight": 0, "flush": 0}),
        ("qq1", "As 2s 3s 4s 5s 6h", {"straight": 6, "flush": 5}),
        ("liaoning", "7s 7h 7c LJ BJ", {"bomb_7": 3, "joker_bomb": 2, "jokers": 2}),
        ("jinzhou", "LJ LJ BJ 9s 9s 9h 9c 9d 9d", {"joker_bomb": 3, "bomb_9": 6}),
        ("jiangnan", "LJ BJ", {"joker_bomb": 0, "jokers": 2, "loose_singles": 2}),
        ("zhengfen", "3s 3h 4s 5s 5h LJ", {"pair_run": 3, "jokers": 1, "bomb_2": 0}),
        ("zhengfen", "3s 4s LJ BJ 7s", {"flush": 5, "pair_run": 0}),
        ("zhengfen", "2s 2h 2c 2d Ks As", {"bomb_2": 4, "bomb_A": 0}),
    ],
)
def test_hands_of_other_games_a_player_can_check(rules_id, cards, some):
    (found,) = features_of(find_rules(rules_id), [cards.split()])
    assert {name: found[name] for name in some} == some


def test_what_follows_from_the_bombs():
    deals = deal_hands(find_rules("jinzhou"), 2, range(20 if COMPILED else 2))
    columns = hand_features(deals)
    sizes = np.stack([columns[f"bomb_{rank}"] for rank in RANKS])
    np.testing.assert_array_equal(feature_values(deals, "bombs"), (sizes > 0).sum(axis=0))
    np.testing.assert_array_equal(feature_values(deals, "largest_bomb"), sizes.max(axis=0))
