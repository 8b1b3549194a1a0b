"""What a tournament came to: who beats whom, who may be best, and if anyone is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from analysis.blocks import FloatArray
from analysis.comparisons import Comparison, compare
from analysis.equilibria import Sway, alpha_rank, frequencies, nash
from analysis.estimates import DEFAULT_LEVEL, Estimate
from analysis.line_ups import (
    Block,
    every_pair,
    every_partnership,
    every_table,
    has_team_mates,
    pair_scores,
    partner_scores,
    table_scores,
)
from analysis.ratings import CyclicShare, cyclic_share, pairwise_errors, rate, strengths
from analysis.resampling import RESAMPLES, resample
from analysis.simultaneous import from_resamples, possibly_best
from analysis.table_effects import CrossPlay, Externality, cross_play, externality
from analysis.tournament import Tournament, read_payoff
from sim.rule_set import RuleSet

THREE_SEATS = 3


@dataclass(frozen=True)
class Standings:
    """A tournament's results; s strategies, every one against every other on the same deals."""

    rules: RuleSet
    names: tuple[str, ...]
    """The strategies, the strongest first; all else is in this order."""
    deals: int
    """Deals of every pair."""
    level: float
    """Coverage of the simultaneous intervals, and of each single one."""
    pairs: tuple[Comparison, ...]
    """Every pair, the stronger first, with an interval that stands alone."""
    together: tuple[Estimate, ...]
    """The same margins with intervals that hold together (max-T)."""
    p_values: tuple[float, ...]
    """Step-down p-value of each pair."""
    ratings: tuple[Estimate, ...]
    """Margin of each strategy against the pool, points a hand."""
    rating_errors: tuple[tuple[float, ...], ...]
    """Standard error of the difference of two ratings, s × s."""
    possibly_best: tuple[str, ...]
    """Who cannot be excluded from having the highest rating."""
    cyclic: CyclicShare | None
    """How far from a ranking the margins are; None with two strategies."""
    nash: tuple[Sway, ...]
    """Maximum-entropy Nash equilibrium over resampled deals."""
    alpha_rank: tuple[Sway, ...]
    """Alpha-rank over resampled deals."""
    table_deals: int
    """Deals of the tables of three and of the partners."""
    externality: Externality | None
    """With three seats: what a third player does to one's score."""
    cross_play: CrossPlay | None
    """With sides known before the deal: how strategies fare as partners."""
    scores: FloatArray = field(repr=False, compare=False)
    """Block scores of the first against the second, in deal order."""

    def margin(self, a: int, b: int) -> Estimate:
        """Return by how much a beats b, with its simultaneous interval."""
        count = len(self.names)
        low, high = sorted((a, b))
        place = low * count - low * (low + 1) // 2 + high - low - 1
        found = self.together[place]
        return found if a < b else found.scaled(-1)

    def to_json(self) -> dict[str, Any]:
        """Return everything as a document."""
        return {
            "rules": self.rules.id,
            "options": dict(self.rules.options),
            "deals": self.deals,
            "level": self.level,
            "strategies": [
                {
                    "strategy": name,
                    "rating": rating.to_json(),
                    "possibly_best": name in self.possibly_best,
                    "nash": asdict(equilibrium),
                    "alpha_rank": asdict(sway),
                }
                for name, rating, equilibrium, sway in zip(
                    self.names, self.ratings, self.nash, self.alpha_rank, strict=True
                )
            ],
            "rating_difference_se": [list(row) for row in self.rating_errors],
            "pairs": [
                pair.to_json()
                | {
                    "simultaneous_low": estimate.low,
                    "simultaneous_high": estimate.high,
                    "p_value": p_value,
                }
                for pair, estimate, p_value in zip(
                    self.pairs, self.together, self.p_values, strict=True
                )
            ],
            "cyclic": None
            if self.cyclic is None
            else {
                "share": self.cyclic.share.to_json(),
                "noise": self.cyclic.noise,
                "p_value": self.cyclic.p_value,
            },
            "table_deals": self.table_deals,
            "externality": None
            if self.externality is None
            else [
                {"strategy": of, "beside": beside, **effect.to_json()}
                for of, row in zip(self.names, self.externality.effects, strict=True)
                for beside, effect in zip(self.names, row, strict=True)
            ],
            "cross_play": None
            if self.cross_play is None
            else {
                "against": self.cross_play.against,
                "partners": [
                    {
                        "a": self.names[i],
                        "b": self.names[j],
                        "margin": self.cross_play.margins[i][j].to_json(),
                        "fit": self.cross_play.fit[i][j].to_json(),
                    }
                    for i in range(len(self.names))
                    for j in range(i, len(self.names))
                ],
            },
        }


