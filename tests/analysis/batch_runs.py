"""Small runs of `simulate`, and what is compared of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from analysis.batches import simulate
from sim.games import FIFTYK4
from sim.policy import Policy, bind
from strategies.lowest import LOWEST
from strategies.uniform import UNIFORM

PAIR = (UNIFORM, LOWEST, UNIFORM, LOWEST)


def play(out, deals=25, *, line_up=PAIR, rules=FIFTYK4, seed=5, **more):
    return simulate(rules, line_up, deals, seed, out, **more)


def files(folder):
    """Return every file of a result directory but the versions."""
    found = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    document = json.loads(found.pop("experiment.json"))
    document.pop("versions")
    return found, document


@dataclass(frozen=True)
class Users:
    """A user's strategy as the registry would give it."""

    label: str
    source_hash: str | None
    choose: object = None
    compiled: bool = True
    values: dict[str, float] = field(default_factory=dict, hash=False)

    def policy(self) -> Policy:
        if self.choose is None:
            return LOWEST.policy()
        return bind(self.label, self.choose, {}, compiled=self.compiled, trusted=False)
