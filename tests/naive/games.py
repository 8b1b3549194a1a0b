"""The games as plain declarations: what is dealt, what may be played, how a hand is scored.

A further climbing game is a further `Game` in `GAMES`; where it needs a new way to end or to
score a hand, that is one plain function more. What an option changes is written into the
declaration by the game's `vary`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from tests.naive import endings, scoring
from tests.naive.cards import RANKS

Options = Mapping[str, Any] | None
THREE_TO_ACE = "3456789TJQKA"
ACE_TO_ACE = "A23456789TJQKA"
"""The order of straights in which the ace is low as well as high."""


class BadOptions(ValueError):
    """No such rule set, or an option it does not have."""


@dataclass(frozen=True)
class Shape:
    """An ordinary type: `length` groups of equal cards on consecutive ranks, and kickers.

    `kicker` says what goes with each group: nothing, a `single` or a `pair` (then all kickers of
    a run are of different ranks), `any` card or `any two`.
    A shape of length 1 may have any rank; longer ones only the ranks of runs.
    """

    type: str
    group: int
    shortest: int = 1
    longest: int = 1
    kicker: str | None = None


def as_it_is(game: Game, options: Mapping[str, Any]) -> Game:
    """No option changes the declaration."""
    return game


@dataclass(frozen=True, eq=False)
class Game:
    """The declaration of one climbing game."""

    id: str
    sides: tuple[tuple[int, ...], ...]
    """The sides that win and lose together; where they are secret, the seats of a match."""
    lead_card: str
    shapes: tuple[Shape, ...]
    bombs: tuple[str, ...]
    """The rungs of the ladder of bombs, low to high (see `bombs`)."""
    is_over: Callable[[endings.Sides, list[bool]], bool]
    """Whether the hand is over, told its sides and which seats are out."""
    score: Callable[[scoring.Taken], scoring.Score]
    options: Mapping[str, tuple[Any, ...]]
    """Each option and its values, the default first."""
    target: int | None = 500
    hands: int | None = None
    vary: Callable[[Game, Mapping[str, Any]], Game] = as_it_is
    later_leader: str | None = None
    """Who leads later hands of a match: the last hand's `first_out` or `not_out`."""
    winner_is_dealt_first: bool = False
    """Whether the first out of the last hand is dealt first."""
    secret_card: str | None = None
    """The card whose receivers are a side, without anybody being told."""
    decks: int = 1
    jokers: bool = False
    joker_pairs: bool = False
    """Whether two jokers of a kind are a pair."""
    wild_jokers: bool = False
    run_ranks: str = THREE_TO_ACE
    straight_ranks: str = THREE_TO_ACE
    flushes: bool = False
    """Whether a straight of one suit is a type of its own."""
    full_house: str | None = None
    """Which kickers a full house may have; a game with full houses has suit runs too."""
    runs_of_any_length: tuple[str, ...] = ()
    """Types whose followers need not be as long as what they beat."""
    bomb_size: int = 4
    """How many of a rank are a bomb."""
    pure_suits_ranked: bool = True
    lowest_bomb_on: Mapping[str, str | None] = field(default_factory=dict)
    """Types that not every bomb beats: the lowest that does, or None."""

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


def each_for_itself(players: int) -> tuple[tuple[int, ...], ...]:
    """Return the sides of a solo game."""
    return tuple((seat,) for seat in range(players))


TWO_PAIRS = ((0, 2), (1, 3))
TWO_THREES = ((0, 2, 4), (1, 3, 5))
COMMON_OPTIONS = {"must_beat": (False, True), "pass_is_final": (False, True)}
TEAM_OPTIONS = {"lead_after_out": ("partner", "next")}
JOKER_OPTIONS = {"jokers": (False, True)}

# ---------------------------------------------------------------- Fifty K (§3, §4)

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
FIFTYK_OPTIONS = {"match_doubling": ("once", "each_hand")}

