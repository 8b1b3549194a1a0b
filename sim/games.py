"""Every declared game, side by side. A relative states only its differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sim.combinations import Bomb, Combination, run
from sim.errors import BadInput
from sim.progression.rules import PROGRESSION, PROGRESSION_ORIGINAL
from sim.rules import Rules, RuleSet

FIFTYK4 = Rules(
    id="fiftyk4",
    title="Fifty K, four players",
    number=1,
    seats=4,
    decks=1,
    jokers=False,
    sides="fixed",
    leader_card="3h",
    combinations=(
        Combination("single"),
        Combination("pair"),
        Combination("triple"),
        run("straight", 5),
        run("pair_run", 2),
        run("triple_run", 2),
        Combination("triple_single"),
        Combination("triple_pair"),
        run("triple_run_singles", 2),
        run("triple_run_pairs", 2),
    ),
    bombs=(Bomb("mixed_fifty_k"), Bomb("pure_fifty_k", by_suit=True), Bomb("bomb", 4)),
    must_beat=False,
    pass_is_final=False,
    lead_after_out="partner",
    hand_ends="side_out",
    first_out_bonus=20,
    left_penalty=20,
    left_points_count=True,
    doubling="losers_empty",
    payoff="shared",
    target=500,
    hands=None,
    match_doubling="once",
    match_bonus=10,
)

FIFTYK3 = replace(
    FIFTYK4,
    id="fiftyk3",
    title="Fifty K, three players",
    seats=3,
    sides="solo",
    hand_ends="one_left",
    doubling="others_empty",
    payoff="full",
)

CLIMBING = {rules.id: rules for rules in (FIFTYK4, FIFTYK3)}
"""The climbing games by name."""
RULE_SETS: dict[str, RuleSet] = CLIMBING | {
    rules.id: rules for rules in (PROGRESSION, PROGRESSION_ORIGINAL)
}
"""The rule sets by name, in the order of the rules page."""


def find_rules(rules_id: str, options: Mapping[str, Any] | None = None) -> RuleSet:
    """Return a rule set by name, with options.

    Raises
    ------
    BadInput
        If there is no such rule set, option or value; the accepted ones are listed.
    """
    if rules_id not in RULE_SETS:
        raise BadInput(f"no rule set '{rules_id}'; there are {', '.join(RULE_SETS)}")
    return RULE_SETS[rules_id].with_options(options or {})


def as_climbing(rules: RuleSet) -> Rules:
    """Return the rules of a climbing game as such.

    Raises
    ------
    BadInput
        If they are of another kind, which has no combinations.
    """
    if not isinstance(rules, Rules):
        raise BadInput(f"{rules.id} has no moves: it is not a climbing game")
    return rules
