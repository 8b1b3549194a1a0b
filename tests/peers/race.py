"""Uniformly random Dou Dizhu here, in OpenSpiel and in RLCard: `python -m tests.peers.race`.

All in one run, round by round in turn, so that all see the same machine; CPU time of one core, the
median of the rounds. docs/peers.md says what each loop does and what came out.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from random import Random

import numpy as np
import pyspiel
import rlcard
from rlcard.agents import RandomAgent
from rlcard.envs import Env

from sim.cards import JOKERS, RANKS, SUITS, CardSet, parse_card
from sim.core.bits import U0
from sim.core.compiler import kernel
from sim.core.dealing import fill, shuffle
from sim.core.streams import deal_key
from sim.core.tables import END_SIDE_OUT
from sim.deals import Deals
from sim.hand import play_deals
from sim.machine_code import make_code
from sim.rules import Rules
from strategies.uniform import UNIFORM
from tests.peers import openspiel, rlcards
from tests.peers.games import OPENSPIEL, RLCARD

ROUNDS = 5
SECONDS = 2.0
"""CPU time of one measurement, about."""
BIDDEN = 200
"""Deals that OpenSpiel's loops after the deal start from."""
LANDLORD, HAND, BURIED = 0, 17, 3

PACK = [rank + suit for rank in RANKS for suit in SUITS] + list(JOKERS)
WORDS = np.array(
    [(one.lo, one.hi) for one in (CardSet.of([parse_card(card)]) for card in PACK)], dtype=np.uint64
)


class FirstOutEnds(Rules):
    """Rules whose hand ends with the first seat out, which no game of ours has for lone seats."""

    @cached_property
    def record(self) -> np.ndarray:
        """The rules as kernels read them."""
        record = super().record.copy()
        record["end"] = END_SIDE_OUT
        return record


def with_first_out(rules: Rules) -> FirstOutEnds:
    """Return rules whose hand ends with the first seat out."""
    return FirstOutEnds(**{each.name: getattr(rules, each.name) for each in fields(rules)})


@kernel
def deal_landlord(seed, index, stream, words, cards):  # type: ignore[no-untyped-def]
    """Deal 20 cards to the landlord, 17 to the others.

    Parameters
    ----------
    seed, stream : uint64
    index : int64[n]
        Deal numbers.
    words : uint64[54, 2]
        The cards of the pack.
    cards : uint64[n, 3, 2]
        Modified in place: the hands, as card sets.
    """
    fresh = np.arange(54).astype(np.uint8)
    pack = np.empty(54, dtype=np.uint8)
    for row in range(index.shape[0]):
        fill(pack, fresh)
        shuffle(pack, deal_key(seed, np.uint64(index[row]), stream))
        place = 0
        for seat in range(3):
            lo = hi = U0
            for _ in range(HAND + BURIED if seat == LANDLORD else HAND):
                lo += words[pack[place], 0]
                hi += words[pack[place], 1]
                place += 1
            cards[row, seat, 0], cards[row, seat, 1] = lo, hi


def play_ours(rules: FirstOutEnds, first: int, count: int) -> int:
    """Deal and play so many games of ours; return the decisions made."""
    index = np.arange(first, first + count)
    cards = np.empty((count, 3, 2), dtype=np.uint64)
    leader = np.full(count, LANDLORD)
    deal_landlord(np.uint64(1), index, rules.record["stream"][0], WORDS, cards)
    deals = Deals(rules, 1, index, cards, leader, leader)
    results = play_deals([UNIFORM.policy()] * 3, deals, checked=False)
    return int(results.turns.sum())


def openspiel_python(states: list[pyspiel.State], rng: Random, count: int) -> int:
    """Play so many games of OpenSpiel after the bidding, choosing in Python."""
    decisions = 0
    for number in range(count):
        state = states[number % len(states)].clone()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def openspiel_native(states: list[pyspiel.State], first: int, count: int) -> None:
    """Let OpenSpiel's own C++ loop and uniform bots play so many games from given states."""
    bots = [pyspiel.make_uniform_random_bot(seat, first + seat) for seat in range(3)]
    for number in range(count):
        pyspiel.evaluate_bots(states[number % len(states)].clone(), bots, first + number)


