"""How long a chunk's rows take to make, write and read: 131,072 rows, as `simulate` cuts them."""

from __future__ import annotations

import pytest

from analysis.batches import chunk_deals, simulate
from analysis.features import hand_features
from analysis.frames import read_hands
from analysis.rows import rows_of, write_rows
from sim.deals import deal_hands
from sim.games import FIFTYK4
from sim.hand import play_deals
from sim.seatings import rotations
from strategies.lowest import LOWEST
from strategies.uniform import UNIFORM

NAMES = ("uniform", "lowest")
PLAN = rotations(NAMES * 2)


@pytest.fixture(scope="module")
def played():
    """A chunk's deals and their results in both seatings."""
    deals = deal_hands(FIFTYK4, 1, range(chunk_deals(8)))
    policies = UNIFORM.policy(), LOWEST.policy()
    return deals, [play_deals([policies[owner] for owner in seating], deals) for seating in PLAN]


def test_features(benchmark, played):
    benchmark(hand_features, played[0])


def test_rows(benchmark, played):
    benchmark(rows_of, *played, PLAN, NAMES)


def test_write(benchmark, played, tmp_path):
    benchmark(write_rows, rows_of(*played, PLAN, NAMES), tmp_path / "rows.parquet")


def test_read(benchmark, tmp_path):
    simulate(FIFTYK4, (UNIFORM, LOWEST) * 2, chunk_deals(8), 1, tmp_path / "out")
    benchmark(read_hands, tmp_path / "out")
