"""Matches with and without a rule, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from analysis.blocks import FloatArray
from analysis.comparisons import score_pair
from analysis.estimates import DEFAULT_LEVEL, Estimate, mean_estimate
from analysis.folder import replacing
from analysis.workers import chunks
from sim.errors import BadInput
from sim.match import play_matches
from sim.rules import Rules
from sim.seatings import pair_block
from strategies import Strategy

CHUNK: Final = 250
"""Matches between two times that scores are kept."""
_COLUMNS: Final = ("margin", "won", "hands")
"""What is taken of each match number: means over its seatings."""


@dataclass(frozen=True, slots=True)
class MatchVariant:
    """What matches come to under one variant of the rules."""

    name: str
    """As it was asked for."""
    margin: Estimate
    """A − B, points a match a seat."""
    won: Estimate
    """Share of matches that A's side wins, less the share that B's wins."""
    hands: Estimate
    """Hands a match."""
    change: Estimate
    """By how much the margin is more than under the first variant, match by match."""
    change_won: Estimate
    """The same of the share won."""
    change_hands: Estimate
    """The same of the hands a match."""

    def to_json(self) -> dict[str, Any]:
        """Return the variant as a document."""
        return {
            "variant": self.name,
            "margin": self.margin.to_json(),
            "won": self.won.to_json(),
            "hands": self.hands.to_json(),
            "change": self.change.to_json(),
            "change_won": self.change_won.to_json(),
            "change_hands": self.change_hands.to_json(),
        }


def compare_variants(  # noqa: PLR0913
    variants: Mapping[str, Rules],
    pair: Sequence[Strategy],
    seed: int,
    matches: int,
    level: float = DEFAULT_LEVEL,
    *,
    keep: Callable[[int], Path] | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[MatchVariant, ...]:
    """Play the same matches under each variant of the rules.

    Question: what does a rule change in a whole match between two strategies? Unit of observation:
    the match number, played in every seating of a block: hand h of match m is the same deal under
    every variant and in every seating, as long as the match lasts.

    Parameters
    ----------
    variants : mapping of str to Rules
        The first is what the others are compared with; all deal the same cards.
    pair : two strategies
        A and B.
    seed : int
    matches : int
        Matches, each in every seating.
    level : float
        Coverage of each interval.
    keep : function, optional
        Given a variant's number, returns the file in which its scores are kept and gone on with;
        what decides them is the caller's to keep the same.
    progress : function, optional
        Called with the number of matches done so far, all variants together.

    Raises
    ------
    BadInput
        If sides are not known beforehand, or a strategy does not play the rules.
    TooFewBlocks
        With fewer than two matches.
    """
    scores = {}
    for number, (name, rules) in enumerate(variants.items()):
        check_match_rules(rules, pair)
        path = None if keep is None else keep(number)
        parts = [_read(path)] if path is not None and path.exists() else []
        there = sum(map(len, parts))
        for some in chunks(there, matches - there, CHUNK):
            parts.append(_scores(rules, pair, seed, some))
            if path is not None:
                _write(np.concatenate(parts), path)
            if progress is not None:
                progress(number * matches + some.stop)
        scores[name] = np.concatenate(parts)[:matches]
    first = next(iter(scores.values()))
    return tuple(
        MatchVariant(
            name,
            *(mean_estimate(column, level) for column in each.T),
            *(mean_estimate(column, level) for column in (each - first).T),
        )
        for name, each in scores.items()
    )


def check_match_rules(rules: Rules, pair: Sequence[Strategy]) -> None:
    """Refuse rules whose matches two strategies cannot play against each other.

    Raises
    ------
    BadInput
        If sides are not known beforehand, or a strategy does not play the rules.
    """
    for each in pair:
        if not each.plays(rules):
            raise BadInput(f"{each.name} does not play {rules.id}")
    if rules.hidden:
        raise BadInput(f"{rules.id}: the deal makes the sides, so nobody's side wins a match")


def _scores(rules: Rules, pair: Sequence[Strategy], seed: int, matches: range) -> FloatArray:
    """Return margin, wins less losses and hands of each match number, (n, 3)."""
    block = pair_block(rules)
    side = [next(k for k, team in enumerate(rules.teams) if s in team) for s in range(rules.seats)]
    payoff, won, hands = [], [], []
    for seating in block:
        results = play_matches(rules, [pair[who].policy() for who in seating], seed, matches)
        payoff.append(results.payoff)
        won.append((results.winner[:, None] == np.array(side)).astype(np.float64))
        hands.append(results.hands)
    names, owner = [each.label for each in pair], np.array(block)
    margins = [score_pair(np.stack(each, axis=1), owner, names).blocks for each in (payoff, won)]
    scores: FloatArray = np.stack([*margins, np.mean(hands, axis=0)], axis=1)
    return scores


def _read(path: Path) -> FloatArray:
    try:
        table = pq.read_table(path)
        scores: FloatArray = np.stack([table[name].to_numpy() for name in _COLUMNS], axis=1)
    except (OSError, KeyError, pa.ArrowInvalid) as error:
        raise BadInput(f"{path} holds no scores of matches: {error}") from None
    return scores


def _write(scores: FloatArray, path: Path) -> None:
    with replacing(path) as unfinished:
        pq.write_table(pa.table(dict(zip(_COLUMNS, scores.T, strict=True))), unfinished)
