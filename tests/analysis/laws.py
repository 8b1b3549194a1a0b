"""Laws of block scores for simulations: mean 0, standard deviation 1, a few dozen values each."""

from __future__ import annotations

import numpy as np


def _standard(values, weights):
    values, p = np.asarray(values, float), np.asarray(weights, float)
    p = p / p.sum()
    values = values - values @ p
    return values / np.sqrt(np.square(values) @ p), p


def _bell(values):
    return np.exp(-0.5 * np.square(values))


_GRID = np.linspace(-4, 4, 41)
_DOUBLED = np.concatenate([_GRID, 2 * _GRID[_GRID > 1]])

LAWS = {
    "gaussian": _standard(_GRID, _bell(_GRID)),
    # Nine deals of ten do not differ.
    "zeros": _standard([-3, -2, -1, 0, 1, 2, 3], [1, 2, 2, 90, 2, 2, 1]),
    # A fifth of the deals that are won clearly counts twice.
    "doubled": _standard(
        _DOUBLED,
        np.concatenate([_bell(_GRID) * np.where(_GRID > 1, 0.8, 1), 0.2 * _bell(_GRID[_GRID > 1])]),
    ),
    # Many small losses against few large gains; skewness 2.
    "skewed": _standard(np.linspace(0, 8, 41), np.exp(-np.linspace(0, 8, 41))),
}


def draw(law, rng, shape, effect=0.0):
    """Return scores of a law whose mean is moved to the effect."""
    values, p = LAWS[law]
    return rng.choice(values, p=p, size=shape) + effect
