from __future__ import annotations

import json
import sys

import numpy as np
import pytest

from analysis import batches
from analysis.folder import find_chunks, locked
from analysis.frames import read_hands
from sim.core.streams import deal_key, play_key
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.games import FIFTYK3, FIFTYK4
from strategies.answers import group_play
from strategies.lowest import LOWEST
from tests.analysis.batch_runs import PAIR, Users, files, play

pytestmark = pytest.mark.usefixtures("small_chunks")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 6}, "seed: 5 → 6"),
        ({"seatings": "first"}, "seatings: rotations → first"),
        ({"line_up": (LOWEST,) * 4}, "strategies: uniform,lowest,uniform,lowest → lowest,lowest"),
        ({"rules": FIFTYK4.with_options({"must_beat": True})}, "must_beat: default → true"),
        ({"deals": 24}, r"deals: 25 → 24 \(more extend the run\)"),
        ({"records": 1}, r"records: 2 → 1 \(more extend the run\)"),
        ({"first_deal": 1}, "first deal: 0 → 1"),
        ({"seed": 6, "seatings": "first"}, "seed: 5 → 6; seatings: rotations → first"),
        ({"rules": FIFTYK3, "line_up": PAIR[:3]}, "rules: fiftyk4 → fiftyk3"),
    ],
)
def test_another_experiment_is_refused_with_what_differs(out, changes, message):
    before = files(out)
    with pytest.raises(BadInput, match=f"holds another experiment: .*{message}"):
        play(out, **({"records": 2} | changes))
    assert files(out) == before


def test_another_rules_number_is_refused(out):
    path = out / "experiment.json"
    path.write_text(path.read_text().replace('"rules_number": 1', '"rules_number": 0'))
    with pytest.raises(BadInput, match="rules number: 0 → 1"):
        play(out, records=2)


def test_a_default_spelled_out_is_no_difference(out):
    spelled = FIFTYK4.with_options({"must_beat": "false", "first_out_bonus": "20"})
    again = play(out, rules=spelled, seatings="rotations", first_deal=0, records=2)
    assert again.hands == 0


def test_other_versions_are_no_difference(out):
    path = out / "experiment.json"
    document = json.loads(path.read_text())
    document["versions"]["numpy"] = "1.0"
    path.write_text(json.dumps(document))
    assert play(out, records=2).hands == 0


def test_a_users_file_is_known_by_its_contents(tmp_path):
    ours = Users("bots/mine.py:bot", "aa" * 32)
    play(tmp_path / "out", line_up=(ours, LOWEST, ours, LOWEST))
    moved = Users("/elsewhere/mine.py:bot", "aa" * 32)
    play(tmp_path / "out", 30, line_up=(moved, LOWEST, moved, LOWEST))
    assert list(read_hands(tmp_path / "out").strategy.cat.categories) == [ours.label, "lowest"]
    edited = Users("bots/mine.py:bot", "bb" * 32)
    message = r"source of bots/mine.py:bot: SHA-256 aaaaaaaaaaaa → bbbbbbbbbbbb"
    with pytest.raises(BadInput, match=message):
        play(tmp_path / "out", 30, line_up=(edited, LOWEST, edited, LOWEST))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"deals": 0}, "at least one"),
        ({"deals": -5}, "at least one"),
        ({"first_deal": -1}, "from 0"),
        ({"first_deal": 2**63 - 20}, "2\\*\\*63 - 1"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 2**63}, "accepted: 0"),
        ({"threads": 0}, "threads 0: accepted: 1 or more"),
        ({"records": 26}, "records of 26 deals: accepted: 0 … 25"),
        ({"records": -1}, "accepted: 0 … 25"),
        ({"seatings": "all"}, "accepted: rotations, first, orders"),
        ({"line_up": PAIR[:3]}, "4 seats, not 3"),
    ],
)
def test_bad_arguments_leave_nothing_behind(tmp_path, arguments, message):
    with pytest.raises(BadInput, match=message):
        play(tmp_path / "out", **arguments)
    assert not (tmp_path / "out").exists()


def test_a_directory_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "diary.txt").write_text("dear diary")
    with pytest.raises(BadInput, match="not empty and no result directory"):
        play(tmp_path)
    with pytest.raises(BadInput, match=r"diary\.txt is a file"):
        play(tmp_path / "diary.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


def test_a_directory_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"out cannot be written: .*Not a directory"):
        play(tmp_path / "file" / "out")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "other/1"}', "\xff", "[" * 9999])
