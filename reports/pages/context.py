"""What every page of a report shares: names as shown, inks, and ways of saying things."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from analysis.estimates import Estimate
from analysis.paired import PairResult
from analysis.played import Table as Seats
from analysis.power import blocks_to_exclude
from analysis.survey import Survey
from reports import formats
from reports.page import Section
from reports.palette import Inks, strategy_inks

BOTH: Final = 2
STEPS: Final = (
    "Payoffs go by steps of the margin, so each part is what its rule adds to those before it, in "
    "the order of the table."
)
"""Said where the parts of a payoff depend on their order."""
_MANY: Final = 1_000_000_000


@dataclass(frozen=True)
class Context:
    """A survey, and how its strategies are named and drawn."""

    survey: Survey

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The strategies as shown: a user's without the folder, where that leaves them apart."""
        full = self.table.names
        short = tuple(name.rpartition("/")[2] for name in full)
        return short if len(set(short)) == len(full) else full

    @cached_property
    def inks(self) -> Inks:
        """The ink of each strategy."""
        return strategy_inks(self.names)

    @property
    def table(self) -> Seats:
        """Who sat where."""
        return self.survey.table

    @property
    def solo(self) -> bool:
        """Whether each seat plays for itself."""
        return self.table.game.solo

    @property
    def who(self) -> str:
        """What wins and loses together: "seat" or "side"."""
        return "seat" if self.solo else "side"

    @cached_property
    def camps(self) -> tuple[str, ...]:
        """Camps as plain text, for labels."""
        return tuple(" + ".join(self.names[each] for each in camp) for camp in self.table.camps)

    def camp(self, place: int) -> str:
        """Return a camp for a sentence: `a`, or `a` and `b`."""
        return listed(f"`{self.names[each]}`" for each in self.table.camps[place])

    def camp_ink(self, place: int) -> str | None:
        """Return whose ink a camp has: its strategy's, none where it joins several."""
        members = self.table.camps[place]
        return self.names[members[0]] if len(members) == 1 else None

    @property
    def deals(self) -> str:
        """Say how many deals were played, and how."""
        return f"{counted(self.survey.deals, 'deal')}, {self.seatings}"

    @property
    def seatings(self) -> str:
        """Say in how many seatings each deal was played."""
        number = len(self.table.plan)
        if number == 1:
            return "each played once"
        which = "both seatings" if number == BOTH else f"all {number} seatings"
        return f"each played in {which}"

    @property
    def hands(self) -> int:
        """Hands that the result holds."""
        return self.survey.deals * len(self.table.plan)

    def missing(self, slug: str, question: str, label: str, field: str) -> Section:
        """Return a section that says why a field of the survey is not there."""
        reasons = self.survey.reasons
        reason = reasons.get(field) or reasons.get("strategies") or "it was not measured"
        return Section(
            slug, question, "", label=label, empty_reason=f"Nothing to show: {_sentence(reason)}"
        )


def _sentence(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."


def points(estimate: Estimate) -> str:
    """Say an amount: "7.3 ± 0.4 points a hand"."""
    return f"{formats.estimate(estimate)} points a hand"


def compared(margin: Estimate, unit: str = "points a hand") -> str:
    """Say by how much more or less: "7.3 ± 0.4 points a hand more"."""
    if margin.value < 0:
        return f"{formats.estimate(margin.scaled(-1))} {unit} less"
    return f"{formats.estimate(margin)} {unit} more"


def capital(text: str) -> str:
    """Begin with a capital letter; the others stay: "Mixed fifty-K"."""
    return text[:1].upper() + text[1:]


def intervals(level: float, n: int) -> str:
    """Say what bars are: "95 % intervals, 40,000 blocks"."""
    return f"{formats.level_percent(level)} intervals, {formats.number(n)} [[block|blocks]]"


def intervals_of(pair: PairResult) -> str:
    """Say what the bars of a pair are; several pairs share the error of their intervals."""
    said = intervals(round(pair.comparison.family_level, 6), pair.comparison.estimate.n)
    return said if pair.comparison.family == 1 else f"{said}, for all pairs together"


def counted(number: int, thing: str, many: str = "") -> str:
    """Say a number of things: "1 deal", "2,000 deals"."""
    return f"{formats.number(number)} {thing if number == 1 else many or thing + 's'}"


def about(number: int) -> str:
    """Say a large number roughly: "about 2,300", "more than a billion"."""
    if number >= _MANY:
        return "more than a billion"
    digits = 1 - len(str(number)) + 1
    return f"about {formats.number(round(number, min(digits, 0)))}"


def roughly(amount: float) -> str:
    """Write an amount above 0 with two significant digits: "0.5", "0.037", "12"."""
    digits = max(1 - math.floor(math.log10(amount)), 0)
    text = f"{amount:.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text


def would_show(estimate: Estimate, bound: float = 0.0) -> str:
    """Say how many deals would decide what these have not, were the value seen the true one."""
    return deals_that_show(estimate.value, blocks_to_exclude(estimate, bound))


def deals_that_show(difference: float, needed: int | None) -> str:
    """Say how many deals would show a difference in points; None where no number does."""
    if needed is None:
        return "No number of deals shows a difference of 0."
    return (
        f"Were the true difference {roughly(abs(difference))} points, {about(needed)} deals would "
        "show it four times out of five."
    )


def listed(words: Iterable[str]) -> str:
    """Join words: "a", "a and b", "a, b and c"."""
    items: Sequence[str] = list(words)
    if len(items) < BOTH:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def plain(text: str) -> str:
    """Take the marks out of a sentence, for descriptions of figures."""
    from reports.tables import plain_words

    return plain_words(text)
