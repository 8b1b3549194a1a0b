"""`fiftyk run`: examples that run, wrong files with their place, going on after an interrupt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reports.cli import main
from reports.cli.live import LiveInterval

EXAMPLES = sorted((Path(__file__).parents[3] / "docs" / "examples").glob("*.toml"))
SMALL = """
rules = "fiftyk4"
seed = 1
deals = 6
out = "OUT"

[options]
must_beat = true

[simulate]
line_ups = ["lowest,shed", ["uniform", "lowest"]]
records = 2

[[compare]]
strategies = "lowest,shed"

[tournament]
strategies = ["lowest", "shed"]

[[sweep]]
strategies = "lowest,shed"
vary = "first_out_bonus"
values = [20, 30]

[[matches]]
strategies = "lowest,uniform"
vary = "doubling"
values = ["never", "losers_empty"]
matches = 4
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)

    def written(text: str = SMALL, name: str = "mine.toml") -> str:
        Path(name).write_text(text)
        return name

    return written


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*argv: str, status: int = 0) -> Any:
        assert main(["run", *argv]) == status
        printed = capsys.readouterr()
        return json.loads(printed.out) if status == 0 else printed.err

    return call


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.compiled
@pytest.mark.slow
def test_the_examples_run(path: Path, run: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shown = run(str(path), "--out", str(out), "--json")
    assert (out / "run.toml").read_bytes() == path.read_bytes()
    pages = [each["report"] for each in shown["line_ups"]] + [shown.get("results")]
    assert all(Path(page).stat().st_size > 10_000 for page in pages if page)
    for kind in ("compare", "sweep", "matches"):
        found = [
            json.loads((out / "results" / f"{kind}-{n + 1}.json").read_text())
            for n in range(len(shown[kind]))
        ]
        assert found == shown[kind]


def test_there_are_three_examples_with_comments() -> None:
    assert len(EXAMPLES) == 3
    assert all(path.read_text().startswith("#") for path in EXAMPLES)


@pytest.mark.compiled
def test_a_run_goes_on_and_refuses_another_experiment(write: Any, run: Any) -> None:
    path = write()
    first = run(path, "--json")
    assert [each["hands"] for each in first["line_ups"]] == [12, 12]
    assert Path("OUT/records.jsonl").read_text().count("\n") == 4
    assert Path("OUT/line-up-2/experiment.json").exists()
    assert first["compare"][0]["pairs"][0]["n"] == 6
    assert run(path, "--json") == first
    # One and the same result, whether played at once or extended.
    more = run(write(SMALL.replace("deals = 6", "deals = 9")), "--json")
    assert run("mine.toml", "--out", "anew", "--json")["compare"] == more["compare"]
    assert more["sweep"][0]["points"][1]["change"]["n"] == 9
    added = (
        SMALL.replace("deals = 6", "deals = 9") + '\n[[compare]]\nstrategies = "lowest,uniform"\n'
    )
    assert len(run(write(added), "--json")["compare"]) == 2
    for old, new, said in (
        ("seed = 1", "seed = 2", "seed: 1 → 2"),
        ("must_beat = true", "must_beat = false", "options.must_beat: True → nothing"),
        ("deals = 9", "deals = 8", "compare[1].deals: 9 → 8 (more extend the run)"),
        ('vary = "first_out_bonus"', 'vary = "left_penalty"', "sweep[1].vary"),
    ):
        error = run(write(added.replace(old, new, 1)), status=2)
        assert error.count("\n") == 1 and said in error


@pytest.mark.compiled
def test_an_interrupted_run_goes_on(
    write: Any, run: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write()
    fresh = run(path, "--out", "fresh", "--json")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(LiveInterval, "add", interrupted)
        assert main(["run", path]) == 130
    assert "the same command goes on" in capsys.readouterr().err
    # The deals that were played when it happened are kept.
    assert Path("OUT/scores/compare-1-1.parquet").exists()
    again = run(path, "--json")
    for part in ("compare", "sweep", "tournament", "matches"):
        assert again[part] == fresh[part]


@pytest.mark.compiled
def test_matches_are_paired_kept_and_on_the_page(
    write: Any, run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from analysis import match_rules
    from analysis.match_rules import compare_variants
    from sim.games import find_rules
    from strategies import find_strategy

    played: list[range] = []
    play = match_rules.play_matches

    def counted(rules: Any, line_up: Any, seed: int, matches: range) -> Any:
        played.append(matches)
        return play(rules, line_up, seed, matches)

    monkeypatch.setattr(match_rules, "play_matches", counted)
    monkeypatch.setattr(match_rules, "CHUNK", 3)
    shown = run(write(), "--json")["matches"][0]
    assert (shown["a"], shown["b"], shown["vary"]) == ("lowest", "uniform", "doubling")
    first, second = shown["variants"]
    assert (first["variant"], second["variant"]) == ("doubling=never", "doubling=losers_empty")
    assert first["change"]["value"] == 0 and second["change"]["n"] == 4
    rules = find_rules("fiftyk4", {"must_beat": "true"})
    pair = [find_strategy(name) for name in ("lowest", "uniform")]
    variants = {each: rules.with_options({"doubling": each}) for each in ("never", "losers_empty")}
    at_once = compare_variants(variants, pair, 1, 4)
    for each, found in zip(shown["variants"], at_once, strict=True):
        assert each["margin"] == found.margin.to_json()
        assert each["change_hands"] == found.change_hands.to_json()
    table = json.loads(Path("OUT/results-tables/matches-1.json").read_text())["rows"]
    assert [row["margin"] for row in table] == [each["margin"] for each in shown["variants"]]
    played.clear()
    again = run(write(SMALL.replace("matches = 4", "matches = 6")), "--json")["matches"][0]
    assert set(played) == {range(4, 6)} and len(played) == 4
    assert again["variants"][1]["change"]["n"] == 6
    assert "matches[1].matches: 6 → 5 (more extend the run)" in run(
        write(SMALL.replace("matches = 4", "matches = 5")), status=2
    )


@pytest.mark.compiled
def test_a_run_without_line_ups_says_where_its_page_is(
    write: Any, run: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    compare = SMALL[SMALL.index("[[compare]]") : SMALL.index("[tournament]")]
    run(write(f'rules = "fiftyk4"\nseed = 1\ndeals = 6\nout = "OUT"\n{compare}'), "--json")
    assert main(["report", "OUT"]) == 2
    error = capsys.readouterr().err
    assert "OUT is a run without line-ups" in error and error.count("\n") == 1
    assert Path("OUT/results.html").exists()


def test_hidden_sides_play_no_matches(write: Any, run: Any) -> None:
    text = SMALL.replace('"fiftyk4"', '"anzhan"').replace('"losers_empty"', '"never"')
    text = text.replace('vary = "doubling"', 'vary = "first_out_bonus"')
    text = text.replace('["never", "never"]', "[20, 30]")
    assert "mine.toml: matches[1]: anzhan: the deal makes the sides" in run(write(text), status=2)


WRONG = {
    "rules": ('"fiftyk4"', '"fiftyk9"', "mine.toml: rules: "),
    "option": ("must_beat", "must_win", "mine.toml: options.must_win: "),
    "value of an option": ("= true", '= "yes"', "mine.toml: options.must_beat: "),
    "unknown key": (
        "records",
        "record",
        "mine.toml: simulate.record: unknown; did you mean records?",
    ),
    "unknown table": ("[[sweep]]", "[[sweeps]]", "mine.toml: sweeps: unknown; did you mean sweep?"),
    "seed": ("seed = 1", "seed = -1", "mine.toml: seed: -1: accepted: a whole number 0 … "),
    "no seed": ("seed = 1", "", "mine.toml: seed: required"),
    "boolean deals": ("deals = 6", "deals = true", "mine.toml: deals: true: accepted"),
    "records": ("records = 2", "records = 7", "mine.toml: simulate.records: 7: accepted"),
    "line-up": ('"lowest,shed", [', '"lowest,shed,lowest", [', "mine.toml: simulate.line_ups[1]: "),
    "strategy": ('["uniform"', '["uniforn"', "mine.toml: simulate.line_ups[2]: no strategy"),
    "twice": ('["lowest", "shed"]', '["shed", "shed"]', "tournament.strategies[2]: shed is named"),
    "one alone": ('["lowest", "shed"]', '["shed"]', "mine.toml: tournament.strategies: one alone"),
    "values": ("[20, 30]", "[20]", "mine.toml: sweep[1].vary: first_out_bonus: accepted: two"),
    "not the same cards": ('"first_out_bonus"', '"seats"', "mine.toml: sweep[1].vary: "),
    "parameter": ('vary = "doubling"', 'vary = "shed.late"', "matches[1].vary: matches are played"),
    "no matches": ("matches = 4", "", "mine.toml: matches[1].matches: required"),
    "one match": ("matches = 4", "matches = 1", "mine.toml: matches[1].matches: 1: accepted"),
    "three at matches": ('"lowest,uniform"', '"lowest,uniform,shed"', "matches compares two"),
    "condition": ('"losers_empty"]', '"sometimes"]', "mine.toml: matches[1].vary: "),
    "not TOML": ("[options]", "[options", "mine.toml: not TOML: "),
    "no rules": ('rules = "fiftyk4"', "", "fiftyk: mine.toml: rules: required"),
    "too deep": ("must_beat = true", "must_beat = " + "[" * 9999, "mine.toml: not TOML: "),
    "too many digits": ("seed = 1", "seed = " + "1" * 9999, "mine.toml: not TOML: "),
    "no name of a file": ('"OUT"', '"O\\u0000"', "mine.toml: out: "),
    "options that contradict": (
        "must_beat = true",
        'target = "none"',
        "mine.toml: options.target: fiftyk4: target=none and hands=none cannot go together",
    ),
    "an option beside those": (
        "must_beat = true",
        'target = "none"\nhands = 3\nmust_beat = 5',
        "mine.toml: options.must_beat: ",
    ),
    "no place": ('out = "OUT"', "", "mine.toml: out: required"),
}


@pytest.mark.parametrize("case", WRONG)
def test_errors_are_one_line_with_their_place(case: str, write: Any, run: Any) -> None:
    old, new, said = WRONG[case]
    error = run(write(SMALL.replace(old, new, 1)), status=2)
    assert error.startswith("fiftyk: ") and error.count("\n") == 1
    assert said in error
    assert not Path("OUT").exists()


STOPS = {
    "h0 above h1": ("h0 = 2\nh1 = 1", "mine.toml: compare[1].stop: h0 = 2 and h1 = 1"),
    "no h1": ("h0 = 2", "mine.toml: compare[1].stop.h1: required"),
    "units": ('h0 = 0\nh1 = 1\nunits = "elo"', 'stop.units: "elo": accepted: points, normalised'),
}


@pytest.mark.parametrize("case", STOPS)
def test_a_stopping_rule_is_checked(case: str, write: Any, run: Any) -> None:
    stop, said = STOPS[case]
    text = SMALL.replace("[tournament]", f"[compare.stop]\n{stop}\n\n[tournament]")
    assert said in run(write(text), status=2)


def test_a_check_plays_nothing(write: Any, run: Any) -> None:
    settings = run(write(), "--check", "--json")["settings"]
    assert settings["simulate.line_ups[2]"] == "uniform,lowest,uniform,lowest"
    assert settings["options.must_beat"] is True
    assert not Path("OUT").exists()
    Path("OUT").mkdir()
    Path("OUT/notes.txt").write_text("mine")
    assert "not empty" in run(write(), status=2)
    assert "no such file" in run("nowhere.toml", status=2)
    error = run(write('rules = "fiftyk4"\nseed = 1\nout = "x"\n'), status=2)
    assert error.startswith("fiftyk: mine.toml: nothing to play")


def test_options_are_checked_together(write: Any, run: Any) -> None:
    text = SMALL.replace("must_beat = true", 'target = "none"\nhands = 3')
    settings = run(write(text), "--check", "--json")["settings"]
    assert settings["options.target"] is None
    assert settings["options.hands"] == 3
