"""Colours: one source for the page's stylesheet and for every figure.

Strategy colours are the hues of Okabe and Ito (2008), which stay apart for colour-blind
readers. The light ones are deepened in light mode until they reach 3:1 against the paper, and
lightened in dark mode. Colour never speaks alone: each strategy also has a shape and a dash
pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

LIGHT: Mapping[str, str] = {
    "paper": "#fdfdfc",
    "panel": "#f4f4f1",
    "ink": "#1c1f23",
    "muted": "#5a6068",
    "rule": "#d8d9d6",
    "grid": "#e6e7e4",
    "zero": "#6d737b",
    "context": "#858b93",
    "accent": "#0a5c93",
    "gain": "#0071b1",
    "loss": "#c88100",
    "s1": "#0072b2",
    "s2": "#c98200",
    "s3": "#b85f90",
    "s4": "#009e73",
    "s5": "#2f97d0",
    "s6": "#d55e00",
    "s7": "#6f6a00",
    "r1": "#08406b",
    "r2": "#2b6a9b",
    "r3": "#6c9fc6",
    "r4": "#9cc0dc",
    "r5": "#c6dcec",
    "r6": "#e4eef5",
    "r1-ink": "#fefefe",
    "r2-ink": "#fdfdfe",
    "r3-ink": "#0d1013",
    "r4-ink": "#0e1114",
    "r5-ink": "#0f1215",
    "r6-ink": "#101316",
}
"""Colour of each token on light paper. All differ, because figures are drawn with them and then
each colour is exchanged for its CSS variable."""

DARK: Mapping[str, str] = {
    "paper": "#14171a",
    "panel": "#1e2226",
    "ink": "#e7e8e6",
    "muted": "#a4abb3",
    "rule": "#3a4047",
    "grid": "#2a2f35",
    "zero": "#99a0a8",
    "context": "#868e97",
    "accent": "#7cc0f0",
    "gain": "#4aa8e0",
    "loss": "#e9a820",
    "s1": "#4fabe2",
    "s2": "#e69f00",
    "s3": "#d98cb8",
    "s4": "#1fb98c",
    "s5": "#8fd0f5",
    "s6": "#ee7a2c",
    "s7": "#e2d64a",
    "r1": "#cfe6f7",
    "r2": "#9cc8ea",
    "r3": "#6aa5d1",
    "r4": "#38729b",
    "r5": "#265779",
    "r6": "#1b3d57",
    "r1-ink": "#0d1013",
    "r2-ink": "#0d1013",
    "r3-ink": "#0d1013",
    "r4-ink": "#fefefe",
    "r5-ink": "#fefefe",
    "r6-ink": "#fefefe",
}
"""Colour of each token in dark mode."""

RAMP_STEPS = 6
"""Steps of the one-hue ramp for ordered shares (places, patterns): the most telling part stands
out most."""

_STRATEGY_TOKENS = ("s1", "s2", "s3", "s4", "s5", "s6", "s7")
_DASHES = ("solid", "dashed", "dashdot", "dotted", "longdash")

SWATCHES: Mapping[str, str] = {
    "o": "M5 1a4 4 0 1 0 .01 0z",
    "D": "M5 .4 9.6 5 5 9.6 .4 5z",
    "s": "M1.4 1.4h7.2v7.2H1.4z",
    "^": "M5 .8 9.6 9H.4z",
    "v": "M5 9.2 .4 1h9.2z",
    "P": "M3.4.8h3.2v2.6h2.6v3.2H6.6v2.6H3.4V6.6H.8V3.4h2.6z",
}
"""Outline of each marker shape in a box of 10 by 10, for the swatch beside a strategy's name."""

_SHAPES = tuple(SWATCHES)


@dataclass(frozen=True)
class Ink:
    """How one strategy is drawn, the same on every page of a report."""

    token: str
    """Name of its colour, as in `LIGHT` and `DARK`."""
    shape: str
    """Its marker, one of `SWATCHES`."""
    dash: str
    """Its line pattern."""

    @property
    def colour(self) -> str:
        """Colour to draw with; the page exchanges it for the variable of the token."""
        return LIGHT[self.token]


Inks = Mapping[str, Ink]
"""Ink of each strategy name."""

CONTEXT = Ink("context", "o", "solid")
"""Grey, for what is shown only for comparison."""


def strategy_inks(strategies: Iterable[str]) -> dict[str, Ink]:
    """Give each strategy its colour, shape and dash.

    Parameters
    ----------
    strategies : iterable of str
        The report's strategies in the report's order; repeated names count once. Pass the same list
        for every figure of a report, so that a strategy looks the same everywhere.

    Returns
    -------
    dict of str to Ink
        Colours repeat after seven strategies and shapes after six, so 42 strategies all differ.

    Examples
    --------
    >>> strategy_inks(["balanced", "lowest"])["lowest"]
    Ink(token='s2', shape='D', dash='dashed')
    """
    names = dict.fromkeys(strategies)
    return {
        name: Ink(
            _STRATEGY_TOKENS[place % len(_STRATEGY_TOKENS)],
            _SHAPES[place % len(_SHAPES)],
            _DASHES[place % len(_DASHES)],
        )
        for place, name in enumerate(names)
    }


def ramp(parts: int) -> tuple[str, ...]:
    """Choose the tokens of the ramp for a number of ordered parts, as far apart as possible."""
    if not 1 <= parts <= RAMP_STEPS:
        raise ValueError(f"{parts} parts in a stacked bar; 1 to {RAMP_STEPS} can be told apart")
    if parts == 1:
        return ("r2",)
    step = (RAMP_STEPS - 1) / (parts - 1)
    return tuple(f"r{1 + round(place * step)}" for place in range(parts))


def palette_css() -> str:
    """Write both palettes as CSS variables; printing is always on light paper."""
    light = ";".join(f"--{token}:{colour}" for token, colour in LIGHT.items())
    dark = ";".join(f"--{token}:{colour}" for token, colour in DARK.items())
    fills = "".join(f".{token}{{fill:var(--{token})}}" for token in _STRATEGY_TOKENS)
    return (
        f":root{{color-scheme:light dark;{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{fills}\n"
    )
