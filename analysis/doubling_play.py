"""What doubling comes to when deals are played for it: its course, its effect, whole matches.

Everything here plays; what the rows of a result say of doubling is in `analysis.doubling`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from analysis.doubling_course import CourseResult, doubling_course
from analysis.estimates import DEFAULT_LEVEL
from analysis.match_rules import MatchVariant, compare_variants
from analysis.sweep_play import find_sweep, play_sweep
from analysis.sweeps import SweepPoint
from sim.deals import Deals
from sim.policy import Policy
from sim.rules import Rules
from strategies import Strategy, find_strategy

Pair = tuple[Strategy, Strategy]

FIGHTER: Final = "collector"
"""The strategy that plays for doubling: it fights for every point."""
_RIVALS: Final = ("lowest", "shed")
"""Who plays against a strategy that has no other: the first that is another one."""
_MOST_PAIRS: Final = 3


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """The margin of one strategy over another with the rule and without it, on the same deals."""

    pair: tuple[str, str]
    """A and B."""
    without: SweepPoint
    """The margin where nothing is doubled."""
    with_rule: SweepPoint
    """The margin under the rules, and by how much it is more, paired by deal."""


@dataclass(frozen=True, slots=True)
class DoublingPlay:
    """What was played about doubling."""

    course: CourseResult
    effects: tuple[RuleEffect, ...]
    match_pair: tuple[str, str]
    """Who played the matches."""
    matches: tuple[MatchVariant, ...]
    """Without doubling, as the rules have it, and doubled hand by hand."""


@dataclass(frozen=True, slots=True)
class DoublingPlan:
    """How much is played."""

    seed: int
    deals: Deals
    """Deals that are followed trick by trick."""
    rule_deals: int
    """Deals of every pair under every condition."""
    matches: int
    """Matches under every variant, each in every seating."""
    threads: int = 2


def rival_of(strategy: Strategy) -> Strategy:
    """Return a strategy that another one can be measured against."""
    return find_strategy(next(name for name in _RIVALS if name != strategy.name))


def pairs_about(strategies: Sequence[Strategy], rules: Rules) -> tuple[Pair, ...]:
    """Return whose margins show what the rule does.

    The first two strategies, or the only one and a rival; then the one that fights for every point
    against each, as far as there is room.
    """
    first = strategies[0]
    second = strategies[1] if len(strategies) > 1 else rival_of(first)
    fighter = find_strategy(FIGHTER, rules)
    pairs = [(first, second), *((fighter, each) for each in (first, second, *strategies[2:]))]
    found: dict[frozenset[str], Pair] = {}
    for pair in pairs:
        labels = frozenset(each.label for each in pair)
        if len(labels) > 1:
            found.setdefault(labels, pair)
    return tuple(found.values())[:_MOST_PAIRS]


def play_doubling(
    seatings: Sequence[Sequence[Policy]],
    pairs: Sequence[Pair],
    plan: DoublingPlan,
    level: float = DEFAULT_LEVEL,
) -> DoublingPlay:
    """Follow hands trick by trick, vary the rule on the same deals, and play matches.

    Questions, units and formulas: `doubling_course`, `play_sweep` and `compare_variants`.

    Parameters
    ----------
    seatings : sequence of sequences of Policy
        Who plays the hands that are followed, one policy a seat, seating by seating.
    pairs : sequence of two strategies each
        Whose margins are taken with and without the rule; the first pair also plays the matches.
    plan : DoublingPlan
        How much is played.
    level : float
        Coverage of the intervals of course and matches; curves have that of a sweep.

    Raises
    ------
    BadInput
        If the rules never double.
    TooFewBlocks
        With fewer than two deals or matches.
    """
    rules = plan.deals.rules
    course = doubling_course(seatings, plan.deals, level)
    effects = tuple(_effect(rules, pair, plan) for pair in pairs)
    variants = {
        "doubling never": rules.with_options({"doubling": "never"}),
        "as the rules have it": rules,
        "doubling each hand": rules.with_options({"match_doubling": "each_hand"}),
    }
    matches = compare_variants(variants, pairs[0], plan.seed, plan.matches, level)
    return DoublingPlay(course, effects, (pairs[0][0].label, pairs[0][1].label), matches)


def _effect(rules: Rules, pair: Pair, plan: DoublingPlan) -> RuleEffect:
    sweep = find_sweep("doubling", ["never", rules.doubling], rules, pair)
    curve = play_sweep(sweep, plan.seed, plan.rule_deals, threads=plan.threads)
    return RuleEffect((pair[0].label, pair[1].label), *curve.points)