FIFTYK4 = Game(
    id="fiftyk4",
    sides=TWO_PAIRS,
    lead_card="3h",
    shapes=FIFTYK_SHAPES,
    bombs=FIFTYK_BOMBS,
    is_over=endings.a_side_is_out,
    score=scoring.score_fiftyk4,
    options={**COMMON_OPTIONS, **TEAM_OPTIONS, **FIFTYK_OPTIONS},
)
FIFTYK3 = Game(
    id="fiftyk3",
    sides=each_for_itself(3),
    lead_card="3h",
    shapes=FIFTYK_SHAPES,
    bombs=FIFTYK_BOMBS,
    is_over=endings.one_seat_is_left,
    score=scoring.score_fiftyk3,
    options={**COMMON_OPTIONS, **FIFTYK_OPTIONS},
)

# ---------------------------------------------------------------- QQ (§5)

QQ1 = Game(
    id="qq1",
    sides=TWO_PAIRS,
    lead_card="3s",
    later_leader="first_out",
    shapes=(
        Shape("single", 1),
        Shape("pair", 2),
        Shape("triple", 3),
        Shape("straight", 1, shortest=5, longest=13),
        Shape("pair_run", 2, shortest=2, longest=12),
        Shape("triple_run", 3, shortest=2, longest=12),
        Shape("triple_single", 3, kicker="any"),
        Shape("triple_two", 3, kicker="any two"),
        Shape("triple_run_singles", 3, shortest=2, longest=12, kicker="any"),
        Shape("triple_run_twos", 3, shortest=2, longest=12, kicker="any two"),
    ),
    straight_ranks=ACE_TO_ACE,
    flushes=True,
    bombs=("mixed_fifty_k", "pure_fifty_k", "bomb"),
    is_over=endings.two_of_a_side_or_three_are_out,
    score=partial(scoring.score_qq, catch=30),
    options={**COMMON_OPTIONS, **TEAM_OPTIONS},
)
QQ2 = replace(QQ1, id="qq2", decks=2, score=partial(scoring.score_qq, catch=60))

# ---------------------------------------------------------------- Liaoning (§6)


def vary_liaoning(game: Game, options: Mapping[str, Any]) -> Game:
    """`players`: three or four."""
    return replace(game, sides=each_for_itself(options["players"]))


LIAONING = Game(
    id="liaoning",
    sides=each_for_itself(4),
    jokers=True,
    lead_card="3h",
    later_leader="not_out",
    shapes=(
        Shape("single", 1),
        Shape("pair", 2),
        Shape("straight", 1, shortest=3, longest=12),
        Shape("pair_run", 2, shortest=3, longest=12),
        Shape("triple_run", 3, shortest=2, longest=12),
        Shape("quad_run", 4, shortest=2, longest=12),
    ),
    bomb_size=3,
    bombs=("bomb 3", "mixed_fifty_k", "joker_bomb LB", "bomb 4", "pure_fifty_k"),
    lowest_bomb_on={"pair_run": "bomb 4", "triple_run": None, "quad_run": None},
    is_over=endings.one_seat_is_left,
    score=scoring.score_liaoning,
    options={**COMMON_OPTIONS, "players": (4, 3)},
    vary=vary_liaoning,
)

# ---------------------------------------------------------------- Jiangnan (§7)

SHOWN_BOMBS = ("bomb 6", "bomb 7", "bomb 8")


def vary_jiangnan(game: Game, options: Mapping[str, Any]) -> Game:
    """`bare_triple` is one type more; with `show_bombs: never` six and more are no bombs."""
    if options["bare_triple"]:
        game = replace(game, shapes=(*game.shapes, Shape("triple", 3)))
    if options["show_bombs"] == "never":
        game = replace(game, bombs=tuple(b for b in game.bombs if b not in SHOWN_BOMBS))
    return game


