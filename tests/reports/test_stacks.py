"""The report of a stack game, and its commands."""

from __future__ import annotations

import json

import pytest

from reports.cli import main
from reports.standard import build_report, write_standard_report
from sim.core.compiler import COMPILED

FORMS = ("progression", "progression_original")
both = pytest.mark.parametrize("rules_id", FORMS)
SECTIONS = ["strategies", "opening", "faces", "ends", "last", "swings", "measured"]


def call(capsys, *words):
    status = main([str(word) for word in words])
    out = capsys.readouterr()
    return status, out.out, out.err


def simulated(tmp_path, rules_id, names, deals):
    words = ["simulate", "--rules", rules_id, "--strategies", names, "--deals", deals]
    if not COMPILED:
        words += ["--set", "turn_cap=20"]
    assert main([str(w) for w in [*words, "--seed", 1, "--out", tmp_path / "run"]]) == 0
    return tmp_path / "run"


@both
@pytest.mark.parametrize("names", ["greedy,uniform,uniform", "greedy", "uniform,greedy,builder"])
def test_report_answers_what_users_ask(rules_id, names, tmp_path):
    folder = simulated(tmp_path, rules_id, names, 40 if COMPILED else 3)
    report = build_report(folder)
    assert [section.slug for section in report.sections] == SECTIONS
    assert all(section.answer or section.empty_reason for section in report.sections)
    assert "failed" not in report.verdict.sentence
    assert len(report.verdict.cards) == 3
    page = write_standard_report(folder).read_text(encoding="utf-8")
    assert "opening a suit" in page.lower() and "trick" not in page.lower()


@pytest.mark.compiled
def test_report_says_what_opening_a_suit_causes(tmp_path):
    report = build_report(simulated(tmp_path, "progression_original", "greedy,builder,builder", 60))
    for slug, name in (("opening", "opening-a-suit"), ("faces", "laying-a-face-card")):
        (section,) = (each for each in report.sections if each.slug == slug)
        assert "rather than doing what the strategy thinks next best is worth" in section.answer
        table = section.tables[0]
        assert table.slug == name
        wholes = [row for row in table.rows if row[1] == "any"]
        assert {row[0] for row in wholes} <= {"greedy", "builder"}
        for row in wholes:
            assert row[2].n == row[5] <= 60
        assert "95\N{NO-BREAK SPACE}% intervals" in section.figures[0].caption
        assert "60 deals played again" in section.figures[0].caption


def test_people_beside_are_refused_in_one_line(tmp_path, capsys):
    folder = simulated(tmp_path, "progression", "uniform", 2)
    capsys.readouterr()
    status, out, error = call(capsys, "report", folder, "--beside", folder / "records.jsonl")
    assert (status, out) == (2, "")
    assert error.splitlines()[-1].endswith("reports on progression have no such section")


def test_report_of_one_deal_says_why_it_is_empty(tmp_path):
    report = build_report(simulated(tmp_path, "progression", "uniform", 1))
    assert [section.slug for section in report.sections] == SECTIONS
    assert "too few" in report.sections[1].empty_reason


@both
def test_rules_and_deal(rules_id, capsys):
    status, out, _ = call(capsys, "rules", rules_id, "--json")
    document = json.loads(out)
    assert status == 0 and document["seats"] == 3 and document["cards"] == 52
    fields = {field["name"]: field["value"] for field in document["fields"]}
    assert (fields["empty_stack"], fields["target"], fields["turn_cap"]) == (-10, 200, 300)
    assert "bombs" not in document
    assert call(capsys, "rules", rules_id)[0] == 0
    status, out, _ = call(capsys, "deal", "--rules", rules_id, "--seed", 1, "--deal", 7, "--json")
    document = json.loads(out)
    assert document["leader"] == 1 and document["received"] is None
    assert [len(hand.split()) for hand in document["hands"]] == [5, 5, 5]
    assert len(document["stock"].split()) == 37
    assert (
        "stock, top first" in call(capsys, "deal", "--rules", rules_id, "--seed", 1, "--deal", 7)[1]
    )


@both
def test_replay_writes_a_record_that_verifies(rules_id, tmp_path, capsys):
    words = ["replay", "--rules", rules_id, "--strategies", "greedy", "--seed", 1, "--deal", 3]
    file = tmp_path / "record.jsonl"
    status, out, _ = call(capsys, *words, "--record", file)
    assert status == 0 and "points from s:" in out
    assert call(capsys, "verify", file)[0] == 0
    status, out, _ = call(capsys, *words, "--json")
    assert json.loads(out) == json.loads(file.read_text())


@pytest.mark.compiled
def test_match_compare_and_bench(capsys):
    status, out, _ = call(
        capsys, "match", "--rules", "progression_original", "--strategies", "builder,greedy,greedy",
        "--matches", 20, "--seed", 1, "--json",
    )  # fmt: skip
    document = json.loads(out)
    assert status == 0 and document["drawn"] == 0
    assert sum(side["won"] for side in document["sides"]) == 20
    status, out, _ = call(
        capsys, "compare", "--rules", "progression_original", "--strategies", "builder,greedy",
        "--deals", 200, "--seed", 1, "--gate", 0, "--json",
    )  # fmt: skip
    assert status == 0 and json.loads(out)["pairs"][0]["low"] > 0
    status, out, _ = call(
        capsys, "bench", "--rules", "progression_original", "--strategies", "uniform,greedy",
        "--seconds", 0.01, "--json",
    )  # fmt: skip
    assert status == 0 and len(json.loads(out)["strategies"]) == 2


@both
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["moves", "--hand", "3h"], "has no moves"),
        (["rules", "--set", "empty_stack=5"], "accepted: -10, 0"),
        (["replay", "--strategies", "lowest", "--seed", 1, "--deal", 1], "does not play"),
        (["compare", "--strategies", "greedy,planner", "--deals", 2, "--seed", 1], "does not play"),
        (["bench", "--strategies", "shed"], "those that do are uniform, greedy, builder, blocker"),
        (["match", "--strategies", "a", "--matches", 1, "--seed", 1], "no strategy 'a'"),
    ],
    ids=lambda each: str(each)[:30],
)
def test_bad_input_is_one_line(rules_id, words, said, capsys):
    command, *rest = words
    rules = [rules_id] if command == "rules" else ["--rules", rules_id]
    status, out, err = call(capsys, command, *rules, *rest)
    assert (status, out) == (2, "")
    assert said in err and err.count("\n") == 1


def test_moves_of_a_batch_go_on_after_a_line(tmp_path, capsys):
    file = tmp_path / "lines.jsonl"
    file.write_text('{"rules": "progression", "hand": "3h"}\n{"rules": "fiftyk4", "hand": "3h"}\n')
    status, out, _ = call(capsys, "moves", "--batch", file)
    first, second = map(json.loads, out.splitlines())
    assert status == 0 and "no moves" in first["error"] and second["plays"]


def test_strategies_are_listed_with_what_they_play(capsys):
    status, out, _ = call(capsys, "strategies", "--json")
    listed = json.loads(out)["strategies"]
    kinds = {(each["name"], each["plays"]) for each in listed}
    assert {("uniform", "climbing"), ("uniform", "stacks"), ("builder", "stacks")} <= kinds
    assert call(capsys, "strategies", "builder")[0] == status == 0
