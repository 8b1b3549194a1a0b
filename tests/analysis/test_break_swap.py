from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby, product

import numpy as np
import pytest

from analysis.break_swap import (
    OUTCOMES,
    BreakSwaps,
    SwapPlan,
    exchange,
    find_break_swaps,
    replay,
    seat_outcomes,
)
from analysis.estimates import TooFewBlocks
from analysis.features import NUMBERS, feature_values, hand_features
from analysis.swap_search import NO_SWAP, find_swaps
from analysis.swap_values import are_mates, replay_swaps, seat_names, value_of_swaps
from analysis.type_list import HandType, hand_types
from sim.cards import RANKS, CardSet, parse_card, token_of
from sim.deals import deal_hands, sides_dealt
from sim.errors import BadInput
from sim.games import FIFTYK3, FIFTYK4, find_rules
from sim.hand import play_deals
from sim.policy import Policy, as_records
from sim.rules import Rules
from strategies import find_strategy

BOTH = pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
CHEAP = [each for each in hand_types(FIFTYK4) if each.feature != "plays_to_empty"]


# ------------------------------------------------------------- the family of types, said plainly


def longest(ranks: set[str]) -> int:
    held = [rank in ranks for rank in "3456789TJQKA"]
    return max(len(list(group)) * yes for yes, group in groupby(held))


def bombs(hand: set[str]) -> set[str]:
    ranks = Counter(card[0] for card in hand)
    suits = [{card[1] for card in hand if card[0] == rank} for rank in "5TK"]
    mixed = any(len(set(choice)) > 1 for choice in product(*suits))
    return (
        {f"four {rank}" for rank, held in ranks.items() if held == 4}
        | {f"pure {suit}" for suit in set.intersection(*suits)}
        | ({"mixed"} if mixed else set())
    )


def runs(hand: set[str]) -> tuple[int, int, int]:
    ranks = Counter(card[0] for card in hand)
    lengths = [longest({rank for rank in ranks if ranks[rank] >= width}) for width in (1, 2, 3)]
    return tuple(n if n >= least else 0 for n, least in zip(lengths, (5, 2, 2), strict=True))  # type: ignore[return-value]


def fair(hero: set[str], other: set[str], given: str, taken: str) -> bool:
    """Say whether an exchange makes nothing new and takes no bomb from the other hand."""
    if "3h" in (given, taken) or abs(RANKS.index(given[0]) - RANKS.index(taken[0])) != 1:
        return False
    new_hero, new_other = hero - {given} | {taken}, other - {taken} | {given}
    return (
        bombs(new_hero) <= bombs(hero)
        and bombs(new_other) == bombs(other)
        and all(a <= b for a, b in zip(runs(new_hero), runs(hero), strict=True))
        and all(a <= b for a, b in zip(runs(new_other), runs(other), strict=True))
    )


def hand_of(words: np.ndarray) -> set[str]:
    return set(CardSet(int(words[0]), int(words[1])))


def token(card: int) -> str:
    return token_of(*divmod(int(card), 4))


def feature(hand: set[str], name: str, rules: Rules = FIFTYK4) -> int:
    """Any feature of one hand, by way of the column of a result table."""
    words = np.zeros((1, rules.seats, 2), np.uint64)
    whole = CardSet.of((RANKS.index(card[0]), "shcd".index(card[1])) for card in hand)
    words[0, 0] = whole.lo, whole.hi
    found = hand_features(replace(deal_hands(rules, 1, range(1)), cards=words))
    if name == "bombs":
        return sum(int(found[f"bomb_{rank}"][0, 0] > 0) for rank in RANKS)
    return int(found[name][0, 0])


def columns(deals: object, name: str) -> np.ndarray:
    found = hand_features(deals)  # type: ignore[arg-type]
    sizes = np.stack([found[f"bomb_{rank}"] for rank in RANKS])
    if name in ("bombs", "largest_bomb"):
        return (sizes > 0).sum(axis=0) if name == "bombs" else sizes.max(axis=0)
    return np.asarray(found[name]).astype(int)


