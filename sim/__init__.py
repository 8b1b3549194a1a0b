"""Rules and play: cards, rule sets, legal plays, deals, hands, matches, records.

The names below are what other code uses. Each is imported when first asked for, because the
compiler behind most of them takes a moment to load.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.cards import CardSet, parse_cards
    from sim.deals import Deals
    from sim.errors import BadInput
    from sim.families import (
        deal_hands,
        play_deals,
        play_matches,
        record_of,
        verify_file,
        verify_record,
    )
    from sim.games import RULE_SETS, find_rules
    from sim.hand import HandResults, StrategyFault
    from sim.match import MatchResults
    from sim.plays import Play, beats, concrete_plays, legal_plays, read_play
    from sim.policy import Policy, bind
    from sim.position import Position
    from sim.records import read_records
    from sim.rules import Rules
    from sim.verify import Fault

_HOMES = {
    "cards": ("CardSet", "parse_cards"),
    "deals": ("Deals",),
    "errors": ("BadInput",),
    "families": (
        "deal_hands",
        "play_deals",
        "play_matches",
        "record_of",
        "verify_file",
        "verify_record",
    ),
    "games": ("RULE_SETS", "find_rules"),
    "hand": ("HandResults", "StrategyFault"),
    "match": ("MatchResults",),
    "plays": ("Play", "beats", "concrete_plays", "legal_plays", "read_play"),
    "policy": ("Policy", "bind"),
    "position": ("Position",),
    "records": ("read_records",),
    "rules": ("Rules",),
    "verify": ("Fault",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

# Written out for type checkers; a test compares both lists.
__all__ = [
    "BadInput",
    "CardSet",
    "Deals",
    "Fault",
    "HandResults",
    "MatchResults",
    "Play",
    "Policy",
    "Position",
    "RULE_SETS",
    "Rules",
    "StrategyFault",
    "beats",
    "bind",
    "concrete_plays",
    "deal_hands",
    "find_rules",
    "legal_plays",
    "parse_cards",
    "play_deals",
    "play_matches",
    "read_play",
    "read_records",
    "record_of",
    "verify_file",
    "verify_record",
]


def __getattr__(name: str) -> Any:
    """Import a public name's module when the name is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'sim' has no attribute '{name}'")
    return getattr(import_module(f"sim.{_HOME_OF[name]}"), name)
