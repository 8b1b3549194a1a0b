from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb

import numpy as np
import pytest

from analysis.blocks import sums_by_block
from analysis.break_swap import OUTCOMES, SwapPlan
from analysis.estimates import Estimate, TooFewBlocks, mean_estimate, ratio_difference
from analysis.features import hand_features
from analysis.frequencies import Pack, hand_frequencies
from analysis.hand_types import HandTypes, value_hand_types
from analysis.played import Played, Table
from analysis.regression import RegressionPart, regress
from analysis.shares import clustered_share
from analysis.type_list import HandType, exact_frequency, hand_types
from analysis.type_sums import TypeSums, block_outcomes, types_held
from sim.deals import deal_hands, sides_dealt
from sim.errors import BadInput
from sim.games import FIFTYK3, FIFTYK4
from sim.hand import play_deals
from sim.rules import Rules
from sim.seatings import rotations
from strategies import find_strategy

BOTH = pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
NAMES = ("lowest", "uniform")


def played(rules: Rules, deals: range) -> Played:
    """Deals with results that a few draws make up, the payoff in points of a toy game."""
    table = Table(
        rules, NAMES, rotations(["lowest", "uniform", "lowest", "uniform"][: rules.seats])
    )
    dealt = deal_hands(rules, 6, deals)
    rng = np.random.default_rng(deals.start)
    shape = (len(dealt), len(table.plan), rules.seats)
    finish = np.argsort(rng.random(shape), axis=2).argsort(axis=2) + 1
    return Played(
        table=table,
        deal=dealt.index,
        leader=rng.integers(0, rules.seats, shape[:2]),
        side=np.broadcast_to(sides_dealt(dealt)[:, None], shape).astype(np.int64),
        finish=finish,
        captured=5 * rng.integers(0, 20, shape),
        left=np.zeros(shape, np.int64),
        payoff=60 * rng.integers(-50, 100, shape),
        won=rng.random(shape) < 0.5,
        doubled=rng.random(shape[:2]) < 0.1,
        plays=rng.integers(1, 9, shape),
        features={name: column.astype(np.int64) for name, column in hand_features(dealt).items()},
    )


def really_played(rules: Rules, deals: int) -> Played:
    one = played(rules, range(deals))
    dealt = deal_hands(rules, 6, range(deals))
    policies = [find_strategy(name).policy() for name in NAMES]
    results = [play_deals([policies[owner] for owner in seats], dealt) for seats in one.table.plan]

    def stacked(name: str) -> np.ndarray:
        return np.stack([np.asarray(getattr(each, name)) for each in results], axis=1)

    return replace(
        one,
        finish=stacked("finish").astype(np.int64),
        captured=stacked("captured").astype(np.int64),
        left=stacked("left").astype(np.int64),
        payoff=np.rint(stacked("payoff") * 60).astype(np.int64),
        doubled=stacked("doubled"),
    )


def pieces(whole: Played, size: int) -> Callable[[], Iterator[Played]]:
    def iterate() -> Iterator[Played]:
        for start in range(0, len(whole), size):
            cut = slice(start, start + size)
            arrays = ("deal", "leader", "side", "finish", "captured", "left", "payoff")
            arrays += ("won", "doubled", "plays")
            yield replace(
                whole,
                **{name: getattr(whole, name)[cut] for name in arrays},
                features={name: column[cut] for name, column in whole.features.items()},
            )

    return iterate


@pytest.fixture(scope="module")
def toy() -> Played:
    return played(FIFTYK4, range(3000))


# ------------------------------------------------------------------------------------ the types


