"""Plays of special rows against the list of all legal plays, and which are taken."""

from __future__ import annotations

import numpy as np
import pytest

from sim.cards import parse_cards
from sim.games import QQ1, ZHENGFEN
from sim.plays import legal_plays
from sim.policy import as_records
from strategies.balanced import BALANCED
from strategies.lowest import LOWEST
from strategies.shed import SHED
from strategies.specials import MOST_PLAYS, list_special, special_left
from tests.strategies.positions import SETTINGS, chosen, group, name_of, ranks_of, view_of
from tests.strategies.test_answers import each_view, legal

SPECIAL = [setting for setting in SETTINGS if setting[0][:2] in ("qq", "zh")]


@pytest.mark.parametrize("setting", SPECIAL, ids=name_of)
def test_what_is_listed_is_legal(setting):
    for view, rules, plays in each_view(setting):
        room = np.zeros((MOST_PLAYS, 2), dtype=np.uint64)
        n = int(list_special(view, rules, view.counts, room, np.int64(0)))
        listed = [tuple(map(int, play)) for play in room[:n]]
        assert set(listed) <= set(plays)
        assert len(set(listed)) == n


def test_follows_as_cheaply_as_it_can():
    top = group(ZHENGFEN, 2, "5")
    assert chosen(LOWEST, view_of(ZHENGFEN, "7s 9s 9h LJ Ks", top), ZHENGFEN) == "99"
    assert chosen(LOWEST, view_of(ZHENGFEN, "7s 9s LJ Ks", top), ZHENGFEN) == "7"
    assert (
        chosen(LOWEST, view_of(ZHENGFEN, "2s 2h LJ 3s", group(ZHENGFEN, 2, "A")), ZHENGFEN) == "22"
    )


def test_leads_long_runs():
    assert chosen(SHED, view_of(QQ1, "As 2h 3d 4c 5s 9h 9d"), QQ1) == "345A2"
    hand = "4s 5s 6s 7s 8s 9h 9d Js"
    assert chosen(SHED, view_of(QQ1, hand), QQ1) == "456789"
    assert chosen(BALANCED, view_of(ZHENGFEN, "4s 5s 6s 7s 8s 9h Jd"), ZHENGFEN) == "45678"


def test_it_does_not_matter_which_of_compared_rows_is_listed_first():
    rows = sorted(map(str, QQ1.combinations), key=lambda row: not row.startswith("straight_flush"))
    other = QQ1.with_options({"combinations": ", ".join(rows)})
    run, unseen = parse_cards("3s 4h 5c 6d 7s"), parse_cards("4s 5s 6h 7h 8c 9c Ts")
    hand = parse_cards("4s 5s 6s 7s 8s 9h Th 2d")
    beaten, left = [], []
    for rules in (QQ1, other):
        top = next(play for play in legal_plays(rules, run) if play.type == "straight")
        beaten.append({str(play) for play in legal_plays(rules, hand, top)})
        record, others = as_records(rules.record)[0], np.uint64(unseen.counts)
        left.append(int(special_left(record, others, np.uint64(top.meta))))
    # Up to 8 (in the hand a flush), 9 and T.
    assert left == [3, 3]
    assert beaten[0] == beaten[1] and len(beaten[0]) == 3


def test_a_flush_beats_its_straight():
    run = "6s 7s 8s 9s Ts"
    mixed = view_of(QQ1, "6h 7s 8s 9s Ts")
    plays = legal(mixed, as_records(QQ1.record)[0])
    top = next(play for play in plays if ranks_of(play[0]) == "6789T")
    assert chosen(LOWEST, view_of(QQ1, run + " 3d", top), QQ1) == "6789T"
    assert chosen(LOWEST, view_of(QQ1, "6d 7s 8s 9s Ts 3d", top), QQ1) == ""
