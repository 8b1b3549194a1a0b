"""A point count for the table: small whole numbers that a person can add up over a hand.

Ranks get their numbers from the effect-of-exchange table, where they are causal: one scale on which
the effect of one rank for another is close to the difference of their values. Features of hands
get theirs from what is left of the score of dealt hands. How good the count is, hands of other
deals say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from analysis.blocks import FloatArray
from analysis.break_swap import replay
from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks, mean_estimate
from analysis.exchange import ExchangeTable, rank_names
from analysis.features import feature_values
from analysis.placing import held_cards
from analysis.trades import rank_counts
from analysis.type_list import MANY
from sim.deals import Deals, deal_hands
from sim.policy import Policy
from sim.rules import Rules

FEATURES: Final = {
    "bombs": "bomb of a rank",
    "joker_bomb": "bomb of jokers",
    "pure_fifty_k": "pure fifty-K",
    "mixed_fifty_k": "mixed fifty-K",
}
"""Features that may get a number, and what a person calls them."""
LARGEST: Final = 10
"""The highest rank counts so much at most."""
_LOWEST_TOP, _TIE = 4, 0.001
FEWEST_DEALS: Final = 30
"""Deals that each half needs."""


@dataclass(frozen=True, slots=True)
class PointCount:
    """The count, as a person uses it."""

    rules: Rules
    ranks: Mapping[str, int]
    """Points of a card by its rank; what is not listed counts 0."""
    features: Mapping[str, int]
    """Points of features, keys of `FEATURES`."""
    average: float
    """Points of an average hand."""
    worth: float
    """Points a hand that each point above the average is worth to the holder."""
    r_squared: Estimate
    """Share of the variance of the hand score that the count explains, on hands of other deals."""
    r_squared_best: Estimate
    """The same for unrounded numbers, fitted freely to dealt hands: what there is to explain."""
    table_share: float
    """Share of the variation of the exchange table that one value a rank explains."""

    def lines(self) -> tuple[str, ...]:
        """Say the count in words."""
        by_points: dict[int, list[str]] = {}
        for rank, points in self.ranks.items():
            by_points.setdefault(points, []).append(rank)
        cards = [
            f"{points} for each {' or '.join(by_points[points])}"
            for points in sorted(by_points, reverse=True)
        ]
        made = [f"{points:+d} for a {FEATURES[name]}" for name, points in self.features.items()]
        return (
            "Count " + ", ".join(cards) + ".",
            *(["Add " + ", ".join(made) + "."] if made else []),
            f"An average hand has {self.average:.0f}; each point more is worth {self.worth:.2g} "
            "points a hand.",
        )


def rank_values(table: ExchangeTable) -> tuple[FloatArray, float]:
    """Return one value a rank, the lowest rank 0, and what share of the table they explain.

    Least squares on effect(b, a) = v[b] − v[a]: every pair is measured on the same blocks, with
    errors of like size, so v[b] is the mean of the effects of b for all ranks.
    """
    count = len(rank_names(table.rules))
    effects = np.zeros((count, count))
    for (held, taken), effect in table.effects.items():
        effects[held, taken], effects[taken, held] = effect.value, -effect.value
    values = effects.mean(axis=1)
    left = effects - (values[:, None] - values[None, :])
    total = float(np.square(effects).sum())
    return values - values[0], 1 - float(np.square(left).sum()) / total if total else 1.0


def whole_numbers(values: FloatArray) -> tuple[FloatArray, float]:
    """Return values as small whole numbers, and the size of their unit.

    The unit is the one, among those that give the highest 4 … `LARGEST` points, whose rounding
    loses least of the variation; fewer points win a tie within a thousandth.
    """
    top = float(values.max())
    if top <= 0:
        return np.zeros(len(values)), 1.0
    best: FloatArray = np.zeros(len(values))
    best_loss = np.inf
    unit = 1.0
    for highest in range(_LOWEST_TOP, LARGEST + 1):
        step = top / highest
        rounded = np.rint(values / step)
        loss = float(np.square(rounded * step - values).sum() / np.square(values).sum())
        if loss < best_loss - _TIE:
            best, best_loss, unit = rounded, loss, step
    return best, unit


def fit_count(  # noqa: PLR0913
    table: ExchangeTable,
    seatings: Sequence[Sequence[Policy]],
    deals: int,
    seed: int,
    *,
    first_deal: int = 0,
    level: float = DEFAULT_LEVEL,
    threads: int = 2,
) -> PointCount:
    """Fit the count to an exchange table and judge it on dealt hands.

    Question: how much of a hand's score can a person foresee from its cards? Half of the deals fit
    what features add, the average and what a point is worth; the other half gives R², 1 − Σ (score
    − foreseen)² / Σ (score − mean of the first half)², with the block jackknife.

    Parameters
    ----------
    table : ExchangeTable
        From other deals than these.
    seatings : sequence of sequences of Policy
        One policy a seat, seating by seating.
    deals : int
        Deals of each half.
    seed : int
    first_deal : int
        The first of the 2 · deals deals.
    level : float
    threads : int

    Raises
    ------
    TooFewBlocks
        With fewer than 30 deals a half.
    """
    if deals < FEWEST_DEALS:
        nothing = Estimate(np.nan, np.nan, deals, level, -np.inf, np.inf)
        raise TooFewBlocks(nothing, FEWEST_DEALS)
    rules = table.rules
    dealt = deal_hands(rules, seed, range(first_deal, first_deal + 2 * deals))
    score = replay(seatings, dealt, threads)[:, :, 0]
    counts = rank_counts(held_cards(dealt))[:, :, : len(rank_names(rules))].astype(np.float64)
    made = _made(dealt)
    values, share = rank_values(table)
    points, unit = whole_numbers(values)
    fit, judge = slice(None, deals), slice(deals, None)
    cards = counts @ points
    names = list(made)
    columns = np.stack([cards, *made.values()], axis=2)
    weights = _least_squares(columns[fit], score[fit])
    # In units of a point of the count; a point's own worth is fitted beside.
    scale = weights[1] if weights[1] > 0 else unit
    extra = np.rint(weights[2:] / scale).astype(int)
    total = cards + sum(
        (number * made[name] for name, number in zip(names, extra, strict=True)),
        np.zeros(cards.shape),
    )
    line = _least_squares(total[fit, :, None], score[fit])
    free = np.concatenate([counts, columns[:, :, 1:]], axis=2)
    best = _foreseen(free[judge], _least_squares(free[fit], score[fit]))
    mean = float(score[fit].mean())
    return PointCount(
        rules,
        {
            name: int(number)
            for name, number in zip(rank_names(rules), points, strict=True)
            if number
        },
        {name: int(number) for name, number in zip(names, extra, strict=True) if number},
        float(total[fit].mean()),
        float(line[1]),
        _r_squared(score[judge], _foreseen(total[judge, :, None], line), mean, level),
        _r_squared(score[judge], best, mean, level),
        share,
    )


def _made(deals: Deals) -> dict[str, FloatArray]:
    """Return how often each hand has each feature, those that no hand has left out."""
    found: dict[str, FloatArray] = {
        # The value of a bomb of jokers is their number.
        name: np.minimum(feature_values(deals, name), 1 if name == "joker_bomb" else MANY).astype(
            np.float64
        )
        for name in FEATURES
    }
    return {name: column for name, column in found.items() if column.any()}


def _least_squares(columns: FloatArray, score: FloatArray) -> FloatArray:
    """Return the constant and the weight of each column, (1 + columns,)."""
    rows = columns.reshape(-1, columns.shape[2])
    design = np.column_stack([np.ones(len(rows)), rows])
    weights = np.linalg.lstsq(design, score.ravel(), rcond=None)[0]
    return weights.astype(np.float64)


def _foreseen(columns: FloatArray, weights: FloatArray) -> FloatArray:
    foreseen: FloatArray = weights[0] + columns @ weights[1:]
    return foreseen


def _r_squared(score: FloatArray, foreseen: FloatArray, mean: float, level: float) -> Estimate:
    """Return 1 − Σ miss² / Σ (score − mean)², its error by leaving out each block in turn."""
    miss = np.square(score - foreseen).sum(axis=1)
    total = np.square(score - mean).sum(axis=1)
    whole = 1 - miss.sum() / total.sum()
    without = 1 - (miss.sum() - miss) / (total.sum() - total)
    n = len(miss)
    # Pseudo-values: their mean is the jackknife's estimate, their spread its error.
    return mean_estimate(n * whole - (n - 1) * without, level)