@BOTH
def test_levels_of_a_feature_share_out_all_hands(rules: Rules) -> None:
    types = hand_types(rules)
    for feature in ("twos", "above_king", "points"):
        levels = [each for each in types if each.feature == feature]
        shares = [exact_frequency(rules, each) for each in levels]
        assert sum(share for share in shares if share is not None) == 1
        assert all(a.high + 1 == b.low for a, b in zip(levels, levels[1:], strict=False))
        assert [each.reference for each in levels] == [True] + [False] * (len(levels) - 1)
    for whole in (each for each in types if each.parts):
        parts = [exact_frequency(rules, each) for each in types if each.name in whole.parts]
        total = sum((part for part in parts if part is not None), Fraction(0))
        joined = exact_frequency(rules, whole)
        assert joined is not None
        # Two bombs are rare, and only bombs can be held twice.
        assert joined <= total if whole.name == "any_bomb" else joined == total
    assert len({each.name for each in types}) == len({each.label for each in types}) == len(types)


def test_what_breaks_a_type_is_not_of_the_type() -> None:
    for each in hand_types(FIFTYK4):
        if each.broken is not None:
            low, high = each.broken
            assert high < each.low or low > each.high


def test_types_that_the_rules_do_not_know_are_left_out() -> None:
    rules = FIFTYK4.with_options({"bombs": "pure_fifty_k", "combinations": "single, pair"})
    features = {each.feature for each in hand_types(rules)}
    assert "pure_fifty_k" in features
    assert not features & {"bombs", "bomb_A", "mixed_fifty_k", "straight", "pair_run", "triple_run"}


def test_hands_without_a_bomb() -> None:
    small = Pack(decks=1, suits=4)
    hands = comb(52, 8)
    two = comb(13, 2)
    one = 13 * comb(48, 4) - 2 * two
    assert no_bombs(small, 8) == 1 - Fraction(one + two, hands)
    # Every hand of a pack of two suits and two decks, four cards.
    cards = [rank for rank in range(13) for _ in range(4)]
    bare = sum(len(set(hand)) > 1 for hand in combinations(cards, 4))
    assert no_bombs(Pack(decks=2, suits=2), 4) == Fraction(bare, comb(52, 4))
    assert no_bombs(Pack(), 52) == 0
    assert no_bombs(Pack(jokers=2), 2) == 1


def no_bombs(pack: Pack, size: int) -> Fraction:
    law = hand_frequencies((size,), pack)["bombs"]
    assert law is not None
    return law.get(0, Fraction(0))


# --------------------------------------------------------------------------- sums over the blocks


def test_streamed_sums_are_the_estimates_of_whole_arrays(toy: Played) -> None:
    types = hand_types(FIFTYK4)
    sums = TypeSums(types, 4)
    for piece in pieces(toy, 700)():
        sums.add(types_held(piece, types), block_outcomes(piece))
    held, outcomes = types_held(toy, types), block_outcomes(toy)
    deal = np.repeat(toy.deal, 4)
    for place, each in enumerate(types):
        yes, cases = held[:, :, place].sum(axis=1), np.full(len(toy), 4)
        same(sums.frequency(place), clustered_share(yes, cases))
        for k, outcome in enumerate(OUTCOMES):
            of_type = partial(sums_by_block, deal, outcomes[:, :, k].ravel())
            there = held[:, :, place].ravel()
            if np.count_nonzero(yes) < 30:
                with pytest.raises(TooFewBlocks) as caught:
                    sums.difference(place, outcome)
                assert caught.value.needed == 30, each.name
                continue
            same(sums.difference(place, outcome), ratio_difference(of_type(there), of_type()))


def same(one: Estimate, other: Estimate) -> None:
    assert one.n == other.n
    figures = ((each.value, each.se, each.low, each.high) for each in (one, other))
    np.testing.assert_allclose(*figures, rtol=1e-7, atol=1e-9)


