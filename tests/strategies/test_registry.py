"""Names and parameters of strategies, and line-ups."""

from __future__ import annotations

import pytest

from sim.core.compiler import COMPILED
from sim.errors import BadInput
from sim.games import FIFTYK3, FIFTYK4
from strategies import ALL_STRATEGIES, ANY_CLIMBING, Param, find_strategy, line_up, strategy


@strategy(
    name="tuned",
    params={
        "points": Param(15, "table points", low=0, high=300),
        "share": Param(0.5, "share of something", low=0, high=1),
    },
    sources=("nobody",),
)
def tuned(view, rules, params):
    """Does as it is
    told.

    More about it.
    """
    return 0, 0


@pytest.mark.parametrize(
    ("values", "label"),
    [
        ({}, "tuned"),
        ({"points": 15}, "tuned"),
        ({"points": "20"}, "tuned:points=20"),
        ({"points": 20.0}, "tuned:points=20"),
        ({"share": "0.25", "points": 1e2}, "tuned:points=100:share=0.25"),
    ],
)
def test_label_is_canonical(values, label):
    assert tuned.with_params(values).label == label


def test_record_says_what_the_function_says():
    assert tuned.text == "Does as it is told."
    assert tuned.sources == ("nobody",)
    assert tuned.declares is ANY_CLIMBING
    assert tuned.values == {"points": 15.0, "share": 0.5}
    assert not tuned.trusted, "only the project's own strategies go unchecked"


def test_no_strategy_says_that_a_side_is_two_seats():
    """Reports of games of three a side and of none print what strategies say of themselves."""
    assert [each.name for each in ALL_STRATEGIES if "partner" in each.text] == []


def test_params_add_up():
    once = tuned.with_params({"points": 20})
    assert once.with_params({"share": 1}).label == "tuned:points=20:share=1"
    assert once.with_params({"points": 15}) == tuned


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"cards": 3}, "tuned has no parameter 'cards'; it has points, share"),
        ({"points": 301}, "tuned: points=301: accepted: 0 … 300"),
        ({"points": "-1"}, "tuned: points=-1: accepted: 0 … 300"),
        ({"points": "many"}, "tuned: points=many: accepted: 0 … 300"),
        ({"share": "nan"}, "tuned: share=nan: accepted: 0 … 1"),
        ({"share": "inf"}, "tuned: share=inf: accepted: 0 … 1"),
    ],
)
def test_wrong_params_are_refused(values, said):
    with pytest.raises(BadInput) as error:
        tuned.with_params(values)
    assert str(error.value) == said


@pytest.mark.parametrize("name", ["", "a b", "a,b", "a:b", "a=b", "7up"])
def test_unreadable_names_are_refused(name):
    with pytest.raises(BadInput, match="name is letters"):
        strategy(name=name)
    with pytest.raises(BadInput, match="name is letters"):
        strategy(name="fine", params={name: Param(0, "", low=0, high=1)})


def test_default_out_of_range_is_refused():
    with pytest.raises(BadInput, match="not in 0 … 1"):
        Param(2, "too much", low=0, high=1)


def test_found_by_name_with_parameters():
    assert find_strategy(" shed:late=4 ").label == "shed:late=4"
    assert find_strategy("shed:late=10").label == "shed"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lowst", "no strategy 'lowst'; there are uniform, lowest, shed"),
        ("", "no strategy ''"),
        ("shed:late", "'late' is not like parameter=value"),
        ("shed:", "'' is not like parameter=value"),
        ("shed:late=1:late=2", "parameter 'late' is given twice"),
        ("lowest:late=1", "lowest has no parameter 'late'; it has none"),
    ],
)
def test_wrong_texts_are_refused(text, said):
    with pytest.raises(BadInput) as error:
        find_strategy(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("rules", "texts", "seats"),
    [
        (FIFTYK4, "shed", "shed shed shed shed"),
        (FIFTYK4, "shed,lowest", "shed lowest shed lowest"),
        (FIFTYK4, "shed,lowest,uniform,shed:late=3", "shed lowest uniform shed:late=3"),
        (FIFTYK4, ["shed", "lowest"], "shed lowest shed lowest"),
        (FIFTYK3, "shed,lowest,uniform", "shed lowest uniform"),
        (FIFTYK4.with_options({"seats": 6}), "shed,lowest", "shed lowest " * 3),
    ],
)
def test_line_up(rules, texts, seats):
    assert [each.label for each in line_up(rules, texts)] == seats.split()


def test_line_up_of_wrong_length_is_refused():
    with pytest.raises(BadInput, match="3 strategies for fiftyk4: accepted: 1 or 2 or 4"):
        line_up(FIFTYK4, "shed,shed,shed")
    with pytest.raises(BadInput, match="2 strategies for fiftyk3: accepted: 1 or 3"):
        line_up(FIFTYK3, "shed,shed")


def test_line_up_asks_what_a_strategy_plays(tmp_path):
    file = tmp_path / "team.py"
    file.write_text(
        "from strategies import strategy\n"
        "@strategy(name='team', rules=lambda rules: not rules.solo)\n"
        "def choose(view, rules, params):\n    return 0, 0\n"
    )
    assert len(line_up(FIFTYK4, f"{file}:team")) == FIFTYK4.seats
    with pytest.raises(BadInput, match="team does not play fiftyk3"):
        line_up(FIFTYK3, f"{file}:team")


def test_one_compilation_serves_all_values():
    one, other = find_strategy("shed").policy(), find_strategy("shed:late=3").policy()
    assert find_strategy("shed").policy() is one
    assert other.name == "shed:late=3"
    assert other.params["late"] == 3
    assert one.params["late"] == 10
    assert (one.address == other.address) == COMPILED
