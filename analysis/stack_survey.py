"""Everything that a report of a stack game says about a result directory, as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from analysis import certificate
from analysis.certificate import Check
from analysis.estimates import DEFAULT_LEVEL
from analysis.experiment import read_experiment
from analysis.frames import deals_in, iter_hands
from analysis.paired import PairedTally
from analysis.played import Table
from analysis.stack_choices import ChoiceResult, value_of_choices
from analysis.stack_features import lanes
from analysis.stack_played import ROW_COLUMNS, StackPlayed, read_stack_blocks
from analysis.stack_tallies import StackTally
from analysis.survey import SLOW, Effort, Progress, Survey, find_all, or_reason, table_of
from sim.errors import BadInput
from sim.hand import StrategyFault
from sim.policy import Policy
from sim.progression.deals import StackDeals, deal_hands
from sim.progression.hand import play_deals
from sim.progression.rules import StackRules


def read_stack_result(folder: str | Path) -> Iterator[StackPlayed]:
    """Iterate over the blocks of a result directory, some thousand deals at a time."""
    table = table_of(read_experiment(folder))
    for frame in iter_hands(folder, ROW_COLUMNS):
        yield read_stack_blocks(table, {name: frame[name].to_numpy() for name in frame.columns})


def survey_stacks(
    folder: str | Path,
    *,
    effort: Effort | None = None,
    level: float = DEFAULT_LEVEL,
    progress: Progress | None = None,
) -> Survey:
    """Compute everything that a report of a result directory says; see `analysis.survey.survey`.

    Raises
    ------
    BadInput
        If it is no result directory, or holds no hands.
    """
    experiment = read_experiment(folder)
    table, ranges = table_of(experiment), deals_in(folder)
    total = sum(high - low for low, high in ranges)
    reasons: dict[str, str] = {}
    strategies = find_all(experiment, reasons)
    paired_tally, stack_tally = PairedTally(table), StackTally(table)
    wrong, done = 0, 0
    for played in read_stack_result(folder):
        paired_tally.add(played)
        stack_tally.add(played)
        wrong += int(np.count_nonzero(played.stack_points.sum(axis=3) != played.points))
        done += len(played)
        if progress is not None:
            progress(round(80 * done / max(total, 1)), f"{done:,} deals read")
    get = partial(or_reason, reasons)
    paired = get("paired", lambda: paired_tally.result(level))
    checks = [_scores_check(total * experiment.rows_a_deal, wrong)]
    choices = None
    if strategies:
        chosen = effort or Effort()
        if not all(each.compiled for each in strategies):
            chosen = chosen.slowed(SLOW)
        policies = [each.policy() for each in strategies]
        checks = [*_replays(folder, table, policies, experiment.seed, chosen), *checks]
        if progress is not None:
            progress(85, "replaying choices both ways")
        some = _first_deals(folder, table, experiment.seed, chosen.choices)
        choices = _choices(table, policies, some, level, reasons)
    checks += [certificate.coverage(paired.scores, level)] if paired and paired.pairs else []
    return Survey(
        experiment=experiment,
        table=table,
        strategies=strategies,
        deals=total,
        ranges=ranges,
        paired=paired,
        finishing=None,
        patterns=None,
        first_out=None,
        doubling=None,
        events=None,
        lead=None,
        leader_card=None,
        doubling_play=None,
        hand_types=None,
        checks=tuple(checks),
        reasons=reasons,
        stacks=get("stacks", lambda: stack_tally.result(level)),
        choices=choices,
    )


def _scores_check(seats: int, wrong: int) -> Check:
    return Check(
        "every payoff is what its four stacks score",
        seats,
        "seats' hands",
        wrong == 0,
        f"{wrong:,} are not" if wrong else "",
    )


def _first_deals(folder: str | Path, table: Table, seed: int, count: int) -> StackDeals:
    """Deal the first deals of a result again."""
    assert isinstance(table.game, StackRules)
    index = next(read_stack_result(folder)).deal
    return deal_hands(table.game, seed, index[:count])


def _choices(
    table: Table,
    policies: Sequence[Policy],
    deals: StackDeals,
    level: float,
    reasons: dict[str, str],
) -> ChoiceResult | None:
    """Return what choices are worth; a strategy that does not heed `barred` has no next best."""
    if not len(deals):
        reasons["choices"] = "no choices were to be replayed"
        return None
    try:
        return value_of_choices(table, policies, deals, level)
    except StrategyFault as fault:
        reasons["choices"] = (
            f"{fault.lineup[fault.seat]} lays cards that are barred: what it thinks next best is "
            "unknown"
        )
        return None


def _replays(
    folder: str | Path, table: Table, policies: Sequence[Policy], seed: int, effort: Effort
) -> list[Check]:
    """Play some deals again: a strategy against itself, and every rule checked."""
    played = next(read_stack_result(folder))
    deals = _first_deals(folder, table, seed, effort.certificate_deals)
    n = len(deals)
    name = "hands replayed with every rule checked come out as recorded"
    acts, wrong = 0, 0
    same = certificate.same_strategy_is_zero(table, policies, deals)
    for place, seating in enumerate(table.plan):
        try:
            again = play_deals([policies[owner] for owner in seating], deals, checked=True)
        except BadInput as fault:
            return [same, Check(name, n * place, "hands", held=False, note=str(fault))]
        acts += int(again.turns.sum())
        alike = (
            np.all(np.moveaxis(lanes(again.stacks), 0, 2) == played.stacks[:n, place], axis=(1, 2))
            & np.all(again.payoff == played.points[:n, place], axis=1)
            & np.all(again.plays == played.plays[:n, place], axis=1)
            & (again.capped == played.capped[:n, place])
        )
        wrong += int(np.count_nonzero(~alike))
    note = f"{wrong} hands came out differently" if wrong else f"{acts:,} acts checked"
    return [same, Check(name, n * len(table.plan), "hands", wrong == 0, note)]
