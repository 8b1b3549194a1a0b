"""Ready-made answers against the list of all legal plays."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.bits import contains
from sim.core.compiler import COMPILED
from sim.core.generate import count_follows, count_leads, nth_follow, nth_lead
from sim.core.groups import bomb_ranks
from sim.core.play import size_of, strength_of
from sim.games import FIFTYK4
from sim.policy import as_records
from strategies.answers import (
    cheapest_follow,
    decline,
    group_play,
    random_play,
    weakest_bomb,
)
from strategies.holdings import exactly
from tests.strategies.positions import (
    SETTINGS,
    group,
    name_of,
    ranks_of,
    rules_of,
    sampled_views,
    view_of,
)

VIEWS = 100 if COMPILED else 8
PASS = (0, 0)


def legal(view, rules):
    hand = (view.counts, view.hand_lo, view.hand_hi)
    if view.top == 0:
        total = count_leads(rules, *hand)
        return [nth_lead(rules, *hand, n) for n in range(total)]
    total = count_follows(rules, *hand, view.top)
    return [nth_follow(rules, *hand, view.top, n) for n in range(total)]


def each_view(setting):
    rules = rules_of(setting)
    record = as_records(rules.record)[0]
    for view in as_records(sampled_views(setting, VIEWS)):
        plays = legal(view, record)
        if len(plays) < 5000:
            yield view, record, [tuple(map(int, play)) for play in plays]


@pytest.mark.parametrize("setting", SETTINGS, ids=name_of)
def test_answers_are_legal_and_cheapest(setting):
    for view, rules, plays in each_view(setting):
        bombs = {play: strength_of(np.uint64(play[1])) for play in plays}
        ordinary = [play for play, strength in bombs.items() if strength == 0]
        strengths = sorted(strength for strength in bombs.values() if strength)
        follow = tuple(map(int, cheapest_follow(view, rules)))
        bomb = tuple(map(int, weakest_bomb(view, rules)))
        if view.top:
            natural = [play for play in ordinary if not play[0] >> 52]
            # A joker among kickers is never thought of.
            assert follow in ordinary or (follow == PASS and not natural)
            passed = tuple(map(int, decline(view, rules)))
            if rules.must_beat:
                assert passed in plays or (passed == PASS and not plays)
            else:
                assert passed == PASS
        else:
            assert follow == PASS
        assert bomb in bombs or (bomb == PASS and not strengths)
        if strengths and rules.decks == 1 and rules.smallest_set > 3:
            assert bombs[bomb] == strengths[0]
        assert tuple(map(int, random_play(view, rules))) in [*plays, PASS]


@pytest.mark.statistical
def test_random_play_is_uniform():
    # chi-squared with 6 degrees of freedom: above 27.9 with probability 0.0001.
    rules = as_records(FIFTYK4.record)[0]
    view = view_of(FIFTYK4, "4s 7h 7d 8s 9s 9d 9c 9h Js", group(FIFTYK4, 1, "6"))
    plays = [*legal(view, rules), PASS]
    assert len(plays) == 7 - 1
    draws = 6000
    tally = dict.fromkeys([tuple(map(int, play)) for play in plays], 0)
    for stream in range(draws):
        view.stream = np.uint64(stream)
        tally[tuple(map(int, random_play(view, rules)))] += 1
    expected = draws / len(plays)
    assert sum((n - expected) ** 2 / expected for n in tally.values()) < 27.9


@pytest.mark.parametrize(
    ("options", "width", "length", "rank", "size"),
    [
        ({}, 1, 1, 12, 1),
        ({}, 2, 1, 12, 2),
        ({}, 1, 5, 11, 5),
        ({}, 1, 12, 11, 12),
        ({}, 2, 2, 1, 4),
        ({}, 3, 4, 7, 12),
        ({}, 1, 4, 11, 0),  # no straight of four
        ({}, 1, 5, 12, 0),  # no 2 in a run
        ({}, 1, 5, 3, 0),  # begins below 3
        ({}, 4, 1, 3, 0),  # a bomb, not a group
        ({"combinations": "single"}, 2, 1, 3, 0),
    ],
)
def test_group_play(options, width, length, rank, size):
    rules = as_records(FIFTYK4.with_options(options).record)[0]
    counts, meta = group_play(rules, width, length, rank)
    assert size_of(meta) == size
    assert len(ranks_of(counts)) == size


def test_kickers_are_the_cheapest():
    rules = as_records(FIFTYK4.record)[0]
    hand = "8s 8h 8d 8c 9s 9h 9d 3s 3h 4s 6s Ks 2s"
    for text, follow in (("4448", "9994"), ("44488", "99933")):
        top = next(
            play
            for play in legal(view_of(FIFTYK4, "4s 4h 4d 8s 8h"), rules)
            if ranks_of(play[0]) == text
        )
        counts, _ = cheapest_follow(view_of(FIFTYK4, hand, top), rules)
        assert "".join(sorted(ranks_of(counts))) == "".join(sorted(follow))


def test_exactly_and_bomb_ranks():
    rules = FIFTYK4.with_options({"decks": 3, "bombs": "bomb 4 < bomb 5"})
    record = as_records(rules.record)[0]
    counts = np.uint64(0xC84310)
    for k in range(13):
        mask = int(exactly(counts, k)) & 0x888888
        assert mask == sum(8 << 4 * r for r in range(6) if (0xC84310 >> 4 * r & 15) == k)
    assert int(bomb_ranks(record, counts)) == 0x888000
    none = as_records(FIFTYK4.with_options({"bombs": ""}).record)[0]
    assert int(bomb_ranks(none, counts)) == 0
    assert contains(counts, np.uint64(0x100000))
