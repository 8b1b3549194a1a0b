from __future__ import annotations

import shutil

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analysis import batches
from analysis.folder import find_chunks, gaps_between, joined, without
from analysis.frames import COLUMNS, deals_in, iter_hands, read_hands
from sim.core.compiler import COMPILED
from sim.errors import BadInput
from sim.games import FIFTYK4
from strategies.lowest import LOWEST
from strategies.uniform import UNIFORM

DEALS = 17_000 if COMPILED else 20
BYTES_A_ROW = 6.5


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two chunks; of real size unless the kernels run as plain Python."""
    out = tmp_path_factory.mktemp("results") / "out"
    with pytest.MonkeyPatch.context() as patch:
        if not COMPILED:
            patch.setattr(batches, "CHUNK_ROWS", 128)
        batches.simulate(FIFTYK4, (UNIFORM, LOWEST) * 2, DEALS, 1, out)
    return out


def test_all_columns_come_in_order_and_narrow(folder):
    frame = read_hands(folder)
    assert len(frame) == DEALS * 8
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == {
        name: column.dtype for name, column in COLUMNS.items()
    }
    assert list(frame) == list(COLUMNS)
    assert list(frame.strategy.cat.categories) == ["uniform", "lowest"]


def test_four_million_rows_fit_in_memory(folder):
    frame = read_hands(folder)
    assert frame.memory_usage(index=False).sum() / len(frame) * 4e6 < 300e6


@pytest.mark.compiled
def test_bytes_a_row(folder):
    size = sum(chunk.path.stat().st_size for chunk in find_chunks(folder))
    assert size / (DEALS * 8) < BYTES_A_ROW


def test_some_columns_in_the_order_wanted(folder):
    frame = read_hands(folder, ["payoff", "strategy", "deal"])
    whole = read_hands(folder)
    assert frame.equals(whole[["payoff", "strategy", "deal"]])


def test_pieces_are_whole_deals_and_make_the_whole(folder):
    pieces = list(iter_hands(folder, ["deal", "strategy", "won"]))
    assert len(pieces) == 2
    assert all(len(piece) % 8 == 0 for piece in pieces)
    whole = pd.concat(pieces, ignore_index=True)
    assert whole.equals(read_hands(folder, ["deal", "strategy", "won"]))


def test_other_programs_read_the_files_too(folder):
    chunk = find_chunks(folder)[1]
    # pandas' own reader, without our settings.
    frame = pd.read_parquet(chunk.path)
    ours = read_hands(folder)
    assert (frame.payoff.to_numpy() == ours.payoff[ours.deal >= chunk.low].to_numpy()).all()
    assert frame.strategy.iloc[0] == "uniform"


def test_figures_of_a_hand_add_up(folder):
    frame = read_hands(folder)
    hands = frame.groupby(["deal", "seating"])
    assert (hands.captured.sum() + hands.left.sum() == 100).all()
    assert (hands.points.sum() == 100).all()
    # Each side's points, doubled or not, are shared by its two seats.
    factor = np.where(frame.doubled, 2, 1)
    assert (frame.payoff == frame.side_points * factor / 2).all()


def test_every_column_says_what_it_is():
    for name, column in COLUMNS.items():
        assert column.unit, name
        assert column.text and not column.text.endswith("."), name


def test_deals_in_a_directory(folder, tmp_path):
    assert deals_in(folder) == ((0, DEALS),)
    assert deals_in(tmp_path) == ()


def test_what_cannot_be_read_is_said(folder, tmp_path):
    with pytest.raises(BadInput, match="no column 'score'; there are deal, seating"):
        read_hands(folder, ["score"])
    with pytest.raises(BadInput, match=r"is no result directory: it has no experiment\.json"):
        read_hands(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    shutil.copy(folder / "experiment.json", empty)
    with pytest.raises(BadInput, match="holds no hands yet"):
        next(iter_hands(empty))
    with pytest.raises(BadInput, match="is no result directory but a file"):
        read_hands(empty / "experiment.json")


@pytest.mark.parametrize("size", [0, 50, 1_500])
def test_a_damaged_file_is_named(folder, tmp_path, size):
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    chunk = find_chunks(copy)[0]
    with chunk.path.open("r+b") as file:
        file.truncate(size)
    with pytest.raises(BadInput, match=f"{chunk.path.name} cannot be read"):
        read_hands(copy)


@pytest.mark.parametrize("values", [["x"], [None, 1.0], [[1.0]]])
def test_a_column_of_another_type_is_named(folder, tmp_path, values):
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    path = find_chunks(copy)[0].path
    table = pq.read_table(path)
    other = pa.array((values * table.num_rows)[: table.num_rows])
    for name in ("payoff", "deal"):
        place = table.column_names.index(name)
        pq.write_table(table.set_column(place, name, other), path)
    with pytest.raises(BadInput, match=f"{path.name} cannot be read: its (payoff|deal) is"):
        next(iter_hands(copy))


def test_two_files_with_the_same_deals_are_refused(folder, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    chunk = find_chunks(copy)[0]
    shutil.copy(chunk.path, chunk.path.with_name("000000000000-000000000099.parquet"))
    with pytest.raises(BadInput, match="hold the same deals"):
        read_hands(copy)


def test_ranges():
    assert joined([(5, 9), (0, 5), (20, 30), (22, 25)]) == ((0, 9), (20, 30))
    assert gaps_between(((0, 9), (20, 30), (31, 32))) == ((9, 20), (30, 31))
    assert without((0, 10), ()) == ((0, 10),)
    assert without((5, 10), ((0, 20),)) == ()
    assert without((5, 25), ((0, 7), (10, 12), (24, 30), (40, 50))) == ((7, 10), (12, 24))
