"""Dou Dizhu against OpenSpiel and RLCard themselves; `make peers` installs both."""

from __future__ import annotations

import itertools

import pytest

from sim.cards import RANK_LETTERS
from sim.plays import legal_plays
from tests.peers.agreement import disagreements
from tests.peers.games import OPENSPIEL, PEERS, RLCARD
from tests.peers.positions import dashed, named, read_positions, whole_pack

NOT_INSTALLED = "OpenSpiel and RLCard are not installed; `make peers` installs them"
pytest.importorskip("pyspiel", reason=NOT_INSTALLED)
pytest.importorskip("rlcard", reason=NOT_INSTALLED)

from tests.peers import openspiel, rlcards  # noqa: E402
from tests.peers.freeze import SEED, SOURCES  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.compiled]
EACH_PEER = pytest.mark.parametrize("name", PEERS)


def test_every_play_of_openspiel():
    theirs = openspiel.every_play()
    assert len(theirs) == len(set(theirs)) == 26_053
    ours = [(play.type, play.rank, dashed(play)) for play in legal_plays(OPENSPIEL, whole_pack())]
    assert len(ours) == len(theirs)
    assert set(ours) == {(*named(text), text) for text in theirs}


def test_every_play_of_rlcard_and_its_order():
    theirs = {reading.ranks: reading for reading in rlcards.every_play()}
    ours = {play.ranks: play for play in legal_plays(RLCARD, whole_pack())}
    assert len(theirs) == len(rlcards.every_play()) == 27_471
    assert {ranks: reading.type for ranks, reading in theirs.items()} == {
        ranks: play.type for ranks, play in ours.items()
    }
    weights = {}
    for ranks, reading in theirs.items():
        rank = ours[ranks].rank
        height = -1 if rank is None else RANK_LETTERS.index(rank)
        weights.setdefault((reading.compared, ours[ranks].size), {}).setdefault(height, set()).add(
            reading.weight
        )
    # What RLCard compares has one size, each of our ranks one weight, higher ranks more.
    assert len({compared for compared, _ in weights}) == len(weights)
    for by_height in weights.values():
        in_order = [by_height[height] for height in sorted(by_height)]
        assert all(len(each) == 1 for each in in_order)
        assert all(max(low) < min(high) for low, high in itertools.pairwise(in_order))


@EACH_PEER
def test_fresh_positions(name):
    assert disagreements(name, SOURCES[name](SEED + 1, 20_000)) == []


@EACH_PEER
def test_frozen_positions_are_still_what_the_peer_answers(name):
    frozen = list(itertools.islice(read_positions(name), 2_000))
    assert list(SOURCES[name](SEED, 2_000)) == frozen
