"""Machine code made for one rule set plays every hand as the code for all of them does."""

from __future__ import annotations

import ctypes
import os
import pickle
import runpy
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import llvmlite.binding as llvm
import numba
import numpy as np
import pytest

import strategies
from sim import hand, machine_code
from sim.cards import parse_cards
from sim.core import tailor as tailoring
from sim.core.compiler import OPTIONS, place_of, plain
from sim.core.playout import play_hand, play_hand_checked
from sim.core.view import SEAT_VIEW
from sim.deals import deal_hands
from sim.families import make_code
from sim.games import find_rules
from sim.hand import play_deals
from sim.policy import Policy, bind
from sim.rules import Rules
from strategies import find_strategy, playing
from tests.sim.sample import RULES_OF_TABLE, uniform_policy

pytestmark = pytest.mark.compiled

DEALS = range(300)
ODD_TABLES = (
    ("fiftyk4", {"decks": 3, "seats": 6, "bombs": "mixed_fifty_k < bomb 4 < bomb 9"}),
    ("anzhan", {"jokers": True, "must_beat": True}),
    ("zhengfen", {"full_house": "any", "players": 3}),
)
FRESH = {"pass_is_final": True}
"""Options under which no other test here makes code."""


def seated(rules: Rules, names: str) -> list[Policy]:
    policies = [find_strategy(name, rules).policy() for name in names.split(",")]
    return [policies[seat % len(policies)] for seat in range(rules.seats)]


def with_code_made(rules: Rules, lineup: list[Policy]) -> machine_code.Code:
    """Have code made, and see that it is there."""
    make_code(rules, lineup)
    code = machine_code.code_of(rules, lineup)
    assert code.of_hand != machine_code.hand_code()
    assert all(at != one.address for at, one in zip(code.of_strategies, lineup, strict=True))
    return code


def assert_plays_alike(rules: Rules, lineup: list[Policy]) -> None:
    """Compare a batch by the code at hand, unchecked, with one that is checked: by that for all."""
    deals = deal_hands(rules, 5, DEALS)
    found = play_deals(lineup, deals, checked=False)
    assert np.array_equal(found.raw, play_deals(lineup, deals, checked=True).raw)


@pytest.mark.parametrize(
    ("rules_id", "options"),
    [*((rules_id, {}) for rules_id in RULES_OF_TABLE), *ODD_TABLES],
    ids=str,
)
def test_plays_every_rule_set_alike(rules_id, options):
    rules = find_rules(rules_id, options)
    lineup = seated(rules, "uniform,balanced")
    with_code_made(rules, lineup)
    assert_plays_alike(rules, lineup)


@pytest.mark.parametrize("name", [each.name for each in playing(find_rules("fiftyk3"))])
def test_plays_every_strategy_alike(name):
    rules = find_rules("fiftyk3")
    lineup = seated(rules, name)
    with_code_made(rules, lineup)
    assert_plays_alike(rules, lineup)


def test_code_for_one_rule_set_leaves_that_for_all_as_it_is():
    ours, others = find_rules("fiftyk4", FRESH), find_rules("jinzhou")
    lineup = seated(ours, "uniform")
    with_code_made(ours, lineup)
    assert_plays_alike(others, lineup)
    assert_plays_alike(ours, lineup)


def answer(address: int, view: np.ndarray, rules: np.ndarray) -> tuple[int, int]:
    """Return what a strategy's machine code answers (`sim.core.calls`)."""
    pointer = ctypes.c_void_p
    call = ctypes.CFUNCTYPE(ctypes.c_int32, *5 * [pointer])(address)
    play = (ctypes.c_uint64 * 2)()
    fault, params = ctypes.c_void_p(), np.zeros(1)
    status = call(
        ctypes.addressof(play),
        ctypes.addressof(fault),
        *(each.ctypes.data for each in (view, rules, params)),
    )
    assert status == 0
    return play[0], play[1]


def test_code_for_one_rule_set_does_not_look_at_the_rules():
    rules = find_rules("fiftyk3")
    lineup = seated(rules, "uniform")
    cards = parse_cards("3s 3h 4s 5s 6s 7s 8s", 1, False)
    view = np.zeros(1, SEAT_VIEW)
    view["hand_lo"], view["hand_hi"], view["counts"] = cards.lo, cards.hi, cards.counts
    no_rules = np.zeros_like(rules.record)
    made = with_code_made(rules, lineup).of_strategies[0]
    for stream in range(20):
        view["stream"] = stream
        played = answer(lineup[0].address, view, rules.record)
        assert answer(made, view, no_rules) == played != (0, 0)
    assert answer(lineup[0].address, view, no_rules) == (0, 0)


