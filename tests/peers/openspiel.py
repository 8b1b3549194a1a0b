"""OpenSpiel's Dou Dizhu: its plays, random positions, and random games for the race."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pyspiel

from tests.peers.positions import Position

GAME = pyspiel.load_game("dou_dizhu")
PASS = 0
FIRST_PLAY = 4
"""Actions below are a pass and the bids."""
_HAND = re.compile(r"My hand (\S*)")


def ranks_of(text: str) -> str:
    """Return OpenSpiel's cards as ours."""
    return text.replace("(BWJ)", "L").replace("(CJ)", "B")


def every_play() -> list[str]:
    """Return every distinct play there is."""
    state = GAME.new_initial_state()
    numbers = range(FIRST_PLAY, GAME.num_distinct_actions())
    return [ranks_of(state.action_to_string(0, number)) for number in numbers]


def random_positions(seed: int, count: int) -> Iterator[Position]:
    """Iterate over the decisions of games played at random, until there are enough."""
    rng = Random(seed)
    while True:
        for position in _random_game(rng):
            if count == 0:
                return
            yield position
            count -= 1


def deal(rng: Random) -> pyspiel.State:
    """Return a game dealt and bid for at random, the landlord to lead; a fresh one if all pass."""
    while True:
        state = GAME.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        while not state.is_terminal():
            if state.legal_actions()[-1] >= FIRST_PLAY:
                return state
            state.apply_action(rng.choice(state.legal_actions()))


def _random_game(rng: Random) -> Iterator[Position]:
    state = deal(rng)
    top, passes = None, 0
    while not state.is_terminal():
        seat, actions = state.current_player(), state.legal_actions()
        texts = {action: ranks_of(state.action_to_string(seat, action)) for action in actions}
        found = _HAND.search(state.observation_string(seat))
        assert found is not None
        assert (PASS in actions) == (top is not None)
        plays = frozenset(text for action, text in texts.items() if action != PASS)
        yield Position(ranks_of(found[1]), top, plays)
        action = rng.choice(actions)
        passes = passes + 1 if action == PASS else 0
        top = None if passes == 2 else top if passes else texts[action]
        state.apply_action(action)
