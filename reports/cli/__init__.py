"""The command line: the top layer, where names become things."""

from __future__ import annotations

from reports.cli.entry import main

__all__ = ["main"]
