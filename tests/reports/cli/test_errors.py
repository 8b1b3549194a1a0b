"""Every error path of the command line: one line on standard error, exit status 2, no traceback."""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from reports.cli import main

GAME = ["--rules", "fiftyk4"]
PLAY = [*GAME, "--seed", "1"]
COMPARE = ["compare", *PLAY, "--strategies", "lowest,shed", "--deals", "10"]
OUT = ["--out", "folder"]
TOURNAMENT = ["tournament", *PLAY, "--strategies", "lowest,shed", "--deals", "9", *OUT]
SWEEP = ["sweep", *PLAY, "--strategies", "lowest,shed", "--deals", "9"]

BAD = {
    "no command": [],
    "tips of another kind of game": [
        *["folk", "--rules", "progression", "--deals", "40", "--seed", "1"],
    ],
    "too few deals for a tip": ["folk", *PLAY, "--deals", "3"],
    "two strategies for the tips": ["folk", *PLAY, "--deals", "40", "--strategies", "lowest,shed"],
    "a folder for a page": ["folk", *PLAY, "--deals", "40", "--html", "."],
    "unknown command": ["deel"],
    "unknown rule set": ["rules", "fiftyk5"],
    "unknown option": ["deal", *PLAY, "--deal", "0", "--set", "mustbeat=true"],
    "unknown value": ["deal", *PLAY, "--deal", "0", "--set", "must_beat=maybe"],
    "option twice": ["deal", *PLAY, "--deal", "0", "--set", "seats=4", "--set", "seats=4"],
    "no value": ["deal", *PLAY, "--deal", "0", "--set", "seats"],
    "contradiction": ["rules", "fiftyk4", "--set", "sides=solo"],
    "set without a rule set": ["rules", "--set", "must_beat=true"],
    "negative deal": ["deal", *PLAY, "--deal", "-1"],
    "seed too large": ["deal", *GAME, "--seed", str(2**63), "--deal", "0"],
    "seed no number": ["deal", *GAME, "--seed", "x", "--deal", "0"],
    "not a card": ["moves", *GAME, "--hand", "3h 1z"],
    "no cards": ["moves", *GAME, "--hand", " "],
    "too many copies": ["moves", *GAME, "--hand", "3h 3h"],
    "joker": ["moves", *GAME, "--hand", "LJ"],
    "copies in hand and top": ["moves", *GAME, "--hand", "3h 4h", "--top", "3h"],
    "top is nothing": ["moves", *GAME, "--hand", "3h 4h", "--top", "5s 6s"],
    "top of another type": ["moves", *GAME, "--hand", "3h", "--top", "5s", "--top-type", "pair"],
    "top of no type": ["moves", *GAME, "--hand", "3h", "--top", "5s", "--top-type", "nosuch"],
    "top of another rank": ["moves", *GAME, "--hand", "3h", "--top", "5s", "--top-rank", "6"],
    "type without a top": ["moves", *GAME, "--hand", "3h", "--top-type", "single"],
    "no hand": ["moves", *GAME],
    "batch and hand": ["moves", "--batch", "-", "--hand", "3h"],
    "no batch file": ["moves", "--batch", "nosuch.jsonl"],
    "unknown strategy": ["replay", *PLAY, "--deal", "0", "--strategies", "nosuch"],
    "unknown parameter": ["replay", *PLAY, "--deal", "0", "--strategies", "lowest:x=1"],
    "too many strategies": ["replay", *PLAY, "--deal", "0", "--strategies", "lowest,lowest,lowest"],
    "no strategy file": ["replay", *PLAY, "--deal", "0", "--strategies", "nosuch.py:bot"],
    "strategies NAME": ["strategies", "nosuch"],
    "record into nowhere": [
        *["replay", *PLAY, "--deal", "0", "--strategies", "lowest"],
        *["--record", "no/such/folder/x.jsonl"],
    ],
    "verify no file": ["verify", "nosuch.jsonl"],
    "verify a folder": ["verify", "."],
    "no deals": ["simulate", *PLAY, "--strategies", "lowest", "--deals", "0", "--out", "x"],
    "no threads": [
        *["simulate", *PLAY, "--strategies", "lowest", "--deals", "1", "--out", "x"],
        *["--threads", "0"],
    ],
    "unknown seatings": [
        *["simulate", *PLAY, "--strategies", "lowest", "--deals", "1", "--out", "x"],
        *["--seatings", "all"],
    ],
    "compare one": ["compare", *PLAY, "--strategies", "lowest", "--deals", "10"],
    "compare one deal": ["compare", *PLAY, "--strategies", "lowest,shed", "--deals", "1"],
    "gate of three": [
        *["compare", *PLAY, "--strategies", "lowest,shed,uniform", "--deals", "2"],
        *["--gate", "0"],
    ],
    "gate no number": [
        "compare",
        *PLAY,
        "--strategies",
        "lowest,shed",
        "--deals",
        "2",
        "--gate",
        "x",
    ],
    "gate nan": ["compare", *PLAY, "--strategies", "lowest,shed", "--deals", "2", "--gate", "nan"],
    "compare nothing": ["compare", *PLAY, "--strategies", "lowest,shed"],
    "compare no file": ["compare", "--from", "nosuch"],
    "compare a folder": ["compare", "--from", "."],
    "compare played and to play": ["compare", *PLAY, "--from", "nosuch"],
    "half a test": [*COMPARE, "--h0", "0"],
    "test the wrong way round": [*COMPARE, "--h0", "1", "--h1", "0"],
    "test beyond the scores": [*COMPARE, "--h0", "0", "--h1", "200"],
    "test of three": [*COMPARE, "--strategies", "lowest,shed,uniform", "--h0", "0", "--h1", "1"],
    "alpha without a test": [*COMPARE, "--alpha", "0.1"],
    "alpha of a half": [*COMPARE, "--h0", "0", "--h1", "1", "--alpha", "0.5"],
    "unknown units": [*COMPARE, "--h0", "0", "--h1", "1", "--units", "elo"],
    "no effect": [*COMPARE, "--effect", "0"],
    "save into nowhere": [*COMPARE, "--save", "no/such/folder/x"],
    "tournament of one": ["tournament", *PLAY, "--strategies", "lowest", "--deals", "9", *OUT],
    "tournament twice": [*TOURNAMENT, "--strategies", "lowest,lowest"],
    "tournament in a file": [*TOURNAMENT, "--out", "/dev/null"],
    "one deal of partners": [*TOURNAMENT, "--table-deals", "1"],
    "sweep nothing": SWEEP,
    "sweep one value": [*SWEEP, "--sweep", "must_beat=true"],
    "sweep no name": [*SWEEP, "--sweep", "=true,false"],
    "sweep unknown": [*SWEEP, "--sweep", "mustbeat=true,false"],
    "sweep unknown value": [*SWEEP, "--sweep", "must_beat=true,maybe"],
    "sweep twice": [*SWEEP, "--sweep", "must_beat=true,True"],
    "sweep the cards": [*SWEEP, "--sweep", "decks=1,2"],
    "sweep nobody": [*SWEEP, "--sweep", "balanced.plan=1,2"],
    "sweep no parameter": [*SWEEP, "--sweep", "shed.plan=1,2"],
    "sweep three": [
        *SWEEP,
        "--strategies",
        "lowest,shed,uniform",
        "--sweep",
        "must_beat=true,false",
    ],
    "record into a folder": [
        *["replay", *PLAY, "--deal", "0", "--strategies", "lowest", "--record", "."],
    ],
    "no matches": ["match", *PLAY, "--strategies", "lowest", "--matches", "0"],
    "report of nothing": ["report", "nosuch"],
    "report into a folder": ["report", "nosuch", "--out", "."],
    "report into nothing": ["report", "nosuch", "--out", ""],
    "report below a file": ["report", "nosuch", "--out", "/dev/null/x/report.html"],
    "run nothing": ["run", "nosuch.toml"],
    "report beside nothing": ["report", "x", "--site", "y", "--beside", "z"],
    "merge nothing": ["merge", "nosuch", "--out", "x"],
    "bench for no time": ["bench", "--seconds", "0"],
    "bench for a word": ["bench", "--seconds", "x"],
    "several lines": ["deal", *GAME, "--seed", "1\n2", "--deal", "0"],
    "words of several lines": ["deal", *PLAY, "--deal", "0", "a\nb"],
    "a file of several lines": ["moves", "--batch", "no\nsuch.jsonl"],
    "bench unknown": ["bench", "--strategies", "nosuch"],
}


