"""Small results played for the tests, as the rows a result directory would hold."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from analysis.features import hand_features
from analysis.played import Table, read_blocks
from sim.deals import deal_hands
from sim.games import find_rules
from sim.hand import play_deals
from sim.seatings import find_seatings
from strategies import find_strategy

FEATURES = ("plays_to_empty", "points")
NUMBERS = ("side", "finish", "captured", "left", "payoff", "plays")


@cache
def policies(names):
    """Return policies; a name `lowest@2` is `lowest` under another name."""
    found = []
    for name in names:
        policy = find_strategy(name.partition("@")[0]).policy()
        found.append(replace(policy, name=name))
    return tuple(found)


def table_of(line_up, rules_id="fiftyk4", seatings="rotations", options=()):
    """Return the table of a line-up, one name a seat."""
    rules = find_rules(rules_id, dict(options))
    names = tuple(dict.fromkeys(line_up))
    return Table(rules, names, find_seatings(seatings, line_up))


@cache
def rows_of(line_up, n, rules_id="fiftyk4", seatings="rotations", seed=1, options=()):
    """Play n deals in every seating; return (table, rows)."""
    table = table_of(line_up, rules_id, seatings, options)
    rules, playing = table.rules, policies(table.names)
    deals = deal_hands(rules, seed, range(n))
    seated, seats = table.owner.shape
    shape = (n, seated, seats)
    columns = {name: np.empty(shape) for name in NUMBERS}
    columns |= {name: np.empty(shape, dtype=bool) for name in ("won", "doubled")}
    for place, seating in enumerate(table.plan):
        results = play_deals([playing[owner] for owner in seating], deals)
        for name in NUMBERS:
            columns[name][:, place] = getattr(results, name)
        columns["won"][:, place] = results.side == results.winner[:, None]
        columns["doubled"][:, place] = results.doubled[:, None]
    columns["deal"] = np.broadcast_to(deals.index[:, None, None], shape)
    columns["seat"] = np.broadcast_to(np.arange(seats), shape)
    columns["leader"] = np.broadcast_to(deals.leader[:, None, None], shape)
    for name, values in hand_features(deals).items():
        if name in FEATURES:
            columns[name] = np.broadcast_to(values[:, None, :], shape)
    return table, {name: values.reshape(-1) for name, values in columns.items()}


def played_of(*args, **kwargs):
    """Play deals; return them as blocks."""
    table, rows = rows_of(*args, **kwargs)
    return read_blocks(table, rows, FEATURES)


def in_chunks(played, sizes):
    """Cut blocks into chunks of the given sizes, the last as long as needed."""
    start, chunks = 0, []
    for size in [*sizes, len(played)]:
        chunk = played.take(slice(start, start + size))
        if len(chunk):
            chunks.append(chunk)
        start += size
    return chunks
