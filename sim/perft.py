"""Perft: count the move sequences of an exact length; `python -m sim.perft FILE --divide`.

`perft(0)` is 1; `perft(d)` sums `perft(d - 1)` over all legal moves. A pass is a move, closing a
trick is not; a finished hand has no moves. Plays are counted as concrete cards, or with `ranks`
as patterns, each played as its first choice of cards.

A file holds positions, separated by blank lines. `#` starts a comment. A position is::

    id fiftyk4-1
    game fiftyk4
    option must_beat true
    hand 0 3s 4h 4c
    hand 1 9h 9d
    hand 2 -
    hand 3 Ks
    turn 1
    top 0 3c 3d pair 3
    passed 3
    captured 0 10 0 5
    table 0
    out 2
    perft 1 4
    perft_ranks 1 3

with `option`, `top` (seat, cards, type and rank), `passed`, `captured`, `table`, `out` (in order)
and `aces` (the seats that have played a spade ace, where sides are hidden) only where there are
such.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sim.cards import CardSet, parse_cards
from sim.errors import BadInput
from sim.games import as_climbing, find_rules
from sim.plays import Play, read_play
from sim.position import Position
from sim.rules import Rules

_NONE = "-"


def moves(position: Position, ranks: bool = False) -> list[Play | None]:
    """Return the legal moves, None for a pass; card by card, or with `ranks` as patterns."""
    plays: list[Play | None] = []
    plays += position.legal_plays() if ranks else position.concrete_plays()
    return [*plays, None] if position.can_pass() else plays


def perft(position: Position, depth: int, ranks: bool = False) -> int:
    """Return the number of move sequences of `depth` moves.

    Examples
    --------
    >>> from sim.games import FIFTYK3
    >>> hands = [parse_cards(text) for text in ("3s", "4s 4h", "5s")]
    >>> perft(Position(FIFTYK3, hands, 0), 4), perft(Position(FIFTYK3, hands, 0), 4, ranks=True)
    (5, 3)
    """
    if depth == 0:
        return 1
    if depth == 1:
        return position.count_moves(concrete=not ranks)
    total = 0
    for move in moves(position, ranks):
        position.push(move)
        total += perft(position, depth - 1, ranks)
        position.pop()
    return total


def divide(position: Position, depth: int, ranks: bool = False) -> dict[str, int]:
    """Return the perft of one move less below each first move, by the move's text."""
    counts = {}
    for move in moves(position, ranks):
        position.push(move)
        counts["pass" if move is None else str(move)] = perft(position, depth - 1, ranks)
        position.pop()
    return counts


# ---------------------------------------------------------------- files


@dataclass
class Case:
    """One position of a file and its counts."""

    id: str = ""
    """Its name."""
    position: Position | None = None
    """The position."""
    counts: list[tuple[bool, int, int]] = field(default_factory=list)
    """(ranks, depth, count)."""