@pytest.mark.parametrize("argv", BAD.values(), ids=BAD.keys())
def test_bad_input_is_one_line_and_status_2(
    argv: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(argv) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("fiftyk")
    assert printed.err.count("\n") == 1
    assert "Traceback" not in printed.err
    assert list(tmp_path.iterdir()) == []  # nothing half-written left behind


SAYS = {
    "unknown rule set": "fiftyk3, fiftyk4",
    "unknown value": "false, true",
    "unknown option": "must_beat",
    "option twice": "seats is given twice",
    "contradiction": "sides=solo and hand_ends=side_out",
    "not a card": "1z",
    "too many copies": "3h",
    "unknown strategy": "balanced",
    "unknown seatings": "rotations",
    "record into nowhere": "no/such/folder",
    "compare nothing": "--deals",
    "test the wrong way round": "h0 must be below h1",
    "test beyond the scores": "±160",
    "report into a folder": "--out '.': accepted: a file",
    "report into nothing": "--out '': accepted: a file",
    "report below a file": "report.html': accepted: a file",
    "sweep the cards": "same cards",
    "sweep nobody": "lowest and shed",
}


@pytest.mark.parametrize("case", SAYS)
def test_the_line_says_what_is_accepted(
    case: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    main(BAD[case])
    error = capsys.readouterr().err
    for part in SAYS[case].split(", "):
        assert part in error


def test_a_bad_line_of_a_batch_is_answered_and_the_rest_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    batch = tmp_path / "cases.jsonl"
    lines = [
        '{"rules": "fiftyk4", "hand": "3h"}',
        "rubbish",
        "",
        '{"rules": "fiftyk4", "hand": "4h"}',
    ]
    batch.write_text("\n".join(lines))
    assert main(["moves", "--batch", str(batch)]) == 0
    first, second, blank, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["plays"][0]["cards"] == "3h"
    assert set(second) == set(blank) == {"error"}
    assert third["plays"][0]["cards"] == "4h"


def test_a_package_of_the_same_name_elsewhere_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "analysis.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "analysis", raising=False)
    assert main(["rules"]) == 2
    assert "analysis" in capsys.readouterr().err


def test_a_batch_answers_a_line_with_half_a_character(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = tmp_path / "cases.jsonl"
    lines = [{"rules": "fiftyk4", "hand": hand} for hand in ("\ud800", "é", "4h")]
    batch.write_text("\n".join(map(json.dumps, lines)))
    for encoding in ("utf-8", "ascii"):
        with io.TextIOWrapper(io.BytesIO(), encoding) as out:
            monkeypatch.setattr("sys.stdout", out)
            assert main(["moves", "--batch", str(batch)]) == 0
            out.seek(0)
            half, foreign, third = map(json.loads, out.read().splitlines())
        assert "\ud800" in half["error"]
        assert "é" in foreign["error"]
        assert third["plays"][0]["cards"] == "4h"


def test_a_table_is_printed_where_its_lines_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    with io.TextIOWrapper(io.BytesIO(), "ascii") as out:
        monkeypatch.setattr("sys.stdout", out)
        assert main(["rules"]) == 0


@pytest.mark.parametrize(
    ("words", "status"), [("rules fiftyk4", 0), ("moves --batch -", 0), ("rules nosuch", 2)]
)
def test_closed_streams_are_no_failure(words: str, status: int) -> None:
    command = f"exec {shlex.quote(sys.executable)} -m reports {words} <&- >&- 2>&-"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == status


def test_a_name_that_is_not_utf_8_is_refused() -> None:
    words = [sys.executable, "-m", "reports", "report", b"\xff"]
    ended = subprocess.run(words, check=False, capture_output=True)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.count(b"\n") == 1
    assert b"accepted: text in UTF-8" in ended.stderr
