"""Play every rule set and write what is found: `python -m reports.rulebook.measure`.

The paragraph of a rule set says who wins among strategies, what the lead is worth, how often the
big events happen. Seed, deals and strategies stand in it, so the same command gives the same text.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from analysis.batches import simulate
from analysis.comparisons import Comparison, compare
from analysis.doubling import DoublingResult
from analysis.events import EVENTS, EventsResult
from analysis.finishing import FinishingResult
from analysis.lead_value import LeadResult
from analysis.pair_play import play_pair
from analysis.survey import Effort, Survey, survey
from reports import formats
from reports.explained import listed
from reports.pages.context import compared
from reports.rulebook import figures_of
from sim.games import CLIMBING, as_climbing, find_rules
from sim.rules import Rules
from strategies import Strategy, find_strategy

STRATEGIES = "lowest,uniform,shed,balanced"
"""Compared with each other, unless other ones are named."""
DEALS, SEED = 2_000, 1
_FEWEST_SHARE = 0.001


def paragraph(rules: Rules, strategies: list[Strategy], deals: int, seed: int) -> str:
    """Play a rule set and say what is found.

    Parameters
    ----------
    rules : Rules
    strategies : list of Strategy
        They are ranked by comparing each with the first; the best one then plays in every seat.
    deals : int
        Deals of each comparison and of the play by the best.
    seed : int
    """
    first, others = strategies[0], strategies[1:]
    compared = [compare(play_pair(rules, (each, first), seed, deals, threads=2)) for each in others]
    order = sorted(range(len(others)), key=lambda place: -compared[place].estimate.value)
    best = others[order[0]] if compared[order[0]].estimate.value > 0 else first
    with tempfile.TemporaryDirectory() as folder:
        simulate(rules, [best] * rules.seats, deals, seed, Path(folder) / "run", threads=2)
        effort = Effort(deals * rules.seats, 0, 2, course_hands=2, rule_deals=2, matches=2)
        found = survey(Path(folder) / "run", effort=effort)
    played = " ".join([f"With `{best.label}` in every seat:", *_facts(rules, found)])
    command = (
        f"python -m reports.rulebook.measure {rules.id} --deals {deals} --seed {seed} "
        f"--strategies {','.join(each.label for each in strategies)}"
    )
    paragraphs = [
        _ranking(first.label, [compared[place] for place in order]) + " " + played,
        f"{deals:,} deals, seed {seed}; after ± stands half a 95 % interval, in brackets a whole "
        f"one. Written by `{command}`.",
    ]
    return "\n\n".join(paragraphs).replace(formats.SPACE, " ") + "\n"


def _ranking(first: str, compared: list[Comparison]) -> str:
    """Say by how much each strategy beats the first, the best first."""
    told = [f"`{each.a}` {formats.signed(each.estimate)}" for each in compared]
    return (
        f"Points a hand and seat against `{first}` on the same deals, the best first: "
        f"{listed(told)}."
    )


def _facts(rules: Rules, found: Survey) -> list[str]:
    facts = []
    if found.finishing is not None:
        facts.append(_leader(found.finishing))
    if found.lead is not None:
        facts.append(_lead(rules, found.lead))
    if found.events is not None:
        facts += _events(found.events)
    if found.doubling is not None and rules.doubling != "never":
        facts.append(_doubling(found.doubling))
    if found.first_out is not None:
        who, unit = ("seat", "points") if rules.solo else ("side", "points a seat")
        facts.append(
            f"The {who} that is first out scores {compared(found.first_out.margin, unit)} than "
            "the others and wins "
            f"{formats.share(found.first_out.wins)} of hands."
        )
    return facts


def _leader(found: FinishingResult) -> str:
    leads, whole = found.by_turn[0][0], found.by_strategy[0]
    if leads is None:
        return ""
    return (
        f"the seat that leads by the rules is first out in {formats.share(leads.shares[0])} of "
        f"hands, where a seat is in {formats.share(whole.shares[0].value)}, and is paid "
        f"{formats.estimate(leads.payoff)}, where a seat is paid "
        f"{formats.estimate(whole.payoff)} on average."
    )


def _lead(rules: Rules, found: LeadResult) -> str:
    value = found.values[0]
    who = "the seat that has it" if rules.solo else "a seat of the side that has it"
    whose = "its chance to be first out" if rules.solo else "the side's chance of the first out"
    return (
        f"The lead itself, the same deals played with every seat leading, is worth "
        f"{formats.signed(value.value)} points to {who} and moves {whose} by "
        f"{formats.signed(value.first_out.scaled(100))} percentage points."
    )


def _events(found: EventsResult) -> list[str]:
    told = []
    for each in found.events:
        if each.share.value < _FEWEST_SHARE:
            continue
        paid = ""
        if each.worth is not None:
            paid = f" ({formats.signed(each.worth)} points a seat to the first out's side)"
            if found.table.rules.solo:
                paid = f" ({formats.signed(each.worth)} points to the first out)"
        told.append(f"{EVENTS[each.name]} in {formats.share(each.share)} of hands{paid}")
    if not told:
        return []
    whole = "; ".join(told)
    return [f"{whole[0].upper()}{whole[1:]}."]


def _doubling(found: DoublingResult) -> str:
    return (
        f"{formats.share(found.rate)} of hands are doubled, which adds "
        f"{formats.estimate(found.winner_gain)} points to an average winner's seat."
    )


def main() -> None:
    """Write the paragraphs of the rule sets named, or of all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rules", nargs="*", metavar="ID", help="rule sets (default: all)")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--strategies", default=STRATEGIES, metavar="A,B,…")
    args = parser.parse_args()
    chosen = [find_strategy(name) for name in args.strategies.split(",")]
    for rules_id in args.rules or CLIMBING:
        rules = as_climbing(find_rules(rules_id))
        path = figures_of(rules)
        path.parent.mkdir(exist_ok=True)
        path.write_text(paragraph(rules, chosen, args.deals, args.seed), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
