"""The value of hand types: how often, how hands of the type end, and what the type itself is worth.

Four figures stand side by side, because they answer different questions:

* *frequency*, exact beside simulated: a check on the dealing;
* *descriptive*: how much better hands of the type end than hands in general;
* *regression*: the same with all other listed features equal;
* *causal*: what the holder loses when one exchanged card breaks the type (`analysis.break_swap`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.break_swap import OUTCOMES, SwapPlan, find_break_swaps
from analysis.estimate_columns import columns_of_estimate
from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks
from analysis.played import Played, Table
from analysis.regression import Regression, RegressionPart, regress
from analysis.score_parts import PARTS_OF_A_POINT
from analysis.swap_values import SwapValue, replay_swaps
from analysis.type_list import HandType, exact_frequency, hand_types
from analysis.type_sums import TypeSums, block_outcomes, types_held
from analysis.workers import map_in_order
from sim.errors import BadInput
from sim.policy import Policy

if TYPE_CHECKING:
    import pandas as pd

BoolArray = npt.NDArray[np.bool_]
Figure = TypeVar("Figure")

FALSE_ALARMS: Final = 0.001
"""How often a right simulation would show any frequency that does not agree with the exact one."""


@dataclass(frozen=True, slots=True)
class HandTypeRow:
    """Everything about one type; values are points a hand for the holder's seat."""

    hand_type: HandType
    exact_frequency: Fraction | None
    """How often a dealt hand is of the type; None where no exact form is known."""
    simulated_frequency: Estimate
    """The share of the hands played."""
    agrees: bool | None
    """Whether the two agree, all types taken together; None without an exact one."""
    descriptive: Estimate | None
    """E[payoff | type] − E[payoff]."""
    descriptive_splits: Mapping[str, Estimate]
    """The same for every outcome, keys of `OUTCOMES`."""
    regression: Estimate | None
    """Points a hand against the reference level, all other features equal."""
    causal: Estimate | None
    """Points a hand that the holder loses when a break swap breaks the type."""
    causal_splits: Mapping[str, Estimate]
    """The same for every outcome, keys of `OUTCOMES`."""
    by_side: Mapping[str, Estimate]
    """The causal value where the card went to a team-mate, and to an opponent."""
    by_receiver: Mapping[str, Estimate]
    """The causal value where the card went to the left, across, right."""
    breakable: Estimate | None
    """Share of the type's hands that a break swap can break; the causal value is theirs."""
    hands_broken: int
    """Hands behind the causal value."""
    swaps: int
    """Exchanges replayed for it."""
    notes: tuple[str, ...]
    """Why figures are missing."""

    @property
    def note(self) -> str:
        """Why figures are missing, in one line; empty if none is."""
        return "; ".join(self.notes)

    @property
    def type(self) -> str:
        """The type's name in data."""
        return self.hand_type.name

    @property
    def label(self) -> str:
        """The type's name for a card player."""
        return self.hand_type.label


@dataclass(frozen=True, slots=True)
class HandTypes:
    """The table of hand types."""

    rows: tuple[HandTypeRow, ...]
    """In the order of `analysis.type_list.hand_types`."""
    n: int
    """Deal blocks behind frequencies, descriptive values and regression."""
    level: float
    """Coverage of every interval, each by itself."""
    dropped: Mapping[str, str]
    """Columns left out of the regression, and why."""
    plan: SwapPlan
    """What was spent on break swaps."""

    @property
    def all_agree(self) -> bool:
        """Whether no simulated frequency contradicts the exact one."""
        return all(row.agrees is not False for row in self.rows)

    def by_value(self) -> tuple[HandTypeRow, ...]:
        """Return the rows that have a causal value, the highest first."""
        valued = [(row.causal.value, row) for row in self.rows if row.causal]
        return tuple(row for _, row in sorted(valued, key=lambda each: -each[0]))

    def to_frame(self) -> pd.DataFrame:
        """Return the table, one row a type.

        An estimate takes the columns NAME, NAME_se, NAME_low, NAME_high and NAME_n (deal blocks).

        =======================  ==================================================================
        column                   meaning
        =======================  ==================================================================
        type, label              the type's name, in data and for a card player
        instead                  what a break swap leaves in its place
        exact_frequency          probability of the type in a dealt hand
        simulated_frequency      share of the hands played (an estimate)
        agrees                   whether the two agree
        descriptive              E[payoff | type] − E[payoff], points a hand
        descriptive_OUTCOME      the same for each outcome
        regression               points a hand, other features equal
        causal                   points a hand lost when the type breaks
        causal_OUTCOME           the same for each outcome
        causal_to_SEAT           the causal value by receiver of the card: team-mate, opponent,
                                 left, across, right
        breakable                share of the type's hands that can be broken
        hands_broken, swaps      hands and exchanges behind the causal value
        note                     why a figure is missing
        =======================  ==================================================================
        """
        import pandas as pd

        return pd.DataFrame([_flat(row) for row in self.rows])


