"""The page in a real browser, offline: what only a browser can tell."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from analysis.estimates import Estimate
from reports.page import Column, Table
from reports.render import write_report
from tests.reports.sample import sample_report

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def path(tmp_path_factory) -> Path:
    return write_report(sample_report(), tmp_path_factory.mktemp("page") / "report.html")


@pytest.fixture
def open_page(open_at, path):
    return partial(open_at, path)


def column(page, table: str, place: int) -> list[str]:
    return page.eval_on_selector_all(
        f"#table-{table} tbody tr", f"rows => rows.map(row => row.cells[{place}].dataset.sort)"
    )


def head(page, table: str, place: int):
    return page.locator(f"#table-{table} thead th").nth(place)


def test_no_error_and_no_request_but_the_page_itself(open_page, path):
    page = open_page()
    page.emulate_media(media="print")
    assert [seen for seen in page.seen if not seen.startswith("data:")] == [path.as_uri()]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1366])
def test_axe_finds_nothing(open_page, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_page(width=width, scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    results = axe.run(page)
    assert results.violations_count == 0, results.generate_report()


def test_sorting_by_click(open_page):
    page = open_page()
    before = column(page, "hand-types", 2)
    head(page, "hand-types", 2).get_by_role("button").click()
    assert head(page, "hand-types", 2).get_attribute("aria-sort") == "descending"
    down = column(page, "hand-types", 2)
    numbers = [float(value) for value in before if value]
    assert down == [str(value) for value in sorted(numbers, reverse=True)] + [""]
    head(page, "hand-types", 2).get_by_role("button").click()
    assert head(page, "hand-types", 2).get_attribute("aria-sort") == "ascending"
    assert column(page, "hand-types", 2) == [str(value) for value in sorted(numbers)] + [""]


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_sorting_by_keyboard_keeps_the_focus(open_page, key):
    page = open_page()
    button = head(page, "hand-types", 0).get_by_role("button")
    button.focus()
    page.keyboard.press(key)
    assert head(page, "hand-types", 0).get_attribute("aria-sort") == "ascending"
    names = column(page, "hand-types", 0)
    assert names == sorted(names, key=str.lower)
    assert button.evaluate("each => each === document.activeElement")
    page.keyboard.press("Tab")
    page.keyboard.press(key)
    assert head(page, "hand-types", 0).get_attribute("aria-sort") is None
    assert head(page, "hand-types", 1).get_attribute("aria-sort") == "descending"


@pytest.mark.parametrize("width", [320, 360, 600, 610, 900, 1030, 1366, 2000])
def test_the_page_never_scrolls_sideways(open_page, width):
    page = open_page(width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    shown = page.locator("figure svg.narrow").first.is_visible()
    assert shown == (width < 608)


def test_text_of_figures_is_readable_on_a_phone(open_page):
    page = open_page(width=360)
    heights = page.eval_on_selector_all(
        "figure svg.narrow text", "texts => texts.map(text => text.getBoundingClientRect().height)"
    )
    assert min(heights) >= 11


def test_the_verdict_is_the_first_screen_of_a_laptop(open_page):
    page = open_page(1366, 768)
    # What the browser itself takes from 768 pixels leaves about 640.
    assert page.evaluate("document.querySelector('#verdict').getBoundingClientRect().bottom") < 640


def test_contents_stay_in_view_and_name_the_section_that_is_read(open_page):
    page = open_page()
    page.locator("nav").get_by_role("link", name="Doubling").click()
    page.wait_for_selector('nav a[href="#doubling"][aria-current]')
    assert 0 <= page.evaluate("document.querySelector('nav').getBoundingClientRect().top") < 100


def test_dark_is_dark_in_figures_too(open_page):
    def brightness(page, selector: str, part: str) -> int:
        colour = page.locator(selector).first.evaluate(f"each => getComputedStyle(each).{part}")
        return sum(int(number) for number in colour.strip("rgb()").split(", "))

    light, dark = open_page(), open_page(scheme="dark")
    for selector, part in (("html", "color"), ("figure svg.wide text", "fill")):
        assert brightness(light, selector, part) < 350 < brightness(dark, selector, part)
    assert brightness(dark, "html", "backgroundColor") < 100


def test_downloads_work_from_disk_and_offline(open_page, path):
    page = open_page()
    for kind in ("CSV", "JSON"):
        with page.expect_download() as waiting:
            page.locator("#table-places").get_by_text(kind, exact=True).click()
        name = waiting.value.suggested_filename
        assert name == f"places.{kind.lower()}"
        held = Path(waiting.value.path()).read_bytes()
        assert held == (path.parent / "report-tables" / name).read_bytes()


def test_printing_opens_what_is_folded_and_is_light(open_page, tmp_path):
    page = open_page(scheme="dark")
    pdf = tmp_path / "report.pdf"
    page.pdf(path=str(pdf), format="A4", print_background=True)
    assert pdf.read_bytes().startswith(b"%PDF")
    assert page.locator("details[open]").count() == 0
    if shutil.which("pdftotext"):
        text = subprocess.run(
            ["pdftotext", "-layout", str(pdf), "-"], capture_output=True, text=True, check=True
        ).stdout
        assert "Each hand was scored twice" in text
        assert "Download" not in text


def test_no_table_is_wider_than_paper(open_at, tmp_path):
    # A browser would shrink the whole page, text included, until its widest table fits.
    paper, report = 673, sample_report()
    numbers = [Column(f"n{n}", f"To seat {n}", "points a hand", "estimate") for n in range(11)]
    worth = Estimate(-12.3, 0.7, 900, 0.95, -13.7, -10.9)
    row = ("a long name of a type", *[worth] * 11)
    wide = Table("wide", "A wide table", (Column("type", "Type"), *numbers), (row,))
    section = replace(report.sections[0], tables=(wide,))
    report = replace(report, sections=(section, *report.sections[1:]))
    page = open_at(write_report(report, tmp_path / "report.html"), width=paper)
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= paper


def test_the_page_is_complete_without_its_script(browser, path):
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(path.as_uri())
    assert page.locator("#table-hand-types tbody tr").count() == 9
    assert page.locator("thead button").count() == 0
    context.close()
