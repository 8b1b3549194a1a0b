"""The rows of a result directory: what each column means, and hands turned into them.

One row a deal, seating and seat, sorted so. Whatever is the same for a deal in every seating (the
hand features) is computed once and repeated.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from analysis.features import FEATURES, Feature, hand_features
from analysis.stack_features import STACK_FEATURES, stack_features
from sim.deals import Deals
from sim.families import Deals as AnyDeals
from sim.families import Results
from sim.rule_set import RuleSet
from sim.rules import Rules
from sim.seatings import Seating

HANDS_FORMAT = "fiftyk-hands/1"
CATEGORY = "category"
"""The dtype of names: a small number for each, the names kept once."""


@dataclass(frozen=True)
class Column:
    """What a column holds."""

    dtype: str
    """Its type in a data frame."""
    unit: str
    """What it is counted in; `yes/no` for a boolean."""
    text: str
    """Its meaning, in one line."""


def _feature_dtype(feature: Feature) -> str:
    if feature.is_flag:
        return "bool"
    # Three packs have 300 card points, a stack is a set of 13 bits.
    return "int16" if feature.unit in ("card points", "set", "turns") else "int8"


def _columns(features: Sequence[Feature]) -> dict[str, Column]:
    return {each.name: Column(_feature_dtype(each), each.unit, each.text) for each in features}


_COMMON: dict[str, Column] = {
    "deal": Column("int64", "number", "deal: all its rows have the same cards"),
    "seating": Column("int16", "number", "which of the line-up's seatings, from 0"),
    "seat": Column("int8", "number", "seat in turn order, from 0"),
    "side": Column(
        "int8",
        "number",
        "side the seat belonged to in this hand, from 0; of hidden sides the ace holders are 0",
    ),
    "strategy": Column(CATEGORY, "name", "strategy that sits there, with its parameters"),
    "leader": Column("int8", "seat", "seat that led the first trick"),
    "finish": Column(
        "int8", "place", "place of going out, 1 first; seats that never did share the next place"
    ),
    "captured": Column("int16", "card points", "card points the seat took during the hand"),
    "left": Column("int16", "card points", "card points left in its hand at the end"),
    # Halves and tenths fit any float, thirds only the widest; on the disk a column of few
    # different values takes the same room either way.
    "payoff": Column("float64", "points", "what the hand pays the seat"),
    "side_points": Column("float64", "points", "points of its side before doubling"),
    "won": Column("bool", "yes/no", "its side is the winner; no on both sides after a draw"),
    "doubled": Column("bool", "yes/no", "the hand was doubled"),
    "plays": Column("int16", "plays", "plays the seat made, passes not counted"),
    "tricks": Column("int16", "tricks", "tricks the seat captured"),
    "capped": Column("bool", "yes/no", "the hand was ended by the limit (Progression only)"),
}
COLUMNS = _COMMON | _columns(FEATURES)
"""The dictionary of columns, in the order of the files; hand features come last."""
_STACK_COLUMNS = _COMMON | _columns(STACK_FEATURES)


def columns_of(rules: RuleSet) -> dict[str, Column]:
    """Return the columns of a rule set's rows; features depend on the kind of game."""
    return COLUMNS if isinstance(rules, Rules) else _STACK_COLUMNS


# Measured on 131,072 rows, in bytes a row and ns a row: small whole numbers spread over the
# bytes of their word compress as well as through a dictionary and skip its hash table (16 in
# place of 25 ns); a dictionary wins where values repeat within a hand.
_DICTIONARY = ("strategy", "finish", "payoff", "side_points", "plays", "tricks")
_ENCODINGS = {
    name: "BYTE_STREAM_SPLIT"
    for name, column in (COLUMNS | _STACK_COLUMNS).items()
    if column.dtype.startswith("int") and name not in _DICTIONARY
} | {"deal": "DELTA_BINARY_PACKED"}


def rows_of(
    deals: AnyDeals,
    results: Sequence[Results],
    plan: Sequence[Seating],
    names: Sequence[str],
) -> pa.Table:
    """Return the rows of deals that were played in every seating.

    Parameters
    ----------
    deals : Deals
        n deals of any rule set.
    results : sequence of HandResults or alike
        One a seating, n hands each.
    plan : sequence of Seating
        Who sat where: indices into `names`.
    names : sequence of str
        The strategies.

    Returns
    -------
    pyarrow.Table
        n × seatings × seats rows.
    """
    rules, n = deals.rules, len(deals)
    meaning = columns_of(rules)

    def by_seat(name: str) -> npt.NDArray[Any]:
        return np.stack([getattr(each, name) for each in results], axis=1)

    side = by_seat("side")

    def by_hand(name: str) -> npt.NDArray[Any]:
        return np.repeat(by_seat(name).ravel(), rules.seats)

    def every_deal(one_deal: npt.ArrayLike) -> npt.NDArray[Any]:
        shape = (len(plan), rules.seats)
        return np.tile(np.broadcast_to(one_deal, shape).astype(np.int16).ravel(), n)

    columns: dict[str, Any] = {
        "deal": np.repeat(deals.index, len(plan) * rules.seats),
        "seating": every_deal(np.arange(len(plan))[:, None]),
        "seat": every_deal(np.arange(rules.seats)),
        "side": side.ravel(),
        "strategy": pa.DictionaryArray.from_arrays(every_deal(plan), list(names)),
        "leader": by_hand("leader"),
        "side_points": np.take_along_axis(by_seat("side_points"), side, axis=2).ravel(),
        "won": (by_seat("winner")[:, :, None] == side).ravel(),
        "doubled": by_hand("doubled"),
        "capped": by_hand("capped"),
    }
    for name in ("finish", "captured", "left", "payoff", "plays", "tricks"):
        columns[name] = by_seat(name).ravel()
    for name, values in _features(deals, results).items():
        columns[name] = values.astype(meaning[name].dtype).ravel()
    for name, column in meaning.items():
        if column.dtype != CATEGORY:
            columns[name] = columns[name].astype(column.dtype, copy=False)
    about = {"fiftyk": json.dumps({"format": HANDS_FORMAT, "rules": rules.id, "seed": deals.seed})}
    return pa.table({name: columns[name] for name in meaning}, metadata=about)


def _features(deals: AnyDeals, results: Sequence[Any]) -> dict[str, npt.NDArray[Any]]:
    """Return the features of the deals' kind of game, each (n, seatings, seats) when flat."""
    if isinstance(deals, Deals):
        dealt = hand_features(deals)
        return {name: np.repeat(values, len(results), axis=0) for name, values in dealt.items()}
    return stack_features(deals, results)


def write_rows(table: pa.Table, path: Path) -> None:
    """Write rows as one Parquet file; the same rows make the same bytes."""
    pq.write_table(
        table,
        path,
        row_group_size=max(table.num_rows, 1),
        compression="zstd",
        compression_level=3,
        use_dictionary=list(_DICTIONARY),
        column_encoding={n: e for n, e in _ENCODINGS.items() if n in table.column_names},
        # By deal, a reader can skip files; ranges of the other columns would tell it nothing.
        write_statistics=["deal"],
    )


def rows_in(path: Path) -> int | None:
    """Return the number of rows of a file, None if it is damaged."""
    try:
        return int(pq.read_metadata(path).num_rows)
    except (OSError, pa.ArrowInvalid):
        return None
