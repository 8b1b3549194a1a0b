from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import analysis.folder as folders
from analysis import batches
from analysis.batches import chunk_deals, simulate
from analysis.experiment import read_experiment
from analysis.features import FEATURES, hand_features
from analysis.folder import find_chunks
from analysis.frames import read_hands
from sim.deals import deal_hands
from sim.games import FIFTYK3, FIFTYK4
from sim.hand import play_deals
from strategies.lowest import LOWEST
from strategies.uniform import UNIFORM
from tests.analysis.batch_runs import PAIR, Users, files, play

pytestmark = pytest.mark.usefixtures("small_chunks")


def keys(frame):
    return list(frame[["deal", "seating", "seat"]].itertuples(index=False, name=None))


@pytest.mark.parametrize(("rules", "seatings"), [(FIFTYK4, "rotations"), (FIFTYK3, "orders")])
def test_rows_are_what_was_played(tmp_path, rules, seatings):
    line_up = (UNIFORM, LOWEST) * 2 if rules.seats == 4 else (UNIFORM, LOWEST, LOWEST)
    play(tmp_path / "out", 20, rules=rules, line_up=line_up, seatings=seatings)
    frame = read_hands(tmp_path / "out")
    experiment = read_experiment(tmp_path / "out")
    plan = experiment.plan
    assert keys(frame) == [
        (deal, seating, seat)
        for deal in range(20)
        for seating in range(len(plan))
        for seat in range(rules.seats)
    ]
    deals = deal_hands(rules, 5, range(20))
    features = hand_features(deals)
    side_of = np.array([s % len(rules.teams) for s in range(rules.seats)])
    for number, seating in enumerate(plan):
        names = [experiment.names[owner] for owner in seating]
        policies = [{"uniform": UNIFORM, "lowest": LOWEST}[name].policy() for name in names]
        played = play_deals(policies, deals)
        rows = frame[frame.seating == number]

        def column(name, rows=rows):
            return rows[name].to_numpy().reshape(20, rules.seats)

        assert (column("strategy") == np.array(names)).all()
        assert (column("side") == side_of).all()
        for name in ("finish", "captured", "left", "payoff", "plays", "tricks"):
            np.testing.assert_array_equal(column(name), getattr(played, name), err_msg=name)
        np.testing.assert_array_equal(column("side_points"), played.side_points[:, side_of])
        np.testing.assert_array_equal(column("won"), played.winner[:, None] == side_of)
        for name in ("doubled", "leader"):
            each = np.repeat(getattr(played, name)[:, None], rules.seats, axis=1)
            np.testing.assert_array_equal(column(name), each, err_msg=name)
        assert not column("capped").any()
        for feature in FEATURES:
            np.testing.assert_array_equal(column(feature.name), features[feature.name])


def test_a_draw_has_no_winner(tmp_path):
    play(tmp_path / "out", 16)
    frame = read_hands(tmp_path / "out")
    # Ties go to the side of the first out, so here every hand has one side that won.
    assert (frame.groupby(["deal", "seating"]).won.sum() == 2).all()


def test_any_number_of_threads_writes_the_same_bytes(tmp_path):
    for threads in (1, 2, 5):
        play(tmp_path / str(threads), threads=threads, records=2)
    assert files(tmp_path / "1") == files(tmp_path / "2") == files(tmp_path / "5")


def test_any_size_of_chunks_gives_the_same_rows(tmp_path, monkeypatch):
    play(tmp_path / "small")
    monkeypatch.setattr(batches, "CHUNK_ROWS", 250)
    monkeypatch.setattr(batches, "DEALS_AT_ONCE", 7)
    play(tmp_path / "large")
    assert len(find_chunks(tmp_path / "small")) == 4
    assert len(find_chunks(tmp_path / "large")) == 2
    assert read_hands(tmp_path / "small").equals(read_hands(tmp_path / "large"))


def test_a_second_run_plays_nothing(tmp_path):
    out = tmp_path / "out"
    assert play(out, records=3).hands == 50
    before = files(out)
    again = play(out, records=3)
    assert (again.hands, again.records, again.done) == (0, 0, 25)
    assert files(out) == before


def test_more_deals_extend_the_run_also_from_a_partial_chunk(tmp_path):
    play(tmp_path / "at_once", 38)
    for deals in (3, 10, 38):
        last = play(tmp_path / "steps", deals)
    assert last.hands == 2 * 28
    assert read_hands(tmp_path / "steps").equals(read_hands(tmp_path / "at_once"))
    assert read_experiment(tmp_path / "steps").ranges == ((0, 38),)


def test_first_deal_plays_that_part_of_the_same_deals(tmp_path):
    play(tmp_path / "whole", 38)
    play(tmp_path / "part", 15, first_deal=17)
    whole = read_hands(tmp_path / "whole")
    part = whole[(whole.deal >= 17) & (whole.deal < 32)].reset_index(drop=True)
    assert read_hands(tmp_path / "part").equals(part)
    play(tmp_path / "part", 20, first_deal=17)
    assert len(read_hands(tmp_path / "part")) == 20 * 8


class Killed(BaseException):
    """Stands for a process that ends at once: nothing catches it."""


