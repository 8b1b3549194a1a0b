"""Perft: the files' counts (from the twin), the twin itself on small ones, the command."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from sim.errors import BadInput
from sim.perft import divide, main, perft, read_cases, text_of
from tests.naive import perft as naive
from tests.naive.hand import NaiveHand
from tests.naive.playouts import random_hands
from tests.sim.sample import EVERY_RULE_SET, RULES_OF_TABLE, position_of

FOLDER = Path(__file__).parents[1] / "data" / "perft"
FILES = sorted(FOLDER.glob("*.perft"))


def check(position, ranks, depth, count):
    before = position.hands, position.turn, position.captured, position.top
    found = perft(position, depth, ranks)
    assert before == (position.hands, position.turn, position.captured, position.top)
    assert found == count, divide(position, depth, ranks)


def test_every_rule_set_has_its_file_with_deals_and_late_hands():
    assert {path.stem for path in FILES} == {*RULES_OF_TABLE, "toys"}
    for rules_id in RULES_OF_TABLE:
        cases = list(read_cases(FOLDER / f"{rules_id}.perft"))
        depths = {case.id: max(depth for _, depth, _ in case.counts) for case in cases}
        assert sum(depth >= 4 for depth in depths.values()) >= 5
        assert sum("seed" in name and depth >= 2 for name, depth in depths.items()) >= 3
        assert all({ranks for ranks, _, _ in case.counts} == {False, True} for case in cases)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_counts(path):
    for case in read_cases(path):
        for ranks, depth, count in case.counts:
            check(case.position, ranks, depth, count)


@EVERY_RULE_SET
def test_the_twin_counts_the_same_below_every_move(rules):
    for number in range(2):
        hands = [held[::6] for held in random_hands(rules.id, Random(number))]
        if rules.hidden:
            # Both aces are held, so that nobody knows more than the twin does.
            hands = [(*held, "As") if seat > 1 else held for seat, held in enumerate(hands)]
        hand = NaiveHand(rules.id, {}, hands, number % rules.seats)
        position = position_of(rules, hand)
        for concrete in (True, False):
            for depth in (1, 2, 3):
                assert naive.perft(hand, depth, concrete) == perft(position, depth, not concrete)
            ours = divide(position, 3, ranks=not concrete)
            theirs = {move.cards: below for move, below in naive.divide(hand, 3, concrete).items()}
            assert sorted(ours.values()) == sorted(theirs.values())
            assert sum(ours.values()) == perft(position, 3, not concrete)


def test_patterns_are_never_more_than_cards():
    for path in FILES:
        for case in read_cases(path):
            by = {(ranks, depth): count for ranks, depth, count in case.counts}
            for (ranks, depth), count in by.items():
                assert ranks or by.get((True, depth), 0) <= count


def test_a_position_reads_back():
    for path in FILES:
        for case in read_cases(path):
            text = text_of(case.id, case.position, case.counts)
            again = path.read_text()
            assert text.split("\nperft")[0].split("\nturn")[0] in again.replace("\n\n", "\n")
            assert text_of(case.id, case.position, case.counts) == text


def test_the_command(capsys, tmp_path):
    toys = FOLDER / "toys.perft"
    assert main([str(toys), "--divide"]) == 0
    shown = capsys.readouterr().out
    assert "three seats, four cards  perft 4 = 5" in shown and "nodes/s  ok" in shown
    assert "4s 4h (pair 4)" not in shown.split("perft 2 = 3")[0]
    assert main([str(toys), "--most", "1"]) == 0
    assert "perft 4" not in capsys.readouterr().out
    wrong = tmp_path / "wrong.perft"
    wrong.write_text(toys.read_text().replace("perft 3 6", "perft 3 7"))
    assert main([str(wrong)]) == 1
    shown = capsys.readouterr().out
    # What differs is shown move by move.
    assert "perft 3 = 6" in shown and "WRONG, file says 7" in shown and "3s (single 3)" in shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id x\ngame whist\n", "line 2.*no rule set|no rule set"),
        ("id x\ngame fiftyk3\nhand 0 3s\n", "seats 0 … 2"),
        ("id x\ncolour red\n", "line 2: 'colour' is not one of id, game"),
        ("id x\ngame fiftyk3\nturn x\n", "line 3: invalid literal"),
        ("id x\nperft 1\n", "line 2"),
    ],
)
def test_files_that_cannot_be_read(tmp_path, capsys, text, message):
    path = tmp_path / "bad.perft"
    path.write_text(text)
    with pytest.raises(BadInput, match=message):
        list(read_cases(path))
    assert main([str(path)]) == 2 and "bad.perft" in capsys.readouterr().err
    assert main([str(tmp_path / "none.perft")]) == 2


def test_rule_sets_are_what_the_files_say():
    for rules in RULES_OF_TABLE.values():
        first = next(read_cases(FOLDER / f"{rules.id}.perft"))
        assert first.position.rules == rules
