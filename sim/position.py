"""A position in a hand with all cards open: what may be done, doing it, taking it back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.cards import RANK_LETTERS, CardSet
from sim.core import replay
from sim.core.hands import HELD_COLUMNS
from sim.core.play import NO_RANK
from sim.core.turns import OVER, RESULT
from sim.core.view import SEAT_VIEW
from sim.errors import BadInput
from sim.hand import HandResults
from sim.plays import Play, concrete_plays, count_concrete, legal_plays, play_words, row_names
from sim.policy import as_records
from sim.rules import Rules

_WHY = {
    replay.CARDS: "seat {0} does not hold {1}",
    replay.TYPE: "{1} are not what they are said to be",
    replay.FOLLOW: "{1} does not beat the top play",
}


class Position:
    """Where a hand stands, all hands open; changed only by `push` and `pop`.

    Parameters
    ----------
    rules : Rules
    hands : sequence of CardSet
        What each seat holds.
    turn : int
        Who acts.
    top : Play, optional
        The play to beat; without one the seat leads.
    top_seat : int, optional
        Who played it.
    passed : sequence of int
        Who has passed since (with `pass_is_final`: in this trick).
    captured : sequence of int, optional
        Card points each seat has taken.
    table_points : int
        Card points on the table.
    finish : sequence of int
        The seats that are out, in order.
    aces_played : sequence of int
        With hidden sides: the seats that have played a spade ace, twice where both.

    Raises
    ------
    BadInput
        If the seats do not fit together.

    Examples
    --------
    >>> from sim.cards import parse_cards
    >>> from sim.games import FIFTYK3
    >>> hands = [parse_cards("3s"), parse_cards("4s 4h"), parse_cards("5s")]
    >>> position = Position(FIFTYK3, hands, turn=1)
    >>> [str(play) for play in position.legal_plays()]
    ['4s (single 4)', '4s 4h (pair 4)']
    """

    def __init__(  # noqa: PLR0913
        self,
        rules: Rules,
        hands: Sequence[CardSet],
        turn: int,
        *,
        top: Play | None = None,
        top_seat: int | None = None,
        passed: Sequence[int] = (),
        captured: Sequence[int] | None = None,
        table_points: int = 0,
        finish: Sequence[int] = (),
        aces_played: Sequence[int] = (),
    ) -> None:
        """Check that the seats fit and set up the kernels' records."""
        seats = range(rules.seats)
        named = [turn, *passed, *finish, *aces_played, *([] if top_seat is None else [top_seat])]
        if len(hands) != rules.seats or any(seat not in seats for seat in named):
            raise BadInput(f"{rules.id} has the seats 0 … {rules.seats - 1}")
        if (top is None) != (top_seat is None):
            raise BadInput("a top play and its seat go together")
        if any(bool(hands[seat]) == (seat in finish) for seat in seats):
            raise BadInput("the seats that are out are those without cards")
        self.rules = rules
        self._record = as_records(rules.record)
        self._turn = turn
        self._top = top
        self._views = as_records(np.zeros(1, dtype=SEAT_VIEW))
        self._results = as_records(np.zeros(1, dtype=RESULT))
        self._hands = np.zeros((rules.seats, HELD_COLUMNS), dtype=np.uint64)
        self._hands[:, :2] = [(hand.lo, hand.hi) for hand in hands]
        self._before: list[tuple[int, Play | None, np.ndarray, np.ndarray, np.ndarray]] = []
        replay.start(self._record, self._views, self._hands, self._results, turn)
        view, result = self._views[0], self._results[0]
        if top is not None:
            view["top"], view["top_counts"], view["top_seat"] = top.meta, top.counts, top_seat
        view["passed"] = sum(1 << seat for seat in passed)
        view["table_points"] = table_points
        view["captured"][: rules.seats] = [0] * rules.seats if captured is None else captured
        view["out"] = sum(1 << seat for seat in finish)
        view["went_out"] = len(finish)
        for place, seat in enumerate(finish, start=1):
            result["finish"][seat] = place
        if finish:
            view["first_out"] = finish[0]
        for seat in aces_played:
            view["aces_played"][seat] += 1
            result["side"][seat] = 0

    # ------------------------------------------------------------ looking

    @property
    def turn(self) -> int:
        """Who acts; -1 once the hand is over."""
        return self._turn

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self._turn == OVER

    @property
    def top(self) -> Play | None:
        """The play to beat, None for a leader."""
        return self._top

    @property
    def top_seat(self) -> int | None:
        """Who played it."""
        seat = int(self._views["top_seat"][0])
        return None if seat < 0 else seat

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """What each seat holds."""
        return tuple(CardSet(lo, hi) for lo, hi, _ in self._hands.tolist())

    @property
    def captured(self) -> tuple[int, ...]:
        """Card points each seat has taken."""
        return tuple(self._views["captured"][0][: self.rules.seats].tolist())

    @property
    def table_points(self) -> int:
        """Card points on the table."""
        return int(self._views["table_points"][0])

    @property
    def finish(self) -> tuple[int, ...]:
        """The seats that are out, in order."""
        places = self._results["finish"][0][: self.rules.seats].tolist()
        return tuple(sorted((s for s, place in enumerate(places) if place), key=places.__getitem__))

    @property
    def passed(self) -> tuple[int, ...]:
        """Who has passed since the last play (with `pass_is_final`: in this trick)."""
        bits = int(self._views["passed"][0])
        return tuple(seat for seat in range(self.rules.seats) if bits >> seat & 1)

    @property
    def aces_played(self) -> tuple[int, ...]:
        """With hidden sides: the seats that have played a spade ace, twice where both."""
        played = self._views["aces_played"][0][: self.rules.seats].tolist()
        return tuple(seat for seat, aces in enumerate(played) for _ in range(aces))

    def result(self) -> HandResults:
        """Return the score of the finished hand.

        Raises
        ------
        BadInput
            If it is not over.
        """
        if not self.is_over:
            raise BadInput("the hand is not over")
        return HandResults(self.rules, self._results.copy())

    def held(self) -> CardSet:
        """Return the hand of the seat that acts."""
        lo, hi, _ = self._hands[self._turn].tolist()
        return CardSet(lo, hi)

    def legal_plays(self) -> list[Play]:
        """List what the seat to act may play, as patterns; a pass is not among them."""
        return [] if self.is_over else legal_plays(self.rules, self.held(), self._top)

    def concrete_plays(self) -> list[Play]:
        """List what the seat to act may play, card by card."""
        return [] if self.is_over else concrete_plays(self.rules, self.held(), self._top)

    def can_pass(self) -> bool:
        """Return whether the seat to act may pass."""
        return not self.is_over and self._fault(None) == replay.OK

    def count_moves(self, concrete: bool) -> int:
        """Return the number of legal moves, the pass included, card by card or as patterns."""
        if self.is_over:
            return 0
        if concrete:
            plays = count_concrete(self.rules, self.held(), self._top)
        else:
            plays = len(play_words(self.rules, self.held(), self._top.meta if self._top else 0))
        return plays + self.can_pass()

    # ------------------------------------------------------------ acting

    def _fault(self, play: Play | None) -> int:
        row, rank, lo, hi = replay.PASS_ROW, NO_RANK, 0, 0
        if play is not None:
            row = row_names(self.rules).get(play.type, replay.NO_ROW)
            lo, hi = play.cards.lo, play.cards.hi
            rank = NO_RANK if play.rank is None else RANK_LETTERS.index(play.rank)
        fault, meta = replay.judge_turn(
            self._record,
            self._views,
            self._hands,
            self._turn,
            np.uint64(lo),
            np.uint64(hi),
            row,
            rank,
        )
        if play is not None and fault == replay.OK and meta != play.meta:
            return replay.TYPE
        return int(fault)

    def verify_play(self, play: Play | None) -> None:
        """Raise if the seat to act may not make a play, or pass (None).

        Raises
        ------
        BadInput
            With the reason.
        """
        if self.is_over:
            raise BadInput("the hand is over")
        fault = self._fault(play)
        if fault == replay.OK:
            return
        if play is None:
            leads = self._top is None
            why = "a leader may not pass" if leads else "it can beat the top play and must"
            raise BadInput(f"seat {self._turn}: {why}")
        raise BadInput(_WHY[fault].format(self._turn, play.cards))

    def can_play(self, play: Play | None) -> bool:
        """Return whether the seat to act may make a play, or pass (None)."""
        return not self.is_over and self._fault(play) == replay.OK

    def push(self, play: Play | None) -> None:
        """Make a legal play, or pass (None); a trick that it completes is closed.

        The play is not checked; see `verify_play`.
        """
        words = (self._views, self._hands, self._results)
        self._before.append((self._turn, self._top, *words))
        self._views, self._hands, self._results = (array.copy() for array in words)
        cards = CardSet() if play is None else play.cards
        self._turn = int(
            replay.do_turn(
                self._record,
                self._views,
                self._hands,
                self._results,
                self._turn,
                np.uint64(cards.lo),
                np.uint64(cards.hi),
                np.uint64(0 if play is None else play.meta),
            )
        )
        if play is not None:
            self._top = play
        if self.top_seat is None:
            self._top = None

    def pop(self) -> None:
        """Take the last move back.

        Raises
        ------
        IndexError
            If there is none.
        """
        self._turn, self._top, self._views, self._hands, self._results = self._before.pop()
