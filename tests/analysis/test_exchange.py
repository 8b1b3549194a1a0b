from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from analysis import exchange as module
from analysis.blocks import FloatArray
from analysis.break_swap import OUTCOMES, exchange, replay
from analysis.estimates import Estimate, ratio_estimate
from analysis.exchange import (
    ExchangePlan,
    counterparties,
    exchange_scores,
    exchange_tables,
    movable_suits,
    rank_names,
    suits_matter,
)
from analysis.keyed import below, deal_words
from analysis.placing import Placing, held_cards, with_held
from sim.cards import RANKS
from sim.deals import Deals, deal_hands
from sim.errors import BadInput
from sim.games import find_rules
from sim.policy import Policy
from sim.rules import Rules
from strategies import find_strategy

FOUR, QQ2, THREE = (find_rules(name, {}) for name in ("fiftyk4", "qq2", "fiftyk3"))
assert isinstance(FOUR, Rules) and isinstance(QQ2, Rules) and isinstance(THREE, Rules)


def line_up(rules: Rules) -> list[list[Policy]]:
    return [[find_strategy("lowest").policy()] * rules.seats]


# ------------------------------------------------------------------------------ placing a card


def test_words_belong_to_a_deal_alone() -> None:
    alone = [int(deal_words(5, [deal], "a", 2)[0]) for deal in range(40)]
    assert alone == deal_words(5, range(40), "a", 2).tolist()
    assert len({*alone, *deal_words(5, range(40), "b", 2).tolist()}) == 80
    counts = np.bincount(below(deal_words(1, range(30_000), "even"), 5))
    assert abs(counts - 6_000).max() < 4.5 * np.sqrt(6_000 * 0.8)


@pytest.mark.parametrize("rules", [FOUR, QQ2, find_rules("jiangnan", {})], ids=lambda r: r.id)
def test_hands_survive_being_taken_apart(rules: Rules) -> None:
    deals = deal_hands(rules, 3, range(50))
    held = held_cards(deals)
    np.testing.assert_array_equal(with_held(deals, held).cards, deals.cards)
    assert np.all(held.sum(axis=(1, 2)) == rules.pack_size)


@pytest.mark.statistical
@pytest.mark.parametrize("rules", [FOUR, QQ2, THREE], ids=lambda rules: rules.id)
def test_placed_deals_are_the_deals_on_condition(rules: Rules) -> None:
    # Against rejection: the deals in which seat 1 holds a queen of spades and seat 0 a 4 of clubs.
    n, queen, four = 20_000, 4 * RANKS.index("Q"), 4 * RANKS.index("4") + 2
    deals = deal_hands(rules, 9, range(n))
    placing = Placing(deals, "test")
    for seat, card in ((1, queen), (0, four)):
        placing.place(np.full(n, seat), np.full(n, card))
    placed = placing.result()
    held, natural = held_cards(placed), held_cards(deals)
    np.testing.assert_array_equal(held.sum(axis=1), natural.sum(axis=1))
    np.testing.assert_array_equal(held.sum(axis=2), natural.sum(axis=2))
    assert held[:, 1, queen].min() == held[:, 0, four].min() == 1
    # Copies are physical: a deal counts once for each pair of copies that does.
    times = (natural[:, 1, queen] * natural[:, 0, four]).astype(float)
    for figure in (
        lambda deals, held: deals.leader == 1,
        lambda deals, held: deals.leader == 0,
        lambda deals, held: held[:, 1, queen + 1] > 0,
        lambda deals, held: held[:, 0, four - 1] > 0,
        lambda deals, held: held[:, 2, :20].sum(axis=1) > 5,
    ):
        expected = ratio_estimate(times * figure(deals, natural), times)
        got = figure(placed, held)
        se = np.hypot(expected.se, got.std() / np.sqrt(n))
        assert abs(got.mean() - expected.value) < 4.5 * se


# ------------------------------------------------------------------------------ the table


