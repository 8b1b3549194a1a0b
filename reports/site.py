"""A report as linked pages, with replays: the same dataclasses as the one-file report, laid apart.

A folder that this module wrote holds `site.json` with the names of its files. It may be written
again; any other folder that is not empty is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from analysis.folder import is_foreign, read_json, write_in_one_step
from reports.html import Assets, script, stylesheet, write_whole
from reports.page import Link, Report, Section
from reports.palette import palette_css
from reports.render import look_of, templates, term_hrefs
from reports.tables import to_csv, to_json, to_parquet
from reports.viewer.render import needs, render_hand
from reports.viewer.show import Shown
from sim.errors import BadInput

SITE_FILE: Final = "site.json"
FORMAT: Final = "fiftyk-site/1"
INDEX, GLOSSARY, METHOD = "index.html", "glossary.html", "method.html"

_PAGES: Final = (
    ("comparison", "Comparison", ("strategies",)),
    ("hand-types", "Hand types", ("hand-types",)),
    (
        "finishing",
        "Finishing order",
        ("finishing", "patterns", "first-out", "lead", "leader-card", "until-out"),
    ),
    (
        "doubling",
        "Doubling",
        (
            "doubling",
            "doubling-effect",
            "score-spread",
            "doubling-course",
            "doubling-rule",
            "match-rules",
        ),
    ),
    ("stacks", "Stacks", ("opening", "faces", "ends", "last")),
    ("swings", "Swing list", ("swings", "asked")),
    ("method", "Method", ("measured",)),
)
"""File, label and sections of each page; a section that is named nowhere gets a page of its own."""
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
_STYLE: Final = "style"
_REPLAYS: Final = "replays"
_TABLES: Final = "tables"


@dataclass(frozen=True)
class SitePage:
    """One page of a site besides the first and the glossary."""

    file: str
    label: str
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Replay:
    """The page of one hand."""

    file: str
    """Its file in the folder of replays."""
    hand: Shown
    related: tuple[Link, ...] = ()
    """The same deal in other seatings."""


def replay_href(deal: int, seating: int) -> str:
    """Return where the replay of a deal in a seating is, as the site's pages say it."""
    return f"{_REPLAYS}/{replay_file(deal, seating)}"


def replay_file(deal: int, seating: int) -> str:
    """Return the file of a replay in its folder."""
    return f"deal-{deal}-seating-{seating}.html"


def pages_of(report: Report) -> tuple[SitePage, ...]:
    """Lay a report's sections out on pages, in the order of `_PAGES`, those it lacks left out."""
    by_slug = {section.slug: section for section in report.sections}
    named = {slug for _, _, slugs in _PAGES for slug in slugs}
    pages = [
        SitePage(f"{file}.html", label, tuple(by_slug[slug] for slug in slugs if slug in by_slug))
        for file, label, slugs in _PAGES
    ]
    own = [
        SitePage(f"{slug}.html", section.label or section.question, (section,))
        for slug, section in by_slug.items()
        if slug not in named
    ]
    return tuple(page for page in (*pages[:-1], *own, pages[-1]) if page.sections)


def check_site(out: Path | str) -> Path:
    """Return a folder that a site may be written into.

    Raises
    ------
    BadInput
        If it is a file, or a folder with contents that no site of ours is.
    """
    folder = Path(out)
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file; a site goes into a folder")
    if is_foreign(folder, SITE_FILE) or (folder.is_dir() and not _is_readable(folder)):
        raise BadInput(f"{folder} is not empty and no site of a report; name another folder")
    return folder


def write_site(report: Report, replays: Iterable[Replay], out: Path | str) -> Path:
    """Write a report as linked pages.

    Parameters
    ----------
    report : Report
        What the pages say.
    replays : iterable of Replay
        Hands to step through, written one by one as they come.
    out : path
        The folder; made if it is missing. What an earlier site there had more is removed.

    Returns
    -------
    Path
        The first page.

    Raises
    ------
    BadInput
        If the folder holds something else.
    """
    folder = check_site(out)
    folder.mkdir(parents=True, exist_ok=True)
    before = _files_of(folder)
    # Written first, so that a folder whose writing was stopped is still known as a site.
    _write_list(folder, before)
    written = []
    for name, text in _texts(report, replays):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if isinstance(text, bytes):
            write_in_one_step(path, text)
        else:
            write_whole(path, text)
        written.append(name)
    for name in set(before) - set(written):
        (folder / name).unlink(missing_ok=True)
    _write_list(folder, written)
    return folder / INDEX


