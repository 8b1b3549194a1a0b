"""A record of a climbing game as a hand to step through: replayed turn by turn by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from reports import formats
from reports.viewer import words
from reports.viewer.hand import Choice, Choices, Note, Seat, ShownCard, ShownHand, Turn
from reports.viewer.recorded import (
    checked_rules,
    dealt_words,
    facts_of,
    labels_of,
    shown_card,
    title_of,
)
from sim.cards import parse_cards
from sim.games import as_climbing
from sim.plays import Play, readings
from sim.position import Position
from sim.rules import Rules

MOST_SHOWN: Final = 24
"""Choices of one type that a page writes out."""


def show_record(record: Any, notes: Sequence[Note] = ()) -> ShownHand:
    """Make a hand to step through of a record.

    Parameters
    ----------
    record : dict
        As `fiftyk-record/1` has it; anything else is refused.
    notes : sequence of Note
        What is to be said about single plays.

    Raises
    ------
    BadInput
        If it is no record, or one that the rules contradict; says where.
    """
    rules = as_climbing(checked_rules(record))
    labels = labels_of(rules, record)
    names = words.short_names(labels)
    strategies = [names[label] for label in labels]
    return ShownHand(
        title=title_of(record, strategies),
        subtitle=f"{rules.title} · {dealt_words(record)}",
        seats=_seats(rules, record, strategies),
        turns=_turns(rules, record, strategies),
        verdict=_verdict(rules, record["result"]),
        facts=facts_of(rules, record, labels, strategies),
        notes=tuple(notes),
    )


# ---------------------------------------------------------------- seats


def _seats(rules: Rules, record: Mapping[str, Any], strategies: Sequence[str]) -> tuple[Seat, ...]:
    result = record["result"]
    side_of = {seat: side for side, team in enumerate(result["sides"]) for seat in team}
    left = _plays_by_seat(record["plays"])
    return tuple(
        Seat(
            number=seat,
            strategy=strategies[seat],
            side="" if rules.solo else f"side {side_of[seat]}",
            cards=_dealt_cards(parse_cards(hand, rules.decks, rules.jokers), left.get(seat, [])),
            leads=seat == record["leader"],
            place=words.ordinal(result["finish"].index(seat) + 1)
            if seat in result["finish"]
            else "",
            captured=result["captured"][seat],
            left=result["left"][seat],
            payoff=formats.number(result["payoff"][seat]),
        )
        for seat, hand in enumerate(record["hands"])
    )


def _plays_by_seat(plays: Sequence[Sequence[Any]]) -> dict[int, list[tuple[str, int]]]:
    """Return each seat's cards in the order it played them, with the number of the play."""
    played: dict[int, list[tuple[str, int]]] = {}
    for number, (seat, cards, *_) in enumerate(plays):
        played.setdefault(seat, []).extend((token, number) for token in _tokens(cards))
    return played


def _tokens(cards: str) -> list[str]:
    """Return the tokens of a record's cards, however they are written there."""
    return list(parse_cards(cards, decks=3, jokers=True)) if cards else []


def _dealt_cards(tokens: Iterable[str], played: Sequence[tuple[str, int]]) -> tuple[ShownCard, ...]:
    """Return a hand's cards, each with the play it leaves with; equal copies leave in order."""
    when: dict[str, list[int]] = {}
    for token, number in played:
        when.setdefault(token, []).append(number)
    cards = []
    for token in tokens:
        numbers = when.get(token)
        cards.append(shown_card(token, numbers.pop(0) if numbers else None))
    return tuple(cards)


# ---------------------------------------------------------------- turns