def read_cases(path: Path) -> Iterator[Case]:
    """Iterate over the positions of a perft file.

    Raises
    ------
    BadInput
        If the file cannot be read or a line is not understood; says which.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read {path}: {error}") from None
    block: list[tuple[int, str, list[str]]] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        words = line.split("#", 1)[0].split()
        if words:
            block.append((number, words[0], words[1:]))
        elif block and not line.strip():
            yield _case_of(path, block)
            block = []


def _case_of(path: Path, block: list[tuple[int, str, list[str]]]) -> Case:
    case = Case()
    facts = _Facts()
    number = block[0][0]
    try:
        for line_number, name, words in block:
            number = line_number
            if name == "id":
                case.id = " ".join(words)
            elif name in ("perft", "perft_ranks"):
                case.counts.append((name == "perft_ranks", int(words[0]), int(words[1])))
            else:
                facts.add(name, words)
        case.position = facts.position()
    except (BadInput, IndexError, ValueError) as error:
        raise BadInput(f"{path}, line {number}: {error}") from None
    return case


class _Facts:
    """What the lines of a position say."""

    def __init__(self) -> None:
        self.game = ""
        self.options: dict[str, str] = {}
        self.hands: dict[int, str] = {}
        self.turn = 0
        self.top: list[str] = []
        self.seats: dict[str, list[int]] = {
            name: [] for name in ("passed", "captured", "table", "out", "aces")
        }

    def add(self, name: str, words: list[str]) -> None:
        if name == "game":
            self.game = words[0]
        elif name == "option":
            self.options[words[0]] = " ".join(words[1:])
        elif name == "hand":
            self.hands[int(words[0])] = " ".join(words[1:])
        elif name == "turn":
            self.turn = int(words[0])
        elif name == "top":
            self.top = words
        elif name in self.seats:
            self.seats[name] = [int(word) for word in words]
        else:
            known = "id, game, option, hand, turn, top, passed, captured, table, out, aces, perft"
            raise BadInput(f"'{name}' is not one of {known}, perft_ranks")

    def position(self) -> Position:
        rules = as_climbing(find_rules(self.game, self.options))
        texts = [self.hands.get(seat, _NONE) for seat in range(max(self.hands, default=-1) + 1)]
        hands = [CardSet() if text == _NONE else _cards(rules, text) for text in texts]
        top = None
        if self.top:
            *cards, kind, rank = self.top[1:]
            top = read_play(
                rules, _cards(rules, " ".join(cards)), kind, None if rank == _NONE else rank
            )
        return Position(
            rules,
            hands,
            self.turn,
            top=top,
            top_seat=int(self.top[0]) if self.top else None,
            passed=self.seats["passed"],
            captured=self.seats["captured"] or None,
            table_points=sum(self.seats["table"]),
            finish=self.seats["out"],
            aces_played=self.seats["aces"],
        )


def _cards(rules: Rules, text: str) -> CardSet:
    return parse_cards(text, rules.decks, rules.jokers)


def text_of(name: str, position: Position, counts: Sequence[tuple[bool, int, int]]) -> str:
    """Return a position and its counts as `read_cases` reads them."""
    rules = position.rules
    lines = [f"id {name}", f"game {rules.id}"]
    lines += [f"option {option} {rules.text_of(option)}" for option in rules.options]
    lines += [f"hand {seat} {str(hand) or _NONE}" for seat, hand in enumerate(position.hands)]
    lines.append(f"turn {position.turn}")
    if position.top is not None:
        top = position.top
        lines.append(f"top {position.top_seat} {top.cards} {top.type} {top.rank or _NONE}")
    known = {"passed": position.passed, "out": position.finish, "aces": position.aces_played}
    for word, seats in known.items():
        if seats:
            lines.append(f"{word} {' '.join(map(str, seats))}")
    if any(position.captured):
        lines.append(f"captured {' '.join(map(str, position.captured))}")
    if position.table_points:
        lines.append(f"table {position.table_points}")
    lines += [f"perft{'_ranks' * ranks} {depth} {count}" for ranks, depth, count in counts]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- command line


def main(arguments: Sequence[str] | None = None) -> int:
    """Count every position of a file; return 1 if a count differs from the file's."""
    parser = argparse.ArgumentParser(prog="python -m sim.perft", description=perft.__doc__)
    parser.description = "Count the move sequences of the positions in a perft file."
    parser.add_argument("file", type=Path)
    parser.add_argument("--divide", action="store_true", help="also the count below each move")
    parser.add_argument("--most", type=int, help="leave out counts above this many nodes")
    chosen = parser.parse_args(arguments)
    try:
        wrong = sum(_show(case, chosen.divide, chosen.most) for case in read_cases(chosen.file))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    return 1 if wrong else 0


def _show(case: Case, with_divide: bool, most: int | None) -> int:
    """Print one position's counts; return how many are wrong."""
    position = case.position
    assert position is not None
    wrong = 0
    for ranks, depth, known in case.counts:
        if most is not None and known > most:
            continue
        start = time.perf_counter()
        count = perft(position, depth, ranks)
        speed = count / max(time.perf_counter() - start, 1e-9)
        verdict = "ok" if count == known else f"WRONG, file says {known}"
        name = "perft_ranks" if ranks else "perft"
        print(f"{case.id}  {name} {depth} = {count:,}  {speed:,.0f} nodes/s  {verdict}")
        if with_divide or count != known:
            for move, below in divide(position, depth, ranks).items() if depth else ():
                print(f"    {below:>12,}  {move}")
        wrong += count != known
    return wrong


if __name__ == "__main__":
    sys.exit(main())
