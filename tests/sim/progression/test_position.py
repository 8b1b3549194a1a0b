"""A hand of Progression stepped through from outside, beside the slow twin, and typed by hand."""

from __future__ import annotations

import pytest

from sim.core.stack_turns import TAKE
from sim.errors import BadInput
from sim.families import verify_file, verify_record
from sim.games import find_rules
from sim.progression.deals import NUMBERS, TOKENS
from sim.progression.position import StackPosition
from sim.progression.records import PLACES, place_name, result_of
from sim.typed_records import is_typed, read_typed
from tests.naive import progression as naive

both = pytest.mark.parametrize("rules_id", naive.FORMS)
OPTIONS = ({"turn_cap": 70}, {"empty_stack": 0, "turn_cap": 110}, {"turn_cap": 1})


def numbers(cards):
    return [NUMBERS[card] for card in cards]


def place_number(place):
    name = place.removeprefix("take:")
    return TAKE + int(name) if name.isdigit() else PLACES[place]


@both
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_step_is_the_twins(rules_id, options):
    rules = find_rules(rules_id, options)
    for number in range(3):
        played = naive.play_randomly(rules_id, options, number)
        hands, stock = played.dealt
        twin = naive.NaiveProgression(
            rules_id, options, [[*h] for h in hands], [*stock], number % 3
        )
        position = StackPosition(rules, [numbers(h) for h in hands], numbers(stock), number % 3)
        for seat, card, place in played.acts:
            assert position.turn == twin.turn == seat
            legal = {(TOKENS[c], place_name(where)) for where, c in position.legal_acts()}
            assert legal == set(twin.legal())
            twin.do(card, place)
            position.push((place_number(place), NUMBERS[card]))
            for each in range(3):
                assert sorted(position.hand(each)) == sorted(numbers(twin.hands[each]))
                tops = [sorted(numbers(stack)) for stack in twin.stacks[each].values()]
                assert position.stacks(each) == tops
                assert sum(position.points(each)) == twin.points()[each]
            assert position.public() == [numbers(stack) for stack in twin.public.values()]
            assert position.stock_left == len(twin.stock)
        assert position.turn is None and position.legal_acts() == []
        assert result_of(rules, position.raw) == twin.result()


@both
def test_an_illegal_act_is_refused(rules_id):
    played = naive.play_randomly(rules_id, {}, 1)
    hands, stock = played.dealt
    position = StackPosition(find_rules(rules_id), [numbers(h) for h in hands], numbers(stock), 1)
    with pytest.raises(BadInput, match="not legal for seat 1"):
        position.push((PLACES["stock"], numbers(stock)[0]))


# ---------------------------------------------------------------- typed by hand


def typed(record, stock=False):
    """Type a record as a person would."""
    lines = [f"rules: {record['rules']}", f"deal: {record['deal']}", "players: Ann, Bo, Cy"]
    if record["options"]:
        lines.append("options: " + ", ".join(f"{n}={v}" for n, v in record["options"].items()))
    if stock:
        lines.append(f"stock: {record['stock']}")
    names = ("Ann", "Bo", "Cy")
    lines += ["hands:", *(f" {n}: {h}" for n, h in zip(names, record["hands"], strict=True))]
    lines.append("plays:")
    for seat, card, place, _ in record["plays"]:
        whose = place.removeprefix("take:")
        said = f"from {names[int(whose)]}" if whose.isdigit() else place
        said = {"own": "", "take:public": "from public"}.get(said, said)
        lines.append(f" {names[seat]}: {card} {said}")
    return "\n".join(lines) + "\n"


