"""A record as a page: every card, play, point and choice of it, for every climbing game."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path

import pytest

from reports.cli import main
from reports.page import Link
from reports.viewer.climbing import MOST_SHOWN, show_record
from reports.viewer.hand import Note
from reports.viewer.render import render_hand, write_hand
from sim.errors import BadInput
from sim.games import CLIMBING
from tests.naive import progression
from tests.reports.test_render import Page
from tests.reports.viewer_sample import RECORDS, golden_record, golden_records

EVENING = Path(__file__).parents[2] / "docs" / "examples" / "evening.txt"


@pytest.mark.parametrize("rules", CLIMBING)
def test_a_hand_is_what_the_record_says(rules):
    for record in golden_records()[rules]:
        hand = show_record(record)
        plays = record["plays"]
        assert [(turn.seat, len(turn.cards)) for turn in hand.turns] == [
            (seat, len(cards.split())) for seat, cards, *_ in plays
        ]
        # Each card leaves its hand with the play that has it, copies one by one.
        for seat in hand.seats:
            leaves = Counter(card.leaves for card in seat.cards)
            del leaves[None]
            assert leaves == {
                number: len(cards.split())
                for number, (who, cards, *_) in enumerate(plays)
                if who == seat.number and cards
            }
        assert list(hand.turns[-1].captured) == record["result"]["captured"]
        assert list(hand.turns[-1].out) == record["result"]["finish"]
        assert [seat.leads for seat in hand.seats].index(True) == record["leader"]
        assert hand.turns[0].leads and not hand.turns[0].may_pass


@pytest.mark.parametrize("rules", CLIMBING)
def test_what_was_played_stands_among_what_could_have_been(rules):
    for turn in show_record(golden_record(rules)).turns:
        made = [choice for group in turn.choices for choice in group.shown if choice.made]
        assert len(made) == (0 if turn.passes else 1)
        assert turn.may_pass or not turn.passes
        for group in turn.choices:
            assert len(group.shown) <= min(group.total, MOST_SHOWN + 1)


def test_points_of_a_trick_add_up_to_what_is_captured():
    turns = show_record(golden_record("fiftyk4")).turns
    lasts = [one for one, other in zip(turns, turns[1:], strict=False) if other.leads]
    for before, after in zip([None, *lasts], lasts, strict=False):
        taken = sum(after.captured) - (sum(before.captured) if before else 0)
        assert taken == after.table_points


@pytest.mark.parametrize("rules", CLIMBING)
def test_the_page_is_well_formed_and_needs_nothing(rules):
    text = render_hand(show_record(golden_record(rules)))
    page = Page(text)
    assert page.open == []
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    uses = {link for tag, found in page.attributes if tag == "use" for link in [found["href"]]}
    assert {link[1:] for link in uses if link} <= set(page.ids)
    assert "http" not in text.replace("http-equiv", "")
    assert text == render_hand(show_record(golden_record(rules)))


def test_what_a_reader_of_the_hands_could_miss_is_said():
    facts = [fact.value for fact in show_record(golden_record("anzhan")).facts]
    assert any("nobody is told" in value for value in facts)


def test_a_game_without_combinations_is_refused():
    record = progression.play_randomly("progression", {}, 1).record(1)
    with pytest.raises(BadInput, match="progression has no moves"):
        show_record(record)


def test_notes_crumbs_and_the_other_seating_are_linked():
    note = Note(3, "Here `lowest` passes.", "deal-1-seating-1.html#play-3", "See that hand")
    text = render_hand(
        show_record(golden_record("fiftyk4"), (note,)),
        crumbs=[Link("Overview", "../index.html")],
        related=[Link("Seating 1", "deal-1-seating-1.html")],
    )
    links = Page(text).links
    assert {"../index.html", "deal-1-seating-1.html", "deal-1-seating-1.html#play-3"} <= set(links)
    assert text.count('class="remark"') == 1


def test_names_are_escaped_and_folders_left_out():
    record = copy.deepcopy(golden_record("fiftyk4"))
    record["strategies"] = ["home/me/<b>.py:bot", "lowest"] * 2
    hand = show_record(record)
    assert hand.seats[0].strategy == "<b>.py:bot"
    text = render_hand(hand)
    assert "<b>.py" not in text and "&lt;b&gt;.py:bot" in text
    assert "home/me" not in text


@pytest.mark.parametrize("strategies", [None, [], ["lowest"], "lowest", [1, None, "x", 2.5]])
def test_strategies_of_any_form_are_shown(strategies):
    record = {**golden_record("fiftyk4"), "strategies": strategies, "seed": "none"}
    hand = show_record(record)
    assert len(render_hand(hand)) > 10_000
    assert not any(fact.code for fact in hand.facts)


def test_the_command_that_plays_it_again_is_named_where_there_is_one():
    record = {**golden_record("fiftyk4"), "strategies": ["lowest"] * 4, "seed": 5}
    commands = [fact.value for fact in show_record(record).facts if fact.code]
    assert len(commands) == 1 and commands[0].startswith("fiftyk replay --rules fiftyk4 ")
    strange = {**record, "strategies": ["nosuch"] * 4}
    assert not any(fact.code for fact in show_record(strange).facts)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda record: record.update(format="x"), "format"),
        (lambda record: record["plays"].pop(), "incomplete"),
        (lambda record: record["result"].update(doubled=None), "doubled"),
    ],
)
def test_a_faulty_record_is_refused(change, says):
    record = copy.deepcopy(golden_record("fiftyk4"))
    change(record)
    with pytest.raises(BadInput, match=says):
        show_record(record)


def test_replay_writes_the_same_page_from_the_deal_and_from_its_record(tmp_path, capsys):
    record, one, other = (tmp_path / name for name in ("hand.jsonl", "one.html", "other.html"))
    deal = ["--rules", "fiftyk4", "--strategies", "lowest", "--seed", "1", "--deal", "7"]
    assert main(["replay", *deal, "--record", str(record), "--html", str(one)]) == 0
    played = capsys.readouterr().out
    assert main(["replay", "--record-file", str(record), "--html", str(other)]) == 0
    assert capsys.readouterr().out == played
    assert one.read_bytes() == other.read_bytes()
    assert main(["replay", "--record-file", str(record), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(record.read_text())


def test_a_line_of_a_record_file_is_chosen(tmp_path, capsys):
    lines = RECORDS.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, 1) if '"rules": "qq2"' in line)
    assert main(["replay", "--record-file", str(RECORDS), "--line", str(number)]) == 0
    assert json.loads(lines[number - 1])["hands"][2] in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["--record-file", str(RECORDS)], "several records; --line names where one begins: 1, 2, "),
        (
            ["--record-file", str(EVENING)],
            "several records; --line names where one begins: 3, 49\n",
        ),
        (["--record-file", str(EVENING), "--line", "4"], "no record on line 4; --line names where"),
        (["--record-file", str(RECORDS), "--line", "100000"], "no record on line 100000"),
        (["--record-file", str(RECORDS), "--line", "0"], "accepted"),
        (["--record-file", str(RECORDS), "--line", "1", "--deal", "3"], "--deal"),
        (["--record-file", str(RECORDS), "--line", "1", "--set", "a=b"], "--set"),
        (["--record-file", str(RECORDS), "--line", "1", "--html", "no/such/x.html"], "no/such"),
        (["--record-file", str(RECORDS), "--line", "1", "--html", "."], "--html"),
        (["--record-file", "nosuch.jsonl"], "nosuch.jsonl"),
        (["--rules", "fiftyk4", "--seed", "1"], "--strategies, --deal"),
        (
            ["--rules", "fiftyk4", "--strategies", "lowest", "--seed", "1", "--deal", "1"]
            + ["--line", "2"],
            "--record-file",
        ),
    ],
)
def test_bad_input_is_one_line(argv, says, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["replay", *argv]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and says in printed.err
    assert list(tmp_path.iterdir()) == []


def test_a_page_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    path = write_hand(show_record(golden_record("fiftyk3")), tmp_path / "hand.html")
    before = path.read_bytes()

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("reports.html.os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_hand(show_record(golden_record("fiftyk4")), path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
