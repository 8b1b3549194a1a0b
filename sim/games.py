"""Every declared game, side by side. A relative states only its differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sim.combinations import NO_BOMB, Bomb, Combination, joker_bomb, run
from sim.errors import BadInput
from sim.progression.rules import PROGRESSION, PROGRESSION_ORIGINAL
from sim.rule_set import Choice, Option, RuleSet
from sim.rules import Rules

MIXED, PURE = Bomb("mixed_fifty_k"), Bomb("pure_fifty_k")
PURE_BY_SUIT = Bomb("pure_fifty_k", by_suit=True)


def _sets(smallest: int, largest: int) -> tuple[Bomb, ...]:
    return tuple(Bomb("bomb", size) for size in range(smallest, largest + 1))


FIFTYK4 = Rules(
    id="fiftyk4",
    title="Fifty K, four players",
    number=1,
    seats=4,
    decks=1,
    jokers=False,
    sides="fixed",
    leader_card="3h",
    next_leader="card",
    dealt_first="rotates",
    combinations=(
        Combination("single"),
        Combination("pair"),
        Combination("triple"),
        run("straight", 5),
        run("pair_run", 2),
        run("triple_run", 2),
        Combination("triple_single"),
        Combination("triple_pair"),
        run("triple_run_singles", 2),
        run("triple_run_pairs", 2),
    ),
    bombs=(MIXED, PURE_BY_SUIT, Bomb("bomb", 4)),
    bombs_beat_all=True,
    wild_jokers=False,
    show_bombs="off",
    must_beat=False,
    pass_is_final=False,
    lead_after_out="partner",
    hand_ends="side_out",
    first_out_bonus=20,
    left_penalty=20,
    left_points="deducted",
    last_tricks="keep",
    sweep="none",
    catch="off",
    catch_one=0,
    catch_two=0,
    catch_by_first=False,
    tie="first_out",
    doubling="losers_empty",
    payoff="shared",
    payoff_step=0,
    target=500,
    hands=None,
    match_adds="side_points",
    match_doubling="once",
    match_bonus=10,
    match_pays="points",
    match_prize=0,
)

FIFTYK3 = replace(
    FIFTYK4,
    id="fiftyk3",
    title="Fifty K, three players",
    seats=3,
    sides="solo",
    hand_ends="one_left",
    doubling="others_empty",
    payoff="full",
)

# What the games below have in common beyond the general one.
_PLAIN_SCORE = replace(
    FIFTYK4,
    first_out_bonus=0,
    left_penalty=0,
    left_points="nobody",
    tie="none",
    doubling="never",
    payoff="full",
    match_bonus=0,
)

QQ1 = replace(
    _PLAIN_SCORE,
    id="qq1",
    title="QQ rules, one deck",
    leader_card="3s",
    next_leader="first_out",
    combinations=(
        Combination("single"),
        Combination("pair"),
        Combination("triple"),
        run("straight", 5, "A", "A"),
        run("straight_flush", 5, "A", "A"),
        run("pair_run", 2),
        run("triple_run", 2),
        Combination("triple_single"),
        Combination("triple_two"),
        run("triple_run_singles", 2, kickers="any"),
        run("triple_run_twos", 2),
    ),
    hand_ends="sweep",
    left_points="deducted",
    catch="transfer",
    catch_one=15,
    catch_two=30,
    catch_by_first=True,
    payoff="steps",
    payoff_step=100,
    match_pays="prize",
    match_prize=10,
)

QQ2 = replace(
    QQ1,
    id="qq2",
    title="QQ rules, two decks",
    decks=2,
    bombs=(MIXED, PURE_BY_SUIT, *_sets(4, 8)),
    catch_one=30,
    catch_two=60,
)

LIAONING = replace(
    _PLAIN_SCORE,
    id="liaoning",
    title="Liaoning rules",
    jokers=True,
    sides="solo",
    next_leader="not_out",
    combinations=(
        Combination("single", high="B"),
        Combination("pair"),
        run("straight", 3),
        run("pair_run", 3, beaten_from="bomb 4"),
        run("triple_run", 2, beaten_from=NO_BOMB),
        run("quad_run", 2, beaten_from=NO_BOMB),
    ),
    bombs=(Bomb("bomb", 3), MIXED, joker_bomb("LB"), Bomb("bomb", 4), PURE_BY_SUIT),
    hand_ends="one_left",
    first_out_bonus=30,
    left_penalty=30,
    left_points="deducted",
    switches=(Option("players", "players", (Choice(4), Choice(3, {"seats": 3}))),),
)

JIANGNAN = replace(
    _PLAIN_SCORE,
    id="jiangnan",
    title="Jiangnan rules",
    decks=2,
    jokers=True,
    next_leader="first_out",
    combinations=(
        Combination("single", high="B"),
        Combination("pair", high="B"),
        run("straight", 5),
        run("pair_run", 3),
        run("triple_run", 2),
        Combination("triple_pair"),
    ),
    bombs=(
        MIXED,
        PURE_BY_SUIT,
        *_sets(4, 5),
        Bomb("joker_bomb", 3),
        *_sets(6, 8),
        Bomb("joker_bomb", 4),
    ),
    show_bombs="auto",
    hand_ends="sweep",
    left_points="third_out",
    last_tricks="to_first",
    sweep=200,
    target=1000,
    switches=(
        Option(
            "bare_triple",
            "whether a triple without kickers may be played",
            (Choice(False), Choice(True, rows=(Combination("triple"),))),
        ),
        Option(
            "show_bombs",
            "bombs of six or more are shown after the deal, or are not played",
            (Choice("auto"), Choice("never", {"show_bombs": "never"})),
        ),
    ),
)

JINZHOU = replace(
    _PLAIN_SCORE,
    id="jinzhou",
    title="Jinzhou rules",
    decks=2,
    jokers=True,
    leader_card="Ah",
    combinations=(
        Combination("single", high="B"),
        Combination("pair"),
        run("straight", 3),
        run("pair_run", 3, beaten_from="bomb 4"),
        run("triple_run", 3, beaten_from="bomb 6"),
    ),
    bombs=(
        Bomb("bomb", 3),
        MIXED,
        joker_bomb("LB"),
        PURE_BY_SUIT,
        joker_bomb("LL"),
        joker_bomb("BB"),
        *_sets(4, 5),
        Bomb("joker_bomb", 3),
        *_sets(6, 7),
        Bomb("joker_bomb", 4),
        Bomb("bomb", 8),
    ),
    left_points="deducted",
    catch="deduct",
    catch_one=30,
    catch_two=50,
    payoff="margin",
    payoff_step=10,
    target=None,
    hands=10,
    switches=(
        Option(
            "catch",
            "what the losing side pays for seats left goes to nobody, or to the other side",
            (Choice("deduct"), Choice("transfer", {"catch": "transfer"})),
        ),
    ),
)

_FUQING_ROWS = (
    Combination("single"),
    Combination("pair"),
    Combination("triple"),
    run("pair_run", 2),
    run("triple_run", 2),
)


def _with_jokers(decks: int) -> Option:
    """Return the option that adds jokers to Fuqing's games."""
    bombs = tuple(Bomb("joker_bomb", size) for size in range(4, 2 * decks + 1))
    return Option(
        "jokers",
        "whether each pack has its two jokers",
        (
            Choice(False),
            Choice(
                True,
                {"jokers": True, "bombs": (MIXED, PURE, *_sets(4, 4 * decks), *bombs)},
                rows=(Combination("single", high="B"), Combination("pair", high="B")),
            ),
        ),
    )


