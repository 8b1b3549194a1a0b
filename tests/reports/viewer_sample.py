"""Recorded hands of every climbing game for the tests of the viewer."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

RECORDS = Path(__file__).parents[1] / "data" / "golden" / "records.jsonl"


@cache
def golden_records() -> dict[str, list[dict[str, Any]]]:
    """Return the golden records by rule set."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in RECORDS.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        found.setdefault(record["rules"], []).append(record)
    return found


def golden_record(rules_id: str) -> dict[str, Any]:
    """Return the first golden record of a rule set."""
    return golden_records()[rules_id][0]