@pytest.mark.parametrize("step", range(1, 11))
def test_stopped_at_any_step_of_writing(tmp_path, monkeypatch, finished, step):
    """Each sync of a file or folder is a moment at which all may end."""
    out = tmp_path / "out"
    steps = iter(range(1, 1_000))
    sync = folders._sync

    def sync_or_die(path):
        if next(steps) == step:
            raise Killed
        sync(path)

    monkeypatch.setattr(folders, "_sync", sync_or_die)
    with pytest.raises(Killed):
        play(out, records=2, threads=1)
    monkeypatch.setattr(folders, "_sync", sync)
    there = {each.path: each.path.stat().st_mtime_ns for each in find_chunks(out)}
    play(out, records=2, threads=1)
    assert files(out) == files(finished)
    assert all(path.stat().st_mtime_ns == at for path, at in there.items())


SCRIPT = """
import sys
import analysis.batches as batches
from sim.games import FIFTYK4
from strategies.answers import group_play
from strategies.lowest import LOWEST
from strategies.uniform import UNIFORM
batches.CHUNK_ROWS = 4096
print("ready", flush=True)
batches.simulate(FIFTYK4, (UNIFORM, LOWEST) * 2, 20_000, 9, sys.argv[1], records=60)
print("done", flush=True)
"""


@pytest.mark.slow
@pytest.mark.compiled
def test_killed_at_random_moments(tmp_path):
    out, moments = tmp_path / "out", random.Random(4)
    kills = 0
    while True:
        child = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(out)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        assert child.stdout and child.stdout.readline() == b"ready\n"
        there = {each.path: each.path.stat().st_ino for each in find_chunks(out)}
        if kills < 6:
            time.sleep(moments.uniform(0, 1))
            child.send_signal(signal.SIGKILL)
        rest = child.stdout.read()
        child.wait()
        child.stdout.close()
        assert all(path.stat().st_ino == inode for path, inode in there.items())
        if rest == b"done\n":
            break
        assert child.returncode == -signal.SIGKILL
        kills += 1
    assert kills > 1
    batches.CHUNK_ROWS, before = 4096, batches.CHUNK_ROWS
    simulate(FIFTYK4, PAIR, 20_000, 9, tmp_path / "at_once", records=60)
    batches.CHUNK_ROWS = before
    frame = read_hands(out)
    assert not frame.duplicated(["deal", "seating", "seat"]).any()
    assert frame.equals(read_hands(tmp_path / "at_once"))
    assert files(out) == files(tmp_path / "at_once")


def test_a_file_that_was_damaged_is_played_again(out):
    before = files(out)
    for chunk, size in zip(find_chunks(out), (0, 100, 2_000), strict=False):
        with chunk.path.open("r+b") as file:
            file.truncate(size)
    again = play(out, records=2)
    assert again.hands == 2 * 24
    assert files(out) == before


@pytest.mark.compiled
def test_an_interrupt_keeps_what_is_finished(tmp_path):
    out = tmp_path / "out"
    told = []

    def interrupt(progress):
        told.append(progress)
        if len(find_chunks(out)) > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(out, 800, threads=2, progress=interrupt)
    there = len(find_chunks(out))
    assert 1 < there < 100
    last = play(out, 800, progress=told.append)
    assert told[-1] == last
    assert (last.done, last.deals) == (800, 800)
    assert last.hands == 2 * (800 - 8 * there)
    assert last.hands_per_second > 0
    play(tmp_path / "at_once", 800)
    assert files(out) == files(tmp_path / "at_once")


def test_interrupted_before_anything_was_finished_leaves_nothing(tmp_path):
    def interrupt(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(tmp_path / "out", progress=interrupt)
    assert not (tmp_path / "out").exists()


def test_chunks_are_powers_of_two(monkeypatch):
    monkeypatch.setattr(batches, "CHUNK_ROWS", 131_072)
    assert [chunk_deals(rows) for rows in (4, 8, 9, 16, 96, 720 * 6)] == [
        32_768, 16_384, 8_192, 8_192, 1_024, 16,
    ]  # fmt: skip
    assert chunk_deals(10**6) == 1


def test_experiment_is_written_for_people_too(tmp_path):
    ours = Users("mine.py:bot", "aa" * 32)
    rules = FIFTYK4.with_options({"must_beat": "true"})
    play(tmp_path / "out", rules=rules, line_up=(ours, LOWEST) * 2, records=1)
    document = json.loads((tmp_path / "out" / "experiment.json").read_text())
    assert sorted(document.pop("versions")) == ["fiftyk", "numba", "numpy", "pyarrow", "python"]
    bot = {"strategy": "mine.py:bot", "parameters": {}, "sha256": "aa" * 32}
    lowest = {"strategy": "lowest", "parameters": {}}
    assert document == {
        "format": "fiftyk-experiment/1",
        "rules": "fiftyk4",
        "rules_number": 1,
        "options": {"must_beat": True},
        "strategies": [bot, lowest, bot, lowest],
        "seed": 5,
        "seatings": "rotations",
        "ranges": [[0, 25]],
        "records": 1,
    }
    assert read_experiment(tmp_path / "out").game == rules
