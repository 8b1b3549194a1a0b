"""Games that people played: who counts, with what error, and the section of the report."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from analysis.batches import simulate
from analysis.estimates import Estimate, mean_estimate
from analysis.people import FEW, read_people
from analysis.survey import Effort
from reports.standard import write_standard_report
from sim.errors import BadInput
from sim.families import deal_hands, record_of
from sim.games import find_rules
from strategies import line_up

EVENING = Path(__file__).parents[2] / "docs" / "examples" / "evening.txt"


@pytest.fixture
def many(tmp_path):
    """Forty hands, the players moving from seat to seat; and three that do not count."""
    rules = find_rules("fiftyk3")
    policies = [each.policy() for each in line_up(rules, "lowest")]
    names = ["Ann", "Bo", "Cy"]
    records = [
        record_of(
            policies, deal_hands(rules, 2, range(i, i + 1)), 0, names[i % 3 :] + names[: i % 3]
        )
        for i in range(40)
    ]
    wrong = dict(records[0], leader=(records[0]["leader"] + 1) % 3)
    other = record_of(
        policies, deal_hands(find_rules("fiftyk3", {"first_out_bonus": 7}), 2, range(1)), 0, names
    )
    path = tmp_path / "people.jsonl"
    lines = [json.dumps(each) for each in (*records, wrong, other)]
    path.write_text("\n".join([*lines, "{"]) + "\n")
    return path, records


def test_means_and_places_are_those_of_the_records(many):
    path, records = many
    people = read_people(path)
    assert (people.records, people.rules.id) == (40, "fiftyk3")
    assert [each.line for each in people.left_out] == [41, 42, 43]
    assert [each.why.split(":")[0] for each in people.left_out] == [
        "leader",
        "played under other rules",
        "not JSON",
    ]
    for each in people.players:
        seats = [record["strategies"].index(each.player) for record in records]
        payoffs = [
            record["result"]["payoff"][seat] for record, seat in zip(records, seats, strict=True)
        ]
        assert each.payoff == mean_estimate(payoffs)
        first = [
            record["result"]["finish"][0] == seat
            for record, seat in zip(records, seats, strict=True)
        ]
        assert each.places[0].value == pytest.approx(sum(first) / 40)
        assert sum(place.value for place in each.places) == pytest.approx(1)
        assert (each.hands, each.is_few) == (40, FEW > 40)
    values = [each.payoff.value for each in people.players]
    assert values == sorted(values, reverse=True)


def test_one_hand_has_no_interval_and_few_are_said_to_be_few(tmp_path):
    path = tmp_path / "one.txt"
    path.write_text(EVENING.read_text().partition("---")[0])
    one = read_people(path)
    assert all(isinstance(each.payoff, float) and each.is_few for each in one.players)
    assert all(isinstance(each.payoff, Estimate) for each in read_people(EVENING).players)


def test_other_rules_do_not_count():
    with pytest.raises(BadInput, match="line 3: played under other rules: fiftyk4"):
        read_people(EVENING, find_rules("fiftyk3"))


@pytest.mark.compiled
def test_the_report_shows_people_beside_strategies(tmp_path):
    folder = tmp_path / "hands"
    simulate(find_rules("fiftyk4"), line_up(find_rules("fiftyk4"), "lowest,shed"), 20, 1, folder)
    path = write_standard_report(
        folder, effort=Effort(80, 0, 20, 8, 4, 2), people=read_people(EVENING), replays=1
    )
    page = path.read_text()
    assert "Beware: Ann, Cy, Bo, Di played fewer than 30 hands" in page
    table = json.loads((tmp_path / "hands" / "report-tables" / "people.json").read_text())
    assert [(row["player"], row["kind"]) for row in table["rows"]] == [
        ("Ann", "person"),
        ("Cy", "person"),
        ("Bo", "person"),
        ("Di", "person"),
        ("lowest", "simulated"),
        ("shed", "simulated"),
    ]
    frame = pd.read_parquet(tmp_path / "hands" / "report-tables" / "people.parquet")
    assert frame["payoff"].tolist() == [row["payoff"]["value"] for row in table["rows"]]
    assert frame["payoff_n"].tolist() == [2, 2, 2, 2, 20, 20]
