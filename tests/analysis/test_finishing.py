"""Places, patterns and first out, against plain counting over the same rows."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from analysis.blocks import sums_by_block
from analysis.estimates import TooFewBlocks, ratio_estimate
from analysis.finishing import FinishingTally, place_names
from analysis.first_out import FirstOutTally, rules_of_places
from analysis.paired import PairedTally
from analysis.patterns import SeatOrders, SidePatterns, pattern_words, patterns_tally
from analysis.shares import clustered_share
from sim.deals import deal_hands
from sim.games import find_rules
from sim.hand import play_deals
from tests.analysis.simulated import in_chunks, played_of, policies, rows_of

ABAB = ("lowest", "uniform") * 2
N = 60
"""Deals: few, because the tests also run without the compiler."""
SIX = ("12", "13", "14", "23", "24", "34")


def result_of(make, played, sizes=(37,)):
    tally = make(played.table)
    for chunk in in_chunks(played, sizes):
        tally.add(chunk)
    return tally.result()


def test_places_by_strategy_are_clustered_shares_of_the_rows():
    table, rows = rows_of(ABAB, N)
    found = result_of(FinishingTally, played_of(ABAB, N))
    owner = np.tile(table.owner.ravel(), N)
    last = rows["finish"].reshape(-1, 4).max(axis=1).repeat(4)
    place = np.where(rows["finish"] == last, 3, rows["finish"] - 1)
    for strategy, number in product(range(2), range(4)):
        yes, cases = sums_by_block(rows["deal"], place == number, owner == strategy)
        expected = clustered_share(yes, cases)
        share = found.by_strategy[strategy].shares[number]
        assert share.value == pytest.approx(expected.value)
        assert (share.low, share.high) == pytest.approx((expected.low, expected.high))
    for placing in found.by_strategy:
        assert sum(each.value for each in placing.shares) == pytest.approx(1)
        assert placing.hands == 4 * N


def test_places_by_turn_start_from_the_leader():
    table, rows = rows_of(ABAB, N)
    found = result_of(FinishingTally, played_of(ABAB, N))
    owner = np.tile(table.owner.ravel(), N)
    turn = (rows["seat"] - rows["leader"]) % 4
    for strategy, distance in product(range(2), range(4)):
        chosen = (owner == strategy) & (turn == distance)
        expected = ratio_estimate(*sums_by_block(rows["deal"], rows["payoff"], chosen))
        placing = found.by_turn[strategy][distance]
        assert placing.payoff.value == pytest.approx(expected.value)
        assert placing.payoff.se == pytest.approx(expected.se)


def test_a_strategy_that_never_sat_somewhere_has_no_figures_there():
    played = played_of(("lowest", "uniform", "uniform", "uniform"), 60, seatings="first")
    found = result_of(FinishingTally, played)
    assert [each is None for each in found.by_seat[0]] == [False, True, True, True]


def test_plays_until_out_rise_to_the_share_that_ever_goes_out():
    found = result_of(FinishingTally, played_of(ABAB, N))
    for strategy, curve in enumerate(found.until_out):
        out = [each.value for each in curve.out]
        assert out == sorted(out)
        assert out[-1] + curve.never.value == pytest.approx(1)
        assert curve.never.value == pytest.approx(found.by_strategy[strategy].shares[-1].value)
        assert all(each.low <= each.value <= each.high for each in curve.out)


def test_plays_until_out_by_plain_counting():
    table, rows = rows_of(("lowest",) * 4, N)
    curve = result_of(FinishingTally, played_of(("lowest",) * 4, N)).until_out[0]
    last = rows["finish"].reshape(-1, 4).max(axis=1).repeat(4)
    for play, share in zip(curve.plays, curve.out, strict=True):
        assert share.value == np.mean((rows["finish"] < last) & (rows["plays"] <= play))


def test_patterns_of_sides_by_plain_counting():
    table, rows = rows_of(ABAB, N)
    found = result_of(SidePatterns, played_of(ABAB, N))
    counted: Counter[tuple[int, str]] = Counter()
    for finish, owner in zip(
        rows["finish"].reshape(-1, 4), np.tile(table.owner, (N, 1)), strict=True
    ):
        for team in ((0, 2), (1, 3)):
            low, high = sorted(int(finish[seat]) for seat in team)
            counted[int(owner[team[0]]), f"{low}{max(high, low + 1)}"] += 1
    for camp, patterns in enumerate(found.patterns):
        assert {each.name for each in patterns} <= set(SIX)
        for each in patterns:
            assert each.share.value == counted[camp, each.name] / (2 * N)
        assert sum(each.share.value for each in patterns) == pytest.approx(1)


@pytest.mark.parametrize(
    ("rules_id", "options"),
    [
        ("anzhan", ()),
        ("jinzhou", ()),
        ("fuqing6", ()),
        ("fuqing6", (("hand_ends", "side_out"), ("sweep", "none"))),
        ("fuqing4", (("hand_ends", "one_left"), ("sweep", "none"))),
    ],
)
def test_patterns_in_words_say_how_many_are_left(rules_id, options):
    rules = find_rules(rules_id, dict(options))
    results = play_deals(policies(("lowest",)) * rules.seats, deal_hands(rules, 5, range(N)))
    said = set()
    for raw, side in zip(results.raw["finish"], results.side, strict=True):
        finish = raw[: rules.seats]
        order = np.argsort(np.where(finish, finish, rules.seats), kind="stable")
        for team in (np.flatnonzero(side == number) for number in range(2)):
            places = sorted(int(np.flatnonzero(order == seat)[0]) + 1 for seat in team)
            words = pattern_words("".join(map(str, places)), rules)
            left = np.count_nonzero(finish[team] == 0)
            known = {"all left": len(team), "two left": 2, "three left": 3, "left": 1}
            found = [count for text, count in known.items() if words.endswith(text)]
            assert max(found, default=0) == left, (words, finish)
            said.add(words)
    if rules_id == "anzhan":
        # The one against three was second out.
        assert "first and two left" in said


def test_a_side_and_its_opponents_have_opposite_patterns():
    found = result_of(SidePatterns, played_of(ABAB, N))
    shares = [{each.name: each.share.value for each in camp} for camp in found.patterns]
    for name in SIX:
        others = "".join(sorted(set("1234") - set(name)))
        assert shares[0].get(name, 0) == pytest.approx(shares[1].get(others, 0))


def test_the_split_adds_up_to_the_paired_difference():
    played = played_of(ABAB, N)
    split = result_of(SidePatterns, played).split
    pair = result_of(PairedTally, played).pairs[0]
    assert split is not None
    assert split.total.value == pytest.approx(pair.comparison.estimate.value)
    assert split.frequency.value + split.within.value == pytest.approx(split.total.value)
    parts = [part.value for _, *both in split.by_pattern for part in both]
    assert sum(parts) == pytest.approx(split.total.value)
    assert split.total.se == pytest.approx(pair.comparison.estimate.se, rel=0.3)


def test_a_strategy_against_itself_has_nothing_to_split():
    split = result_of(SidePatterns, played_of(("lowest", "lowest@2") * 2, 97)).split
    assert split is not None
    assert split.frequency.value == pytest.approx(0, abs=1e-12)
    assert split.within.value == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("third", ["lowest", "lowest@2"])
def test_three_seats_have_six_orders(third):
    line_up = ("lowest", "uniform", third)
    played = played_of(line_up, N, "fiftyk3")
    found = result_of(SeatOrders, played)
    (orders,) = found.patterns
    assert found.orders_by == ("turn" if third == "lowest" else "strategy")
    assert sum(each.share.value for each in orders) == pytest.approx(1)
    words = {"leader", "next", "last to act"} if third == "lowest" else set(line_up)
    assert all(set(each.name.split(", ")) == words for each in orders)
    first = sum(each.share.value * each.payoffs[0].value for each in orders)
    assert first == pytest.approx(np.mean(played.payoff[played.finish == 1]) / 60)


def test_tables_without_a_form_of_patterns_have_no_tally():
    assert isinstance(patterns_tally(played_of(ABAB, 20).table), SidePatterns)
    assert isinstance(patterns_tally(played_of(("lowest",) * 3, 20, "fiftyk3").table), SeatOrders)


@pytest.mark.parametrize(("line_up", "rules"), [(ABAB, "fiftyk4"), (ABAB[:3], "fiftyk3")])
def test_first_out_parts_add_up(line_up, rules):
    played = played_of(line_up, N, rules)
    found = result_of(FirstOutTally, played)
    assert sum(each.value for each in found.parts.values()) == pytest.approx(found.margin.value)
    means = sum(each.value for each in found.means.values())
    assert means == pytest.approx(played.payoff.mean() / 60)
    assert set(found.parts) == set(played.table.score_parts)
    assert set(found.decides) == set(rules_of_places(played.table))
    solo = rules == "fiftyk3"
    # The bonus is 20 to a solo seat, or 10 to each seat of the side.
    assert found.parts["first_out"].value == (20 if solo else 10)
    assert found.parts["first_out"].se == 0


def test_rules_that_decide_hands_by_plain_counting():
    played = played_of(ABAB, N)
    found = result_of(FirstOutTally, played)
    changed = wins = 0
    sides = played.ended.points[:, :, :2]
    bonus = played.ended.lines["first_out"][:, :, :2]
    for hand in np.ndindex(played.leader.shape):
        first_side = int(np.argmin(played.finish[hand])) % 2

        def winner(points, first_side=first_side):
            return first_side if points[0] == points[1] else int(points[1] > points[0])

        with_rule, without = winner(sides[hand]), winner(sides[hand] - bonus[hand])
        assert played.won[hand][with_rule]
        changed += with_rule != without
        wins += with_rule == first_side
    assert found.decides["first_out"].value == changed / (2 * N)
    assert found.wins.value == wins / (2 * N)


def test_one_deal_is_too_few():
    for make in (FinishingTally, SidePatterns, FirstOutTally):
        with pytest.raises(TooFewBlocks):
            result_of(make, played_of(ABAB, 1))


def test_names_of_places():
    assert place_names(3) == ("first", "second", "left")
