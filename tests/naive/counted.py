"""How many leads of each type the full pack of a game has, worked out by hand."""

from __future__ import annotations

from math import comb

# Of 13 or 12 ranks in a row, 14 − n or 13 − n choices of n neighbours.
RUNS_FROM_2, RUNS_FROM_3, RUNS_FROM_5 = (sum(13 - n for n in range(low, 13)) for low in (2, 3, 5))
WITH_JOKERS = sum((14 - n) * (1 + 2 * n + comb(n + 1, 2)) for n in range(3, 14))
"""Runs of groups with no joker, one of two in one of n ranks, or both in any ranks."""
FULL_HOUSES = 13 * (4 * (12 + comb(12, 2)) + 3 * 12 + 1)
"""Two natural kickers beside 777, 77L, 77B or 7LB; one beside 777L, 777B or 77LB; and 777LB."""


def hands_of(cards: int, ranks: int, copies: int) -> int:
    """Return in how many ways cards of some ranks can be taken, suits aside, so many of each."""
    ways = [1]
    for _ in range(ranks):
        ways = [sum(ways[max(n - copies, 0) : n + 1]) for n in range(len(ways) + copies)]
    return ways[cards] if cards < len(ways) else 0


def qq_leads(decks: int) -> dict[str, int]:
    """Return the leads of QQ's full packs: straights stand in the 14 places of A 2 3 … K A.

    k triples have k or 2k kickers out of the 13 − k other ranks, all copies of them.
    """
    copies = 4 * decks
    straights = sum(15 - n for n in range(5, 14))
    return {
        **{"single": 13, "pair": 13, "triple": 13, "bomb": 13 * (copies - 3)},
        **{"straight": straights, "straight_flush": straights},
        **{"pair_run": RUNS_FROM_2, "triple_run": RUNS_FROM_2},
        **{"triple_single": 13 * 12, "triple_two": 13 * (12 + comb(12, 2))},
        "triple_run_singles": sum((13 - k) * hands_of(k, 13 - k, copies) for k in range(2, 13)),
        "triple_run_twos": sum((13 - k) * hands_of(2 * k, 13 - k, copies) for k in range(2, 13)),
        **{"mixed_fifty_k": 1, "pure_fifty_k": 4},
    }


FULL_PACKS: list[tuple[str, dict[str, bool], dict[str, int]]] = [
    (
        "liaoning",
        {},
        {
            **{"single": 15, "pair": 13, "straight": RUNS_FROM_3, "pair_run": RUNS_FROM_3},
            **{"triple_run": RUNS_FROM_2, "quad_run": RUNS_FROM_2},
            **{"bomb": 13 * 2, "joker_bomb": 1, "mixed_fifty_k": 1, "pure_fifty_k": 4},
        },
    ),
    (
        "jiangnan",
        {},
        {
            **{"single": 15, "pair": 15, "straight": RUNS_FROM_5, "pair_run": RUNS_FROM_3},
            **{"triple_run": RUNS_FROM_2, "triple_pair": 13 * (12 + 2)},
            **{"bomb": 13 * 5, "joker_bomb": 2 + 1, "mixed_fifty_k": 1, "pure_fifty_k": 4},
        },
    ),
    (
        "jinzhou",
        {},
        {
            **{"single": 15, "pair": 13, "straight": RUNS_FROM_3, "pair_run": RUNS_FROM_3},
            **{"triple_run": RUNS_FROM_3, "bomb": 13 * 6, "joker_bomb": 3 + 2 + 1},
            **{"mixed_fifty_k": 1, "pure_fifty_k": 4},
        },
    ),
    (
        "fuqing6",
        {"jokers": True},
        {
            **{"single": 15, "pair": 15, "triple": 13},
            **{"pair_run": RUNS_FROM_2, "triple_run": RUNS_FROM_2},
            **{"bomb": 13 * 9, "joker_bomb": 3 + 2 + 1, "mixed_fifty_k": 1, "pure_fifty_k": 4},
        },
    ),
    (
        "zhengfen",
        {},
        {
            **{"single": 15, "pair": 13 * 3 + 1, "triple": 13 * 4, "quad": 13 * 4 - 1},
            **dict.fromkeys(("pair_run", "triple_run", "quad_run"), WITH_JOKERS),
            **{"suit_run": 9 * (1 + 2 * 5 + comb(5, 2)), "four_twos": 1},
            **{"mixed_fifty_k": 1, "pure_fifty_k": 4},
            "full_house": FULL_HOUSES,
        },
    ),
]
