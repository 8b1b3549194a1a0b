"""The pages of tournaments and sweeps: what they say, and in a browser."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analysis.score_file import read_scores, save_scores
from reports.cli import entry, main
from sim.errors import BadInput

pytestmark = pytest.mark.compiled
PLAY = ["--rules", "fiftyk4", "--seed", "1"]
SWEEP = ["sweep", *PLAY, "--strategies", "bomb_saver,lowest", "--deals", "60"]
VARIED = ["--sweep", "bomb_saver.points=0,15,5", "--sweep", "must_beat=false,true"]


FOLDERS = ("swept", "four")
RUN = """
rules = "fiftyk4"
seed = 1
deals = 20

[[compare]]
strategies = "lowest,uniform,shed"

[[matches]]
strategies = "shed,lowest"
vary = "doubling"
values = ["never", "losers_empty"]
matches = 4
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play two tournaments and a sweep, and write their pages."""
    home = tmp_path_factory.mktemp("pages")
    names = ["--strategies", "lowest,uniform,shed", "--deals", "60"]
    four = ["tournament", *PLAY, *names, "--out", str(home / "four"), "--table-deals", "20"]
    three = ["tournament", "--rules", "fiftyk3", "--seed", "1", "--deals", "20"]
    three += ["--table-deals", "5", "--strategies", "lowest,uniform", "--out", str(home / "three")]
    swept = [*SWEEP, *VARIED, "--out", str(home / "swept")]
    for name, args in (("four", four), ("three", three), ("swept", swept)):
        assert main([*args, "--html", str(home / f"{name}.html")]) == 0
    (home / "mine.toml").write_text(RUN)
    assert main(["run", str(home / "mine.toml"), "--out", str(home / "run")]) == 0
    (home / "run" / "results.html").rename(home / "run.html")
    return home


def run(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> Any:
    assert main(argv) == status
    shown = capsys.readouterr()
    return json.loads(shown.out) if status == 0 else shown.err


def table(pages: Path, page: str, slug: str) -> list[dict[str, Any]]:
    path = pages / f"{page}-tables" / f"{slug}.json"
    return list(json.loads(path.read_text())["rows"])


# ---------------------------------------------------------------- what they say


def test_what_is_not_decided_says_how_many_deals_would(tmp_path: Path) -> None:
    pool = ["tournament", "--strategies", "planner,lowest"]
    sweep = ["sweep", "--strategies", "bomb_saver,lowest", "--sweep", "bomb_saver.points=0,15"]
    for words in ([*pool, "--out", str(tmp_path / "pool")], sweep):
        page = tmp_path / f"{words[0]}.html"
        assert main([*words, *PLAY, "--deals", "40", "--html", str(page)]) == 0
        verdict, section, *_ = page.read_text().split("deals would show it four times out of five")
        assert "Were the true difference" in verdict and "Were the true difference" in section


def test_every_first_screen_has_the_figure_that_shows_its_sentence(pages: Path) -> None:
    for name in ("four", "three", "swept", "run"):
        first_screen, _ = (pages / f"{name}.html").read_text().split("</section>", 1)
        assert "<figure" in first_screen.split("<main", 1)[1]


def test_the_page_says_what_the_document_says(
    pages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["tournament", *PLAY, "--strategies", "lowest,uniform,shed", "--deals", "60"]
    shown = run(capsys, *args, "--table-deals", "20", "--out", str(pages / "four"), "--json")
    assert shown["played"] == 0
    names = [each["strategy"] for each in shown["strategies"]]
    ratings = table(pages, "four", "ratings")
    assert [row["strategy"] for row in ratings] == names
    for row, each in zip(ratings, shown["strategies"], strict=True):
        assert row["rating"] == each["rating"]
        assert row["may_be_best"] == ("yes" if each["possibly_best"] else "no")
    cross = {row["strategy"]: row for row in table(pages, "four", "cross-table")}
    for pair in shown["pairs"]:
        cell = cross[pair["a"]][f"against {pair['b']}"]
        assert (cell["low"], cell["high"]) == (pair["simultaneous_low"], pair["simultaneous_high"])
        assert cross[pair["b"]][f"against {pair['a']}"]["value"] == -pair["value"]
    for row in table(pages, "four", "rating-differences"):
        i, j = names.index(row["strategy"]), names.index(row["other"])
        assert row["se"] == row["difference"]["se"] == shown["rating_difference_se"][i][j]
        rated = [shown["strategies"][k]["rating"]["value"] for k in (i, j)]
        assert row["difference"]["value"] == pytest.approx(rated[0] - rated[1])
    for slug, key in (("nash", "nash"), ("alpha-rank", "alpha_rank")):
        for row, each in zip(table(pages, "four", slug), shown["strategies"], strict=True):
            assert {name: row[name] for name in each[key]} == each[key]
    fits = {row["strategy"]: row for row in table(pages, "four", "partner-fit")}
    for each in shown["cross_play"]["partners"]:
        assert fits[each["a"]][f"with {each['b']}"] == each["fit"]
    html = (pages / "four.html").read_text()
    assert "fiftyk tournament --rules fiftyk4 --strategies lowest,uniform,shed" in html


def test_third_players_have_a_section_and_two_strategies_no_circle(pages: Path) -> None:
    html = (pages / "three.html").read_text()
    assert "What does a third player do" in html and "Who fits whom" not in html
    assert "Two strategies cannot go in a circle." in html
    rows = table(pages, "three", "tables")
    # What being beside one brings, being beside the other costs: effects of a row add up to 0.
    for row in rows:
        effects = [row[f"beside {name}"]["value"] for name in ("lowest", "uniform")]
        assert sum(effects) == pytest.approx(0, abs=1e-9) and effects[0]


def test_a_folder_is_reported_without_playing(
    pages: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # But for the certificate.
    monkeypatch.setattr("analysis.tournament.play_deals", None)
    monkeypatch.setattr("analysis.pair_play.play_deals", None)
    for name in ("four", "three", "swept"):
        shown = run(capsys, "report", str(pages / name), "--json")
        assert shown["report"] == str(pages / name / "report.html")
        for written in sorted((pages / f"{name}-tables").glob("*.json")):
            assert (pages / name / "report-tables" / written.name).read_text() == (
                written.read_text()
            )


def test_pages_have_a_certificate_that_can_fail(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    zero, again, covers = ("strategy against itself", "deals replayed", "intervals cover")
    for name, deals in (("four", 60), ("three", 20), ("swept", 60)):
        rows = table(pages, name, "certificate")
        for row, (said, result) in zip(
            rows, ((zero, "holds"), (again, "holds"), (covers, "not run")), strict=True
        ):
            assert said in row["check"] and row["result"] == result
        assert rows[1]["cases"] == deals and "plays checked" in rows[1]["note"]
    # A score that nobody played, and a seed that was another one.
    swept, four = (Path(shutil.copytree(pages / each, tmp_path / each)) for each in FOLDERS)
    path = swept / "sweep-1-1.parquet"
    scores = read_scores(path)
    (pair,) = scores.pairs
    blocks = pair.blocks.copy()
    blocks[7] += 1
    save_scores(replace(scores, pairs=(replace(pair, blocks=blocks),)), path)
    document = json.loads((four / "tournament.json").read_text())
    (four / "tournament.json").write_text(json.dumps(document | {"seed": 2}))
    for folder in (swept, four):
        run(capsys, "report", str(folder), "--json")
        rows = json.loads((folder / "report-tables" / "certificate.json").read_text())["rows"]
        assert [row["result"] for row in rows[:2]] == ["holds", "FAILED"]
        assert "do not rely on this page" in (folder / "report.html").read_text()
    # A strategy that is not what it was cannot be played again.
    document["strategies"] = [each | {"sha256": "0" * 64} for each in document["strategies"]]
    (four / "tournament.json").write_text(json.dumps(document))
    run(capsys, "report", str(four), "--json")
    rows = json.loads((four / "report-tables" / "certificate.json").read_text())["rows"]
    assert [row["result"] for row in rows[:2]] == ["not run"] * 2
    assert "is not what it was" in rows[0]["note"]


def test_a_sweep_over_numbers_is_drawn_in_their_order(pages: Path) -> None:
    points, rule = (table(pages, "swept", f"sweep-{number}") for number in (1, 2))
    assert [row["value"] for row in points] == ["0", "15", "5"]
    assert points[0]["change"]["value"] == 0 and points[0]["deals"] == 60
    # 15 is the usual value, and so is false.
    assert points[1]["margin"]["value"] == rule[0]["margin"]["value"]
    html = (pages / "swept.html").read_text()
    assert "bomb_saver.points=0,15,5 --sweep must_beat=false,true" in html


def test_a_page_that_cannot_be_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for args in ([*SWEEP, *VARIED], ["tournament", *SWEEP[1:], "--out", str(tmp_path / "out")]):
        error = run(capsys, *args, "--html", str(tmp_path), status=2)
        assert error.count("\n") == 1 and "accepted: a file" in error
    assert not (tmp_path / "out").exists()


def test_a_users_strategy_goes_by_its_file_without_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "private"
    folder.mkdir()
    (folder / "mine.py").write_text(
        "from strategies import strategy\n"
        "from strategies.answers import cheapest_follow\n"
        "from sim.core.bits import U0\n"
        "from sim.core.generate import nth_lead\n\n\n"
        '@strategy(name="mine")\n'
        "def mine(view, rules, params):\n"
        '    """Leads its first play."""\n'
        "    if view.top == U0:\n"
        "        return nth_lead(rules, view.counts, view.hand_lo, view.hand_hi, 0)\n"
        "    return cheapest_follow(view, rules)\n"
    )
    names = ["--strategies", f"{folder / 'mine.py'}:mine,lowest", "--deals", "4"]
    page = ["--html", str(tmp_path / "page.html"), "--json"]
    run(capsys, "tournament", *PLAY, *names, "--out", str(tmp_path / "out"), *page)
    html = (tmp_path / "page.html").read_text()
    # Only the command to repeat it has the whole path.
    assert html.count(str(folder)) == 1 and "mine.py:mine" in html
    run(capsys, "sweep", *PLAY, *names, "--sweep", "first_out_bonus=20,30", *page)
    assert (tmp_path / "page.html").read_text().count(str(folder)) == 1


# ---------------------------------------------------------------- what is kept


def test_an_interrupted_sweep_goes_on(
    pages: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = ["--out", str(tmp_path / "out")]

    def stop_after_three(progress: Any, done: int, note: str) -> None:
        if done >= 3 * 120:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("reports.cli.output.Progress.say", stop_after_three)
        assert main([*SWEEP, *VARIED, *out]) == entry.INTERRUPTED
        assert "the same command goes on" in capsys.readouterr().err
        assert main([*SWEEP, *VARIED]) == entry.INTERRUPTED
        assert "from the beginning" in capsys.readouterr().err
    assert "goes on" in run(capsys, "report", out[1], status=2)
    dealt: list[int] = []
    from analysis import pair_play

    def counted(rules: Any, seed: int, index: Any) -> Any:
        dealt.append(len(index))
        return whole(rules, seed, index)

    whole = pair_play.deal_hands
    monkeypatch.setattr(pair_play, "deal_hands", counted)
    shown = run(capsys, *SWEEP, *VARIED, *out, "--json")
    assert sum(dealt) == 2 * 60
    assert (
        shown["sweeps"][0]["points"][2]["margin"] == table(pages, "swept", "sweep-1")[2]["margin"]
    )
    # More deals, and another sweep after the others, extend it.
    more = [*SWEEP[:-1], "70", *VARIED, "--sweep", "first_out_bonus=20,30", *out]
    assert run(capsys, *more, "--json")["sweeps"][2]["points"][1]["margin"]["n"] == 70
    assert sum(dealt) == 2 * 60 + 5 * 10 + 2 * 70
    fewer = run(capsys, *SWEEP, *VARIED, *out, "--json")
    assert fewer == shown and sum(dealt) == 2 * 60 + 5 * 10 + 2 * 70


def test_a_sweep_that_fails_at_once_leaves_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise BadInput("no play today")

    monkeypatch.setattr("analysis.sweep_play.kept_blocks", fails)
    assert "no play" in run(capsys, *SWEEP, *VARIED, "--out", str(tmp_path / "out"), status=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("--seed 1", "--seed 2", "seed: 1 → 2"),
        ("bomb_saver,lowest", "bomb_saver:cards=4,lowest", "strategies: bomb_saver [cards=3"),
        ("points=0,15,5", "points=0,15,6", "sweep 1: bomb_saver.points=0,15,5 → "),
        ("--rules fiftyk4", "--rules fiftyk3", "rules: fiftyk4 → fiftyk3"),
        ("--rules fiftyk4", "--rules fiftyk4 --set first_out_bonus=10", "options: {} → "),
    ],
)
def test_another_sweep_is_refused(
    old: str, new: str, said: str, pages: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = " ".join([*SWEEP, *VARIED, "--out", str(pages / "swept")])
    assert old in words
    error = run(capsys, *words.replace(old, new).split(), status=2)
    assert said in error and error.count("\n") == 1


def test_bad_folders_are_one_line(
    pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, file in (("four", "tournament.json"), ("swept", "sweep.json")):
        folder = tmp_path / name
        shutil.copytree(pages / name, folder)
        for flag in (["--site", str(tmp_path / "x")], ["--beside", "x"]):
            assert "holds no hands" in run(capsys, "report", str(folder), *flag, status=2)
        for text in ("{", '{"format": "x"}', "[]", '{"format": "FORMAT"}'):
            kind = name.replace("four", "tournament").replace("swept", "sweep")
            (folder / file).write_text(text.replace("FORMAT", f"fiftyk-{kind}/1"))
            error = run(capsys, "report", str(folder), status=2)
            assert error.startswith("fiftyk: ") and error.count("\n") == 1
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "mine.txt").write_text("mine")
    assert "not empty" in run(capsys, *SWEEP, *VARIED, "--out", str(foreign), status=2)


def test_strategies_that_have_not_met_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--deals", "4", "--table-deals", "0", "--out", str(tmp_path / "out"), "--json"]
    run(capsys, "tournament", *PLAY, "--strategies", "lowest,uniform", *out)
    run(capsys, "tournament", *PLAY, "--strategies", "lowest,shed", *out)
    error = run(capsys, "report", str(tmp_path / "out"), status=2)
    assert "uniform and shed have played 0 deals" in error


# ---------------------------------------------------------------- in a browser


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1366, "light")])
def test_pages_are_silent_fit_and_accessible(
    open_at: Any, pages: Path, width: int, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for name in ("four", "three", "swept", "run"):
        page = open_at(pages / f"{name}.html", width=width, scheme=scheme)
        asked = [seen for seen in page.seen if not seen.startswith("data:")]
        assert asked == [(pages / f"{name}.html").as_uri()], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        results = axe.run(page)
        assert results.violations_count == 0, results.generate_report()


@pytest.mark.browser
def test_captions_of_wide_tables_stay_in_view_on_a_phone(open_at: Any, pages: Path) -> None:
    page = open_at(pages / "four.html", width=360, height=740)
    assert page.evaluate("[...document.querySelectorAll('.scroll')].some(e => e.scrollWidth > 360)")
    reach = "[...document.querySelectorAll('caption *')].map(e => e.getBoundingClientRect().right)"
    assert max(page.evaluate(reach)) <= 360 - 16
    page.evaluate("document.querySelectorAll('.scroll').forEach(e => e.scrollLeft = 90)")
    start = "[...document.querySelectorAll('caption > *')].map(e => e.getBoundingClientRect().left)"
    assert min(left for left in page.evaluate(start) if left) >= 15
