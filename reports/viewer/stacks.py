"""A record of Progression as a hand to step through: replayed act by act by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from reports import formats
from reports.viewer import words
from reports.viewer.hand import Choice, Choices, Note, ShownCard
from reports.viewer.recorded import (
    checked_rules,
    dealt_words,
    facts_of,
    labels_of,
    shown_card,
    title_of,
)
from reports.viewer.stack_hand import Act, Points, ShownStack, ShownStacks, StackSeat
from sim.cards import SUITS, parse_card, token_of
from sim.core.stack_turns import STOCK
from sim.errors import BadInput
from sim.progression.deals import NUMBERS, TOKENS
from sim.progression.position import StackPosition
from sim.progression.records import place_name
from sim.progression.rules import StackRules

_PUBLIC = "public"


def show_stacks(record: Any, notes: Sequence[Note] = ()) -> ShownStacks:
    """Make a hand to step through of a record.

    Parameters
    ----------
    record : dict
        A record of Progression; anything else is refused.
    notes : sequence of Note
        What is to be said about single acts.

    Raises
    ------
    BadInput
        If it is no such record, or one that the rules contradict; says where.
    """
    rules = checked_rules(record)
    if not isinstance(rules, StackRules):
        raise BadInput(f"{rules.id} has no stacks")
    labels = labels_of(rules, record)
    names = words.short_names(labels)
    strategies = [names[label] for label in labels]
    position = _dealt(rules, record)
    dealt_points, stock = _points(position), position.stock_left
    turns, piles = _follow(position, record, strategies)
    return ShownStacks(
        title=title_of(record, strategies),
        subtitle=f"{rules.title} · {dealt_words(record)}",
        leader=record["leader"],
        seats=tuple(_seat(position, record, strategies, piles, seat) for seat in _seats(rules)),
        public=_stacks(piles[_PUBLIC], [0] * len(SUITS)) if rules.turn == "play_and_draw" else (),
        turns=turns,
        dealt_points=dealt_points,
        stock=stock,
        pack=tuple((token, _card(token)) for token in TOKENS),
        verdict=_verdict(record["result"]),
        facts=facts_of(rules, record, labels, strategies),
        notes=tuple(notes),
    )


def _card(token: str) -> ShownCard:
    """Return a card as it is drawn: its points in other games are nothing here."""
    return replace(shown_card(token), points=0)


def _seats(rules: StackRules) -> range:
    return range(rules.seats)


def _tokens(text: str) -> list[str]:
    """Return the tokens of a record's cards, however they are written there."""
    return [token_of(*parse_card(word)) for word in text.replace(",", " ").split()]


def _dealt(rules: StackRules, record: Mapping[str, Any]) -> StackPosition:
    hands = [[NUMBERS[token] for token in _tokens(hand)] for hand in record["hands"]]
    stock = [NUMBERS[token] for token in _tokens(record["stock"])]
    return StackPosition(rules, hands, stock, record["leader"])


def _points(position: StackPosition) -> Points:
    return tuple(tuple(position.points(seat)) for seat in _seats(position.rules))


_Piles = dict[str, dict[str, list[str]]]
"""Cards from the bottom up, by owner ("0", "1" …, "public") and suit."""


def _follow(
    position: StackPosition, record: Mapping[str, Any], strategies: Sequence[str]
) -> tuple[tuple[Act, ...], _Piles]:
    """Replay the acts; return them, and the stacks at the end."""
    owners = [*(str(seat) for seat in _seats(position.rules)), _PUBLIC]
    piles: _Piles = {owner: {suit: [] for suit in SUITS} for owner in owners}
    acts: list[Act] = []
    before = None
    for number, (seat, text, place, _) in enumerate(record["plays"]):
        (token,) = _tokens(text)
        legal = position.legal_acts()
        made = next(act for act in legal if (place_name(act[0]), TOKENS[act[1]]) == (place, token))
        begins = seat == record["leader"] and before != seat
        before = seat
        choices = _choices(legal, made)
        position.push(made)
        if place.startswith(words.TAKEN):
            piles[place.removeprefix(words.TAKEN)][token[1]].pop()
        elif place != "stock":
            piles[str(seat) if place == "own" else _PUBLIC][token[1]].append(token)
        does, what = _said(place)
        points = _points(position)
        acts.append(
            Act(
                number=number,
                seat=seat,
                token=token,
                card=_card(token),
                place=place,
                does=does,
                what=what,
                begins=begins,
                points=points,
                stock=position.stock_left,
                sentence=_sentence(number, seat, strategies[seat], (token, place), points),
                choices=choices,
            )
        )
    return tuple(acts), piles


def _said(place: str) -> tuple[str, str]:
    """Return what a seat does, and where, as words around a card."""
    if place == "stock":
        return "draws", "from the stock"
    if place.startswith(words.TAKEN):
        return "takes", words.place_words(place)
    return "lays", "on its own stack" if place == "own" else "on the public stack"


def _sentence(number: int, seat: int, strategy: str, act: tuple[str, str], points: Points) -> str:
    token, place = act
    does, what = _said(place)
    scores = ", ".join(
        f"seat {each} {formats.number(sum(suits))}" for each, suits in enumerate(points)
    )
    return (
        f"Play {number}: seat {seat}, {strategy}, {does} the {words.card_words(token)} {what}. "
        f"Scores: {scores}."
    )


def _choices(legal: Sequence[tuple[int, int]], made: tuple[int, int]) -> tuple[Choices, ...]:
    """Group what could be done by place; what the stock has on top is not told before."""
    found = []
    for where, group in groupby(sorted(legal), key=lambda act: act[0]):
        shown = tuple(
            Choice(
                "a card nobody has seen" if where == STOCK else words.cards_shown(TOKENS[act[1]]),
                act == made,
            )
            for act in group
        )
        found.append(Choices(words.place_words(place_name(where)), len(shown), shown))
    return tuple(found)


def _stacks(piles: Mapping[str, Sequence[str]], points: Sequence[int]) -> tuple[ShownStack, ...]:
    return tuple(
        ShownStack(suit, words.SUIT_WORDS[suit], tuple(map(_card, piles[suit])), points[place])
        for place, suit in enumerate(SUITS)
    )


def _seat(
    position: StackPosition,
    record: Mapping[str, Any],
    strategies: Sequence[str],
    piles: _Piles,
    seat: int,
) -> StackSeat:
    dealt = _tokens(record["hands"][seat])
    return StackSeat(
        number=seat,
        strategy=strategies[seat],
        leads=seat == record["leader"],
        dealt=tuple(dealt),
        hand=tuple(map(_card, dealt)),
        stacks=_stacks(piles[str(seat)], position.points(seat)),
        held=len(position.hand(seat)),
        score=sum(position.points(seat)),
    )


def _verdict(result: Mapping[str, Any]) -> str:
    winner = result["winner"]
    who = "Nobody wins" if winner is None else f"Seat {winner} wins"
    ended = "the limit of turns" if result["capped"] else "the end of the stock"
    scores = ", ".join(
        f"seat {seat} {formats.number(each)}" for seat, each in enumerate(result["payoff"])
    )
    return f"{who}; {ended} ended the hand. Scores: {scores}."
