"""Lay a hand out as a page that plays it, complete in itself or as part of a site."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from reports.html import Assets, inline, write_whole
from reports.page import Link
from reports.palette import SWATCHES, strategy_inks
from reports.render import templates
from reports.viewer.show import Shown
from reports.viewer.stack_hand import ShownStacks

SHEETS, SCRIPTS = ("report", "viewer"), ("steps", "viewer")
"""What a viewer's page needs of `static`."""
STACK_SHEETS, STACK_SCRIPTS = ("report", "viewer", "stacks"), ("steps", "stacks")
"""What the page of a hand of stacks needs."""


def needs(hand: Shown) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the style sheets and scripts that the page of a hand needs."""
    if isinstance(hand, ShownStacks):
        return STACK_SHEETS, STACK_SCRIPTS
    return SHEETS, SCRIPTS


def render_hand(
    hand: Shown,
    *,
    strategies: Sequence[str] = (),
    assets: Assets | None = None,
    crumbs: Sequence[Link] = (),
    related: Sequence[Link] = (),
) -> str:
    """Lay a hand out as an HTML page; the same hand gives the same bytes.

    Parameters
    ----------
    hand : ShownHand or ShownStacks
        What the page says.
    strategies : sequence of str, optional
        The strategies in the order that gives them their colours, where more than this hand's.
    assets : Assets, optional
        Style and script; by default they are set into the page.
    crumbs : sequence of Link
        The way back, from the first page on.
    related : sequence of Link
        The same deal in other seatings.

    Returns
    -------
    str
        The HTML document; its addresses end in ``#deal`` or ``#play-N``.
    """
    template = "stacks.html.j2" if isinstance(hand, ShownStacks) else "viewer.html.j2"
    seated = [seat.strategy for seat in hand.seats]
    return (
        templates()
        .get_template(template)
        .render(
            hand=hand,
            inks=strategy_inks([*strategies, *seated]),
            shapes=SWATCHES,
            shape_numbers={shape: place + 1 for place, shape in enumerate(SWATCHES)},
            assets=assets or inline(*needs(hand)),
            crumbs=crumbs,
            related=related,
        )
    )


def write_hand(hand: Shown, path: Path | str) -> Path:
    """Write a hand's page as one file that needs no other."""
    path = Path(path)
    write_whole(path, render_hand(hand))
    return path
