"""Every pair of some strategies compared on the same deals, or played until a question is answered.

What `fiftyk compare`, `fiftyk run` and notebooks do alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from analysis.betting import ConfidenceSequence
from analysis.comparisons import Comparison, PairScores, compare
from analysis.estimates import Estimate
from analysis.kept_scores import kept_blocks
from analysis.pair_play import joined_scores
from analysis.score_file import SavedScores
from analysis.sequential import UNDECIDED, Design, SequentialTest, Stop
from analysis.stopped import stopped_estimate
from sim.rule_set import RuleSet

if TYPE_CHECKING:
    from strategies.registry import Strategy

POWERS: Final = (0.8, 0.9)
"""How surely a planned number of deals shows an effect."""
_ANY_ORDER: Final = 1
"""Seed of the order in which counts are bet on: the same counts, the same interval."""

Watch = Callable[[PairScores], None]
"""Told of the next deals of a pair."""


@dataclass(frozen=True)
class PairsCompared:
    """What every pair came to."""

    scores: SavedScores
    """The block scores; after a sequential test those that led to its answer."""
    compared: tuple[Comparison, ...]
    """Each pair; after a sequential test without the bias of having stopped."""
    always: tuple[Estimate | None, ...]
    """Each pair with its always-valid interval; None where scores have no known bound."""
    stop: Stop | None
    """How the sequential test ended."""

    def to_json(self, effect: float | None = None) -> dict[str, Any]:
        """Return what `fiftyk compare --json` prints; `effect` is to be planned for."""
        scores = self.scores
        document: dict[str, Any] = {
            "rules": scores.rules,
            "deals": self.compared[0].estimate.n,
            "pairs": [each.to_json() for each in self.compared],
            "options": dict(scores.options),
            "seed": scores.seed,
            "details": [
                {
                    "a": each.a,
                    "b": each.b,
                    "sd": each.sd,
                    "always_valid": None
                    if valid is None
                    else {"low": valid.low, "high": valid.high},
                    "planned": _planned(effect, each),
                }
                for each, valid in zip(self.compared, self.always, strict=True)
            ],
        }
        return document if self.stop is None else document | {"test": self.stop.to_json()}


def compare_pairs(  # noqa: PLR0913
    rules: RuleSet,
    chosen: Sequence[Strategy],
    seed: int,
    deals: int,
    *,
    design: Design | None = None,
    threads: int = 1,
    watch: Callable[[int], Watch] | None = None,
    keep: Callable[[int], Path] | None = None,
) -> PairsCompared:
    """Play every pair on the same deals and compare.

    Parameters
    ----------
    rules : RuleSet
    chosen : sequence of Strategy
        Two or more; with a design two.
    seed : int
    deals : int
        Deals a pair; with a design at most so many.
    design : Design, optional
        The question until whose answer is played.
    threads : int
        They change nothing but the time.
    watch : function, optional
        Given a pair's number, returns what is told of its scores as they come in.
    keep : function, optional
        Given a pair's number, returns the file in which its scores are kept and gone on with.

    Raises
    ------
    BadInput
        If one does not play these rules.
    StrategyFault
        If one raised or answered illegally.
    """
    test = None if design is None else SequentialTest(design)
    played = []
    for number, pair in enumerate(combinations(chosen, 2)):
        path = None if keep is None else keep(number)
        parts = []
        # Closed at once, so that what is kept is on the disk before the next pair begins.
        with closing(kept_blocks(path, rules, pair, seed, deals, threads=threads)) as blocks:
            told = None if watch is None else watch(number)
            for part in blocks:
                parts.append(part)
                if told is not None:
                    told(part)
                if test is not None:
                    test.add(part.blocks)
                    if test.stop.answer != UNDECIDED:
                        break
        played.append(joined_scores(parts))
    scores = SavedScores(tuple(played), rules.bound, rules.id, rules.options, seed)
    return judge(scores, None if test is None else test.stop)


def ask(design: Design, scores: SavedScores) -> Stop:
    """Return how a sequential test of the first pair ends on scores that are there."""
    test = SequentialTest(design)
    test.add(scores.pairs[0].blocks)
    return test.stop


def judge(scores: SavedScores, stop: Stop | None = None) -> PairsCompared:
    """Compare pairs by their scores; after a sequential test by the deals that led to its end."""
    scores = replace(scores, pairs=tuple(_until(stop, pair) for pair in scores.pairs))
    return PairsCompared(
        scores,
        tuple(_compare(pair, stop, scores) for pair in scores.pairs),
        tuple(_always_valid(pair, scores) for pair in scores.pairs),
        stop,
    )


def _until(stop: Stop | None, pair: PairScores) -> PairScores:
    """Return the deals that led to an answer: those under way when it came are no part of it."""
    if stop is None or stop.answer == UNDECIDED:
        return pair
    return replace(pair, blocks=pair.blocks[: stop.blocks], hands=pair.hands[: stop.blocks])


def _compare(pair: PairScores, stop: Stop | None, scores: SavedScores) -> Comparison:
    compared = compare(pair)
    if stop is not None and stop.first_look:
        compared = replace(compared, estimate=stopped_estimate(pair.blocks, stop))
    return compared if scores.in_order else replace(compared, pairing_factor=None)


def _always_valid(pair: PairScores, scores: SavedScores) -> Estimate | None:
    if scores.bound is None:
        return None
    sequence = ConfidenceSequence(scores.bound)
    # Counts come sorted. Independent blocks are as likely in any order, and one that does not
    # look at the scores bets as honestly as that of the deals.
    shuffled = np.random.default_rng(_ANY_ORDER).permutation
    sequence.add(pair.blocks if scores.in_order else shuffled(pair.blocks))
    return sequence.estimate()


def _planned(effect: float | None, each: Comparison) -> dict[str, Any] | None:
    """Return the deals that show an effect, and how surely these do; None without an effect."""
    if effect is None or not each.sd:
        return None
    return {
        "effect": effect,
        "power": each.power(effect),
        "deals_80": each.planned_blocks(effect, POWERS[0]),
        "deals_90": each.planned_blocks(effect, POWERS[1]),
    }
