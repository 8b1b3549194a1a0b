"""Perft: count the move sequences of an exact length. A pass is a move, closing a trick is not."""

from __future__ import annotations

from tests.naive.hand import PASS, NaiveHand
from tests.naive.patterns import ConcretePlay


def moves(hand: NaiveHand, concrete: bool) -> list[ConcretePlay]:
    """Return the moves that perft counts: card by card, or one for each pattern.

    A pattern is played as its first choice of cards in output order (rank, then s h c d). That
    choice matters further down, where the suits left decide which fifty-k is pure.
    """
    if concrete:
        return list(hand.legal())
    chosen = [hand.first_choice(pattern) for pattern in hand.legal_patterns()]
    return [*chosen, PASS] if hand.may_pass() else chosen


def perft(hand: NaiveHand, depth: int, concrete: bool = True) -> int:
    """Return the number of move sequences of `depth` moves; a finished hand has none."""
    if depth == 0:
        return 1
    return sum(divide(hand, depth, concrete).values())


def divide(hand: NaiveHand, depth: int, concrete: bool = True) -> dict[ConcretePlay, int]:
    """Return the perft of one move less below each first move."""
    return {move: perft(hand.after(move), depth - 1, concrete) for move in moves(hand, concrete)}
