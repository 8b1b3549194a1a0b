"""Records: written, read, verified; every fault by its name; no garbage ever a traceback."""

from __future__ import annotations

import copy
import json
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.deals import deal_hands
from sim.errors import BadInput
from sim.games import FIFTYK3, FIFTYK4, find_rules
from sim.hand import play_deals
from sim.records import line_of, read_lines, read_records, record_of, write_records
from sim.verify import Fault, verify_file, verify_record
from tests.naive.verify import first_fault
from tests.sim.sample import RULES_OF_TABLE, line_up

DROP = "<dropped>"


def record(rules, row=0, **more):
    deals = deal_hands(rules, 12, range(4))
    return record_of(line_up(rules), deals, row, ["uniform"] * rules.seats, **more)


@cache
def made(name):
    """Return a record to change; made when first asked for, because playing compiles."""
    if name == "strict":
        return record(find_rules("fiftyk4", {"must_beat": True, "pass_is_final": True}), 1)
    if name == "two decks":
        return record(find_rules("fiftyk4", {"decks": 2}), 2)
    return record(find_rules(name))


@pytest.fixture(scope="module")
def four():
    return made("fiftyk4")


@pytest.fixture(scope="module")
def three():
    return made("fiftyk3")


@pytest.fixture(scope="module")
def strict():
    return made("strict")


@pytest.fixture(scope="module")
def two_decks():
    return made("two decks")


def change(original, path, value):
    changed = copy.deepcopy(original)
    *way, last = path
    place = changed
    for step in way:
        place = place[step]
    if value == DROP:
        del place[last]
    else:
        place[last] = value
    return changed


def test_a_record_has_the_keys_of_the_interface_page(four, three, strict, two_decks):
    assert list(four) == (
        "format rules options strategies seed deal hands received leader plays result".split()
    )
    assert list(four["result"]) == (
        "finish captured left sides side_points winner doubled payoff".split()
    )
    assert four["strategies"] == ["uniform"] * 4 and four["received"] is None
    assert strict["options"] == {"must_beat": True, "pass_is_final": True}
    assert two_decks["received"] == two_decks["leader"]
    assert json.loads(line_of(three)) == three and line_of(three).count("\n") == 1
    assert all(type(points) is float for points in four["result"]["payoff"])


@pytest.mark.parametrize("name", [*RULES_OF_TABLE, "strict", "two decks"])
def test_a_legal_record_has_no_fault(name):
    one = made(name)
    assert verify_record(one) is None
    assert verify_record({**one, "remark": [1]}) is None
    assert verify_record(json.loads(line_of(one))) is None


@pytest.mark.compiled
def test_thirds_are_written_to_the_last_digit():
    rules = find_rules("anzhan")
    deals = deal_hands(rules, 12, range(400))
    results = play_deals(line_up(rules), deals)
    alone = (results.side == 0).sum(axis=1) == 1
    row = np.flatnonzero(alone & (results.side_points[:, 1] % 3 != 0))[0]
    one = record_of(line_up(rules), deals, row, ["uniform"] * 4)
    written = json.loads(line_of(one))["result"]
    for seat in written["sides"][1]:
        assert abs(written["payoff"][seat] - written["side_points"][1] / 3) < 1e-12


def test_optional_fields(four):
    forced = (four["leader"] + 1) % 4
    led = record(FIFTYK4, forced_leader=forced, previous={"first_out": 1, "not_out": None})
    assert led["leader"] == led["forced_leader"] == forced and verify_record(led) is None
    assert led["previous"] == {"first_out": 1, "not_out": None}
    assert verify_record(change(led, ["forced_leader"], DROP)).fault == "leader"
    deals = deal_hands(FIFTYK4, 12, range(1)).with_leader(forced)
    assert record_of(line_up(FIFTYK4), deals, 0, ["a"] * 4)["forced_leader"] == forced
    deals = deal_hands(FIFTYK3, 12, range(1), first=np.array([2]))
    turned = record_of(line_up(FIFTYK3), deals, 0, ["a"] * 3, first_dealt=2)
    assert verify_record(turned) is None
    assert verify_record(change(turned, ["first_dealt"], DROP)).fault == "hands"


def test_who_was_left_leads_in_liaoning():
    rules = find_rules("liaoning")
    leader = made("liaoning")["leader"]
    other = (leader + 1) % 4
    later = record(rules, previous={"first_out": other, "not_out": leader})
    assert verify_record(later) is None and "forced_leader" not in later
    for previous, fault in (
        ({"first_out": leader, "not_out": other}, "leader"),
        ({"first_out": leader, "not_out": None}, "format"),
        ({"first_out": leader}, "format"),
    ):
        found = verify_record({**later, "previous": previous})
        assert (found.fault, found.play) == (fault, None)


