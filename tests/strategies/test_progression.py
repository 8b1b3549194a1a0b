"""The strategies of Progression: the contract every one keeps, and what sets each apart."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import strategies
from analysis.comparisons import compare
from analysis.pair_play import play_pair
from sim.core.compiler import COMPILED
from sim.core.stack_tables import STACK_VIEW
from sim.core.stack_turns import OWN, PUBLIC, STOCK, TAKE
from sim.errors import BadInput
from sim.games import find_rules
from sim.policy import as_records, bind
from sim.progression.deals import NUMBERS, deal_hands
from sim.progression.hand import STACK_SIGHT, play_deals
from strategies import find_strategy, line_up
from strategies.progression import STACK_STRATEGIES

FOLDER = Path(strategies.__file__).parent / "progression"
SETTINGS = (
    ("progression", {}),
    ("progression", {"seats": 2, "empty_stack": 0}),
    ("progression", {"seats": 6, "dealt": 8, "turn_cap": 25}),
    ("progression", {"turn": "play_and_draw"}),
    ("progression_original", {}),
    ("progression_original", {"seats": 4, "empty_stack": 0}),
)
if not COMPILED:
    # Looking ahead takes seconds a hand as plain Python.
    SETTINGS = tuple((rules_id, {**options, "turn_cap": 9}) for rules_id, options in SETTINGS)
SHORT = {} if COMPILED else {"turn_cap": 9}
DEALS = 30 if COMPILED else 1
each_strategy = pytest.mark.parametrize("strategy", STACK_STRATEGIES, ids=lambda each: each.name)
each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)
both_forms = pytest.mark.parametrize("rules_id", ["progression", "progression_original"])


def spy_on(strategy, seen):
    """A policy that answers as a strategy does and keeps (view, answer)."""
    policy = strategy.policy()
    params = as_records(policy.params)[0]

    def choose(view, rules, _):
        before = np.array(view, dtype=STACK_VIEW)
        where, card = policy.choose(view, rules, params)
        assert np.array(view, dtype=STACK_VIEW).tobytes() == before.tobytes()
        seen.append((before, (int(where), int(card))))
        return where, card

    return bind("spy", choose, {}, compiled=False, trusted=False, sight=STACK_SIGHT)


def sampled(strategy, setting, deals=3):
    rules = find_rules(*setting)
    seen = []
    play_deals([spy_on(strategy, seen)] * rules.seats, deal_hands(rules, 2, range(deals)))
    return rules, seen[:: max(len(seen) // 80, 1)]


def test_list_is_the_files_of_the_folder():
    files = {
        path.stem
        for path in FOLDER.glob("*.py")
        if re.search(r"^@strategy\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {each.name for each in STACK_STRATEGIES} == files


@each_strategy
def test_says_what_it_is(strategy):
    assert strategy.trusted
    assert strategy.text.endswith(".")
    assert 20 < len(strategy.text) < 160
    for param in strategy.params.values():
        assert param.text
    assert find_strategy(strategy.name, find_rules("progression")) == strategy
    assert not strategy.plays(find_rules("fiftyk4"))


@each_setting
@each_strategy
def test_acts_legally_and_loses_no_card(strategy, setting):
    rules = find_rules(*setting)
    policy, other = strategy.policy(), STACK_STRATEGIES[0].policy()
    deals = deal_hands(rules, 5, range(DEALS))
    play_deals([policy] * rules.seats, deals, checked=True)
    mixed = [(policy, other)[seat % 2] for seat in range(rules.seats)]
    play_deals(mixed, deals, checked=True)


@both_forms
@each_strategy
def test_extreme_parameters_act_legally(strategy, rules_id):
    rules = find_rules(rules_id, SHORT)
    deals = deal_hands(rules, 6, range(max(DEALS // 10, 1)))
    for name, param in strategy.params.items():
        for value in (param.low, param.high):
            policy = strategy.with_params({name: value}).policy()
            play_deals([policy] * rules.seats, deals, checked=True)


@each_setting
@each_strategy
def test_same_view_same_act(strategy, setting):
    rules, seen = sampled(strategy, setting)
    record, params = as_records(rules.record)[0], as_records(strategy.policy().params)[0]
    for view, answer in reversed(seen):
        where, card = strategy.policy().choose(as_records(view.reshape(1))[0], record, params)
        assert (int(where), int(card)) == answer


@both_forms
@each_strategy
def test_what_is_hidden_does_not_matter(strategy, rules_id):
    """Stock and the other hands change places as far as nobody has seen them."""
    rules = find_rules(rules_id, SHORT)
    shuffle = np.random.default_rng(9)
    for deal in range(3):
        deals = deal_hands(rules, 8, range(deal, deal + 1))
        leader = int(deals.leader[0])
        found = []
        for _ in range(3):
            seen = []
            play_deals([spy_on(strategy, seen)] * 3, deals)
            found.append((seen[0][0].tobytes(), seen[0][1]))
            hidden = [seat for seat in range(3) if seat != leader]
            cards = [int(card) for card in deals.stock[0]]
            for seat in hidden:
                cards += [n for n in range(52) if int(deals.cards[0, seat]) >> n & 1]
            shuffle.shuffle(cards)
            deals.stock[0] = cards[: rules.stock_size]
            rest = cards[rules.stock_size :]
            for place, seat in enumerate(hidden):
                own = rest[5 * place : 5 * place + 5]
                deals.cards[0, seat] = sum(1 << card for card in own)
        assert found[0] == found[1] == found[2]


@each_strategy
def test_draws_depend_on_the_stream_alone(strategy):
    rules = find_rules("progression_original", SHORT)
    policies = [strategy.policy()] * 3
    one, same = (play_deals(policies, deal_hands(rules, 4, range(DEALS))).raw for _ in range(2))
    assert one.tobytes() == same.tobytes()
    some = play_deals(policies, deal_hands(rules, 4, range(DEALS // 2, DEALS))).raw
    assert some.tobytes() == one[DEALS // 2 :].tobytes()


# ---------------------------------------------------------------- what each is for


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("better", "worse"), [("greedy", "uniform"), ("builder", "greedy"), ("blocker", "greedy")]
)
@both_forms
def test_thought_beats_none(better, worse, rules_id):
    rules = find_rules(rules_id)
    pair = [find_strategy(name, rules) for name in (better, worse)]
    estimate = compare(play_pair(rules, pair, 11, 400)).estimate
    assert estimate.value - 4 * estimate.se > 0


@pytest.mark.compiled
def test_denying_pays_where_stacks_can_be_robbed():
    rules = find_rules("progression")
    pair = [find_strategy(name, rules) for name in ("blocker", "builder")]
    estimate = compare(play_pair(rules, pair, 11, 600)).estimate
    assert estimate.value - 2.5 * estimate.se > 0


def position(rules_id, hand, stacks, **more):
    """A view with stacks as lists of tokens, and the rules' record."""
    view = np.zeros(1, dtype=STACK_VIEW)

    def word(tokens):
        return sum(1 << NUMBERS[token] for token in tokens.split())

    view["seats"], view["stock"], view["turns_left"], view["played"] = 3, 20, 100, -1
    view["hand"] = word(hand)
    for seat, tokens in enumerate(stacks):
        view["stacks"][0, seat] = word(tokens)
    view["held"][0, :3] = (len(hand.split()), 5, 5)
    seen = word(" ".join([hand, *stacks]))
    view["unseen"] = ((1 << 52) - 1) & ~seen
    for name, value in more.items():
        view[name] = value
    return as_records(view)[0], as_records(find_rules(rules_id).record)[0]


