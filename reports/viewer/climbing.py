"""A record of a climbing game as a hand to step through: replayed turn by turn by the rules."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from reports import formats
from reports.dealt import notes_on_deal
from reports.page import Fact
from reports.viewer import words
from reports.viewer.hand import Choice, Choices, Note, Seat, ShownCard, ShownHand, Turn
from sim.cards import parse_cards
from sim.errors import BadInput
from sim.notation import rules_of_document
from sim.plays import Play, readings
from sim.position import Position
from sim.rules import Rules
from sim.verify import verify_record
from strategies import find_strategy

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
    fault = verify_record(record)
    if fault is not None:
        where = "" if fault.play is None else f", play {fault.play}"
        raise BadInput(f"the record cannot be replayed: {fault.fault}{where}: {fault.what}")
    rules = rules_of_document(record["rules"], record.get("options"))
    labels = _labels(rules, record)
    names = words.short_names(labels)
    strategies = [names[label] for label in labels]
    return ShownHand(
        title=_title(record, strategies),
        subtitle=f"{rules.title} · {_dealt(record)}",
        seats=_seats(rules, record, strategies),
        turns=_turns(rules, record, strategies),
        verdict=_verdict(rules, record["result"]),
        facts=_facts(rules, record, labels, strategies),
        notes=tuple(notes),
    )


def _labels(rules: Rules, record: Mapping[str, Any]) -> list[str]:
    """Return what a record calls each seat's strategy, which `verify_record` never looks at."""
    labels = record.get("strategies")
    if not isinstance(labels, list) or len(labels) != rules.seats:
        return ["unknown"] * rules.seats
    return [str(label) for label in labels]


def _title(record: Mapping[str, Any], strategies: Sequence[str]) -> str:
    names = [f"`{name}`" for name in dict.fromkeys(strategies)]
    return f"Deal {record['deal']}: {' against '.join(names)}"


def _dealt(record: Mapping[str, Any]) -> str:
    seed = record.get("seed")
    return f"deal {record['deal']}" + ("" if seed is None else f" of seed {seed}")


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
        cards.append(_card(token, numbers.pop(0) if numbers else None))
    return tuple(cards)


def _card(token: str, leaves: int | None = None) -> ShownCard:
    joker = token[1] == "J"
    return ShownCard(
        rank=words.rank_text(token[0]),
        suit=token[0] if joker else token[1],
        words=words.card_words(token),
        points=words.card_points(token),
        leaves=leaves,
    )


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
            cards=tuple(_card(token) for token in play.cards) if play is not None else (),
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


def _facts(
    rules: Rules, record: Mapping[str, Any], labels: Sequence[str], strategies: Sequence[str]
) -> tuple[Fact, ...]:
    options = ", ".join(f"{name}={json.dumps(value)}" for name, value in _options(record).items())
    facts = [
        Fact("Rules", f"`{rules.id}`: {rules.title}"),
        Fact("Options", options or "none changed"),
        Fact("Line-up", _line_up(strategies)),
    ]
    facts += [Fact("Deal", line) for line in notes_on_deal(rules, record["hands"])]
    for name, text in (("previous", "Hand before"), ("forced_leader", "Forced to lead")):
        if record.get(name) is not None:
            facts.append(Fact(text, json.dumps(record[name])))
    if _can_be_played(record, labels, strategies):
        facts.append(Fact("To play it again", _command(rules, record, labels), code=True))
    return tuple(facts)


def _line_up(strategies: Sequence[str]) -> str:
    if len(set(strategies)) == 1:
        return f"`{strategies[0]}` in every seat"
    return ", ".join(f"`{name}`" for name in strategies)


def _options(record: Mapping[str, Any]) -> Mapping[str, Any]:
    options: Mapping[str, Any] = record.get("options") or {}
    return options


def _can_be_played(
    record: Mapping[str, Any], labels: Sequence[str], strategies: Sequence[str]
) -> bool:
    """Return whether a command plays the deal of a record with its strategies, no path named."""
    moved = any(record.get(name) is not None for name in ("previous", "forced_leader"))
    if moved or type(record.get("seed")) is not int or list(strategies) != list(labels):
        return False
    try:
        for label in set(labels):
            find_strategy(label)
    except BadInput:
        return False
    return True


def _command(rules: Rules, record: Mapping[str, Any], labels: Sequence[str]) -> str:
    line = ["fiftyk", "replay", "--rules", rules.id]
    for name in _options(record):
        line += ["--set", f"{name}={rules.text_of(name)}"]
    line += ["--strategies", ",".join(labels)]
    line += ["--seed", str(record["seed"]), "--deal", str(record["deal"])]
    return shlex.join(line)
