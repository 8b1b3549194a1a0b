"""The table language: what may be played, and what beats it, as rows of a rule set.

A rule set lists its ordinary combinations and its ladder of bombs, weakest first. Nothing else in
the project knows a combination: generation, classification, comparison and the help texts all
read these rows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sim.cards import RANKS
from sim.errors import BadInput


@dataclass(frozen=True)
class Kind:
    """What a type of combination is made of."""

    width: int
    """Cards of one rank in each group."""
    is_run: bool
    """Whether groups of consecutive ranks are joined."""
    kicker: int
    """Cards in the kicker each group carries: 0 none, 1 a single, 2 a pair."""
    text: str
    """One line for a card player."""


KINDS = {
    "single": Kind(1, False, 0, "one card"),
    "pair": Kind(2, False, 0, "two of a rank"),
    "triple": Kind(3, False, 0, "three of a rank"),
    "quad": Kind(4, False, 0, "four of a rank that are no bomb"),
    "straight": Kind(1, True, 0, "consecutive ranks, one card each"),
    "pair_run": Kind(2, True, 0, "consecutive ranks, two cards each"),
    "triple_run": Kind(3, True, 0, "consecutive ranks, three cards each"),
    "quad_run": Kind(4, True, 0, "consecutive ranks, four cards each"),
    "triple_single": Kind(3, False, 1, "a triple and one kicker"),
    "triple_pair": Kind(3, False, 2, "a triple and a pair as kicker"),
    "triple_run_singles": Kind(3, True, 1, "a triple run and as many single kickers"),
    "triple_run_pairs": Kind(3, True, 2, "a triple run and as many pairs as kickers"),
}
"""The types of ordinary combinations (RULES.md §2), by name."""

BOMB_TEXTS = {
    "mixed_fifty_k": "5, T and K not all of one suit",
    "pure_fifty_k": "5, T and K of one suit",
    "bomb": "cards of one rank",
}
"""The types of bombs, by name."""


@dataclass(frozen=True)
class Combination:
    """One row of ordinary combinations."""

    kind: str
    """A name of `KINDS`."""
    shortest: int = 1
    """Fewest groups; 1 for what is no run."""
    longest: int = 1
    """Most groups."""
    low: str = "3"
    """Lowest rank of a group."""
    high: str = "2"
    """Highest rank of a group."""

    def __post_init__(self) -> None:
        """Refuse a row that says nothing or contradicts itself."""
        if self.kind not in KINDS:
            raise BadInput(f"no combination '{self.kind}'; there are {', '.join(KINDS)}")
        ranks = RANKS.index(self.high) - RANKS.index(self.low) + 1
        least = 2 if self.is_run else 1
        if not least <= self.shortest <= self.longest <= max(ranks, 1):
            raise BadInput(
                f"{self.kind}: shortest={self.shortest} and longest={self.longest} contradict each "
                f"other or its ranks {self.low}-{self.high}; accepted: {least} … {ranks}"
            )

    @property
    def is_run(self) -> bool:
        """Whether the row's combinations join consecutive ranks."""
        return KINDS[self.kind].is_run

    @property
    def group_size(self) -> int:
        """Cards that one group takes, its kicker included."""
        return KINDS[self.kind].width + KINDS[self.kind].kicker

    def __str__(self) -> str:
        """Return the row as `--set` reads it."""
        if not self.is_run:
            return self.kind
        return f"{self.kind} {self.shortest}-{self.longest} {self.low}-{self.high}"


@dataclass(frozen=True)
class Bomb:
    """One rung of the bomb ladder."""

    kind: str
    """A name of `BOMB_TEXTS`."""
    size: int = 3
    """Cards of one rank, for a `bomb`."""
    by_suit: bool = False
    """Whether pure fifty-Ks rank by suit, spade > heart > club > diamond."""

    def __post_init__(self) -> None:
        """Refuse a rung that says nothing."""
        if self.kind not in BOMB_TEXTS:
            raise BadInput(f"no bomb '{self.kind}'; there are {', '.join(BOMB_TEXTS)}")

    def __str__(self) -> str:
        """Return the rung as `--set` reads it."""
        if self.kind == "bomb":
            return f"bomb {self.size}"
        return self.kind + (" by_suit" if self.by_suit else "")


def run(kind: str, shortest: int, low: str = "3", high: str = "A") -> Combination:
    """Return the row of a run as long as its ranks allow."""
    return Combination(kind, shortest, RANKS.index(high) - RANKS.index(low) + 1, low, high)


_ROW = re.compile(r"(\w+)(?: (\d+)(?:-(\d+)|\+)?(?: ([^\s-]+)-([^\s-]+))?)?")


def parse_combinations(text: str) -> tuple[Combination, ...]:
    """Read rows such as `single, pair, straight 5-12 3-A`; `5+` means as long as ranks allow.

    Raises
    ------
    BadInput
        If a row is not understood or a type is listed twice.
    """
    rows = []
    for part in text.split(","):
        found = _ROW.fullmatch(part.strip())
        if not found:
            raise BadInput(
                f"combinations: '{part.strip()}' is not like 'straight 5-12 3-A' or 'pair'"
            )
        kind, shortest, longest, low, high = found.groups()
        low, high = low or "3", high or ("A" if shortest else "2")
        if low not in RANKS or high not in RANKS or kind not in KINDS:
            raise BadInput(f"combinations: '{part.strip()}': types are {', '.join(KINDS)}")
        least = int(shortest or 2) if KINDS[kind].is_run else 1
        row = run(kind, least, low, high) if KINDS[kind].is_run else Combination(kind)
        if longest:
            row = Combination(kind, least, int(longest), low, high)
        rows.append(row)
    if len({row.kind for row in rows}) < len(rows):
        raise BadInput("combinations: a type is listed twice")
    return tuple(rows)


def parse_bombs(text: str) -> tuple[Bomb, ...]:
    """Read a ladder such as `mixed_fifty_k < pure_fifty_k by_suit < bomb 4`, weakest first.

    Raises
    ------
    BadInput
        If a rung is not understood.
    """
    rungs = []
    for part in filter(None, (piece.strip() for piece in text.split("<"))):
        words = part.split()
        if words[0] == "bomb" and len(words) == 2 and words[1].isdecimal():
            rungs.append(Bomb("bomb", int(words[1])))
        elif words[0] in ("mixed_fifty_k", "pure_fifty_k") and words[1:] in ([], ["by_suit"]):
            rungs.append(Bomb(words[0], by_suit=len(words) == 2))
        else:
            raise BadInput(
                f"bombs: '{part}' is not like 'mixed_fifty_k', 'pure_fifty_k by_suit' or 'bomb 4'"
            )
    return tuple(rungs)
