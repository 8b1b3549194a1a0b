"""The pages of a tournament and of sweeps: as they were just played, or from their folders."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from analysis.certificate import Check
from analysis.pair_certificate import as_played, certify, uncertified
from analysis.standings import Standings
from analysis.sweep_folder import SWEEP_FILE, PlayedSweeps, read_sweeps
from analysis.sweep_play import find_sweep
from analysis.tournament import TOURNAMENT_FILE, Tournament
from analysis.tournament_play import read_standings
from reports.commands import command_line
from reports.pages.context import listed
from reports.pages.results import Occasion, Results, results_report
from reports.pages.sweeps import Swept
from reports.render import write_report
from sim.errors import BadInput


def write_results(occasion: Occasion, results: Results, path: str | Path) -> Path:
    """Write the page of an occasion, dated today, with its tables beside it.

    Raises
    ------
    BadInput
        If it cannot be written.
    """
    page = results_report(occasion, results, datetime.now(UTC).date())
    try:
        return write_report(page, path)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from None


def write_tournament_page(
    folder: str | Path, tournament: Tournament, standings: Standings, path: str | Path
) -> Path:
    """Write the page of a tournament; `folder` is its folder as the reader names it."""
    rules = standings.rules
    known = {each.label: each for each in tournament.entrants}
    players = tuple(known[name] for name in standings.names)
    # As they joined: the first is the reference of partners.
    seated = [each.label for each in tournament.entrants if each.label in standings.names]
    if standings.cross_play is not None:
        reference = standings.cross_play.against
        seated = [reference, *(name for name in seated if name != reference)]
    words = ["--strategies", ",".join(seated), "--deals", str(standings.deals)]
    words += ["--table-deals", str(standings.table_deals)]
    words += ["--seed", str(tournament.seed), "--out", str(folder)]
    occasion = Occasion(
        f"{len(players)} strategies in {rules.id}",
        rules,
        tournament.seed,
        players,
        command_line("tournament", rules, *words),
        tournament.versions,
    )
    try:
        pair = as_played(players[:2], rules)
        checks = certify(rules, pair, tournament.seed, standings.scores)
    except BadInput as error:
        checks = uncertified(standings.scores, error)
    return write_results(occasion, Results(standings=standings, checks=checks), path)


def write_sweep_page(
    played: PlayedSweeps, path: str | Path, folder: str | Path | None = None
) -> Path:
    """Write the page of sweeps; `folder` is where their scores are kept, if they are."""
    first, second = (each.label for each in played.players)
    words = ["--strategies", f"{first},{second}"]
    words += ["--deals", str(max(curve.points[0].margin.n for curve in played.curves))]
    words += ["--seed", str(played.seed)]
    for curve in played.curves:
        values = ",".join(point.value for point in curve.points)
        words += ["--sweep", f"{curve.name}={values}"]
    words += [] if folder is None else ["--out", str(folder)]
    occasion = Occasion(
        f"{' against '.join(f'`{each.name}`' for each in played.players)} in {played.rules.id}, "
        f"{listed(f'`{curve.name}`' for curve in played.curves)} varied",
        played.rules,
        played.seed,
        tuple({each.label: each for each in played.players}.values()),
        command_line("sweep", played.rules, *words),
        played.versions,
    )
    swept = tuple(Swept(curve, (first, second)) for curve in played.curves)
    results = Results(swept=swept, checks=_certify_sweep(played))
    return write_results(occasion, results, path)


def _certify_sweep(played: PlayedSweeps) -> tuple[Check, ...]:
    """Return the certificate of the first sweep at its first value."""
    curve = played.curves[0]
    values = [point.value for point in curve.points]
    try:
        a, b = as_played(played.players, played.rules)
        first = find_sweep(curve.name, values, played.rules, (a, b)).settings[0]
    except BadInput as error:
        return uncertified(curve.scores, error)
    return certify(first.rules, first.pair, played.seed, curve.scores)


def is_results_folder(folder: str | Path) -> bool:
    """Return whether a folder is a tournament's or a sweep's."""
    return any((Path(folder) / name).is_file() for name in (TOURNAMENT_FILE, SWEEP_FILE))


def write_folder_page(folder: str | Path, path: str | Path) -> Path:
    """Write the page of a tournament's or a sweep's folder; nothing is played.

    Raises
    ------
    BadInput
        If it is neither, or something has not been played yet.
    """
    if (Path(folder) / TOURNAMENT_FILE).is_file():
        tournament, standings = read_standings(folder)
        return write_tournament_page(folder, tournament, standings, path)
    return write_sweep_page(read_sweeps(folder), path, folder)
