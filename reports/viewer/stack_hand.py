"""What a replay page says about one hand of stacks, as plain frozen dataclasses.

`reports.viewer.stacks` fills these from a record, `reports.viewer.render` lays them out.
"""

from __future__ import annotations

from dataclasses import dataclass

from reports.page import Fact
from reports.viewer.hand import Choices, Note, ShownCard

Points = tuple[tuple[int, ...], ...]
"""Points of each seat's stacks, suit by suit."""


@dataclass(frozen=True)
class Act:
    """One card laid down or drawn, and how the table stands after it."""

    number: int
    """Its number in the record, from 0."""
    seat: int
    token: str
    """The card as records write it."""
    card: ShownCard
    place: str
    """Where it goes, as records name places."""
    does: str
    """What the seat does: "lays", "draws", "takes"."""
    what: str
    """The act in words: "on its own stack"."""
    begins: bool
    """Whether the seat that led begins a round with it."""
    points: Points
    """As the stacks stand after it."""
    stock: int
    """Cards left in the stock."""
    sentence: str
    """The act in one sentence, read out as it is stepped to."""
    choices: tuple[Choices, ...]
    """What could have been done, by place; the act itself included."""
    may_pass: bool = False
    passes: bool = False

    @property
    def total(self) -> int:
        """Number of acts there were to choose from."""
        return sum(each.total for each in self.choices)


@dataclass(frozen=True)
class ShownStack:
    """A stack at the end of the hand."""

    suit: str
    words: str
    """Its suit in words."""
    cards: tuple[ShownCard, ...]
    """From the bottom up."""
    points: int = 0


@dataclass(frozen=True)
class StackSeat:
    """A seat, and what the hand came to for it."""

    number: int
    strategy: str
    leads: bool
    dealt: tuple[str, ...]
    """The cards dealt, as records write them."""
    hand: tuple[ShownCard, ...]
    """The same as they are drawn."""
    stacks: tuple[ShownStack, ...]
    held: int
    """Cards in its hand at the end."""
    score: int


@dataclass(frozen=True)
class ShownStacks:
    """A whole hand of stacks, ready to be stepped through."""

    title: str
    """Heading, with the marks of `reports.page`."""
    subtitle: str
    """One line under it: rules, seed, options."""
    leader: int
    seats: tuple[StackSeat, ...]
    public: tuple[ShownStack, ...]
    """The public stacks at the end; empty where the game has none."""
    turns: tuple[Act, ...]
    dealt_points: Points
    """Points of the stacks before the first act."""
    stock: int
    """Cards in the stock before it."""
    pack: tuple[tuple[str, ShownCard], ...]
    """Every card by its token."""
    verdict: str
    """What the hand came to, in one sentence."""
    facts: tuple[Fact, ...]
    notes: tuple[Note, ...] = ()

    def note(self, play: int) -> Note | None:
        """Return what is to be said about an act."""
        return next((note for note in self.notes if note.play == play), None)
