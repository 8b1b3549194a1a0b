"""The table language: what may be played, and what beats it, as rows of a rule set.

A rule set lists its ordinary combinations and its ladder of bombs, weakest first. Nothing else in
the project knows a combination: generation, classification, comparison and the help texts all
read these rows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sim.cards import RANK_LETTERS, RANKS
from sim.errors import BadInput


@dataclass(frozen=True)
class Kind:
    """What a type of combination is made of."""

    width: int
    """Cards of one rank in each group."""
    is_run: bool
    """Whether groups of consecutive ranks are joined."""
    kicker: int
    """Cards in a kicker: 0 none, 1 a single, 2 two cards."""
    text: str
    """One line for a card player."""
    kickers: str = "apart"
    """How kickers are chosen unless a row says otherwise: a name of `KICKERS`."""
    one_suit: bool = False
    """Whether all its cards are of one suit."""
    above: str = ""
    """The type it is compared with, standing just above its equals."""
    kicker_count: int = 1
    """Kickers that each group carries."""


KICKERS = {
    "apart": "each kicker of another rank, a kicker of two cards being a pair",
    "any": "any cards, equal ones too",
    "matched": "a pair, two of one suit, two of 5 T K, or a 3 and any card",
    "bombless": "any cards, equal ones too, that hold no bomb",
    "unjoined": "bombless, and no group that would lengthen the run",
}
"""How kickers may be chosen; none ever has a rank of the groups it goes with."""

KINDS = {
    "single": Kind(1, False, 0, "one card"),
    "pair": Kind(2, False, 0, "two of a rank"),
    "triple": Kind(3, False, 0, "three of a rank"),
    "quad": Kind(4, False, 0, "four of a rank that are no bomb"),
    "straight": Kind(1, True, 0, "consecutive ranks, one card each"),
    "straight_flush": Kind(1, True, 0, "a straight in one suit", one_suit=True, above="straight"),
    "pair_run": Kind(2, True, 0, "consecutive ranks, two cards each"),
    "triple_run": Kind(3, True, 0, "consecutive ranks, three cards each"),
    "quad_run": Kind(4, True, 0, "consecutive ranks, four cards each"),
    "triple_single": Kind(3, False, 1, "a triple and one kicker"),
    "triple_pair": Kind(3, False, 2, "a triple and a pair as kicker"),
    "triple_two": Kind(3, False, 2, "a triple and two kickers", "any"),
    "full_house": Kind(3, False, 2, "a triple and two cards that go together", "matched"),
    "triple_run_singles": Kind(3, True, 1, "a triple run and as many single kickers"),
    "triple_run_pairs": Kind(3, True, 2, "a triple run and as many pairs as kickers"),
    "triple_run_twos": Kind(3, True, 2, "a triple run and twice as many kickers", "any"),
    "quad_singles": Kind(4, False, 1, "four of a rank and two single kickers", kicker_count=2),
    "quad_pairs": Kind(4, False, 2, "four of a rank and two pairs as kickers", kicker_count=2),
    "suit_run": Kind(1, True, 0, "consecutive ranks in one suit", one_suit=True),
}
"""The types of ordinary combinations (RULES.md §2), by name."""

BOMB_TEXTS = {
    "mixed_fifty_k": "5, T and K not all of one suit",
    "pure_fifty_k": "5, T and K of one suit",
    "bomb": "cards of one rank",
    "four_twos": "all four 2s",
    "joker_bomb": "jokers only",
}
"""The types of bombs, by name."""

EVERY_BOMB, NO_BOMB = "every bomb", "no bomb"


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
    """Lowest rank of a group; A where a run may begin A 2 3."""
    high: str = "2"
    """Highest rank of a group."""
    kickers: str = ""
    """How kickers are chosen, where not as the kind says: a name of `KICKERS`."""
    any_length: bool = False
    """Whether runs of different length are compared: by top rank, then the longer is higher."""
    joker_pair: bool = False
    """Whether little and big joker are the highest pair."""
    beaten_from: str = EVERY_BOMB
    """The weakest rung of the bomb ladder that beats it, or `EVERY_BOMB`, `NO_BOMB`."""

    def __post_init__(self) -> None:
        """Refuse a row that says nothing or contradicts itself."""
        if self.kind not in KINDS:
            raise BadInput(f"no combination '{self.kind}'; there are {', '.join(KINDS)}")
        if self._most < 1:
            raise BadInput(f"{self.kind}: no ranks from {self.low} up to {self.high}")
        least = 2 if self.is_run else 1
        if not least <= self.shortest <= self.longest <= self._most:
            raise BadInput(
                f"{self.kind}: shortest={self.shortest} and longest={self.longest} contradict each "
                f"other or its ranks {self.low}-{self.high}; accepted: {least} … {self._most}"
            )
        if self.kickers and (self.kickers not in KICKERS or not KINDS[self.kind].kicker):
            raise BadInput(f"{self.kind}: kickers '{self.kickers}'; there are {', '.join(KICKERS)}")
        if self.kickers == "unjoined" and not self.is_run:
            raise BadInput(f"{self.kind}: unjoined kickers go with a run")
        if self.joker_pair and self.kind != "pair":
            raise BadInput(f"{self.kind}: a joker pair is a pair")

    @property
    def _most(self) -> int:
        """Groups that the ranks allow."""
        return ranks_between(self.low, self.high)

    @property
    def is_run(self) -> bool:
        """Whether the row's combinations join consecutive ranks."""
        return KINDS[self.kind].is_run

    @property
    def low_ace(self) -> bool:
        """Whether an ace may stand below 2, and that below 3."""
        return self.is_run and self.low == self.high == "A"

    @property
    def group_size(self) -> int:
        """Cards that one group takes, its kickers included."""
        kind = KINDS[self.kind]
        return kind.width + kind.kicker * kind.kicker_count

    @property
    def kicker_choice(self) -> str:
        """How kickers are chosen, a name of `KICKERS`."""
        return self.kickers or KINDS[self.kind].kickers

    def __str__(self) -> str:
        """Return the row as `--set` reads it."""
        words = [self.kind]
        if self.is_run:
            words += [f"{self.shortest}-{self.longest}", f"{self.low}-{self.high}"]
        elif (self.low, self.high) != ("3", "2"):
            words += [f"{self.low}-{self.high}"]
        if self.kickers:
            words += [self.kickers, "kickers"]
        if self.any_length:
            words += ["any length"]
        if self.joker_pair:
            words += ["with joker pair"]
        if self.beaten_from == NO_BOMB:
            words += ["beaten by no bomb"]
        elif self.beaten_from != EVERY_BOMB:
            words += ["beaten from", self.beaten_from]
        return " ".join(words)


