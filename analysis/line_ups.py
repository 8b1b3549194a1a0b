"""The deal blocks of a tournament: which line-ups are played, and what their payoffs say.

A block is one deal in every distinct seating of a line-up. Strategies are numbers here: their
places in the tournament.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from analysis.blocks import FloatArray
from analysis.comparisons import PairScores, score_pair
from sim.errors import BadInput
from sim.rule_set import RuleSet
from sim.seatings import Seating, pair_block

PAIR, TABLE, PARTNERS = "pair", "table", "partners"
THREE: Final = 3
"""Seats of a table at which it matters who the third one is."""


@dataclass(frozen=True, slots=True)
class Block:
    """A line-up with its seatings."""

    kind: str
    """pair (two against each other), table (three seats) or partners (two against a third)."""
    players: tuple[int, ...]
    """The strategies by number: a and b; three in order; two partners in order and whom they
    play against."""
    seatings: tuple[Seating, ...]
    """The strategy in each seat, a row a hand of the block."""

    @property
    def key(self) -> str:
        """Its name in files."""
        return "-".join((self.kind, *map(str, self.players)))


def pair_of(rules: RuleSet, a: int, b: int) -> Block:
    """Return the block in which two strategies are compared (`sim.seatings.pair_block`)."""
    a, b = sorted((a, b))
    seatings = tuple(tuple((a, b)[who] for who in seating) for seating in pair_block(rules))
    return Block(PAIR, (a, b), seatings)


def table_of_three(players: Sequence[int]) -> Block:
    """Return the block of three seats in every distinct order.

    Examples
    --------
    >>> len(table_of_three((0, 1, 2)).seatings), len(table_of_three((0, 0, 0)).seatings)
    (6, 1)
    """
    seated = tuple(sorted(players))
    return Block(TABLE, seated, tuple(dict.fromkeys(permutations(seated))))


def has_team_mates(rules: RuleSet) -> bool:
    """Return whether it is known before the deal which seats win together."""
    return not rules.solo and not rules.hidden


def partners_of(rules: RuleSet, i: int, j: int, against: int) -> Block:
    """Return the block in which two strategies share a side against a third on the other.

    Both sides and both orders of the partners are played; on a side of three they take turns.

    Raises
    ------
    BadInput
        If the rules have no sides that are known before the deal.
    """
    if not has_team_mates(rules):
        raise BadInput(f"{rules.id} has no partners")
    i, j = sorted((i, j))
    seatings = []
    for team in rules.teams:
        for order in ((i, j), (j, i)):
            seating = [against] * rules.seats
            for place, seat in enumerate(team):
                seating[seat] = order[place % 2]
            seatings.append(tuple(seating))
    return Block(PARTNERS, (i, j, against), tuple(dict.fromkeys(seatings)))


def every_pair(rules: RuleSet, players: Sequence[int]) -> tuple[Block, ...]:
    """Return the blocks of all pairs."""
    return tuple(pair_of(rules, a, b) for a, b in combinations(players, 2))


def every_table(players: Sequence[int]) -> tuple[Block, ...]:
    """Return the blocks of all tables of three with at least two strategies, or one alone.

    Together they hold every strategy beside every two others, itself included.
    """
    return tuple(map(table_of_three, combinations_with_replacement(sorted(players), THREE)))


def every_partnership(rules: RuleSet, players: Sequence[int], against: int) -> tuple[Block, ...]:
    """Return the blocks of all partners, each also with itself; the reference with itself is 0."""
    return tuple(
        partners_of(rules, i, j, against)
        for i, j in combinations_with_replacement(sorted(players), 2)
        if not i == j == against
    )


def pair_scores(block: Block, payoff: npt.ArrayLike, names: Sequence[str]) -> PairScores:
    """Return the block scores of a pair, the first strategy's less the second's.

    Parameters
    ----------
    block : Block
        Of two strategies.
    payoff : array_like, shape (n, seatings, seats)
        Points.
    names : sequence of str
        Of all strategies.
    """
    a, b = block.players
    owner = np.array(block.seatings) == b
    return score_pair(payoff, owner.astype(np.int64), (names[a], names[b]))


def table_scores(block: Block, payoff: npt.ArrayLike) -> FloatArray:
    """Return the mean payoff of each of three strategies over all orders, shape (n, 3).

    Columns are in the order of `Block.players`; a strategy that sits twice has two equal ones.
    """
    points = np.asarray(payoff, dtype=np.float64)
    owner = np.array(block.seatings)
    columns = [points[:, owner == player].mean(axis=1) for player in block.players]
    scores: FloatArray = np.stack(columns, axis=1)
    return scores


def partner_scores(rules: RuleSet, block: Block, payoff: npt.ArrayLike) -> FloatArray:
    """Return by how many points a hand a side of two partners beats the other side, shape (n,)."""
    points = np.asarray(payoff, dtype=np.float64)
    *_, against = block.players
    margins = []
    for place, seating in enumerate(block.seatings):
        even, odd = (points[:, place, list(team)].mean(axis=1) for team in rules.teams)
        # Partners that are the reference itself do not sit on both sides (`every_partnership`).
        theirs_is_odd = all(seating[seat] == against for seat in rules.teams[1])
        margins.append(even - odd if theirs_is_odd else odd - even)
    scores: FloatArray = np.mean(margins, axis=0)
    return scores
