"""One hand a rule set as text, state by state: `python -m tests.sim.playthroughs` writes them anew.

The files are written from the slow twin's random play and read by our position.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from sim.deals import deal_hands
from sim.games import find_rules
from sim.plays import read_play
from sim.position import Position
from sim.records import result_of
from tests.naive.hand import PASS, NaiveHand
from tests.sim.sample import RULES_OF_TABLE, cards

FOLDER = Path(__file__).parents[1] / "data" / "playthroughs"
SEED, DEAL = 2, 5


def head(rules_id: str, hands: list[str], leader: int) -> list[str]:
    lines = [f"game {rules_id}", f"seed {SEED} deal {DEAL}"]
    lines += [f"hand {seat} {held}" for seat, held in enumerate(hands)]
    return [*lines, f"leader {leader}", ""]


def turn_line(seat: int, text: str, legal: int, table: int, captured: list[int]) -> str:
    """Say who does what, out of how many moves (suits aside), and what it leads to."""
    points = " ".join(map(str, captured))
    return f"{seat}  {text:<40} of {legal:>3}  table {table:>3}  captured {points}"


def result_lines(result: dict[str, object]) -> list[str]:
    return ["", *(f"{name} {value}" for name, value in result.items())]


def text_of_move(move: tuple[str, ...], kind: str, rank: str | None) -> str:
    return "pass" if kind == "pass" else f"{' '.join(move)} {kind} {rank or '-'}"


def write(rules_id: str) -> str:
    """Return a playthrough of the twin's."""
    deals = deal_hands(find_rules(rules_id), SEED, range(DEAL, DEAL + 1))
    hands = [list(held) for held in deals.hands(0)]
    hand = NaiveHand(rules_id, {}, hands, int(deals.leader[0]))
    rng = Random(SEED)
    lines = head(rules_id, [" ".join(held) for held in hand.hands], hand.leader)
    while not hand.over:
        seat, legal = hand.turn, sorted(hand.legal_patterns(), key=str)
        may_pass = hand.may_pass()
        passes = may_pass and (not legal or rng.random() < 0.3)
        move = PASS if passes else hand.first_choice(rng.choice(legal))
        hand.do(move)
        text = text_of_move(*move)
        number = len(legal) + may_pass
        lines.append(turn_line(seat, text, number, hand.table_points, hand.captured))
    return "\n".join([*lines, *result_lines(hand.result())]) + "\n"


def replay(text: str) -> Iterator[str]:
    """Yield the lines of a playthrough as our position sees them, taking only the moves from it."""
    top, turns, _ = text.split("\n\n")
    rules_id = top.splitlines()[0].split()[1]
    rules = find_rules(rules_id)
    deals = deal_hands(rules, SEED, range(DEAL, DEAL + 1))
    yield from head(rules_id, [str(held) for held in deals.hands(0)], int(deals.leader[0]))
    position = Position(rules, deals.hands(0), int(deals.leader[0]))
    for line in turns.splitlines():
        words = line.split(" of ")[0].split()[1:]
        play = None
        if words != ["pass"]:
            *tokens, kind, rank = words
            play = read_play(rules, cards(tokens), kind, None if rank == "-" else rank)
        seat, legal = position.turn, position.count_moves(concrete=False)
        position.verify_play(play)
        position.push(play)
        text = "pass" if play is None else text_of_move(tuple(play.cards), play.type, play.rank)
        yield turn_line(seat, text, legal, position.table_points, list(position.captured))
    yield from result_lines(result_of(rules, position.result().raw[0]))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in RULES_OF_TABLE:
        (FOLDER / f"{each}.txt").write_text(write(each))