def rlcard_game(rng: Random, count: int) -> int:
    """Deal and play so many games of RLCard's game core, choosing in Python."""
    decisions = 0
    for _ in range(count):
        game, state = rlcards.new_game(rng.getrandbits(32))
        while not game.is_over():
            state, _ = game.step(rng.choice(list(state["actions"])))
            decisions += 1
    return decisions


def rlcard_environment(environment: Env, count: int) -> int:
    """Let RLCard's environment and its random agents play so many games."""
    decisions = 0
    for _ in range(count):
        trajectories, _ = environment.run()
        # A seat's trajectory is state, action, state … state.
        decisions += sum(len(each) // 2 for each in trajectories)
    return decisions


@dataclass
class Loop:
    """One row of the table."""

    name: str
    play: Callable[[int, int], int | None]
    """Plays games: (first, count) to decisions, None where they are not counted."""
    step: int
    """Games in one go."""
    beside: str
    """Our row that plays by the same table."""
    games: int = 0
    decisions: int = 0
    rates: list[float] = field(default_factory=list)
    """Games a second of CPU time, one a round."""

    def measure(self) -> None:
        """Play for about `SECONDS`."""
        before, started = self.games, time.process_time()
        while (spent := time.process_time() - started) < SECONDS:
            self.decisions += self.play(self.games, self.step) or 0
            self.games += self.step
        self.rates.append((self.games - before) / spent)

    @property
    def rate(self) -> float:
        """Median of the rounds."""
        return statistics.median(self.rates)


OURS_OPENSPIEL, OURS_RLCARD = "fiftyk, OpenSpiel's plays", "fiftyk, RLCard's plays"
PYTHON_LOOP = "OpenSpiel, Python loop after the bidding"


def loops() -> list[Loop]:
    """Return all loops, both of ours first."""
    rng = Random(1)
    bidden = [openspiel.deal(rng) for _ in range(BIDDEN)]
    fresh = [openspiel.GAME.new_initial_state()]
    first_game, second_game = with_first_out(OPENSPIEL), with_first_out(RLCARD)
    for game in first_game, second_game:
        make_code(game, [UNIFORM.policy()] * 3)
    environment = rlcard.make("doudizhu", config={"seed": 1})
    environment.set_agents([RandomAgent(num_actions=environment.num_actions)] * 3)
    # Name, play, games in one go, our row.
    return [
        Loop(OURS_OPENSPIEL, partial(play_ours, first_game), 4096, OURS_OPENSPIEL),
        Loop(OURS_RLCARD, partial(play_ours, second_game), 4096, OURS_RLCARD),
        Loop(
            "OpenSpiel, C++ loop after the bidding",
            partial(openspiel_native, bidden),
            50,
            OURS_OPENSPIEL,
        ),
        Loop(
            "OpenSpiel, C++ loop with dealing and bidding",
            partial(openspiel_native, fresh),
            50,
            OURS_OPENSPIEL,
        ),
        Loop(
            PYTHON_LOOP, lambda _, count: openspiel_python(bidden, rng, count), 50, OURS_OPENSPIEL
        ),
        Loop("RLCard, game core", lambda _, count: rlcard_game(rng, count), 10, OURS_RLCARD),
        Loop(
            "RLCard, environment and its random agents",
            lambda _, count: rlcard_environment(environment, count),
            4,
            OURS_RLCARD,
        ),
    ]


def main() -> None:
    """Run the race and print its table."""
    rows = {loop.name: loop for loop in loops()}
    for loop in rows.values():
        loop.play(0, loop.step)
    for _ in range(ROUNDS):
        for loop in rows.values():
            loop.measure()
    # The C++ loop does not say how many decisions it made; its games are the Python loop's.
    counted = {name: loop if loop.decisions else rows[PYTHON_LOOP] for name, loop in rows.items()}
    length = {name: loop.decisions / loop.games for name, loop in counted.items()}
    print("| loop | games/s | decisions a game | decisions/s | ours, games | ours, decisions |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, loop in rows.items():
        ours = rows[loop.beside].rate
        games = ours / loop.rate
        decisions = games * length[loop.beside] / length[name]
        print(
            f"| {name} | {loop.rate:,.0f} | {length[name]:.1f} | {loop.rate * length[name]:,.0f} "
            f"| {games:,.1f} × | {decisions:,.1f} × |"
        )


if __name__ == "__main__":
    main()