def value_hand_types(
    blocks: Callable[[], Iterable[Played]],
    table: Table,
    policies: Sequence[Policy],
    plan: SwapPlan,
    *,
    level: float = DEFAULT_LEVEL,
) -> HandTypes:
    """Put a value on every type of hand.

    Questions, units, assumptions and formulas: `TypeSums` (frequency, descriptive), `regress`,
    `replay_swaps` (causal). All are clustered by deal block.

    Parameters
    ----------
    blocks : callable
        Returns an iterator over the blocks of a result, with all features; it is called twice.
        Memory is that of the pieces it yields.
    table : Table
        Who sits where.
    policies : sequence of Policy
        One a strategy of `table.names`, for the replays.
    plan : SwapPlan
        Which deals are replayed for the break swaps, and how many.
    level : float
        Coverage of the intervals.

    Raises
    ------
    TooFewBlocks
        With fewer than two deal blocks. Figures that need more are left out, with a note.
    """
    if len(policies) != len(table.names):
        raise BadInput(f"{len(policies)} policies for {len(table.names)} strategies")
    types = hand_types(table.rules)
    sums = TypeSums(types, table.rules.seats)
    fit = _fit(blocks, types, sums, level, plan.threads)
    found = find_break_swaps(table.rules, types, plan)
    seatings = [[policies[owner] for owner in seating] for seating in table.plan]
    values = replay_swaps(seatings, found, level, plan.threads)
    exact = [exact_frequency(table.rules, each) for each in types]
    figures = _Figures(types, exact, sums, fit, values, level)
    dropped = fit.dropped if isinstance(fit, Regression) else {}
    return HandTypes(
        tuple(figures.row(place) for place in range(len(types))), sums.n, level, dropped, plan
    )


def _fit(
    blocks: Callable[[], Iterable[Played]],
    types: Sequence[HandType],
    sums: TypeSums,
    level: float,
    threads: int,
) -> Regression | TooFewBlocks:
    """Regress the payoff on all types; the first of the two passes also feeds the sums."""
    columns = [place for place, each in enumerate(types) if not each.parts and not each.reference]

    def prepare(
        first_pass: bool, played: Played
    ) -> tuple[BoolArray, FloatArray | None, RegressionPart]:
        held = types_held(played, types)
        part = RegressionPart(
            np.repeat(played.deal, sums.seats),
            held[:, :, columns].reshape(-1, len(columns)).astype(np.float64),
            (played.payoff.mean(axis=1) / PARTS_OF_A_POINT).ravel(),
        )
        return held, block_outcomes(played) if first_pass else None, part

    def parts() -> Iterator[RegressionPart]:
        work = partial(prepare, sums.n == 0)
        for held, outcomes, part in map_in_order(work, blocks(), threads):
            if outcomes is not None:
                sums.add(held, outcomes)
            yield part

    try:
        return regress(parts, [types[place].name for place in columns], level)
    except TooFewBlocks as error:
        return error


