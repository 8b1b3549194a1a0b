"""Random numbers as a function of (seed, deal, seat, decision, draw).

A counter hash (the finalizer of splitmix64; Steele, Lea & Flood 2014): any draw of any deal can
be had alone, so results do not depend on threads, chunks or machines.
"""

from __future__ import annotations

import numpy as np

from sim.core.compiler import inlined

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_PLAY_A = np.uint64(0xA0761D6478BD642F)
_PLAY_B = np.uint64(0xE7037ED1A0B428DB)
_SEAT = np.uint64(0x8EBC6AF09C88C6E3)
_TURN = np.uint64(0x589965CC75374CC3)
_S27, _S30, _S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
LOW32 = np.uint64(0xFFFFFFFF)


@inlined
def mix(x):
    """Return the splitmix64 finalizer of a word."""
    x = (x ^ x >> _S30) * _M1
    x = (x ^ x >> _S27) * _M2
    return x ^ x >> _S31


@inlined
def deal_key(seed, index, rules_key):
    """Return the key of one deal's pack: seed, deal index and rule set, nothing else."""
    return mix(mix(mix(seed + _GAMMA) + index) + rules_key)


@inlined
def play_key(key):
    """Return the key of the strategies' draws in a deal; the pack's key cannot be had back from it.

    A sum of two different mixes is not a permutation, so a strategy that sees this key does not
    see the pack.
    """
    return mix(key ^ _PLAY_A) + mix(key + _PLAY_B)


@inlined
def pack_word(key, step):
    """Return 64 random bits of a pack's stream."""
    return mix(key + np.uint64(step) * _GAMMA)


@inlined
def scale(bits32, n):
    """Return 32 random bits scaled to 0 … n-1; biased by at most n / 2**32."""
    return np.int64((bits32 & LOW32) * np.uint64(n) >> S32)


@inlined
def draw(view, n, which):
    """Return this decision's draw number `which`, uniform on 0 … n-1.

    Parameters
    ----------
    view : record of `sim.policy.SEAT_VIEW`
        What the seat sees; its stream, seat and turn select the draw.
    n : int
        Number of outcomes, at least 1.
    which : int
        0, 1, 2 … for several draws in one decision.
    """
    key = view.stream + np.uint64(view.seat) * _SEAT + np.uint64(view.turn) * _TURN
    return scale(mix(key + np.uint64(which) * _GAMMA) >> S32, n)
