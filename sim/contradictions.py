"""Which fields of a rule set contradict each other, and what to change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim.cards import RANK_LETTERS, RANKS
from sim.combinations import EVERY_BOMB, KINDS, NO_BOMB

if TYPE_CHECKING:
    from sim.combinations import Bomb
    from sim.rules import Rules

Contradiction = tuple[str, str, str]
"""Two fields, and why they cannot go together."""


def contradictions(rules: Rules) -> Iterator[Contradiction]:
    """Iterate over the contradictions between a rule set's fields."""
    yield from _of_sides(rules)
    yield from _of_scoring(rules)
    yield from _of_bombs(rules)
    yield from _of_combinations(rules)
    yield from _of_kickers_without_bombs(rules)
    if rules.wild_jokers:
        yield from _of_wild_jokers(rules)


def _of_sides(rules: Rules) -> Iterator[Contradiction]:
    if rules.sides == "fixed" and (rules.seats % 2 or rules.seats == 2):
        yield "sides", "seats", "two sides of partners take 4 or 6 seats"
    if rules.sides == "hidden" and rules.seats != 4:
        yield "sides", "seats", "hidden sides take 4 seats"
    if rules.sides == "hidden" and rules.decks != 2:
        yield "sides", "decks", "hidden sides take the two spade aces of 2 decks"
    if rules.sides == "solo":
        yield from _of_lone_seats(rules)
    if rules.sides != "fixed":
        yield from _without_fixed_sides(rules)
    if rules.sides != "solo" and rules.doubling == "others_empty":
        yield "sides", "doubling", "seats that play alone are needed; sides=solo has them"


def _of_lone_seats(rules: Rules) -> Iterator[Contradiction]:
    needs = "partners are needed; sides=fixed has them"
    if rules.hand_ends != "one_left":
        yield "sides", "hand_ends", needs
    if rules.payoff == "shared":
        yield "sides", "payoff", needs
    if rules.catch != "off":
        yield "sides", "catch", needs
    if "lead_after_out" in rules.options:
        yield "sides", "lead_after_out", needs


def _without_fixed_sides(rules: Rules) -> Iterator[Contradiction]:
    needs = "two fixed sides are needed"
    if rules.payoff in ("margin", "steps"):
        yield "sides", "payoff", needs
    if rules.doubling == "losers_empty":
        yield "sides", "doubling", needs
    if rules.hand_ends == "side_out":
        yield "sides", "hand_ends", needs
    if rules.left_points == "third_out":
        yield "sides", "left_points", needs
    if rules.match_pays == "prize":
        yield "sides", "match_pays", needs


def _of_scoring(rules: Rules) -> Iterator[Contradiction]:
    if rules.target is None and rules.hands is None:
        yield "target", "hands", "one of them must end a match"
    if rules.sweep != "none" and rules.hand_ends != "sweep":
        yield "sweep", "hand_ends", "a sweep must end the hand: hand_ends=sweep"
    if rules.left_points == "third_out" and rules.seats != 4:
        yield "left_points", "seats", "the third out leaves one seat of four"
    if rules.left_points == "third_out" and rules.hand_ends == "side_out":
        yield "left_points", "hand_ends", "a hand may end before anybody is third out"
    if rules.left_points == "third_out" and rules.hand_ends == "sweep" and rules.sweep == "none":
        yield "left_points", "sweep", "a sweep has no third out, so something must be paid for it"
    if rules.payoff == "margin" and (rules.payoff_step == 0 or 60 % rules.payoff_step):
        yield "payoff", "payoff_step", "a margin is divided by 1, 2, 3, 4, 5, 6, 10, 12 … 60"
    if rules.match_pays == "places" and rules.seats != 4:
        yield "match_pays", "seats", "2 1 -1 -2 are four places"


def _of_bombs(rules: Rules) -> Iterator[Contradiction]:
    names = [_rung_name(bomb) for bomb in rules.bombs]
    if len(set(names)) < len(names):
        yield "bombs", "bombs", "a rung is listed twice"
    kinds = {bomb.kind for bomb in rules.bombs}
    if {"bomb", "four_twos"} <= kinds:
        yield "bombs", "bombs", "bomb 4 has the four 2s already"
    if "four_twos" in kinds and rules.decks > 1:
        yield "bombs", "decks", "four 2s are all of them with one deck only"
    for bomb in rules.bombs:
        if bomb.kind == "bomb" and not 3 <= bomb.size <= 4 * rules.decks:
            yield "bombs", "decks", f"no {bomb.size} of a rank; bombs have 3 … {4 * rules.decks}"
        if bomb.kind == "joker_bomb":
            if not rules.jokers:
                yield "bombs", "jokers", "a joker bomb takes jokers"
            elif not 2 <= bomb.size <= 2 * rules.decks or any(
                bomb.cards.count(joker) > rules.decks for joker in "LB"
            ):
                yield "bombs", "decks", f"the pack has no {bomb}"


