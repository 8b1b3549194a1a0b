"""One hand played out: whose turn it is, what may be played, who takes the points."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.naive import plays
from tests.naive.cards import (
    RANKS,
    holds,
    pack,
    points_of,
    rank_counts,
    read_cards,
    sort_cards,
    without,
)
from tests.naive.endings import Sides
from tests.naive.games import SHOWN_BOMBS, Game, Options, find_game, settle
from tests.naive.patterns import ConcretePlay, Pattern
from tests.naive.scoring import Score, Taken

Previous = Mapping[str, Any] | None
"""The last hand of the match as records have it: `first_out` and `not_out`."""
PASS = ConcretePlay((), "pass", None)
SHOWN_SIZE = 6


class IllegalPlay(ValueError):
    """A play against the rules; `kind` is the word a record's fault has for it."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind


def hand_sizes(game: Game, first_dealt: int) -> list[int]:
    """Return how many cards each seat gets, dealt one at a time from `first_dealt` on (C7)."""
    sizes = [0] * game.seats
    for number in range(len(pack(game.decks, game.jokers))):
        sizes[(first_dealt + number) % game.seats] += 1
    return sizes


def first_dealt(game: Game, deal: int, previous: Previous = None) -> int:
    """Return the seat that is dealt first (C7; in a Zheng Fen match the last hand's winner)."""
    if previous and game.winner_is_dealt_first:
        return previous["first_out"]
    return deal % game.seats


def holders_of(hands: Sequence[Sequence[str]], card: str) -> list[int]:
    """Return the seats that hold a card."""
    return [seat for seat, held in enumerate(hands) if card in held]


def leader_of(
    game: Game,
    hands: Sequence[Sequence[str]],
    received: int | None = None,
    previous: Previous = None,
) -> int:
    """Return who leads the hand (C8): by the last hand of the match, or who got the lead card.

    `received` is needed with several decks: the seat that got a copy of that card first.
    """
    if previous and game.later_leader:
        return previous[game.later_leader]
    return holders_of(hands, game.lead_card)[0] if received is None else received


def sides_in(game: Game, hands: Sequence[Sequence[str]]) -> Sides:
    """Return the sides of a hand; where they are secret, who was dealt the secret card first."""
    if game.secret_card is None:
        return game.sides
    knowing = tuple(holders_of(hands, game.secret_card))
    return knowing, tuple(seat for seat in range(game.seats) if seat not in knowing)


