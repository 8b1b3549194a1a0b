"""A rule set: one frozen record of named fields, checked as a whole, compiled to numbers.

Everything that plays, judges, explains or documents a game reads this record. A relative of a
game is `replace(GAME, …)` with only the differences (`sim.games`).
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from sim.cards import RANKS, parse_card
from sim.combinations import KINDS, Bomb, Combination, parse_bombs, parse_combinations
from sim.core import play, tables
from sim.core.dealing import JOKER_CARDS, SUITED_CARDS
from sim.errors import BadInput

POINTS_A_DECK = 100


def _field(text: str, accepts: tuple[object, ...] | Callable[[str], object], **more: Any) -> Any:
    """Declare a field with its one-line meaning and the values it takes."""
    return field(metadata={"text": text, "accepts": accepts, **more})


def _whole(low: int, high: int) -> tuple[int, ...]:
    return tuple(range(low, high + 1))


def _amount(text: str) -> int:
    if not text.isdecimal() or int(text) > _LARGEST_AMOUNT:
        raise BadInput(f"accepted: a whole number 0 … {_LARGEST_AMOUNT}")
    return int(text)


def _leader_card(text: str) -> str:
    rank, suit = parse_card(text)
    if rank >= len(RANKS):
        raise BadInput("accepted: a suited card, such as 3h")
    return RANKS[rank] + "shcd"[suit]


def _count_or_none(text: str) -> int | None:
    if text.lower() in ("none", "null"):
        return None
    if not text.isdecimal() or not 0 < int(text) <= _LARGEST_AMOUNT:
        raise BadInput(f"accepted: none, or a whole number 1 … {_LARGEST_AMOUNT}")
    return int(text)


_LARGEST_AMOUNT = 10_000
_BOOLEANS = (False, True)


@dataclass(frozen=True)
class RuleSet(ABC):
    """What the rules of every kind of game have in common: named fields, read, shown, overridden.

    A subclass declares its fields with `_field`; `seats`, `target` and `hands` are among them.
    """

    id: str
    """The rule set's name on the command line."""
    title: str
    """The game's name in words."""
    number: int
    """Rules number: changes when behaviour changes, never for a speed-up."""
    options: Mapping[str, Any] = field(default_factory=dict, compare=False, kw_only=True)
    """The overridden fields with their native values."""
    declared: Self | None = field(default=None, compare=False, repr=False, kw_only=True)
    """The rules without options; None where these are they."""

    if TYPE_CHECKING:
        # Declared by each subclass, in their places of its table.
        seats: int
        target: int | None
        hands: int | None

    @property
    @abstractmethod
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""

    @property
    @abstractmethod
    def solo(self) -> bool:
        """Whether each seat plays for itself."""

    @property
    @abstractmethod
    def bound(self) -> float:
        """Largest possible size of a block score: seats of one strategy less seats of another."""

    @property
    @abstractmethod
    def pack_size(self) -> int:
        """Cards in the whole pack."""

    @cached_property
    @abstractmethod
    def record(self) -> np.ndarray:
        """The rules as kernels read them: an array of one record."""

    def _check(self, holds: bool, one: str, other: str, why: str = "they contradict") -> None:
        if not holds:
            values = f"{one}={self.text_of(one)}"
            if other != one:
                values += f" and {other}={self.text_of(other)}"
            raise BadInput(f"{self.id}: {values} cannot go together: {why}")

    def text_of(self, name: str) -> str:
        """Return a field's value as `--set` reads it."""
        return _plain(self.native(name))

    def native(self, name: str) -> Any:
        """Return a field's value as documents hold it."""
        return _native(name, getattr(self, name))

    def with_options(self, options: Mapping[str, Any]) -> Self:
        """Return these rules with fields overridden.

        Parameters
        ----------
        options : mapping of str to text or native value
            `--set` gives text, documents give native values.

        Raises
        ------
        BadInput
            For an unknown name or value (the accepted ones are listed), or a contradiction.

        Examples
        --------
        >>> from sim.games import find_rules
        >>> find_rules("fiftyk4").with_options({"must_beat": "true"}).must_beat
        True
        """
        known = {each.name: each for each in fields(self) if "accepts" in each.metadata}
        values: dict[str, Any] = {}
        for name, given in options.items():
            if name not in known:
                raise BadInput(f"{self.id} has no option '{name}'; it has {', '.join(known)}")
            values[name] = _read_value(self.id, name, given, known[name].metadata["accepts"])
        merged = {**self.options, **values}
        # A default spelled out is no difference.
        base = self.declared or self
        shown = {k: _native(k, v) for k, v in merged.items() if v != getattr(base, k)}
        return replace(self, **values, options=shown, declared=base)

    def table(self) -> list[tuple[str, str, str, str]]:
        """Return (field, value, accepted values, meaning) of every field that can be set."""
        lines = []
        for each in fields(self):
            if "accepts" in each.metadata:
                accepts = each.metadata["accepts"]
                lines.append(
                    (each.name, self.text_of(each.name), _accepted(accepts), each.metadata["text"])
                )
        return lines


