"""Progression, both forms, straight from the rules page: acts by trying all, stacks as lists.

An act is (card, place); the places are those of records: `own`, `public`, `stock`, `take:SEAT`,
`take:public`. Nothing here imports the simulator.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.naive.cards import SUITS, BadCards, pack, read_card, sort_cards
from tests.naive.games import BadOptions
from tests.naive.hand import IllegalPlay
from tests.naive.verify import FORMAT, agree, is_int

Act = tuple[str, str]
FORMS = {
    "progression": {"order": "places", "turn": "place_or_take"},
    "progression_original": {"order": "values", "turn": "play_and_draw"},
}
"""What tells the forms apart."""
ORDER = "AKQJ23456789T"
"""The order of the form as the text has it."""
DEFAULTS: dict[str, Any] = {
    "empty_stack": -10,
    "target": 200,
    "hands": None,
    "turn_cap": 300,
    "seats": 3,
    "dealt": 5,
}
CHOICES = {
    "empty_stack": (-10, 0),
    "order": ("places", "values"),
    "turn": ("place_or_take", "play_and_draw"),
    "seats": (2, 3, 4, 5, 6),
    "dealt": (1, 2, 3, 4, 5, 6, 7, 8),
}
"""Options with few values; the others are whole numbers above 0."""


def settle(rules_id: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return every option with its value."""
    if rules_id not in FORMS:
        raise BadOptions(f"no form {rules_id!r}")
    settled = DEFAULTS | FORMS[rules_id]
    for name, value in (options or {}).items():
        if name not in settled:
            raise BadOptions(f"no option {name!r}")
        may_be_none = name in ("target", "hands") and value is None
        if not may_be_none and not _is_allowed(name, value):
            raise BadOptions(f"{name} may not be {value!r}")
        settled[name] = value
    if settled["order"] == "values" and settled["turn"] == "place_or_take":
        raise BadOptions("nothing is on top of a stack in any order")
    if settled["seats"] * settled["dealt"] >= len(pack()):
        raise BadOptions("no stock is left")
    if settled["target"] is None and settled["hands"] is None:
        raise BadOptions("nothing ends a match")
    return settled


def _is_allowed(name: str, value: Any) -> bool:
    if name in CHOICES:
        return type(value) is type(CHOICES[name][0]) and value in CHOICES[name]
    return type(value) is int and 0 < value <= 10_000


def value_of(card: str) -> int:
    """Return a card's value: nothing for A K Q J."""
    if card[0] in "AKQJ":
        return 0
    return 10 if card[0] == "T" else int(card[0])


def fits(order: str, stack: Sequence[str], card: str) -> bool:
    """Tell whether a card goes on an own stack of its suit."""
    if not stack:
        return True
    if order == "places":
        return ORDER.index(card[0]) > ORDER.index(stack[-1][0])
    return value_of(card) >= value_of(stack[-1])


def score_stack(stack: Sequence[str], empty_stack: int = -10) -> int:
    """Score one stack."""
    zeros = [card for card in stack if value_of(card) == 0]
    total = sum(value_of(card) for card in stack)
    if not stack:
        return empty_stack
    if total == 0:
        return -10 * (len(stack) + 1)
    if total <= 12:
        return 0
    return (total - 12) * (len(zeros) + 1)


