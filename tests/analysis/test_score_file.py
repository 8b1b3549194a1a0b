from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from analysis.comparisons import PairScores
from analysis.pairs_compared import judge
from analysis.score_file import SavedScores, read_scores, save_scores
from analysis.simultaneous import simultaneous
from analysis.sweeps import sweep_curve
from sim.errors import BadInput

RNG = np.random.default_rng(1)
HANDS = RNG.normal(0, 9, (3, 7, 2))
SAVED = SavedScores(
    tuple(
        PairScores(a, b, hands.mean(axis=1), hands)
        for (a, b), hands in zip((("x", "y"), ("x", "z"), ("y", "z")), HANDS, strict=True)
    ),
    160.0,
    "fiftyk4",
    {"must_beat": True},
    7,
)


def test_what_was_saved_is_read_again_to_the_last_digit(tmp_path: Path) -> None:
    save_scores(SAVED, tmp_path / "scores")
    read = read_scores(tmp_path / "scores")
    for one, other in zip(read.pairs, SAVED.pairs, strict=True):
        assert (one.a, one.b) == (other.a, other.b)
        assert np.array_equal(one.blocks, other.blocks)
        assert np.array_equal(one.hands, other.hands)
    assert (read.rules, read.options, read.seed, read.bound) == (
        "fiftyk4",
        {"must_beat": True},
        7,
        160.0,
    )
    assert (read.in_order, read.deals) == (True, 7)


def test_counts_are_scores_without_an_order(tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    path.write_text(
        json.dumps({"a": "new", "b": "old", "values": [-1, 0.5], "counts": [2, 3], "bound": 2})
    )
    read = read_scores(path)
    assert read.pairs[0].blocks.tolist() == [-1, -1, 0.5, 0.5, 0.5]
    assert (read.in_order, read.bound, read.rules) == (False, 2.0, None)


def test_counts_are_not_taken_for_scores_that_rise_from_deal_to_deal(tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    for counts in ([50, 0, 50], [500, 0, 500], [200, 600, 200]):
        path.write_text(json.dumps(COUNTS | {"values": [-1, 0, 1], "counts": counts, "bound": 1}))
        (valid,) = judge(read_scores(path)).always
        assert valid is not None
        assert valid.low < 0 < valid.high


COUNTS = {"a": "x", "b": "y", "values": [0, 1], "counts": [1, 1]}
BAD = {
    "no json": "rubbish",
    "a list": "[1]",
    "a name is missing": json.dumps({k: v for k, v in COUNTS.items() if k != "a"}),
    "half a count": json.dumps(COUNTS | {"counts": [1, 0.5]}),
    "too few counts": json.dumps(COUNTS | {"counts": [1]}),
    "too many blocks": json.dumps(COUNTS | {"counts": [1, 10**12]}),
    "no bound": json.dumps(COUNTS | {"bound": -1}),
    "no numbers": json.dumps(COUNTS | {"values": [0, "x"]}),
    "not finite": json.dumps(COUNTS | {"values": [0, 1e999]}),
    "half a table": "PAR1 and no more",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_files_without_scores_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "scores"
    path.write_text(text)
    with pytest.raises(BadInput, match="holds no block scores"):
        read_scores(path)


def test_places_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        read_scores(tmp_path / "nothing")
    with pytest.raises(BadInput, match="cannot be written"):
        save_scores(SAVED, tmp_path / "no" / "folder")
    assert list(tmp_path.iterdir()) == []


def test_a_sweep_is_a_family_of_margins_and_one_of_changes() -> None:
    scores = RNG.normal([1.0, 2.0, 4.0], 3, (60, 3)) + RNG.normal(0, 9, (60, 1))
    curve = sweep_curve("points", ["0", "5", "10"], scores)
    assert [point.margin for point in curve.points] == list(simultaneous(scores).estimates)
    first, _, last = curve.points
    assert (first.change.value, first.change.half_width) == (0, 0)
    assert last.change.value == pytest.approx(last.margin.value - first.margin.value)
    # What a deal does to every value cancels in the changes.
    assert last.change.half_width < 0.5 * last.margin.half_width
    assert curve.to_json()["points"][1]["value"] == "5"
    with pytest.raises(BadInput, match="2 values and 3 columns"):
        sweep_curve("points", ["0", "5"], scores)