JIANGNAN = Game(
    id="jiangnan",
    sides=TWO_PAIRS,
    decks=2,
    jokers=True,
    joker_pairs=True,
    lead_card="3h",
    later_leader="first_out",
    shapes=(
        Shape("single", 1),
        Shape("pair", 2),
        Shape("straight", 1, shortest=5, longest=12),
        Shape("pair_run", 2, shortest=3, longest=12),
        Shape("triple_run", 3, shortest=2, longest=12),
        Shape("triple_pair", 3, kicker="pair"),
    ),
    bombs=(
        *("mixed_fifty_k", "pure_fifty_k", "bomb 4", "bomb 5", "joker_bomb 3"),
        *SHOWN_BOMBS,
        "joker_bomb 4",
    ),
    is_over=endings.two_of_a_side_or_three_are_out,
    score=scoring.score_jiangnan,
    options={
        **COMMON_OPTIONS,
        **TEAM_OPTIONS,
        "bare_triple": (False, True),
        "show_bombs": ("auto", "never"),
    },
    target=1000,
    vary=vary_jiangnan,
)

# ---------------------------------------------------------------- Jinzhou (§8)


def vary_jinzhou(game: Game, options: Mapping[str, Any]) -> Game:
    """`catch`: the penalty is deducted, or goes to the other side."""
    return replace(game, score=partial(scoring.score_jinzhou, catch=options["catch"]))


JINZHOU = Game(
    id="jinzhou",
    sides=TWO_PAIRS,
    decks=2,
    jokers=True,
    lead_card="Ah",
    shapes=(
        Shape("single", 1),
        Shape("pair", 2),
        Shape("straight", 1, shortest=3, longest=12),
        Shape("pair_run", 2, shortest=3, longest=12),
        Shape("triple_run", 3, shortest=3, longest=12),
    ),
    bomb_size=3,
    bombs=(
        *("bomb 3", "mixed_fifty_k", "joker_bomb LB", "pure_fifty_k"),
        *("joker_bomb LL", "joker_bomb BB", "bomb 4", "bomb 5", "joker_bomb 3"),
        *("bomb 6", "bomb 7", "joker_bomb 4", "bomb 8"),
    ),
    lowest_bomb_on={"pair_run": "bomb 4", "triple_run": "bomb 6"},
    is_over=endings.a_side_is_out,
    score=scoring.score_jinzhou,
    options={**COMMON_OPTIONS, **TEAM_OPTIONS, "catch": ("deduct", "transfer")},
    target=None,
    hands=10,
    vary=vary_jinzhou,
)

# ---------------------------------------------------------------- Fuqing (§9, §10)


def vary_anzhan(game: Game, options: Mapping[str, Any]) -> Game:
    """`jokers`: the two decks have theirs, and all of them together are the highest bomb."""
    if not options["jokers"]:
        return game
    all_jokers = f"joker_bomb {2 * game.decks}"
    return replace(game, jokers=True, bombs=(*game.bombs, all_jokers))


def vary_fuqing(game: Game, options: Mapping[str, Any]) -> Game:
    """`jokers`: four or more of them are the highest bombs; `twenty`: who gets the points."""
    game = replace(game, score=partial(scoring.score_fuqing, twenty=options["twenty"]))
    if not options["jokers"]:
        return game
    joker_bombs = [f"joker_bomb {size}" for size in range(4, 2 * game.decks + 1)]
    return replace(game, jokers=True, bombs=(*game.bombs, *joker_bombs))


