"""The simulator of Progression against the slow twin, act by act, and its own bookkeeping."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sim.core.compiler import COMPILED
from sim.core.stack_cards import score_stack, score_stacks
from sim.core.stack_replay import replay_stacks
from sim.core.stack_tables import STACK_RESULT, STACK_VIEW
from sim.core.stack_turns import TAKE
from sim.errors import BadInput
from sim.families import verify_file, verify_record
from sim.games import find_rules
from sim.policy import as_records, bind
from sim.progression.deals import NUMBERS, PLACE_LETTERS, TOKENS, cards_of, deal_hands
from sim.progression.hand import STACK_SIGHT, play_deals, play_logged
from sim.progression.match import play_matches
from sim.progression.records import PLACES, place_name, record_of
from strategies import find_strategy
from tests.naive import progression as naive

GOLDEN = Path(__file__).parents[2] / "data" / "golden"
HANDS = 150 if COMPILED else 4
BOTH = pytest.mark.parametrize("rules_id", naive.FORMS)


def uniform(rules):
    return [find_strategy("uniform", rules).policy()] * rules.seats


def golden(name):
    return [json.loads(line) for line in (GOLDEN / name).read_text("utf-8").splitlines()]


# ---------------------------------------------------------------- golden cases


def test_golden_records_verify():
    assert verify_file(GOLDEN / "progression_records.jsonl")["faults"] == []


@pytest.mark.parametrize(
    "record", golden("progression_records_broken.jsonl"), ids=lambda each: str(each["expect"])
)
def test_golden_broken_records_have_their_fault(record):
    fault = verify_record(record)
    assert (fault.fault, fault.play) == (record["expect"]["kind"], record["expect"]["play"])


# ---------------------------------------------------------------- against the twin


def options_of(number):
    return ({}, {"empty_stack": 0}, {"turn_cap": 40 + number % 30})[number % 3]


@BOTH
def test_the_twin_accepts_what_the_kernel_plays(rules_id):
    for number in range(HANDS):
        rules = find_rules(rules_id, options_of(number))
        record = record_of(
            uniform(rules), deal_hands(rules, 3, range(number, number + 1)), 0, "abc"
        )
        assert naive.first_fault(record) is None
        assert verify_record(record) is None
        hands = [naive.read_list(held) for held in record["hands"]]
        stock = naive.read_list(record["stock"])
        twin = naive.NaiveProgression(rules_id, rules.options, hands, stock, record["leader"])
        for seat, card, place, _ in record["plays"]:
            assert twin.turn == seat
            assert (card, place) in twin.legal()
            twin.do(card, place)
        assert twin.over
        assert twin.result() == record["result"]
        assert twin.cards() == naive.pack()


@BOTH
def test_the_kernel_counts_and_accepts_what_the_twin_plays(rules_id):
    for number in range(HANDS):
        rules = find_rules(rules_id, options_of(number))
        twin = naive.play_randomly(rules_id, rules.options, number)
        record = twin.record(number)
        assert verify_record(record) is None
        hands, stock = twin.dealt
        again = naive.NaiveProgression(
            rules_id, rules.options, [list(h) for h in hands], list(stock), twin.leader
        )
        legal = []
        for _, card, place in twin.acts:
            legal.append(len(again.legal()))
            again.do(card, place)
        acts = [[seat, place_number(place), NUMBERS[card]] for seat, card, place in twin.acts]
        counts = np.zeros(len(acts), dtype=np.int64)
        results = np.zeros(1, dtype=STACK_RESULT)
        fault, _ = replay_stacks(
            as_records(rules.record),
            as_records(np.zeros(1, dtype=STACK_VIEW)),
            np.array([sum(1 << NUMBERS[card] for card in h) for h in hands], dtype=np.uint64),
            np.array([NUMBERS[card] for card in stock], dtype=np.uint8),
            as_records(results),
            twin.leader,
            np.array(acts, dtype=np.int64),
            counts,
        )
        assert fault == 0
        assert counts.tolist() == legal
        assert results["points"][0, :3].tolist() == twin.points()


def place_number(place):
    name = place.removeprefix("take:")
    return TAKE + int(name) if name.isdigit() else PLACES[place]


@BOTH
def test_uniform_draws_every_legal_act_and_no_other(rules_id):
    """From one position, asked with many streams, it does everything legal about equally often."""
    rules = find_rules(rules_id)
    policy = find_strategy("uniform", rules).policy()
    seen = []

    def choose(view, record, params):
        answer = policy.choose(view, record, as_records(policy.params)[0])
        if view.turn == 30:
            found = set()
            before = view.stream
            for stream in range(400):
                view.stream = stream
                where, card = policy.choose(view, record, as_records(policy.params)[0])
                found.add((int(where), int(card)))
            view.stream = before
            seen.append(found)
        return answer

    spy = bind("spy", choose, {}, compiled=False, trusted=False, sight=STACK_SIGHT)
    for deal in range(6 if COMPILED else 2):
        deals = deal_hands(rules, 5, range(deal, deal + 1))
        _, log = play_logged([spy] * 3, deals)
        twin = naive.NaiveProgression(
            rules_id,
            {},
            [naive.read_list(held) for held in deals.hands(0)],
            [TOKENS[card] for card in deals.stock[0]],
            int(deals.leader[0]),
        )
        for _, where, card in log[:30].tolist():
            twin.do(TOKENS[card], place_name(where))
        named = {
            (TOKENS[card] if place_name(where) != "stock" else twin.stock[0], place_name(where))
            for where, card in seen[-1]
        }
        assert named == set(twin.legal())


# ---------------------------------------------------------------- scores


@pytest.mark.parametrize(
    ("stack", "points"),
    [
        ("", -10),
        ("A", -20),
        ("AK", -30),
        ("AKQ", -40),
        ("AKQJ", -50),
        ("2", 0),
        ("KJ2T", 0),
        ("345", 0),
        ("346", 1),
        ("K346", 2),
        ("KJ2678", 33),
        ("AKQJ23456789T", 210),
    ],
)
def test_every_line_of_the_scoring(stack, points):
    rules = as_records(find_rules("progression").record)[0]
    word = np.uint64(sum(1 << PLACE_LETTERS.index(letter) for letter in stack))
    assert score_stack(rules, word) == points
    free = as_records(find_rules("progression", {"empty_stack": 0}).record)[0]
    assert score_stack(free, word) == (points if stack else 0)
    assert score_stacks(rules, word << np.uint64(26)) == points - 30


def test_every_stack_scores_as_the_twin_says():
    rules = as_records(find_rules("progression").record)[0]
    for word in range(0, 8192, 1 if COMPILED else 97):
        cards = [letter + "h" for place, letter in enumerate(PLACE_LETTERS) if word >> place & 1]
        assert score_stack(rules, np.uint64(word)) == naive.score_stack(cards)


# ---------------------------------------------------------------- deals, matches, faults


def test_deals_do_not_depend_on_their_batch():
    rules = find_rules("progression")
    all_at_once = deal_hands(rules, 9, range(40))
    for row in (0, 17, 39):
        alone = deal_hands(rules, 9, range(row, row + 1))
        assert alone.hands(0) == all_at_once.hands(row)
        assert alone.stock[0].tolist() == all_at_once.stock[row].tolist()
        assert alone.leader[0] == row % 3
        cards = sum((cards_of(int(hand)) for hand in alone.cards[0]), alone.stock[0].tolist())
        assert sorted(cards) == list(range(52))


def test_other_options_deal_the_same_cards():
    one, other = (
        deal_hands(find_rules("progression", options), 2, range(5))
        for options in ({}, {"empty_stack": 0})
    )
    assert one.cards.tobytes() == other.cards.tobytes()
    assert one.stock.tobytes() == other.stock.tobytes()


@BOTH
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_other_numbers_of_seats_keep_every_card(rules_id, seats):
    rules = find_rules(rules_id, {"seats": seats})
    deals = 20 if COMPILED else 1
    results = play_deals(uniform(rules), deal_hands(rules, 1, range(deals)), checked=True)
    assert results.payoff.shape == (deals, seats)


def test_a_short_limit_caps_every_hand():
    rules = find_rules("progression", {"turn_cap": 7})
    results = play_deals(uniform(rules), deal_hands(rules, 1, range(20)))
    assert results.capped.all()
    assert (results.turns == 7).all()
    assert (results.ender == -1).all()


def test_matches_go_on_while_level_at_the_top():
    rules = find_rules("progression_original", {"target": 1})
    played = play_matches(rules, uniform(rules), 4, 60 if COMPILED else 20)
    best = played.totals.max(axis=1)
    assert (best >= 1).all()
    assert ((played.totals == best[:, None]).sum(axis=1) == 1).all()
    assert (played.winner == played.totals.argmax(axis=1)).all()
    assert played.hands.max() > 1


def test_level_at_the_last_of_some_hands_has_no_winner():
    rules = find_rules("progression_original", {"target": "none", "hands": 1, "turn_cap": 1})
    played = play_matches(rules, uniform(rules), 4, 30)
    level = (played.totals == played.totals.max(axis=1)[:, None]).sum(axis=1) > 1
    assert level.any()
    assert ((played.winner < 0) == level).all()


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ((0, 0), "did something that this turn does not allow"),
        ((1, 99), "laid down a card it does not hold"),
        ((3, 0), "did something that this turn does not allow"),
    ],
)
def test_an_illegal_answer_is_named(answer, why):
    rules = find_rules("progression")
    policy = bind("wrong", lambda *_: answer, {}, compiled=False, trusted=False, sight=STACK_SIGHT)
    with pytest.raises(BadInput, match=why):
        play_deals([policy] * 3, deal_hands(rules, 1, range(2)))


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"empty_stack": -5}, "accepted: -10, 0"),
        ({"turn_cap": 0}, "a hand has a turn at least"),
        ({"order": "values"}, "order=values and turn=place_or_take cannot go together"),
        ({"jokers": True}, "progression has no option 'jokers'"),
        ({"target": None}, "target=none and hands=none cannot go together"),
    ],
)
def test_wrong_options_are_refused(options, said):
    with pytest.raises(BadInput) as error:
        find_rules("progression", options)
    assert said in str(error.value)
    assert "\n" not in str(error.value)
