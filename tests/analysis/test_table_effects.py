from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from analysis.line_ups import (
    every_pair,
    every_partnership,
    every_table,
    pair_of,
    pair_scores,
    partner_scores,
    partners_of,
    table_of_three,
    table_scores,
)
from analysis.pair_play import play_pair
from analysis.table_effects import cross_play, externality
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.games import ANZHAN, FIFTYK3, FIFTYK4
from sim.hand import play_deals
from strategies.lowest import LOWEST
from strategies.uniform import UNIFORM

NAMES = ("a", "b", "c")


def test_line_ups_are_every_distinct_seating() -> None:
    assert partners_of(FIFTYK4, 2, 1, 0).seatings == (
        (1, 0, 2, 0),
        (2, 0, 1, 0),
        (0, 1, 0, 2),
        (0, 2, 0, 1),
    )
    assert partners_of(FIFTYK4, 1, 1, 0).seatings == ((1, 0, 1, 0), (0, 1, 0, 1))
    assert partners_of(FIFTYK4, 2, 1, 0).key == "partners-1-2-0"
    assert pair_of(FIFTYK4, 3, 1).seatings == ((1, 3, 1, 3), (3, 1, 3, 1))
    assert len(set(table_of_three((0, 1, 1)).seatings)) == 3
    assert len(every_pair(FIFTYK3, range(4))) == 6
    assert len(every_table(range(4))) == 20
    assert len(every_partnership(FIFTYK4, range(4), 0)) == 9
    for rules in (FIFTYK3, ANZHAN):
        with pytest.raises(BadInput, match="no partners"):
            partners_of(rules, 0, 1, 2)


def test_pair_scores_are_those_of_a_comparison() -> None:
    block = pair_of(FIFTYK4, 0, 1)
    playing = [LOWEST.policy(), UNIFORM.policy()]
    dealt = deal_hands(FIFTYK4, 3, range(20))
    payoff = np.stack(
        [play_deals([playing[who] for who in seating], dealt).payoff for seating in block.seatings],
        axis=1,
    )
    ours = pair_scores(block, payoff, ["lowest", "uniform"])
    theirs = play_pair(FIFTYK4, [LOWEST, UNIFORM], 3, 20)
    assert np.array_equal(ours.blocks, theirs.blocks)
    assert np.array_equal(ours.hands, theirs.hands)


@pytest.mark.parametrize("partners", [(1, 2), (1, 1), (0, 2)])
def test_partner_scores_are_side_less_side(partners: tuple[int, int]) -> None:
    block = partners_of(FIFTYK4, *partners, 0)
    payoff = np.random.default_rng(1).integers(-80, 80, (5, len(block.seatings), 4)).astype(float)
    scores = partner_scores(FIFTYK4, block, payoff)
    for deal in range(5):
        margins = []
        for seating, points in zip(block.seatings, payoff[deal], strict=True):
            even = (seating[0], seating[2])
            mine = [0, 2] if sorted(even) == sorted(partners) else [1, 3]
            theirs = [seat for seat in range(4) if seat not in mine]
            margins.append(points[mine].mean() - points[theirs].mean())
        assert scores[deal] == pytest.approx(np.mean(margins))


def test_table_scores_are_mean_payoffs_of_each_strategy() -> None:
    block = table_of_three((2, 0, 0))
    payoff = np.random.default_rng(2).normal(0, 9, (4, 3, 3))
    scores = table_scores(block, payoff)
    for column, player in enumerate(block.players):
        for deal in range(4):
            own = [
                payoff[deal, place, seat]
                for place, seating in enumerate(block.seatings)
                for seat in range(3)
                if seating[seat] == player
            ]
            assert scores[deal, column] == pytest.approx(np.mean(own))


def tables_of(score, rng, blocks=40):
    """Tables whose scores are u(c; a, b) and a little luck."""
    tables = {}
    for seated in combinations_with_replacement(range(3), 3):
        own = [
            score(seated[c], *(seated[:c] + seated[c + 1 :])) + rng.normal(0, 0.01, blocks)
            for c in range(3)
        ]
        tables[seated] = np.stack(own, axis=1)
    return tables


def test_what_a_third_player_does_is_found_again() -> None:
    does, skill = np.array([4.0, -1.0, 0.0]), np.array([7.0, 0.0, -5.0])
    tables = tables_of(lambda c, a, b: skill[c] + does[a] + does[b], np.random.default_rng(3))
    found = externality(tables, NAMES)
    for row in found.effects:
        assert [each.value for each in row] == pytest.approx(does - does.mean(), abs=0.02)
        assert all(each.low < each.value < each.high for each in row)


def test_a_third_player_may_help_one_and_hurt_another() -> None:
    tables = tables_of(
        lambda c, a, b: 3.0 * (c == 0) * ((a == 2) + (b == 2)), np.random.default_rng(4)
    )
    effects = externality(tables, NAMES).effects
    assert effects[0][2].value == pytest.approx(2.0, abs=0.02)
    assert effects[1][2].value == pytest.approx(0.0, abs=0.02)


def test_missing_tables_and_partners_are_refused() -> None:
    with pytest.raises(BadInput, match="was not played"):
        externality({(0, 0, 0): np.zeros((2, 3))}, NAMES)
    with pytest.raises(BadInput, match="were not played"):
        cross_play({(0, 1): np.zeros(3)}, NAMES, 0)


def test_partners_that_add_up_fit_neither_well_nor_badly() -> None:
    rng = np.random.default_rng(5)
    deal = rng.normal(0, 9, 60)
    skill = np.array([0.0, 2.0, 6.0])
    luck = [deal * factor for factor in (0.0, 1.0, 1.5)]
    partners = {
        (i, j): skill[i] + skill[j] + luck[i] + luck[j] + 5.0 * ((i, j) == (1, 2))
        for i, j in combinations_with_replacement(range(3), 2)
        if (i, j) != (0, 0)
    }
    found = cross_play(partners, NAMES, 0)
    assert found.against == "a"
    assert found.margins[2][1] is found.margins[1][2]
    assert found.margins[0][0].half_width == 0
    assert found.margins[1][2].value == pytest.approx(partners[1, 2].mean())
    fits = {(i, j): found.fit[i][j].value for i in range(3) for j in range(3)}
    assert fits[1, 2] == pytest.approx(5.0)
    assert all(fit == pytest.approx(0.0) for pair, fit in fits.items() if sum(pair) != 3)
