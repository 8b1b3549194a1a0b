"""Lay a report out as one HTML file, and write it with its tables.

The file is complete: style, script, figures and the tables' downloads are inside, and its
content policy lets it load nothing. Downloads are ``data:`` links, which work from disk,
offline and without the script.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from analysis.folder import write_in_one_step
from reports import formats
from reports.html import environment, inline, write_whole
from reports.page import Card, Picture, Report
from reports.palette import SWATCHES, strategy_inks
from reports.prose import pieces, unbroken
from reports.tables import plain_words, shown_rows, to_csv, to_json, to_parquet

SHEETS, SCRIPTS = ("report",), ("report",)
"""What a report's page needs of `static`."""


def render_report(report: Report, *, tables_folder: str | None = None) -> str:
    """Lay a report out as one self-contained HTML page; the same report gives the same bytes.

    Parameters
    ----------
    report : Report
        What the page says.
    tables_folder : str, optional
        Name of the folder beside the page that holds the tables, if they were written there.

    Returns
    -------
    str
        The HTML document.

    Raises
    ------
    ValueError
        If a sentence links to a word that the glossary lacks.
    """
    page = templates().get_template("report.html.j2")
    return page.render(
        **look_of(report),
        assets=inline(SHEETS, SCRIPTS),
        tables_folder=tables_folder,
        term_href=term_hrefs(report),
        section_href=lambda slug: f"#{slug}",
    )


def look_of(report: Report) -> dict[str, Any]:
    """Return what every page made of a report needs in its template."""
    return {
        "report": report,
        "inks": strategy_inks(report.strategies),
        "shapes": SWATCHES,
        "shape_numbers": {shape: place + 1 for place, shape in enumerate(SWATCHES)},
    }


def write_report(report: Report, path: Path | str) -> Path:
    """Write a report's page, and each table as CSV, JSON and Parquet in a folder beside it.

    The folder is named after the page: ``report.html`` has ``report-tables/``. Each file
    appears whole or not at all, the page last.

    Parameters
    ----------
    report : Report
        What the page says.
    path : path
        Where the page goes; its folder is made if it is missing.

    Returns
    -------
    Path
        The page.
    """
    path = Path(path)
    folder = path.with_name(f"{path.stem}-tables")
    page = render_report(report, tables_folder=folder.name if report.tables else None)
    path.parent.mkdir(parents=True, exist_ok=True)
    if report.tables:
        folder.mkdir(exist_ok=True)
    for table in report.tables:
        write_whole(folder / f"{table.slug}.csv", to_csv(table))
        write_whole(folder / f"{table.slug}.json", to_json(table))
        write_in_one_step(folder / f"{table.slug}.parquet", to_parquet(table))
    write_whole(path, page)
    return path


@lru_cache(maxsize=1)
def templates() -> Environment:
    """Return the templates with the formats that reports are written in."""
    made = environment()
    made.filters.update(
        number=formats.number,
        share=formats.share,
        estimate=formats.estimate,
        signed=formats.signed,
        p_value=formats.p_value,
        card_value=_card_value,
        shown_rows=shown_rows,
        pieces=pieces,
        unbroken=unbroken,
        words=plain_words,
        body=_body,
        csv_link=lambda table: _link("text/csv", to_csv(table)),
        json_link=lambda table: _link("application/json", to_json(table)),
    )
    return made


def term_hrefs(report: Report, page: str = "") -> Callable[[str], str]:
    """Return the function that finds a word's place in the glossary, on a page of its own or not.

    Its `ValueError` names a word that the glossary lacks.
    """
    anchors = {term.word.lower(): term.anchor for term in report.glossary}

    def href(word: str) -> str:
        try:
            return f"{page}#{anchors[word.lower()]}"
        except KeyError:
            raise ValueError(f"the glossary has no entry for {word!r}") from None

    return href


def _card_value(card: Card) -> str:
    if isinstance(card.value, str):
        return card.value
    if card.kind == "share":
        return formats.share(card.value)
    return formats.estimate(card.value)


def _body(picture: Picture, prefix: str) -> Markup:
    """Give a picture's ids the prefix of its figure; `reports.svg` has escaped the markup."""
    return Markup(picture.body.replace("@@", f"{prefix}-"))


def _link(kind: str, text: str) -> str:
    return f"data:{kind};charset=utf-8;base64,{base64.b64encode(text.encode()).decode()}"
