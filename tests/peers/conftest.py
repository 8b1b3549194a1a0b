"""What imports a peer is not even looked at where the peers are not installed."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = (
    []
    if find_spec("pyspiel") and find_spec("rlcard")
    else ["openspiel.py", "rlcards.py", "freeze.py", "race.py"]
)
