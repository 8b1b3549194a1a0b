"""`compare`, `tournament` and `sweep` from the command line to what they print."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from reports.cli import entry, main

# Thousands of hands: minutes without the compiler.
pytestmark = pytest.mark.compiled
PLAY = ["--rules", "fiftyk4", "--seed", "1"]
PAIR = ["--strategies", "lowest,uniform"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*argv: str, status: int = 0) -> str:
        assert main(argv) == status
        return capsys.readouterr().out

    return call


def document(text: str) -> Any:
    assert text.count("\n") == 1
    return json.loads(text)


def test_a_sequential_test_stops_when_it_knows(run: Any) -> None:
    args = ["compare", *PLAY, *PAIR, "--deals", "9000", "--h0", "0", "--h1", "5"]
    shown = document(run(*args, "--json"))
    test, pair = shown["test"], shown["pairs"][0]
    assert (test["answer"], test["units"], test["alpha"]) == ("h1", "points", 0.05)
    assert shown["deals"] == pair["n"] == test["deals"] < 9000
    assert pair["low"] < pair["value"] < pair["high"]
    details = shown["details"][0]
    assert details["always_valid"]["low"] < pair["value"] < details["always_valid"]["high"]
    text = run(*args)
    assert "Answer after" in text and "median-unbiased" in text
    assert run(*args, "--threads", "1", "--json") == run(*args, "--threads", "2", "--json")
    run(*args, "--gate", "0")
    run(*args, "--gate", "100", status=1)


def test_without_an_answer_it_says_so(run: Any) -> None:
    args = ["compare", *PLAY, "--strategies", "lowest,lowest", "--deals", "60"]
    shown = document(run(*args, "--h0", "0", "--h1", "1", "--json"))
    assert (shown["test"]["answer"], shown["deals"], shown["test"]["llr"]) == (
        "undecided",
        60,
        None,
    )
    assert "too few for a first look" in run(*args, "--h0", "0", "--h1", "1")
    assert "no deal differs" in run(*args)


def test_saved_scores_say_the_same(run: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "scores")
    args = ["compare", *PLAY, "--deals", "700", *PAIR, "--json"]
    played = run(*args, "--save", path)
    assert played == run(*args)
    assert run("compare", "--from", path, "--json") == played
    test = ["--h0", "0", "--h1", "5", "--units", "points", "--beta", "0.1"]
    assert run("compare", "--from", path, *test, "--json") == run(*args, *test)
    run("compare", "--from", path, "--gate", "0")
    run("compare", "--from", path, "--gate", "100", status=1)


def test_counts_from_elsewhere_are_compared(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    counts = {"a": "new", "b": "old", "values": [-2, -1, 0, 1, 2]}
    path.write_text(json.dumps(counts | {"counts": [379, 10170, 21828, 10640, 343]}))
    nelo = 2 * 0.0040703
    args = ["compare", "--from", str(path), "--h0", "0", "--h1", str(nelo)]
    shown = document(run(*args, "--units", "normalised", "--json"))
    assert shown["test"]["llr"] == pytest.approx(2.9455, abs=1e-3)
    assert shown["test"]["answer"] == "h1"
    assert shown["pairs"][0]["pairing_factor"] is None
    assert shown["details"][0]["always_valid"] is None


def test_deals_are_planned_for_an_effect(run: Any) -> None:
    args = ["compare", *PLAY, *PAIR, "--deals", "400", "--effect", "2"]
    planned = document(run(*args, "--json"))["details"][0]["planned"]
    assert planned["deals_80"] < planned["deals_90"]
    assert 0.05 < planned["power"] < 1
    assert f"{planned['deals_80']:,} deals show" in run(*args)


def test_a_tournament_grows(run: Any, tmp_path: Path) -> None:
    args = ["tournament", *PLAY, "--deals", "60", "--out", str(tmp_path / "out"), "--strategies"]
    shown = document(run(*args, "lowest,uniform", "--json"))
    assert shown["played"] == 60 * 2 + 6 * (4 + 2)
    assert [each["strategy"] for each in shown["strategies"]] == ["lowest", "uniform"]
    assert shown["strategies"][0]["possibly_best"] is True
    assert shown["cyclic"] is None
    shown = document(run(*args, "lowest,uniform,shed", "--json"))
    assert shown["played"] == 60 * 2 * 2 + 6 * (4 + 4 + 2)
    assert len(shown["pairs"]) == 3
    assert {"simultaneous_low", "p_value", "pairing_factor"} <= set(shown["pairs"][0])
    assert shown["cross_play"]["against"] == "lowest"
    text = run(*args, "lowest,uniform,shed")
    for part in ("Row against column", "alpha-rank", "As partners", "0 hands played now"):
        assert part in text


def test_a_tournament_of_sides_of_three_knows_no_partners(run: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    args = ["tournament", "--rules", "fuqing6", "--seed", "1", *PAIR, "--deals", "4"]
    args += ["--table-deals", "2", "--out", str(tmp_path / "out"), "--html", str(page)]
    assert "As team-mates against three of lowest" in run(*args)
    text = re.sub(r"<[^>]*>", " ", re.sub(r'href="[^"]*"', "", page.read_text()))
    assert "Who fits whom as team-mates?" in text
    assert not re.search(r"[Pp]artners|two of ", text)


def test_a_tournament_of_three_seats_shows_who_hurts_whom(run: Any, tmp_path: Path) -> None:
    args = ["tournament", "--rules", "fiftyk3", "--seed", "1", *PAIR, "--deals", "20"]
    args += ["--table-deals", "5", "--out", str(tmp_path / "out")]
    shown = document(run(*args, "--json"))
    assert (shown["table_deals"], len(shown["externality"])) == (5, 4)
    assert "where one of the other two is column" in run(*args)


@pytest.mark.parametrize("command", ["tournament", "compare"])
def test_an_interrupted_command_says_how_to_go_on(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("reports.cli.output.Progress.say", interrupt)
    args = [command, *PLAY, *PAIR, "--deals", "20"]
    args += ["--out", str(tmp_path / "out")] if command == "tournament" else []
    assert main(args) == entry.INTERRUPTED
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert ("goes on" if command == "tournament" else "from the beginning") in error


def test_an_interrupt_before_the_beginning_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("reports.cli.entry.build_parser", interrupt)
    assert main(["rules"]) == entry.INTERRUPTED
    assert "nothing was begun" in capsys.readouterr().err


def test_a_sweep_shows_curves_with_bands(run: Any) -> None:
    args = ["sweep", *PLAY, "--strategies", "bomb_saver,lowest", "--deals", "100"]
    args += ["--sweep", "bomb_saver.points=0,5,15", "--sweep", "must_beat=false,true"]
    shown = document(run(*args, "--json"))
    points, rule = shown["sweeps"]
    assert [point["value"] for point in points["points"]] == ["0", "5", "15"]
    assert points["points"][0]["change"]["value"] == 0
    # 15 is the default, and so is false.
    assert points["points"][2]["margin"]["value"] == rule["points"][0]["margin"]["value"]
    text = run(*args)
    assert "bomb_saver.points" in text and "●" in text


def test_a_sweep_of_equal_scores_has_no_band(run: Any) -> None:
    args = ["sweep", *PLAY, "--strategies", "lowest,lowest", "--deals", "10"]
    assert "0 ± 0" in run(*args, "--sweep", "first_out_bonus=20,30")


def test_folk_answers_every_tip_and_writes_its_page(run: Any, tmp_path: Path) -> None:
    args = ["folk", *PLAY, "--strategies", "lowest", "--deals", "40"]
    page = tmp_path / "folk.html"
    shown = document(run(*args, "--json", "--html", str(page)))
    assert (shown["rules"], shown["deals"], len(shown["tips"])) == ("fiftyk4", 40, 7)
    assert shown["page"] == str(page)
    html = page.read_text()
    for tip in shown["tips"]:
        assert tip["saying"] in html and tip["verdict"] in html
    assert "fiftyk folk --rules fiftyk4 --strategies lowest --deals 40 --seed 1" in html
    tables = {path.stem for path in (tmp_path / "folk-tables").glob("*.csv")}
    assert {"tips", "exchange-opponent", "exchange-across", "count", "rare-types"} <= tables
    assert {"doubling-decided", "doubling-escapes", "doubling-rule", "match-rules"} <= tables
    assert set(shown["tables"]) == tables
    for slug, table in shown["tables"].items():
        assert table == json.loads((tmp_path / "folk-tables" / f"{slug}.json").read_text())
    # What decides its figures, and what was checked of them.
    assert all(f"{each} " in html for each in ("python", "fiftyk", "numba"))
    assert "Were the true difference" in html
    checks = {row["check"]: row["result"] for row in shown["tables"]["certificate"]["rows"]}
    assert list(checks.values()) == ["holds", "holds", "not run"]
    # Every game has a page, and what it lacks is said.
    run("folk", "--rules", "liaoning", "--seed", "1", *args[5:], "--html", str(page))
    assert "These rules never double a hand." in page.read_text()


class TestSaved:
    """`compare --save`: what was played is kept and not played again."""

    ARGS = ("compare", *PLAY, "--strategies", "lowest,uniform,shed", "--json", "--threads", "1")

    @pytest.fixture
    def dealt(self, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """Count the deals that are played."""
        from analysis import pair_play

        counts: list[int] = []
        deal = pair_play.deal_hands

        def counted(rules: Any, seed: int, index: Any) -> Any:
            counts.append(len(index))
            return deal(rules, seed, index)

        monkeypatch.setattr(pair_play, "deal_hands", counted)
        return counts

    def test_an_interrupted_comparison_goes_on(
        self,
        run: Any,
        tmp_path: Path,
        dealt: list[int],
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        save = ["--deals", "50", "--save", str(tmp_path / "scores")]
        fresh = run(*self.ARGS, "--deals", "50")
        with monkeypatch.context() as patched:

            def stop_in_the_second_pair(live: Any, scores: Any) -> None:
                if scores.b == "shed":
                    raise KeyboardInterrupt

            patched.setattr("reports.cli.live.LiveInterval.add", stop_in_the_second_pair)
            assert main([*self.ARGS, *save]) == entry.INTERRUPTED
        assert "the same command goes on" in capsys.readouterr().err
        assert not (tmp_path / "scores").exists()
        dealt.clear()
        assert run(*self.ARGS, *save) == fresh
        # Two of the three pairs were there.
        assert sum(dealt) == 50
        assert [path.name for path in tmp_path.iterdir()] == ["scores"]
        assert run("compare", "--from", save[-1], "--json") == fresh

    def test_more_deals_extend_and_fewer_take_nothing_away(
        self, run: Any, tmp_path: Path, dealt: list[int]
    ) -> None:
        path = tmp_path / "scores"
        save = ["--save", str(path)]
        fifty = run(*self.ARGS, "--deals", "50", *save)
        dealt.clear()
        seventy = run(*self.ARGS, "--deals", "70", *save)
        assert sum(dealt) == 3 * 20
        assert seventy == run(*self.ARGS, "--deals", "70")
        kept = path.read_bytes()
        dealt.clear()
        assert run(*self.ARGS, "--deals", "50", *save) == fifty
        assert not dealt and path.read_bytes() == kept

    def test_other_settings_are_played_anew(
        self, run: Any, tmp_path: Path, dealt: list[int]
    ) -> None:
        save = ["--deals", "10", "--save", str(tmp_path / "scores"), "--json"]
        run("compare", *PLAY, *PAIR, *save)
        for other in (["--seed", "2"], ["--set", "first_out_bonus=10"]):
            args = ["compare", "--rules", "fiftyk4", "--seed", "1", *PAIR, *other, *save]
            fresh = run(*args[:-3], "--json")
            dealt.clear()
            assert run(*args) == fresh
            assert sum(dealt) == 10

    def test_an_error_leaves_nothing_behind(self, run: Any, tmp_path: Path) -> None:
        bad = tmp_path / "bad.py"
        bad.write_text(
            "from strategies import strategy\n\n\n"
            '@strategy(name="bad", compiled=False)\n'
            "def bad(view, rules, params):\n"
            '    """Plays nothing legal."""\n'
            "    return 7, 7\n"
        )
        names = ["--strategies", f"lowest,uniform,{bad}:bad"]
        save = ["--deals", "10", "--save", str(tmp_path / "scores")]
        run("compare", *PLAY, *names, *save, status=2)
        assert [path.name for path in tmp_path.iterdir() if path.suffix != ".py"] == []

    def test_parameters_and_sources_are_settings(self) -> None:
        from dataclasses import replace

        from analysis.unfinished import settings_of
        from sim.games import FIFTYK4
        from strategies import find_strategy

        plain = find_strategy("bomb_saver")
        others = (
            plain.with_params({"points": "5"}),
            replace(plain, source_hash="a" * 64),
            replace(plain, source_hash="b" * 64),
        )
        told = [json.dumps(settings_of(FIFTYK4, [each], 1)) for each in (plain, *others)]
        assert len(set(told)) == 4

    def test_what_is_not_ours_is_refused(self, run: Any, tmp_path: Path) -> None:
        save = ["--deals", "10", "--save", str(tmp_path / "scores")]
        folder = tmp_path / "scores.unfinished"
        folder.mkdir()
        (folder / "settings.json").write_text("{}")
        run(*self.ARGS, *save, status=2)
        (folder / "settings.json").unlink()
        (folder / "mine.txt").write_text("mine")
        run(*self.ARGS, *save, status=2)
        assert (folder / "mine.txt").read_text() == "mine"