def act_of(name, view, rules):
    strategy = find_strategy(name, find_rules("progression"))
    policy = strategy.policy()
    where, card = policy.choose(view, rules, as_records(policy.params)[0])
    return int(where), int(card)


def test_greedy_opens_a_suit_with_a_number_before_a_face():
    view, rules = position("progression", "As 3h", ["", "", ""])
    assert act_of("greedy", view, rules) == (OWN, NUMBERS["3h"])


def test_greedy_takes_what_scores_most_and_else_the_stock():
    view, rules = position("progression", "", ["Kh 6h 8h", "Ts", "9h Td"])
    assert act_of("greedy", view, rules) == (TAKE + 2, NUMBERS["9h"])
    view, rules = position("progression", "", ["Ts Th Tc Td", "9s", "9h"])
    assert act_of("greedy", view, rules) == (STOCK, 0)


def test_builder_opens_a_long_suit_with_its_face():
    """The face first: it doubles what 6 7 8 T in the hand will come to."""
    view, rules = position("progression_original", "Ks 6s 7s 8s Ts", ["", "", ""])
    assert act_of("builder", view, rules) == (OWN, NUMBERS["Ks"])


@pytest.mark.parametrize("name", ["builder", "blocker"])
def test_who_is_ahead_draws_the_last_card(name):
    """The 2 of hearts would save ten points, but the others would take three tens before."""
    stacks = ["Ks 9s Ts Kc 9c Tc Kd 9d Td", "2h", ""]
    view, rules = position("progression", "", stacks, stock=2)
    assert act_of(name, view, rules) == (TAKE + 1, NUMBERS["2h"])
    view, rules = position("progression", "", stacks, stock=1)
    assert act_of(name, view, rules) == (STOCK, 0)


