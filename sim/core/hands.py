"""What stands beside each other in a hand's row while it is played."""

from __future__ import annotations

LO, HI, COUNTS = 0, 1, 2
"""Columns of a hand's words: the card set, and its rank counts beside it."""

TEAM, UNKNOWN = 3, 4
"""Further columns where strategies play: what the seat knows of the sides (`SEAT_VIEW`)."""

HELD_COLUMNS, COLUMNS = 3, 5