@dataclass(frozen=True)
class Bomb:
    """One rung of the bomb ladder."""

    kind: str
    """A name of `BOMB_TEXTS`."""
    size: int = 3
    """Cards of one rank, for a `bomb`; number of jokers, for a `joker_bomb`."""
    by_suit: bool = False
    """Whether pure fifty-Ks rank by suit, spade > heart > club > diamond."""
    cards: str = ""
    """The exact jokers of a `joker_bomb`, such as LB; without, any of its size."""

    def __post_init__(self) -> None:
        """Refuse a rung that says nothing."""
        if self.kind not in BOMB_TEXTS:
            raise BadInput(f"no bomb '{self.kind}'; there are {', '.join(BOMB_TEXTS)}")

    def __str__(self) -> str:
        """Return the rung as `--set` reads it."""
        if self.kind == "bomb":
            return f"bomb {self.size}"
        if self.kind == "joker_bomb":
            return f"joker_bomb {self.cards or self.size}"
        return self.kind + (" by_suit" if self.by_suit else "")


def ranks_between(low: str, high: str) -> int:
    """Return the number of ranks from one to another; from A to A all thirteen, A counted once."""
    if low == high == "A":
        return len(RANKS)
    return RANK_LETTERS.index(high) - RANK_LETTERS.index(low) + 1


