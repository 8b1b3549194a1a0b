"""The page: complete, valid, without network, always the same bytes; and how its numbers look."""

from __future__ import annotations

import base64
import csv
import dataclasses
import io
import json
import math
import re
from collections import Counter
from html.parser import HTMLParser

import pandas as pd
import pytest

from analysis.estimates import Estimate
from reports import formats
from reports.page import Column, Fact, Report, Section, Table, Term, Verdict
from reports.render import render_report, write_report
from reports.tables import shown_rows, to_csv, to_json, to_parquet
from tests.reports.sample import STRATEGIES, made_up, sample_report

VOID = {"meta", "link", "br", "hr", "img", "input", "path", "use", "rect", "circle", "line"}


class Page(HTMLParser):
    """Collects what the checks need, and minds that every element is closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self._seen(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self._seen(tag, attrs)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    def _seen(self, tag, attrs):
        found = dict(attrs)
        assert len(found) == len(attrs), f"an attribute twice in <{tag}>"
        self.attributes.append((tag, found))
        if "id" in found:
            self.ids.append(found["id"])
        if "href" in found:
            self.links.append(found["href"])


@pytest.fixture(scope="module")
def report() -> Report:
    return sample_report()


@pytest.fixture(scope="module")
def html(report) -> str:
    return render_report(report)


def test_html_is_well_formed_with_unique_ids_and_links_that_lead_somewhere(html):
    page = Page(html)
    assert page.open == []
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    inner = [link[1:] for link in page.links if link.startswith("#")]
    assert len(inner) > 20
    assert set(inner) - set(page.ids) == set()
    for _, attributes in page.attributes:
        for key in ("aria-labelledby", "clip-path"):
            names = re.findall(r"[\w-]+", (attributes.get(key) or "").replace("url(#", ""))
            assert set(names) <= set(page.ids)


def test_nothing_is_loaded_from_anywhere(html):
    assert "http:" not in html
    assert "https:" not in html
    page = Page(html)
    assert {link.split(",")[0].split(":")[0] for link in page.links if link[0] != "#"} == {"data"}
    assert not any("src" in attributes for _, attributes in page.attributes)
    assert not any("style" in attributes for _, attributes in page.attributes)
    assert "url(" not in re.sub(r'clip-path="url\(#[\w-]+\)"', "", html)


def test_page_is_small_and_the_same_bytes_twice(html, report):
    assert len(html.encode()) < 1_000_000
    assert render_report(sample_report()) == html == render_report(report)


def test_no_template_or_python_leaks_into_the_page(html):
    scripts = {part for part in Page(html).words if "--ink" in part or "querySelector" in part}
    words = " ".join(part for part in Page(html).words if part not in scripts)
    assert len(scripts) == 2
    for leak in ("{", "}", "None", "nan ", "Estimate(", "0.000 ", "[["):
        assert leak not in words, leak
    assert not re.search(r" -\d", words), "a hyphen for a minus sign"


def test_names_are_escaped_everywhere():
    names = ("<b>", "a&b", '"quoted"', "</script>")
    page = Page(render_report(sample_report(names)))
    assert not any(tag == "b" for tag, _ in page.attributes)
    assert sum(tag == "script" for tag, _ in page.attributes) == 1
    assert {"<b>", "a&b", '"quoted"', "</script>"} <= set(page.words)


def test_figures_say_in_words_what_they_show(html, report):
    pictures = re.findall(r'<svg class="(?:wide|narrow)".*?</svg>', html, re.DOTALL)
    figures = [figure for section in report.sections for figure in section.figures]
    assert len(pictures) == 2 * (len(figures) + 1)
    for picture in pictures:
        assert 'role="img"' in picture
        assert re.search(r"<title id=[^>]+>.+</title><desc id=[^>]+>.+</desc>", picture)
        assert "<text" in picture


def test_order_of_the_page(html, report):
    slugs = ["verdict", *(section.slug for section in report.sections), "provenance", "glossary"]
    places = [html.index(f'<section id="{slug}"') for slug in slugs]
    assert places == sorted(places)
    assert "No matches were played" in html


def test_a_word_the_glossary_lacks_is_refused(report):
    lacking = dataclasses.replace(report, subtitle="[[no such word]]")
    with pytest.raises(ValueError, match="no entry for 'no such word'"):
        render_report(lacking)


def test_the_smallest_report_has_no_figure_table_or_glossary():
    section = Section("why", "Why?", "", empty_reason="No deals were played.")
    page = render_report(
        Report("Nothing", Verdict("Nothing to say.", None), (section,), (Fact("n", "0"),))
    )
    assert "No deals were played." in page
    assert 'id="glossary"' not in page


# Tables


def as_dicts(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_parquet_holds_what_csv_holds(report):
    for table in report.tables:
        frame = pd.read_parquet(io.BytesIO(to_parquet(table)))
        text = pd.read_csv(io.StringIO(to_csv(table)))
        assert list(frame) == list(text)
        for name in frame:
            numbers = pd.api.types.is_numeric_dtype(frame[name])
            shown = frame[name] if numbers else frame[name].astype("object")
            same = [
                (pd.isna(one) and pd.isna(other)) or (one == other or str(one) == str(other))
                for one, other in zip(shown, text[name], strict=True)
            ]
            assert all(same), (table.slug, name)


def test_csv_and_json_hold_what_the_table_holds(report):
    for table in report.tables:
        lines, rows = as_dicts(to_csv(table)), json.loads(to_json(table))["rows"]
        assert len(lines) == len(rows) == len(table.rows)
        for row, line, loaded in zip(table.rows, lines, rows, strict=True):
            for column, cell in zip(table.columns, row, strict=True):
                if isinstance(cell, Estimate):
                    assert float(line[column.key]) == cell.value == loaded[column.key]["value"]
                    assert float(line[f"{column.key}_low"]) == cell.low == loaded[column.key]["low"]
                    assert int(line[f"{column.key}_n"]) == cell.n == loaded[column.key]["n"]
                elif cell is None:
                    assert line[column.key] == ""
                    assert loaded[column.key] is None
                else:
                    assert type(cell)(line[column.key]) == cell == loaded[column.key]


def test_downloads_on_the_page_are_the_files_beside_it(report, tmp_path):
    page = write_report(report, tmp_path / "new" / "report.html")
    links = [link for link in Page(page.read_text()).links if link.startswith("data:")]
    held = {base64.b64decode(link.split(",", 1)[1]).decode() for link in links}
    files = sorted((page.parent / "report-tables").iterdir())
    assert len(files) == 3 * len(report.tables)
    for file in files:
        assert file.suffix == ".parquet" or file.read_bytes().decode() in held


def test_writing_leaves_the_old_page_or_the_new_one_and_nothing_else(report, tmp_path, monkeypatch):
    page = write_report(report, tmp_path / "report.html")
    assert "<code>report-tables/</code>" in page.read_text()
    page.write_text("old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("reports.html.os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_report(report, page)
    assert page.read_text() == "old"
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]


def test_unknown_values_are_shown_as_a_dash_and_sort_last():
    table = Table(
        "t",
        "T",
        (Column("a", "A", kind="estimate"), Column("b", "B", kind="number")),
        ((None, math.nan),),
    )
    (shown,) = shown_rows(table)
    assert [(cell.text, cell.sort) for cell in shown] == [("–", ""), ("–", "")]
    assert json.loads(to_json(table))["rows"] == [{"a": None, "b": None}]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: Table("t", "", (Column("a", "A"),), (("x", "y"),)), "2 cells for 1 columns"),
        (lambda: Table("t", "", (Column("a", "A"), Column("a", "B")), ()), "used twice"),
        (lambda: Table("../x", "", (), ()), "small letters"),
        (lambda: Section("s", "Q?", "A."), "no empty_reason"),
        (lambda: Section("verdict", "Q?", "A.", empty_reason="x"), "taken by the page"),
        (
            lambda: Report("T", Verdict("V", None), (), (), (Term("a b", ""), Term("A-B", ""))),
            "used twice",
        ),
    ],
)
def test_contents_that_cannot_be_shown_are_refused(wrong, says):
    with pytest.raises(ValueError, match=says):
        wrong()


# Number formats

ESTIMATES = [
    (made_up(7.3142, 0.4), "7.3 ± 0.4"),
    (made_up(-7.3142, 0.14), "−7.31 ± 0.14"),
    (made_up(1234.5, 30), "1,230 ± 30"),
    (made_up(0.01, 0.4), "0.0 ± 0.4"),
    (made_up(-0.01, 0.4), "0.0 ± 0.4"),
    (Estimate(0.0, 0.0, 100, 0.95, 0.0, 0.0), "0 ± 0"),
    (Estimate(7.0, 2.0, 30, 0.95, 6.0, 12.0), "7 (6 to 12)"),
    (Estimate(7.0, math.nan, 1, 0.95, -math.inf, math.inf), "7 (error unknown)"),
    (Estimate(math.nan, math.nan, 0, 0.95, math.nan, math.nan), "–"),
    (None, "–"),
]
SHARES = [
    (0.2479, "24.8 %"),
    (0, "0 %"),
    (1, "100 %"),
    (0.0000001, "< 0.1 %"),
    (0.9999999, "> 99.9 %"),
    (0.0005, "0.1 %"),
    (0.9995, "> 99.9 %"),
    (made_up(0.248, 0.003), "24.8 ± 0.3 %"),
    (made_up(0.00004, 0.002), "0.004 ± 0.200 %"),
    (Estimate(1.0, 0.0, 50, 0.95, 1.0, 1.0), "100 %"),
    (Estimate(0.001, 0.0005, 50, 0.95, 0.0004, 0.0031), "0.10 % (0.04 to 0.31)"),
    (None, "–"),
]
P_VALUES = [
    (0.0, "< 0.001"),
    (0.0009, "< 0.001"),
    (0.0123, "0.012"),
    (0.34, "0.34"),
    (1.0, "1"),
    (0.9995, "> 0.999"),
    (0.996, "0.996"),
    (None, "–"),
]
NUMBERS = [
    (200000, "200,000"),
    (-5, "−5"),
    (2.0, "2"),
    (0.04567, "0.0457"),
    (12.345, "12.3"),
    (1234.56, "1,235"),
    (0.0, "0"),
    (math.inf, "–"),
    (None, "–"),
]


@pytest.mark.parametrize(
    ("write", "value", "expected"),
    [
        *((formats.estimate, *case) for case in ESTIMATES),
        *((formats.share, *case) for case in SHARES),
        *((formats.p_value, *case) for case in P_VALUES),
        *((formats.number, *case) for case in NUMBERS),
    ],
)
def test_format(write, value, expected):
    assert write(value).replace("\N{NO-BREAK SPACE}", " ") == expected


def test_plain_text_and_page_agree_on_the_digits_of_an_estimate():
    for value in (made_up(7.3142, 0.4), made_up(-2.119, 0.14), made_up(0.31, 0.0042)):
        shown = formats.estimate(value).replace(formats.SPACE, " ").replace(formats.MINUS, "-")
        assert shown == str(value)


def test_strategies_of_the_sample_have_swatches(html):
    for name in STRATEGIES:
        assert re.search(rf'<use href="#shape-\d"/></svg>{re.escape(name)}</span>', html)