def test_outcomes_are_means_over_the_seatings(toy: Played) -> None:
    one = dict(zip(OUTCOMES, np.moveaxis(block_outcomes(toy), 2, 0), strict=True))
    np.testing.assert_allclose(one["payoff"], toy.payoff.mean(axis=1) / 60)
    np.testing.assert_allclose(one["first_out"].sum(axis=1), 1)
    np.testing.assert_allclose(one["last"].sum(axis=1), 1)
    np.testing.assert_allclose(one["doubled"][:, 0], toy.doubled.mean(axis=1))
    hands = really_played(FIFTYK4, 40)
    results = play_deals([find_strategy("lowest").policy()] * 4, deal_hands(FIFTYK4, 6, range(40)))
    alone = replace(
        hands,
        table=Table(FIFTYK4, ("lowest",), ((0, 0, 0, 0),)),
        payoff=np.rint(results.payoff * 60).astype(np.int64)[:, None],
        doubled=results.doubled[:, None],
        finish=results.finish.astype(np.int64)[:, None],
        captured=results.captured.astype(np.int64)[:, None],
        left=results.left.astype(np.int64)[:, None],
    )
    points = block_outcomes(alone)[:, :, 1]
    np.testing.assert_allclose(points[:, :2], results.side_points)
    np.testing.assert_allclose(points[:, 2:], results.side_points)


@pytest.mark.statistical
def test_known_values_are_recovered_and_covered(toy: Played) -> None:
    """A toy game pays for what a hand holds; deals are drawn anew from a fixed pile."""
    worth = {"bomb_A": 40.0, "mixed_fifty_k": 10.0, "straight_6": -4.0, "twos_2": 6.0}
    types = [each for each in hand_types(FIFTYK4) if each.name in worth]
    held = types_held(toy, types)
    fixed = 3 + held @ np.array([worth[each.name] for each in types])
    described = [fixed[held[:, :, k]].mean() - fixed.mean() for k in range(len(types))]
    rng = np.random.default_rng(7)
    replications, blocks = 600, 500
    names = [each.name for each in types if each.name != "bomb_A"]
    columns = [k for k, each in enumerate(types) if each.name in names]
    covered = {"descriptive": np.zeros(len(columns)), "regression": np.zeros(len(columns))}
    for _ in range(replications):
        rows = rng.integers(0, len(toy), blocks)
        # What a deal adds to all its seats alike, and to each.
        noise = rng.normal(0, 30, (blocks, 1)) + rng.normal(0, 20, (blocks, 4))
        payoff = fixed[rows] + noise
        sums = TypeSums(types, 4)
        sums.add(held[rows], np.repeat(payoff[:, :, None], len(OUTCOMES), axis=2))
        x = held[rows].reshape(-1, len(types)).astype(np.float64)
        part = RegressionPart(np.repeat(np.arange(blocks), 4), x, payoff.ravel())
        fit = regress(partial(list, [part]), [each.name for each in types])
        for place, (k, name) in enumerate(zip(columns, names, strict=True)):
            covered["descriptive"][place] += not sums.difference(k, "payoff").excludes(described[k])
            covered["regression"][place] += not fit.estimate(name).excludes(worth[name])
    slack = 3.5 * np.sqrt(0.95 * 0.05 / replications)
    for shares in covered.values():
        assert np.all(np.abs(shares / replications - 0.95) < slack + 0.005), covered


# ------------------------------------------------------------------------------- the whole table


@pytest.fixture(scope="module", params=[FIFTYK4, FIFTYK3], ids=lambda rules: rules.id)
def table(request: pytest.FixtureRequest) -> HandTypes:
    whole = really_played(request.param, 1200)
    policies = [find_strategy(name).policy() for name in NAMES]
    plan = SwapPlan(6, swaps=60, most_deals=100_000)
    return value_hand_types(pieces(whole, 500), whole.table, policies, plan)