def _rung_name(bomb: Bomb) -> tuple[str, int, str]:
    return bomb.kind, bomb.size, bomb.cards


def _of_combinations(rules: Rules) -> Iterator[Contradiction]:
    highest = "B" if rules.jokers else RANKS[-1]
    singles = [row for row in rules.combinations if row.kind == "single"]
    if not any((row.low, row.high) == (RANKS[0], highest) for row in singles):
        yield (
            "combinations",
            "jokers",
            f"without 'single 3-{highest}' a hand may have no lead",
        )
    rungs = [str(bomb) for bomb in rules.bombs]
    sizes = [bomb.size for bomb in rules.bombs if bomb.kind == "bomb"]
    joker_sizes = [bomb.size for bomb in rules.bombs if bomb.kind == "joker_bomb"]
    for row in rules.combinations:
        kind = KINDS[row.kind]
        bare = not kind.kicker and not row.is_run
        if bare and kind.width in sizes:
            yield "combinations", "bombs", f"a bare {row.kind} would be a bomb"
        if kind.width > 4 * rules.decks:
            yield "combinations", "decks", f"no {row.kind} in the pack"
        if row.beaten_from not in (EVERY_BOMB, NO_BOMB, *rungs):
            yield "combinations", "bombs", f"{row.kind}: no rung '{row.beaten_from}'"
        joker_high = RANK_LETTERS.index(row.high) >= len(RANKS)
        if joker_high and not rules.jokers:
            yield "combinations", "jokers", f"{row.kind}: jokers stand in no rank without jokers"
        if row.low_ace and kind.kicker:
            yield "combinations", "combinations", f"{row.kind} may not begin with an ace"
        if joker_high and row.is_run:
            yield "combinations", "combinations", f"{row.kind}: a joker stands in no run"
        if joker_high and bare and kind.width in joker_sizes:
            yield "combinations", "bombs", f"a {row.kind} of jokers would be a bomb"
        holds_jokers = joker_high and kind.kicker and kind.width <= rules.decks
        if holds_jokers and row.group_size in joker_sizes:
            yield "combinations", "bombs", f"a {row.kind} of jokers could be a bomb"
        if row.joker_pair and not (rules.jokers and rules.decks == 1 and row.high == RANKS[-1]):
            yield "combinations", "jokers", "a joker pair takes one little and one big joker"


def _of_kickers_without_bombs(rules: Rules) -> Iterator[Contradiction]:
    others = [bomb.kind for bomb in rules.bombs if bomb.kind not in ("bomb", "joker_bomb")]
    for row in rules.combinations:
        if row.kicker_choice not in ("bombless", "unjoined"):
            continue
        what = f"{row.kind}: {row.kicker_choice} kickers"
        if others:
            yield "combinations", "bombs", f"{what} look for no {others[0]}"
        if rules.decks > 1:
            yield "combinations", "decks", f"{what} take one deck"
        if rules.wild_jokers:
            yield "combinations", "wild_jokers", f"{what} hold no wild jokers"


def _of_wild_jokers(rules: Rules) -> Iterator[Contradiction]:
    if not rules.jokers:
        yield "wild_jokers", "jokers", "jokers=true is needed"
    if rules.decks > 1:
        yield "wild_jokers", "decks", "one deck is needed"
    kinds = {row.kind for row in rules.combinations}
    for row in rules.combinations:
        kind = KINDS[row.kind]
        two_kickers = row.group_size - kind.width == kind.kicker == 2
        whole_house = two_kickers and row.kicker_choice != "apart" and not row.is_run
        if kind.kicker and not whole_house:
            yield "wild_jokers", "combinations", f"a joker in a {row.kind} would have no reading"
        if row.low_ace:
            yield "wild_jokers", "combinations", f"{row.kind} may not begin with an ace"
        if kind.above in kinds:
            yield "wild_jokers", "combinations", f"a joker could stand in either of {kind.above}"