ANZHAN = replace(
    _PLAIN_SCORE,
    id="anzhan",
    title="Fuqing rules, hidden sides",
    decks=2,
    sides="hidden",
    next_leader="first_out",
    combinations=_FUQING_ROWS,
    bombs=(MIXED, PURE, *_sets(4, 8)),
    hand_ends="sweep",
    last_tricks="to_first",
    sweep="captured",
    payoff="shared",
    target=300,
    match_adds="payoff",
    match_pays="places",
    switches=(_with_jokers(2),),
)

FUQING4 = replace(
    ANZHAN,
    id="fuqing4",
    title="Fuqing rules, fixed sides, four players",
    sides="fixed",
    sweep=300,
    catch="transfer",
    catch_one=20,
    catch_by_first=True,
    payoff="full",
    target=1000,
    match_adds="side_points",
    match_pays="points",
    switches=(
        _with_jokers(2),
        Option(
            "twenty",
            "whether the last's side pays 20 points to the first's, loses them to nobody, or not",
            (
                Choice("paid"),
                Choice("deducted", {"catch": "deduct"}),
                Choice("off", {"catch": "off"}),
            ),
        ),
    ),
)

FUQING6 = replace(
    FUQING4,
    id="fuqing6",
    title="Fuqing rules, fixed sides, six players",
    seats=6,
    decks=3,
    bombs=(MIXED, PURE, *_sets(4, 12)),
    switches=(_with_jokers(3), FUQING4.switches[1]),
)

