"""Block scores of one pair that stay on the disk, so that no deal is played twice."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.comparisons import PairScores
from analysis.pair_play import joined_scores, pair_blocks
from analysis.score_file import SavedScores, read_scores, save_scores
from sim.rule_set import RuleSet

if TYPE_CHECKING:
    from strategies.registry import Strategy


def kept_blocks(  # noqa: PLR0913
    path: Path | None,
    rules: RuleSet,
    pair: Sequence[Strategy],
    seed: int,
    deals: int,
    *,
    threads: int = 1,
) -> Generator[PairScores]:
    """Yield the scores of a pair in deal order: those that a file holds, then newly played ones.

    Whoever has seen enough leaves. Whatever was yielded is then in the file, also when the run is
    interrupted; what decides the scores (rules, seed, strategies) is the caller's to keep the same.

    Parameters
    ----------
    path : Path, optional
        A file of `analysis.score_file`; made if it is not there. With None nothing is kept.
    rules, pair, seed, deals, threads
        As in `analysis.pair_play.play_pair`.

    Raises
    ------
    BadInput
        If the file cannot be read or written, or a strategy does not play these rules.
    """
    if path is None:
        yield from pair_blocks(rules, pair, seed, deals, threads=threads)
        return
    parts: list[PairScores] = []
    saved = done = 0
    if path.exists():
        old = read_scores(path).pairs[0]
        saved = done = int(old.blocks.size)
        parts.append(old)
        yield replace(old, blocks=old.blocks[:deals], hands=old.hands[:deals])
    if done >= deals:
        return

    def save() -> None:
        scores = joined_scores(parts)
        save_scores(SavedScores((scores,), rules.bound, rules.id, rules.options, seed), path)

    try:
        for part in pair_blocks(rules, pair, seed, deals - done, first_deal=done, threads=threads):
            parts.append(part)
            done += part.blocks.size
            # A file is written whole: only when enough is new, so that a kill loses half at most.
            if done >= 2 * saved:
                save()
                saved = done
            yield part
    finally:
        if done > saved:
            save()
