"""Records damaged at random: our first fault is the twin's, by its name and at its play."""

from __future__ import annotations

import copy
from random import Random

import pytest

from sim.core.compiler import COMPILED
from sim.verify import verify_record
from tests.naive.cards import pack
from tests.naive.games import GAMES, find_game
from tests.naive.hand import NaiveHand
from tests.naive.playouts import play_randomly, random_hands
from tests.naive.variants import KINDS_OF_HANDS
from tests.naive.verify import first_fault

TYPES = ("single", "pair", "triple", "straight", "straight_flush", "pair_run", "full_house")
TYPES += ("triple_two", "quad", "bomb", "joker_bomb", "mixed_fifty_k", "pass", "x")


def random_record(rules_id, options, rng):
    """Return a hand that the twin has played at random."""
    seats = find_game(rules_id, options).seats
    first = rng.randrange(seats)
    hands = random_hands(rules_id, rng, first, options)
    return play_randomly(rules_id, options, hands, rng, rng.random()).record(deal=first)


# ---------------------------------------------------------------- kinds of damage


def swap_turns(rng, record):
    plays = record["plays"]
    one, other = rng.randrange(len(plays)), rng.randrange(len(plays))
    plays[one], plays[other] = plays[other], plays[one]


def drop_turn(rng, record):
    del record["plays"][rng.randrange(len(record["plays"]))]


def stop_early(rng, record):
    del record["plays"][rng.randrange(len(record["plays"])) :]


def copy_turn(rng, record):
    plays = record["plays"]
    plays.insert(rng.randrange(len(plays) + 1), list(rng.choice(plays)))


def pass_instead(rng, record):
    turn = rng.choice(record["plays"])
    turn[1:] = ["", "pass", None]


def say_another_type(rng, record):
    rng.choice(record["plays"])[2] = rng.choice(TYPES)


def say_another_rank(rng, record):
    rng.choice(record["plays"])[3] = rng.choice([*"3456789TJQKA2LB", None, "x"])


def say_another_seat(rng, record):
    rng.choice(record["plays"])[0] = rng.randrange(len(record["hands"]))


def change_a_card(rng, record):
    turn = rng.choice(record["plays"])
    tokens = turn[1].split()
    change = rng.choice(["add", "drop", "other"])
    if tokens and change != "add":
        tokens.pop(rng.randrange(len(tokens)))
    if change != "drop":
        tokens.append(rng.choice(pack(1, True)))
    turn[1] = " ".join(tokens)


def play_another_way(rng, record):
    """Put other cards of the same hand in the place of a play, as what the twin says they are."""
    index = rng.randrange(len(record["plays"]))
    hand = NaiveHand(record["rules"], record["options"], record["hands"], record["leader"])
    for seat, text, kind, rank in record["plays"][:index]:
        if kind == "pass":
            hand.pass_(seat)
        else:
            hand.play(seat, text.split(), kind, rank)
    # A lead is often too low to follow with.
    hand.top = rng.choice([None, hand.top])
    plays = sorted(hand.legal_patterns(), key=str)
    if plays:
        move = hand.first_choice(rng.choice(plays))
        record["plays"][index] = [hand.turn, " ".join(move.cards), move.type, move.rank]


def pass_for_good(rng, record):
    """Leave a hand off in the middle and let everybody pass."""
    plays = record["plays"]
    at = rng.randrange(len(plays))
    seats = len(record["hands"])
    plays[at:] = [[(plays[at][0] + step) % seats, "", "pass", None] for step in range(seats)]


def change_a_figure(rng, record):
    result = record["result"]
    name = rng.choice(list(result))
    if name in ("winner", "doubled"):
        result[name] = rng.choice([0, 1, None, True, False])
        return
    figures = result[name]
    place = rng.randrange(len(figures))
    value = figures[place]
    other = value[::-1] if isinstance(value, list) else value + 1
    figures[place : place + 1] = rng.choice([[], [value], [other], [value, value]])


def swap_cards_of_hands(rng, record):
    hands = [held.split() for held in record["hands"]]
    one, other = rng.sample(range(len(hands)), 2)
    if rng.random() < 0.3:
        hands[one].append(hands[other].pop())
    else:
        hands[one][0], hands[other][-1] = hands[other][-1], hands[one][0]
    record["hands"] = [" ".join(held) for held in hands]


def change_who(rng, record):
    seats = len(record["hands"])
    name = rng.choice(["leader", "received", "first_dealt", "forced_leader", "deal"])
    record[name] = rng.choice([*range(seats), None] if name != "deal" else [*range(9)])


def say_what_came_before(rng, record):
    seats = [*range(len(record["hands"])), None]
    record["previous"] = {"first_out": rng.choice(seats), "not_out": rng.choice(seats)}
    if rng.random() < 0.2:
        del record["previous"]["not_out"]
    if rng.random() < 0.5:
        record["leader"] = rng.choice(seats[:-1])


def set_an_option(rng, record):
    name, values = rng.choice([*GAMES[record["rules"]].options.items()])
    record["options"] = {**record["options"], name: rng.choice(values)}


DAMAGES = (
    *(
        swap_turns,
        drop_turn,
        stop_early,
        copy_turn,
        pass_instead,
        say_another_type,
        say_another_rank,
    ),
    *(say_another_seat, change_a_card, play_another_way, pass_for_good, change_a_figure),
    *(swap_cards_of_hands, change_who, say_what_came_before, set_an_option),
)


def assert_the_twins_faults(rules_id, options, rng, times, kinds):
    found = set()
    for _ in range(times):
        record = random_record(rules_id, options, rng)
        assert verify_record(record) is None and first_fault(record) is None
        for damage in rng.sample(DAMAGES, kinds):
            damaged = copy.deepcopy(record)
            damage(rng, damaged)
            right = first_fault(damaged)
            fault = verify_record(damaged)
            assert (fault and (fault.fault, fault.play)) == right, damage.__name__
            found.add(right and right[0])
    return found


@pytest.mark.parametrize(("rules_id", "options"), KINDS_OF_HANDS, ids=str)
def test_a_damaged_record_has_the_twins_fault(rules_id, options):
    assert_the_twins_faults(rules_id, options, Random(1), 3 if COMPILED else 1, 5)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("rules_id", "options"), KINDS_OF_HANDS, ids=str)
def test_a_damaged_record_has_the_twins_fault_many_times(rules_id, options):
    found = assert_the_twins_faults(rules_id, options, Random(2), 25, len(DAMAGES))
    assert {"hands", "seat", "cards", "type", "follow", "incomplete", "result"} <= found