FAULTS = [
    (["format"], "fiftyk-record/2", "format", None),
    (["format"], DROP, "format", None),
    (["rules"], "whist", "format", None),
    (["rules"], ["fiftyk4"], "format", None),
    (["options"], {"nosuch": 1}, "format", None),
    (["options"], {"must_beat": 0}, "format", None),
    (["options"], {"must_beat": "true"}, "format", None),
    (["options"], 7, "format", None),
    (["deal"], "1", "format", None),
    (["hands"], DROP, "format", None),
    (["hands", 1], "3x", "format", None),
    (["hands", 1], 3, "format", None),
    (["leader"], True, "format", None),
    (["leader"], DROP, "format", None),
    (["received"], "0", "format", None),
    (["first_dealt"], 4, "format", None),
    (["forced_leader"], -1, "format", None),
    (["previous"], [], "format", None),
    (["previous"], {"not_out": 1}, "format", None),
    (["previous"], {"first_out": 1, "not_out": 9}, "format", None),
    (["plays"], {}, "format", None),
    (["plays", 3], [0, "3s", "single"], "format", 3),
    (["plays", 3], [0, "3x", "single", "3"], "format", 3),
    (["plays", 3], ["0", "", "pass", None], "format", 3),
    (["plays", 3], [0, None, "pass", None], "format", 3),
    (["plays", 3], [0, "", None, None], "format", 3),
    (["plays", 3], [0, "", "pass", 3], "format", 3),
    (["result"], [], "format", None),
    (["hands", 1], "3s", "hands", None),
    (["hands", 1], "", "hands", None),
    (["hands", 1], "3s 3s 3s 3s 3s", "hands", None),
    (["hands", 1], "LJ", "hands", None),
    (["hands", 1], DROP, "hands", None),
    (["received"], 0, "received", None),
    (["leader"], 7, "leader", None),
    (["leader"], 10**40, "leader", None),
    (["plays", 0], [9, "", "pass", None], "seat", 0),
    (["plays", 0], [-1, "", "pass", None], "seat", 0),
    (["plays", 0], [10**40, "", "pass", None], "seat", 0),
    (["plays", -1], DROP, "incomplete", -1),
    (["plays"], [], "incomplete", 0),
    (["result", "winner"], None, "result", None),
    (["result", "doubled"], 0, "result", None),
    (["result", "payoff"], [0.0], "result", None),
    (["result", "payoff", 0], float("nan"), "result", None),
    (["result", "payoff", 0], 10**400, "result", None),
    (["result", "left"], DROP, "result", None),
    (["result", "sides"], [[0, 1], [2, 3]], "result", None),
    (["result", "captured", 0], True, "result", None),
]


@pytest.mark.parametrize(
    ("path", "value", "fault", "play"), FAULTS, ids=lambda value: str(value)[:40]
)
@pytest.mark.parametrize("name", ["fiftyk4", "fiftyk3"])
def test_a_changed_record_has_the_fault(name, path, value, fault, play):
    changed = change(made(name), path, value)
    found = verify_record(changed)
    assert (found.fault, found.play) == (fault, len(changed["plays"]) if play == -1 else play)
    assert "\n" not in found.what


def test_faults_inside_the_plays(four):
    leader, text, kind, rank = four["plays"][0]
    theirs = four["hands"][(leader + 1) % 4].split()[0]
    for entry, fault in (
        ([leader, "", "pass", None], "pass"),
        ([leader, text, "pass", None], "pass"),
        ([leader, theirs, "single", theirs[0]], "cards"),
        ([leader, "3s 3s 3s 3s", "bomb", "3"], "cards"),
        ([leader, text, "nosuch", rank], "type"),
        ([leader, text, kind, "L"], "type"),
        ([leader, text, kind, "nosuch"], "type"),
        ([leader, "", "single", "3"], "type"),
    ):
        assert verify_record(change(four, ["plays", 0], entry)) is not None
        found = verify_record(change(four, ["plays", 0], entry))
        assert (found.fault, found.play) == (fault, 0)
    # A pass that says a rank.
    index = next(n for n, turn in enumerate(four["plays"]) if turn[2] == "pass")
    seat = four["plays"][index][0]
    found = verify_record(change(four, ["plays", index], [seat, "", "pass", "3"]))
    assert (found.fault, found.play) == ("type", index)
    longer = change(four, ["plays"], [*four["plays"], four["plays"][0]])
    found = verify_record(longer)
    assert (found.fault, found.play) == ("end", len(four["plays"]))


def test_must_beat_is_looked_after(strict):
    for index, (seat, _, kind, _) in enumerate(strict["plays"]):
        if index and kind != "pass" and strict["plays"][index - 1][2] == "pass":
            passed = change(strict, ["plays", index], [seat, "", "pass", None])
            found = verify_record(passed)
            if found.fault == "pass" and found.play == index:
                return
    raise AssertionError("no turn to try it on")