@both
def test_what_was_typed_is_what_was_played(rules_id, tmp_path):
    records = [
        naive.play_randomly(rules_id, options, number).record(number)
        for number, options in enumerate([{}, {"turn_cap": 30}, {"empty_stack": 0}])
    ]
    path = tmp_path / "typed.txt"
    path.write_text("---\n".join(typed(each, stock=True) for each in records))
    assert is_typed(path)
    found = [record for _, record in read_typed(path)]
    for record, read in zip(records, found, strict=True):
        same = ("hands", "leader", "received", "stock", "plays", "result", "options")
        assert {name: record[name] for name in same} == {name: read[name] for name in same}
        assert verify_record(read) is None and naive.first_fault(read) is None
    # Without the stock it holds the cards drawn, then those nobody saw.
    path.write_text("---\n".join(map(typed, records)))
    for record, (_, read) in zip(records, read_typed(path), strict=True):
        drawn = [card for _, card, place, _ in record["plays"] if place == "stock"]
        assert read["stock"].split()[: len(drawn)] == drawn
        assert sorted(read["stock"].split()) == sorted(record["stock"].split())
        assert read["result"] == record["result"]
        assert verify_record(read) is None


HAND = """rules: progression
options: turn_cap=6
players: Ann, Bo, Cy
leader: Bo
hands:
  Ann: As 3s 4h 9h 2c
  Bo: Ks 5s Jh 6h Td
  Cy: Qs Qh Ac 7c 8d
plays:
  Bo: Ks
  Cy: Qs own
  Ann: As
  Bo: Td
  Cy: Qh
  Ann: 3s
"""


def test_a_hand_of_six_turns_is_scored(tmp_path):
    path = tmp_path / "typed.txt"
    path.write_text(HAND)
    ((_, record),) = read_typed(path)
    assert (record["leader"], record["first_dealt"]) == (1, 1)
    # A 3: nothing; K alone and 10: -20, 0; Q and Q alone: -20 each; ten for each empty stack.
    assert record["result"]["payoff"] == [-30.0, -40.0, -60.0]
    assert record["result"]["capped"] and record["result"]["winner"] == 0
    assert verify_file(path) == {"records": 1, "ok": 1, "faults": []}


WRONG = {
    "no card": ("Bo: Ks\n", "Bo: Kx\n", 10, "format", "'Kx' is not a card"),
    "a joker": ("Bo: Ks\n", "Bo: LJ\n", 10, "format", "there are no jokers"),
    "nowhere": ("Cy: Qs own", "Cy: Qs there", 11, "format", "accepted: a card, then nothing"),
    "from nobody": ("Cy: Qs own", "Cy: Qs from Di", 11, "format", "'di' is no seat"),
    "nothing": ("Bo: Ks\n", "Bo: ,\n", 10, "format", "accepted: a card"),
    "received": ("leader: Bo", "received: Bo", 4, "format", "progression has nothing of the kind"),
    "not held": ("Ann: As\n", "Ann: Ad\n", 12, "cards", "does not hold"),
    "too early": ("Ann: As\n", "Ann: 2d stock\n", 12, "turn", "not what seat 0 may do now"),
    "order": ("Ann: 3s\n", "Ann: 3s public\n", 15, "turn", "not what seat 0 may do now"),
    "not over": ("  Ann: 3s\n", "", 1, "incomplete", "not over"),
    "a card twice": ("Ann: As 3s", "Ann: As As", 1, "hands", "not the pack"),
}


@pytest.mark.parametrize("case", WRONG)
def test_faults_name_their_line(case, tmp_path):
    old, new, line, kind, said = WRONG[case]
    path = tmp_path / "typed.txt"
    assert old in HAND
    path.write_text(HAND.replace(old, new, 1))
    (fault,) = verify_file(path)["faults"]
    assert (fault["line"], fault["fault"]) == (line, kind)
    assert said in fault["what"]


def test_a_wrong_score_is_found(tmp_path):
    path = tmp_path / "typed.txt"
    path.write_text(HAND.replace("hands:", "payoff: 1 2 3\nhands:"))
    (fault,) = verify_file(path)["faults"]
    assert fault["fault"] == "result"


def test_a_climbing_hand_has_no_stock(tmp_path):
    path = tmp_path / "typed.txt"
    path.write_text("rules: fiftyk4\nstock: 3s\nhands:\n 0: 3h\nplays:\n 0: 3h\n")
    (fault,) = verify_file(path)["faults"]
    assert (fault["line"], fault["fault"]) == (2, "format")
    assert "fiftyk4 has nothing of the kind" in fault["what"]
