"""What opening a suit and laying a face card are worth, against the slow twin and by hand."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.keyed import below, deal_words
from analysis.played import Table
from analysis.stack_choices import (
    NUMBERS_LEFT,
    choice_value,
    draw_choices,
    faces_laid,
    openings,
    value_of_choices,
)
from analysis.stack_tallies import OPENINGS
from sim.core.compiler import COMPILED
from sim.core.stack_acts import count_acts, nth_act
from sim.errors import BadInput
from sim.games import find_rules
from sim.policy import bind
from sim.progression.deals import NUMBERS, TOKENS, deal_hands
from sim.progression.hand import STACK_SIGHT, play_deals
from strategies import find_strategy
from tests.naive import progression as naive

FORMS = ("progression", "progression_original")
FACES = "AKQJ"
both = pytest.mark.parametrize("rules_id", FORMS)


def in_turn(view, rules, params):
    """Do one legal act after the other, so that everything is done at times."""
    return nth_act(view, rules, (7 * view.turn + view.seat) % count_acts(view, rules))


IN_TURN = bind("in_turn", in_turn, {}, compiled=False, trusted=False, sight=STACK_SIGHT)


def table_of(rules, names=("a",), plan=((0, 0, 0),)):
    return Table(rules, names, plan)


# ---------------------------------------------------------------- the slow computation


def ordered(acts):
    """Legal acts in the order in which strategies number them."""
    places = {"own": 0, "public": 1, "stock": 2}

    def key(act):
        card, place = act
        number = NUMBERS[card]
        if place in places:
            return (places[place], number, "")
        return (3, number // 13, place)

    return sorted(acts, key=key)


def play_slowly(rules_id, options, deals, row, bar=None):
    """Play `in_turn` with lists; return the twin and the positions before each act."""
    twin = naive.NaiveProgression(
        rules_id,
        options,
        [naive.read_list(held) for held in deals.hands(row)],
        [TOKENS[card] for card in deals.stock[row]],
        int(deals.leader[row]),
    )
    before = []
    while not twin.over:
        legal = ordered(twin.legal())
        number = len(twin.acts)
        before.append(
            (
                [*twin.hands[twin.turn]],
                {s: [*st] for s, st in twin.stacks[twin.turn].items()},
                legal,
            )
        )
        if bar is not None and number == bar[0]:
            legal = [act for act in legal if act[1] != "own" or act[0] not in bar[1]]
        twin.do(*legal[(7 * number + twin.turn) % len(legal)])
    return twin, before


def slow_choices(question, rules_id, options, deals, row, seat):
    """Every choice of a seat with what it gained, each by a hand played again from the start."""
    done, before = play_slowly(rules_id, options, deals, row)
    found = []
    for number, ((who, card, place), (hand, stacks, legal)) in enumerate(
        zip(done.acts, before, strict=True)
    ):
        if who != seat or place != "own":
            continue
        if question is openings:
            if stacks[card[1]]:
                continue
            barred = [each for each in hand if not stacks[each[1]]]
            kind = (
                0
                if card[0] in FACES
                else ("234", "567", "89T").index(
                    next(group for group in ("234", "567", "89T") if card[0] in group)
                )
                + 1
            )
        else:
            if card[0] not in FACES:
                continue
            barred = [each for each in hand if each[0] in FACES]
            numbers = [each for each in hand if each[1] == card[1] and each[0] not in FACES]
            kind = min(len(numbers), 2)
        if all(act[1] == "own" and act[0] in barred for act in legal):
            continue
        other, _ = play_slowly(rules_id, options, deals, row, (number, barred))
        gained = np.subtract(done.points(), other.points())
        found.append((kind, gained[seat], (sum(gained) - gained[seat]) / 2))
    return found


@both
@pytest.mark.parametrize("question", [openings, faces_laid])
def test_every_choice_gains_what_the_slow_twin_finds(rules_id, question):
    options = {"turn_cap": 45}
    rules = find_rules(rules_id, options)
    deals = deal_hands(rules, 3, range(40 if COMPILED else 12))
    drawn = draw_choices(table_of(rules), [IN_TURN], deals, 0, [question])[0]
    seats = below(deal_words(3, deals.index, "choice seat"), 3)
    words = deal_words(3, deals.index, "choice")
    some = 0
    for row in range(len(deals)):
        found = slow_choices(question, rules_id, options, deals, row, int(seats[row]))
        assert drawn.chances[row] == len(found)
        if found:
            kind, own, others = found[int(below(words[row : row + 1], len(found))[0])]
            assert (drawn.kind[row], drawn.own[row], drawn.others[row]) == (kind, own, others)
            some += own != 0
    assert some > 2


def test_each_seat_of_a_strategy_is_looked_at_in_its_seating():
    """Two seatings together hold what each holds by itself."""
    rules = find_rules("progression_original", {"turn_cap": 12})
    deals = deal_hands(rules, 5, range(12))
    uniform = find_strategy("uniform", rules).policy()
    table = table_of(rules, ("a", "b"), ((0, 1, 1), (1, 0, 1)))
    drawn = draw_choices(table, [IN_TURN, uniform], deals, 0)[0]
    which = below(deal_words(5, deals.index, "choice seat"), 2)
    for row in range(len(deals)):
        seat = int(which[row])
        alone = draw_choices(
            table_of(rules, ("a", "b"), (tuple(int(s != seat) for s in range(3)),)),
            [IN_TURN, uniform],
            deals.take(slice(row, row + 1)),
            0,
        )[0]
        assert alone.chances[0] == drawn.chances[row]
        assert alone.own[0] == drawn.own[row]


# ---------------------------------------------------------------- by hand


def test_one_turn_comes_out_as_computed_by_hand():
    """A hand of one turn: the leader opens a suit, or throws a card away, each one time in two.

    An empty stack costs 10, a face card alone 20 and a number nothing: a face card loses 10,
    every number wins 10, and 4 cards of 13 are faces, so the mean is 10 · 9/13 − 10 · 4/13.
    """
    rules = find_rules("progression_original", {"turn_cap": 1})
    deals = deal_hands(rules, 8, range(4000 if COMPILED else 600))
    policy = find_strategy("uniform", rules).policy()
    drawn, laid = draw_choices(table_of(rules), [policy], deals, 0)
    found = choice_value(drawn, len(OPENINGS))
    assert set(drawn.own[(drawn.chances > 0) & (drawn.kind == 0)]) == {-10.0}
    assert set(drawn.own[(drawn.chances > 0) & (drawn.kind > 0)]) == {10.0}
    assert found.others.value == found.others.se == 0
    assert abs(found.value.value - 50 / 13) < 4 * found.value.se
    assert abs(found.often.value - 1 / 6) < 4 * found.often.se
    assert found.value.n == int((drawn.chances > 0).sum())
    faces = choice_value(laid, len(NUMBERS_LEFT))
    # Instead of the face a number may be laid, which wins 10 besides.
    assert -20 < faces.value.value < -10
    assert abs(faces.often.value - 4 / 13 / 6) < 4 * faces.often.se


def test_a_first_card_that_has_to_be_laid_is_no_choice():
    """In the text's form the leader's first turn opens a suit, whatever it would like."""
    rules = find_rules("progression", {"turn_cap": 3})
    deals = deal_hands(rules, 8, range(20))
    drawn = draw_choices(table_of(rules), [IN_TURN], deals, 0)[0]
    assert not drawn.chances.any()


@both
def test_too_few_choices_have_no_value(rules_id):
    rules = find_rules(rules_id, {"turn_cap": 1})
    policy = find_strategy("uniform", rules).policy()
    found = value_of_choices(table_of(rules), [policy], deal_hands(rules, 1, range(8)))
    assert found.opening == found.face == (None,)


# ---------------------------------------------------------------- barred cards


@both
def test_no_bar_changes_nothing(rules_id):
    rules = find_rules(rules_id, {"turn_cap": 30})
    deals = deal_hands(rules, 2, range(6))
    policies = [find_strategy("uniform", rules).policy()] * 3
    bars = np.zeros((6, 2), dtype=np.uint64)
    plain = play_deals(policies, deals)
    assert play_deals(policies, deals, bars=bars).raw.tobytes() == plain.raw.tobytes()
    bars[:] = 0, 2**52 - 1
    if rules_id == "progression_original":
        assert play_deals(policies, deals, bars=bars).raw.tobytes() != plain.raw.tobytes()


def test_a_barred_card_that_is_laid_is_refused():
    rules = find_rules("progression_original")

    def stubborn(view, record, params):
        return nth_act(view, record, 0) if view.drawing else (1, int(view.hand).bit_length() - 1)

    policy = bind("stubborn", stubborn, {}, compiled=False, trusted=False, sight=STACK_SIGHT)
    deals = deal_hands(rules, 2, range(1))
    bars = np.array([[0, 2**52 - 1]], dtype=np.uint64)
    with pytest.raises(BadInput, match="stubborn did something that this turn does not allow"):
        play_deals([policy] * 3, deals, bars=bars)
