"""A rule set: one frozen record of named fields, checked as a whole, compiled to numbers.

Everything that plays, judges, explains or documents a game reads this record. A relative of a
game is `replace(GAME, …)` with only the differences (`sim.games`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from sim.cards import RANKS, parse_card
from sim.combinations import KINDS, Bomb, Combination, parse_bombs, parse_combinations
from sim.contradictions import contradictions
from sim.core import tables
from sim.core.dealing import JOKER_CARDS, SUITED_CARDS
from sim.errors import BadInput
from sim.table import SHOWN_SIZE, compiled

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


def _sweep(text: str) -> str | int:
    if text in ("none", "captured"):
        return text
    if not text.isdecimal() or not 0 < int(text) <= _LARGEST_AMOUNT:
        raise BadInput(f"accepted: none, captured, or a whole number 1 … {_LARGEST_AMOUNT}")
    return int(text)


def _count_or_none(text: str) -> int | None:
    if text.lower() in ("none", "null"):
        return None
    if not text.isdecimal() or not 0 < int(text) <= _LARGEST_AMOUNT:
        raise BadInput(f"accepted: none, or a whole number 1 … {_LARGEST_AMOUNT}")
    return int(text)


_LARGEST_AMOUNT = 10_000
_BOOLEANS = (False, True)


@dataclass(frozen=True)
class Choice:
    """One value of an option, and what it changes in the table."""

    value: Any
    """The native value: a boolean, a number or a word."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """New values of fields."""
    rows: tuple[Combination, ...] = ()
    """Ordinary combinations, each in place of that of its type, or new."""


@dataclass(frozen=True)
class Option:
    """A switch with a name of its own that changes several things at once."""

    name: str
    """How `--set` and records call it; it goes before a field of that name."""
    text: str
    """One line for a card player."""
    choices: tuple[Choice, ...]
    """The values, the default first; the default changes nothing."""

    @property
    def values(self) -> tuple[Any, ...]:
        """The values it takes, the default first."""
        return tuple(choice.value for choice in self.choices)

    def changed(self, combinations: tuple[Combination, ...], value: Any) -> dict[str, Any]:
        """Return the fields that a value changes, given the combinations before."""
        chosen = next(choice for choice in self.choices if choice.value == value)
        changes = dict(chosen.fields)
        if chosen.rows:
            new = {row.kind: row for row in chosen.rows}
            kept = tuple(new.pop(row.kind, row) for row in combinations)
            changes["combinations"] = kept + tuple(new.values())
        return changes


@dataclass(frozen=True)
class Rules:
    """One game's rules.

    Raises
    ------
    BadInput
        If two fields contradict each other; both are named.
    """

    id: str
    """The rule set's name on the command line."""
    title: str
    """The game's name in words."""
    number: int
    """Rules number: changes when behaviour changes, never for a speed-up."""

    seats: int = _field("players", _whole(2, tables.MAX_SEATS))
    decks: int = _field("packs of cards shuffled together", (1, 2, 3))
    jokers: bool = _field("whether each pack has its two jokers", _BOOLEANS)
    sides: str = _field(
        "who wins together: every second seat (fixed), each seat for itself (solo), or the holders "
        "of the spade aces, whom nobody knows (hidden)",
        ("fixed", "solo", "hidden"),
    )
    leader_card: str = _field("who gets it first leads", _leader_card)
    next_leader: str = _field(
        "who leads a match's later hands: again by the card, the last hand's first out, or the "
        "seat that did not go out",
        ("card", "first_out", "not_out"),
    )
    dealt_first: str = _field(
        "who is dealt the first card: each seat in turn, or in a match the last hand's first out",
        ("rotates", "first_out"),
    )
    combinations: tuple[Combination, ...] = _field("ordinary combinations", parse_combinations)
    bombs: tuple[Bomb, ...] = _field("bombs, weakest first", parse_bombs)
    bombs_beat_all: bool = _field(
        "whether a bomb beats every combination whose row says nothing else", _BOOLEANS
    )
    wild_jokers: bool = _field(
        "whether a joker stands for any other card in combinations of several cards", _BOOLEANS
    )
    show_bombs: str = _field(
        f"bombs of {SHOWN_SIZE} or more of a rank: as any bomb (off), all shown after the deal "
        "(auto), or not played (never)",
        ("off", "auto", "never"),
    )
    must_beat: bool = _field("whether a follower who can beat the top play must", _BOOLEANS)
    pass_is_final: bool = _field("whether a seat that passed is out of the trick", _BOOLEANS)
    lead_after_out: str = _field(
        "who leads when the trick's taker is out: its team-mate, or the next seat",
        ("partner", "next"),
    )
    hand_ends: str = _field(
        "when all seats of a side are out (side_out), when one seat holds cards (one_left), or at "
        "that and when a side is out before any opponent (sweep)",
        ("side_out", "one_left", "sweep"),
    )
    first_out_bonus: int = _field("points for the first out", _amount)
    left_penalty: int = _field("points off for each seat still holding cards", _amount)
    left_points: str = _field(
        "card points left in hands: nobody's, taken off the seat, or the third out's side's",
        ("nobody", "deducted", "third_out"),
    )
    last_tricks: str = _field(
        "what the last seat has captured: its own, or the first out's side's", ("keep", "to_first")
    )
    sweep: str | int = _field(
        "what a side is paid that is out before any opponent, the others nothing: nothing special, "
        "all captured points, or a number of points",
        _sweep,
    )
    catch: str = _field(
        "whether a side with seats left pays for them: off, to nobody, or to the other side",
        ("off", "deduct", "transfer"),
    )
    catch_one: int = _field("points paid with one seat left", _amount)
    catch_two: int = _field("points paid with two seats left", _amount)
    catch_by_first: bool = _field("whether only the first out's side catches others", _BOOLEANS)
    tie: str = _field(
        "who wins at equal points: the side with the earliest out, or nobody", ("first_out", "none")
    )
    doubling: str = _field(
        "payoffs x 2 if the losers captured 0 and none was first out (losers_empty), or if all "
        "below the winner captured 0 together (others_empty)",
        ("never", "losers_empty", "others_empty"),
    )
    payoff: str = _field(
        "side points shared out equally, to each seat in full, the margin over the other side "
        "divided by the step (margin), or 1 for winning, 2 by more than a step, 3 by more than two "
        "(steps)",
        ("shared", "full", "margin", "steps"),
    )
    payoff_step: int = _field("points of a step", _amount)
    target: int | None = _field("points that end a match", _count_or_none)
    hands: int | None = _field("hands that end a match", _count_or_none)
    match_adds: str = _field(
        "what a match adds up: side points, or payoffs", ("side_points", "payoff")
    )
    match_doubling: str = _field(
        "doubling judged on the whole match, or added hand by hand", ("once", "each_hand")
    )
    match_bonus: int = _field("percent added to the points of a match's winner", _amount)
    match_pays: str = _field(
        "a match pays its points, a prize won or lost (prize), or by places 2 1 -1 -2 (places)",
        ("points", "prize", "places"),
    )
    match_prize: int = _field("points of the prize", _amount)
    switches: tuple[Option, ...] = field(default=(), compare=False)
    """Options that change several fields at once."""
    options: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The overridden options and fields with their native values."""
    declared: Rules | None = field(default=None, compare=False, repr=False)
    """The rules without options; None where these are they."""

    def __post_init__(self) -> None:
        """Refuse fields that contradict each other, naming both."""
        for one, other, why in contradictions(self):
            values = f"{one}={self.text_of(one)}"
            if other != one:
                values += f" and {other}={self.text_of(other)}"
            raise BadInput(f"{self.id}: {values} cannot go together: {why}")

    def text_of(self, name: str) -> str:
        """Return an option's or field's value as `--set` reads it."""
        return _plain(self.native(name))

    def native(self, name: str) -> Any:
        """Return an option's or field's value as documents hold it."""
        for option in self.switches:
            if option.name == name:
                return self.options.get(name, option.values[0])
        return _native(name, getattr(self, name))

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

        Plain ones first, each kind by width, so that a search can stop early.
        """
        return tuple(
            sorted(self.combinations, key=lambda row: (self.is_special(row), KINDS[row.kind].width))
        )

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

    def with_options(self, options: Mapping[str, Any]) -> Rules:
        """Return these rules with options or fields overridden.

        Parameters
        ----------
        options : mapping of str to text or native value
            `--set` gives text, documents give native values. Options that change several fields
            come first, so that a field set by itself has the last word.

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
        base = self.declared or self
        accepted = base.accepted
        for name in options:
            if name not in accepted:
                raise BadInput(f"{self.id} has no option '{name}'; it has {', '.join(accepted)}")
        values = {
            name: _read_value(self.id, name, given, accepted[name])
            for name, given in {**self.options, **options}.items()
        }
        changes: dict[str, Any] = {}
        # A default spelled out is no difference.
        shown = {}
        for option in base.switches:
            if option.name in values:
                value = values.pop(option.name)
                if value != option.values[0]:
                    shown[option.name] = value
                    changes |= option.changed(changes.get("combinations", base.combinations), value)
        for name, value in values.items():
            if value != changes.get(name, getattr(base, name)):
                changes[name] = value
                shown[name] = _native(name, value)
        return replace(base, **changes, options=shown, declared=base)

    @property
    def accepted(self) -> dict[str, Any]:
        """What can be set: options, then fields, each with the values it takes."""
        options = {option.name: option.values for option in self.switches}
        settable = {each.name: each for each in fields(self) if "accepts" in each.metadata}
        named = {
            name: each.metadata["accepts"] for name, each in settable.items() if name not in options
        }
        return options | named

    @cached_property
    def record(self) -> np.ndarray:
        """The rules as kernels read them: an array of one `sim.core.tables.RULES` record."""
        return compiled(self)

    def table(self) -> list[tuple[str, str, str, str]]:
        """Return (name, value, accepted values, meaning) of every option and field."""
        texts = {each.name: each.metadata.get("text", "") for each in fields(self)}
        texts |= {option.name: option.text for option in self.switches}
        return [
            (name, self.text_of(name), _accepted(accepts), texts[name])
            for name, accepts in self.accepted.items()
        ]


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
        _sweep: f"none, captured, 1 … {_LARGEST_AMOUNT}",
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
