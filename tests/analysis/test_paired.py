"""Strategies of a result compared: the library's figures, parts that add up, camps."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.comparisons import compare, score_pair
from analysis.estimates import TooFewBlocks
from analysis.paired import PairedTally, deals_to_decide
from analysis.played import read_blocks
from analysis.score_parts import PARTS_OF_A_POINT
from sim.errors import BadInput
from tests.analysis.simulated import in_chunks, played_of, rows_of, table_of

ABAB = ("lowest", "uniform") * 2
N = 60
"""Deals: few, because the tests also run without the compiler."""
LINE_UPS = [
    (ABAB, "fiftyk4", ()),
    (("lowest", "uniform", "lowest@2", "uniform@2"), "fiftyk4", ()),
    (("lowest", "uniform", "uniform", "uniform"), "fiftyk4", (("doubling", "never"),)),
    (("lowest", "uniform", "lowest"), "fiftyk3", ()),
    (("lowest", "uniform", "lowest@2"), "fiftyk3", (("first_out_bonus", "7"),)),
]


def result_of(played, sizes=()):
    tally = PairedTally(played.table)
    for chunk in in_chunks(played, sizes):
        tally.add(chunk)
    return tally.result()


@pytest.mark.parametrize(("line_up", "rules", "options"), LINE_UPS)
def test_parts_add_up_to_every_payoff(line_up, rules, options):
    played = played_of(line_up, N, rules, options=options)
    assert np.array_equal(sum(played.parts.values()), played.payoff)
    assert tuple(played.parts) == played.table.score_parts
    doubling = played.parts.get("doubling", np.int64(0))
    assert np.array_equal(played.undoubled + doubling, played.payoff)


@pytest.mark.parametrize(("line_up", "rules", "options"), LINE_UPS)
def test_pairs_are_the_library_comparison_and_their_parts_add_up(line_up, rules, options):
    played = played_of(line_up, N, rules, options=options)
    table, found = played.table, result_of(played)
    for pair in found.pairs:
        scores = score_pair(
            played.payoff / PARTS_OF_A_POINT,
            table.camp_of[table.owner],
            table.camp_names,
            (pair.a, pair.b),
        )
        expected = compare(scores, pair.comparison.estimate.level)
        assert pair.comparison.estimate.value == pytest.approx(expected.estimate.value)
        assert pair.comparison.estimate.se == pytest.approx(expected.estimate.se)
        assert pair.comparison.sd == pytest.approx(expected.sd)
        assert pair.comparison.pairing_factor == pytest.approx(expected.pairing_factor)
        total = sum(part.value for part in pair.parts.values())
        assert total == pytest.approx(pair.comparison.estimate.value, abs=1e-12)
        doubling = pair.parts["doubling"].value if "doubling" in pair.parts else 0
        assert pair.without_doubling.value + doubling == pytest.approx(total)


def test_chunks_change_no_digit():
    played = played_of(ABAB, N)
    whole, cut = result_of(played), result_of(played, [1, 20, 3, 3])
    assert whole.pairs == cut.pairs
    assert np.array_equal(whole.scores, cut.scores)


def test_the_same_strategy_under_two_names_differs_by_exactly_zero():
    found = result_of(played_of(("lowest", "lowest@2") * 2, 100))
    assert found.pairs[0].comparison.estimate.value == 0 == found.pairs[0].comparison.sd
    assert found.pairs[0].comparison.pairing_factor is None
    assert deals_to_decide(found.pairs[0]) is None


def test_swapping_a_pair_turns_every_sign():
    pair = result_of(played_of(ABAB, N)).pairs[0]
    other = pair.swapped()
    assert (other.comparison.a, other.comparison.b) == (pair.comparison.b, pair.comparison.a)
    assert other.comparison.estimate.value == -pair.comparison.estimate.value
    assert all(other.parts[name].value == -pair.parts[name].value for name in pair.parts)


def test_one_strategy_alone_has_a_mean_and_no_pair():
    found = result_of(played_of(("lowest",) * 4, N))
    assert found.pairs == () and found.scores.size == 0
    assert len(found.means) == 1 and found.means[0].n == N


def test_partners_that_always_sit_together_are_one_camp():
    table = table_of(("lowest", "uniform", "lowest@2", "uniform@2"))
    assert table.camps == ((0, 2), (1, 3))
    assert table.camp_names == ("lowest + lowest@2", "uniform + uniform@2")
    changing = table_of(("lowest", "uniform", "lowest@2", "uniform@2"), seatings="orders")
    assert changing.camps == ((0,), (1,), (2,), (3,))
    assert table_of(("lowest", "uniform", "lowest@2"), "fiftyk3").camps == ((0,), (1,), (2,))
    assert table_of(("lowest", "uniform", "uniform", "uniform")).camps == ((0,), (1,))


def test_several_pairs_share_the_error_of_their_intervals():
    found = result_of(played_of(("lowest", "uniform", "lowest@2"), N, "fiftyk3"))
    assert len(found.pairs) == 3
    assert {pair.comparison.family for pair in found.pairs} == {3}
    assert found.pairs[0].comparison.estimate.level == pytest.approx(1 - 0.05 / 3)
    assert found.pairs[0].comparison.family_level == pytest.approx(0.95)


def test_one_deal_is_too_few_and_says_what_there_is():
    with pytest.raises(TooFewBlocks) as caught:
        result_of(played_of(ABAB, 1))
    assert caught.value.partial.n == 1


def test_rows_that_are_no_whole_blocks_are_refused():
    table, rows = rows_of(ABAB, 20)
    with pytest.raises(BadInput, match="whole deal blocks"):
        read_blocks(table, {name: column[1:] for name, column in rows.items()})
    turned = {name: column.copy() for name, column in rows.items()}
    turned["deal"][0] = 7
    with pytest.raises(BadInput, match="stand apart"):
        read_blocks(table, turned)
