"""The columns of the frames that `analysis.notebook` returns: what each means.

A column marked as an estimate is five: NAME, then NAME_se (standard error), NAME_low and NAME_high
(its interval) and NAME_n (deal blocks, or records of people).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from analysis.estimate_columns import names_of_estimate


@dataclass(frozen=True)
class FrameColumn:
    """One column of a frame, or the five of an estimate."""

    name: str
    text: str
    """Its meaning, with its unit."""
    is_estimate: bool = False


def _estimate(name: str, text: str) -> FrameColumn:
    return FrameColumn(name, text, is_estimate=True)


_A_AND_B = (FrameColumn("a", "first strategy"), FrameColumn("b", "second strategy"))
_STRATEGY = FrameColumn("strategy", "its name with parameters")
_PLACES = (
    _estimate("first", "share of hands in which it is out first"),
    _estimate("second", "… second"),
    _estimate("third", "… third; more places with more seats, one less with three"),
    _estimate("left", "share of hands in which it never goes out, or goes last"),
)

MARGINS: Final = (
    *_A_AND_B,
    _estimate("margin", "by how much a beats b on the same deals, points a hand"),
    FrameColumn("pairing_factor", "how many times more deals unpaired play would take"),
)
COMPARED: Final = (
    *MARGINS,
    FrameColumn("always_low", "lower end of the interval that is valid at any time, points"),
    FrameColumn("always_high", "its upper end"),
    FrameColumn("answer", "of a sequential test: h0, h1 or undecided; None without one"),
)
FINISHING: Final = (
    _STRATEGY,
    FrameColumn("hands", "hands of its seats"),
    _estimate("payoff", "mean payoff, points a hand"),
    *_PLACES,
)
DOUBLING: Final = (
    _STRATEGY,
    _estimate("doubled_win", "share of its seats' hands that are won and doubled"),
    _estimate("plain_win", "… won and not doubled"),
    _estimate("draw", "… that nobody wins"),
    _estimate("plain_loss", "… lost and not doubled"),
    _estimate("doubled_loss", "… lost and doubled"),
)
LEAD: Final = (
    _STRATEGY,
    _estimate("value", "what the lead is worth to a seat, points a hand (causal)"),
    _estimate("first_out", "gain in the chance that the side is out first"),
)
RATINGS: Final = (
    _STRATEGY,
    _estimate("rating", "margin against the pool, points a hand"),
    FrameColumn("possibly_best", "whether it cannot be excluded from being the best"),
    FrameColumn("nash", "mean mass in the Nash equilibrium over resampled deals"),
    FrameColumn("alpha_rank", "mean alpha-rank over resampled deals"),
)
PAIRS: Final = (
    *_A_AND_B,
    _estimate("margin", "by how much a beats b, points a hand; the intervals hold together"),
    FrameColumn("p_value", "step-down p-value"),
)
SWEEP: Final = (
    FrameColumn("name", "what is varied"),
    FrameColumn("value", "its value, as text"),
    _estimate("margin", "A − B, points a hand; the intervals of all values hold together"),
    _estimate("change", "by how much that is more than at the first value, paired by deal"),
)
PEOPLE: Final = (
    FrameColumn("player", "name, or seat where the record has none"),
    FrameColumn("hands", "records in which the player sat"),
    _estimate("payoff", "mean payoff, points a hand"),
    *_PLACES,
)


def names_of(columns: tuple[FrameColumn, ...]) -> list[str]:
    """Return the names of a frame's columns, those of estimates written out.

    Examples
    --------
    >>> names_of(PAIRS)
    ['a', 'b', 'margin', 'margin_se', 'margin_low', 'margin_high', 'margin_n', 'p_value']
    """
    return [
        name
        for each in columns
        for name in (names_of_estimate(each.name) if each.is_estimate else (each.name,))
    ]
