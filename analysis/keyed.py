"""Random draws that belong to a deal: the same whatever else is drawn, and in whatever order."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from sim.core import streams

IntArray = npt.NDArray[np.int64]
WordArray = npt.NDArray[np.uint64]

# The kernel's own function, as written: on whole arrays NumPy does what it says.
_mix: Final[Callable[[WordArray], WordArray]] = getattr(streams.mix, "py_func", streams.mix)
_GAMMA: Final = 0x9E3779B97F4A7C15
_WORD: Final = 2**64
_HALF: Final = np.uint64(32)


def deal_words(seed: int, index: npt.ArrayLike, purpose: str, number: int = 0) -> WordArray:
    """Return 64 random bits a deal, as a function of seed, deal, purpose and number alone.

    Parameters
    ----------
    seed : int
        The experiment's seed.
    index : array_like of int, shape (n,)
        Deal numbers.
    purpose : str
        What they are for; other purposes have other bits.
    number : int
        Several draws for one purpose.

    References
    ----------
    Steele, Lea and Flood (2014), "Fast splittable pseudorandom number generators", OOPSLA.
    """
    deals = np.atleast_1d(np.asarray(index)).astype(np.uint64)
    start = np.full(len(deals), (seed + _GAMMA) % _WORD, dtype=np.uint64)
    salt = np.uint64((zlib.crc32(purpose.encode()) + number * _GAMMA) % _WORD)
    return _mix(_mix(_mix(start) + deals) + salt)


def below(words: WordArray, n: npt.ArrayLike) -> IntArray:
    """Scale random bits to whole numbers 0 … n−1; n may differ from deal to deal.

    Examples
    --------
    >>> below(deal_words(1, [7, 8, 9], "example"), 4).tolist()
    [1, 1, 2]
    """
    bound = np.asarray(n).astype(np.uint64)
    return ((words >> _HALF) * bound >> _HALF).astype(np.int64)
