"""Progression through the batch machinery: rows, blocks, parts of the score, the survey."""

from __future__ import annotations

import json

import numpy as np
import pyarrow.parquet as pq
import pytest

from analysis.batches import simulate
from analysis.frames import columns_of, read_hands
from analysis.merge import merge
from analysis.pair_play import play_pair
from analysis.stack_features import STACK_CARDS, STACK_FACES, STACK_VALUE, stack_features
from analysis.stack_played import STATES
from analysis.stack_survey import read_stack_result, survey_stacks
from analysis.survey import Effort
from sim.core.compiler import COMPILED
from sim.errors import BadInput
from sim.families import verify_record
from sim.games import find_rules
from sim.progression.deals import PLACE_LETTERS, deal_hands
from sim.progression.hand import play_deals
from sim.seatings import pair_block
from strategies import find_strategy, line_up
from tests.naive.progression import score_stack

FORMS = ("progression", "progression_original")
DEALS = 60 if COMPILED else 3
both = pytest.mark.parametrize("rules_id", FORMS)


def run(rules, names, out, deals=DEALS, **more):
    return simulate(rules, line_up(rules, names), deals, 7, out, **more)


@both
def test_rows_do_not_depend_on_threads_and_resume(rules_id, tmp_path):
    rules = find_rules(rules_id)
    run(rules, "greedy,uniform,uniform", tmp_path / "one", threads=1, records=2)
    run(rules, "greedy,uniform,uniform", tmp_path / "two", DEALS // 2, threads=2, records=1)
    run(rules, "greedy,uniform,uniform", tmp_path / "two", threads=2, records=2)
    one, two = read_hands(tmp_path / "one"), read_hands(tmp_path / "two")
    assert one.equals(two)
    assert (tmp_path / "one" / "records.jsonl").read_bytes() == (
        tmp_path / "two" / "records.jsonl"
    ).read_bytes()
    records = [
        json.loads(line) for line in (tmp_path / "one" / "records.jsonl").read_text().splitlines()
    ]
    assert len(records) == 2 * 3
    assert [verify_record(record) for record in records] == [None] * 6
    points = one["payoff"].to_numpy().reshape(-1, 3)
    assert points[:6].tolist() == [record["result"]["payoff"] for record in records]


def test_merged_parts_are_one_run(tmp_path):
    rules = find_rules("progression_original")
    run(rules, "greedy", tmp_path / "all", 20)
    run(rules, "greedy", tmp_path / "a", 12)
    run(rules, "greedy", tmp_path / "b", 8, first_deal=12)
    merge([tmp_path / "a", tmp_path / "b"], tmp_path / "merged")
    assert read_hands(tmp_path / "merged").equals(read_hands(tmp_path / "all"))


def test_another_experiment_is_refused(tmp_path):
    rules = find_rules("progression")
    run(rules, "greedy", tmp_path / "run", 2)
    with pytest.raises(BadInput, match="empty_stack: default → 0"):
        run(find_rules("progression", {"empty_stack": 0}), "greedy", tmp_path / "run", 2)


@both
def test_rows_say_what_happened(rules_id, tmp_path):
    rules = find_rules(rules_id, {"turn_cap": 60})
    run(rules, "greedy,uniform,uniform", tmp_path / "run")
    (path,) = (tmp_path / "run" / "hands").iterdir()
    table = pq.read_table(path)
    assert table.column_names == list(columns_of(rules))
    frame = read_hands(tmp_path / "run")
    assert not frame.isna().any().any()
    for row in frame.head(60).itertuples():
        stacks = [
            [card + suit for place, card in enumerate(PLACE_LETTERS) if held >> place & 1]
            for suit, held in zip(
                "shcd", (row.stack_s, row.stack_h, row.stack_c, row.stack_d), strict=True
            )
        ]
        assert row.payoff == row.side_points == sum(map(score_stack, stacks))
        assert row.finish == 1 and row.captured == row.left == row.tricks == 0
        assert not row.doubled
        assert row.leader == row.deal % 3
        assert row.turns == 60 or not row.capped
    hands = frame.groupby(["deal", "seating"])
    assert (hands["ended"].sum() == ~hands["capped"].first()).all()
    best = hands["payoff"].transform("max")
    level = (frame["payoff"] == best).groupby([frame["deal"], frame["seating"]]).transform("sum")
    assert (frame["won"] == ((frame["payoff"] == best) & (level == 1))).all()


def test_features_of_the_dealt_hand():
    rules = find_rules("progression")
    deals = deal_hands(rules, 3, range(20))
    results = [play_deals([find_strategy("uniform", rules).policy()] * 3, deals)]
    found = stack_features(deals, results)
    for row in range(20):
        for seat, hand in enumerate(deals.hands(row)):
            cards = hand.split()
            suits = [sum(card[1] == suit for card in cards) for suit in "shcd"]
            assert found["face_cards"][row, 0, seat] == sum(card[0] in "AKQJ" for card in cards)
            assert found["suits_held"][row, 0, seat] == sum(count > 0 for count in suits)
            assert found["longest_suit"][row, 0, seat] == max(suits)
            values = [10 if c[0] == "T" else int(c[0]) for c in cards if c[0] not in "AKQJ"]
            assert found["hand_value"][row, 0, seat] == sum(values)


def test_tables_of_stacks():
    for word in (0, 0b1, 0b1111, 0b1_0000, 0b1_0000_0000_0000, 0b1_1111_1111_1111):
        cards = [letter for place, letter in enumerate(PLACE_LETTERS) if word >> place & 1]
        assert STACK_CARDS[word] == len(cards)
        assert STACK_FACES[word] == sum(card in "AKQJ" for card in cards)
    assert STACK_VALUE[-1] == 54


@both
def test_a_strategy_against_itself_is_zero(rules_id):
    rules = find_rules(rules_id)
    assert len(pair_block(rules)) == 6
    pair = [find_strategy("greedy", rules)] * 2
    scores = play_pair(rules, pair, 5, DEALS, threads=2)
    assert scores.hands.shape == (DEALS, 6)
    assert np.count_nonzero(scores.blocks) == 0


@both
def test_block_scores_stay_within_the_bound(rules_id):
    for empty_stack in (-10, 0):
        rules = find_rules(rules_id, {"empty_stack": empty_stack})
        pair = [find_strategy(name, rules) for name in ("greedy", "uniform")]
        assert np.abs(play_pair(rules, pair, 5, DEALS).hands).max() < rules.bound


@both
def test_survey_adds_up(rules_id, tmp_path):
    rules = find_rules(rules_id)
    run(rules, "greedy,uniform,greedy", tmp_path / "run", records=DEALS)
    for played in read_stack_result(tmp_path / "run"):
        assert (sum(played.parts.values()) == played.payoff).all()
    found = survey_stacks(tmp_path / "run", effort=Effort(certificate_deals=4))
    assert found.reasons == {}
    assert all(check.held in (True, None) for check in found.checks)
    (pair,) = found.paired.pairs
    total = sum(part.value for part in pair.parts.values())
    assert total == pytest.approx(pair.comparison.estimate.value)
    stacks = found.stacks
    for kinds in stacks.states:
        assert [kind.label for kind in kinds] == list(STATES)
        assert sum(kind.share.value for kind in kinds) == pytest.approx(1)
    assert sum(kind.share.value for kind in stacks.openings) == pytest.approx(1)
    assert sum(kind.share.value for kind in stacks.face_counts) == pytest.approx(1)
    assert sum(seat.value for seat in stacks.seats) == pytest.approx(0)
    frame = read_hands(tmp_path / "run")
    assert stacks.capped.value == pytest.approx(frame["capped"].mean())
    by_name = frame.groupby("strategy", observed=True)["ended"].mean()
    names = found.table.names
    assert [each.value for each in stacks.enders] == pytest.approx([by_name[n] for n in names])
    leaders = frame[frame["seat"] == frame["leader"]]["payoff"].mean() - frame["payoff"].mean()
    assert stacks.seats[0].value == pytest.approx(leaders)
    if rules_id == "progression":
        lines = (tmp_path / "run" / "records.jsonl").read_text().splitlines()
        drawn = [
            sum(place == "stock" for _, _, place, _ in json.loads(line)["plays"]) for line in lines
        ]
        assert stacks.stock.value == pytest.approx(37 - sum(drawn) / len(drawn))
    else:
        assert stacks.stock is None


def test_a_strategy_that_lays_barred_cards_is_named(tmp_path):
    rules = find_rules("progression_original", {"turn_cap": 9})
    file = tmp_path / "mine.py"
    file.write_text(STUBBORN)
    run(rules, f"{file}:stubborn", tmp_path / "run", 3)
    found = survey_stacks(tmp_path / "run")
    assert found.choices is None
    assert "stubborn lays cards that are barred" in found.reasons["choices"]


STUBBORN = """
from sim.core.stack_acts import nth_act
from strategies import ANY_STACKS, strategy

@strategy(name="stubborn", rules=ANY_STACKS, compiled=False)
def stubborn(view, rules, params):
    "Lays its highest card whether it may or not."
    if view.drawing:
        return nth_act(view, rules, 0)
    for card in range(51, -1, -1):
        if int(view.hand) >> card & 1 and not int(view.stacks[view.seat]) >> card // 13 * 13 & 8191:
            return 1, card
    return nth_act(view, rules, 0)
"""


def test_choices_may_be_left_out(tmp_path):
    rules = find_rules("progression_original", {"turn_cap": 9})
    run(rules, "greedy", tmp_path / "run", 3)
    found = survey_stacks(tmp_path / "run", effort=Effort(certificate_deals=1, choices=0))
    assert found.choices is None
    assert found.reasons["choices"] == "no choices were to be replayed"


def test_one_deal_is_too_few_and_says_so(tmp_path):
    rules = find_rules("progression_original")
    run(rules, "greedy", tmp_path / "run", 1)
    found = survey_stacks(tmp_path / "run", effort=Effort(certificate_deals=1))
    assert found.stacks is None and "too few" in found.reasons["stacks"]
