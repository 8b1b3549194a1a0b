"""What a deal says beyond its hands: who plays with whom, and which bombs are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.cards import RANKS, CardSet
from sim.rule_set import RuleSet
from sim.rules import Rules
from sim.table import SHOWN_SIZE

SPADE_ACE = "As"


def sides_of_deal(
    rules: RuleSet, hands: Sequence[CardSet] | Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side of a deal; of hidden sides the ace holders first.

    Examples
    --------
    >>> from sim.cards import parse_cards
    >>> from sim.games import find_rules
    >>> hands = [parse_cards(cards) for cards in ("As 3h", "4s", "As", "5d")]
    >>> sides_of_deal(find_rules("anzhan"), hands)
    ((0, 2), (1, 3))
    """
    if not rules.hidden:
        return rules.teams
    holds = [SPADE_ACE in str(hand).split() for hand in hands]
    return tuple(
        tuple(seat for seat in range(rules.seats) if holds[seat] == wanted)
        for wanted in (True, False)
    )


def notes_on_deal(rules: RuleSet, hands: Sequence[CardSet] | Sequence[str]) -> Iterator[str]:
    """Iterate over lines about a deal that a reader of the bare hands could miss."""
    if rules.hidden:
        holders, others = sides_of_deal(rules, hands)
        alone = " alone, with both spade aces," if len(holders) == 1 else ""
        yield f"sides, which nobody is told: {_seats(holders)}{alone} against {_seats(others)}"
    if isinstance(rules, Rules) and rules.show_bombs == "auto":
        for seat, hand in enumerate(hands):
            # By first letters: a joker's token ends with that of the jack.
            letters = [token[0] for token in str(hand).split()]
            held = {rank: letters.count(rank) for rank in RANKS}
            shown = [f"{n} {rank}s" for rank, n in held.items() if n >= SHOWN_SIZE]
            if shown:
                yield f"seat {seat} shows {', '.join(shown)}"


def _seats(seats: Sequence[int]) -> str:
    return f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}"
