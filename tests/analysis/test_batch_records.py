from __future__ import annotations

import json

import pytest

from analysis.experiment import read_experiment
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.games import FIFTYK4
from sim.records import record_of
from strategies.lowest import LOWEST
from strategies.uniform import UNIFORM
from tests.analysis.batch_runs import play

pytestmark = pytest.mark.usefixtures("small_chunks")


def lines(folder):
    return (folder / "records.jsonl").read_text().splitlines()


def test_records_are_those_of_the_first_deals_in_order(tmp_path):
    play(tmp_path / "out", records=3, first_deal=7)
    found = [json.loads(line) for line in lines(tmp_path / "out")]
    assert [(each["deal"], each["strategies"][0]) for each in found] == [
        (deal, first) for deal in (7, 8, 9) for first in ("uniform", "lowest")
    ]
    names = ["lowest", "uniform"] * 2
    policies = [{"uniform": UNIFORM, "lowest": LOWEST}[name].policy() for name in names]
    wanted = record_of(policies, deal_hands(FIFTYK4, 5, range(8, 9)), 0, names)
    assert found[3] == json.loads(json.dumps(wanted))


def test_no_records_no_file(tmp_path):
    play(tmp_path / "out")
    assert not (tmp_path / "out" / "records.jsonl").exists()


def test_records_left_out_stay_as_many_as_they_were(tmp_path):
    play(tmp_path / "out", records=2)
    play(tmp_path / "out", 40)
    assert read_experiment(tmp_path / "out").records == 2
    assert len(lines(tmp_path / "out")) == 4


def test_more_records_extend_the_file(tmp_path):
    play(tmp_path / "at_once", records=9)
    play(tmp_path / "steps", records=2)
    last = play(tmp_path / "steps", records=9)
    assert (last.hands, last.records) == (0, 14)
    assert lines(tmp_path / "steps") == lines(tmp_path / "at_once")


@pytest.mark.parametrize("torn", [0, 1, 5_000, 12_345])
def test_a_torn_line_is_written_again(tmp_path, torn):
    play(tmp_path / "out", records=9)
    path = tmp_path / "out" / "records.jsonl"
    whole = path.read_bytes()
    with path.open("r+b") as file:
        file.truncate(max(len(whole) - 1 - torn, 0))
    play(tmp_path / "out", records=9)
    assert path.read_bytes() == whole


@pytest.mark.parametrize("line", ["", "{}", '{"deal": 3, "strategies": ["a"]}', "[1]", "oops"])
def test_a_line_that_is_no_record_is_named(tmp_path, line):
    play(tmp_path / "out", records=2)
    path = tmp_path / "out" / "records.jsonl"
    path.write_text("".join(f"{each}\n" for each in [*lines(tmp_path / "out"), line]))
    with pytest.raises(BadInput, match="line 5: no record of this experiment"):
        play(tmp_path / "out", records=2)


def test_records_out_of_order_are_named(tmp_path):
    play(tmp_path / "out", records=2)
    path = tmp_path / "out" / "records.jsonl"
    path.write_text("".join(f"{each}\n" for each in reversed(lines(tmp_path / "out"))))
    with pytest.raises(BadInput, match="line 2: not in order"):
        play(tmp_path / "out", records=2)
