"""For notebooks: play, read and compare; every answer a pandas frame with documented columns.

`docs/python.md` lists functions and columns, `docs/notebook.py` uses them. All functions take rule
sets and strategies by name, as the command line does, and give the same figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol
from weakref import finalize

from analysis import batches
from analysis.break_swap import SwapPlan
from analysis.comparisons import Comparison
from analysis.doubling import ENDINGS, STRENGTH, DoublingTally
from analysis.estimate_columns import columns_of_estimate
from analysis.experiment import Experiment, read_experiment
from analysis.finishing import FinishingTally, place_names
from analysis.folder import RECORDS_FILE
from analysis.frames import deals_in
from analysis.frames import read_hands as read_rows
from analysis.hand_types import value_hand_types
from analysis.lead_value import HANDS, deals_for, value_of_lead
from analysis.paired import PairedTally
from analysis.pairs_compared import compare_pairs
from analysis.people import read_people as read_players
from analysis.played import Played, Table
from analysis.sequential import Design
from analysis.survey import find_all, read_result, table_of
from analysis.sweep_play import find_sweep, play_sweep
from analysis.tournament_play import check_table_deals
from analysis.tournament_play import play_tournament as play_all
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.games import as_climbing, find_rules
from sim.policy import Policy
from sim.records import read_records
from strategies import find_strategy, line_up

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Result",
    "TournamentFrames",
    "compare",
    "open_result",
    "play_tournament",
    "read_people",
    "simulate",
    "sweep",
]

SWAPS: Final = 1_500
"""Hands of each type that are broken for its causal value, unless told otherwise."""
Names = str | Sequence[str]
"""Strategies by name: one text with commas between, or a list."""


class _Tally(Protocol):
    """What sums up blocks as they stream by."""

    def add(self, played: Played) -> None:
        """Count in more blocks."""


class TournamentFrames(NamedTuple):
    """What a tournament came to."""

    ratings: pd.DataFrame
    """A row a strategy, the strongest first: `notebook_columns.RATINGS`."""
    pairs: pd.DataFrame
    """A row a pair, the stronger first: `notebook_columns.PAIRS`."""


@dataclass(frozen=True)
class Result:
    """Played hands, and everything that is asked about them."""

    folder: Path
    """The result directory."""

    @property
    def experiment(self) -> Experiment:
        """The settings: rules, options, strategies, seed, deals."""
        return read_experiment(self.folder)

    def hands(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a row a deal, seating and seat; `analysis.rows.COLUMNS` says what columns mean."""
        return read_rows(self.folder, columns)

    def records(self) -> Iterator[dict[str, Any]]:
        """Iterate over the records that were kept."""
        return read_records(self.folder / RECORDS_FILE)

    def margins(self) -> pd.DataFrame:
        """Return a row a pair of strategies, paired by deal: `notebook_columns.MARGINS`."""
        tally = PairedTally(self._table)
        self._count(tally)
        return _frame([_margin(pair.comparison) for pair in tally.result().pairs])

    def finishing(self) -> pd.DataFrame:
        """Return how each strategy finishes, a row each: `notebook_columns.FINISHING`."""
        tally = FinishingTally(self._table)
        self._count(tally)
        places = place_names(self._table.rules.seats)
        return _frame(
            [
                {"strategy": name, "hands": placing.hands}
                | columns_of_estimate("payoff", placing.payoff)
                | _columns(dict(zip(places, placing.shares, strict=True)))
                for name, placing in zip(self._table.names, tally.result().by_strategy, strict=True)
            ]
        )

    def doubling(self) -> pd.DataFrame:
        """Return how hands end for each strategy, doubled or not: `notebook_columns.DOUBLING`.

        Without rows where the rules never double.
        """
        tally = DoublingTally(self._table)
        self._count(tally, STRENGTH)
        names = [ending.replace(" ", "_") for ending in ENDINGS]
        return _frame(
            [
                {"strategy": name} | _columns(dict(zip(names, shares, strict=True)))
                for name, shares in zip(self._table.names, tally.result().by_strategy, strict=False)
            ]
        )

    def lead(self, hands: int = HANDS, threads: int = 2) -> pd.DataFrame:
        """Return what leading is worth, a row a strategy: `notebook_columns.LEAD`.

        Parameters
        ----------
        hands : int
            Hands replayed, every seat leading each deal.
        threads : int
            They change nothing but the time.
        """
        (low, high), *_ = deals_in(self.folder)
        count = min(deals_for(self._table, hands), high - low)
        deals = deal_hands(self._table.rules, self.experiment.seed, range(low, low + count))
        found = value_of_lead(self._table, self._policies, deals, threads=threads)
        return _frame(
            [
                {"strategy": each.strategy}
                | _columns({"value": each.value, "first_out": each.first_out})
                for each in found.values
            ]
        )

    def hand_types(self, swaps: int = SWAPS, threads: int = 2) -> pd.DataFrame:
        """Return what each type of hand is worth: `analysis.hand_types.HandTypes.to_frame`.

        Parameters
        ----------
        swaps : int
            Hands of each type that are broken for the causal value.
        threads : int
            They change nothing but the time.
        """
        (low, _), *_ = deals_in(self.folder)
        plan = SwapPlan(self.experiment.seed, low, swaps, threads=threads)
        blocks = partial(read_result, self.folder)
        return value_hand_types(blocks, self._table, self._policies, plan).to_frame()

    @property
    def _table(self) -> Table:
        as_climbing(self.experiment.game)
        return table_of(self.experiment)

    @property
    def _policies(self) -> list[Policy]:
        reasons: dict[str, str] = {}
        found = find_all(self.experiment, reasons)
        if not found:
            raise BadInput(reasons["strategies"])
        return [each.policy() for each in found]

    def _count(self, tally: _Tally, features: tuple[str, ...] = ()) -> None:
        for played in read_result(self.folder, features):
            tally.add(played)