def joker_bomb(cards: str) -> Bomb:
    """Return the rung of exactly these jokers, such as LB."""
    return Bomb("joker_bomb", len(cards), cards=cards)


def run(kind: str, shortest: int, low: str = "3", high: str = "A", **more: Any) -> Combination:
    """Return the row of a run as long as its ranks allow."""
    return Combination(kind, shortest, ranks_between(low, high), low, high, **more)


_RANK = f"[{RANK_LETTERS}]"
_LENGTHS = r"(?: (?P<shortest>\d+)(?:-(?P<longest>\d+)|\+)?)?"
_RANKS_AND_MORE = (
    rf"(?: (?P<low>{_RANK})-(?P<high>{_RANK}))?"
    r"(?: (?P<kickers>\w+) kickers)?(?P<any_length> any length)?(?P<joker_pair> with joker pair)?"
    r"(?: beaten (?:by (?P<unbeaten>no bomb)|from (?P<beaten_from>[\w ]+)))?"
)
_RUN_ROW = re.compile(rf"\w+{_LENGTHS}{_RANKS_AND_MORE}")
_GROUP_ROW = re.compile(rf"\w+{_RANKS_AND_MORE}")
"""A group has no length, so what stands there are ranks: `pair 5-9`."""


def parse_combinations(text: str) -> tuple[Combination, ...]:
    """Read rows such as `single, pair, straight 5-12 3-A`; `5+` means as long as ranks allow.

    Raises
    ------
    BadInput
        If a row is not understood or a type is listed twice.
    """
    rows = tuple(_parse_row(part.strip()) for part in text.split(","))
    if len({row.kind for row in rows}) < len(rows):
        raise BadInput("combinations: a type is listed twice")
    return rows


def _parse_row(part: str) -> Combination:
    kind = part.partition(" ")[0]
    is_run = kind not in KINDS or KINDS[kind].is_run
    found = (_RUN_ROW if is_run else _GROUP_ROW).fullmatch(part)
    if not found:
        raise BadInput(f"combinations: '{part}' is not like 'straight 5-12 3-A' or 'pair'")
    if kind not in KINDS:
        raise BadInput(f"combinations: '{part}': types are {', '.join(KINDS)}")
    low, high = found["low"] or "3", found["high"] or ("A" if is_run else "2")
    least = int(found["shortest"] or 2) if is_run else 1
    most = int(found["longest"] or ranks_between(low, high)) if is_run else 1
    return Combination(
        kind,
        least,
        most,
        low,
        high,
        kickers=found["kickers"] or "",
        any_length=bool(found["any_length"]),
        joker_pair=bool(found["joker_pair"]),
        beaten_from=found["unbeaten"] or found["beaten_from"] or EVERY_BOMB,
    )


def parse_bombs(text: str) -> tuple[Bomb, ...]:
    """Read a ladder such as `mixed_fifty_k < pure_fifty_k by_suit < bomb 4`, weakest first.

    Raises
    ------
    BadInput
        If a rung is not understood.
    """
    return tuple(_parse_rung(part.strip()) for part in text.split("<") if part.strip())


def _parse_rung(part: str) -> Bomb:
    kind, *said = part.split()
    match kind, said:
        case (("bomb" | "joker_bomb"), [size]) if size.isdecimal():
            return Bomb(kind, int(size))
        case "joker_bomb", [cards] if re.fullmatch("L{0,3}B{0,3}", cards):
            return joker_bomb(cards)
        case "pure_fifty_k", ["by_suit"]:
            return Bomb(kind, by_suit=True)
        case (("mixed_fifty_k" | "pure_fifty_k" | "four_twos"), []):
            return Bomb(kind)
    raise BadInput(
        f"bombs: '{part}' is not like 'mixed_fifty_k', 'pure_fifty_k by_suit', 'bomb 4', "
        "'four_twos', 'joker_bomb LB' or 'joker_bomb 4'"
    )
