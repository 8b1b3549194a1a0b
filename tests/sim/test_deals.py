"""Deals: fair, a function of rule set, seed and number alone, and whole."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import comb

import numpy as np
import pytest
from scipy import stats

from sim.cards import CardSet, parse_card
from sim.deals import deal_hands
from sim.games import FIFTYK3, FIFTYK4, find_rules
from tests.naive.games import find_game
from tests.naive.hand import hand_sizes
from tests.naive.variants import VARIANTS

PACK = [(rank, suit) for rank in range(13) for suit in range(4)]
JOKERS = [(13, 0), (14, 0)]


def seat_of_cards(deals):
    """int8[n, 52]: who got each card of the pack."""
    seats = deals.rules.seats
    owner = np.full((len(deals), 52), -1, dtype=np.int8)
    for number, (rank, suit) in enumerate(PACK):
        card = CardSet.of([(rank, suit)])
        for seat in range(seats):
            word = deals.cards[:, seat, 1 if card.hi else 0]
            owner[(word & np.uint64(card.lo or card.hi)) != 0, number] = seat
    return owner


def chi_square(owner, seats):
    """p-value of "every card goes to every seat alike"; cards of a deal are dependent.

    Each deal gives a seat exactly its share, so a card's counts vary by 51/52 of what independent
    cards would give: the statistic times 52/51 has (52 − 1)(seats − 1) degrees of freedom.
    """
    n = len(owner)
    counts = np.stack([(owner == seat).sum(axis=0) for seat in range(seats)])
    expected = np.stack([np.bincount(row, minlength=seats) for row in owner]).sum(axis=0) / 52
    statistic = ((counts - expected[:, None]) ** 2 / expected[:, None]).sum() * 51 / 52
    assert counts.sum() == n * 52
    return stats.chi2.sf(statistic, 51 * (seats - 1))


@pytest.mark.statistical
@pytest.mark.parametrize("rules", (FIFTYK4, FIFTYK3), ids=lambda rules: rules.id)
def test_every_card_goes_to_every_seat_alike(rules):
    owner = seat_of_cards(deal_hands(rules, 1, range(30_000)))
    # Chance of failing by accident: 1 in 1000 for each rule set, fixed by the seed.
    assert 0.001 < chi_square(owner, rules.seats) < 0.9999


@pytest.mark.statistical
def test_a_biased_dealer_is_caught():
    owner = seat_of_cards(deal_hands(FIFTYK4, 1, range(30_000)))
    # The shuffle that swaps each place with any place, in one deal of ten.
    rng = np.random.default_rng(1)
    for row in range(0, 30_000, 10):
        pack = np.arange(52)
        for place in range(52):
            other = rng.integers(52)
            pack[[place, other]] = pack[[other, place]]
        owner[row, pack] = np.arange(52) % 4
    owner[::10, 0] = owner[::10, 0] * 0
    assert chi_square(owner, 4) < 1e-6


@pytest.mark.statistical
def test_three_given_cards_meet_as_often_as_they_should():
    n = 60_000
    owner = seat_of_cards(deal_hands(FIFTYK4, 2, range(n)))
    for triple in ((0, 17, 51), (5, 6, 7), (48, 49, 50)):
        together = (owner[:, triple] == owner[:, triple[:1]]).all(axis=1).mean()
        expected = 4 * comb(49, 10) / comb(52, 13)
        # 4.5 standard errors: three chances in 150,000.
        assert abs(together - expected) < 4.5 * np.sqrt(expected * (1 - expected) / n)


@pytest.mark.statistical
def test_neighbouring_deals_and_seeds_are_unrelated():
    n = 20_000
    owner = seat_of_cards(deal_hands(FIFTYK4, 3, range(n)))
    others = seat_of_cards(deal_hands(FIFTYK4, 4, range(n)))
    for left, right in ((owner[:-1], owner[1:]), (owner, others)):
        same = (left == right).mean()
        # Two independent deals agree on a quarter of the cards; variance of the number of equal
        # places of two such deals: 52 · 3/16 · 52/51.
        se = np.sqrt(52 * 3 / 16 * 52 / 51 / len(left)) / 52
        assert abs(same - 0.25) < 4.5 * se


def test_a_deal_depends_on_rule_set_seed_and_number_alone():
    whole = deal_hands(FIFTYK4, 7, range(200))
    for options in ({"must_beat": True}, {"target": 100}, {"bombs": "bomb 4"}, {"payoff": "full"}):
        changed = deal_hands(FIFTYK4.with_options(options), 7, range(200))
        assert np.array_equal(changed.cards, whole.cards)
    numbers = np.random.default_rng(1).permutation(200)
    assert np.array_equal(deal_hands(FIFTYK4, 7, numbers).cards, whole.cards[numbers])
    with ThreadPoolExecutor(4) as pool:
        parts = list(
            pool.map(lambda n: deal_hands(FIFTYK4, 7, range(n, n + 25)), range(0, 200, 25))
        )
    assert np.array_equal(np.concatenate([part.cards for part in parts]), whole.cards)
    assert not np.array_equal(deal_hands(FIFTYK4, 8, range(200)).cards, whole.cards)
    other_name = replace(FIFTYK4, id="other")
    assert not np.array_equal(deal_hands(other_name, 7, range(200)).cards, whole.cards)


@pytest.mark.parametrize(("rules_id", "options"), VARIANTS, ids=str)
def test_the_pack_is_whole_and_the_leader_holds_his_card(rules_id, options):
    rules, game = find_rules(rules_id, options), find_game(rules_id, options)
    whole = sorted((PACK + JOKERS * rules.jokers) * rules.decks)
    deals = deal_hands(rules, 5, range(12))
    assert rules.seats == game.seats
    for row in range(12):
        hands = deals.hands(row)
        assert sorted(pair for hand in hands for pair in hand.pairs()) == whole
        sizes = [len(hand) for hand in hands]
        assert (
            sizes == hand_sizes(game, row % rules.seats) == [*rules.hand_sizes(row % rules.seats)]
        )
        assert hands[deals.leader[row]].copies(*parse_card(game.lead_card)) >= 1
        assert deals.leader[row] == deals.received[row]


def test_the_seat_dealt_first():
    # 52 cards for three seats: the first dealt gets 18.
    deals = deal_hands(FIFTYK3, 5, range(9))
    assert [[len(h) for h in deals.hands(row)].index(18) for row in range(9)] == [0, 1, 2] * 3
    chosen = deal_hands(FIFTYK3, 5, range(9), first=np.full(9, 2))
    assert all(len(chosen.hands(row)[2]) == 18 for row in range(9))
    # The order of the pack stays: who is dealt first only turns the hands.
    turned = deal_hands(FIFTYK4, 5, range(4), first=np.array([1, 2, 3, 0]))
    usual = deal_hands(FIFTYK4, 5, range(4))
    assert np.array_equal(np.roll(turned.cards, -1, axis=1), usual.cards)


def test_several_decks():
    rules = FIFTYK4.with_options({"decks": 3, "seats": 6})
    deals = deal_hands(rules, 1, range(300))
    for row in range(300):
        hands = deals.hands(row)
        assert sorted(pair for hand in hands for pair in hand.pairs()) == sorted(PACK * 3)
        assert hands[deals.received[row]].copies(0, 1)
    assert len(set(deals.received.tolist())) == 6


def test_taking_some_and_another_leader():
    deals = deal_hands(FIFTYK4, 5, range(10))
    some = deals.take(np.array([3, 7]))
    assert some.index.tolist() == [3, 7] and some.hands(1) == deals.hands(7)
    led = deals.with_leader(2)
    assert led.leader.tolist() == [2] * 10 and np.array_equal(led.received, deals.received)