def simulate(  # noqa: PLR0913
    rules: str,
    strategies: Names,
    deals: int,
    seed: int,
    *,
    options: Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    seatings: str = "rotations",
    records: int | None = None,
    threads: int | None = None,
) -> Result:
    """Play deals in every seating of a line-up.

    Parameters
    ----------
    rules : str
        A rule set's name.
    strategies : str or sequence of str
        One name a seat, one a side, or one for all.
    deals : int
    seed : int
    options : mapping, optional
        Overridden options of the rules.
    out : path, optional
        The result directory, gone on with if it is there; without one the hands are kept only as
        long as the result is.
    seatings : str
        rotations, first or orders.
    records : int, optional
        Of how many of the first deals records are kept.
    threads : int, optional
        They change nothing but the time.

    Raises
    ------
    BadInput
        If a name or number is wrong, or the directory holds something else.
    """
    played = find_rules(rules, options)
    seated = line_up(played, strategies)
    folder = Path(mkdtemp(prefix="fiftyk-")) if out is None else Path(out)
    result = Result(folder)
    if out is None:
        finalize(result, rmtree, folder, ignore_errors=True)
    batches.simulate(
        played, seated, deals, seed, folder, threads=threads, seatings=seatings, records=records
    )
    return result


def open_result(folder: str | Path) -> Result:
    """Open a result directory of `fiftyk simulate` or `fiftyk run`.

    Raises
    ------
    BadInput
        If it is none.
    """
    read_experiment(folder)
    return Result(Path(folder))


def compare(  # noqa: PLR0913
    rules: str,
    strategies: Names,
    deals: int,
    seed: int,
    *,
    options: Mapping[str, Any] | None = None,
    h0: float | None = None,
    h1: float | None = None,
    threads: int = 1,
) -> pd.DataFrame:
    """Compare every pair of some strategies on the same deals: `notebook_columns.COMPARED`.

    Parameters
    ----------
    rules, strategies, deals, seed, options, threads
        As in `simulate`; strategies are two or more.
    h0, h1 : float, optional
        With both, two strategies play until it is known whether A − B is h0 or less, or h1 or
        more, points a hand; the margin is then the median-unbiased estimate.

    Raises
    ------
    BadInput
        If a name or number is wrong.
    """
    played = find_rules(rules, options)
    chosen = [find_strategy(name, played) for name in _listed(strategies, "compare")]
    if (h0 is None) != (h1 is None):
        raise BadInput("h0 and h1: a sequential test needs both")
    design = None if h0 is None or h1 is None else Design(h0, h1, bound=played.bound)
    if design is not None and len(chosen) > _A_PAIR:
        raise BadInput("h0 and h1 ask about A - B: give two strategies")
    found = compare_pairs(played, chosen, seed, deals, design=design, threads=threads)
    answer = None if found.stop is None else found.stop.answer
    return _frame(
        [
            _margin(each)
            | {
                "always_low": None if valid is None else valid.low,
                "always_high": None if valid is None else valid.high,
                "answer": answer,
            }
            for each, valid in zip(found.compared, found.always, strict=True)
        ]
    )


