"""Everything that a strategy report says about a result directory, as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from analysis import certificate
from analysis.break_swap import SwapPlan
from analysis.certificate import Check, LinesTally, PointsTally
from analysis.doubling import STRENGTH, DoublingResult, DoublingTally
from analysis.doubling_play import DoublingPlan, DoublingPlay, pairs_about, play_doubling
from analysis.estimates import DEFAULT_LEVEL, FEWEST_BLOCKS, TooFewBlocks
from analysis.events import EventsResult, EventsTally
from analysis.experiment import Experiment, read_experiment
from analysis.features import FEATURES
from analysis.finishing import FinishingResult, FinishingTally
from analysis.first_out import FirstOutResult, FirstOutTally
from analysis.folder import Ranges
from analysis.frames import deals_in, iter_hands
from analysis.hand_types import HandTypes, value_hand_types
from analysis.lead_value import HANDS, LeadResult, deals_for, value_of_lead
from analysis.leader_card import LeaderCardResult, value_of_leader_card
from analysis.leader_card import deals_for as card_deals_for
from analysis.paired import PairedResult, PairedTally
from analysis.patterns import PatternResult, patterns_tally
from analysis.played import Played, Table, read_blocks
from analysis.stack_choices import ChoiceResult
from analysis.stack_tallies import StackResult
from sim.deals import Deals, deal_hands
from sim.errors import BadInput
from sim.policy import Policy
from strategies import Strategy, find_strategy

Progress = Callable[[int, str], None]
"""Told how many percent are done, and what comes next."""
Result = TypeVar("Result")

ALL_FEATURES: Final = tuple(each.name for each in FEATURES)
_ROW_COLUMNS: Final = (
    "deal",
    "seat",
    "leader",
    "side",
    "finish",
    "captured",
    "left",
    "payoff",
    "won",
    "doubled",
    "plays",
)
SLOW: Final = 100
"""How many times fewer hands are replayed where a strategy is plain Python."""
_FEW_CHOICES: Final = 100
"""Deals of stacks replayed there: fewer would leave most choices without an interval."""


@dataclass(frozen=True)
class Effort:
    """How much is played again for a report."""

    lead_hands: int = HANDS
    """Hands for the value of the lead, and as many for that of the leader card."""
    swaps: int = 1_500
    """Hands of each type that are broken; with 0, hand types are left out."""
    certificate_deals: int = 1_000
    """Deals replayed for the certificate."""
    choices: int = 1_000
    """Deals of stacks replayed for each strategy with a choice forced and barred."""
    course_hands: int = 1_000
    """Hands that are followed trick by trick for the course of doubling."""
    rule_deals: int = 4_000
    """Deals of every pair with doubling and without; at most as many as the result has."""
    matches: int = 1_000
    """Matches with doubling and without; at most as many as the result has deals."""

    def slowed(self, factor: int) -> Effort:
        """Return a smaller effort."""
        less = {name: max(each // factor, FEWEST_BLOCKS) for name, each in vars(self).items()}
        less |= {"certificate_deals": max(2_000 // factor, FEWEST_BLOCKS)}
        return Effort(**less | {"choices": min(self.choices, _FEW_CHOICES)})


@dataclass(frozen=True)
class Survey:
    """A result directory in numbers; what could not be had is None, and `reasons` say why."""

    experiment: Experiment
    table: Table
    strategies: tuple[Strategy, ...]
    """The strategies as they are now; empty where one cannot be found or has changed."""
    deals: int
    """Deals that the directory holds."""
    ranges: Ranges
    """Their numbers."""
    paired: PairedResult | None
    finishing: FinishingResult | None
    patterns: PatternResult | None
    first_out: FirstOutResult | None
    doubling: DoublingResult | None
    events: EventsResult | None
    lead: LeadResult | None
    leader_card: LeaderCardResult | None
    doubling_play: DoublingPlay | None
    """None also where the rules never double."""
    hand_types: HandTypes | None
    checks: tuple[Check, ...]
    reasons: dict[str, str]
    """Why something is missing, by the field's name."""
    stacks: StackResult | None = None
    """What stacks came to, in games of building stacks; they have none of the other results."""
    choices: ChoiceResult | None = None
    """What opening a suit and laying a face card are worth there."""


