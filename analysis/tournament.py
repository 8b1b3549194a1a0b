"""A tournament's folder: every block of every line-up, played once and kept.

```
DIR/
  tournament.json        rules, options, seed, strategies in the order they joined, versions
  pair-0-1/hands/*.parquet   the payoffs of strategies 0 and 1 against each other, a row a deal
```

A file that is there is finished. Another strategy joins at the end of the list, and only its own
line-ups are played; more deals extend every line-up.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from analysis.blocks import FloatArray
from analysis.experiment import Player, versions
from analysis.folder import (
    HANDS,
    Chunk,
    chunk_at,
    find_chunks,
    is_foreign,
    joined,
    locked,
    made,
    read_json,
    remove_unfinished,
    replacing,
    without,
    write_in_one_step,
)
from analysis.line_ups import Block
from analysis.rows import rows_in
from analysis.workers import chunks, deals_at_once, map_in_order
from sim.core.tables import PAYOFF_UNIT
from sim.errors import BadInput
from sim.families import deal_hands, play_deals
from sim.games import find_rules
from sim.policy import Policy
from sim.rule_set import RuleSet

FORMAT: Final = "fiftyk-tournament/1"
TOURNAMENT_FILE: Final = "tournament.json"
CHUNK: Final = 8192
"""Deals of a file."""
DEALS_AT_ONCE: Final = 1024
"""Deals between two looks at whether to stop."""


@dataclass(frozen=True)
class Entrant:
    """A strategy as a tournament knows it."""

    label: str
    """Its name with parameters."""
    parameters: dict[str, float]
    """Every parameter's value."""
    source_hash: str | None = None
    """SHA-256 of a user's file."""

    @classmethod
    def of(cls, player: Player) -> Entrant:
        """Return a strategy's entry."""
        return cls(player.label, dict(player.values), player.source_hash)

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Entrant:
        """Return what `to_json` wrote."""
        return cls(str(document["strategy"]), dict(document["parameters"]), document.get("sha256"))

    def to_json(self) -> dict[str, Any]:
        """Return its entry in a folder's document."""
        entry = {"strategy": self.label, "parameters": self.parameters}
        return entry if self.source_hash is None else entry | {"sha256": self.source_hash}

    @property
    def name(self) -> str:
        """Its label without the folder of a user's file: the file is the same wherever it lies."""
        return self.label if self.source_hash is None else self.label.rpartition("/")[2]


