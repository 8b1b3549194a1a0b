"""Folk wisdom, tested: each playing tip as a question, an experiment and a verdict.

The tips were written for a trick game and are often repeated for games of climbing; they are at the
end of the second source text. Nothing here knows a game: what a rule set lacks is said in a
sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from analysis.comparisons import compare
from analysis.estimates import DEFAULT_LEVEL, Estimate, TooFewBlocks
from analysis.exchange import rank_names
from analysis.forgetting import forgetful
from analysis.lead_value import value_of_lead
from analysis.pair_play import play_pair
from analysis.played import Table
from analysis.tips import (
    JACKS_OR_JACK_QUEEN,
    PAIR_OR_SINGLES,
    THREES_OR_JACK_QUEEN,
    little_joker_or_two,
    run_or_pairs,
    shortest_pair_run,
)
from analysis.trades import Question, find_cases, play_cases
from sim.deals import deal_hands
from sim.errors import BadInput
from sim.hand import play_deals
from sim.rules import Rules
from strategies import Strategy, find_strategy

Claim = Literal["more", "alike"]
Answer = Literal["true", "false", "not decided", "not asked"]

FEWEST_DEALS: Final = 30
"""With fewer deals a tip gets no verdict."""
_ALIKE: Final = 0.05
"""Within what share of the standard deviation of a hand's payoff two things are worth as much."""
_TWIN_SHARE: Final = 4
"""How many times fewer deals the twin plays, which is plain Python."""
_MEMORY: Final = "counter"
"""The strategy that is asked to forget: it remembers every card."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A tip, and how it is asked."""

    slug: str
    """Its name in data."""
    saying: str
    """What people say."""
    question: str
    """What is asked of the simulator."""
    method: str
    """What is played for it."""
    claim: Claim = "more"
    """Whether the size should be above 0, or about 0."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the simulator says to a tip."""

    tip: Tip
    answer: Answer
    value: Estimate | None
    """The size, points a hand; None where it could not be had."""
    by_rank: tuple[tuple[str, Estimate], ...] = ()
    """The size rank by rank, each interval by itself, where the question is asked of many ranks."""
    cases: int = 0
    """Hands behind it."""
    reason: str = ""
    """Why there is no size."""

    def to_json(self) -> dict[str, Any]:
        """Return the finding as a document."""
        return {
            "tip": self.tip.slug,
            "saying": self.tip.saying,
            "question": self.tip.question,
            "verdict": self.answer,
            "value": self.value.to_json() if self.value else None,
            "cases": self.cases,
            "by_rank": {rank: each.to_json() for rank, each in self.by_rank},
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Folk:
    """All findings for one rule set and strategy."""

    rules: Rules
    strategy: str
    deals: int
    seed: int
    level: float
    """Coverage of all verdicts' intervals together (Bonferroni)."""
    alike: float
    """Within how many points a hand two things count as worth as much."""
    findings: tuple[Finding, ...]


PAIR = Tip(
    "pair",
    "A pair is worth a little more than two singles of like rank.",
    "How much more is a pair worth than a single of its rank and a single of a next rank?",
    "Hands with a pair and none of the two next ranks. One card of the pair is traded for a card "
    "one rank higher, and in a second replay one rank lower; the mean of both is taken off.",
)
JACKS = Tip(
    "jacks",
    "A pair of jacks is worth more than a single jack and a single queen.",
    "How much more is a pair of jacks worth than a jack and a queen?",
    "Hands with a pair of jacks and no queen. One jack is traded for a queen.",
)
THREES = Tip(
    "threes",
    "A pair of 3s is worth about as much as a single jack and a single queen.",
    "How much more is a pair of 3s worth than a jack and a queen?",
    "Hands with a pair of 3s, no jack and no queen. The 3s are traded for a jack and a queen of "
    "opponents.",
    "alike",
)
RUN = Tip(
    "pair-run",
    "A run of pairs is worth more than the pairs apart.",
    "How much more is the shortest run of pairs worth than as many pairs that are no run?",
    "Hands with such a run and none of the ranks next to it. The top pair is traded for a pair one "
    "rank higher, and in a second replay the bottom pair for one lower; the mean of both is taken "
    "off.",
)
JOKER = Tip(
    "little-joker",
    "Forcing out the big joker makes the little one good.",
    "How much more is a little joker worth than a 2, which the big joker beats as well, while "
    "opponents hold every big joker?",
    "Hands with one little joker and no 2. The joker is traded for a 2.",
)
LEAD = Tip(
    "lead",
    "Holding the lead is worth cards.",
    "How many points a hand is the first lead worth?",
    "Each deal is replayed with every seat forced to lead: own side leading less the others.",
)
MEMORY = Tip(
    "memory",
    "Remembering the high cards pays.",
    "By how much does a strategy that remembers every card beat its twin that forgets the aces, 2s "
    "and jokers that were played?",
    f"`{_MEMORY}` against its twin on the same deals, in every seating of a block.",
)
TIPS: Final = (PAIR, JACKS, THREES, RUN, JOKER, LEAD, MEMORY)


def ask_tips(  # noqa: PLR0913
    rules: Rules,
    strategy: Strategy,
    deals: int,
    seed: int,
    *,
    level: float = DEFAULT_LEVEL,
    threads: int = 2,
    progress: Callable[[int], None] | None = None,
) -> Folk:
    """Ask every tip of the simulator.

    Unit of observation: the deal block. All seats play one strategy. Intervals hold together:
    each is made at level 1 − (1 − level)/7. A tip that one thing is worth more is true if its
    interval lies above 0 and false if it lies below; that two are worth as much, true if the
    interval lies within a twentieth of the standard deviation of a hand's payoff, and false if
    it lies outside.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy
        Who plays, in every seat.
    deals : int
        Deals with cases for each tip (a quarter of it where a twin in plain Python plays).
    seed : int
    level : float
        Coverage of all intervals together.
    threads : int
        Results do not depend on it.
    progress : function, optional
        Called with the number of tips asked so far.

    Raises
    ------
    BadInput
        If the strategy does not play these rules.
    """
    if not strategy.plays(rules):
        raise BadInput(f"{strategy.name} does not play {rules.id}")
    ask = _Asking(rules, strategy, deals, seed, 1 - (1 - level) / len(TIPS), threads)
    findings = []
    for finding in ask.all():
        findings.append(finding)
        if progress is not None:
            progress(len(findings))
    return Folk(rules, strategy.label, deals, seed, level, ask.alike, tuple(findings))


class _Asking:
    """One run through the tips."""

    def __init__(  # noqa: PLR0913, PLR0917
        self, rules: Rules, strategy: Strategy, deals: int, seed: int, level: float, threads: int
    ) -> None:
        self.rules, self.strategy, self.deals, self.seed = rules, strategy, deals, seed
        self.level, self.threads = level, threads
        self.line_up = [strategy.policy()] * rules.seats
        payoff = play_deals(self.line_up, deal_hands(rules, seed, range(max(deals, 100)))).payoff
        self.alike = _ALIKE * float(payoff.std())

    def all(self) -> Iterator[Finding]:
        """Ask the tips in order."""
        kinds = {row.kind for row in self.rules.combinations}
        if "pair" in kinds:
            yield self._trades(PAIR, PAIR_OR_SINGLES)
            yield self._trades(JACKS, JACKS_OR_JACK_QUEEN)
            yield self._trades(THREES, THREES_OR_JACK_QUEEN)
        else:
            yield from (
                _not_asked(tip, "These rules have no pairs.") for tip in (PAIR, JACKS, THREES)
            )
        pairs = shortest_pair_run(self.rules)
        if pairs is None:
            yield _not_asked(RUN, "These rules have no runs of pairs.")
        else:
            yield self._trades(RUN, run_or_pairs(pairs))
        if not self.rules.jokers:
            yield _not_asked(JOKER, "These rules have no jokers.")
        elif self.rules.wild_jokers:
            yield _not_asked(JOKER, "Jokers are wild under these rules: more than singles.")
        else:
            yield self._trades(JOKER, little_joker_or_two(self.rules))
        yield self._lead()
        yield self._memory()

    def _trades(self, tip: Tip, question: Question) -> Finding:
        cases = find_cases(self.rules, self.seed, self.deals, question)
        if not len(cases):
            return _not_asked(tip, "No hand was found in which the cards could be traded so.")
        gains = play_cases([self.line_up], cases, self.threads)
        names, by_rank = rank_names(self.rules), []
        for rank in sorted(set(gains.rank.tolist())):
            try:
                estimate = gains.estimate(rank=rank, fewest=FEWEST_DEALS)
            except TooFewBlocks:
                continue
            by_rank.append((names[rank], estimate))
        try:
            value = gains.estimate(self.level, fewest=FEWEST_DEALS)
        except TooFewBlocks as error:
            return _not_asked(tip, f"Too few hands: {error}.")
        listed = tuple(by_rank) if len(by_rank) > 1 else ()
        return Finding(tip, self._answer(tip, value), value, listed, len(cases))

    def _lead(self) -> Finding:
        table = Table(self.rules, (self.strategy.label,), ((0,) * self.rules.seats,))
        dealt = deal_hands(self.rules, self.seed, range(self.deals))
        found = value_of_lead(
            table, [self.strategy.policy()], dealt, level=self.level, threads=self.threads
        )
        value = found.values[0].value
        return Finding(LEAD, self._answer(LEAD, value), value, (), found.hands)

    def _memory(self) -> Finding:
        base = find_strategy(_MEMORY)
        if not base.plays(self.rules):
            return _not_asked(MEMORY, f"`{_MEMORY}` does not play these rules.")
        deals = max(self.deals // _TWIN_SHARE, 2)
        pair: Sequence[Strategy] = (base, forgetful(base))
        scores = play_pair(self.rules, pair, self.seed, deals, threads=self.threads)
        value = compare(scores, self.level).estimate
        return Finding(MEMORY, self._answer(MEMORY, value), value, (), scores.hands.size)

    def _answer(self, tip: Tip, value: Estimate) -> Answer:
        return verdict(tip.claim, value, self.alike)


def verdict(claim: Claim, value: Estimate, alike: float) -> Answer:
    """Return what an interval says to a claim.

    Parameters
    ----------
    claim : "more" or "alike"
        That the size is above 0, or that it is within `alike` of 0.
    value : Estimate
    alike : float

    Examples
    --------
    >>> from analysis.estimates import mean_estimate
    >>> verdict("more", mean_estimate([1.0, 2.0, 3.0, 2.0]), 0.5)
    'true'
    >>> verdict("alike", mean_estimate([1.0, 2.0, 3.0, 2.0]), 0.5)
    'false'
    """
    if claim == "more":
        if value.low > 0:
            return "true"
        return "false" if value.high < 0 else "not decided"
    if -alike <= value.low and value.high <= alike:
        return "true"
    return "false" if value.low > alike or value.high < -alike else "not decided"


def _not_asked(tip: Tip, reason: str) -> Finding:
    return Finding(tip, "not asked", None, reason=reason)
