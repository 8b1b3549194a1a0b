"""The site: every link leads somewhere, nothing is lost, and only our own folders are written."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest

from analysis.batches import simulate
from analysis.people import read_people
from analysis.survey import Effort
from reports.cli import main
from reports.cli.report import read_deals
from reports.page import Report
from reports.result_site import write_result_site
from reports.site import Replay, pages_of, write_site
from reports.standard import build_report
from reports.viewer.climbing import show_record
from sim.errors import BadInput
from sim.games import find_rules
from strategies import line_up
from tests.reports.sample import sample_report
from tests.reports.test_render import Page
from tests.reports.viewer_sample import golden_record

EVENING = Path(__file__).parents[2] / "docs" / "examples" / "evening.txt"
SMALL = Effort(lead_hands=24, swaps=0, certificate_deals=2, course_hands=8, rule_deals=4, matches=2)


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def broken_links(folder: Path) -> list[str]:
    """Return the links of a site's pages that lead to no file or no place in it."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    broken = []
    for path, page in pages.items():
        assert page.open == []
        for link in page.links:
            if link.startswith("data:"):
                continue
            file, _, anchor = unquote(link).partition("#")
            target = Path(os.path.normpath(path.parent / file)) if file else path
            if not target.is_file():
                broken.append(f"{path.name}: {link}")
            elif anchor and anchor not in pages[target].ids:
                broken.append(f"{path.name}: {link}")
    return broken


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("result")
    rules = find_rules("fiftyk4", {})
    simulate(rules, line_up(rules, "lowest,uniform"), 12, 1, folder, threads=1)
    return folder


@pytest.fixture(scope="module")
def site(result, tmp_path_factory):
    out = tmp_path_factory.mktemp("site") / "out"
    people = read_people(EVENING)
    write_result_site(result, out, effort=SMALL, replays=3, deals=[2, 5], people=people)
    return out


@pytest.mark.compiled
def test_every_link_leads_somewhere(site):
    assert broken_links(site) == []


@pytest.mark.compiled
def test_what_is_played_again_and_people_are_on_their_pages(site, result):
    ids = {
        page: set(Page((site / f"{page}.html").read_text(encoding="utf-8")).ids)
        for page in ("finishing", "doubling", "people")
    }
    assert {"lead", "leader-card", "until-out"} <= ids["finishing"]
    assert {"doubling-effect", "doubling-course", "doubling-rule", "match-rules"} <= ids["doubling"]
    assert "people" in ids["people"]
    rows = json.loads((site / "tables" / "people.json").read_text())["rows"]
    one = build_report(result, effort=SMALL, replays=3, people=read_people(EVENING))
    table = next(table for table in one.tables if table.slug == "people")
    assert [row["player"] for row in rows] == [row[0] for row in table.rows]
    assert {"Ann", "lowest"} <= {row["player"] for row in rows}


@pytest.mark.compiled
@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1366, "dark")])
def test_pages_of_a_result_are_silent_fit_and_accessible(open_at, site, width, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    for name in ("finishing", "doubling", "people"):
        page = open_at(site / f"{name}.html", width=width, scheme=scheme)
        inside = site.as_uri() + "/"
        assert [seen for seen in page.seen if not seen.startswith(("data:", inside))] == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true; })")
        found = axe.run(page)
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"


@pytest.mark.compiled
def test_swings_open_at_the_play_where_strategies_part(site):
    table = json.loads((site / "tables" / "swings.json").read_text())
    assert len(table["rows"]) == 3
    for row in table["rows"]:
        for chosen in (row["chosen_a"], row["chosen_b"]):
            file, _, anchor = chosen["href"].partition("#")
            assert anchor == f"play-{row['play']}"
            text = (site / file).read_text(encoding="utf-8")
            at = text.index(f'id="{anchor}"')
            remark = text.index('class="remark"')
            assert at < remark < text.index("</li>\n<li id=", at)
        assert row["chosen_a"]["text"] != row["chosen_b"]["text"]


@pytest.mark.compiled
def test_deals_asked_for_are_there_in_every_seating(site):
    for deal in (2, 5):
        for seating in (0, 1):
            assert (site / "replays" / f"deal-{deal}-seating-{seating}.html").is_file()
    listed = json.loads((site / "tables" / "asked-deals.json").read_text())
    assert [(row["deal"], row["seating"]) for row in listed["rows"]] == [
        (deal, seating) for deal in (2, 5) for seating in (0, 1)
    ]


