"""Dou Dizhu's plays as OpenSpiel and as RLCard have them, declared as any rule set is.

Only what may be played and what beats it: bidding, the landlord's side and the stakes are no part
of the table language. No play has more cards than the landlord's twenty, which is what ends the
longer runs.
"""

from __future__ import annotations

from dataclasses import replace

from sim.combinations import Bomb, Combination, joker_bomb, run
from sim.games import FIFTYK3
from sim.rules import Rules

_ROWS = (
    Combination("single", high="B"),
    Combination("pair"),
    Combination("triple"),
    run("straight", 5),
    Combination("pair_run", 3, 10, high="A"),
    Combination("triple_run", 2, 6, high="A"),
    Combination("triple_single"),
    Combination("triple_pair"),
    Combination("triple_run_singles", 2, 5, high="A", kickers="bombless"),
    Combination("triple_run_pairs", 2, 4, high="A"),
)

OPENSPIEL = replace(
    FIFTYK3,
    id="doudizhu_openspiel",
    title="Dou Dizhu as OpenSpiel has it",
    jokers=True,
    combinations=_ROWS,
    bombs=(Bomb("bomb", 4), joker_bomb("LB")),
    first_out_bonus=0,
    left_penalty=0,
    left_points="nobody",
    doubling="never",
)


def _as_rlcard_has_it(row: Combination) -> Combination:
    return replace(row, kickers="unjoined") if row.kind == "triple_run_singles" else row


RLCARD = replace(
    OPENSPIEL,
    id="doudizhu_rlcard",
    title="Dou Dizhu as RLCard has it",
    combinations=(
        *map(_as_rlcard_has_it, _ROWS),
        Combination("quad_singles", kickers="bombless"),
        Combination("quad_pairs"),
    ),
)

PEERS: dict[str, Rules] = {"openspiel": OPENSPIEL, "rlcard": RLCARD}
"""The rule sets by the name of the engine they agree with."""
