"""Scores of several pairs that end in one file, kept while they are played.

`FILE` is written whole, at the end. Until then each pair has a file in the folder
`FILE.unfinished`, which an interrupt leaves behind: the same command goes on from there, and from a
finished `FILE` when more deals are asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from analysis.folder import is_foreign, locked, remove_unfinished, write_in_one_step
from analysis.score_file import SavedScores, read_scores, save_scores
from analysis.tournament import Entrant
from sim.errors import BadInput
from sim.rule_set import RuleSet

if TYPE_CHECKING:
    from strategies.registry import Strategy

SETTINGS: Final = "settings.json"


@dataclass(frozen=True)
class Unfinished:
    """Where the pairs of a comparison are kept while they are played."""

    path: Path
    """The file that holds them all in the end."""
    folder: Path
    played: Mapping[str, Any]
    """All that decides the scores."""

    def pair(self, number: int) -> Path:
        """Return the file of one pair; they count from 0."""
        return self.folder / f"pair-{number + 1}.parquet"

    def finish(self, scores: SavedScores) -> None:
        """Write the file, unless it has all of that already.

        Raises
        ------
        BadInput
            If it cannot be written.
        """
        old = _finished(self.path, self.played)
        if old is None or any(
            len(had.blocks) < len(has.blocks)
            for had, has in zip(old.pairs, scores.pairs, strict=True)
        ):
            save_scores(replace(scores, played=self.played), self.path)


def settings_of(rules: RuleSet, chosen: Sequence[Strategy], seed: int) -> dict[str, Any]:
    """Return all that decides the scores of every pair of some strategies."""
    return {
        "rules": rules.id,
        "rules_number": rules.number,
        "options": dict(sorted(rules.options.items())),
        "seed": seed,
        "strategies": [Entrant.of(each).to_json() for each in chosen],
    }


@contextmanager
def unfinished(path: str | Path, played: Mapping[str, Any]) -> Iterator[Unfinished]:
    """Keep pairs of scores while they are played, for a file that will hold them all.

    Parameters
    ----------
    path : path
        The file. What it holds is gone on with if it was played with the same settings, else
        replaced in the end.
    played : mapping
        From `settings_of`.

    Raises
    ------
    BadInput
        If an unfinished comparison of something else is there, or another process writes it now.
    """
    file = Path(path)
    folder = file.with_name(f"{file.name}.unfinished")
    if is_foreign(folder, SETTINGS) or folder.is_file():
        raise BadInput(f"{folder} is not ours; name another file")
    kept = Unfinished(file, folder, played)
    folder.mkdir(exist_ok=True)
    try:
        with locked(folder):
            remove_unfinished(folder)
            _begin(kept)
            stays = False
            try:
                yield kept
            except KeyboardInterrupt:
                stays = any(folder.glob("pair-*.parquet"))
                raise
            finally:
                if not stays:
                    for each in (*folder.glob("pair-*.parquet"), folder / SETTINGS):
                        each.unlink()
    finally:
        if not any(folder.iterdir()):
            folder.rmdir()


def _begin(kept: Unfinished) -> None:
    """Check the settings of what is there, or start from the file, or from nothing."""
    place = kept.folder / SETTINGS
    text = json.dumps(kept.played, indent=2, ensure_ascii=False) + "\n"
    if place.exists():
        if place.read_text(encoding="utf-8") != text:
            raise BadInput(
                f"{kept.folder} holds a comparison of something else that was interrupted; finish "
                "it, remove the folder, or name another file"
            )
        return
    write_in_one_step(place, text.encode())
    old = _finished(kept.path, kept.played)
    if old is None:
        return
    for number, pair in enumerate(old.pairs):
        save_scores(replace(old, pairs=(pair,)), kept.pair(number))


def _finished(path: Path, played: Mapping[str, Any]) -> SavedScores | None:
    """Return the scores of a file that was played with the same settings."""
    if not path.is_file():
        return None
    try:
        old = read_scores(path)
    except BadInput:
        return None
    return old if old.played == played else None
