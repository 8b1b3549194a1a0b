"""The golden cases, worked out by an independent program from the rules page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.cards import parse_cards
from sim.plays import answer_line
from sim.verify import verify_file, verify_record

GOLDEN = Path(__file__).parents[1] / "data" / "golden"


def lines(name):
    return [json.loads(line) for line in (GOLDEN / name).read_text().splitlines()]


def pattern(play):
    return tuple(play[key] for key in ("type", "rank", "size", "ranks", "suit"))


@pytest.mark.parametrize("case", lines("moves.jsonl"), ids=lambda case: case["case"]["hand"])
def test_moves(case):
    answer = answer_line(json.dumps(case["case"]))
    if case.get("error"):
        assert list(answer) == ["error"]
        return
    found = [pattern(play) for play in answer["plays"]]
    assert len(found) == len(set(found))
    assert set(found) == {pattern(play) for play in case["plays"]}
    hand = parse_cards(case["case"]["hand"])
    for play in answer["plays"]:
        cards = parse_cards(play["cards"])
        assert hand.holds(cards) and cards.ranks == play["ranks"]


@pytest.mark.parametrize("case", lines("records.jsonl"), ids=lambda case: str(case["deal"]))
def test_records(case):
    assert verify_record(case) is None


@pytest.mark.parametrize(
    "case", lines("records_broken.jsonl"), ids=lambda case: str(case["expect"])
)
def test_broken_records(case):
    found = verify_record(case)
    assert (found.fault, found.play) == (case["expect"]["kind"], case["expect"]["play"])


def test_the_files_as_a_whole():
    report = verify_file(GOLDEN / "records.jsonl")
    assert report["records"] == report["ok"] == 20 and report["faults"] == []
    report = verify_file(GOLDEN / "records_broken.jsonl")
    assert (report["records"], report["ok"], len(report["faults"])) == (12, 0, 12)