@dataclass(frozen=True)
class _Figures:
    """What the rows are made from."""

    types: Sequence[HandType]
    exact: Sequence[Fraction | None]
    sums: TypeSums
    fit: Regression | TooFewBlocks
    values: Mapping[str, SwapValue | TooFewBlocks]
    level: float

    def row(self, place: int) -> HandTypeRow:
        """Return one row, with a note for each figure that is missing."""
        each, notes = self.types[place], _Notes()
        descriptive = notes.tried(
            "descriptive",
            lambda: {name: self.sums.difference(place, name, self.level) for name in OUTCOMES},
        )
        causal = notes.tried("break swap", lambda: self._causal(each))
        return HandTypeRow(
            hand_type=each,
            exact_frequency=self.exact[place],
            simulated_frequency=self.sums.frequency(place, self.level),
            agrees=self._agrees(place),
            descriptive=descriptive["payoff"] if descriptive else None,
            descriptive_splits=descriptive or {},
            regression=notes.tried("regression", lambda: self._regression(each)),
            causal=causal.payoff if causal else None,
            causal_splits=causal.outcomes if causal else {},
            by_side=causal.by_side if causal else {},
            by_receiver=causal.by_receiver if causal else {},
            breakable=causal.breakable if causal else None,
            hands_broken=causal.hands if causal else 0,
            swaps=causal.swaps if causal else 0,
            notes=tuple(notes.texts),
        )

    def _agrees(self, place: int) -> bool | None:
        exact = self.exact[place]
        if exact is None:
            return None
        checked = sum(share is not None for share in self.exact)
        wide = self.sums.frequency(place, 1 - FALSE_ALARMS / checked)
        return not wide.excludes(float(exact))

    def _causal(self, each: HandType) -> SwapValue:
        if each.broken is None:
            raise BadInput("no single card makes this type")
        value = self.values[each.name]
        if isinstance(value, TooFewBlocks):
            raise value
        return value

    def _regression(self, each: HandType) -> Estimate:
        if isinstance(self.fit, TooFewBlocks):
            raise self.fit
        if each.reference:
            raise BadInput("the level that the others of its kind are compared with")
        if not each.parts:
            return self.fit.estimate(each.name)
        # A type that joins others: the mean of their coefficients, by how often each is dealt.
        shares = {
            name: float(share)
            for (name, share) in zip((one.name for one in self.types), self.exact, strict=True)
            if name in each.parts and name in self.fit.names and share is not None
        }
        if not shares:
            raise BadInput("none of its parts was dealt")
        total = sum(shares.values())
        return self.fit.combination({name: share / total for name, share in shares.items()})


@dataclass(eq=False)
class _Notes:
    """Why figures are missing."""

    texts: list[str] = field(default_factory=list)

    def tried(self, name: str, figure: Callable[[], Figure]) -> Figure | None:
        """Return a figure, or None with a note of what was wrong."""
        try:
            return figure()
        except BadInput as error:
            self.texts.append(f"{name}: {error}")
            return None


def _flat(row: HandTypeRow) -> dict[str, Any]:
    """Return a row's figures, one a column."""
    estimates: dict[str, Estimate | None] = {
        "simulated_frequency": row.simulated_frequency,
        "descriptive": row.descriptive,
        **{f"descriptive_{name}": row.descriptive_splits.get(name) for name in OUTCOMES},
        "regression": row.regression,
        "causal": row.causal,
        **{f"causal_{name}": row.causal_splits.get(name) for name in OUTCOMES},
        **{
            f"causal_to_{name}": value for name, value in {**row.by_side, **row.by_receiver}.items()
        },
        "breakable": row.breakable,
    }
    flat: dict[str, Any] = {
        "type": row.type,
        "label": row.label,
        "instead": row.hand_type.instead,
        "exact_frequency": math.nan if row.exact_frequency is None else float(row.exact_frequency),
    }
    for name, estimate in estimates.items():
        flat |= columns_of_estimate(name, estimate)
    return flat | {
        "agrees": row.agrees,
        "hands_broken": row.hands_broken,
        "swaps": row.swaps,
        "note": row.note,
    }
