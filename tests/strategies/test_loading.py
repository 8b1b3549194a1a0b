"""Strategies out of a user's file, good and bad."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from sim.errors import BadInput
from sim.families import deal_hands, play_deals
from sim.games import FIFTYK4, find_rules
from sim.hand import StrategyFault
from strategies import find_strategy

DATA = Path(__file__).parent.parent / "data" / "strategies"
DEALS = deal_hands(FIFTYK4, 2, range(5))


def of(file, name):
    return find_strategy(f"{DATA / file}:{name}")


@pytest.mark.parametrize("name", ["bomber", "bomber:points=50", "plain", "bare"])
def test_users_strategies_play(name):
    found = of("good.py", name)
    assert found.label == f"{DATA / 'good.py'}:{name}"
    assert not found.trusted
    assert found.compiled == name.startswith("bomber")
    results = play_deals([found.policy(), find_strategy("lowest").policy()] * 2, DEALS)
    assert len(results) == len(DEALS)


def test_file_is_hashed_and_run_once(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("def bot(view, rules, params):\n    'Hm.'\n    return 0, 0\n")
    found = find_strategy(f"{file}:bot")
    assert found.source_hash == hashlib.sha256(file.read_bytes()).hexdigest()
    assert found.text == "Hm."
    file.write_text("raise SystemExit")
    assert find_strategy(f"{file}:bot") == found
    assert not list(tmp_path.glob("__pycache__"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nobody", "has no strategy 'nobody'; it has bomber, plain, bare"),
        ("helper", "'helper' takes other arguments"),
        ("NUMBER", "'NUMBER' is not a function"),
        ("bomber:cards=3", "has no parameter 'cards'; it has points"),
        ("bomber:points=101", "points=101: accepted: 0 … 100"),
        ("bare:x=1", "has no parameter 'x'; it has none"),
    ],
)
def test_wrong_names_are_refused(name, said):
    with pytest.raises(BadInput) as error:
        of("good.py", name)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def bot(:\n", "bot.py, line 1: "),
        ("\nimport nothing_of_that_name\n", "line 2: ModuleNotFoundError: No module named"),
        ("1 / 0\n", "line 1: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)\n", "line 1: SystemExit: 3"),
        ("\0", "bot.py"),
    ],
)
def test_files_that_do_not_run_are_refused(tmp_path, source, said):
    file = tmp_path / "bot.py"
    file.write_text(source)
    with pytest.raises(BadInput) as error:
        find_strategy(f"{file}:bot")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_missing_files_are_refused(tmp_path):
    with pytest.raises(BadInput, match="cannot read .*absent.py: No such file"):
        find_strategy(f"{tmp_path}/absent.py:bot")
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(BadInput, match="cannot read .*folder.py: Is a directory"):
        find_strategy(f"{tmp_path}/folder.py:bot")


@pytest.mark.parametrize("name", ["cheat", "plain_cheat"])
def test_writing_into_the_view_changes_nothing(name):
    lowest = find_strategy("lowest").policy()
    cheat, honest = (
        play_deals([of("bad.py", who).policy(), lowest] * 2, DEALS).raw for who in (name, "honest")
    )
    assert cheat.tobytes() == honest.tobytes()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("raises", "raised an error (ValueError: I do not know what to do)"),
        ("raises_compiled", "raised an error (ValueError: I do not know what to do)"),
        ("not_held", "played cards it does not hold"),
        ("passes", "passed as leader"),
        ("three_numbers", "raised an error"),
    ],
)
def test_faults_say_deal_seating_seat_and_cause(name, why):
    lowest, bad = find_strategy("lowest").policy(), of("bad.py", name).policy()
    lineup = [lowest, bad, lowest, lowest]
    with pytest.raises(StrategyFault) as error:
        play_deals(lineup, DEALS.with_leader(1))
    fault = error.value
    said = str(fault)
    assert fault.deal == 0
    assert fault.seat == 1
    assert said.startswith(f"deal 0, seating lowest,{bad.name},lowest,lowest, seat 1: {bad.name} ")
    assert why in said
    assert "\n" not in said


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("floats", "line 13: returns float64, int64; a strategy returns two whole numbers"),
        ("one", "does not compile: a strategy returns two whole numbers: rank counts and meta"),
        ("unknown", "NameError: name 'undefined_name' is not defined"),
        ("no_field", "does not compile: the view, the rules or the parameters have no 'hands'"),
    ],
)
def test_what_does_not_compile_is_refused_in_one_line(name, said):
    with pytest.raises(BadInput) as error:
        of("uncompilable.py", name).policy()
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


def test_examples_of_the_documents_play(tmp_path):
    page = (DATA.parents[2] / "docs" / "strategies.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    names = ["careful", "fighter:points=25:few=2", "bookkeeper", "coin"]
    for source, name in zip(examples, names, strict=True):
        file = tmp_path / f"{name.split(':')[0]}.py"
        file.write_text(source)
        found = find_strategy(f"{file}:{name}")
        assert found.text.endswith(".")
        if found.plays(DEALS.rules):
            play_deals([found.policy(), find_strategy("lowest").policy()] * 2, DEALS)
        else:
            stacks = deal_hands(find_rules("progression"), 1, range(2))
            play_deals([found.policy()] * 3, stacks)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("answer", "why"),
    [("42", "returned 42"), ("None", "returned None"), ("(2**70, 0)", "2\\*\\*64 - 1")],
)
def test_an_answer_that_is_no_play_is_named(tmp_path, answer, why):
    path = tmp_path / "odd.py"
    path.write_text(f"def odd(view, rules, params):\n    return {answer}\n")
    with pytest.raises(StrategyFault, match=f"seat . *: .*odd raised an error.*{why}"):
        play_deals([find_strategy(f"{path}:odd").policy()] * 4, deal_hands(FIFTYK4, 1, range(1)))


@pytest.mark.compiled
def test_an_interrupt_inside_a_strategy_is_an_interrupt(tmp_path):
    path = tmp_path / "stop.py"
    path.write_text("def stop(view, rules, params):\n    raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        play_deals([find_strategy(f"{path}:stop").policy()] * 4, deal_hands(FIFTYK4, 1, range(1)))


@pytest.mark.compiled
def test_writing_into_the_rules_ends_the_run(tmp_path):
    path = tmp_path / "cheat.py"
    path.write_text(
        "from strategies.answers import random_play\n"
        "def cheat(view, rules, params):\n"
        "    rules.must_beat = 1\n"
        "    return random_play(view, rules)\n"
    )
    with pytest.raises(BadInput, match="wrote into the rules"):
        play_deals([find_strategy(f"{path}:cheat").policy()] * 4, deal_hands(FIFTYK4, 1, range(1)))
