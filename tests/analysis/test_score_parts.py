from __future__ import annotations

import numpy as np
import pytest

from analysis.score_parts import PART_PHRASES, PARTS_OF_A_POINT, SCORE_PARTS, Ended, parts_of
from sim.core.compiler import COMPILED
from sim.core.score import score_hand
from sim.core.turns import RESULT
from sim.deals import deal_hands
from sim.games import CLIMBING, find_rules
from sim.hand import HandResults, play_deals
from sim.policy import as_records
from strategies import find_strategy

VARIANTS = {
    **{name: (name, {}) for name in CLIMBING},
    "catch transferred": ("jinzhou", {"catch": "transfer"}),
    "twenty deducted": ("fuqing6", {"twenty": "deducted"}),
    "twenty off": ("fuqing4", {"twenty": "off", "last_tricks": "keep"}),
    "hidden with jokers": ("anzhan", {"jokers": "true"}),
    "bonus by steps": ("qq1", {"first_out_bonus": "30", "left_penalty": "15"}),
    "six seats": ("zhengfen", {"players": "6", "last_tricks": "to_first"}),
    "two seats": ("zhengfen", {"players": "2"}),
    "six in sides": ("fiftyk4", {"seats": "6"}),
    "sweep beside a catch": ("qq2", {"sweep": "captured", "payoff": "full"}),
}


def ended_of(results: HandResults) -> Ended:
    return Ended(
        results.rules,
        results.finish.astype(np.int64),
        results.captured.astype(np.int64),
        results.left.astype(np.int64),
        results.side.astype(np.int64),
        results.doubled,
    )


def made_up_hands(rules, hands: int, seed: int) -> HandResults:
    """Return ends of hands that some play could lead to, scored by the kernel."""
    rng = np.random.default_rng(seed)
    raw = np.zeros(hands, dtype=RESULT)
    record = as_records(rules.record)[0]
    for row in range(hands):
        result = raw[row]
        side = np.array([seat % 2 for seat in range(rules.seats)])
        if rules.hidden:
            holders = rng.integers(0, rules.seats, 2)
            side = 1 - np.isin(np.arange(rules.seats), holders)
            result["side"][: rules.seats] = side
        elif rules.solo:
            side = np.arange(rules.seats)
        out = 0
        for place, seat in enumerate(rng.permutation(rules.seats), 1):
            result["finish"][seat] = place
            out |= 1 << int(seat)
            if is_over(rules, side, out, int(seat)):
                break
        shares = rng.dirichlet(np.ones(2 * rules.seats))
        points = 5 * rng.multinomial(rules.pack_points // 5, shares)
        result["captured"][: rules.seats] = points[: rules.seats]
        for seat in range(rules.seats):
            if out >> seat & 1 == 0:
                result["left"][seat] = points[rules.seats + seat]
        score_hand(record, out, as_records(raw)[row])
    return HandResults(rules, raw)


def is_over(rules, side, out, seat) -> bool:
    """Say again when a hand ends, from the rules page."""
    holding = [other for other in range(rules.seats) if out >> other & 1 == 0]
    mates = [other for other in range(rules.seats) if side[other] == side[seat]]
    if rules.hand_ends == "one_left" or len(holding) == 1:
        return len(holding) == 1
    if rules.hand_ends == "side_out":
        return all(out >> mate & 1 for mate in mates)
    gone = [other for other in range(rules.seats) if out >> other & 1]
    return len(mates) == 1 or sorted(gone) == mates


def check(results: HandResults) -> None:
    ended = ended_of(results)
    rules = results.rules
    assert tuple(ended.parts) == parts_of(rules)
    total = sum(ended.parts.values())
    np.testing.assert_array_equal(total, np.rint(results.payoff * PARTS_OF_A_POINT))
    points = np.take_along_axis(results.side_points, results.side.astype(np.int64), axis=1)
    np.testing.assert_array_equal(ended.points, points)
    np.testing.assert_array_equal(ended.winner(ended.points), results.winner)


@pytest.mark.compiled
@pytest.mark.parametrize("name", VARIANTS)
def test_parts_add_up_to_every_payoff(name: str) -> None:
    rules = find_rules(VARIANTS[name][0], VARIANTS[name][1])
    players = [find_strategy("uniform").policy(), find_strategy("lowest").policy()]
    line_up = [players[seat // 2 % 2] for seat in range(rules.seats)]
    check(play_deals(line_up, deal_hands(rules, 4, range(300))))


@pytest.mark.parametrize("name", VARIANTS)
def test_parts_add_up_for_hands_that_are_made_up(name: str) -> None:
    rules = find_rules(VARIANTS[name][0], VARIANTS[name][1])
    check(made_up_hands(rules, 400 if COMPILED else 60, 8))


def test_every_part_has_its_words() -> None:
    assert list(SCORE_PARTS) == list(PART_PHRASES)
    shown = {part for rules in CLIMBING.values() for part in parts_of(rules)}
    assert shown == set(SCORE_PARTS)


def one(rules, finish, captured, left, side=None, doubled=False) -> Ended:
    as_row = [np.array([each]) for each in (finish, captured, left)]
    sides = np.array([side or [seat % 2 for seat in range(rules.seats)]])
    return Ended(rules, *as_row, sides, np.array([doubled]))


def test_a_sweep_is_paid_in_place_of_all_else() -> None:
    hand = one(find_rules("jiangnan"), [1, 3, 2, 3], [20, 80, 10, 50], [0, 30, 0, 10])
    assert hand.is_swept.all()
    sixtieths = {name: (part[0] / 60).tolist() for name, part in hand.parts.items()}
    assert sixtieths["captured"] == [30, 130, 30, 130]
    assert sixtieths["sweep"] == [170, -130, 170, -130]
    assert not any(sixtieths["last_tricks"] + sixtieths["left_points"])


def test_of_hidden_sides_one_against_three_keeps_its_points() -> None:
    rules = find_rules("anzhan")
    hand = one(rules, [2, 1, 3, 4], [30, 60, 70, 40], [0, 0, 0, 0], [1, 1, 1, 0])
    assert hand.is_lopsided.all()
    assert not hand.is_swept.any()
    assert (hand.parts["captured"][0] / 60).tolist() == [160 / 3] * 3 + [40]
    assert not hand.parts["last_tricks"].any()
    alone = one(rules, [2, 2, 2, 1], [30, 60, 70, 40], [0, 0, 0, 0], [1, 1, 1, 0])
    assert alone.is_swept.all()
    assert (sum(alone.parts.values())[0] / 60).tolist() == [0, 0, 0, 200]


def test_steps_are_taken_in_order() -> None:
    hand = one(find_rules("qq2"), [1, 3, 2, 3], [60, 40, 60, 0], [0, 20, 0, 20])
    sixtieths = {name: (part[0] / 60).tolist() for name, part in hand.parts.items()}
    # 120 : 40 pays 1; 40 points left make it 120 : 0, which pays 2; caught, 180 : -60 pays 3.
    assert sixtieths == {
        "captured": [1, -1, 1, -1],
        "left_points": [1, -1, 1, -1],
        "catch": [1, -1, 1, -1],
    }