def _texts(report: Report, replays: Iterable[Replay]) -> Iterator[tuple[str, str | bytes]]:
    """Iterate over a site's files, name and contents, the first page last."""
    yield f"{_STYLE}/report.css", palette_css() + stylesheet("report")
    yield f"{_STYLE}/report.js", script("report")
    styled = {"report"}
    scripted: set[str] = set()
    for table in report.tables:
        yield f"{_TABLES}/{table.slug}.csv", to_csv(table)
        yield f"{_TABLES}/{table.slug}.json", to_json(table)
        yield f"{_TABLES}/{table.slug}.parquet", to_parquet(table)
    pages = pages_of(report)
    has_swings = any(page.file == "swings.html" for page in pages)
    crumbs = [Link("Overview", f"../{INDEX}")]
    crumbs += [Link("Swing list", "../swings.html")] if has_swings else []
    for replay in replays:
        sheets, scripts = needs(replay.hand)
        for name in sheets:
            if name not in styled:
                yield f"{_STYLE}/{name}.css", stylesheet(name)
        for name in scripts:
            if name not in scripted:
                yield f"{_STYLE}/{name}.js", script(name)
        styled.update(sheets)
        scripted.update(scripts)
        yield (
            f"{_REPLAYS}/{replay.file}",
            render_hand(
                replay.hand,
                strategies=report.strategies,
                assets=_linked(sheets, scripts, "../"),
                crumbs=crumbs,
                related=replay.related,
            ),
        )
    for page in pages:
        yield page.file, _page(report, pages, page.file, sections=page.sections)
    if report.glossary:
        yield GLOSSARY, _page(report, pages, GLOSSARY)
    yield INDEX, _page(report, pages, INDEX)


def _page(
    report: Report, pages: Sequence[SitePage], file: str, sections: tuple[Section, ...] = ()
) -> str:
    home = {section.slug: page.file for page in pages for section in page.sections}
    contents = [Link("Overview", INDEX), *(Link(page.label, page.file) for page in pages)]
    contents += [Link("Glossary", GLOSSARY)] if report.glossary else []
    parts: dict[str, Any] = {
        "kind": {INDEX: "index", GLOSSARY: "glossary", METHOD: "method"}.get(file, "sections"),
        "file": file,
        "label": next(link.text for link in contents if link.href == file),
        "contents": contents,
        "sections": sections,
        "tables_folder": _TABLES if report.tables else None,
        "term_href": term_hrefs(report, "" if file == GLOSSARY else GLOSSARY),
        "section_href": lambda slug: f"{home[slug]}#{slug}",
        "assets": _linked(("report",), ("report",)),
    }
    return templates().get_template("site.html.j2").render(**look_of(report), **parts)


def _linked(sheets: Sequence[str], scripts: Sequence[str], up: str = "") -> Assets:
    """Return style and script as files of the site."""
    return Assets(
        _POLICY,
        style_files=tuple(f"{up}{_STYLE}/{name}.css" for name in sheets),
        script_files=tuple(f"{up}{_STYLE}/{name}.js" for name in scripts),
    )


# ---------------------------------------------------------------- the list of files


def _write_list(folder: Path, files: Sequence[str]) -> None:
    document = {"format": FORMAT, "files": sorted(files)}
    write_whole(folder / SITE_FILE, json.dumps(document, indent=1) + "\n")


def _is_readable(folder: Path) -> bool:
    """Return whether a folder's `site.json`, where it has one, is one of ours."""
    if not (folder / SITE_FILE).exists():
        return True
    try:
        document = read_json(folder / SITE_FILE)
        return bool(document["format"] == FORMAT) and isinstance(document["files"], list)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _files_of(folder: Path) -> list[str]:
    """Return the files of the site that is there, those only that stay within its folder."""
    if not (folder / SITE_FILE).exists():
        return []
    files = read_json(folder / SITE_FILE)["files"]
    inside = folder.resolve()
    return [str(name) for name in files if (folder / str(name)).resolve().is_relative_to(inside)]
