"""The documents say what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.rulebook import page_of
from sim.games import RULE_SETS

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_rules_pages_are_printed_from_the_table(rules_id: str) -> None:
    """`make docs` writes them anew."""
    page = (ROOT / "docs" / "rules" / f"{rules_id}.md").read_text()
    assert page == page_of(RULE_SETS[rules_id])


def test_changelog_names_the_version() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    assert 'version = "0.1.0"' in project
    assert "Unreleased" in (ROOT / "CHANGELOG.md").read_text()
