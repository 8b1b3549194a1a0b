"""Print digests of what the kernels answer; run once compiled and once as plain Python."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import numpy as np

from sim.core.compiler import COMPILED
from sim.deals import deal_hands
from sim.families import verify_record
from sim.games import find_rules
from sim.hand import play_deals, play_logged
from sim.plays import answer_line, count_concrete, legal_plays
from sim.records import record_of
from tests.sim.sample import RULES_OF_TABLE, line_up

CASES = (
    *((rules_id, {}, 10) for rules_id in RULES_OF_TABLE if not rules_id.startswith("fiftyk")),
    ("anzhan", {"jokers": True, "must_beat": True}, 10),
    ("zhengfen", {"full_house": "any", "players": 3, "last_tricks": "to_first"}, 10),
    ("fiftyk4", {}, 100),
    ("fiftyk3", {"must_beat": True}, 60),
    ("fiftyk4", {"decks": 2, "pass_is_final": True, "bombs": "pure_fifty_k < bomb 4 < bomb 6"}, 30),
    ("fiftyk4", {"decks": 3, "seats": 6, "bombs": "mixed_fifty_k < bomb 4 < bomb 9"}, 10),
)
GOLDEN = Path(__file__).parents[1] / "data" / "golden"


def digest(*arrays: object) -> str:
    hashed = hashlib.sha256()
    for array in arrays:
        hashed.update(np.ascontiguousarray(array).tobytes())
    return hashed.hexdigest()[:16]


def main() -> None:
    found: dict[str, object] = {"compiled": COMPILED}
    for rules_id, options, n in CASES:
        rules = find_rules(rules_id, options)
        deals = deal_hands(rules, 21, range(n))
        results = play_deals(line_up(rules), deals, checked=True)
        _, log = play_logged(line_up(rules), deals, 3)
        rows = 5 if rules.decks == 1 else 1
        hands = [hand for row in range(rows) for hand in deals.hands(row)][:12]
        plays = [play for hand in hands for play in legal_plays(rules, hand)]
        words = [(p.counts, p.meta, p.cards.lo, p.cards.hi) for p in plays]
        record = record_of(line_up(rules), deals, 3, ["uniform"] * rules.seats)
        assert verify_record(record) is None
        found[f"{rules_id} {options}"] = [
            digest(deals.cards, deals.leader, deals.received),
            digest(results.payoff, results.captured, results.finish, results.winner, results.left),
            digest(results.doubled, results.plays, results.tricks, results.side_points),
            digest(log),
            digest(np.array(words, dtype=np.uint64)),
            [count_concrete(rules, hand) for hand in hands],
        ]
    for name in ("moves.jsonl", "records.jsonl", "records_broken.jsonl"):
        answers = []
        for line in (GOLDEN / name).read_text().splitlines():
            case = json.loads(line)
            answers.append(answer_line(json.dumps(case["case"])) if name == "moves.jsonl" else 0)
            if name != "moves.jsonl":
                answers[-1] = str(verify_record(case))
        found[name] = hashlib.sha256(json.dumps(answers).encode()).hexdigest()[:16]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
