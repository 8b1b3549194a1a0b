"""The simple strategies in positions that a card player can judge."""

from __future__ import annotations

import pytest

from sim.deals import deal_hands
from sim.games import FIFTYK3, FIFTYK4
from sim.hand import play_deals
from strategies.lowest import LOWEST
from strategies.shed import SHED
from strategies.uniform import UNIFORM
from tests.strategies.positions import chosen, group, view_of

TWO_DECKS = FIFTYK4.with_options({"decks": 2})


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("4s 6h 6d 2s", "4"),
        ("4s 4h 6d 2s", "44"),
        ("4s 4h 4d 6d 2s", "444"),
        ("4s 4h 4d 4c 6d", "6"),  # four of a rank are kept
        ("4s 4h 4d 4c", "4444"),  # and led when there is nothing else
        ("4s 4h 4d 4c 9s 9h 9d 9c", "4444"),
        ("5s Th Kd", "5TK"),  # a bomb that empties the hand
    ],
)
def test_lowest_leads_all_of_its_lowest_rank(hand, lead):
    assert chosen(LOWEST, view_of(FIFTYK4, hand), FIFTYK4) == lead


@pytest.mark.parametrize(
    ("hand", "follow"),
    [
        ("3s 9h 2d", "9"),
        ("8s 8h 9h 2d", "9"),  # no pair is broken for one rank
        ("8s 8h 2d", "8"),  # for six ranks it is
        ("8s 8h 8d 8c Ah", "A"),  # four of a rank are not
        ("8s 8h 8d 8c 3h 4h 6s 9s", "9"),
        ("3s 4s", ""),
    ],
)
def test_lowest_follows_a_single_cheaply(hand, follow):
    assert chosen(LOWEST, view_of(FIFTYK4, hand, group(FIFTYK4, 1, "7")), FIFTYK4) == follow


def test_lowest_follows_every_shape():
    run = group(FIFTYK4, 2, "5", length=3)
    hand = "4s 4h 5s 5h 6s 6h 7s 7h 2s"
    assert chosen(LOWEST, view_of(FIFTYK4, hand, run), FIFTYK4) == "445566"
    straight = group(FIFTYK4, 1, "7", length=5)
    assert chosen(LOWEST, view_of(FIFTYK4, "4s 5h 6s 7h 8s 9d Ts", straight), FIFTYK4) == "45678"


def test_lowest_spares_its_partner_high_cards():
    top, hand = group(FIFTYK4, 1, "J"), "3s Qh 2d"
    assert chosen(LOWEST, view_of(FIFTYK4, hand, top), FIFTYK4) == "Q"
    assert chosen(LOWEST, view_of(FIFTYK4, hand, top, top_seat=2), FIFTYK4) == ""
    assert chosen(LOWEST, view_of(FIFTYK4, "Qh", top, top_seat=2), FIFTYK4) == "Q"
    low = group(FIFTYK4, 1, "7")
    assert chosen(LOWEST, view_of(FIFTYK4, "3s Jh 2d", low, top_seat=2), FIFTYK4) == "J"
    assert chosen(LOWEST, view_of(FIFTYK3, hand, top, top_seat=2), FIFTYK3) == "Q"


def test_lowest_bombs_for_points_against_opponents():
    top, hand = group(FIFTYK4, 2, "A"), "3s 5s 7d 8h 9s Th Kd"
    assert chosen(LOWEST, view_of(FIFTYK4, hand, top), FIFTYK4) == ""
    assert chosen(LOWEST, view_of(FIFTYK4, hand, top, points=20), FIFTYK4) == "5TK"
    assert chosen(LOWEST, view_of(FIFTYK4, hand, top, held=2), FIFTYK4) == "5TK"
    assert chosen(LOWEST, view_of(FIFTYK4, hand, top, top_seat=2, points=20), FIFTYK4) == ""
    assert chosen(LOWEST, view_of(FIFTYK3, hand, top, top_seat=2, points=20), FIFTYK3) == "5TK"
    assert chosen(LOWEST, view_of(FIFTYK4, "5s Th Kd", top, top_seat=2), FIFTYK4) == "5TK"


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("3s 4h 4d 2s", "44"),
        ("3s 6h 6d 6c 2s 2h", "66622"),  # triple and pair
        ("4s 5h 6d 7s 8h Ts Th Td 2c", "45678"),
        ("3s 3h 4s 4h 5s 6d 7s 8h", "345678"),
        ("3s 3h 3d 4s 4h 4d 6s 6h 9s 9d", "3334446699"),
        ("3s 3h 4s 4d", "3344"),
        ("3s 3h 3d 3c 4s 4d", "3333"),  # a bomb first, then the last play
        ("3s 3h 3d 3c 4s 6d 7d", "4"),
        ("5s 8h Ts Kd 9c 9d 9h", "5TK"),
        ("5s 8h Ts Kd 9c 9d 9h Jc", "5999"),
        ("5s 8h Ts Kd", "5TK"),
    ],
)
def test_shed_leads_most_cards(hand, lead):
    assert chosen(SHED, view_of(FIFTYK4, hand), FIFTYK4) == lead


def test_shed_bombs_late():
    top = group(FIFTYK4, 1, "2")
    early = "3s 4h 6s 6h 7d 8d 9h 9d Js Qc 5s Th Kd"
    assert chosen(SHED, view_of(FIFTYK4, early, top), FIFTYK4) == ""
    assert chosen(SHED, view_of(FIFTYK4, early, top, held=2), FIFTYK4) == "5TK"
    assert chosen(SHED.with_params({"late": 13}), view_of(FIFTYK4, early, top), FIFTYK4) == "5TK"
    late = "3s 4h 6s 6h 5s Th Kd"
    assert chosen(SHED, view_of(FIFTYK4, late, top), FIFTYK4) == "5TK"
    assert chosen(SHED, view_of(FIFTYK4, late, top, top_seat=2), FIFTYK4) == ""


def test_shed_lets_its_partner_go_out():
    top, hand = group(FIFTYK4, 1, "6"), "7s 9h 9d"
    assert chosen(SHED, view_of(FIFTYK4, hand, top, top_seat=2), FIFTYK4) == "7"
    assert chosen(SHED, view_of(FIFTYK4, hand, top, top_seat=2, held=1), FIFTYK4) == ""
    assert chosen(SHED, view_of(FIFTYK4, "7s", top, top_seat=2, held=1), FIFTYK4) == "7"


@pytest.mark.parametrize("strategy", [LOWEST, SHED], ids=lambda each: each.name)
def test_many_decks(strategy):
    five = "4s 4s 4h 4h 4d 6s"
    assert chosen(strategy, view_of(TWO_DECKS, five), TWO_DECKS) in ("6", "4444")
    assert chosen(LOWEST, view_of(TWO_DECKS, five), TWO_DECKS) == "6"


@pytest.mark.compiled
@pytest.mark.statistical
@pytest.mark.parametrize("strategy", [LOWEST, SHED], ids=lambda each: each.name)
@pytest.mark.parametrize("rules", [FIFTYK4, FIFTYK3], ids=lambda each: each.id)
def test_better_than_chance(strategy, rules):
    # Both lead chance by more than 20 points a hand, with an error of about half a point.
    deals = deal_hands(rules, 1, range(2000))
    policies = [UNIFORM.policy()] * rules.seats
    for team in rules.teams[:1]:
        for seat in team:
            policies[seat] = strategy.policy()
    assert play_deals(policies, deals).payoff[:, 0].mean() > 10