def play_tournament(  # noqa: PLR0913
    rules: str,
    strategies: Names,
    deals: int,
    seed: int,
    *,
    options: Mapping[str, Any] | None = None,
    out: str | Path | None = None,
    table_deals: int = 0,
    threads: int = 1,
) -> TournamentFrames:
    """Play every strategy against every other on the same deals.

    Parameters
    ----------
    rules, strategies, deals, seed, options, threads
        As in `simulate`; strategies are two or more.
    out : path, optional
        The tournament's folder; what it holds is not played again.
    table_deals : int
        Deals for partners or third players, kept in the folder; 0 for none.

    Raises
    ------
    BadInput
        If a name or number is wrong, or the folder holds something else.
    """
    played = find_rules(rules, options)
    chosen = [find_strategy(name, played) for name in _listed(strategies, "a tournament")]
    others = check_table_deals(deals, table_deals)
    with TemporaryDirectory(prefix="fiftyk-") as temporary:
        folder = Path(temporary) / "tournament" if out is None else Path(out)
        found, _ = play_all(folder, played, chosen, seed, deals, others, threads=threads)
    ratings = [
        {"strategy": name}
        | columns_of_estimate("rating", found.ratings[place])
        | {
            "possibly_best": name in found.possibly_best,
            "nash": found.nash[place].mass,
            "alpha_rank": found.alpha_rank[place].mass,
        }
        for place, name in enumerate(found.names)
    ]
    pairs = [
        {"a": a, "b": b} | columns_of_estimate("margin", margin) | {"p_value": p_value}
        for (a, b), margin, p_value in zip(
            combinations(found.names, 2), found.together, found.p_values, strict=True
        )
    ]
    return TournamentFrames(_frame(ratings), _frame(pairs))


def sweep(  # noqa: PLR0913, PLR0917
    rules: str,
    strategies: Names,
    vary: str,
    values: Sequence[Any],
    deals: int,
    seed: int,
    *,
    options: Mapping[str, Any] | None = None,
    threads: int = 1,
) -> pd.DataFrame:
    """Vary a rule or a strategy's parameter on the same deals: `notebook_columns.SWEEP`.

    Parameters
    ----------
    rules, strategies, deals, seed, options, threads
        As in `simulate`; strategies are two.
    vary : str
        A field of the rules (`must_beat`), or `strategy.parameter` (`bomb_saver.points`).
    values : sequence
        Two or more values; changes are from the first.

    Raises
    ------
    BadInput
        If a name or number is wrong.
    """
    played = find_rules(rules, options)
    chosen = [find_strategy(name, played) for name in _listed(strategies, "a sweep")]
    if len(chosen) != _A_PAIR:
        raise BadInput("a sweep compares two strategies")
    texts = [str(each).lower() if isinstance(each, bool) else str(each) for each in values]
    found = find_sweep(vary, texts, played, (chosen[0], chosen[1]))
    curve = play_sweep(found, seed, deals, threads=threads)
    return _frame(
        [
            {"name": curve.name, "value": point.value}
            | _columns({"margin": point.margin, "change": point.change})
            for point in curve.points
        ]
    )


def read_people(path: str | Path) -> pd.DataFrame:
    """Read games that people played, as records or typed by hand: `notebook_columns.PEOPLE`.

    Records with a fault, or played under other rules than the first, are left out.

    Raises
    ------
    BadInput
        If no record counts.
    """
    return read_players(path).to_frame()


_A_PAIR: Final = 2


def _listed(strategies: Names, what: str) -> list[str]:
    names = strategies.split(",") if isinstance(strategies, str) else list(strategies)
    if len(names) < _A_PAIR:
        raise BadInput(f"{what} needs two or more strategies, such as 'balanced,lowest'")
    return names


def _margin(each: Comparison) -> dict[str, Any]:
    return (
        {"a": each.a, "b": each.b}
        | columns_of_estimate("margin", each.estimate)
        | {"pairing_factor": each.pairing_factor}
    )


def _columns(estimates: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of several estimates by name."""
    return {
        column: value
        for name, estimate in estimates.items()
        for column, value in columns_of_estimate(name, estimate).items()
    }


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)