@dataclass
class NaiveProgression:
    """A hand under way."""

    rules_id: str
    options: Mapping[str, Any]
    hands: list[list[str]]
    stock: list[str]
    """Top first."""
    leader: int

    def __post_init__(self) -> None:
        self.settled = settle(self.rules_id, self.options)
        self.dealt = copy.deepcopy(self.hands), list(self.stock)
        self.stacks: list[dict[str, list[str]]] = [{s: [] for s in SUITS} for _ in self.hands]
        self.public: dict[str, list[str]] = {suit: [] for suit in SUITS}
        self.turn = self.leader
        self.turns = 0
        self.played: str | None = None
        """In a turn of two acts: the card played, once it is."""
        self.acts: list[tuple[int, str, str]] = []

    @property
    def two_acts(self) -> bool:
        """Whether a turn is a card played and then a card drawn."""
        return bool(self.settled["turn"] == "play_and_draw")

    @property
    def capped(self) -> bool:
        """Whether the limit of turns ended the hand."""
        return bool(self.stock) and self.turns >= self.settled["turn_cap"]

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return not self.stock or self.capped

    def places(self) -> list[Act]:
        """Return the cards that may be laid down now, and where."""
        own = self.stacks[self.turn]
        acts = [
            (card, "own")
            for card in self.hands[self.turn]
            if fits(self.settled["order"], own[card[1]], card)
        ]
        if not self.two_acts:
            return acts
        if self.played:
            return []
        return acts + [(card, "public") for card in self.hands[self.turn]]

    def draws(self) -> list[Act]:
        """Return the cards that may be drawn now; the stock's is on top, though nobody sees it."""
        if not self.two_acts:
            if self.places():
                return []
            others = [seat for seat in range(len(self.hands)) if seat != self.turn]
            tops = [
                (stack[-1], f"take:{seat}")
                for seat in others
                for stack in self.stacks[seat].values()
                if stack
            ]
        elif not self.played:
            return []
        else:
            tops = [
                (stack[-1], "take:public")
                for stack in self.public.values()
                if stack and stack[-1] != self.played
            ]
        return [(self.stock[0], "stock"), *tops]

    def legal(self) -> list[Act]:
        """Return every legal act."""
        return [] if self.over else self.places() + self.draws()

    def check(self, seat: int, card: str, place: str) -> None:
        """Raise the first fault of an act, in the order of the interface page."""
        if self.over:
            raise IllegalPlay("end", f"{card} {place}")
        if seat != self.turn:
            raise IllegalPlay("seat", f"{seat}")
        if place in ("own", "public"):
            if card not in self.hands[seat]:
                raise IllegalPlay("cards", card)
            if self.played or (place == "public" and not self.two_acts):
                raise IllegalPlay("turn", place)
            if (card, place) not in self.places():
                raise IllegalPlay("order", card)
            return
        if not self.two_acts:
            others = [f"take:{other}" for other in range(len(self.hands)) if other != seat]
            if place not in ("stock", *others) or self.places():
                raise IllegalPlay("turn", place)
        elif place not in ("stock", "take:public") or not self.played:
            raise IllegalPlay("turn", place)
        if (card, place) not in self.draws():
            raise IllegalPlay("stock", card)

    def do(self, card: str, place: str) -> None:
        """Do a legal act."""
        seat = self.turn
        self.acts.append((seat, card, place))
        if place in ("own", "public"):
            self.hands[seat].remove(card)
            stacks = self.stacks[seat] if place == "own" else self.public
            stacks[card[1]].append(card)
            if self.two_acts:
                self.played = card
                return
        elif place == "stock":
            self.hands[seat].append(self.stock.pop(0))
        else:
            whose = place.removeprefix("take:")
            stacks = self.public if whose == "public" else self.stacks[int(whose)]
            self.hands[seat].append(stacks[card[1]].pop())
        self.played = None
        self.turns += 1
        self.turn = (seat + 1) % len(self.hands)

    def cards(self) -> tuple[str, ...]:
        """Return every card, wherever it is."""
        held = [card for hand in self.hands for card in hand] + self.stock
        for stacks in (*self.stacks, self.public):
            held += [card for stack in stacks.values() for card in stack]
        return sort_cards(held)

    def points(self) -> list[int]:
        """Return each seat's score as things stand."""
        empty = self.settled["empty_stack"]
        return [
            sum(score_stack(stack, empty) for stack in stacks.values()) for stacks in self.stacks
        ]

    def result(self) -> dict[str, Any]:
        """Return the `result` of a record."""
        points = self.points()
        seats = range(len(self.hands))
        best = [seat for seat in seats if points[seat] == max(points)]
        return {
            "finish": [],
            "captured": [0 for _ in seats],
            "left": [0 for _ in seats],
            "sides": [[seat] for seat in seats],
            "side_points": points,
            "winner": best[0] if len(best) == 1 else None,
            "doubled": False,
            "payoff": [float(each) for each in points],
            "capped": self.capped,
        }

    def record(self, deal: int) -> dict[str, Any]:
        """Return the record of a hand that is over."""
        hands, stock = self.dealt
        return {
            "format": FORMAT,
            "rules": self.rules_id,
            "options": dict(self.options),
            "strategies": ["random"] * len(hands),
            "seed": 0,
            "deal": deal,
            "hands": [" ".join(sort_cards(hand)) for hand in hands],
            "received": None,
            "leader": self.leader,
            "stock": " ".join(stock),
            "plays": [[seat, card, place, None] for seat, card, place in self.acts],
            "result": self.result(),
        }


