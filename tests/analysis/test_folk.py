from __future__ import annotations

import numpy as np
import pytest

from analysis import trades
from analysis.blocks import FloatArray
from analysis.break_swap import OUTCOMES
from analysis.estimates import Estimate
from analysis.features import feature_values
from analysis.folk import TIPS, Folk, ask_tips, verdict
from analysis.forgetting import forgetful
from analysis.pair_play import play_pair
from analysis.placing import Placing, held_cards
from analysis.tips import (
    JACK,
    PAIR_OR_SINGLES,
    QUEEN,
    THREES_OR_JACK_QUEEN,
    little_joker_or_two,
    run_or_pairs,
)
from analysis.trades import BOMBS, MADE, Question, cases_of, find_cases, play_cases, rank_counts
from sim.deals import Deals, deal_hands
from sim.errors import BadInput
from sim.games import find_rules
from sim.rules import Rules
from strategies import find_strategy

FOUR, JIANGNAN = (find_rules(name, {}) for name in ("fiftyk4", "jiangnan"))
QUESTIONS = {
    "pair": (FOUR, PAIR_OR_SINGLES),
    "threes": (FOUR, THREES_OR_JACK_QUEEN),
    "run": (FOUR, run_or_pairs(2)),
    "joker": (JIANGNAN, little_joker_or_two(JIANGNAN)),  # type: ignore[arg-type]
}


@pytest.mark.statistical
@pytest.mark.parametrize("rules", [FOUR, JIANGNAN], ids=lambda rules: rules.id)
def test_deals_without_a_rank_are_the_deals_on_condition(rules: Rules) -> None:
    # Against rejection: seat 2 holds no 7 and no 8.
    n, low, high = 15_000, 16, 24
    deals = deal_hands(rules, 5, range(n))
    natural = held_cards(deals)
    kept = natural[:, 2, low:high].sum(axis=1) == 0
    unwanted = np.zeros((n, 60), dtype=np.bool_)
    unwanted[:, low:high] = True
    placing = Placing(deals, "test")
    placing.banish(np.full(n, 2), unwanted)
    placed = placing.result()
    held = held_cards(placed)
    np.testing.assert_array_equal(held.sum(axis=(1)), natural.sum(axis=1))
    assert held[:, 2, low:high].sum() == 0 and kept.sum() > 50
    for figure in (
        lambda leader, held: leader == 2,
        lambda leader, held: held[:, 0, 16:20].sum(axis=1) >= 2,
        lambda leader, held: held[:, 2, 40:44].sum(axis=1) >= 2,
        lambda leader, held: held[:, 1, 17] * held[:, 1, 21],
    ):
        want = figure(deals.leader[kept], natural[kept]).astype(float)
        got = figure(placed.leader, held).astype(float)
        se = np.hypot(want.std() / np.sqrt(len(want)), got.std() / np.sqrt(n))
        assert abs(want.mean() - got.mean()) < 4.5 * se


@pytest.mark.parametrize("name", QUESTIONS)
def test_trades_change_what_they_say_and_nothing_else(name: str) -> None:
    rules, question = QUESTIONS[name]
    assert isinstance(rules, Rules)
    cases = find_cases(rules, 3, 30, question)
    assert len(cases) == 30
    rows = np.arange(len(cases))
    before = rank_counts(held_cards(cases.deals))
    for step, cards in question.holds:
        assert np.all(before[rows, cases.hero, cases.rank + step] == cards)
    for arm in cases.arms:
        after = rank_counts(held_cards(arm))
        np.testing.assert_array_equal(after.sum(axis=1), before.sum(axis=1))
        np.testing.assert_array_equal(after.sum(axis=2), before.sum(axis=2))
        np.testing.assert_array_equal(arm.leader, cases.deals.leader)
        for feature in BOMBS:
            np.testing.assert_array_equal(
                feature_values(arm, feature), feature_values(cases.deals, feature)
            )
        # Other hands keep their make-up: the same numbers of cards of a rank, on other ranks.
        others = np.arange(rules.seats)[None, :] != cases.hero[:, None]
        np.testing.assert_array_equal(
            np.sort(after, axis=2)[others], np.sort(before, axis=2)[others]
        )
    if name == "run":
        mine = [feature_values(each, "pair_run")[rows, cases.hero] for each in cases.arms]
        assert np.all(feature_values(cases.deals, "pair_run")[rows, cases.hero] == 2)
        assert not np.any(mine)
    if name == "threes":
        after = rank_counts(held_cards(cases.arms[0]))[rows, cases.hero]
        assert np.all(after[:, [0, JACK, QUEEN]] == [0, 1, 1])