def test_what_names_code_tells_what_it_is_made_from():
    """Symbols do not: numba counts in them from the start in every process."""
    rules = find_rules("fiftyk4")
    balanced = find_strategy("balanced", rules)
    turned = dict(reversed(balanced.values.items()))
    policies = (
        balanced.policy(),
        bind("turned", balanced.choose, turned, compiled=True, trusted=True),
        find_strategy("uniform", rules).policy(),
    )
    record, other = rules.record_bytes, find_rules("fiftyk3").record_bytes
    kernels = [policy.kernel for policy in policies]
    names = {tailoring._name(kernel, each) for kernel in kernels for each in (record, other)}
    assert len(names) == 6
    assert play_hand.py_func.__qualname__ != play_hand_checked.py_func.__qualname__


def test_a_place_tells_functions_of_one_name_apart():
    def run(name):
        """Run a file as a command does: all its functions are then of module `__main__`."""
        file = Path(strategies.__file__).parent / f"{name}.py"
        return plain(runpy.run_path(str(file), run_name="__main__")["choose"].choose)

    found = [run("lowest"), run("uniform")]
    assert len({(each.__module__, each.__qualname__) for each in found}) == 1
    assert [place_of(each).partition(":")[0] for each in found] == [
        "strategies/lowest.py",
        "strategies/uniform.py",
    ]


def test_what_may_be_edited_between_runs_is_not_made():
    assert place_of(plain(play_hand)) is None  # It closes over a value.
    outside = uniform_policy()
    assert outside.trusted and outside.kernel is None
    rules = find_rules("fiftyk4")
    make_code(rules, [outside] * 4)
    assert machine_code.code_of(rules, [outside] * 4).of_strategies == [outside.address] * 4


def test_checked_play_does_not_ask_for_it(monkeypatch):
    monkeypatch.setattr(hand, "code_of", None)
    rules = find_rules("fiftyk4")
    lineup = seated(rules, "lowest")
    deals = deal_hands(rules, 5, range(3))
    play_deals(lineup, deals, checked=True)
    play_deals([replace(lineup[0], trusted=False), *lineup[1:]], deals, checked=False)
    with pytest.raises(TypeError):
        play_deals(lineup, deals, checked=False)


def test_what_cannot_be_made_ends_no_play(monkeypatch):
    rules = find_rules("fiftyk4")
    lineup = seated(rules, "lowest")
    monkeypatch.setattr(machine_code, "_uses", {})
    asked = []

    def fails(kernel, record, *, make):
        asked.append(kernel)
        raise RuntimeError("no such option")

    monkeypatch.setattr(machine_code, "tailored", fails)
    with pytest.warns(RuntimeWarning, match="no such option"):
        make_code(rules, lineup)
    assert_plays_alike(rules, lineup)
    assert len(asked) == 2


def test_is_made_after_some_seconds_of_play(monkeypatch):
    asked = []
    monkeypatch.setattr(
        machine_code, "tailored", lambda *_, make: asked.append(make) or (1 if make else None)
    )
    monkeypatch.setattr(machine_code, "_uses", {})
    rules = find_rules("fiftyk4")
    lineup = seated(rules, "lowest,uniform")
    kernels = 3

    def play(seconds):
        machine_code.note_play(machine_code.code_of(rules, lineup), seconds)
        asked.clear()
        machine_code.code_of(rules, lineup)
        return asked

    assert play(machine_code.SEEK_AFTER / 2) == []
    assert play(machine_code.SEEK_AFTER / 2) == [False] * kernels
    assert play(machine_code.SEEK_AFTER) == []
    assert play(machine_code.MAKE_AFTER) == [True] * kernels
    assert play(machine_code.MAKE_AFTER) == []
    code = machine_code.code_of(rules, lineup)
    assert (code.of_hand, code.of_strategies) == (1, [1] * rules.seats)


def test_who_comes_while_code_is_made_plays_on(monkeypatch):
    rules = find_rules("fiftyk4", FRESH)
    lineup = seated(rules, "lowest")
    monkeypatch.setattr(machine_code, "_uses", {})
    with machine_code._making:
        make_code(rules, lineup)
        code = machine_code.code_of(rules, lineup)
    assert code.of_hand == machine_code.hand_code()
    assert code.of_strategies == [each.address for each in lineup]