_ZHENGFEN_RUNS = ("pair_run", "triple_run", "quad_run")

ZHENGFEN = replace(
    _PLAIN_SCORE,
    id="zhengfen",
    title="Zheng Fen",
    jokers=True,
    sides="solo",
    next_leader="first_out",
    dealt_first="first_out",
    combinations=(
        Combination("single", high="B"),
        Combination("pair", joker_pair=True),
        Combination("triple"),
        Combination("quad"),
        *(run(kind, 3, high="2", any_length=True) for kind in _ZHENGFEN_RUNS),
        Combination("full_house"),
        Combination("suit_run", 5, 5, high="2"),
    ),
    bombs=(MIXED, PURE, Bomb("four_twos")),
    wild_jokers=True,
    hand_ends="one_left",
    switches=(
        Option(
            "players",
            "players",
            (Choice(4), *(Choice(seats, {"seats": seats}) for seats in (2, 3, 5, 6))),
        ),
        Option(
            "two_in_runs",
            "whether 2 stands above A in runs",
            (
                Choice(True),
                Choice(
                    False,
                    rows=(
                        *(run(kind, 3, any_length=True) for kind in _ZHENGFEN_RUNS),
                        Combination("suit_run", 5, 5, high="A"),
                    ),
                ),
            ),
        ),
        Option(
            "full_house",
            "kickers that go together as the text says, or any two",
            (Choice("seed"), Choice("any", rows=(Combination("full_house", kickers="any"),))),
        ),
        Option(
            "specials_beat_all",
            "whether fifty-Ks and the four 2s beat every other combination",
            (Choice(True), Choice(False, {"bombs_beat_all": False})),
        ),
    ),
)

CLIMBING = {
    rules.id: rules
    for rules in (
        FIFTYK4,
        FIFTYK3,
        QQ1,
        QQ2,
        LIAONING,
        JIANGNAN,
        JINZHOU,
        ANZHAN,
        FUQING4,
        FUQING6,
        ZHENGFEN,
    )
}
"""The climbing games by name."""

RULE_SETS: dict[str, RuleSet] = CLIMBING | {
    rules.id: rules for rules in (PROGRESSION, PROGRESSION_ORIGINAL)
}
"""The rule sets by name, in the order of the rules page."""


def find_rules(rules_id: str, options: Mapping[str, Any] | None = None) -> RuleSet:
    """Return a rule set by name, with options.

    Raises
    ------
    BadInput
        If there is no such rule set, option or value; the accepted ones are listed.
    """
    if rules_id not in RULE_SETS:
        raise BadInput(f"no rule set '{rules_id}'; there are {', '.join(RULE_SETS)}")
    return RULE_SETS[rules_id].with_options(options or {})


def as_climbing(rules: RuleSet) -> Rules:
    """Return the rules of a climbing game as such.

    Raises
    ------
    BadInput
        If they are of another kind, which has no combinations.
    """
    if not isinstance(rules, Rules):
        raise BadInput(f"{rules.id} has no moves: it is not a climbing game")
    return rules