def test_cases_do_not_depend_on_how_many_deals_are_looked_at_once() -> None:
    assert isinstance(FOUR, Rules)
    whole = cases_of(FOUR, 3, range(900), PAIR_OR_SINGLES)
    parts = [cases_of(FOUR, 3, range(a, a + 300), PAIR_OR_SINGLES) for a in (0, 300, 600)]
    np.testing.assert_array_equal(
        whole.arms[1].cards, np.concatenate([each.arms[1].cards for each in parts])
    )


def test_a_made_up_worth_of_pairs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # A card is worth its rank, a pair 3 more: rank cancels out, the pair stays.
    def score(seatings: object, deals: Deals, threads: int) -> FloatArray:
        counts = rank_counts(held_cards(deals)).astype(float)
        worth = counts @ np.arange(15.0) + 3 * (counts == 2).sum(axis=2)
        return np.repeat(worth[:, :, None], len(OUTCOMES), axis=2)

    monkeypatch.setattr(trades, "replay", score)
    assert isinstance(FOUR, Rules)
    for question, size in ((PAIR_OR_SINGLES, 3.0), (run_or_pairs(2), 0.0)):
        found = play_cases([], find_cases(FOUR, 3, 50, question)).estimate()
        assert (found.value, found.se) == (size, 0.0)
    gains = play_cases([], find_cases(FOUR, 3, 50, THREES_OR_JACK_QUEEN))
    assert set(gains.gained) == {3.0 - 8 - 9}
    assert gains.estimate(rank=0).n == 50


def estimate(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, 1.0, 100, 0.95, low, high)


def test_verdicts_are_read_off_intervals() -> None:
    assert verdict("more", estimate(0.1, 2), 1) == "true"
    assert verdict("more", estimate(-2, -0.1), 1) == "false"
    assert verdict("more", estimate(-1, 1), 1) == "not decided"
    assert verdict("alike", estimate(-0.9, 0.9), 1) == "true"
    assert verdict("alike", estimate(1.1, 3), 1) == verdict("alike", estimate(-3, -2), 1) == "false"
    assert verdict("alike", estimate(-2, 0.5), 1) == "not decided"


@pytest.mark.compiled
def test_forgetting_costs_nothing_where_nothing_is_remembered() -> None:
    assert isinstance(FOUR, Rules)
    lowest, counter = find_strategy("lowest"), find_strategy("counter")
    assert not play_pair(FOUR, [lowest, forgetful(lowest)], 1, 20).blocks.any()
    assert play_pair(FOUR, [counter, forgetful(counter)], 1, 20).blocks.any()


@pytest.fixture(scope="module")
def folk() -> Folk:
    assert isinstance(FOUR, Rules)
    return ask_tips(FOUR, find_strategy("lowest"), 40, 1)


@pytest.mark.compiled
def test_every_tip_is_answered_or_says_why_not(folk: Folk) -> None:
    assert [finding.tip for finding in folk.findings] == list(TIPS)
    for finding in folk.findings:
        assert (finding.value is None) == (finding.answer == "not asked") == bool(finding.reason)
        if finding.value is not None:
            assert finding.value.n <= 40 and finding.cases > 0
            assert finding.value.level == pytest.approx(1 - 0.05 / len(TIPS))
    assert folk.findings[4].reason == "These rules have no jokers."


@pytest.mark.compiled
def test_answers_do_not_depend_on_threads(folk: Folk) -> None:
    assert isinstance(FOUR, Rules)
    again = ask_tips(FOUR, find_strategy("lowest"), 40, 1, threads=1)
    assert [each.to_json() for each in again.findings] == [each.to_json() for each in folk.findings]


def test_what_cannot_be_asked_is_said() -> None:
    assert isinstance(FOUR, Rules)
    wild = find_rules("zhengfen", {})
    assert isinstance(wild, Rules)
    nothing = Question("nothing", (0,), ((0, 4), (1, 4), (2, 4)), (lambda arm, rank: None,), MADE)
    assert len(cases_of(FOUR, 1, range(5), nothing)) == 5
    builder = find_strategy("builder", find_rules("progression", {}))
    with pytest.raises(BadInput, match="does not play"):
        ask_tips(FOUR, builder, 40, 1)
