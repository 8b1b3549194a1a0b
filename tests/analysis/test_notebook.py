"""The functions for notebooks: frames have the documented columns, figures are the commands'."""

from __future__ import annotations

import gc
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from analysis import notebook, notebook_columns
from analysis.notebook_columns import FrameColumn, names_of
from analysis.rows import COLUMNS
from sim.errors import BadInput

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "python.md").read_text()
FRAMES = {
    name: value for name, value in vars(notebook_columns).items() if re.fullmatch(r"[A-Z]+", name)
}
pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def played():
    return notebook.simulate("fiftyk4", "lowest,shed", 40, 1, records=2)


def test_frames_have_the_documented_columns(played):
    assert list(played.margins()) == names_of(notebook_columns.MARGINS)
    assert list(played.finishing()) == names_of(notebook_columns.FINISHING)
    assert list(played.doubling()) == names_of(notebook_columns.DOUBLING)
    assert list(played.lead(hands=80)) == names_of(notebook_columns.LEAD)
    assert list(played.hands()) == list(COLUMNS)
    assert [record["deal"] for record in played.records()] == [0, 0, 1, 1]
    assert played.finishing()["hands"].tolist() == [160, 160]


def test_a_result_agrees_with_itself_and_with_compare(played):
    compared = notebook.compare("fiftyk4", ["lowest", "shed"], 40, 1)
    assert list(compared) == names_of(notebook_columns.COMPARED)
    margin = played.margins()
    for name in ("margin", "margin_se", "margin_low", "margin_n"):
        assert margin[name][0] == pytest.approx(compared[name][0])
    hands = played.hands(["strategy", "payoff"])
    means = hands.groupby("strategy", observed=True)["payoff"].mean()
    assert np.allclose(played.finishing()["payoff"], means[["lowest", "shed"]])


def test_a_tournament_and_a_sweep_are_frames(tmp_path):
    ratings, pairs = notebook.play_tournament("fiftyk4", "lowest,shed,uniform", 30, 1)
    assert list(ratings) == names_of(notebook_columns.RATINGS)
    assert list(pairs) == names_of(notebook_columns.PAIRS) and len(pairs) == 3
    curve = notebook.sweep("fiftyk4", "lowest,shed", "must_beat", [False, True], 20, 1)
    assert list(curve) == names_of(notebook_columns.SWEEP)
    assert curve["change"][0] == 0
    people = notebook.read_people(ROOT / "docs" / "examples" / "evening.txt")
    assert list(people) == names_of(notebook_columns.PEOPLE)


def test_a_folder_is_gone_on_with(tmp_path):
    out = tmp_path / "out"
    notebook.simulate("fiftyk3", "lowest,shed,uniform", 2, 1, out=out)
    notebook.simulate("fiftyk3", "lowest,shed,uniform", 3, 1, out=out)
    assert len(notebook.open_result(out).hands(["deal"])) == 3 * 3 * 3


def test_without_a_folder_the_hands_go_with_the_result():
    result = notebook.simulate("fiftyk4", "lowest", 2, 1)
    folder = result.folder
    assert len(result.hands(["seat"])) == 8
    del result
    gc.collect()
    assert not folder.exists()


def test_wrong_input_is_refused(tmp_path):
    for call in (
        lambda: notebook.compare("fiftyk4", "lowest", 5, 1),
        lambda: notebook.compare("fiftyk4", "lowest,shed", 5, 1, h0=0),
        lambda: notebook.compare("fiftyk4", "lowest,shed,uniform", 5, 1, h0=0, h1=1),
        lambda: notebook.sweep("fiftyk4", "lowest,shed,uniform", "must_beat", [0, 1], 5, 1),
        lambda: notebook.open_result(tmp_path),
        lambda: notebook.simulate("fiftyk4", "nobody", 5, 1),
    ):
        with pytest.raises(BadInput):
            call()


@pytest.mark.parametrize("name", FRAMES)
def test_the_page_lists_every_column(name):
    def row(column: FrameColumn) -> str:
        mark = " (estimate)" if column.is_estimate else ""
        return f"| `{column.name}`{mark} | {column.text} |"

    assert "\n".join(map(row, FRAMES[name])) in PAGE


def test_the_page_lists_every_function_and_method():
    rows = [f"| `{name}` | {each.unit} | {each.text} |" for name, each in COLUMNS.items()]
    assert "\n".join(rows) in PAGE
    documented = dict(re.findall(r"^\| `(\w+)\(([^)]*)\)` \|", PAGE, re.MULTILINE))
    functions = [each for each in notebook.__all__ if inspect.isfunction(getattr(notebook, each))]
    methods = [
        name
        for name, value in vars(notebook.Result).items()
        if inspect.isfunction(value) and not name.startswith("_")
    ]
    assert set(documented) == {*functions, *methods}
    for name, listed in documented.items():
        owner = notebook if name in functions else notebook.Result
        arguments = [each for each in inspect.signature(getattr(owner, name)).parameters]
        assert [each for each in re.split(r", ", listed) if each not in ("", "*")] == [
            each for each in arguments if each != "self"
        ]


@pytest.mark.slow
def test_the_notebook_runs():
    done = subprocess.run(
        [sys.executable, "docs/notebook.py"],
        cwd=ROOT,
        env={**os.environ, "DEALS": "40", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "possibly_best" in done.stdout and "Ann" in done.stdout