def read_result(folder: str | Path, features: tuple[str, ...] = ALL_FEATURES) -> Iterator[Played]:
    """Iterate over the blocks of a result directory, some thousand deals at a time.

    Parameters
    ----------
    folder : path
        The result directory.
    features : tuple of str
        Which features of the dealt hands are wanted.
    """
    table = table_of(read_experiment(folder))
    for frame in iter_hands(folder, [*_ROW_COLUMNS, *features]):
        rows = {name: frame[name].to_numpy() for name in frame.columns}
        yield read_blocks(table, rows, features)


def table_of(experiment: Experiment) -> Table:
    """Return who sat where."""
    return Table(experiment.game, experiment.names, experiment.plan)


def survey(
    folder: str | Path,
    *,
    effort: Effort | None = None,
    level: float = DEFAULT_LEVEL,
    threads: int = 2,
    progress: Progress | None = None,
) -> Survey:
    """Compute everything that a report of a result directory says.

    The rows are read chunk by chunk, so memory does not grow with their number. What needs play
    (value of the lead, break swaps, certificate) replays some of the deals with the strategies as
    they are now; where a user's file is gone or has changed, those figures are left out.

    Parameters
    ----------
    folder : path
        The result directory.
    effort : Effort, optional
        How much is replayed.
    level : float
        Coverage of the intervals.
    threads : int
        They change nothing but the time.
    progress : function, optional
        Told how far it is.

    Raises
    ------
    BadInput
        If it is no result directory, or holds no hands.
    """
    say = progress or _silent
    experiment = read_experiment(folder)
    table, ranges = table_of(experiment), deals_in(folder)
    total = sum(high - low for low, high in ranges)
    reasons: dict[str, str] = {}
    strategies = find_all(experiment, reasons)
    say(0, "reading the hands")
    tallies = _Tallies(table)
    for done, played in tallies.run(read_result(folder, STRENGTH), threads):
        say(round(40 * done / max(total, 1)), f"{played:,} deals read")
    get = partial(or_reason, reasons)
    paired = get("paired", lambda: tallies.paired.result(level))
    lead, card, doubled, types = None, None, None, None
    checks = [tallies.points.result(), tallies.lines.result()]
    if strategies:
        chosen = effort or Effort()
        if not all(each.compiled for each in strategies):
            chosen = chosen.slowed(SLOW)
        policies = [each.policy() for each in strategies]
        again = _Replays(table, strategies, policies, experiment.seed, ranges, level, threads)
        say(45, "replaying deals with every seat leading")
        lead = get("lead", lambda: again.lead(chosen.lead_hands))
        say(50, "replaying deals with the leader card in other hands")
        card = get("leader_card", lambda: again.leader_card(chosen.lead_hands))
        if table.rules.doubling != "never":
            say(53, "following doubling trick by trick, and playing without it")
            doubled = get("doubling_play", lambda: again.doubling(chosen))
        say(55, "breaking hands of every type")
        if chosen.swaps:
            types = get("hand_types", lambda: again.types(folder, chosen.swaps))
        else:
            reasons["hand_types"] = "no hands were to be broken"
        say(90, "checking")
        checks = [*again.checks(folder, chosen.certificate_deals), *checks]
    checks += [certificate.coverage(paired.scores, level)] if paired and paired.pairs else []
    say(95, "writing")
    return Survey(
        experiment=experiment,
        table=table,
        strategies=strategies,
        deals=total,
        ranges=ranges,
        paired=paired,
        finishing=get("finishing", lambda: tallies.finishing.result(level)),
        patterns=get("patterns", lambda: tallies.patterns.result(level)),
        first_out=get("first_out", lambda: tallies.first_out.result(level)),
        doubling=get("doubling", lambda: tallies.doubling.result(level)),
        events=get("events", lambda: tallies.events.result(level)),
        lead=lead,
        leader_card=card,
        doubling_play=doubled,
        hand_types=types,
        checks=tuple(checks),
        reasons=reasons,
    )