def test_every_type_has_its_figures_or_says_why_not(table: HandTypes) -> None:
    assert table.n == 1200
    assert table.all_agree
    rows = {row.type: row for row in table.rows}
    for row in table.rows:
        for name in ("descriptive", "regression"):
            assert (getattr(row, name) is None) == (f"{name}:" in row.note), row
        assert (row.causal is None) == ("break swap:" in row.note)
        assert (row.exact_frequency is None) == (row.agrees is None)
        if row.causal:
            assert row.causal == row.causal_splits["payoff"]
            assert 0 < row.hands_broken <= row.swaps
    assert "says the same as bomb_2" in table.dropped["twos_4"]
    assert rows["twos_0"].regression is None
    assert rows["any_straight"].regression is not None
    assert rows["mixed_fifty_k"].descriptive is not None
    ordered = [row.causal.value for row in table.by_value() if row.causal]
    assert ordered == sorted(ordered, reverse=True)
    solo = "team-mate" not in rows["mixed_fifty_k"].by_side
    if solo:
        assert rows["mixed_fifty_k"].by_side["opponent"] == rows["mixed_fifty_k"].causal
    seats = {"left", "right"} if solo else {"left", "across", "right"}
    assert set(rows["mixed_fifty_k"].by_receiver) == seats


def test_the_frame_holds_the_same_figures(table: HandTypes) -> None:
    frame = table.to_frame().set_index("type")
    row = next(row for row in table.rows if row.type == "pure_fifty_k")
    assert row.causal is not None
    assert frame.loc["pure_fifty_k", "causal"] == row.causal.value
    assert frame.loc["pure_fifty_k", "causal_n"] == row.causal.n
    assert frame.loc["pure_fifty_k", "causal_captured_low"] == row.causal_splits["captured"].low
    assert frame.loc["pure_fifty_k", "causal_to_opponent"] == row.by_side["opponent"].value
    assert frame["simulated_frequency"].notna().all()
    assert list(frame["label"]) == [row.label for row in table.rows]
    assert len(frame.columns) == len(set(frame.columns))


def test_a_wrong_deal_is_noticed_and_a_short_run_says_so() -> None:
    whole = really_played(FIFTYK4, 120)
    policies = [find_strategy(name).policy() for name in NAMES]
    wrong = whole.features | {"twos": np.ones_like(whole.features["twos"])}
    plan = SwapPlan(6, swaps=3, most_deals=100)
    table = value_hand_types(lambda: [replace(whole, features=wrong)], whole.table, policies, plan)
    assert not table.all_agree
    rows = {row.type: row for row in table.rows}
    assert rows["twos_1"].agrees is False
    assert rows["points_15"].agrees is True
    assert "regression: 120 deal blocks" in rows["mixed_fifty_k"].note
    assert "nan" not in rows["mixed_fifty_k"].note
    assert len(rows["mixed_fifty_k"].notes) == 2
    assert "break swap:" in rows["mixed_fifty_k"].note
    with pytest.raises(BadInput, match="1 policies for 2"):
        value_hand_types(lambda: [whole], whole.table, policies[:1], plan)
    with pytest.raises(TooFewBlocks):
        value_hand_types(lambda: [], whole.table, policies, plan)


def test_a_type_joins_its_parts_by_how_often_they_are_dealt() -> None:
    whole = really_played(FIFTYK4, 1500)
    policies = [find_strategy(name).policy() for name in NAMES]
    table = value_hand_types(
        lambda: [whole], whole.table, policies, SwapPlan(6, swaps=1, most_deals=1)
    )
    # A column of which no row has a figure is one of numbers all the same.
    frame = table.to_frame()
    assert frame["causal_captured"].isna().all() and frame["causal_captured"].dtype == float
    rows = {row.type: row for row in table.rows}
    parts = [rows[f"straight_{length}"] for length in (5, 6, 7, 8)]
    shares = np.array([float(part.exact_frequency or 0) for part in parts])
    values = np.array([part.regression.value for part in parts if part.regression])
    joined = rows["any_straight"].regression
    assert joined is not None
    assert joined.value == pytest.approx(shares @ values / shares.sum())


def test_hand_type_is_a_range() -> None:
    three = HandType("t", "three", "twos", 3, 4, (0, 2), "fewer")
    np.testing.assert_array_equal(three.holds(np.arange(6)), [0, 0, 0, 1, 1, 0])
    assert mean_estimate([1.0, 2.0]).n == 2
