"""Throughput of this machine: each strategy beside a floor loop measured in the same run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sim.core.bits import rank_counts
from sim.core.compiler import kernel
from sim.core.streams import mix
from sim.families import deal_hands, make_code, play_deals
from sim.rule_set import RuleSet

if TYPE_CHECKING:
    from strategies.registry import Strategy

SECONDS = 1.0
"""CPU time of one measurement, about."""
ROUNDS = 5
"""Measurements; the median counts."""
_CHUNK = 4096


@dataclass(frozen=True)
class Throughput:
    """How fast one strategy plays in all seats, on one core, dealing included."""

    strategy: str
    """Its name with parameters; "floor" for the floor loop."""
    hands_per_second: float
    """Hands a second of CPU time, median of the rounds."""
    decisions_per_second: float
    """Decisions a second of CPU time, passes included."""
    decisions_per_hand: float
    """Decisions of one hand."""
    ratio_to_floor: float
    """Its hands a second over the floor's."""

    @property
    def nanoseconds(self) -> float:
        """CPU time of one decision, dealing included."""
        return 1e9 / self.decisions_per_second


@kernel
def _floor_loop(cards, decisions):  # type: ignore[no-untyped-def]
    """Make one rank count and one random draw for each decision of dealt hands."""
    total = np.uint64(0)
    seats = cards.shape[1]
    for row in range(cards.shape[0]):
        seat = 0
        for turn in range(decisions):
            counts = rank_counts(cards[row, seat, 0], cards[row, seat, -1])
            total += counts ^ mix(np.uint64(row) + (np.uint64(turn) << np.uint64(32)))
            seat = seat + 1 if seat + 1 < seats else 0
    return total


def measure(
    rules: RuleSet,
    strategies: Sequence[Strategy],
    *,
    seconds: float = SECONDS,
    rounds: int = ROUNDS,
) -> tuple[Throughput, list[Throughput]]:
    """Measure strategies and the floor, turn by turn, so that all see the same machine.

    The floor deals a hand and then, for each decision of `usual_strategy`, makes one rank
    count and one random draw: what no simulator of this design can beat.

    Parameters
    ----------
    rules : RuleSet
    strategies : sequence of Strategy
        Each is measured in all seats.
    seconds, rounds : float, int
        CPU time of a measurement, about, and how many.

    Returns
    -------
    floor : Throughput
    measured : list of Throughput
        In the order given.
    """
    usual = _decisions(rules, usual_strategy(rules))
    loops = [_floor(rules, round(usual)), *(_player(rules, each) for each in strategies)]
    decisions = [usual, *(_decisions(rules, each) for each in strategies)]
    rates = [[] for _ in loops]  # type: list[list[float]]
    sizes = [_chunks_in(loop, seconds) for loop in loops]
    for _ in range(rounds):
        for loop, size, rate in zip(loops, sizes, rates, strict=True):
            rate.append(size * _CHUNK / _cpu_time(loop, size))
    medians = [statistics.median(rate) for rate in rates]
    names = ["floor", *(strategy.label for strategy in strategies)]
    all_measured = [
        Throughput(name, hands, hands * each, each, hands / medians[0])
        for name, hands, each in zip(names, medians, decisions, strict=True)
    ]
    return all_measured[0], all_measured[1:]


def measure_threads(
    rules: RuleSet,
    strategies: Sequence[Strategy],
    threads: int,
    *,
    seconds: float = SECONDS,
    rounds: int = ROUNDS,
) -> list[float]:
    """Measure how many times more hands several threads play than one, by the clock.

    The floor, which waits for nothing but the processor, shows what this machine can give.

    Parameters
    ----------
    rules : RuleSet
    strategies : sequence of Strategy
        Each is measured in all seats.
    threads : int
        At least 2.
    seconds, rounds : float, int
        Time of one thread's measurement, about, and how many.

    Returns
    -------
    list of float
        Of the floor, then of each strategy: medians of the rounds.
    """
    turns = round(_decisions(rules, usual_strategy(rules)))
    loops = [_floor(rules, turns), *(_player(rules, each) for each in strategies)]
    gains = [[] for _ in loops]  # type: list[list[float]]
    sizes = [_chunks_in(loop, seconds) for loop in loops]
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(rounds):
            for loop, size, gain in zip(loops, sizes, gains, strict=True):
                started = time.perf_counter()
                _play_chunks(loop, size)
                alone = time.perf_counter() - started
                started = time.perf_counter()
                list(pool.map(partial(_play_chunks, loop), [size] * threads))
                gain.append(threads * alone / (time.perf_counter() - started))
    return [statistics.median(gain) for gain in gains]


def usual_strategy(rules: RuleSet) -> Strategy:
    """Return the first strategy of the list that does more than draw lots."""
    from strategies import playing

    listed = playing(rules)
    return listed[min(1, len(listed) - 1)]


def _floor(rules: RuleSet, turns: int) -> Callable[[range], None]:
    def loop(deals: range) -> None:
        _floor_loop(deal_hands(rules, 1, deals).cards.reshape(len(deals), rules.seats, -1), turns)

    return loop


def _player(rules: RuleSet, strategy: Strategy) -> Callable[[range], None]:
    lineup = [strategy.policy()] * rules.seats
    make_code(rules, lineup)

    def play(deals: range) -> None:
        play_deals(lineup, deal_hands(rules, 1, deals), checked=False)

    return play


def _decisions(rules: RuleSet, strategy: Strategy) -> float:
    """Return the mean number of decisions of a hand."""
    results = play_deals([strategy.policy()] * rules.seats, deal_hands(rules, 1, range(_CHUNK)))
    return float(np.mean(results.turns))


def _cpu_time(loop: Callable[[range], None], chunk_count: int) -> float:
    started = time.process_time()
    _play_chunks(loop, chunk_count)
    return time.process_time() - started


def _play_chunks(loop: Callable[[range], None], chunk_count: int) -> None:
    for number in range(chunk_count):
        loop(range(number * _CHUNK, (number + 1) * _CHUNK))


def _chunks_in(loop: Callable[[range], None], seconds: float) -> int:
    """Return how many chunks take about that long; the first call compiles."""
    _cpu_time(loop, 1)
    return max(1, round(seconds / max(_cpu_time(loop, 1), 1e-6)))
