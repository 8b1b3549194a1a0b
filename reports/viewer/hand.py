"""What a replay page says about one hand, as plain frozen dataclasses without a word of HTML.

`reports.viewer.climbing` fills these from a record of a climbing game; `reports.viewer.render` lays
them out. A game of another kind needs only a function of its own that fills them.
"""

from __future__ import annotations

from dataclasses import dataclass

from reports.page import Fact


@dataclass(frozen=True)
class ShownCard:
    """A card as it is drawn."""

    rank: str
    """What stands in its corner: "10", "K"; "LJ" and "BJ" for jokers."""
    suit: str
    """s, h, c or d; L or B for the little and the big joker."""
    words: str
    """Its name for readers who do not see it: "10 of hearts"."""
    points: int = 0
    """Card points."""
    leaves: int | None = None
    """Number of the play with which it leaves its hand; None where it stays to the end."""


@dataclass(frozen=True)
class Choice:
    """One thing that could have been played."""

    text: str
    """The ranks of its cards: "5 10 K"."""
    made: bool = False
    """Whether it is what was played."""


@dataclass(frozen=True)
class Choices:
    """Everything of one type that could have been played."""

    type: str
    """The type in words: "pair"."""
    total: int
    """How many there are."""
    shown: tuple[Choice, ...]
    """The first of them, and the one that was played."""


@dataclass(frozen=True)
class Turn:
    """One play or pass, and how the table stands after it."""

    number: int
    """Its number in the record, from 0."""
    seat: int
    cards: tuple[ShownCard, ...]
    """The cards laid down; none for a pass."""
    what: str
    """What they are: "pair of 9s"; "pass"."""
    leads: bool
    """Whether it opens a trick."""
    trick: int
    """Number of its trick, from 0."""
    table_points: int
    """Card points of its trick so far."""
    captured: tuple[int, ...]
    """Card points that each seat has taken by now."""
    out: tuple[int, ...]
    """The seats that are out by now, in order."""
    sentence: str
    """The turn in one sentence, read out as it is stepped to."""
    choices: tuple[Choices, ...]
    """What could have been played, by type; the play made included."""
    may_pass: bool
    """Whether the seat could have passed."""

    @property
    def passes(self) -> bool:
        """Whether nothing was laid down."""
        return not self.cards

    @property
    def total(self) -> int:
        """Number of plays there were to choose from, the pass left out."""
        return sum(each.total for each in self.choices)


@dataclass(frozen=True)
class Seat:
    """A seat at the table, and what the hand came to for it."""

    number: int
    strategy: str
    side: str
    """Its side in words: "side 0"; empty where each seat plays for itself."""
    cards: tuple[ShownCard, ...]
    """The hand as dealt."""
    leads: bool
    """Whether it leads the first trick."""
    place: str
    """When it went out: "1st"; empty where it never did."""
    captured: int
    """Card points taken, the end of the hand included."""
    left: int
    """Card points left in its hand."""
    payoff: str


@dataclass(frozen=True)
class Note:
    """Something to be said about one play: "The first different play"."""

    play: int
    """Number of the play."""
    text: str
    """May use the marks of `reports.page`."""
    href: str = ""
    """Where more about it is; empty for nowhere."""
    link: str = ""
    """What the link says."""


@dataclass(frozen=True)
class ShownHand:
    """A whole hand, ready to be stepped through."""

    title: str
    """Heading, with the marks of `reports.page`."""
    subtitle: str
    """One line under it: rules, seed, options."""
    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...]
    verdict: str
    """What the hand came to, in one sentence."""
    facts: tuple[Fact, ...]
    """Rules, options, seed, deal, the command that shows it."""
    notes: tuple[Note, ...] = ()

    def note(self, play: int) -> Note | None:
        """Return what is to be said about a play."""
        return next((note for note in self.notes if note.play == play), None)
