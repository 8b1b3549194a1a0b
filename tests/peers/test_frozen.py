"""Dou Dizhu against what OpenSpiel and RLCard answered once; neither need be installed."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from sim.core.listing import count_plays
from sim.plays import legal_plays
from sim.policy import as_records
from tests.peers.agreement import departs, disagreements
from tests.peers.games import OPENSPIEL, PEERS, RLCARD
from tests.peers.positions import read_positions, whole_pack

EACH_PEER = pytest.mark.parametrize("name", PEERS)


@pytest.mark.parametrize(
    ("rules", "plays"),
    # As OpenSpiel's and RLCard's own documents state them; RLCard's 27,472 actions include a pass.
    [(OPENSPIEL, 26_053), (RLCARD, 27_472 - 1)],
    ids=lambda it: getattr(it, "id", str(it)),
)
def test_number_of_distinct_plays(rules, plays):
    pack, record = whole_pack(), as_records(rules.record)[0]
    assert count_plays(record, np.uint64(pack.lo), np.uint64(pack.hi), np.uint64(0)) == plays


@pytest.mark.compiled
def test_distinct_plays_by_type():
    """The numbers beside the peers' actions, but for kickers of equal rank worked out by hand."""
    count = Counter(play.type for play in legal_plays(OPENSPIEL, whole_pack()))
    assert (count["single"], count["pair"], count["triple"], count["bomb"]) == (15, 13, 13, 13)
    assert count["straight"] == sum(13 - n for n in range(5, 13)) == 36
    assert count["pair_run"] == sum(13 - n for n in range(3, 11)) == 52
    assert count["triple_run"] == sum(13 - n for n in range(2, 7)) == 45
    assert (count["triple_single"], count["triple_pair"]) == (13 * 14, 13 * 12)
    # Pairs of other suited ranks than the run's: C(11, 2), C(10, 3), C(9, 4).
    assert count["triple_run_pairs"] == 11 * 55 + 10 * 120 + 9 * 126
    assert count["joker_bomb"] == 1


def frozen(name, step):
    return list(itertools.islice(read_positions(name), 0, None, step))


@EACH_PEER
def test_some_positions(name):
    assert disagreements(name, frozen(name, 200)) == []


@pytest.mark.slow
@pytest.mark.compiled
@EACH_PEER
def test_every_position(name):
    positions = frozen(name, 1)
    assert len(positions) == 20_000
    assert sum(position.top is None for position in positions) > 4_000
    assert max(len(position.hand) for position in positions) == 20
    assert disagreements(name, positions) == []


@pytest.mark.slow
@pytest.mark.compiled
def test_openspiel_seldom_departs_from_its_own_table():
    assert 0 < sum(map(departs, frozen("openspiel", 5))) < 40
