"""RLCard's Dou Dizhu: its plays, random positions, and random games for the race."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
from rlcard.games.doudizhu import Game
from rlcard.games.doudizhu.utils import CARD_TYPE

from tests.peers.positions import Position

_TYPES = {
    "solo": "single",
    "pair": "pair",
    "trio": "triple",
    "solo_chain": "straight",
    "pair_chain": "pair_run",
    "trio_chain": "triple_run",
    "trio_solo": "triple_single",
    "trio_pair": "triple_pair",
    "trio_solo_chain": "triple_run_singles",
    "trio_pair_chain": "triple_run_pairs",
    "four_two_solo": "quad_singles",
    "four_two_pair": "quad_pairs",
    "bomb": "bomb",
    "rocket": "joker_bomb",
}
_JOKERS = str.maketrans("BR", "LB")


def ranks_of(text: str) -> str:
    """Return RLCard's cards as ours."""
    return text.translate(_JOKERS)


@dataclass(frozen=True)
class Reading:
    """What RLCard says of a set of cards."""

    ranks: str
    type: str
    """In our words."""
    compared: str
    """Its own word: only plays of the same are compared."""
    weight: int
    """What is compared."""


def every_play() -> list[Reading]:
    """Return every reading of every set of cards that may be played."""
    return [
        Reading(ranks_of(text), _TYPES[name.rstrip("0123456789_")], name, int(weight))
        for text, readings in CARD_TYPE[0].items()
        for name, weight in readings
    ]


def new_game(seed: int) -> tuple[Game, dict[str, object]]:
    """Return a game dealt from a seed and the landlord's view of it."""
    game = Game()
    game.np_random = np.random.RandomState(seed)
    state, _ = game.init_game()
    return game, state


def random_positions(seed: int, count: int) -> Iterator[Position]:
    """Iterate over the decisions of games played at random, until there are enough."""
    rng = Random(seed)
    while True:
        for position in _random_game(rng):
            if count == 0:
                return
            yield position
            count -= 1


def _random_game(rng: Random) -> Iterator[Position]:
    game, state = new_game(rng.getrandbits(32))
    top, passes = None, 0
    while not game.is_over():
        # Leads come as a set of strings, whose order changes from process to process.
        actions = sorted(state["actions"])
        assert ("pass" in actions) == (top is not None)
        plays = frozenset(ranks_of(action) for action in actions if action != "pass")
        yield Position(ranks_of(state["current_hand"]), top, plays)
        action = rng.choice(actions)
        passes = passes + 1 if action == "pass" else 0
        top = None if passes == 2 else top if passes else ranks_of(action)
        state, _ = game.step(action)
