"""Ask OpenSpiel and RLCard again for what is in tests/data/peers: `python -m tests.peers.freeze`.

Takes half a minute; the same seeds give the same bytes.
"""

from __future__ import annotations

from tests.peers import openspiel, rlcards
from tests.peers.positions import write_positions

COUNT = 20_000
"""Positions of each peer."""
SEED = 1
SOURCES = {"openspiel": openspiel.random_positions, "rlcard": rlcards.random_positions}

if __name__ == "__main__":
    for name, source in SOURCES.items():
        write_positions(name, source(SEED, COUNT))