def test_a_rival_who_is_behind_goes_on():
    view, rules = position("progression", "", ["2s", "2h 9h", "Ac Qc 9c Tc Kd 9d"], stock=1)
    assert act_of("blocker", view, rules)[0] >= TAKE


@pytest.mark.parametrize("name", ["builder", "blocker"])
def test_in_the_last_turn_only_the_score_counts(name):
    """No card taken then is laid down any more: it robs where that costs the others most."""
    stacks = ["6s 7s", "Kd 4d 9d", "Jh 7h Th"]
    view, rules = position("progression", "", stacks, turns_left=1)
    assert act_of(name, view, rules) == (TAKE + 2, NUMBERS["Th"])
    view, rules = position("progression", "6s Ah", ["9h", "", ""], turns_left=1)
    assert act_of(name, view, rules) == (OWN, NUMBERS["6s"])


def test_drawing_counts_more_for_the_seat_ahead():
    """`close` moves the one that scores most and nobody else."""
    ahead = ["Ks 9s Ts Kc 9c Tc Kd 9d Td", "2h", ""]
    behind = ["2s", "2h 9h", "Ac Qc 9c Tc Kd 9d"]
    for name, stacks, place in (
        ("builder", ahead, TAKE + 1),
        ("builder:close=100", ahead, STOCK),
        ("builder:close=100", behind, TAKE + 1),
    ):
        view, rules = position("progression", "", stacks)
        assert act_of(name, view, rules)[0] == place


def test_builder_throws_a_useless_card_away():
    view, rules = position("progression_original", "2s 3s 4s As Ks", ["Js 9s", "", ""])
    assert act_of("builder", view, rules)[0] == PUBLIC


# ---------------------------------------------------------------- names and users' files


def test_names_belong_to_kinds_of_game():
    climbing, stacks = find_rules("fiftyk4"), find_rules("progression")
    assert find_strategy("uniform", climbing) != find_strategy("uniform", stacks)
    with pytest.raises(BadInput, match="lowest does not play progression; those that do are unif"):
        line_up(stacks, "lowest")
    with pytest.raises(BadInput, match="builder does not play fiftyk4; those that do are uniform"):
        line_up(climbing, "builder")
    with pytest.raises(BadInput, match="no strategy 'nobody'; there are uniform, greedy, builder"):
        line_up(stacks, "nobody")


FILE = """
from numba import njit
from sim.core.stack_acts import nth_act
from sim.core.compiler import plain
from strategies import ANY_STACKS, strategy

@strategy(name="first", rules=ANY_STACKS)
def first(view, rules, params):
    "Does the first legal act."
    return nth_act(view, rules, 0)

@strategy(name="slow", rules=ANY_STACKS, compiled=False)
def slow(view, rules, params):
    "Does the same in plain Python."
    return nth_act(view, rules, 0)

def bare(view, rules, params):
    return 3, 0
"""


def test_users_strategies_play(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    rules = find_rules("progression")
    deals = deal_hands(rules, 1, range(2))
    first, slow = (
        play_deals([each.policy() for each in line_up(rules, f"{file}:{name}")], deals).raw
        for name in ("first", "slow")
    )
    assert first.tobytes() == slow.tobytes()
    with pytest.raises(BadInput, match="bare did something that this turn does not allow"):
        play_deals([each.policy() for each in line_up(rules, f"{file}:bare")], deals)
