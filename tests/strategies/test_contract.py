"""The contract: what every strategy of the list inherits."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import strategies
from sim.core.compiler import COMPILED, plain
from sim.core.view import SEAT_VIEW
from sim.deals import deal_hands
from sim.hand import play_deals
from sim.policy import as_records
from strategies import STRATEGIES, find_strategy
from strategies.uniform import UNIFORM
from tests.strategies.positions import (
    DEALS,
    SETTINGS,
    answers,
    name_of,
    recorder,
    rules_of,
    sampled_views,
)

ROOT = Path(strategies.__file__).parent.parent
VIEWS = 60 if COMPILED else 6

each_strategy = pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda each: each.name)
each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
some_settings = pytest.mark.parametrize(
    "setting",
    [SETTINGS[n] for n in (0, 4, 9)] + [("anzhan", {}), ("zhengfen", {})],
    ids=name_of,
)


def skip_undeclared(strategy, rules):
    if not strategy.plays(rules):
        pytest.skip(f"{strategy.name} does not play {rules.id}")


def test_list_is_the_files_of_the_folder():
    files = {
        path.stem
        for path in (ROOT / "strategies").glob("*.py")
        if re.search(r"^@strategy\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {each.name for each in STRATEGIES} == files
    assert len(STRATEGIES) == len(files)


@each_strategy
def test_says_what_it_is(strategy):
    assert strategy.trusted
    assert strategy.text.endswith("."), "one sentence"
    assert 20 < len(strategy.text) < 160
    assert all(source for source in strategy.sources)
    for name, param in strategy.params.items():
        assert name.isidentifier()
        assert param.text
        assert param.low <= param.default <= param.high
    assert find_strategy(strategy.name) == strategy


@each_setting
@each_strategy
def test_plays_legally(strategy, setting):
    rules = rules_of(setting)
    skip_undeclared(strategy, rules)
    policy, other = strategy.policy(), UNIFORM.policy()
    deals = deal_hands(rules, 5, range(DEALS))
    play_deals([policy] * rules.seats, deals, checked=True)
    # Among others it meets positions that it would never bring about.
    for turn in range(2):
        mixed = [(policy, other)[(seat + turn) % 2] for seat in range(rules.seats)]
        play_deals(mixed, deals, checked=True)


@each_strategy
def test_extreme_parameters_play_legally(strategy):
    rules = rules_of(SETTINGS[0])
    deals = deal_hands(rules, 6, range(DEALS))
    for name, param in strategy.params.items():
        for value in (param.low, param.high):
            policy = strategy.with_params({name: value}).policy()
            play_deals([policy] * rules.seats, deals, checked=True)


@some_settings
@each_strategy
def test_same_view_same_answer_and_nothing_written(strategy, setting):
    rules = rules_of(setting)
    skip_undeclared(strategy, rules)
    policy = strategy.policy()
    views = sampled_views(setting, VIEWS)
    # `answers` asserts that view, parameters and rules stay as they were.
    first = answers(policy.choose, rules, policy.params, views)
    assert first == answers(policy.choose, rules, policy.params, views[::-1])[::-1]


@some_settings
@each_strategy
def test_sees_no_further_than_its_view(strategy, setting):
    rules = rules_of(setting)
    skip_undeclared(strategy, rules)
    policy = strategy.policy()
    choose, params = policy.choose, as_records(policy.params)[0]
    record = as_records(rules.record)[0]
    views = sampled_views(setting, VIEWS)
    expected = answers(choose, rules, policy.params, views)
    garbage = np.random.default_rng(3)
    for view, answer in zip(views, expected, strict=True):
        size = 3 * SEAT_VIEW.itemsize
        room = np.frombuffer(garbage.bytes(size), dtype=SEAT_VIEW).copy()
        room[1] = view
        # Seats that do not exist hold nothing that could matter.
        room["held"][1, rules.seats :] = garbage.integers(0, 99)
        room["captured"][1, rules.seats :] = garbage.integers(0, 99)
        counts, meta = choose(as_records(room)[1], record, params)
        assert (int(counts), int(meta)) == answer


@each_strategy
def test_hidden_cards_do_not_matter(strategy):
    rules = rules_of(SETTINGS[0])
    shuffle = np.random.default_rng(9)
    for deal in range(3 if COMPILED else 1):
        deals = deal_hands(rules, 8, range(deal, deal + 1))
        leader = int(deals.leader[0])
        seats = [(leader + step) % rules.seats for step in range(rules.seats)]
        for turn in (0, 1):
            found = []
            hidden = seats[turn + 1 :]
            for _ in range(3):
                seen = []
                policy = recorder(strategy, seen)
                play_deals([policy] * rules.seats, deals)
                found.append((seen[turn][0].tobytes(), seen[turn][1]))
                deals.cards[0, hidden] = deals.cards[0, shuffle.permutation(hidden)]
            assert found[0] == found[1] == found[2]


@each_strategy
def test_draws_depend_on_the_stream_alone(strategy):
    rules = rules_of(SETTINGS[0])
    policy = strategy.policy()
    one, same = (
        play_deals([policy] * rules.seats, deal_hands(rules, 4, range(DEALS))).raw for _ in range(2)
    )
    assert one.tobytes() == same.tobytes()
    some = play_deals([policy] * rules.seats, deal_hands(rules, 4, range(DEALS // 2, DEALS))).raw
    assert some.tobytes() == one[DEALS // 2 :].tobytes(), "deals do not know each other"


_PLAIN_RUN = """
import json, sys
import numpy as np
from strategies import STRATEGIES
from tests.strategies.positions import answers, rules_of
settings = json.loads(sys.argv[1])
views = np.load(sys.argv[2])
found = {}
for key, setting in settings.items():
    rules = rules_of(setting)
    for each in STRATEGIES:
        if each.plays(rules):
            policy = each.policy()
            found[key + each.name] = answers(policy.choose, rules, policy.params, views[key])
print(json.dumps(found))
"""


@pytest.mark.compiled
def test_plain_python_gives_the_same_answers(tmp_path):
    chosen = {"a": SETTINGS[0], "b": SETTINGS[4], "c": SETTINGS[9]}
    views = {key: sampled_views(setting, 30) for key, setting in chosen.items()}
    np.savez(tmp_path / "views.npz", **views)
    run = subprocess.run(
        [sys.executable, "-c", _PLAIN_RUN, json.dumps(chosen), str(tmp_path / "views.npz")],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    plain_answers = json.loads(run.stdout)
    for key, setting in chosen.items():
        rules = rules_of(setting)
        for each in STRATEGIES:
            if each.plays(rules):
                policy = each.policy()
                compiled = answers(policy.choose, rules, policy.params, views[key])
                assert compiled == [tuple(a) for a in plain_answers[key + each.name]], each.name


def test_functions_are_kept_as_written():
    assert all(not hasattr(plain(each.choose), "py_func") for each in STRATEGIES)
