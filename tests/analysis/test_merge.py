from __future__ import annotations

import json
import shutil

import pytest

from analysis.batches import simulate
from analysis.experiment import read_experiment
from analysis.folder import find_chunks
from analysis.frames import read_hands
from analysis.merge import merge
from sim.errors import BadInput
from sim.games import FIFTYK4
from strategies.lowest import LOWEST
from strategies.uniform import UNIFORM

pytestmark = pytest.mark.usefixtures("small_chunks")


def play(out, first_deal, deals, seed=5, **more):
    return simulate(FIFTYK4, (UNIFORM, LOWEST) * 2, deals, seed, out, first_deal=first_deal, **more)


def record_keys(folder):
    lines = (folder / "records.jsonl").read_text().splitlines()
    found = [json.loads(line) for line in lines]
    return [(each["deal"], each["strategies"].index("lowest")) for each in found]


def test_parts_make_the_whole(tmp_path):
    play(tmp_path / "whole", 0, 33)
    for name, first, deals in (("c", 18, 15), ("a", 0, 10), ("b", 10, 8)):
        play(tmp_path / name, first, deals)
    merged = merge([tmp_path / name for name in "cab"], tmp_path / "merged")
    assert (merged.ranges, merged.gaps, merged.deals) == (((0, 33),), (), 33)
    assert read_hands(tmp_path / "merged").equals(read_hands(tmp_path / "whole"))
    assert not list((tmp_path).glob(".*"))
    assert not list((tmp_path / "merged").rglob(".*"))


def test_a_merged_directory_goes_on_like_any_other(tmp_path):
    play(tmp_path / "a", 10, 10)
    play(tmp_path / "b", 20, 8)
    merge([tmp_path / "a", tmp_path / "b"], tmp_path / "merged")
    assert play(tmp_path / "merged", 10, 18).hands == 0
    assert play(tmp_path / "merged", 10, 25).hands == 2 * 7
    play(tmp_path / "whole", 10, 25)
    assert read_hands(tmp_path / "merged").equals(read_hands(tmp_path / "whole"))
    assert read_experiment(tmp_path / "merged").ranges == ((10, 35),)


def test_gaps_are_reported_and_played_later(tmp_path):
    play(tmp_path / "a", 0, 10)
    play(tmp_path / "b", 13, 7)
    play(tmp_path / "c", 25, 2)
    merged = merge([tmp_path / name for name in "abc"], tmp_path / "merged")
    assert merged.ranges == ((0, 10), (13, 20), (25, 27))
    assert merged.gaps == ((10, 13), (20, 25))
    assert read_experiment(tmp_path / "merged").ranges == merged.ranges
    assert play(tmp_path / "merged", 0, 27).hands == 2 * 8
    play(tmp_path / "whole", 0, 27)
    assert read_hands(tmp_path / "merged").equals(read_hands(tmp_path / "whole"))


def test_an_interrupted_part_gives_what_it_has(tmp_path):
    play(tmp_path / "a", 0, 24)
    find_chunks(tmp_path / "a")[1].path.unlink()
    merged = merge([tmp_path / "a"], tmp_path / "merged")
    assert merged.gaps == ((8, 16),)


def test_deals_held_twice_are_refused_with_the_range(tmp_path):
    play(tmp_path / "a", 0, 10)
    play(tmp_path / "b", 8, 8)
    with pytest.raises(BadInput, match=r"a and .*b both hold deals 8 … 9"):
        merge([tmp_path / "b", tmp_path / "a"], tmp_path / "merged")
    with pytest.raises(BadInput, match="both hold deals 0"):
        merge([tmp_path / "a", tmp_path / "a"], tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


def test_other_experiments_are_refused_with_what_differs(tmp_path):
    play(tmp_path / "a", 0, 10)
    play(tmp_path / "b", 10, 10, seed=6, seatings="first")
    message = r"hold different experiments: seed: 5 → 6; seatings: rotations → first"
    with pytest.raises(BadInput, match=message):
        merge([tmp_path / "a", tmp_path / "b"], tmp_path / "merged")


def test_names_of_users_files_have_to_agree(tmp_path):
    for name, first in (("a", 0), ("b", 10)):
        play(tmp_path / name, first, 10)
        path = tmp_path / name / "experiment.json"
        document = json.loads(path.read_text())
        for each in document["strategies"][::2]:
            each |= {"strategy": f"{name}/mine.py:bot", "sha256": "aa" * 32}
        path.write_text(json.dumps(document))
    with pytest.raises(BadInput, match=r"strategies: a/mine\.py:bot.* → b/mine\.py:bot"):
        merge([tmp_path / "a", tmp_path / "b"], tmp_path / "merged")


def test_records_are_merged_in_order_and_extended(tmp_path):
    play(tmp_path / "a", 0, 5, records=5)
    play(tmp_path / "b", 5, 5, records=2)
    play(tmp_path / "c", 10, 5, records=1)
    merge([tmp_path / name for name in "cba"], tmp_path / "merged")
    deals = [*range(7), 10]
    assert record_keys(tmp_path / "merged") == [(deal, s) for deal in deals for s in (1, 0)]
    assert read_experiment(tmp_path / "merged").records == 7
    last = play(tmp_path / "merged", 0, 15, records=13)
    assert last.records == 2 * 5
    play(tmp_path / "whole", 0, 15, records=13)
    whole = (tmp_path / "whole" / "records.jsonl").read_bytes()
    assert (tmp_path / "merged" / "records.jsonl").read_bytes() == whole


def test_what_cannot_be_merged_is_said(tmp_path):
    play(tmp_path / "a", 0, 9)
    with pytest.raises(BadInput, match="nothing to merge: name"):
        merge([], tmp_path / "merged")
    with pytest.raises(BadInput, match="is no result directory"):
        merge([tmp_path], tmp_path / "merged")
    with pytest.raises(BadInput, match="a is not empty; the merged results need a new"):
        merge([tmp_path / "a"], tmp_path / "a")
    with pytest.raises(BadInput, match="cannot be written"):
        merge([tmp_path / "a"], tmp_path / "a" / "experiment.json" / "merged")
    with find_chunks(tmp_path / "a")[0].path.open("r+b") as file:
        file.truncate(99)
    with pytest.raises(BadInput, match="is damaged; simulating there again"):
        merge([tmp_path / "a"], tmp_path / "merged")
    shutil.rmtree(tmp_path / "a" / "hands")
    with pytest.raises(BadInput, match="no directory holds hands yet"):
        merge([tmp_path / "a"], tmp_path / "merged")


def test_a_killed_merge_leaves_nothing_in_the_way(tmp_path):
    play(tmp_path / "a", 0, 9)
    left = tmp_path / ".merged.unfinished" / "hands"
    left.mkdir(parents=True)
    (left / "000000000050-000000000059.parquet").write_text("half")
    (left.parent / "records.jsonl").write_text("half")
    (left.parent / ".lock").touch()
    (tmp_path / "merged").mkdir()
    merge([tmp_path / "a"], tmp_path / "merged")
    assert read_hands(tmp_path / "merged").equals(read_hands(tmp_path / "a"))
    assert not (tmp_path / "merged" / "records.jsonl").exists()
    assert not left.parent.exists()
