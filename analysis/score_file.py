"""Block scores on the disk: what was played once can be asked other questions later.

Two forms are read. Ours is a Parquet file with a row a pair and deal, in deal order, and the
settings in its metadata. Other programs may hand over counts instead, as a JSON document:
`{"a": "new", "b": "old", "values": [-2, -1, 0, 1, 2], "counts": [13, 37, 50, 25, 3]}`, with the
largest possible size of a score as `"bound"` where it is known.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from analysis.comparisons import PairScores
from analysis.folder import read_json, replacing
from sim.errors import BadInput

SCORES_FORMAT: Final = "fiftyk-scores/1"
MOST_BLOCKS: Final = 100_000_000
"""Blocks of a counts document; more would not fit into memory one by one."""
_MAGIC = b"PAR1"


@dataclass(frozen=True)
class SavedScores:
    """Block scores with what they were played with."""

    pairs: tuple[PairScores, ...]
    """Every pair; deals in order."""
    bound: float | None
    """Largest possible size of a block score; None where nobody knows."""
    rules: str | None = None
    """The rule set's name; None for counts from elsewhere."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Overridden options, native values."""
    seed: int | None = None
    played: Mapping[str, Any] = field(default_factory=dict)
    """All that decides the scores, strategies with parameters and sources; empty if unknown."""
    in_order: bool = True
    """Whether the scores are in deal order; counts have none."""

    @property
    def deals(self) -> int:
        """Deals of the first pair."""
        return int(self.pairs[0].blocks.size)


def save_scores(scores: SavedScores, path: str | Path) -> None:
    """Write block scores as one Parquet file, whole or not at all.

    Raises
    ------
    BadInput
        If it cannot be written.
    """
    about = {
        "format": SCORES_FORMAT,
        "rules": scores.rules,
        "options": dict(scores.options),
        "seed": scores.seed,
        "bound": scores.bound,
        "played": dict(scores.played),
        "pairs": [{"a": each.a, "b": each.b} for each in scores.pairs],
    }
    pairs = scores.pairs
    hands = np.concatenate([each.hands for each in pairs])
    columns = {
        "pair": np.repeat(np.arange(len(pairs), dtype=np.int32), [p.blocks.size for p in pairs]),
        "score": np.concatenate([each.blocks for each in pairs]),
    } | {f"hand_{place}": hands[:, place] for place in range(hands.shape[1])}
    table = pa.table(columns, metadata={"fiftyk": json.dumps(about, ensure_ascii=False)})
    try:
        with replacing(Path(path)) as unfinished:
            try:
                pq.write_table(table, unfinished, compression="zstd")
            except BaseException:
                unfinished.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from None


def read_scores(path: str | Path) -> SavedScores:
    """Read block scores, or counts of them.

    Raises
    ------
    BadInput
        If the file is neither.
    """
    try:
        with Path(path).open("rb") as file:
            is_ours = file.read(len(_MAGIC)) == _MAGIC
        return _read_table(path) if is_ours else _read_counts(path)
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file") from None
    except KeyError as error:
        raise BadInput(f"{path} holds no block scores: it lacks {error}") from None
    except (OSError, pa.ArrowInvalid, ValueError, TypeError) as error:
        raise BadInput(f"{path} holds no block scores: {error}") from None


def _read_table(path: str | Path) -> SavedScores:
    table = pq.read_table(path)
    about = json.loads((table.schema.metadata or {})[b"fiftyk"])
    if about["format"] != SCORES_FORMAT:
        raise ValueError(f"its format is {about['format']}, not {SCORES_FORMAT}")
    pair, score = table["pair"].to_numpy(), table["score"].to_numpy()
    names = [name for name in table.column_names if name.startswith("hand_")]
    hands = np.stack([table[name].to_numpy() for name in names], axis=1)
    pairs = tuple(
        PairScores(str(each["a"]), str(each["b"]), score[pair == place], hands[pair == place])
        for place, each in enumerate(about["pairs"])
    )
    played = about.get("played", {})
    return SavedScores(
        pairs, about["bound"], about["rules"], about["options"], about["seed"], played
    )


def _read_counts(path: str | Path) -> SavedScores:
    document = read_json(path)
    values, counts = _numbers(document, "values"), _numbers(document, "counts")
    bound = document.get("bound")
    whole = np.rint(counts).astype(np.int64)
    if values.shape != counts.shape or np.any(counts < 0) or np.any(whole != counts):
        raise ValueError("values and counts must be as many, counts whole and not negative")
    if whole.sum() > MOST_BLOCKS:
        raise ValueError(f"more than {MOST_BLOCKS:,} blocks")
    if bound is not None and not 0 < float(bound) < np.inf:
        raise ValueError(f"bound {bound} is not above 0")
    scores = np.repeat(values, whole)
    pair = PairScores(str(document["a"]), str(document["b"]), scores, scores[:, None])
    return SavedScores((pair,), None if bound is None else float(bound), in_order=False)


def _numbers(document: Mapping[str, Sequence[float]], name: str) -> np.ndarray[Any, Any]:
    numbers = np.asarray(document[name], dtype=np.float64)
    if numbers.ndim != 1 or not np.all(np.isfinite(numbers)):
        raise ValueError(f"{name} must be a list of numbers")
    return numbers
