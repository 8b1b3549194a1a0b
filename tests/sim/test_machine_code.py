"""Machine code made for one rule set plays every hand as the code for all of them does."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy as np
import pytest

from sim import machine_code
from sim.core import tailor as tailoring
from sim.deals import deal_hands
from sim.families import tailor
from sim.games import find_rules
from sim.hand import play_deals
from sim.policy import Policy
from sim.rules import Rules
from strategies import find_strategy, playing
from tests.sim.sample import RULES_OF_TABLE

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
    tailor(rules, lineup)
    of_hand, of_strategies = machine_code.code_of(rules, lineup)
    assert of_hand != machine_code.hand_code()
    assert all(at != each.address for at, each in zip(of_strategies, lineup, strict=True))
    assert_plays_alike(rules, lineup)


@pytest.mark.parametrize("name", [each.name for each in playing(find_rules("fiftyk3"))])
def test_plays_every_strategy_alike(name):
    rules = find_rules("fiftyk3")
    lineup = seated(rules, name)
    tailor(rules, lineup)
    assert_plays_alike(rules, lineup)


def test_code_for_one_rule_set_leaves_that_for_all_as_it_is():
    ours, others = find_rules("fiftyk4", FRESH), find_rules("jinzhou")
    tailor(ours, seated(ours, "uniform"))
    # Bound anew: the engine looks the kernel up by its name again.
    lineup = seated(others, "uniform")
    assert_plays_alike(others, lineup)
    assert_plays_alike(ours, lineup)


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
        machine_code.note_play(rules, lineup, seconds)
        asked.clear()
        machine_code.code_of(rules, lineup)
        return asked

    assert play(machine_code.SOUGHT / 2) == []
    assert play(machine_code.SOUGHT / 2) == [False] * kernels
    assert play(machine_code.SOUGHT) == []
    assert play(machine_code.MADE) == [True] * kernels
    assert play(machine_code.MADE) == []
    assert machine_code.code_of(rules, lineup) == (1, [1] * rules.seats)


def test_who_comes_while_code_is_made_plays_on(monkeypatch):
    rules = find_rules("fiftyk4", FRESH)
    lineup = seated(rules, "lowest")
    monkeypatch.setattr(machine_code, "_uses", {})
    machine_code.note_play(rules, lineup, machine_code.MADE)
    with machine_code._making:
        assert machine_code.code_of(rules, lineup) == (
            machine_code.hand_code(),
            [each.address for each in lineup],
        )


def test_many_threads_play_alike_while_code_is_made():
    rules = find_rules("fiftyk4", {"must_beat": True})
    lineup = seated(rules, "uniform")
    parts = [deal_hands(rules, 5, range(n, n + 200)) for n in range(0, 1600, 200)]
    machine_code.note_play(rules, lineup, machine_code.MADE)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda deals: play_deals(lineup, deals, checked=False).raw, parts))
    for raw, deals in zip(found, parts, strict=True):
        assert np.array_equal(raw, play_deals(lineup, deals, checked=True).raw)


CHILD = """
import sys
from sim.core import tailor
from sim.deals import deal_hands
from sim.families import tailor as tailor_now
from sim.games import find_rules
from sim.hand import play_deals
from strategies import find_strategy

made = []
make = tailor._made
tailor._made = lambda *asked: made.append(1) or make(*asked)
rules = find_rules("liaoning", {"must_beat": True})
lineup = [find_strategy("lowest", rules).policy()] * rules.seats
tailor_now(rules, lineup)
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
    kept[0].write_bytes(kept[0].read_bytes()[:1000])
    kept[1].write_bytes(kept[0].read_bytes()[:32] + pickle.dumps(5))
    assert child(tmp_path) == (2, played)
    assert child(tmp_path) == (0, played)


def test_a_folder_that_cannot_be_written_costs_only_time(monkeypatch, tmp_path):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "missing"))
    rules = find_rules("fiftyk3", FRESH)
    lineup = seated(rules, "lowest")
    tailor(rules, lineup)
    assert_plays_alike(rules, lineup)


def test_other_kernels_are_compiled_with_the_usual_options():
    """Eager options that stayed on would change all code that is compiled later."""
    eager = {option.removeprefix("-").split("=")[0] for option in tailoring._EAGER}
    assert eager == {option.removeprefix("-").split("=")[0] for option in tailoring._USUAL}
