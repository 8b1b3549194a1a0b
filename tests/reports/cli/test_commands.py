"""What each command prints, in both forms, as INTERFACE.md promises it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reports.cli import main
from sim.games import CLIMBING, RULE_SETS, find_rules

# Thousands of hands: minutes without the compiler.
pytestmark = pytest.mark.compiled
PLAY = ["--rules", "fiftyk4", "--seed", "1"]
GOLDEN = Path(__file__).parents[2] / "data" / "golden"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*argv: str, status: int = 0) -> str:
        assert main(list(argv)) == status, capsys.readouterr().err
        return capsys.readouterr().out

    return call


def document(text: str) -> Any:
    assert text.count("\n") == 1
    return json.loads(text)


def test_rules_lists_every_rule_set_and_shows_one(run: Any) -> None:
    assert "fiftyk3" in run("rules")
    listed = document(run("rules", "--json"))
    assert [each["id"] for each in listed["rules"]] == list(RULE_SETS)
    shown = document(run("rules", "fiftyk4", "--set", "must_beat=true", "--json"))
    assert shown["options"] == {"must_beat": True}
    fields = {each["name"]: each["value"] for each in shown["fields"]}
    assert fields["must_beat"] is True
    assert fields["target"] == 500
    text = run("rules", "fiftyk4")
    for name in fields:
        assert name in text


def test_strategies_lists_all_and_shows_one(run: Any) -> None:
    listed = document(run("strategies", "--json"))["strategies"]
    assert "balanced" in {each["name"] for each in listed}
    for each in listed:
        assert each["name"] in run("strategies", each["name"])
        assert each["text"]


def test_moves_prints_patterns(run: Any) -> None:
    shown = document(run("moves", "--rules", "fiftyk4", "--hand", "7h,7S 10D", "--json"))
    assert shown["rules"] == "fiftyk4"
    pair = {"type": "pair", "rank": "7", "size": 2, "ranks": "77", "suit": None, "cards": "7s 7h"}
    assert pair in shown["plays"]
    assert len(shown["plays"]) == 3
    assert "7s 7h" in run("moves", "--rules", "fiftyk4", "--hand", "7h,7S 10D")


def test_deal_shows_the_whole_pack(run: Any) -> None:
    dealt = document(run("deal", *PLAY, "--deal", "5", "--json"))
    cards = " ".join(dealt["hands"]).split()
    assert len(set(cards)) == 52
    assert "3h" in dealt["hands"][dealt["leader"]]
    assert dealt["received"] is None
    assert dealt["hands"][2] in run("deal", *PLAY, "--deal", "5")


def test_replay_record_verify_go_together(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "hand.jsonl"
    args = ["replay", *PLAY, "--deal", "7", "--strategies", "lowest,uniform"]
    record = document(run(*args, "--record", str(path), "--json"))
    assert json.loads(path.read_text()) == record
    assert record["strategies"] == ["lowest", "uniform", "lowest", "uniform"]
    shown = run(*args)
    assert "takes" in shown
    assert shown.count("pass") == sum(play[2] == "pass" for play in record["plays"])
    assert document(run("verify", str(path), "--json")) == {"records": 1, "ok": 1, "faults": []}
    record["result"]["winner"] = 1 - record["result"]["winner"]
    path.write_text("\ufeff\n" + json.dumps(record) + "\n")
    report = document(run("verify", str(path), "--json", status=1))
    assert report["faults"][0]["line"] == 2
    assert report["faults"][0]["fault"] == "result"
    assert report["faults"][0]["play"] is None
    assert "line 2: result" in run("verify", str(path), status=1)


def test_verify_accepts_the_golden_records(run: Any) -> None:
    report = document(run("verify", str(GOLDEN / "records.jsonl"), "--json"))
    assert report["ok"] == report["records"] > 0
    broken = document(run("verify", str(GOLDEN / "records_broken.jsonl"), "--json", status=1))
    assert broken["ok"] == 0


def test_compare_prints_pairs_and_judges_a_gate(run: Any) -> None:
    args = ["compare", *PLAY, "--deals", "400", "--strategies"]
    shown = document(run(*args, "lowest,uniform", "--json"))
    assert (shown["rules"], shown["deals"]) == ("fiftyk4", 400)
    pair = shown["pairs"][0]
    keys = {"a", "b", "value", "se", "n", "level", "low", "high", "pairing_factor"}
    assert set(pair) == keys
    assert pair["low"] < pair["value"] < pair["high"]
    assert pair["n"] == 400
    run(*args, "lowest,uniform", "--gate", str(pair["low"] - 1))
    run(*args, "lowest,uniform", "--gate", str(pair["low"] + 1), status=1)
    assert len(document(run(*args, "lowest,uniform,shed", "--json"))["pairs"]) == 3
    assert "lowest" in run(*args, "lowest,uniform")


def test_a_strategy_against_itself_is_exactly_even(run: Any) -> None:
    for rules in ("fiftyk4", "fiftyk3"):
        args = ["--rules", rules, "--seed", "3", "--deals", "50", "--strategies", "uniform,uniform"]
        pair = document(run("compare", *args, "--json"))["pairs"][0]
        assert (pair["value"], pair["se"], pair["low"], pair["high"]) == (0, 0, 0, 0)


def test_threads_change_nothing(run: Any) -> None:
    args = ["compare", *PLAY, "--deals", "9000", "--strategies", "lowest,uniform", "--json"]
    assert run(*args, "--threads", "1") == run(*args, "--threads", "3")


def test_match_sums_up(run: Any) -> None:
    args = ["match", *PLAY, "--matches", "50", "--strategies", "lowest,uniform"]
    shown = document(run(*args, "--json"))
    assert sum(side["won"] for side in shown["sides"]) + shown["drawn"] == 50
    assert shown["hands"]["least"] >= 1
    assert "50 matches" in run(*args)


def test_bench_prints_ratios(run: Any) -> None:
    args = ["bench", "--seconds", "0.01", "--strategies", "lowest"]
    shown = document(run(*args, "--json"))
    assert shown["rules"] == "fiftyk4"
    assert shown["floor"] > 0
    (only,) = shown["strategies"]
    assert set(only) == {"strategy", "hands_per_second", "decisions_per_second", "ratio_to_floor"}
    assert "lowest" in run(*args)


def test_bench_says_what_more_threads_give(run: Any) -> None:
    args = ["bench", "--seconds", "0.01", "--strategies", "lowest", "--threads", "2"]
    shown = document(run(*args, "--json"))
    (only,) = shown["strategies"]
    assert shown["threads"] == 2
    assert 0 < only["threads_gain"] and 0 < shown["floor_threads_gain"]
    assert "2 threads" in run(*args)


def test_simulate_resumes_and_merges(run: Any, tmp_path: Path) -> None:
    whole, left, right = (str(tmp_path / name) for name in ("whole", "left", "right"))
    args = ["simulate", *PLAY, "--strategies", "lowest,uniform"]
    shown = document(run(*args, "--deals", "30", "--out", whole, "--json"))
    assert (shown["hands"], shown["played"]) == (60, 60)
    assert document(run(*args, "--deals", "30", "--out", whole, "--json"))["played"] == 0
    assert "30 deals" in run(*args, "--deals", "30", "--out", whole)
    run(*args, "--deals", "10", "--out", left)
    run(*args, "--deals", "20", "--first-deal", "10", "--out", right)
    merged = str(tmp_path / "merged")
    assert document(run("merge", left, right, "--out", merged, "--json"))["deals"] == 30


@pytest.mark.parametrize("rules_id", CLIMBING)
def test_every_rule_set_is_explained_options_first(run: Any, rules_id: str) -> None:
    text = run("rules", rules_id)
    places = [text.index(head) for head in ("What beats what", "Bombs, weakest", "Fields")]
    assert places == sorted(places)
    for option in find_rules(rules_id).switches:
        assert text.index("Options") < text.index(option.name) < places[0]


@pytest.mark.parametrize("rules_id", CLIMBING)
def test_every_rule_set_is_dealt_replayed_recorded_and_verified(
    run: Any, rules_id: str, tmp_path: Path
) -> None:
    some = ["--rules", rules_id, "--seed", "1"]
    dealt = document(run("deal", *some, "--deal", "1", "--json"))
    path = tmp_path / "hand.jsonl"
    args = ["replay", *some, "--deal", "1", "--strategies", "lowest", "--record", str(path)]
    record = document(run(*args, "--json"))
    assert dealt["sides"] == record["result"]["sides"]
    assert "takes" in run(*args)
    assert "1 of 1" in run("verify", str(path))


def test_one_match_has_no_interval(run: Any) -> None:
    args = ["match", *PLAY, "--matches", "1", "--strategies", "lowest"]
    assert "one match has no interval" in run(*args)
    assert document(run(*args, "--json"))["sides"][0]["payoff"]["low"] is None
