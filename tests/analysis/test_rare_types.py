from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from analysis.break_swap import replay
from analysis.estimates import ratio_estimate
from analysis.features import feature_values
from analysis.placing import held_cards
from analysis.rare_types import Pool, RareType, deal_type, rare_types, rare_value
from analysis.type_list import exact_frequency, hand_types
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.games import find_rules
from sim.rules import Rules
from strategies import find_strategy

RULES = [find_rules(name, {}) for name in ("fiftyk4", "fiftyk3", "qq2", "liaoning")]
EACH = pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)


def exact(rules: Rules, name: str) -> Fraction:
    found = exact_frequency(rules, next(each for each in hand_types(rules) if each.name == name))
    assert found is not None
    return found


@EACH
def test_every_deal_is_of_the_type_and_weights_add_up_to_the_exact_frequency(rules: Rules) -> None:
    for rare in (rare_types(rules)[0], rare_types(rules)[-1]):
        dealt = deal_type(rules, rare, 6, range(3_000))
        of_type = feature_values(dealt.deals, rare.name)[np.arange(3_000), dealt.hero]
        assert of_type.min() > 0
        found = rare_value(rare, dealt, np.zeros(3_000)).frequency
        assert abs(found.value - float(exact(rules, rare.name))) <= 4 * found.se + 1e-15


@EACH
def test_a_rare_type_has_the_name_that_it_has_among_all_types(rules: Rules) -> None:
    names = {each.name: each.label for each in hand_types(rules)}
    assert all(each.label == names.get(each.name, each.label) for each in rare_types(rules))
    assert rare_types(rules)[7].label == "bomb of 10s"


def test_with_one_pack_the_weight_of_four_of_a_rank_is_its_probability() -> None:
    rules = RULES[0]
    assert isinstance(rules, Rules)
    dealt = deal_type(rules, rare_types(rules)[11], 6, range(500))
    assert np.all(dealt.weight == float(exact(rules, "bomb_A")))
    found = rare_value(rare_types(rules)[11], dealt, np.arange(500.0))
    # The measured "x 380 more cases for one bomb rank".
    assert found.frequency.se == 0 and round(found.gain) == 379
    assert found.payoff.value == pytest.approx(249.5)


@EACH
def test_a_holding_is_counted_as_often_as_it_can_be_drawn(rules: Rules) -> None:
    # Against plain counting: the mean number of smallest holdings of dealt hands is the mass.
    rare = rare_types(rules)[-1]
    held = held_cards(deal_hands(rules, 2, range(20_000)))
    times = rare.times_held(held)
    np.testing.assert_array_equal(
        times > 0, feature_values(deal_hands(rules, 2, range(20_000)), rare.name) > 0
    )
    masses = [float(rare.mass(rules, size)) for size in rules.hand_sizes(0)]
    assert abs(times.mean() - np.mean(masses)) < 4.5 * times.std() / np.sqrt(times.size / 4)


@pytest.mark.statistical
@pytest.mark.compiled
@pytest.mark.parametrize("rules", RULES[:3], ids=lambda rules: rules.id)
def test_reweighted_equals_unconditional(rules: Rules) -> None:
    rare = rare_types(rules)[-1]
    seatings = [[find_strategy("lowest").policy()] * rules.seats]
    dealt = deal_type(rules, rare, 3, range(2_000))
    payoff = replay(seatings, dealt.deals)[np.arange(2_000), dealt.hero, 0]
    reweighted = rare_value(rare, dealt, payoff).payoff
    natural = deal_hands(rules, 4, range(6_000))
    of_type = (feature_values(natural, rare.name) > 0).astype(float)
    paid = replay(seatings, natural)[:, :, 0]
    plain = ratio_estimate((of_type * paid).sum(axis=1), of_type.sum(axis=1))
    assert abs(reweighted.value - plain.value) < 4 * np.hypot(reweighted.se, plain.se)
    # Negative control: without the weights every hand that holds several counts too often.
    if rules.decks > 1:
        unweighted = rare.times_held(held_cards(natural))
        assert unweighted.max() > 1 and np.ptp(dealt.weight) > 0


def test_what_cannot_be_dealt_is_refused() -> None:
    rules = RULES[0]
    assert isinstance(rules, Rules)
    much = RareType("much", "hand of 14", ((Pool(tuple(range(52)), 14),),))
    with pytest.raises(BadInput, match="no hand can hold"):
        deal_type(rules, much, 1, range(3))
    mixed = RareType("mixed", "either", ((Pool((1,), 1),), (Pool((2,), 1), Pool((3,), 1))))
    with pytest.raises(BadInput, match="different numbers"):
        deal_type(rules, mixed, 1, range(3))