def _turns(rules: Rules, record: Mapping[str, Any], strategies: Sequence[str]) -> tuple[Turn, ...]:
    hands = [parse_cards(hand, rules.decks, rules.jokers) for hand in record["hands"]]
    position = Position(rules, hands, record["leader"])
    turns: list[Turn] = []
    trick, points = -1, 0
    for number, (seat, cards, kind, rank) in enumerate(record["plays"]):
        leads = position.top is None
        if leads:
            trick, points = trick + 1, 0
        play = None if kind == "pass" else _play(rules, cards, kind, rank)
        choices = _choices(rules, position.legal_plays(), play)
        may_pass, before, out_before = position.can_pass(), position.captured, position.finish
        position.push(play)
        points += play.cards.points if play is not None else 0
        captured = position.captured
        if position.is_over:
            captured = tuple(record["result"]["captured"])
        turn = Turn(
            number=number,
            seat=seat,
            cards=tuple(shown_card(token) for token in play.cards) if play is not None else (),
            what="pass" if play is None else words.play_words(play),
            leads=leads,
            trick=trick,
            table_points=points,
            captured=captured,
            out=position.finish,
            sentence="",
            choices=choices,
            may_pass=may_pass,
        )
        taken = [now - then for then, now in zip(before, captured, strict=True)]
        went_out = position.finish[len(out_before) :]
        turns.append(_told(turn, strategies[seat], taken, went_out, position.is_over))
    return tuple(turns)


def _play(rules: Rules, cards: str, kind: str, rank: str | None) -> Play:
    """Return the play of a verified record's entry."""
    held = parse_cards(cards, rules.decks, rules.jokers)
    return next(each for each in readings(rules, held) if (each.type, each.rank) == (kind, rank))


def _told(
    turn: Turn, strategy: str, taken: Sequence[int], went_out: Sequence[int], over: bool
) -> Turn:
    """Return a turn with its sentence."""
    does = "leads" if turn.leads else "plays"
    laid = ", ".join(card.words for card in turn.cards)
    said = "passes" if turn.passes else f"{does} {turn.what}: {laid}"
    parts = [f"Play {turn.number}: seat {turn.seat}, {strategy}, {said}."]
    if turn.table_points:
        parts.append(f"{words.counted_points(turn.table_points)} on the table.")
    parts += [f"Seat {seat} is out." for seat in went_out]
    parts += [
        f"Seat {seat} takes {words.counted_points(points)}."
        for seat, points in enumerate(taken)
        if points
    ]
    if over:
        parts.append("The hand is over.")
    return replace(turn, sentence=" ".join(parts))


def _choices(rules: Rules, legal: Sequence[Play], made: Play | None) -> tuple[Choices, ...]:
    """Group what could be played by type; each type's first, and the one made, are written out."""
    pattern = None if made is None else (made.type, made.rank, made.ranks, made.suit)
    found = []
    for kind, group in groupby(legal, key=lambda play: play.type):
        choices = [
            Choice(
                words.pattern_text(play, rules.wild_jokers),
                (play.type, play.rank, play.ranks, play.suit) == pattern,
            )
            for play in group
        ]
        shown = [each for place, each in enumerate(choices) if place < MOST_SHOWN or each.made]
        found.append(Choices(words.type_words(kind), len(choices), tuple(shown)))
    return tuple(found)


# ---------------------------------------------------------------- the end


def _verdict(rules: Rules, result: Mapping[str, Any]) -> str:
    winner = result["winner"]
    doubled = ", doubled" if result["doubled"] else ""
    points = [formats.number(each) for each in result["side_points"]]
    if rules.solo:
        who = "Nobody wins" if winner is None else f"Seat {winner} wins"
        paid = ", ".join(
            f"seat {seat} {formats.number(each)}" for seat, each in enumerate(result["payoff"])
        )
        return f"{who}{doubled}. Payoffs: {paid}."
    if winner is None:
        return f"Nobody wins: {' to '.join(points)} points{doubled}."
    seats = words.seat_list(result["sides"][winner])
    return (
        f"Side {winner} ({seats}) wins, {points[winner]} to {points[1 - winner]} points{doubled}."
    )
