"""The rules of a climbing game: one frozen record of named fields, checked as a whole.

Everything that plays, judges, explains or documents a game reads this record. A relative of a
game is `replace(GAME, …)` with only the differences (`sim.games`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sim.combinations import KINDS, Bomb, Combination, parse_bombs, parse_combinations
from sim.contradictions import contradictions
from sim.core import tables
from sim.core.dealing import JOKER_CARDS, SUITED_CARDS
from sim.rule_set import (
    BOOLEANS,
    RuleSet,
    amount,
    count_or_none,
    setting,
    suited_card,
    sweep_payment,
    whole,
)
from sim.table import SHOWN_SIZE, compiled

POINTS_A_DECK = 100


@dataclass(frozen=True)
class Rules(RuleSet):
    """The rules of one climbing game.

    Raises
    ------
    BadInput
        If two fields contradict each other; both are named.
    """

    seats: int = setting("players", whole(2, tables.MAX_SEATS))
    decks: int = setting("packs of cards shuffled together", (1, 2, 3))
    jokers: bool = setting("whether each pack has its two jokers", BOOLEANS)
    sides: str = setting(
        "who wins together: every second seat (fixed), each seat for itself (solo), or the holders "
        "of the spade aces, whom nobody knows (hidden)",
        ("fixed", "solo", "hidden"),
    )
    leader_card: str = setting("who gets it first leads", suited_card)
    next_leader: str = setting(
        "who leads a match's later hands: again by the card, the last hand's first out, or the "
        "seat that did not go out",
        ("card", "first_out", "not_out"),
    )
    dealt_first: str = setting(
        "who is dealt the first card: each seat in turn, or in a match the last hand's first out",
        ("rotates", "first_out"),
    )
    combinations: tuple[Combination, ...] = setting("ordinary combinations", parse_combinations)
    bombs: tuple[Bomb, ...] = setting("bombs, weakest first", parse_bombs)
    bombs_beat_all: bool = setting(
        "whether a bomb beats every combination whose row says nothing else", BOOLEANS
    )
    wild_jokers: bool = setting(
        "whether a joker stands for any other card in combinations of several cards", BOOLEANS
    )
    show_bombs: str = setting(
        f"bombs of {SHOWN_SIZE} or more of a rank: as any bomb (off), all shown after the deal "
        "(auto), or not played (never)",
        ("off", "auto", "never"),
    )
    must_beat: bool = setting("whether a follower who can beat the top play must", BOOLEANS)
    pass_is_final: bool = setting("whether a seat that passed is out of the trick", BOOLEANS)
    lead_after_out: str = setting(
        "who leads when the trick's taker is out: its team-mate, or the next seat",
        ("partner", "next"),
    )
    hand_ends: str = setting(
        "when all seats of a side are out (side_out), when one seat holds cards (one_left), or at "
        "that and when a side is out before any opponent (sweep)",
        ("side_out", "one_left", "sweep"),
    )
    first_out_bonus: int = setting("points for the first out", amount)
    left_penalty: int = setting("points off for each seat still holding cards", amount)
    left_points: str = setting(
        "card points left in hands: nobody's, taken off the seat, or the third out's side's",
        ("nobody", "deducted", "third_out"),
    )
    last_tricks: str = setting(
        "what the last seat has captured: its own, or the first out's side's", ("keep", "to_first")
    )
    sweep: str | int = setting(
        "what a side is paid that is out before any opponent, the others nothing: nothing special, "
        "all captured points, or a number of points",
        sweep_payment,
    )
    catch: str = setting(
        "whether a side with seats left pays for them: off, to nobody, or to the other side",
        ("off", "deduct", "transfer"),
    )
    catch_one: int = setting("points paid with one seat left", amount)
    catch_two: int = setting("points paid with two seats left", amount)
    catch_by_first: bool = setting("whether only the first out's side catches others", BOOLEANS)
    tie: str = setting(
        "who wins at equal points: the side with the earliest out, or nobody", ("first_out", "none")
    )
    doubling: str = setting(
        "payoffs x 2 if the losers captured 0 and none was first out (losers_empty), or if all "
        "below the winner captured 0 together (others_empty)",
        ("never", "losers_empty", "others_empty"),
    )
    payoff: str = setting(
        "side points shared out equally, to each seat in full, the margin over the other side "
        "divided by the step (margin), or 1 for winning, 2 by more than a step, 3 by more than two "
        "(steps)",
        ("shared", "full", "margin", "steps"),
    )
    payoff_step: int = setting("points of a step", amount)
    target: int | None = setting("points that end a match", count_or_none)
    hands: int | None = setting("hands that end a match", count_or_none)
    match_adds: str = setting(
        "what a match adds up: side points, or payoffs", ("side_points", "payoff")
    )
    match_doubling: str = setting(
        "doubling judged on the whole match, or added hand by hand", ("once", "each_hand")
    )
    match_bonus: int = setting("percent added to the points of a match's winner", amount)
    match_pays: str = setting(
        "a match pays its points, a prize won or lost (prize), or by places 2 1 -1 -2 (places)",
        ("points", "prize", "places"),
    )
    match_prize: int = setting("points of the prize", amount)

    def __post_init__(self) -> None:
        """Refuse fields that contradict each other, naming both."""
        for one, other, why in contradictions(self):
            self.check(False, one, other, why)

    @property
    def solo(self) -> bool:
        """Whether each seat plays for itself."""
        return self.sides == "solo"

    @property
    def hidden(self) -> bool:
        """Whether the deal makes the sides, and nobody is told."""
        return self.sides == "hidden"

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that are known before the deal to win together; hidden sides are not."""
        count = 2 if self.sides == "fixed" else self.seats
        return tuple(tuple(range(side, self.seats, count)) for side in range(count))

    @property
    def side_count(self) -> int:
        """Number of sides of a hand."""
        return self.seats if self.solo else 2

    @cached_property
    def rows(self) -> tuple[Combination, ...]:
        """The combinations as kernels number them.

        Plain ones first, those that have to be walked over last, each kind by width, so that a
        search can stop early.
        """

        def place(row: Combination) -> tuple[bool, bool, int]:
            return self.is_special(row), self.is_walked(row), KINDS[row.kind].width

        return tuple(sorted(self.combinations, key=place))

    def is_special(self, row: Combination) -> bool:
        """Return whether a combination looks at more than ranks, or its kickers may be alike."""
        kind = KINDS[row.kind]
        kinds = {other.kind for other in self.combinations}
        return (
            row.low_ace
            or row.any_length
            or row.joker_pair
            or kind.one_suit
            or any(KINDS[other].above == row.kind for other in kinds)
            or (self.wild_jokers and row.kind != "single")
            or (kind.kicker > 0 and row.kicker_choice != "apart" and row.group_size > 4)
            or (kind.kicker > 0 and row.kicker_choice != "apart" and row.is_run)
            or kind.kicker_count > 1
            or (row.kind == "quad" and any(bomb.kind == "four_twos" for bomb in self.bombs))
        )

    def is_walked(self, row: Combination) -> bool:
        """Return whether plays are counted by a walk, not in closed form."""
        loose_two = row.group_size - KINDS[row.kind].width == 2 and row.kicker_choice == "any"
        return self.is_special(row) and (row.is_run or self.wild_jokers or not loose_two)

    @property
    def pack_size(self) -> int:
        """Cards in the whole pack."""
        return (SUITED_CARDS + JOKER_CARDS * self.jokers) * self.decks

    @property
    def pack_points(self) -> int:
        """Card points in the whole pack."""
        return POINTS_A_DECK * self.decks

    def hand_sizes(self, first_dealt: int) -> tuple[int, ...]:
        """Return the cards each seat gets when dealing starts at a seat (rule C7)."""
        least, extra = divmod(self.pack_size, self.seats)
        return tuple(
            least + ((seat - first_dealt) % self.seats < extra) for seat in range(self.seats)
        )

    @property
    def bound(self) -> float:
        """Largest possible size of a block score: seats of one strategy less seats of another.

        The winners take every point, bonus and prize, all losers the penalty. (Points left in a
        loser's hand are points the winners lack, so they add nothing.)
        """
        factor = 1 if self.doubling == "never" else 2
        if self.payoff == "steps":
            return 6.0
        if self.hidden:
            return float(self.pack_points)
        if self.solo:
            losers = max(self.seats - 1, 1)
            return factor * (self.pack_points + self.first_out_bonus + self.left_penalty / losers)
        size = self.seats // 2
        gap = self.pack_points + self.first_out_bonus + size * self.left_penalty
        gap += max(self.catch_one, self.catch_two) * ("off", "deduct", "transfer").index(self.catch)
        if isinstance(self.sweep, int):
            gap = max(gap, self.sweep)
        if self.payoff == "margin":
            return 2 * gap / self.payoff_step
        return factor * gap / (size if self.payoff == "shared" else 1)

    @cached_property
    def record(self) -> np.ndarray:
        """The rules as kernels read them: an array of one `sim.core.tables.RULES` record."""
        return compiled(self)

    @cached_property
    def record_bytes(self) -> bytes:
        """The bytes of `record`."""
        return self.record.tobytes()