@pytest.fixture(scope="module", params=[FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
def swaps(request: pytest.FixtureRequest) -> dict[str, BreakSwaps]:
    rules: Rules = request.param
    return find_break_swaps(rules, hand_types(rules), SwapPlan(5, swaps=25, most_deals=20_000))


def policies() -> list[list[Policy]]:
    lowest, uniform = (find_strategy(name).policy() for name in ("lowest", "uniform"))
    return [[lowest, uniform] * 2, [uniform, lowest] * 2]


# ------------------------------------------------------------------------------------- the swap


@pytest.mark.compiled
@BOTH
def test_features_are_those_of_the_result_tables(rules: Rules) -> None:
    deals = deal_hands(rules, 3, range(500))
    for name in NUMBERS:
        np.testing.assert_array_equal(feature_values(deals, name), columns(deals, name), name)


def test_every_swap_keeps_the_rule(swaps: dict[str, BreakSwaps]) -> None:
    for each in swaps.values():
        kind, changed = each.hand_type, each.changed_deals()
        assert kind.broken is not None
        dealt = each.deals.take(each.row)
        every = np.arange(len(each))
        np.testing.assert_array_equal(changed.cards.sum(axis=1), dealt.cards.sum(axis=1))
        np.testing.assert_array_equal(changed.leader, dealt.leader)
        np.testing.assert_array_equal(changed.index, dealt.index)
        assert np.all(kind.holds(columns(dealt, kind.feature)[every, each.hero])), kind.name
        after = columns(changed, kind.feature)[every, each.hero]
        assert np.all((kind.broken[0] <= after) & (after <= kind.broken[1])), kind.name
        for row in every:
            before = [hand_of(words) for words in dealt.cards[row]]
            now = [hand_of(words) for words in changed.cards[row]]
            hero, other = int(each.hero[row]), int(each.other[row])
            given, taken = token(each.given[row]), token(each.taken[row])
            assert before[hero] - now[hero] == {given} == now[other] - before[other]
            assert now[hero] - before[hero] == {taken} == before[other] - now[other]
            assert fair(before[hero], before[other], given, taken), kind.name
            bystanders = set(range(len(before))) - {hero, other}
            assert all(before[seat] == now[seat] for seat in bystanders)


@BOTH
def test_a_swap_is_found_wherever_there_is_one(rules: Rules) -> None:
    deals = deal_hands(rules, 8, range(3000))
    chosen = {
        "bomb_7",
        "any_bomb",
        "pure_fifty_k",
        "straight_6",
        "pair_run_2",
        "twos_2",
        "points_35",
    }
    for kind in (each for each in hand_types(rules) if each.name in chosen):
        assert kind.broken is not None
        rows, heroes = np.nonzero(kind.holds(columns(deals, kind.feature)))
        rows, heroes = rows[:12], heroes[:12].astype(np.int64)
        found = search(rules, kind, deals.take(rows), heroes)
        for place, (row, hero) in enumerate(zip(rows, heroes, strict=True)):
            mine = hand_of(deals.cards[row, hero])
            for step in range(1, rules.seats):
                theirs = hand_of(deals.cards[row, (hero + step) % rules.seats])
                valid = {
                    (given, taken)
                    for given, taken in product(mine, theirs)
                    if fair(mine, theirs, given, taken)
                    and feature(mine - {given}, kind.feature) < feature(mine, kind.feature)
                    and kind.broken[0]
                    <= feature(mine - {given} | {taken}, kind.feature)
                    <= kind.broken[1]
                }
                given, taken = found[place, step - 1]
                got = None if given == NO_SWAP else (token(given), token(taken))
                assert got in valid if valid else got is None


def search(
    rules: Rules, kind: HandType, deals: object, heroes: np.ndarray, salt: int = 1
) -> np.ndarray:
    assert kind.broken is not None
    found = np.empty((len(heroes), rules.seats - 1, 2), np.int16)
    find_swaps(
        as_records(rules.record),
        np.uint64(1),
        np.uint64(salt),
        deals.index,  # type: ignore[attr-defined]
        deals.cards,  # type: ignore[attr-defined]
        heroes,
        NUMBERS[kind.feature],
        *kind.broken,
        found,
    )
    return found


@pytest.mark.statistical
def test_all_swaps_of_a_hand_are_equally_likely() -> None:
    kind = next(each for each in CHEAP if each.name == "any_straight")
    deals = deal_hands(FIFTYK4, 8, range(200))
    rows, heroes = np.nonzero(kind.holds(columns(deals, "straight")))
    counts = []
    for row, hero in zip(rows[:6], heroes[:6].astype(np.int64), strict=True):
        # Another deal number is another choice among the same cards.
        same = replace(deals.take(np.full(4000, row)), index=np.arange(4000))
        found = search(FIFTYK4, kind, same, np.full(4000, hero))
        pairs = found[:, 0, 0] * 100 + found[:, 0, 1]
        counts.append(np.unique(pairs, return_counts=True)[1])
    several = [each for each in counts if len(each) > 1]
    assert len(several) > 2
    for each in several:
        mean = 4000 / len(each)
        assert np.square(each - mean).sum() / mean < len(each) - 1 + 5 * np.sqrt(2 * len(each))


def test_the_choice_depends_on_neither_threads_nor_number() -> None:
    kinds = [each for each in CHEAP if each.name in {"bomb_A", "straight_7", "twos_1"}]
    many = find_break_swaps(FIFTYK4, kinds, SwapPlan(5, swaps=40, threads=1))
    few = find_break_swaps(FIFTYK4, kinds, SwapPlan(5, swaps=15, threads=2))
    for name, short in few.items():
        long = many[name]
        assert int(short.broken.sum()) == 15
        assert int(long.broken.sum()) == 40
        m = len(short)
        for field in ("hero", "distance", "given", "taken", "row"):
            np.testing.assert_array_equal(getattr(short, field), getattr(long, field)[:m])
    later = find_break_swaps(FIFTYK4, kinds, SwapPlan(5, swaps=15, first_deal=1000))
    assert all(each.deals.index.min() >= 1000 for each in later.values())


def test_deals_left_alone_are_worth_nothing(swaps: dict[str, BreakSwaps]) -> None:
    each = swaps["mixed_fifty_k"]
    rules = each.deals.rules
    seatings = [line_up[: rules.seats] for line_up in policies()]
    # A card exchanged for itself leaves the deal as it was.
    same = exchange(each.deals.take(each.row), each.hero, each.hero, each.given, each.given)
    gained = replay(seatings, each.deals)[each.row] - replay(seatings, same)
    assert not gained.any()


def test_swapping_back_restores_the_hand_exactly(swaps: dict[str, BreakSwaps]) -> None:
    each = swaps["mixed_fifty_k"]
    changed, dealt = each.changed_deals(), each.deals.take(each.row)
    back = exchange(changed, each.hero, each.other, each.taken, each.given)
    np.testing.assert_array_equal(back.cards, dealt.cards)
    rules = dealt.rules
    seatings = [line_up[: rules.seats] for line_up in policies()]
    there, again = replay(seatings, dealt), replay(seatings, back, threads=1)
    np.testing.assert_array_equal(there, again)
    broken = replay(seatings, changed)
    # What breaking takes away, mending gives back.
    np.testing.assert_array_equal(there - broken, -(broken - again))
    assert np.any(there != broken)


def test_outcomes_are_those_of_the_hands_played() -> None:
    deals = deal_hands(FIFTYK4, 4, range(50))
    first, second = (play_deals(line_up, deals) for line_up in policies())
    both = replay(policies(), deals)
    np.testing.assert_array_equal(both[:, :, 0], (first.payoff + second.payoff) / 2)
    one = dict(zip(OUTCOMES, np.moveaxis(seat_outcomes(first), 2, 0), strict=True))
    np.testing.assert_array_equal(one["side_points"][:, [0, 1]], first.side_points)
    np.testing.assert_array_equal(one["side_points"][:, 2], first.side_points[:, 0])
    np.testing.assert_array_equal(one["first_out"].argmax(axis=1), first.first_out)
    np.testing.assert_array_equal(one["last"], first.finish == first.finish.max(axis=1)[:, None])
    np.testing.assert_array_equal(one["doubled"][:, 3], first.doubled)


# ------------------------------------------------------------------------------- the estimates


def test_each_hand_counts_once_however_many_seats_got_its_card(
    swaps: dict[str, BreakSwaps],
) -> None:
    each = replace(
        swaps["mixed_fifty_k"],
        deals=deal_hands(FIFTYK4, 1, range(40)),
        row=np.repeat(np.arange(40), 2),
        hero=np.repeat([0, 1], 40),
        distance=np.tile([1, 2], 40),
        held=np.full(40, 2),
        broken=np.ones(40, dtype=np.int64),
    )
    gained = np.tile(np.arange(80.0)[:, None], len(OUTCOMES))
    value = value_of_swaps(each, gained)
    assert value.payoff.value == pytest.approx(39.5)
    assert (value.hands, value.swaps, value.payoff.n) == (40, 80, 40)
    assert value.by_receiver["left"].value == pytest.approx(np.arange(0, 80, 2).mean())
    assert value.by_side["team-mate"] == value.by_receiver["across"]
    assert "right" not in value.by_receiver
    assert value.breakable.value == 0.5
    with pytest.raises(TooFewBlocks):
        value_of_swaps(replace(each, row=np.zeros(80, dtype=np.int64)), gained)


def test_bombs_are_worth_something() -> None:
    kinds = [each for each in CHEAP if each.name in {"bomb_4", "bomb_5", "points_0"}]
    found = find_break_swaps(FIFTYK4, kinds, SwapPlan(2, swaps=150, most_deals=200_000))
    lowest = find_strategy("lowest").policy()
    values = replay_swaps([[lowest] * 4], found)
    assert set(values) == {"bomb_4", "bomb_5"}
    for value in values.values():
        assert not isinstance(value, TooFewBlocks)
        assert value.payoff.low > 0
        assert value.outcomes["captured"].value > 0
        assert set(value.by_receiver) == {"left", "across", "right"}


def test_too_few_deals_are_said_to_be_too_few() -> None:
    kinds = [each for each in CHEAP if each.name == "triple_run"]
    found = find_break_swaps(FIFTYK4, kinds, SwapPlan(2, swaps=50, most_deals=50))
    lowest = find_strategy("lowest").policy()
    value = replay_swaps([[lowest] * 4], found)["triple_run"]
    assert isinstance(value, TooFewBlocks)
    assert value.needed == 30
    assert replay_swaps([[lowest] * 4], {}) == {}


def several_decks(rules_id: str) -> dict[str, BreakSwaps]:
    rules = find_rules(rules_id)
    chosen = ("any_bomb", "mixed_fifty_k", "twos_2", "jokers_1", "pair_run_3", "joker_bomb_2")
    types = [each for each in hand_types(rules) if each.name in chosen]
    return find_break_swaps(rules, types, SwapPlan(5, swaps=20, most_deals=4000))


@pytest.mark.compiled
@pytest.mark.parametrize("rules_id", ["anzhan", "jinzhou", "fuqing6", "zhengfen"])
def test_swaps_of_every_kind_of_pack_keep_the_rule(rules_id: str) -> None:
    found = several_decks(rules_id)
    assert sum(map(len, found.values())) > 40
    for each in found.values():
        kind, changed = each.hand_type, each.changed_deals()
        dealt = each.deals.take(each.row)
        every = np.arange(len(each))
        np.testing.assert_array_equal(sides_dealt(changed), sides_dealt(dealt))
        rules = dealt.rules
        assert np.all(kind.holds(feature_values(dealt, kind.feature)[every, each.hero]))
        after = feature_values(changed, kind.feature)[every, each.hero]
        assert kind.broken is not None
        assert np.all((kind.broken[0] <= after) & (after <= kind.broken[1])), kind.name
        names = [f"bomb_{rank}" for rank in RANKS]
        names += ["joker_bomb", "mixed_fifty_k", "pure_fifty_k", "straight", "flush"]
        names += ["pair_run", "triple_run", "quad_run"]
        for name in names:
            before, now = feature_values(dealt, name), feature_values(changed, name)
            assert np.all(now[every, each.hero] <= before[every, each.hero]), (kind.name, name)
            assert np.all(now[every, each.other] <= before[every, each.other]), (kind.name, name)
            if "run" not in name and name not in ("straight", "flush"):
                np.testing.assert_array_equal(now[every, each.other], before[every, each.other])
        leader = parse_card(rules.leader_card)
        assert 4 * leader[0] + leader[1] not in {*each.given, *each.taken}


def test_hidden_mates_are_those_of_the_deal() -> None:
    rules = find_rules("anzhan")
    deals = deal_hands(rules, 1, range(20))
    every, nought = np.arange(20), np.zeros(20, dtype=np.int64)
    kind = hand_types(FIFTYK4)[0]
    one = BreakSwaps(kind, deals, every, nought, nought + 1, nought, nought, nought, nought)
    holds = [["As" in hand for hand in deals.hands(row)] for row in range(20)]
    assert are_mates(one).tolist() == [each[0] == each[1] for each in holds]
    fixed = replace(one, deals=deal_hands(FIFTYK4, 1, range(20)))
    assert not are_mates(fixed).any()
    assert are_mates(replace(fixed, distance=nought + 2)).all()


def test_who_sits_where() -> None:
    assert seat_names(6) == ("left", "2 to the left", "across", "4 to the left", "right")
    with pytest.raises(BadInput, match="at least 1"):
        SwapPlan(1, swaps=0)