@dataclass(frozen=True)
class Rules(RuleSet):
    """The rules of one climbing game.

    Raises
    ------
    BadInput
        If two fields contradict each other; both are named.
    """

    seats: int = _field("players", _whole(2, tables.MAX_SEATS))
    decks: int = _field("packs of cards shuffled together", (1, 2, 3))
    jokers: bool = _field("whether each pack has its two jokers", (False,))
    sides: str = _field(
        "who wins together: every second seat (fixed), or each seat for itself (solo)",
        ("fixed", "solo"),
    )
    leader_card: str = _field("its holder leads every hand", _leader_card)
    combinations: tuple[Combination, ...] = _field("ordinary combinations", parse_combinations)
    bombs: tuple[Bomb, ...] = _field("bombs, weakest first", parse_bombs)
    must_beat: bool = _field("whether a follower who can beat the top play must", _BOOLEANS)
    pass_is_final: bool = _field("whether a seat that passed is out of the trick", _BOOLEANS)
    lead_after_out: str = _field(
        "who leads when the trick's taker is out: its team-mate, or the next seat",
        ("partner", "next"),
    )
    hand_ends: str = _field(
        "when both seats of a side are out, or when one seat holds cards", ("side_out", "one_left")
    )
    first_out_bonus: int = _field("points for the first out", _amount)
    left_penalty: int = _field("points off for each seat still holding cards", _amount)
    left_points_count: bool = _field(
        "whether card points left in a hand are taken off its seat as well", _BOOLEANS
    )
    doubling: str = _field(
        "payoffs x 2 if the losers captured 0 and none was first out (losers_empty), or if all "
        "below the winner captured 0 together (others_empty)",
        ("never", "losers_empty", "others_empty"),
    )
    payoff: str = _field(
        "side points shared out equally, or to each seat in full", ("shared", "full")
    )
    target: int | None = _field("points that end a match", _count_or_none)
    hands: int | None = _field("hands that end a match", _count_or_none)
    match_doubling: str = _field(
        "doubling judged on the whole match, or added hand by hand", ("once", "each_hand")
    )
    match_bonus: int = _field("percent added to the points of a match's winner", _amount)

    def __post_init__(self) -> None:
        """Refuse fields that contradict each other, naming both."""
        self._check(
            self.sides == "solo" or self.seats % 2 == 0 and self.seats > 2, "sides", "seats"
        )
        self._check(self.sides == "fixed" or self.hand_ends != "side_out", "sides", "hand_ends")
        self._check(self.sides == "fixed" or self.payoff != "shared", "sides", "payoff")
        self._check(self.sides == "fixed" or self.doubling != "losers_empty", "sides", "doubling")
        self._check(self.sides == "solo" or self.doubling != "others_empty", "sides", "doubling")
        self._check(
            self.sides == "fixed" or "lead_after_out" not in self.options, "sides", "lead_after_out"
        )
        self._check(self.target is not None or self.hands is not None, "target", "hands")
        every_card = any(
            row.kind == "single" and (row.low, row.high) == (RANKS[0], RANKS[-1])
            for row in self.combinations
        )
        self._check(every_card, "combinations", "bombs", "without singles a hand may have no lead")
        sizes = [bomb.size for bomb in self.bombs if bomb.kind == "bomb"]
        names = [(bomb.kind, bomb.size) for bomb in self.bombs]
        self._check(len(set(names)) == len(names), "bombs", "bombs", "a rung is listed twice")
        for size in sizes:
            self._check(3 <= size <= 4 * self.decks, "bombs", "decks", f"no {size} of a rank")
        for row in self.combinations:
            bare = not KINDS[row.kind].kicker and row.shortest == 1
            self._check(
                not (bare and KINDS[row.kind].width in sizes),
                "combinations",
                "bombs",
                f"a bare {row.kind} would be a bomb",
            )
            self._check(KINDS[row.kind].width <= 4 * self.decks, "combinations", "decks", row.kind)

    @property
    def solo(self) -> bool:
        """Whether each seat plays for itself."""
        return self.sides == "solo"

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        count = self.seats if self.solo else 2
        return tuple(tuple(range(side, self.seats, count)) for side in range(count))

    @cached_property
    def rows(self) -> tuple[Combination, ...]:
        """The combinations as kernels number them: by width, so that a search can stop early."""
        return tuple(sorted(self.combinations, key=lambda row: KINDS[row.kind].width))

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

        The winners take every point and the first-out bonus, all losers the penalty. (Points left
        in a loser's hand are points the winners lack, so they add nothing.)
        """
        factor = 1 if self.doubling == "never" else 2
        if self.solo:
            losers = max(self.seats - 1, 1)
            return factor * (self.pack_points + self.first_out_bonus + self.left_penalty / losers)
        size = self.seats // 2
        gap = self.pack_points + self.first_out_bonus + size * self.left_penalty
        return factor * gap / (size if self.payoff == "shared" else 1)

    @cached_property
    def record(self) -> np.ndarray:
        """The rules as kernels read them: an array of one `sim.core.tables.RULES` record."""
        array = np.zeros(1, dtype=tables.RULES)
        into = array[0]
        into["seats"], into["sides"] = self.seats, len(self.teams)
        for side, team in enumerate(self.teams):
            for seat in team:
                into["side_of"][seat] = side
                into["team"][seat] = sum(1 << mate for mate in team)
        into["decks"], into["jokers"] = self.decks, self.jokers
        into["first_bonus"], into["left_penalty"] = self.first_out_bonus, self.left_penalty
        into["left_deducted"] = self.left_points_count
        rank, suit = parse_card(self.leader_card)
        into["leader_card"] = 4 * rank + suit
        into["must_beat"], into["pass_is_final"] = self.must_beat, self.pass_is_final
        into["lead_to_team"] = not self.solo and self.lead_after_out == "partner"
        ends = {"side_out": tables.END_SIDE_OUT, "one_left": tables.END_ONE_LEFT}
        doubles = {
            "never": tables.DOUBLE_NEVER,
            "losers_empty": tables.DOUBLE_LOSERS,
            "others_empty": tables.DOUBLE_BELOW_FIRST,
        }
        into["end"], into["doubling"] = ends[self.hand_ends], doubles[self.doubling]
        into["shared_payoff"] = self.payoff == "shared"
        into["stream"] = zlib.crc32(self.id.encode())
        self._compile_bombs(into)
        self._compile_rows(into)
        array.flags.writeable = False
        return array

    def _compile_bombs(self, into: Any) -> None:
        strength = 1
        into["smallest_set"], into["largest_set"] = 1, 0
        into["set_ranks"] = _rank_mask("3", "2")
        for bomb in self.bombs:
            if bomb.kind == "mixed_fifty_k":
                into["mixed_strength"] = strength
                strength += 1
            elif bomb.kind == "pure_fifty_k":
                into["pure_strength"], into["pure_by_suit"] = strength, bomb.by_suit
                strength += 4 if bomb.by_suit else 1
            else:
                into["set_strength"][bomb.size] = strength
                strength += len(RANKS)
        sizes = [bomb.size for bomb in self.bombs if bomb.kind == "bomb"]
        if sizes:
            into["smallest_set"], into["largest_set"] = min(sizes), max(sizes)

    def _compile_rows(self, into: Any) -> None:
        into["rows"] = len(self.combinations)
        for row, combination in enumerate(self.rows):
            kind = KINDS[combination.kind]
            into["row_width"][row], into["row_kicker"][row] = kind.width, kind.kicker
            into["row_shortest"][row] = combination.shortest
            into["row_longest"][row] = combination.longest
            into["row_ranks"][row] = _rank_mask(combination.low, combination.high)
            into["row_meta"][row] = play.row_meta(row, needed=1)
            into["row_length_step"][row] = play.row_length_step(combination.group_size)


def _rank_mask(low: str, high: str) -> int:
    return sum(8 << 4 * rank for rank in range(RANKS.index(low), RANKS.index(high) + 1))


def _native(name: str, value: Any) -> Any:
    if name == "combinations":
        return ", ".join(str(row) for row in value)
    if name == "bombs":
        return " < ".join(str(rung) for rung in value)
    return value


def _plain(value: object) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _accepted(accepts: Any) -> str:
    if isinstance(accepts, tuple):
        return ", ".join(_plain(each) for each in accepts)
    return {
        _amount: f"0 … {_LARGEST_AMOUNT}",
        _count_or_none: f"none, 1 … {_LARGEST_AMOUNT}",
        _leader_card: "a suited card",
        parse_combinations: "rows like 'pair, straight 5-12 3-A'",
        parse_bombs: "rungs like 'mixed_fifty_k < bomb 4'",
    }[accepts]


def _read_value(rules_id: str, name: str, given: Any, accepts: Any) -> Any:
    """Return an option's native value; raise with the accepted ones."""
    text = _plain(given) if given is None or isinstance(given, bool) else given
    if isinstance(accepts, tuple):
        by_text = {_plain(each): each for each in accepts}
        # A document's value must have the right type; the command line only has text.
        fits = isinstance(given, str) or any(type(given) is type(each) for each in accepts)
        if fits and isinstance(text, str) and text.lower() in by_text:
            return by_text[text.lower()]
        if fits and not isinstance(given, str) and given in accepts:
            return given
        listed = ", ".join(by_text)
        raise BadInput(f"{rules_id}: {name}={given}: accepted: {listed}")
    try:
        return accepts(str(text))
    except BadInput as error:
        raise BadInput(f"{rules_id}: {name}={given}: {error}") from None
