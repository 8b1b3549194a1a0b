"""Lay a report out as one HTML file, and write it with its tables.

The file is complete: style, script, figures and the tables' downloads are inside, and its
content policy lets it load nothing. Downloads are ``data:`` links, which work from disk,
offline and without the script.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from reports import formats
from reports.page import Card, Picture, Report
from reports.palette import SWATCHES, palette_css, strategy_inks
from reports.prose import pieces, unbroken
from reports.tables import plain_words, shown_rows, to_csv, to_json

_FOLDER = Path(__file__).parent
_COMMENTS = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


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
    style, script = _style(), _script()
    page = _environment().get_template("report.html.j2")
    inks = strategy_inks(report.strategies)
    return page.render(
        report=report,
        inks=inks,
        shapes=SWATCHES,
        shape_numbers={shape: place + 1 for place, shape in enumerate(SWATCHES)},
        style=style,
        script=script,
        policy=_policy(style, script),
        tables_folder=tables_folder,
        anchor=_anchors(report),
    )


def write_report(report: Report, path: Path | str) -> Path:
    """Write a report's page, and each table as CSV and JSON in a folder beside it.

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
        _write_whole(folder / f"{table.slug}.csv", to_csv(table))
        _write_whole(folder / f"{table.slug}.json", to_json(table))
    _write_whole(path, page)
    return path


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters.update(
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
    return environment


def _anchors(report: Report) -> Callable[[str], str]:
    """Return the function that finds a word's place in the glossary."""
    anchors = {term.word.lower(): term.anchor for term in report.glossary}

    def anchor(word: str) -> str:
        try:
            return anchors[word.lower()]
        except KeyError:
            raise ValueError(f"the glossary has no entry for {word!r}") from None

    return anchor


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


@lru_cache(maxsize=1)
def _style() -> str:
    sheet = (_FOLDER / "static" / "report.css").read_text(encoding="utf-8")
    return palette_css() + _COMMENTS.sub("", sheet)


@lru_cache(maxsize=1)
def _script() -> str:
    return _COMMENTS.sub("", (_FOLDER / "static" / "report.js").read_text(encoding="utf-8"))


def _policy(style: str, script: str) -> str:
    """Write the content policy: this style, this script, and nothing from anywhere."""
    return (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
            out.write(text)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