def test_many_threads_play_alike_while_code_is_made():
    rules = find_rules("fiftyk4", {"must_beat": True})
    lineup = seated(rules, "uniform")
    parts = [deal_hands(rules, 5, range(n, n + 200)) for n in range(0, 1600, 200)]
    machine_code.note_play(machine_code.code_of(rules, lineup), machine_code.MAKE_AFTER)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda deals: play_deals(lineup, deals, checked=False).raw, parts))
    with_code_made(rules, lineup)
    for raw, deals in zip(found, parts, strict=True):
        assert np.array_equal(raw, play_deals(lineup, deals, checked=True).raw)


CHILD = """
import sys
from sim.core import tailor
from sim.deals import deal_hands
from sim.families import make_code
from sim.games import find_rules
from sim.hand import play_deals
from strategies import find_strategy

made = []
make = tailor._made
tailor._made = lambda *asked: made.append(1) or make(*asked)
rules = find_rules("liaoning", {"must_beat": True})
lineup = [find_strategy("lowest", rules).policy()] * rules.seats
make_code(rules, lineup)
raw = play_deals(lineup, deal_hands(rules, 5, range(100)), checked=False).raw
print(len(made), raw.tobytes().hex())
"""


def child(cache: Path) -> tuple[int, str]:
    """Return how many kernels another process made, and what it played."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        env=os.environ | {"FIFTYK_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    made, raw = done.stdout.split()
    return int(made), raw


def test_is_kept_on_disk_and_made_anew_where_it_is_damaged(tmp_path):
    # All code for any rule set is there, so that the children compile nothing else.
    compiled = Path(numba.config.CACHE_DIR)
    copy = tmp_path / "fiftyk" / compiled.name
    shutil.copytree(compiled, copy, ignore=shutil.ignore_patterns("tailored-*"))
    made, played = child(tmp_path)
    assert made == 2
    assert child(tmp_path) == (0, played)
    kept = list(tmp_path.rglob("tailored-*.pickle"))
    assert len(kept) == 2
    assert not list(copy.glob("tailored-*.pickle.*"))
    kept[0].write_bytes(kept[0].read_bytes()[:1000])
    kept[1].write_bytes(kept[0].read_bytes()[:32] + pickle.dumps(5))
    assert child(tmp_path) == (2, played)
    assert child(tmp_path) == (0, played)


def test_a_folder_that_cannot_be_written_costs_only_time(monkeypatch, tmp_path):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "missing"))
    rules = find_rules("fiftyk3", FRESH)
    lineup = seated(rules, "lowest")
    with_code_made(rules, lineup)
    assert_plays_alike(rules, lineup)


def test_a_disk_that_is_full_keeps_no_part(monkeypatch, tmp_path):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))

    def breaks_off(path, state):
        path.touch()
        raise OSError("no space left")

    monkeypatch.setattr(Path, "write_bytes", breaks_off)
    rules = find_rules("fiftyk3", {"must_beat": True} | FRESH)
    with_code_made(rules, seated(rules, "lowest"))
    assert not list(tmp_path.iterdir())


def chained(words):
    for n in range(1, 200):
        words[n] = words[n - 1] * np.uint64(3) + np.uint64(n)


def length_of_code() -> int:
    """Return how many instructions a loop of 200 rounds is compiled to."""
    compiled = numba.njit(**OPTIONS)(chained)
    compiled.compile((numba.uint64[::1],))
    lines = compiled.inspect_asm()[numba.uint64[::1],].splitlines()
    return sum(line.startswith("\t") and not line.startswith("\t.") for line in lines)


def test_other_kernels_are_compiled_with_the_usual_options():
    """Eager options that stayed on would change all code that is compiled later."""
    before = length_of_code()
    made = []
    made_of = tailoring._made
    rules = find_rules("fiftyk4", {"decks": 2} | FRESH)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tailoring, "_loaded", lambda *_: None)
        patch.setattr(tailoring, "_made", lambda *what: made.append(1) or made_of(*what))
        with_code_made(rules, seated(rules, "lowest"))
    assert made and length_of_code() == before
    for option in tailoring._EAGER:
        llvm.set_option("fiftyk", option)
    try:
        assert length_of_code() > 2 * before
    finally:
        for option in tailoring._USUAL:
            llvm.set_option("fiftyk", option)
    assert length_of_code() == before
