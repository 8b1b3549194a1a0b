"""A match: hand results added up until a side reaches the target (RULES.md §13 and each game)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.naive.games import Game, Options, find_game, settle
from tests.naive.scoring import places

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


def previous_after(game: Game, result: dict[str, Any]) -> dict[str, int | None]:
    """Return what the next hand's record says of this one: who was first out, who was left."""
    left = [seat for seat in range(game.seats) if seat not in result["finish"]]
    return {"first_out": result["finish"][0], "not_out": left[0] if len(left) == 1 else None}


def match_result(
    rules_id: str, options: Options, hand_results: Sequence[dict[str, Any]]
) -> MatchResult | None:
    """Return the result of a match from its hands' `result` objects; None if it goes on.

    Raises
    ------
    ValueError
        If hands are left after the one that ends the match.
    """
    game, settled = find_game(rules_id, options), settle(rules_id, options)
    totals = [Fraction(0)] * len(game.sides)
    for number, result in enumerate(hand_results, start=1):
        for side, points in enumerate(hand_points(game, settled, result)):
            totals[side] += points
        at_target = settled["target"] is not None and max(totals) >= settled["target"]
        at_last_hand = number == settled["hands"]
        if not at_target and not at_last_hand:
            continue
        winner = match_winner(game, totals, result["finish"], at_target)
        if winner is None and not at_last_hand:
            continue
        if number < len(hand_results):
            raise ValueError(f"the match ended with hand {number}")
        if is_fiftyk(game):
            doubled = settled["match_doubling"] == "once" and doubled_once(
                game, hand_results, winner
            )
            return form_result(game, number, totals, winner, doubled)
        payoff = match_payoff(game, totals, winner, result["finish"])
        return MatchResult(number, tuple(totals), winner, False, tuple(totals), payoff)
    return None


def is_fiftyk(game: Game) -> bool:
    """Tell whether this is Fifty K itself: its matches have doubling and a bonus."""
    return "match_doubling" in game.options


def hand_points(game: Game, settled: Mapping[str, Any], result: dict[str, Any]) -> list[Fraction]:
    """Return what a hand adds to the totals: side points, or shares where sides are secret."""
    if game.secret_card:
        return [exact(share) for share in result["payoff"]]
    factor = 2 if settled.get("match_doubling") == "each_hand" and result["doubled"] else 1
    return [exact(points) * factor for points in result["side_points"]]


def match_winner(
    game: Game, totals: Sequence[Fraction], finish: Sequence[int], at_target: bool
) -> int | None:
    """Return the side with most points; None where several have as many.

    At the target Fifty K gives the match to the earlier out in the last hand; Fuqing with secret
    sides settles every tie so.
    """
    best = [side for side, total in enumerate(totals) if total == max(totals)]
    if len(best) == 1:
        return best[0]
    if game.secret_card:
        return places(list(totals), tuple(finish))[0]
    if is_fiftyk(game) and at_target:
        return next(game.side_of(seat) for seat in finish if game.side_of(seat) in best)
    return None


def match_payoff(
    game: Game, totals: Sequence[Fraction], winner: int | None, finish: Sequence[int]
) -> tuple[Fraction, ...]:
    """Return what each seat is paid at the end of a match of any game but Fifty K."""
    if game.secret_card:
        order = places(list(totals), tuple(finish))
        return tuple(Fraction((2, 1, -1, -2)[order.index(seat)]) for seat in range(game.seats))
    by_side = list(totals)
    if game.id in ("qq1", "qq2"):
        by_side = [Fraction(0 if winner is None else 10 if s == winner else -10) for s in (0, 1)]
    elif game.id == "jinzhou":
        by_side = [(totals[side] - totals[1 - side]) / 10 for side in (0, 1)]
    return tuple(by_side[game.side_of(seat)] for seat in range(game.seats))


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