@pytest.mark.compiled
def test_the_one_file_report_names_the_commands_instead(result):
    report = build_report(result, effort=SMALL, replays=3)
    section = next(each for each in report.sections if each.slug == "swings")
    assert len(section.tables[0].rows) == 3
    commands = [fact.value for fact in section.facts]
    assert commands[0].startswith("fiftyk replay --rules fiftyk4 --strategies ")
    assert commands[0].endswith(".html")
    assert commands[1].endswith("--site OUT")


@pytest.mark.compiled
def test_a_missing_deal_and_a_foreign_folder_are_refused_before_any_work(result, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["report", str(result), "--site", str(out), "--deals", "3,99"]) == 2
    assert "no deal 99" in capsys.readouterr().err
    assert not out.exists()
    out.mkdir()
    (out / "thesis.txt").write_text("mine")
    assert main(["report", str(result), "--site", str(out)]) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1 and "no site of a report" in printed.err
    assert files(out) == ["thesis.txt"]


def test_all_sections_are_on_some_page_and_unknown_ones_get_their_own():
    report = sample_report()
    pages = pages_of(report)
    placed = [section.slug for page in pages for section in page.sections]
    assert sorted(placed) == sorted(section.slug for section in report.sections)
    assert [page.file for page in pages] == [
        "comparison.html",
        "hand-types.html",
        "finishing.html",
        "doubling.html",
        "matches.html",
        "method.html",
    ]


def sample_site(out: Path, report: Report | None = None, hands: int = 1) -> Path:
    """Write the sample as a site with some recorded hands."""
    games = ("fiftyk4", "fuqing6", "fiftyk3")[:hands]
    replays = [Replay(f"{game}.html", show_record(golden_record(game))) for game in games]
    return write_site(report or sample_report(), replays, out)


def test_written_again_it_is_the_same_and_what_is_gone_is_removed(tmp_path):
    out = tmp_path / "out"
    sample_site(out, hands=2)
    assert broken_links(out) == []
    first = {name: (out / name).read_bytes() for name in files(out)}
    sample_site(out, hands=2)
    assert {name: (out / name).read_bytes() for name in files(out)} == first
    (out / "notes.txt").write_text("mine")
    sample_site(out, hands=1)
    gone = set(first) - set(files(out))
    assert gone == {"replays/fuqing6.html"}
    assert (out / "notes.txt").read_text() == "mine"


def test_a_list_that_points_outside_removes_nothing_there(tmp_path):
    out = tmp_path / "out"
    sample_site(out)
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    document = json.loads((out / "site.json").read_text())
    document["files"] += ["../precious.txt", str(precious)]
    (out / "site.json").write_text(json.dumps(document))
    sample_site(out)
    assert precious.read_text() == "mine"


@pytest.mark.parametrize("text", ["", "{}", '{"format": "other/1", "files": []}', "[1]"])
def test_somebody_elses_site_is_refused(tmp_path, text):
    (tmp_path / "site.json").write_text(text)
    with pytest.raises(BadInput, match="no site of a report"):
        sample_site(tmp_path)
    assert files(tmp_path) == ["site.json"]


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(BadInput, match="is a file"):
        sample_site(tmp_path / "out")


def test_a_strategy_looks_the_same_on_every_page(tmp_path):
    report = replace(sample_report(), strategies=("uniform", "random", "lowest"))
    record = {**golden_record("fiftyk4"), "strategies": ["lowest", "random"] * 2}
    write_site(report, [Replay("hand.html", show_record(record))], tmp_path / "out")
    text = (tmp_path / "out" / "replays" / "hand.html").read_text(encoding="utf-8")
    shown = set(re.findall(r'class="swatch (s\d)"[^>]*><use href="#shape-\d"/></svg>(\w+)', text))
    assert shown == {("s3", "lowest"), ("s2", "random")}


def test_deal_lists_are_read():
    assert read_deals("3, 7,10-12,7") == [3, 7, 10, 11, 12]


@pytest.mark.parametrize("text", ["", "x", "3-", "-3", "5-2", "1,,2", "0-1000", "1.5"])
def test_bad_deal_lists_are_refused(text):
    with pytest.raises(BadInput, match="--deals"):
        read_deals(text)


@pytest.mark.parametrize(
    "argv",
    [
        ["report", "nosuch", "--deals", "3"],
        ["report", "nosuch", "--site", "out", "--out", "page.html"],
        ["report", "nosuch", "--site", "out"],
        ["report", "nosuch", "--site", "out", "--replays", "0"],
        ["report", "nosuch", "--site", "out", "--deals", "x"],
    ],
)
def test_bad_input_is_one_line(argv, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(argv) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
