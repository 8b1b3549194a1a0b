"""The documents say what the code does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from reports.cli import main
from reports.rulebook import page_of
from sim.games import RULE_SETS, find_rules

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_rules_pages_are_printed_from_the_table(rules_id: str) -> None:
    """`make docs` writes them anew."""
    page = (ROOT / "docs" / "rules" / f"{rules_id}.md").read_text()
    assert page == page_of(RULE_SETS[rules_id])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_hand_in_the_readme_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.search(r"\$ fiftyk (replay .*)\n([^`]*)", (ROOT / "README.md").read_text())
    assert shown is not None
    assert main(shlex.split(shown[1])) == 0
    printed = capsys.readouterr().out
    beginning, end = shown[2].split(" …\n")
    assert printed.startswith(beginning)
    assert printed.endswith(end)


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_what_rulings_name_can_be_set(rules_id: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{rules_id}.md").read_text()
    rulings = page.partition("## Rulings")[2].partition("## The table")[0]
    for way in re.split(r"[|;]", rulings):
        named = re.findall(r"`(\w+): ([^`]+)`", way)
        find_rules(rules_id, dict(named))