def plan(
    rules: RuleSet, players: Sequence[int], deals: int, table_deals: int
) -> tuple[tuple[Block, int], ...]:
    """Return what a tournament plays: each block, and how many deals of it.

    Parameters
    ----------
    rules : RuleSet
    players : sequence of int
        The strategies' numbers; the first is the reference of partners.
    deals : int
        Deals of every pair.
    table_deals : int
        Deals of every table of three, or of all partners; 0 for none.
    """
    wanted = [(block, deals) for block in every_pair(rules, players)]
    if table_deals:
        wanted += [(block, table_deals) for block in extra_blocks(rules, players)]
    return tuple(wanted)


def stand(  # noqa: PLR0913
    folder: str | Path,
    tournament: Tournament,
    players: Sequence[int],
    deals: int,
    table_deals: int = 0,
    *,
    level: float = DEFAULT_LEVEL,
    resamples: int = RESAMPLES,
) -> Standings:
    """Work out a tournament's results from what its folder holds.

    Parameters
    ----------
    folder : path
    tournament : Tournament
        What the folder holds.
    players : sequence of int
        Numbers of the strategies that count; the first is the reference of partners.
    deals, table_deals : int
        As for `plan`.
    level : float
        Coverage of intervals.
    resamples : int
        Resamples of the block bootstrap.

    Raises
    ------
    BadInput
        If something has not been played.
    TooFewBlocks
        With fewer than two deals.
    """
    rules = tournament.rules
    labels = [each.label for each in tournament.entrants]
    count = len(players)
    places = list(combinations(range(count), 2))
    blocks: dict[tuple[int, int], FloatArray] = {}
    compared: dict[tuple[int, int], Comparison] = {}
    for block in every_pair(rules, players):
        # Hands take several times the room of blocks, and are needed for this alone.
        scores = pair_scores(block, read_payoff(folder, block, deals), labels)
        a, b = block.players
        blocks[a, b], blocks[b, a] = scores.blocks, 0.0 - scores.blocks
        compared[a, b] = compare(scores, level)
        compared[b, a] = compared[a, b].swapped()

    def table(order: Sequence[int]) -> FloatArray:
        return np.stack([blocks[order[i], order[j]] for i, j in places], axis=1)

    mean_strength = strengths(table(players), places, count).mean(axis=0)
    ranked = [players[place] for place in np.argsort(-mean_strength, kind="stable")]
    names = tuple(labels[number] for number in ranked)
    margins = table(ranked)
    strength = strengths(margins, places, count)
    drawn = resample(margins, resamples)
    family = from_resamples(drawn, level)
    rated = dict(rate(strength, names, level))
    best = possibly_best(strength, level, resamples=resamples)

    def sway(weigh: Callable[[Any], Any]) -> tuple[Sway, ...]:
        return frequencies(drawn, places, count, weigh)

    return Standings(
        rules=rules,
        names=names,
        deals=deals,
        level=level,
        pairs=tuple(compared[ranked[i], ranked[j]] for i, j in places),
        together=family.estimates,
        p_values=family.p_values,
        ratings=tuple(rated[name] for name in names),
        rating_errors=tuple(map(tuple, pairwise_errors(strength).tolist())),
        possibly_best=tuple(names[place] for place in best),
        cyclic=cyclic_share(margins, places, count, level, drawn=drawn)
        if count >= THREE_SEATS
        else None,
        nash=sway(nash),
        alpha_rank=sway(alpha_rank),
        table_deals=table_deals if extra_blocks(rules, players) else 0,
        externality=_externality(folder, rules, ranked, names, table_deals, level),
        scores=margins[:, 0],
        cross_play=_cross_play(folder, rules, ranked, names, players[0], table_deals, level),
    )


def extra_blocks(rules: RuleSet, players: Sequence[int]) -> tuple[Block, ...]:
    """Return the blocks of what others at the table change; the first player is the reference."""
    if has_team_mates(rules):
        return every_partnership(rules, players, players[0])
    return every_table(players) if rules.seats == THREE_SEATS else ()


def _externality(  # noqa: PLR0913, PLR0917
    folder: str | Path,
    rules: RuleSet,
    ranked: Sequence[int],
    names: Sequence[str],
    deals: int,
    level: float,
) -> Externality | None:
    if not deals or not rules.solo or rules.seats != THREE_SEATS:
        return None
    place = {number: at for at, number in enumerate(ranked)}
    tables = {}
    for block in every_table(ranked):
        scores = table_scores(block, read_payoff(folder, block, deals))
        seated = [place[number] for number in block.players]
        by_place = np.argsort(seated, kind="stable")
        tables[tuple(sorted(seated))] = scores[:, by_place]
    return externality(tables, names, level)


def _cross_play(  # noqa: PLR0913, PLR0917
    folder: str | Path,
    rules: RuleSet,
    ranked: Sequence[int],
    names: Sequence[str],
    against: int,
    deals: int,
    level: float,
) -> CrossPlay | None:
    if not deals or not has_team_mates(rules):
        return None
    place = {number: at for at, number in enumerate(ranked)}
    partners = {}
    for block in every_partnership(rules, ranked, against):
        i, j = sorted(place[number] for number in block.players[:2])
        partners[i, j] = partner_scores(rules, block, read_payoff(folder, block, deals))
    return cross_play(partners, names, place[against], level)
