"""`fiftyk folk`: the playing tips, each with the simulator's verdict."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cli.options import add_html, add_play, add_running, check_file, read_rules
from reports.cli.output import Progress, print_json, print_table

if TYPE_CHECKING:
    from analysis.folk import Folk
    from reports.page import Report
    from strategies import Strategy


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_play(
        parser,
        "the strategy that plays in every seat (default balanced)",
        "deals for each question",
        fewest=30,
        default="balanced",
    )
    add_html(
        parser,
        "also write the page, with the worth of cards, a count for the table, rare types, bombs "
        "now or later and doubling; its tables go beside it, and into the --json document",
    )
    add_running(parser)


def run(args: argparse.Namespace) -> int:
    """Ask every tip and say what came out."""
    from analysis.folk import TIPS, ask_tips
    from sim.errors import BadInput
    from sim.rules import Rules
    from strategies import find_strategy

    rules = read_rules(args)
    if not isinstance(rules, Rules):
        raise BadInput(f"{rules.id} is no climbing game: these tips are about climbing games")
    strategy = find_strategy(args.strategies)
    check_file("html", args.html)
    with Progress("folk", len(TIPS), "tips") as progress:
        folk = ask_tips(
            rules,
            strategy,
            args.deals,
            args.seed,
            threads=args.threads,
            progress=progress.update,
        )
    report = None if args.html is None else _report(args, folk, strategy)
    page = None if report is None else _write(report, args.html)
    if args.json:
        shown = {} if report is None else {"page": str(page), "tables": _tables(report)}
        print_json(_document(folk) | shown)
    else:
        _show(folk)
        if page:
            print(f"The page is {page}")
    return 0


def _write(report: Report, path: str) -> Path:
    from reports.render import write_report

    return write_report(report, path)


def _tables(report: Report) -> dict[str, Any]:
    """Return the page's tables as they lie beside it."""
    import json

    from reports.tables import to_json

    return {table.slug: json.loads(to_json(table)) for table in report.tables}


def _report(args: argparse.Namespace, folk: Folk, strategy: Strategy) -> Report:
    """Measure what the page says besides the tips."""
    from datetime import UTC, datetime

    from analysis.experiment import versions
    from analysis.insight import STEPS, gain_insight
    from analysis.pair_certificate import certify_alone
    from analysis.tournament import Entrant
    from reports.explained import title_of
    from reports.pages.folk import build_report
    from reports.pages.insight import sections
    from reports.pages.results import Occasion

    with Progress("page", STEPS, "steps") as progress:
        insight = gain_insight(
            folk.rules,
            strategy,
            args.deals,
            args.seed,
            threads=args.threads,
            progress=progress.update,
        )
    occasion = Occasion(
        f"Folk wisdom, tested: {title_of(folk.rules)}",
        folk.rules,
        folk.seed,
        (Entrant.of(strategy),),
        _command(folk, args.html),
        versions(),
    )
    checks = certify_alone(folk.rules, strategy, folk.seed, folk.deals)
    today = datetime.now(UTC).date()
    return build_report(folk, occasion, checks, today, sections(insight))


def _command(folk: Folk, page: str) -> str:
    from reports.commands import command_line

    words = ["--strategies", folk.strategy, "--deals", str(folk.deals), "--seed", str(folk.seed)]
    return command_line("folk", folk.rules, *words, "--html", page)


def _document(folk: Folk) -> dict[str, Any]:
    return {
        "rules": folk.rules.id,
        "options": dict(folk.rules.options),
        "strategy": folk.strategy,
        "deals": folk.deals,
        "seed": folk.seed,
        "level": folk.level,
        "alike": folk.alike,
        "tips": [finding.to_json() for finding in folk.findings],
    }


def _show(folk: Folk) -> None:
    """Print the tips with their verdicts."""
    print_table(
        ("tip", "verdict", "size, points a hand", "deals"),
        [
            (
                finding.tip.saying,
                finding.answer,
                "" if finding.value is None else str(finding.value),
                "" if finding.value is None else f"{finding.value.n:,}",
            )
            for finding in folk.findings
        ],
        numbers=(2, 3),
    )
    for finding in folk.findings:
        if finding.reason:
            print(f"\n{finding.tip.saying} Not asked: {finding.reason}")
    print(
        f"\n{folk.rules.id}, all seats play {folk.strategy}, seed {folk.seed}. ± is half an "
        f"interval; all of them hold together with {folk.level:.0%}.\nTwo things count as worth "
        f"the same within {folk.alike:.2g} points a hand."
    )
