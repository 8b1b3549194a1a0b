"""Write the perft files anew from the slow twin: `python -m tests.sim.freeze_perft [RULES …]`.

It takes minutes. Counts come from `tests.naive.perft` alone; ours is only asked for deals and for
the file's text.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from sim.deals import deal_hands
from sim.games import find_rules
from sim.perft import text_of
from tests.naive.games import find_game
from tests.naive.hand import PASS, NaiveHand
from tests.naive.perft import perft
from tests.naive.variants import OF_PLAYS, VARIANTS
from tests.sim.sample import RULES_OF_TABLE, position_of

FOLDER = Path(__file__).parents[1] / "data" / "perft"
SLOW = 5_000
"""After a count above this no deeper one is asked of the twin."""


def count_all(hand: NaiveHand, depths: range) -> list[tuple[bool, int, int]]:
    counts = []
    for ranks in (False, True):
        for depth in depths:
            count = perft(hand, depth, not ranks)
            counts.append((ranks, depth, count))
            if count > SLOW:
                break
    return counts


def hand_of(rules_id: str, options: dict[str, object], seed: int, deal: int) -> NaiveHand:
    """Return a deal before its first lead, only a part of each hand where the pack is large."""
    rules = find_rules(rules_id, options)
    deals = deal_hands(rules, seed, range(deal, deal + 1))
    hands = [list(held) for held in deals.hands(0)]
    if rules.decks > 1 or rules.wild_jokers:
        secret = find_game(rules_id, options).secret_card
        hands = [
            [card for place, card in enumerate(held) if place % 3 == 0 or card == secret]
            for held in hands
        ]
    return NaiveHand(rules_id, options, hands, int(deals.leader[0]))


def late_hand(rules_id: str, options: dict[str, object], number: int, most: int) -> NaiveHand:
    """Play at random until few cards are left, all in all."""
    for attempt in range(1000):
        rng = Random(1000 * number + attempt)
        hand = hand_of(rules_id, options, 100 + number, attempt)
        while not hand.over and sum(len(held) for held in hand.hands) > most:
            patterns = sorted(hand.legal_patterns(), key=str)
            if hand.may_pass() and (not patterns or rng.random() < 0.3):
                hand.do(PASS)
            else:
                hand.do(hand.first_choice(rng.choice(patterns)))
        if not hand.over and min(map(len, hand.hands)) + len(hand.finish) > 0:
            return hand
    raise AssertionError("no such position found")


def variants_of(rules_id: str) -> list[dict[str, object]]:
    """Return no options, three times, and each that the moves of a hand depend on."""
    named = {"must_beat", "pass_is_final", "lead_after_out", *OF_PLAYS}
    return [{}, {}, {}] + [
        options for rules, options in VARIANTS if rules == rules_id and {*options} & named
    ]


def freeze(rules_id: str) -> None:
    rules = find_rules(rules_id)
    blocks = []
    for seed in (1, 2, 3):
        hand = hand_of(rules_id, {}, seed, seed)
        name = f"{rules_id}-seed{seed}-deal{seed}"
        blocks.append(text_of(name, position_of(rules, hand), count_all(hand, range(1, 4))))
    for number, options in enumerate(variants_of(rules_id)):
        most = 9 + 2 * (number % 3) + 2 * (rules.seats == 6)
        hand = late_hand(rules_id, options, number, most)
        name = f"{rules_id}-late{number}"
        position = position_of(find_rules(rules_id, options), hand)
        blocks.append(text_of(name, position, count_all(hand, range(1, 8))))
    head = f"# {rules_id}: move counts of the slow twin (tests/sim/freeze_perft.py).\n"
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{rules_id}.perft").write_text(head + "\n" + "\n".join(blocks))


if __name__ == "__main__":
    for each in sys.argv[1:] or RULES_OF_TABLE:
        freeze(each)