def test_received_with_two_decks(two_decks):
    card = two_decks["hands"]
    without = next(seat for seat in range(4) if "3h" not in card[seat].split())
    for value in (None, without, 9, -1):
        assert verify_record(change(two_decks, ["received"], value)).fault == "received"
    other = [seat for seat in range(4) if "3h" in card[seat].split()]
    for seat in other:
        moved = {**two_decks, "received": seat}
        fault = verify_record(moved)
        assert (fault is None) == (seat == two_decks["received"])
        assert fault is None or fault.fault == "leader"


# ---------------------------------------------------------------- garbage

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["3h", "3s 4s", "pass", "single", "T", "fiftyk3", 10**400]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


def paths(value, way=()):
    yield way
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if isinstance(inner, dict | list):
            yield from paths(inner, (*way, key))
        else:
            yield (*way, key)


PATHS = st.deferred(lambda: st.sampled_from([way for way in paths(made("fiftyk3")) if way]))


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(way=PATHS, value=JSON, drop=st.booleans())
def test_a_record_with_anything_in_it_gives_a_fault_and_no_traceback(way, value, drop):
    changed = change(made("fiftyk3"), way, DROP if drop else value)
    fault = verify_record(changed)
    assert fault is None or isinstance(fault, Fault)
    if fault is not None:
        assert fault.play is None or 0 <= fault.play <= len(changed["plays"])


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_record_whose_turns_are_moved_about_has_the_twins_fault(data):
    turns = copy.deepcopy(made("fiftyk3")["plays"])
    for _ in range(data.draw(st.integers(1, 2))):
        kind = data.draw(st.sampled_from(["swap", "drop", "copy", "pass", "type", "rank", "seat"]))
        at = data.draw(st.integers(0, len(turns) - 1))
        other = data.draw(st.integers(0, len(turns) - 1))
        if kind == "swap":
            turns[at], turns[other] = turns[other], turns[at]
        elif kind == "drop":
            del turns[at]
        elif kind == "copy":
            turns.insert(at, copy.deepcopy(turns[other]))
        elif kind == "pass":
            turns[at] = [turns[at][0], "", "pass", None]
        elif kind == "type":
            turns[at][2] = data.draw(st.sampled_from(["single", "pair", "bomb", "straight", "x"]))
        elif kind == "rank":
            turns[at][3] = data.draw(st.sampled_from([*"345TKA2", None, "x"]))
        else:
            turns[at][0] = data.draw(st.integers(0, 3))
    changed = {**made("fiftyk3"), "plays": turns}
    fault = verify_record(changed)
    assert (None if fault is None else (fault.fault, fault.play)) == first_fault(changed)


@given(JSON)
@settings(max_examples=100, deadline=None)
def test_anything_is_no_record(value):
    assert verify_record(value).fault == "format"


# ---------------------------------------------------------------- files


def test_files_with_a_mark_blank_lines_and_bad_ones(tmp_path, four):
    path = tmp_path / "records.jsonl"
    good = line_of(four).encode()
    bad = line_of(change(four, ["leader"], 7)).encode()
    lines = [
        b"\xef\xbb\xbf" + good,
        b"\n",
        b"  \r\n",
        bad,
        b"{\n",
        b"\xff\n",
        b"[" * 9999 + b"\n",
        good[:-1],
    ]
    path.write_bytes(b"".join(lines))
    report = verify_file(path)
    assert (report["records"], report["ok"]) == (6, 2)
    assert [(f["line"], f["fault"], f["play"]) for f in report["faults"]] == [
        (4, "leader", None),
        (5, "format", None),
        (6, "format", None),
        (7, "format", None),
    ]
    assert all(f["what"] and "\n" not in f["what"] for f in report["faults"])
    assert list(report["faults"][0]) == ["line", "fault", "play", "what"]
    assert [number for number, _ in read_lines(path)] == [1, 4, 5, 6, 7, 8]


def test_written_records_are_read_back(tmp_path, four, three):
    path = tmp_path / "records.jsonl"
    assert write_records(path, iter([four, three])) == 2
    assert list(read_records(path)) == [four, three]
    assert verify_file(path) == {"records": 2, "ok": 2, "faults": []}
    path.write_text("[1]\n")
    with pytest.raises(BadInput, match="line 1: not a record"):
        list(read_records(path))


def test_an_empty_and_a_missing_file(tmp_path):
    path = tmp_path / "none.jsonl"
    with pytest.raises(BadInput, match="cannot read .*none.jsonl"):
        verify_file(path)
    path.write_bytes(b"")
    assert verify_file(path) == {"records": 0, "ok": 0, "faults": []}
