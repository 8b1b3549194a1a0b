"""Which hands are of which type, and the sums over blocks that frequencies and means need."""

# Kernels: numba's signatures are the types, and callers' buffers are arguments.
# mypy: ignore-errors
# ruff: noqa: PLR0913, PLR0917

from __future__ import annotations

import numpy as np

from sim.core.compiler import kernel


@kernel
def hold_types(values, feature, low, high, held):
    """Say of each hand whether it is of each type.

    Parameters
    ----------
    values : int64[features, n, seats]
    feature, low, high : int64[types]
        Of each type the row of `values`, and the smallest and largest value.
    held : bool[n, seats, types]
        Modified in place.
    """
    for row in range(held.shape[0]):
        for seat in range(held.shape[1]):
            for kind in range(feature.shape[0]):
                value = values[feature[kind], row, seat]
                held[row, seat, kind] = low[kind] <= value <= high[kind]


@kernel
def add_block_sums(held, outcomes, holding, dens, sums, whole):
    """Add up blocks: see `analysis.type_sums.TypeSums`.

    Parameters
    ----------
    held : bool[n, seats, types]
    outcomes : float64[n, seats, k]
    holding : int64[types]
        Modified in place: blocks that hold the type.
    dens : float64[2, types]
        Modified in place: Σ den, Σ den².
    sums : float64[5, types, k]
        Modified in place: Σ num, Σ num², Σ num den, Σ num num₀, Σ den num₀.
    whole : float64[2, k]
        Modified in place: Σ num₀, Σ num₀².
    """
    n, seats, kinds = held.shape
    width = outcomes.shape[2]
    all_seats = np.zeros(width)
    num = np.zeros(width)
    for row in range(n):
        for k in range(width):
            all_seats[k] = 0.0
            for seat in range(seats):
                all_seats[k] += outcomes[row, seat, k]
            whole[0, k] += all_seats[k]
            whole[1, k] += all_seats[k] * all_seats[k]
        for kind in range(kinds):
            den = 0.0
            num[:] = 0.0
            for seat in range(seats):
                if held[row, seat, kind]:
                    den += 1.0
                    for k in range(width):
                        num[k] += outcomes[row, seat, k]
            if den == 0.0:
                continue
            holding[kind] += 1
            dens[0, kind] += den
            dens[1, kind] += den * den
            for k in range(width):
                sums[0, kind, k] += num[k]
                sums[1, kind, k] += num[k] * num[k]
                sums[2, kind, k] += num[k] * den
                sums[3, kind, k] += num[k] * all_seats[k]
                sums[4, kind, k] += den * all_seats[k]