ANZHAN = Game(
    id="anzhan",
    sides=each_for_itself(4),
    secret_card="As",
    decks=2,
    joker_pairs=True,
    lead_card="3h",
    later_leader="first_out",
    shapes=(
        Shape("single", 1),
        Shape("pair", 2),
        Shape("triple", 3),
        Shape("pair_run", 2, shortest=2, longest=12),
        Shape("triple_run", 3, shortest=2, longest=12),
    ),
    bombs=("mixed_fifty_k", "pure_fifty_k", "bomb"),
    pure_suits_ranked=False,
    is_over=endings.anzhan_is_over,
    score=scoring.score_anzhan,
    options={**COMMON_OPTIONS, **TEAM_OPTIONS, **JOKER_OPTIONS},
    target=300,
    vary=vary_anzhan,
)
FUQING4 = replace(
    ANZHAN,
    id="fuqing4",
    sides=TWO_PAIRS,
    secret_card=None,
    is_over=endings.a_sweep_or_one_seat_is_left,
    score=scoring.score_fuqing,
    options={
        **COMMON_OPTIONS,
        **TEAM_OPTIONS,
        **JOKER_OPTIONS,
        "twenty": ("paid", "deducted", "off"),
    },
    target=1000,
    vary=vary_fuqing,
)
FUQING6 = replace(FUQING4, id="fuqing6", sides=TWO_THREES, decks=3)

# ---------------------------------------------------------------- Zheng Fen (§11)


def vary_zhengfen(game: Game, options: Mapping[str, Any]) -> Game:
    """All its options change the declaration."""
    types = [*(shape.type for shape in game.shapes), "full_house", "suit_run"]
    return replace(
        game,
        sides=each_for_itself(options["players"]),
        run_ranks=RANKS if options["two_in_runs"] else THREE_TO_ACE,
        full_house=options["full_house"],
        lowest_bomb_on={} if options["specials_beat_all"] else dict.fromkeys(types),
        score=partial(scoring.score_zhengfen, last_tricks=options["last_tricks"]),
    )


ZHENGFEN = Game(
    id="zhengfen",
    sides=each_for_itself(4),
    jokers=True,
    wild_jokers=True,
    lead_card="3h",
    later_leader="first_out",
    winner_is_dealt_first=True,
    shapes=(
        Shape("single", 1),
        Shape("pair", 2),
        Shape("triple", 3),
        Shape("quad", 4),
        Shape("pair_run", 2, shortest=3, longest=13),
        Shape("triple_run", 3, shortest=3, longest=13),
        Shape("quad_run", 4, shortest=3, longest=13),
    ),
    runs_of_any_length=("pair_run", "triple_run", "quad_run"),
    bombs=("mixed_fifty_k", "pure_fifty_k", "four_twos"),
    pure_suits_ranked=False,
    is_over=endings.one_seat_is_left,
    score=scoring.score_zhengfen,
    options={
        **COMMON_OPTIONS,
        "players": (4, 2, 3, 5, 6),
        "two_in_runs": (True, False),
        "full_house": ("seed", "any"),
        "specials_beat_all": (True, False),
        "last_tricks": ("keep", "to_first"),
    },
    vary=vary_zhengfen,
)

GAMES = {
    game.id: game
    for game in (
        *(FIFTYK4, FIFTYK3, QQ1, QQ2, LIAONING, JIANGNAN, JINZHOU),
        *(ANZHAN, FUQING4, FUQING6, ZHENGFEN),
    )
}


# ---------------------------------------------------------------- options


def find_game(rules_id: str, options: Options = None) -> Game:
    """Return the declaration with this id, as the options make it."""
    return varied(rules_id, tuple(settle(rules_id, options).items()))


@lru_cache
def varied(rules_id: str, settled: tuple[tuple[str, Any], ...]) -> Game:
    """Return the declaration under options that are known to be right."""
    game, options = GAMES[rules_id], dict(settled)
    return game.vary(game, options)


def settle(rules_id: str, options: Options = None) -> dict[str, Any]:
    """Return every option of a rule set with its value, defaults filled in.

    `target` and `hands` (how many hands a match has at most) may be set in every rule set.
    """
    if rules_id not in GAMES:
        raise BadOptions(f"no rule set {rules_id!r}; there are {', '.join(GAMES)}")
    game = GAMES[rules_id]
    settled: dict[str, Any] = {name: values[0] for name, values in game.options.items()}
    settled |= {"target": game.target, "hands": game.hands}
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
