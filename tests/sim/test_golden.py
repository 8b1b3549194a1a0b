"""The golden cases, worked out by an independent program from the rules page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.families import verify_file, verify_record
from sim.games import CLIMBING, RULE_SETS
from sim.plays import answer_line
from tests.sim.sample import cards

GOLDEN = Path(__file__).parents[1] / "data" / "golden"


def lines(name):
    return [json.loads(line) for line in (GOLDEN / name).read_text().splitlines()]


def pattern(play):
    return tuple(play[key] for key in ("type", "rank", "size", "ranks", "suit"))


@pytest.mark.parametrize(
    "case",
    lines("moves.jsonl"),
    ids=lambda case: f"{case['case']['rules']} {case['case']['hand'][:40]}",
)
def test_moves(case):
    answer = answer_line(json.dumps(case["case"]))
    if case.get("error"):
        assert list(answer) == ["error"]
        return
    found = [pattern(play) for play in answer["plays"]]
    assert len(found) == len(set(found))
    assert set(found) == {pattern(play) for play in case["plays"]}
    hand = cards(case["case"]["hand"])
    for play in answer["plays"]:
        chosen = cards(play["cards"])
        assert hand.holds(chosen) and chosen.ranks == play["ranks"]


@pytest.mark.parametrize(
    "case", lines("records.jsonl"), ids=lambda case: f"{case['rules']} {case['deal']}"
)
def test_records(case):
    assert verify_record(case) is None


@pytest.mark.parametrize(
    "case", lines("records_broken.jsonl"), ids=lambda case: f"{case['rules']} {case['expect']}"
)
def test_broken_records(case):
    found = verify_record(case)
    assert (found.fault, found.play) == (case["expect"]["kind"], case["expect"]["play"])


def test_every_rule_set_has_cases():
    assert {case["case"]["rules"] for case in lines("moves.jsonl")} == set(CLIMBING)
    for name in ("records.jsonl", "records_broken.jsonl"):
        assert {case["rules"] for case in lines(name)} == set(RULE_SETS)


@pytest.mark.parametrize(("name", "broken"), [("records", False), ("records_broken", True)])
def test_a_file_as_a_whole(name, broken, tmp_path):
    cases = lines(f"{name}.jsonl")
    path = tmp_path / "records.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in cases))
    report = verify_file(path)
    assert report["records"] == len(cases) > 60
    assert (report["ok"], len(report["faults"])) == ((0, len(cases)) if broken else (len(cases), 0))
