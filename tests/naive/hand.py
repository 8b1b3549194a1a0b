"""One hand played out: whose turn it is, what may be played, who takes the points."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tests.naive import plays
from tests.naive.cards import holds, points_of, read_cards, sort_cards, without
from tests.naive.games import find_game, settle
from tests.naive.plays import ConcretePlay, Options, Pattern
from tests.naive.scoring import Score, Taken

PASS = ConcretePlay((), "pass", None)


class IllegalPlay(ValueError):
    """A play against the rules; `kind` is the word a record's fault has for it."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind


def hand_sizes(rules_id: str, cards_in_pack: int, first_dealt: int) -> list[int]:
    """Return how many cards each seat gets, dealt one at a time from `first_dealt` on (C7)."""
    seats = find_game(rules_id).seats
    sizes = [0] * seats
    for number in range(cards_in_pack):
        sizes[(first_dealt + number) % seats] += 1
    return sizes


def holder_of(hands: Sequence[Sequence[str]], card: str) -> int:
    """Return the seat that holds a card (C8, one deck)."""
    return next(seat for seat, held in enumerate(hands) if card in held)


class NaiveHand:
    """A hand in progress.

    Without further words it starts with the lead of `leader` (the holder of the lead card, if
    not given). The keywords set up a position in the middle of a hand: who has played the top
    and what it was, who is to act, who has passed, what was captured and lies on the table.
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
    ) -> None:
        self.rules_id = rules_id
        self.game = find_game(rules_id)
        self.given = dict(options or {})
        self.options = settle(rules_id, options)
        self.hands = [read_cards(h) if isinstance(h, str) else sort_cards(h) for h in hands]
        self.dealt = list(self.hands)
        self.leader = holder_of(self.hands, self.game.lead_card) if leader is None else leader
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
        return self.game.is_over(self.game, [not held for held in self.hands])

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
        cards = plays.cards_of(self.rules_id, self.hands[self.turn], pattern)[0]
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
        """Return who leads after a trick: its winner, else a team-mate, else the next seat (C5)."""
        if self.hands[winner]:
            return winner
        holding = [seat for seat in self.seats_after(winner) if self.hands[seat]]
        side = self.game.sides[self.game.side_of(winner)]
        mates = [seat for seat in holding if seat in side]
        if mates and self.options.get("lead_after_out") == "partner":
            return mates[0]
        return holding[0]

    # ------------------------------------------------------------ the end

    def score(self) -> Score:
        """Return the score of the finished hand, in exact fractions."""
        assert self.over
        left = tuple(points_of(held) for held in self.hands)
        taken = Taken(tuple(self.finish), tuple(self.captured), left, self.game.sides)
        return self.game.score(taken)

    def result(self) -> dict[str, Any]:
        """Return the `result` of the hand's record."""
        score = self.score()
        return {
            "finish": list(self.finish),
            "captured": list(self.captured),
            "left": [points_of(held) for held in self.hands],
            "sides": [list(side) for side in self.game.sides],
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
            "received": None,
            "leader": self.leader,
            "plays": [[seat, " ".join(m.cards), m.type, m.rank] for seat, m in self.log],
            "result": self.result(),
            **more,
        }


def plain_number(value: Fraction) -> int | float:
    """Return a whole number as an int, anything else as a float."""
    return int(value) if value.denominator == 1 else float(value)
