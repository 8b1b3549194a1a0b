"""The games as plain declarations: what is dealt, what may be played, how a hand is scored.

A further climbing game is a further `Game` in `GAMES`; where it needs a new way to end or to
score a hand, that is one plain function more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.naive import scoring

THREE_TO_ACE = "3456789TJQKA"


class BadOptions(ValueError):
    """No such rule set, or an option it does not have."""


@dataclass(frozen=True)
class Shape:
    """An ordinary type: `length` groups of equal cards on consecutive ranks, and kickers.

    `kicker` says what goes with each group: nothing, a `single` or a `pair`.
    A shape of length 1 may have any rank; longer ones only the ranks of runs.
    """

    type: str
    group: int
    shortest: int = 1
    longest: int = 1
    kicker: str | None = None


@dataclass(frozen=True)
class Game:
    """The declaration of one climbing game."""

    id: str
    sides: tuple[tuple[int, ...], ...]
    lead_card: str
    shapes: tuple[Shape, ...]
    bombs: tuple[str, ...]
    """The kinds of bomb, low to high."""
    is_over: Callable[[Game, list[bool]], bool]
    """Whether the hand is over, told which seats are out."""
    score: Callable[[scoring.Taken], scoring.Score]
    options: Mapping[str, tuple[Any, ...]]
    """Each option and its values, the default first."""
    target: int
    decks: int = 1
    jokers: bool = False
    run_ranks: str = THREE_TO_ACE
    bomb_size: int = 4
    pure_suits_ranked: bool = True

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return sum(len(side) for side in self.sides)

    @property
    def solo(self) -> bool:
        """Whether each seat plays for itself."""
        return all(len(side) == 1 for side in self.sides)

    def side_of(self, seat: int) -> int:
        """Return the number of the side a seat belongs to."""
        return next(n for n, side in enumerate(self.sides) if seat in side)


def a_side_is_out(game: Game, out: list[bool]) -> bool:
    """The hand ends when all seats of one side are out."""
    return any(all(out[seat] for seat in side) for side in game.sides)


def two_seats_are_out(game: Game, out: list[bool]) -> bool:
    """The hand ends when two seats are out."""
    return sum(out) == 2


FIFTYK_SHAPES = (
    Shape("single", 1),
    Shape("pair", 2),
    Shape("triple", 3),
    Shape("straight", 1, shortest=5, longest=12),
    Shape("pair_run", 2, shortest=2, longest=12),
    Shape("triple_run", 3, shortest=2, longest=12),
    Shape("triple_single", 3, kicker="single"),
    Shape("triple_pair", 3, kicker="pair"),
    Shape("triple_run_singles", 3, shortest=2, longest=12, kicker="single"),
    Shape("triple_run_pairs", 3, shortest=2, longest=12, kicker="pair"),
)
FIFTYK_BOMBS = ("mixed_fifty_k", "pure_fifty_k", "bomb")
COMMON_OPTIONS = {"must_beat": (False, True), "pass_is_final": (False, True)}
TEAM_OPTIONS = {"lead_after_out": ("partner", "next")}
FIFTYK_OPTIONS = {"match_doubling": ("once", "each_hand")}

FIFTYK4 = Game(
    id="fiftyk4",
    sides=((0, 2), (1, 3)),
    lead_card="3h",
    shapes=FIFTYK_SHAPES,
    bombs=FIFTYK_BOMBS,
    is_over=a_side_is_out,
    score=scoring.score_fiftyk4,
    options={**COMMON_OPTIONS, **TEAM_OPTIONS, **FIFTYK_OPTIONS},
    target=500,
)
FIFTYK3 = Game(
    id="fiftyk3",
    sides=((0,), (1,), (2,)),
    lead_card="3h",
    shapes=FIFTYK_SHAPES,
    bombs=FIFTYK_BOMBS,
    is_over=two_seats_are_out,
    score=scoring.score_fiftyk3,
    options={**COMMON_OPTIONS, **FIFTYK_OPTIONS},
    target=500,
)
GAMES = {game.id: game for game in (FIFTYK4, FIFTYK3)}


def find_game(rules_id: str) -> Game:
    """Return the declaration with this id."""
    if rules_id not in GAMES:
        raise BadOptions(f"no rule set {rules_id!r}; there are {', '.join(GAMES)}")
    return GAMES[rules_id]


def settle(rules_id: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return every option of a rule set with its value, defaults filled in.

    `target` and `hands` (how many hands a match has at most) may be set in every rule set.
    """
    game = find_game(rules_id)
    settled: dict[str, Any] = {name: values[0] for name, values in game.options.items()}
    settled |= {"target": game.target, "hands": None}
    for name, value in (options or {}).items():
        if name not in settled:
            raise BadOptions(f"{rules_id} has no option {name!r}; it has {', '.join(settled)}")
        if name in game.options:
            # 0 == False in Python, but 0 is not the word false.
            if (type(value), value) not in [(type(v), v) for v in game.options[name]]:
                raise BadOptions(f"{name} may be {game.options[name]}, not {value!r}")
        elif type(value) is not int or value <= 0:
            raise BadOptions(f"{name} must be a whole number above 0, not {value!r}")
        settled[name] = value
    return settled