@dataclass(frozen=True)
class Tournament:
    """Everything that decides what a tournament's folder holds."""

    rules: RuleSet
    seed: int
    entrants: tuple[Entrant, ...]
    """In the order in which they joined: their numbers in the line-ups."""
    versions: dict[str, str] = field(default_factory=versions, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return the document that `tournament.json` holds."""
        return {
            "format": FORMAT,
            "rules": self.rules.id,
            "rules_number": self.rules.number,
            "options": dict(sorted(self.rules.options.items())),
            "seed": self.seed,
            "strategies": [each.to_json() for each in self.entrants],
            "versions": self.versions,
        }


@dataclass(frozen=True)
class Played:
    """What a call of `play_blocks` did."""

    hands: int
    """Hands played now."""
    kept: int
    """Hands that were there already."""


@contextmanager
def opened(
    folder: str | Path, rules: RuleSet, players: Sequence[Player], seed: int
) -> Iterator[tuple[Tournament, tuple[int, ...]]]:
    """Make or open a tournament's folder as its only writer.

    Parameters
    ----------
    folder : path
        Made if it is not there.
    rules : RuleSet
    players : sequence of Strategy
        Who is to take part; those that the folder does not know join it.
    seed : int
        Of deals and draws.

    Yields
    ------
    tournament : Tournament
        All that the folder holds.
    numbers : tuple of int
        The number of each of `players` there.

    Raises
    ------
    BadInput
        If the folder holds something else, or a strategy has changed since; says what differs.
    """
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise BadInput(f"{path} is a file; a tournament is kept in a directory")
    if is_foreign(path, TOURNAMENT_FILE):
        raise BadInput(f"{path} is not empty and no tournament; name another")
    is_new = not path.exists()
    with made(path):
        try:
            with locked(path):
                for place in (path, *(each.parent for each in path.glob(f"*/{HANDS}"))):
                    remove_unfinished(place)
                entering = [Entrant.of(each) for each in players]
                document = _read(path)
                old = _check(path, document, rules) if document else Tournament(rules, seed, ())
                if old.seed != seed:
                    raise BadInput(f"{path} holds another tournament: seed: {old.seed} → {seed}")
                tournament, numbers = _joined(path, old, entering)
                if document is None or tournament != old:
                    text = json.dumps(tournament.to_json(), indent=2, ensure_ascii=False) + "\n"
                    write_in_one_step(path / TOURNAMENT_FILE, text.encode())
                yield tournament, numbers
        finally:
            if is_new and not any(path.glob("*/")):
                for leftover in path.iterdir():
                    leftover.unlink()


def play_blocks(  # noqa: PLR0913
    folder: str | Path,
    tournament: Tournament,
    wanted: Iterable[tuple[Block, int]],
    policies: dict[int, Policy],
    *,
    threads: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Played:
    """Play the line-ups' deals that a folder does not hold yet.

    Parameters
    ----------
    folder : path
        Of the tournament.
    tournament : Tournament
        What it holds.
    wanted : iterable of (Block, deals)
        How many deals of each line-up there are to be.
    policies : dict of int to Policy
        By the strategies' numbers.
    threads : int
        They change nothing but the time.
    progress : function, optional
        Called with the number of hands played so far.

    Raises
    ------
    StrategyFault
        If a strategy raised or answered illegally.
    KeyboardInterrupt
        When interrupted; what is finished is kept.
    """
    root = Path(folder)
    left: list[tuple[Block, range]] = []
    kept = 0
    for block, deals in wanted:
        gaps = without((0, deals), _finished(root / block.key))
        left += [(block, some) for low, high in gaps for some in chunks(low, high - low, CHUNK)]
        kept += len(block.seatings) * (deals - sum(high - low for low, high in gaps))
    stopped = threading.Event()

    def play(job: tuple[Block, range]) -> int:
        block, numbers = job
        payoff = _play(tournament, block, numbers, policies, stopped)
        place = root / block.key
        (place / HANDS).mkdir(parents=True, exist_ok=True)
        with replacing(chunk_at(place, numbers.start, numbers.stop).path) as unfinished:
            _write(block, payoff, numbers, unfinished)
        return len(numbers) * len(block.seatings)

    hands = 0
    for played in map_in_order(play, left, threads, on_leave=stopped.set):
        hands += played
        if progress is not None:
            progress(hands)
    return Played(hands, kept)


def hands_left(folder: str | Path, wanted: Iterable[tuple[Block, int]]) -> int:
    """Return how many hands `play_blocks` would play."""
    root = Path(folder)
    return sum(
        len(block.seatings)
        * sum(high - low for low, high in without((0, deals), _finished(root / block.key)))
        for block, deals in wanted
    )


def read_tournament(folder: str | Path) -> Tournament:
    """Return what a tournament's folder holds; nothing is written.

    Raises
    ------
    BadInput
        If it is no tournament's, or of other rules than those known here.
    """
    path = Path(folder)
    document = _read(path)
    if document is None:
        raise BadInput(f"{path} holds no tournament: it lacks {TOURNAMENT_FILE}")
    try:
        return _check(path, document, find_rules(document["rules"], document["options"]))
    except (KeyError, TypeError) as error:
        raise BadInput(f"{path / TOURNAMENT_FILE} is not complete: {error!r}") from None


def deals_held(folder: str | Path, block: Block) -> int:
    """Return how many of a line-up's deals there are, from the first without a gap."""
    ranges = joined((each.low, each.high) for each in _whole_chunks(Path(folder) / block.key))
    return ranges[0][1] if ranges and ranges[0][0] == 0 else 0


def read_payoff(folder: str | Path, block: Block, deals: int) -> FloatArray:
    """Return a line-up's payoffs in points, shape (deals, seatings, seats).

    Raises
    ------
    BadInput
        If not all of them have been played.
    """
    parts = []
    for chunk in find_chunks(Path(folder) / block.key):
        if chunk.low < deals:
            table = pq.read_table(chunk.path)
            columns = [table[name].to_numpy() for name in _columns(block)]
            parts.append(np.stack(columns, axis=1)[: deals - chunk.low])
    found = sum(map(len, parts))
    if found != deals:
        raise BadInput(f"{folder}: {block.key} has {found} of {deals} deals")
    payoff: FloatArray = np.concatenate(parts) / PAYOFF_UNIT
    return payoff.reshape(deals, len(block.seatings), -1)


def _play(
    tournament: Tournament,
    block: Block,
    numbers: range,
    policies: dict[int, Policy],
    stopped: threading.Event,
) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return payoffs in whole parts of a point, shape (deals, seatings, seats)."""
    dealt = deal_hands(tournament.rules, tournament.seed, numbers)
    seated = [[policies[who] for who in seating] for seating in block.seatings]
    step = deals_at_once(DEALS_AT_ONCE, (policy for each in seated for policy in each))
    parts = []
    for start in range(0, len(dealt), step):
        some = dealt.take(slice(start, start + step))
        if stopped.is_set():
            raise InterruptedError
        parts.append(np.stack([play_deals(each, some).payoff for each in seated], axis=1))
    whole: np.ndarray[Any, np.dtype[np.int32]] = np.rint(
        np.concatenate(parts) * PAYOFF_UNIT
    ).astype(np.int32)
    return whole


def _columns(block: Block) -> list[str]:
    return [
        f"payoff_{seating}_{seat}"
        for seating, seated in enumerate(block.seatings)
        for seat in range(len(seated))
    ]


def _write(
    block: Block, payoff: np.ndarray[Any, np.dtype[np.int32]], numbers: range, path: Path
) -> None:
    flat = payoff.reshape(len(payoff), -1)
    columns = {"deal": np.arange(numbers.start, numbers.stop)}
    columns |= dict(zip(_columns(block), flat.T, strict=True))
    pq.write_table(
        pa.table(columns, metadata={"fiftyk": json.dumps({"payoff_unit": PAYOFF_UNIT})}),
        path,
        compression="zstd",
        write_statistics=["deal"],
    )


def _finished(place: Path) -> tuple[tuple[int, int], ...]:
    """Return the deals of a line-up that are there; remove a file that was damaged later."""
    whole = _whole_chunks(place)
    for chunk in find_chunks(place):
        if chunk not in whole:
            chunk.path.unlink()
    return joined((each.low, each.high) for each in whole)


def _whole_chunks(place: Path) -> list[Chunk]:
    return [each for each in find_chunks(place) if rows_in(each.path) == each.deals]


def _read(folder: Path) -> dict[str, Any] | None:
    path = folder / TOURNAMENT_FILE
    if not path.exists():
        return None
    try:
        document = read_json(path)
        if document["format"] != FORMAT:
            raise ValueError(f"its format is {document['format']}, not {FORMAT}")
    except KeyError as error:
        raise BadInput(f"{path} lacks {error}") from None
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"{path} cannot be read: {error}") from None
    return dict(document)


def _check(folder: Path, document: dict[str, Any], rules: RuleSet) -> Tournament:
    """Return what a folder holds; refuse other rules."""
    options = dict(sorted(rules.options.items()))
    pairs = [
        ("rules", document["rules"], rules.id),
        ("rules number", document["rules_number"], rules.number),
        ("options", document["options"], options),
    ]
    found = [f"{name}: {old} → {new}" for name, old, new in pairs if old != new]
    if found:
        raise BadInput(f"{folder} holds another tournament: {'; '.join(found)}")
    entrants = tuple(map(Entrant.from_json, document["strategies"]))
    return Tournament(rules, int(document["seed"]), entrants, dict(document.get("versions", {})))


def _joined(
    folder: Path, old: Tournament, entering: Sequence[Entrant]
) -> tuple[Tournament, tuple[int, ...]]:
    """Return the tournament with new entrants at its end, and everyone's number."""
    entrants = list(old.entrants)
    numbers: list[int] = []
    for each in entering:
        known = {entrant.name: number for number, entrant in enumerate(entrants)}
        number = known.get(each.name)
        if number is None:
            number = len(entrants)
            entrants.append(each)
        elif replace(entrants[number], label=each.label) != each:
            raise BadInput(f"{folder}: {each.label} is not the strategy of that name that played")
        if number in numbers:
            raise BadInput(f"{each.label} is named twice")
        numbers.append(number)
    return replace(old, entrants=tuple(entrants)), tuple(numbers)