class _Tallies:
    """All that is summed up in the one pass over the rows."""

    def __init__(self, table: Table) -> None:
        self.paired = PairedTally(table)
        self.finishing = FinishingTally(table)
        self.patterns = patterns_tally(table)
        self.first_out = FirstOutTally(table)
        self.doubling = DoublingTally(table)
        self.events = EventsTally(table)
        self.points = PointsTally(table)
        self.lines = LinesTally()

    def run(self, blocks: Iterator[Played], threads: int) -> Iterator[tuple[int, int]]:
        """Count everything in; yield (deals done, the same) after each chunk."""
        # The longest first, so that two threads end together.
        each = [self.doubling, self.finishing, self.first_out, self.paired, self.patterns]
        each += [self.events, self.points, self.lines]
        done = 0
        with ThreadPoolExecutor(max(threads, 1)) as pool:
            for played in blocks:
                # Computed once here, not by each thread for itself.
                _ = played.parts, played.undoubled, played.place, played.ended.points
                list(pool.map(lambda tally, played=played: tally.add(played), each))
                done += len(played)
                yield done, done


@dataclass(frozen=True)
class _Replays:
    """What is found out by playing deals of the result again."""

    table: Table
    strategies: tuple[Strategy, ...]
    policies: list[Policy]
    seed: int
    ranges: Ranges
    level: float
    threads: int

    def lead(self, hands: int) -> LeadResult:
        deals = self._deals(deals_for(self.table, hands))
        return value_of_lead(
            self.table, self.policies, deals, level=self.level, threads=self.threads
        )

    def leader_card(self, hands: int) -> LeaderCardResult:
        deals = self._deals(card_deals_for(self.table, hands))
        return value_of_leader_card(
            self.table, self.policies, deals, level=self.level, threads=self.threads
        )

    def doubling(self, effort: Effort) -> DoublingPlay:
        seatings = [[self.policies[owner] for owner in seating] for seating in self.table.plan]
        plan = DoublingPlan(
            self.seed,
            self._deals(max(effort.course_hands // len(seatings), FEWEST_BLOCKS)),
            min(effort.rule_deals, self._held),
            min(effort.matches, self._held),
            self.threads,
        )
        return play_doubling(
            seatings, pairs_about(self.strategies, self.table.rules), plan, self.level
        )

    @property
    def _held(self) -> int:
        """How many deals the result has without a gap."""
        low, high = self.ranges[0]
        return high - low

    def _deals(self, wanted: int) -> Deals:
        """Return the first deals of the result."""
        low, _ = self.ranges[0]
        return deal_hands(self.table.rules, self.seed, range(low, low + min(wanted, self._held)))

    def types(self, folder: str | Path, swaps: int) -> HandTypes:
        plan = SwapPlan(self.seed, self.ranges[0][0], swaps, threads=self.threads)
        blocks = partial(read_result, folder)
        return value_hand_types(blocks, self.table, self.policies, plan, level=self.level)

    def checks(self, folder: str | Path, deals: int) -> list[Check]:
        first = next(read_result(folder, ()))
        some = first.take(slice(0, deals))
        dealt = deal_hands(self.table.rules, self.seed, some.deal)
        return [
            certificate.same_strategy_is_zero(self.table, self.policies, dealt),
            certificate.replayed_alike(self.table, self.policies, some, self.seed),
        ]


def find_all(experiment: Experiment, reasons: dict[str, str]) -> tuple[Strategy, ...]:
    """Return the strategies by name, none at all where one is not what was played."""
    try:
        found = {name: find_strategy(name, experiment.game) for name in experiment.names}
        for name, digest in zip(experiment.strategies, experiment.source_hashes, strict=True):
            if found[name].source_hash != digest:
                raise BadInput(f"{name} is not what it was when the hands were played")
    except BadInput as error:
        reasons["strategies"] = str(error)
        return ()
    return tuple(found.values())


def or_reason(reasons: dict[str, str], name: str, compute: Callable[[], Result]) -> Result | None:
    """Return what can be computed; where deals are too few, None and the reason by its name."""
    try:
        return compute()
    except TooFewBlocks as error:
        n = error.partial.n
        deals = "1 deal is" if n == 1 else f"{n} deals are"
        reasons[name] = f"{deals} too few for an interval; at least {error.needed} are needed"
        return None


def _silent(done: int, note: str) -> None:
    pass
