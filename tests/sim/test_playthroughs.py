"""One hand of every rule set, frozen from the twin and replayed by our position."""

from __future__ import annotations

import pytest

from sim.games import find_rules
from tests.sim.playthroughs import FOLDER, replay, write
from tests.sim.sample import RULES_OF_TABLE


def test_every_rule_set_has_a_playthrough():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(RULES_OF_TABLE)


@pytest.mark.parametrize("rules_id", RULES_OF_TABLE)
def test_a_playthrough_is_replayed_line_by_line(rules_id):
    text = (FOLDER / f"{rules_id}.txt").read_text()
    assert list(replay(text)) == text.splitlines()
    # What nonsense would not satisfy: the last captures and what is left are the pack.
    figures = dict(line.split(" ", 1) for line in text.split("\n\n")[2].splitlines())
    total = sum(int(n) for name in ("captured", "left") for n in figures[name][1:-1].split(","))
    assert total == find_rules(rules_id).pack_points


@pytest.mark.parametrize("rules_id", RULES_OF_TABLE)
def test_the_twin_still_plays_it(rules_id):
    assert write(rules_id) == (FOLDER / f"{rules_id}.txt").read_text()
