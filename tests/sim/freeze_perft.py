"""Write the perft files anew from the slow twin: `python -m tests.sim.freeze_perft`, minutes.

Counts come from `tests.naive.perft` alone; ours is only asked for deals and for the file's text.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from sim.deals import deal_hands
from sim.games import find_rules
from sim.perft import text_of
from tests.naive.hand import PASS, NaiveHand
from tests.naive.perft import perft
from tests.sim.sample import position_of

FOLDER = Path(__file__).parents[1] / "data" / "perft"
SLOW = 30_000
"""Counts above this are not asked of the twin."""


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
    deals = deal_hands(find_rules(rules_id, options), seed, range(deal, deal + 1))
    return NaiveHand(rules_id, options, [list(held) for held in deals.hands(0)])


def late_hand(rules_id: str, options: dict[str, object], number: int, most: int) -> NaiveHand:
    """Play at random until few cards are left, all in all."""
    for attempt in range(1000):
        rng = Random(1000 * number + attempt)
        hand = hand_of(rules_id, options, 100 + number, attempt)
        while not hand.over and sum(len(held) for held in hand.hands) > most:
            moves = sorted(hand.legal(), key=str)
            plays = [move for move in moves if move != PASS]
            pass_ = PASS in moves and (not plays or rng.random() < 0.3)
            hand.do(PASS if pass_ else rng.choice(plays))
        if not hand.over and min(map(len, hand.hands)) + len(hand.finish) > 0:
            return hand
    raise AssertionError("no such position found")


def freeze(rules_id: str) -> None:
    rules = find_rules(rules_id)
    blocks = []
    for seed in (1, 2, 3):
        hand = hand_of(rules_id, {}, seed, seed)
        name = f"{rules_id}-seed{seed}-deal{seed}"
        blocks.append(text_of(name, position_of(rules, hand), count_all(hand, range(1, 4))))
    variants: list[dict[str, object]] = [
        {},
        {},
        {},
        {"must_beat": True},
        {"pass_is_final": True},
    ]
    if rules_id == "fiftyk4":
        variants.append({"lead_after_out": "next"})
    for number, options in enumerate(variants):
        hand = late_hand(rules_id, options, number, 10 + 2 * (number % 3))
        name = f"{rules_id}-late{number}"
        position = position_of(find_rules(rules_id, options), hand)
        blocks.append(text_of(name, position, count_all(hand, range(1, 8))))
    head = f"# {rules_id}: move counts of the slow twin (tests/sim/freeze_perft.py).\n"
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{rules_id}.perft").write_text(head + "\n" + "\n".join(blocks))


if __name__ == "__main__":
    for each in ("fiftyk4", "fiftyk3"):
        freeze(each)
