"""Runs of `simulate` in small chunks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from analysis import batches
from tests.analysis.batch_runs import play


@pytest.fixture
def small_chunks(monkeypatch):
    """Chunks of 8 deals for a pair of strategies, looked at every 4 deals."""
    monkeypatch.setattr(batches, "CHUNK_ROWS", 64)
    monkeypatch.setattr(batches, "DEALS_AT_ONCE", 4)


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    """A run of 25 deals with two records; only to be read."""
    out = tmp_path_factory.mktemp("finished") / "out"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batches, "CHUNK_ROWS", 64)
        play(out, records=2)
    return out


@pytest.fixture
def out(finished, tmp_path):
    """A copy of the finished run."""
    return Path(shutil.copytree(finished, tmp_path / "out"))