def shown_sets(game: Game, hands: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return for each seat the ranks of the sets that it shows after the deal (Jiangnan only)."""
    shows = "show_bombs" in game.options and set(SHOWN_BOMBS) <= set(game.bombs)
    return [
        tuple(r * n for r in RANKS if shows and (n := rank_counts(held)[r]) >= SHOWN_SIZE)
        for held in hands
    ]


class NaiveHand:
    """A hand in progress.

    Without further words it starts with the lead of `leader` (the holder of the lead card, if
    not given). The keywords set up a position in the middle of a hand: who has played the top
    and what it was, who is to act, who has passed, what was captured and lies on the table,
    who went out, and the sides where they cannot be seen from the cards any more. `received` is
    the seat that got a copy of the lead card first, where there are several decks.
    """

    def __init__(
        self,
        rules_id: str,
        options: Options,
        hands: Sequence[str | Sequence[str]],
        leader: int | None = None,
        *,
        turn: int | None = None,
        top: Pattern | None = None,
        top_seat: int | None = None,
        passed: Sequence[int] = (),
        captured: Sequence[int] | None = None,
        table_points: int = 0,
        finish: Sequence[int] = (),
        received: int | None = None,
        sides: Sides | None = None,
    ) -> None:
        self.rules_id = rules_id
        self.game = find_game(rules_id, options)
        self.given = dict(options or {})
        self.options = settle(rules_id, options)
        self.hands = [read_cards(h) if isinstance(h, str) else sort_cards(h) for h in hands]
        self.dealt = list(self.hands)
        self.sides = sides_in(self.game, self.hands) if sides is None else sides
        self.received = received
        self.leader = leader_of(self.game, self.hands, received) if leader is None else leader
        self.turn = self.leader if turn is None else turn
        self.top = top
        self.top_seat = top_seat
        self.passed = set(passed)
        self.captured = [0] * self.game.seats if captured is None else list(captured)
        self.table_points = table_points
        self.finish = list(finish)
        self.log: list[tuple[int, ConcretePlay]] = []
        self.tricks = [0] * self.game.seats

    # ------------------------------------------------------------ looking

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.game.is_over(self.sides, [not held for held in self.hands])

    def may_pass(self) -> bool:
        """Tell whether the seat to act may pass (C2)."""
        if self.over or self.top is None:
            return False
        return not (self.options["must_beat"] and self.legal_patterns())

    def legal_patterns(self) -> set[Pattern]:
        """Return the patterns that the seat to act may play; the pass is not among them."""
        if self.over:
            return set()
        return plays.legal_patterns(self.rules_id, self.given, self.hands[self.turn], self.top)

    def legal(self) -> set[ConcretePlay]:
        """Return everything the seat to act may do, card by card, `PASS` included."""
        if self.over:
            return set()
        moves = plays.concrete_plays(self.rules_id, self.given, self.hands[self.turn], self.top)
        return moves | {PASS} if self.may_pass() else moves

    def first_choice(self, pattern: Pattern) -> ConcretePlay:
        """Return a pattern as cards of the seat to act: the first choice in output order."""
        held = self.hands[self.turn]
        cards = plays.first_cards_of(self.rules_id, held, pattern, self.given)
        return ConcretePlay(cards, pattern.type, pattern.rank)

    # ------------------------------------------------------------ acting

    def check_turn(self, seat: int) -> None:
        """Refuse an act after the end or out of turn."""
        if self.over:
            raise IllegalPlay("end", "the hand is over")
        if seat != self.turn:
            raise IllegalPlay("seat", f"seat {seat} acts, it is the turn of seat {self.turn}")

    def pass_(self, seat: int) -> None:
        """Decline this turn (C2, C3)."""
        self.check_turn(seat)
        if self.top is None:
            raise IllegalPlay("pass", "the leader may not pass")
        if not self.may_pass():
            raise IllegalPlay("pass", f"seat {seat} can beat the top and must")
        self.log.append((seat, PASS))
        self.passed.add(seat)
        self.go_on(seat)

    def play(self, seat: int, cards: Sequence[str], type_: str, rank: str | None) -> None:
        """Lead, or play on the top (C1)."""
        self.check_turn(seat)
        cards = sort_cards(cards)
        text = " ".join(cards)
        if not holds(self.hands[seat], cards):
            raise IllegalPlay("cards", f"seat {seat} does not hold {text}")
        pattern = plays.pattern_of(self.rules_id, self.given, cards, type_, rank)
        if pattern is None:
            raise IllegalPlay("type", f"{text} is not a {type_} of rank {rank}")
        if self.top is not None and not plays.beats(self.rules_id, self.given, pattern, self.top):
            raise IllegalPlay("follow", f"{text} does not beat the top")
        self.log.append((seat, ConcretePlay(cards, type_, rank)))
        self.hands[seat] = without(self.hands[seat], cards)
        self.table_points += points_of(cards)
        self.top, self.top_seat = pattern, seat
        if not self.options["pass_is_final"]:
            self.passed = set()
        if not self.hands[seat]:
            self.finish.append(seat)
        if self.over:
            self.capture()
        else:
            self.go_on(seat)

    def do(self, move: ConcretePlay) -> None:
        """Let the seat to act make a move of `legal()`."""
        if move == PASS:
            self.pass_(self.turn)
        else:
            self.play(self.turn, move.cards, move.type, move.rank)

    def after(self, move: ConcretePlay) -> NaiveHand:
        """Return the position after a move; this one stays as it is."""
        following = copy.copy(self)
        for name in ("hands", "passed", "captured", "finish", "log", "tricks"):
            setattr(following, name, copy.copy(getattr(self, name)))
        following.do(move)
        return following

    # ------------------------------------------------------------ the course of a trick

    def seats_after(self, seat: int) -> list[int]:
        """Return all seats in turn order, the one after `seat` first and `seat` itself last."""
        return [(seat + step) % self.game.seats for step in range(1, self.game.seats + 1)]

    def go_on(self, seat: int) -> None:
        """Give the turn to the next seat, or end the trick if nobody is left to follow (C4).

        Who has passed since the last play (with `pass_is_final`: in this trick) has no turn
        left: without that option a further turn before the next play cannot come about.
        """
        to_act = [
            other
            for other in self.seats_after(seat)
            if self.hands[other] and other not in self.passed and other != self.top_seat
        ]
        if to_act:
            self.turn = to_act[0]
        else:
            self.end_trick()

    def capture(self) -> None:
        """Give the table points to the last seat to play (C5, C6)."""
        assert self.top_seat is not None
        self.captured[self.top_seat] += self.table_points
        self.tricks[self.top_seat] += 1
        self.table_points = 0

    def end_trick(self) -> None:
        """Close the trick: capture, then find the next leader (C5)."""
        self.capture()
        assert self.top_seat is not None
        self.turn = self.next_leader(self.top_seat)
        self.top, self.top_seat, self.passed = None, None, set()

    def next_leader(self, winner: int) -> int:
        """Return who leads after a trick: its winner, else a team-mate, else the next seat (C5).

        Secret sides count only when all copies of the secret card have been played.
        """
        if self.hands[winner]:
            return winner
        holding = [seat for seat in self.seats_after(winner) if self.hands[seat]]
        (side,) = [side for side in self.sides if winner in side]
        mates = [seat for seat in holding if seat in side]
        sides_are_known = not any(self.game.secret_card in held for held in self.hands)
        if mates and sides_are_known and self.options.get("lead_after_out") == "partner":
            return mates[0]
        return holding[0]

    # ------------------------------------------------------------ the end

    def score(self) -> Score:
        """Return the score of the finished hand, in exact fractions."""
        assert self.over
        left = tuple(points_of(held) for held in self.hands)
        taken = Taken(tuple(self.finish), tuple(self.captured), left, self.sides)
        return self.game.score(taken)

    def result(self) -> dict[str, Any]:
        """Return the `result` of the hand's record."""
        score = self.score()
        return {
            "finish": list(self.finish),
            "captured": list(self.captured),
            "left": [points_of(held) for held in self.hands],
            "sides": [list(side) for side in self.sides],
            "side_points": [plain_number(points) for points in score.side_points],
            "winner": score.winner,
            "doubled": score.doubled,
            "payoff": [float(payoff) for payoff in score.payoff],
        }

    def record(self, *, deal: int = 0, seed: int = 0, **more: Any) -> dict[str, Any]:
        """Return the record of the finished hand."""
        return {
            "format": "fiftyk-record/1",
            "rules": self.rules_id,
            "options": self.given,
            "strategies": ["naive"] * self.game.seats,
            "seed": seed,
            "deal": deal,
            "hands": [" ".join(held) for held in self.dealt],
            "received": self.received,
            "leader": self.leader,
            "plays": [[seat, " ".join(m.cards), m.type, m.rank] for seat, m in self.log],
            "result": self.result(),
            **more,
        }


def plain_number(value: Fraction) -> int | float:
    """Return a whole number as an int, anything else as a float."""
    return int(value) if value.denominator == 1 else float(value)