def test_a_made_up_score_gives_its_own_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each card is worth the square of its rank to whoever holds it, and leading 7 points.
    worth = (np.arange(60) // 4) ** 2.0

    def score(seatings: object, deals: Deals, threads: int) -> FloatArray:
        points = held_cards(deals) @ worth
        points[np.arange(len(deals)), deals.leader] += 7
        return np.repeat(points[:, :, None], len(OUTCOMES), axis=2)

    monkeypatch.setattr(module, "replay", score)
    for rules in (FOUR, find_rules("liaoning", {})):
        assert isinstance(rules, Rules)
        scores = exchange_scores([], rules, ExchangePlan(4, 10))
        for table in exchange_tables(scores).values():
            for held, taken in product(range(len(rank_names(rules))), repeat=2):
                effect = table.effect(held, taken)
                if effect is not None:
                    assert effect.value == held**2 - taken**2 and effect.se == 0


@pytest.fixture(scope="module")
def scores() -> module.ExchangeScores:
    return exchange_scores(line_up(FOUR), FOUR, ExchangePlan(2, 80))


@pytest.mark.compiled
def test_scores_do_not_depend_on_threads_or_chunks(scores: module.ExchangeScores) -> None:
    again = exchange_scores(line_up(FOUR), FOUR, ExchangePlan(2, 4, first_deal=62, threads=1))
    np.testing.assert_array_equal(again.gained, scores.gained[62:66])


@pytest.mark.compiled
def test_the_table_is_antisymmetric_and_orders_the_ranks(scores: module.ExchangeScores) -> None:
    tables = exchange_tables(scores)
    assert list(tables) == list(counterparties(FOUR))
    against = tables["opponent"]
    for held, taken in product(range(13), repeat=2):
        effect, back = against.effect(held, taken), against.effect(taken, held)
        if effect is None or back is None:
            assert RANKS[held] in "5TK" and held == taken
            continue
        assert (effect.value, effect.low) == (-back.value, -back.high)
        assert effect.n == 80 and effect.level == 0.95
    best = against.effect(12, 0)
    assert best is not None and best.low > 0
    captured = exchange_tables(scores, outcome="captured")["opponent"].effect(12, 0)
    assert captured is not None and captured.low > 0


@pytest.mark.statistical
@pytest.mark.compiled
def test_the_effect_is_the_difference_of_two_conditional_means() -> None:
    # The exact identity, from deals as they come: nothing is placed or exchanged.
    n, two, seven = 30_000, slice(48, 52), slice(16, 20)
    deals = deal_hands(FOUR, 77, range(n))
    paid = replay(line_up(FOUR), deals)[:, :, 0]
    held = held_cards(deals)
    twos, sevens = (held[:, :, each].sum(axis=2).astype(float) for each in (two, seven))

    def mean(step: int, hero: FloatArray, other: FloatArray) -> Estimate:
        times = hero * np.roll(other, -step, axis=1)
        return ratio_estimate((times * paid).sum(axis=1), times.sum(axis=1))

    found = exchange_scores(line_up(FOUR), FOUR, ExchangePlan(5, 700), [(12, 4)])
    for step in (1, 2, 3):
        have, lack = mean(step, twos, sevens), mean(step, sevens, twos)
        gained = found.gained[:, 0, step - 1, 0]
        se = np.sqrt(have.se**2 + lack.se**2 + gained.var() / len(gained))
        assert abs(have.value - lack.value - gained.mean()) < 4 * se
        assert se < 2


@pytest.mark.compiled
@pytest.mark.parametrize("rules", [FOUR, THREE, QQ2], ids=lambda rules: rules.id)
def test_cards_of_a_rank_are_worth_the_same_where_suits_have_no_meaning(rules: Rules) -> None:
    def cost(one: int, two: int) -> Sequence[float]:
        deals = deal_hands(rules, 8, range(400))
        placing, hero = Placing(deals, "alike"), np.zeros(400, dtype=np.int64)
        cards = [np.full(400, card) for card in (one, two)]
        for seat, card in zip((hero, hero + 1), cards, strict=True):
            placing.place(seat, card)
        dealt = placing.result()
        swapped = exchange(dealt, hero, hero + 1, *cards)
        before, after = (replay(line_up(rules), each)[:, 0, 0] for each in (dealt, swapped))
        gained: list[float] = (before - after).tolist()
        return gained

    seven, king = 4 * RANKS.index("7"), 4 * RANKS.index("K")
    assert suits_matter(rules, RANKS.index("7")) == (rules is QQ2)
    if not suits_matter(rules, RANKS.index("7")):
        assert not any(cost(seven, seven + 3))
        # With the lead fixed even the card that gives it is like its fellows.
        assert not any(cost(0, 1))
    assert suits_matter(rules, RANKS.index("K"))
    assert any(cost(king, king + 3))


def test_cards_that_decide_the_lead_or_the_sides_stay() -> None:
    anzhan = find_rules("anzhan", {})
    assert isinstance(anzhan, Rules)
    assert movable_suits(FOUR, 0) == (0, 2, 3)
    assert movable_suits(FOUR, 1) == (0, 1, 2, 3)
    assert movable_suits(anzhan, RANKS.index("A")) == (1, 2, 3)
    assert movable_suits(find_rules("zhengfen", {}), 14) == (0,)  # type: ignore[arg-type]
    with pytest.raises(BadInput):
        ExchangePlan(1, 0)
