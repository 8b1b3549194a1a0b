"""A match: hand results added up until a side reaches the target (RULES.md §3, §4, §13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.naive.games import Game, Options, find_game, settle

BONUS = Fraction(11, 10)


@dataclass(frozen=True)
class MatchResult:
    """A finished match; everything is by side, `payoff` by seat."""

    hands: int
    totals: tuple[Fraction, ...]
    """What the hands added up to."""
    winner: int | None
    doubled: bool
    points: tuple[Fraction, ...]
    """The totals after the doubling and the winner's +10 %."""
    payoff: tuple[Fraction, ...]


def exact(number: float | Fraction) -> Fraction:
    """Return the halves and thirds that a float in a result stands for."""
    return Fraction(number).limit_denominator(60)


def match_result(
    rules_id: str, options: Options, hand_results: Sequence[dict[str, Any]]
) -> MatchResult | None:
    """Return the result of a match from its hands' `result` objects; None if it goes on.

    Raises
    ------
    ValueError
        If hands are left after the one that ends the match.
    """
    game, settled = find_game(rules_id), settle(rules_id, options)
    each_hand = settled["match_doubling"] == "each_hand"
    totals = [Fraction(0)] * len(game.sides)
    for number, result in enumerate(hand_results, start=1):
        factor = 2 if each_hand and result["doubled"] else 1
        for side, points in enumerate(result["side_points"]):
            totals[side] += exact(points) * factor
        at_target = max(totals) >= settled["target"]
        if at_target or number == settled["hands"]:
            if number < len(hand_results):
                raise ValueError(f"the match ended with hand {number}")
            winner = match_winner(game, totals, result["finish"] if at_target else None)
            doubled = not each_hand and doubled_once(game, hand_results, winner)
            return form_result(game, number, totals, winner, doubled)
    return None


def match_winner(game: Game, totals: Sequence[Fraction], finish: list[int] | None) -> int | None:
    """Return the side with most points; level sides: the earlier out in the last hand.

    `finish` is None where the match ended by its number of hands: then level is a draw.
    """
    best = [side for side, total in enumerate(totals) if total == max(totals)]
    if len(best) == 1:
        return best[0]
    if finish is None:
        return None
    return next(game.side_of(seat) for seat in finish if game.side_of(seat) in best)


def doubled_once(game: Game, results: Sequence[dict[str, Any]], winner: int | None) -> bool:
    """Tell whether the others captured nothing in the whole match (and were never first out).

    The second condition is the four-handed game's only.
    """
    if winner is None:
        return False
    winners = game.sides[winner]
    losers = [seat for side in game.sides for seat in side if seat not in winners]
    nothing = all(result["captured"][seat] == 0 for result in results for seat in losers)
    never_first = all(result["finish"][0] in winners for result in results)
    return nothing and (game.solo or never_first)


def form_result(
    game: Game, hands: int, totals: Sequence[Fraction], winner: int | None, doubled: bool
) -> MatchResult:
    """Form the result at the end: double everybody's points, then the winner's +10 %."""
    points = [total * (2 if doubled else 1) for total in totals]
    if winner is not None:
        points[winner] *= BONUS
    sides = [game.side_of(seat) for seat in range(game.seats)]
    payoff = tuple(points[side] / len(game.sides[side]) for side in sides)
    return MatchResult(hands, tuple(totals), winner, doubled, tuple(points), payoff)