def deal(
    rng: Random, first: int, seats: int = 3, dealt: int = 5
) -> tuple[list[list[str]], list[str]]:
    """Deal a shuffled pack, one card at a time, and the stock."""
    cards = list(pack())
    rng.shuffle(cards)
    hands: list[list[str]] = [[] for _ in range(seats)]
    for number in range(dealt * seats):
        hands[(first + number) % seats].append(cards[number])
    return hands, cards[dealt * seats :]


def play_randomly(rules_id: str, options: Mapping[str, Any], number: int) -> NaiveProgression:
    """Play a hand, every legal act equally likely."""
    rng = Random(number)
    settled = settle(rules_id, options)
    first = number % settled["seats"]
    dealt = deal(rng, first, settled["seats"], settled["dealt"])
    hand = NaiveProgression(rules_id, options, *dealt, first)
    while not hand.over:
        hand.do(*rng.choice(hand.legal()))
    return hand


def read_list(text: Any) -> list[str]:
    """Return the cards of a list in the order given."""
    return [read_card(word) for word in text.replace(",", " ").split()]


def first_fault(record: Any) -> tuple[str, int | None] | None:
    """Return the first fault of a record as (kind, index of the act), or None."""
    malformed = ("format", None)
    try:
        if record["format"] != FORMAT:
            return malformed
        options = record.get("options") or {}
        settled = settle(record["rules"], options)
        hands = [read_list(held) for held in record["hands"]]
        stock = read_list(record["stock"])
        plays, result = record["plays"], record["result"]
        named = [record.get("forced_leader"), record.get("first_dealt")]
        if record.get("previous") is not None:
            if record["previous"].get("first_out") is None:
                return malformed
            named += [record["previous"].get(name) for name in ("first_out", "not_out")]
    except (BadCards, BadOptions, KeyError, TypeError, AttributeError):
        return malformed
    seats = settled["seats"]
    if not (is_int(record.get("leader")) and is_int(record.get("deal")) and record["deal"] >= 0):
        return malformed
    if record.get("received") is not None and not is_int(record["received"]):
        return malformed
    if not isinstance(plays, list) or not isinstance(result, dict):
        return malformed
    if any(seat is not None and not (is_int(seat) and 0 <= seat < seats) for seat in named):
        return malformed
    for index, entry in enumerate(plays):
        try:
            seat, card, place, nothing = entry
            read_card(card)
        except (BadCards, ValueError, TypeError, AttributeError):
            return "format", index
        if not is_int(seat) or not isinstance(place, str) or nothing is not None:
            return "format", index
    everything = [card for held in hands for card in held] + stock
    if [len(held) for held in hands] != [settled["dealt"]] * seats:
        return "hands", None
    if sort_cards(everything) != pack():
        return "hands", None
    if record.get("received") is not None:
        return "received", None
    # Who leads: the seat dealt first, unless another was made to.
    leads = [*(seat for seat in named[:2] if seat is not None), record["deal"] % seats][0]
    if record["leader"] != leads:
        return "leader", None
    hand = NaiveProgression(record["rules"], options, hands, stock, record["leader"])
    for index, (seat, text, place, _) in enumerate(plays):
        card = read_card(text)
        try:
            hand.check(seat, card, place)
        except IllegalPlay as fault:
            return fault.kind, index
        hand.do(card, place)
    if not hand.over:
        return "incomplete", len(plays)
    right = hand.result()
    wrong = [name for name in right if name not in result or not agree(result[name], right[name])]
    return ("result", None) if wrong else None


def match_result(
    rules_id: str, options: Mapping[str, Any], hand_points: Sequence[Sequence[int]]
) -> tuple[int, tuple[int, ...], int | None] | None:
    """Return hands, totals and winner of a match from its hands' points; None if it goes on.

    To 200, or as many hands as are set, whichever comes first: the highest wins; level at the top,
    another hand is played, but for the last that may be.
    """
    settled = settle(rules_id, options)
    seats = range(settled["seats"])
    totals = [0 for _ in seats]
    for number, points in enumerate(hand_points, start=1):
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        best = [seat for seat in seats if totals[seat] == max(totals)]
        reached = settled["target"] is not None and max(totals) >= settled["target"]
        is_last = number == settled["hands"]
        if is_last or (reached and len(best) == 1):
            if number < len(hand_points):
                raise ValueError(f"the match ended with hand {number}")
            return number, tuple(totals), best[0] if len(best) == 1 else None
    return None