def test_settings_that_cannot_be_read_are_named(out, text):
    (out / "experiment.json").write_text(text, encoding="latin-1")
    with pytest.raises(BadInput, match=r"experiment\.json (cannot be read|lacks)"):
        play(out)


def test_two_writers_of_one_directory(tmp_path):
    play(tmp_path / "out")
    with locked(tmp_path / "out"), pytest.raises(BadInput, match="written by another process"):
        play(tmp_path / "out", 33)
    # The lock of a process that was killed does not hold.
    (tmp_path / "out" / ".lock").touch()
    assert play(tmp_path / "out", 33).hands == 16
    assert not (tmp_path / "out" / ".lock").exists()


def breaks_in(*deals):
    """Return a user's strategy that raises in some deals, which it knows by their streams."""
    streams = np.array([stream_of(deal) for deal in deals], dtype=np.uint64)
    lowest = LOWEST.policy().choose

    def choose(view, rules, params):
        for stream in streams:
            if view.stream == stream:
                raise ZeroDivisionError("no cards")
        return lowest(view, rules, params)

    return Users("mine.py:bot", "aa" * 32, choose)


def stream_of(deal):
    key = deal_key(np.uint64(5), np.uint64(deal), np.uint64(FIFTYK4.record[0]["stream"]))
    return play_key(np.uint64(key))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_broken_strategy_ends_the_run_with_one_line(tmp_path, threads):
    bot = breaks_in(24, 12, 10)
    rules = FIFTYK4.with_options({"bombs": "mixed_fifty_k < bomb 4", "target": "400"})
    with pytest.raises(BadInput) as caught:
        play(tmp_path / "out", rules=rules, line_up=(LOWEST, bot) * 2, threads=threads)
    leader = deal_hands(rules, 5, range(10, 11)).leader[0]
    # In seating 0 the bot has seats 1 and 3; the first of its seats to be asked is at fault.
    seat = leader if leader % 2 else (leader + 1) % 4
    assert str(caught.value) == (
        f"deal 10, seating 0, seat {seat}: mine.py:bot raised an error "
        "(ZeroDivisionError: no cards); to see it: fiftyk replay --rules fiftyk4 "
        "--set 'bombs=mixed_fifty_k < bomb 4' --set target=400 "
        "--strategies lowest,mine.py:bot,lowest,mine.py:bot --seed 5 --deal 10"
    )
    # What came before is finished and kept.
    assert [chunk.low for chunk in find_chunks(tmp_path / "out")][:1] == [0]
    assert not list((tmp_path / "out").rglob(".*"))


def test_a_strategy_broken_from_the_start_leaves_nothing(tmp_path):
    bot = breaks_in(0)
    with pytest.raises(BadInput, match="deal 0, seating 0"):
        play(tmp_path / "new" / "out", line_up=(LOWEST, bot) * 2, threads=1)
    assert not list(tmp_path.iterdir())


class Mute(Exception):
    """An error that does not say what it is."""

    def __str__(self) -> str:
        raise ValueError


def test_an_error_without_a_text_is_named_by_its_kind(tmp_path):
    def choose(view, rules, params):
        raise Mute

    bot = Users("mine.py:bot", "aa" * 32, choose, compiled=False)
    with pytest.raises(BadInput, match="raised an error \\(Mute: "):
        play(tmp_path / "out", line_up=(LOWEST, bot) * 2)


def plod(view, rules, params):
    """Lead the lowest single, else pass."""
    if view.top:
        return 0, 0
    counts = int(view.counts)
    return group_play(rules, 1, 1, ((counts & -counts).bit_length() - 1) // 4)


def test_plain_python_on_several_threads(tmp_path, monkeypatch):
    """Threads that take turns at every chance do not mix up what a strategy sees."""
    bot = Users("mine.py:plod", "aa" * 32, plod, compiled=False)
    play(tmp_path / "1", line_up=(bot, LOWEST) * 2, threads=1)
    monkeypatch.setattr(batches, "DEALS_AT_ONCE", 1)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        play(tmp_path / "4", line_up=(bot, LOWEST) * 2, threads=4)
    finally:
        sys.setswitchinterval(interval)
    assert files(tmp_path / "1") == files(tmp_path / "4")


def test_a_changed_default_behind_the_same_name_is_refused(tmp_path):
    out = tmp_path / "out"
    play(out, line_up=(Users("bot", None, values={"points": 5.0}), LOWEST) * 2)
    with pytest.raises(BadInput, match="points of bot: 5.0 → 6.0"):
        play(out, line_up=(Users("bot", None, values={"points": 6.0}), LOWEST) * 2)
