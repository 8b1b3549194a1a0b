"""Records typed by hand: read as they were meant, and errors with their line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from reports.cli import main
from sim.families import deal_hands, record_of, verify_file, verify_record
from sim.games import RULE_SETS, find_rules
from sim.rules import Rules
from sim.typed_records import is_typed, read_any, read_typed
from strategies import line_up

ROOT = Path(__file__).parents[2]
EVENING = ROOT / "docs" / "examples" / "evening.txt"
CLIMBING = [name for name, rules in RULE_SETS.items() if isinstance(rules, Rules)]


def typed(record, said=False):
    """Type a record as a person would; `said`: with every play's type and rank."""
    lines = [f"rules: {record['rules']}", f"deal: {record['deal']}"]
    if record["options"]:
        options = (f"{name}={str(value).lower()}" for name, value in record["options"].items())
        lines.append(f"options: {', '.join(options)}")
    if record["received"] is not None:
        lines.append(f"received: {record['received']}")
    lines += ["hands:", *(f" {seat}: {hand}" for seat, hand in enumerate(record["hands"]))]
    lines.append("plays:")
    for seat, cards, kind, rank in record["plays"]:
        about = f" ({kind}{'' if rank is None else ' ' + rank})" if said and cards else ""
        lines.append(f" {seat}: {cards or 'pass'}{about}")
    return "\n".join(lines) + "\n"


def records_of(rules, deals=3):
    seated = line_up(rules, "uniform")
    policies, names = [each.policy() for each in seated], [each.label for each in seated]
    return [
        record_of(policies, deal_hands(rules, 5, range(deal, deal + 1)), 0, names)
        for deal in range(deals)
    ]


@pytest.mark.parametrize("rules_id", CLIMBING)
def test_what_was_typed_is_what_was_played(rules_id, tmp_path):
    records = records_of(find_rules(rules_id))
    path = tmp_path / "typed.txt"
    path.write_text("---\n".join(typed(record, said=True) for record in records))
    found = [record for _, record in read_typed(path)]
    for record, read in zip(records, found, strict=True):
        assert {
            name: record[name] for name in ("hands", "leader", "received", "plays", "result")
        } == {name: read[name] for name in ("hands", "leader", "received", "plays", "result")}
        assert verify_record(read) is None


def test_types_need_not_be_said_where_the_cards_say_them(tmp_path):
    records = records_of(find_rules("fiftyk4", {"must_beat": True}), 6)
    path = tmp_path / "typed.txt"
    # Hands follow each other without a mark between.
    path.write_text("".join(map(typed, records)))
    found = [record for _, record in read_any(path)]
    assert [record["plays"] for record in found] == [record["plays"] for record in records]
    assert [record["options"] for record in found] == [{"must_beat": True}] * 6


def test_the_documents_hands_are_in_order(tmp_path):
    assert verify_file(EVENING) == {"records": 2, "ok": 2, "faults": []}
    page = (ROOT / "docs" / "records.md").read_text()
    blocks = re.findall(r"^```\n(rules:.*?)```", page, re.S | re.M)
    assert [block.split()[1] for block in blocks] == ["fiftyk4", "progression"]
    path = tmp_path / "page.txt"
    path.write_text("".join(blocks))
    assert verify_file(path) == {"records": 2, "ok": 2, "faults": []}
    assert blocks[0].strip() in EVENING.read_text()


def test_names_rest_and_scores_are_understood(tmp_path):
    first, second = (record for _, record in read_typed(EVENING))
    assert first["strategies"] == ["Ann", "Bo", "Cy", "Di"]
    assert first["plays"][0] == [0, "3h 4s 5d 6d 7s 8c", "straight", "8"]
    dealt = {card for hand in second["hands"] for card in hand.split()}
    assert (len(second["hands"][3].split()), len(dealt)) == (13, 52)
    assert second["result"]["payoff"] == [32.5, -2.5, 32.5, -2.5]
    path = tmp_path / "typed.txt"
    path.write_text(EVENING.read_text().replace("payoff: 32.5", "payoff: 33"))
    faults = verify_file(path)["faults"]
    assert [(each["fault"], each["what"].split()[0]) for each in faults] == [("result", "payoff")]


WRONG = {
    "no such rules": ("rules: fiftyk4", "rules: fiftyk9", 3, "fiftyk3"),
    "no such header": ("leader: Ann", "lead: Ann", 5, "'lead' is unknown"),
    "nobody": ("  Bo: pass", "  Bob: pass", 13, "'Bob' is no seat"),
    "no card": ("3h 4s 5d 6d 7s 8c", "3h 4s 5d 6d 7s 8x", 12, "'8x' is not a card"),
    "no combination": ("  Ann: 5h Th Kh", "  Ann: 5h Th Kh 2h", 16, "is no combination"),
    "a hand too few": (
        "  Bo: 6h 6c 7h 7c 7d 9c Ts Tc Jc Qs Kd 2c 2d\n",
        "",
        9,
        "no hand of seat 1",
    ),
    "options": ("leader: Ann", "options: must_beat=maybe", 5, "accepted: false, true"),
    "names": ("players: Ann, Bo, Cy, Di", "players: Ann, Bo", 4, "4 names"),
}


@pytest.mark.parametrize("case", WRONG)
def test_typing_errors_name_their_line(case, tmp_path, capsys):
    old, new, line, said = WRONG[case]
    path = tmp_path / "typed.txt"
    path.write_text(EVENING.read_text().replace(old, new, 1))
    (fault,) = verify_file(path)["faults"]
    assert (fault["line"], fault["fault"]) == (line, "format")
    assert said in fault["what"]
    assert main(["verify", str(path)]) == 1
    assert f"line {line}: format" in capsys.readouterr().out


def test_an_illegal_play_is_found_on_its_line(tmp_path):
    path = tmp_path / "typed.txt"
    path.write_text(EVENING.read_text().replace("  Di: 5s 9s 9h 9d", "  Di: 3c", 1))
    (fault,) = verify_file(path)["faults"]
    assert (fault["line"], fault["fault"], fault["play"]) == (25, "follow", 13)
    path.write_text(EVENING.read_text().replace("  Cy: 4d\n", "", 1))
    (fault,) = verify_file(path)["faults"]
    assert (fault["fault"], fault["line"]) == ("incomplete", 3)


def test_records_as_json_are_never_taken_for_typed_ones(tmp_path):
    path = tmp_path / "records.jsonl"
    path.write_text("nonsense\n" + json.dumps({"rules": "fiftyk4"}) + "\n")
    assert not is_typed(path)
    assert [line for line, _ in read_any(path)] == [1, 2]


def test_typed_hands_become_records_for_programs(tmp_path, capsys):
    out = tmp_path / "out.jsonl"
    assert main(["verify", str(EVENING), "--convert", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] == 2
    assert not is_typed(out)
    assert [record for _, record in read_any(out)] == [record for _, record in read_typed(EVENING)]
    assert main(["replay", "--record-file", str(EVENING), "--line", "3"]) == 0
    assert "Ann" in capsys.readouterr().out
