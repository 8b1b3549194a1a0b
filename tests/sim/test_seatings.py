from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import BadInput
from sim.games import FIFTYK3, FIFTYK4
from sim.seatings import SEATINGS, find_seatings, orders, owners, pair_block, rotations

LINE_UPS = st.text("ABCD", min_size=1, max_size=6)


def seated(seating, line_up):
    names = list(dict.fromkeys(line_up))
    return "".join(names[owner] for owner in seating)


@given(LINE_UPS)
def test_rotations_are_all_turns_each_once(line_up):
    turns = [line_up[-step:] + line_up[:-step] for step in range(len(line_up))]
    got = [seated(seating, line_up) for seating in rotations(line_up)]
    assert got == list(dict.fromkeys([line_up, *turns[1:]]))
    assert len(line_up) % len(got) == 0


@given(LINE_UPS)
def test_orders_are_all_permutations_each_once(line_up):
    got = [seated(seating, line_up) for seating in orders(line_up)]
    assert got[0] == line_up
    assert len(got) == len(set(got))
    assert set(got) == {"".join(order) for order in permutations(line_up)}


@given(LINE_UPS, st.sampled_from(sorted(SEATINGS)))
def test_seatings_do_not_depend_on_what_is_seated(line_up, kind):
    objects = {letter: (letter, index) for index, letter in enumerate("DCBA")}
    assert find_seatings(kind, line_up) == find_seatings(kind, [objects[x] for x in line_up])


@given(LINE_UPS, st.sampled_from(sorted(SEATINGS)))
def test_every_seating_seats_the_whole_line_up(line_up, kind):
    for seating in find_seatings(kind, line_up):
        assert sorted(seating) == sorted(owners(line_up))


@pytest.mark.parametrize(
    ("line_up", "distinct"), [("AAAA", 1), ("ABAB", 2), ("AABB", 4), ("ABCD", 4), ("ABCABC", 3)]
)
def test_number_of_rotations(line_up, distinct):
    assert len(rotations(line_up)) == distinct


def test_rotation_moves_everybody_on_to_the_next_seat():
    assert [seated(each, "ABC") for each in rotations("ABC")] == ["ABC", "CAB", "BCA"]


def test_unknown_way_lists_the_accepted_ones():
    with pytest.raises(BadInput, match="no seatings 'all'; accepted: rotations, first, orders"):
        find_seatings("all", "ABAB")


def solo(seats):
    return replace(FIFTYK3, seats=seats)


@pytest.mark.parametrize(
    ("rules", "hands", "line_ups"),
    [
        (FIFTYK4, 2, {"ABAB"}),
        (replace(FIFTYK4, seats=6), 2, {"ABABAB"}),
        (solo(2), 2, {"AB"}),
        (solo(3), 6, {"ABB", "AAB"}),
        (solo(4), 6, {"AABB", "ABAB"}),
        (solo(5), 10, {"AABBB", "AAABB"}),
        (solo(6), 8, {"ABABAB", "AAABBB"}),
    ],
)
def test_pair_block_is_the_table_of_the_statistics_page(rules, hands, line_ups):
    block = pair_block(rules)
    assert len(set(block)) == len(block) == hands
    # Each seating is a turn of one of the table's line-ups, written from its lowest turn.
    assert {min(turns_of(seating)) for seating in block} == {
        min(turns_of(["AB".index(x) for x in line])) for line in line_ups
    }
    assert block[0][0] == 0


def turns_of(seating):
    letters = "".join("AB"[owner] for owner in seating)
    return [letters[step:] + letters[:step] for step in range(len(letters))]


@pytest.mark.parametrize("rules", [FIFTYK4, *(solo(seats) for seats in range(2, 7))])
def test_pair_block_seats_both_equally_often_everywhere(rules):
    block = pair_block(rules)
    for seat in range(rules.seats):
        assert Counter(seating[seat] for seating in block) == {0: len(block) / 2, 1: len(block) / 2}


@pytest.mark.parametrize("rules", [FIFTYK4, *(solo(seats) for seats in range(2, 7))])
def test_pair_block_is_the_same_with_the_two_exchanged(rules):
    block = pair_block(rules)
    assert {tuple(1 - owner for owner in seating) for seating in block} == set(block)
