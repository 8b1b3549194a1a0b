"""Every rule set with one option after another, for tests that go through all of them."""

from __future__ import annotations

from typing import Any

from tests.naive.games import GAMES

Variant = tuple[str, dict[str, Any]]
"""A rule set and its options."""

VARIANTS: list[Variant] = [(rules, {}) for rules in GAMES] + [
    (rules, {name: value})
    for rules, game in GAMES.items()
    for name, values in game.options.items()
    for value in values[1:]
]
"""Every rule set as it is, then with each other value of each of its options."""

OF_PLAYS = ("jokers", "bare_triple", "show_bombs", "two_in_runs", "full_house", "specials_beat_all")
"""Options that change what may be played."""

KINDS_OF_PLAYS: list[Variant] = [
    (rules, options) for rules, options in VARIANTS if not options or {*options} & {*OF_PLAYS}
]
"""Every rule set under every option that changes what may be played."""

OF_MATCHES = ("match_doubling",)
"""Options that no single hand notices."""

KINDS_OF_HANDS: list[Variant] = [
    (rules, options) for rules, options in VARIANTS if not {*options} & {*OF_MATCHES}
] + [
    (rules, {"must_beat": True, "pass_is_final": True, **more})
    for rules, game in GAMES.items()
    for more in [{"lead_after_out": "next"} if "lead_after_out" in game.options else {}]
]
"""Every rule set under every option that a hand notices, and under the common ones together."""
