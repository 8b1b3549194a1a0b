"""The standard report for every kind of table, from small results to the finished page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date

import pandas as pd
import pytest

from analysis.batches import simulate
from analysis.estimates import Estimate
from analysis.insight import gain_insight
from analysis.survey import Effort, survey
from reports.pages import overview
from reports.pages.context import Context, about, capital, listed, roughly
from reports.pages.insight import sections as insight_sections
from reports.pages.method import commands
from reports.render import render_report
from reports.standard import build_report, write_standard_report
from sim.errors import BadInput
from sim.games import find_rules
from strategies import find_strategy, line_up

SMALL = Effort(240, 20, certificate_deals=20, course_hands=40, rule_deals=10, matches=3)
DAY = date(2026, 11, 30)
SLUGS = [
    "strategies",
    "hand-types",
    "finishing",
    "patterns",
    "first-out",
    "lead",
    "leader-card",
    "until-out",
    "events",
    "doubling",
    "doubling-effect",
    "doubling-course",
    "doubling-rule",
    "match-rules",
    "swings",
    "measured",
]
PLAYED = ("doubling-course", "doubling-rule", "match-rules")
"""Sections of what is played about doubling; rules that never double have none."""
BOTS = '''
from strategies import strategy
from strategies.answers import cheapest_follow
from sim.core.bits import U0
from sim.core.generate import count_leads, nth_lead


@strategy(name="front")
def front(view, rules, params):
    """Leads its first play."""
    if view.top == U0:
        return nth_lead(rules, view.counts, view.hand_lo, view.hand_hi, 0)
    return cheapest_follow(view, rules)


@strategy(name="back")
def back(view, rules, params):
    """Leads its last play."""
    if view.top == U0:
        last = count_leads(rules, view.counts, view.hand_lo, view.hand_hi) - 1
        return nth_lead(rules, view.counts, view.hand_lo, view.hand_hi, last)
    return cheapest_follow(view, rules)
'''
TABLES = {
    "two strategies": ("fiftyk4", "lowest,uniform", {}),
    "one strategy": ("fiftyk4", "lowest", {}),
    "four strategies": ("fiftyk4", "lowest,uniform,BOTS:front,BOTS:back", {}),
    "changing partners": ("fiftyk4", "lowest,uniform,uniform,BOTS:back", {"seatings": "orders"}),
    "three seats, one": ("fiftyk3", "lowest", {}),
    "three seats, two": ("fiftyk3", "lowest,uniform,lowest", {}),
    "three seats, three": ("fiftyk3", "lowest,uniform,BOTS:back", {}),
    "hidden sides": ("anzhan", "lowest,uniform", {}),
    "sides of three": ("fuqing6", "lowest,uniform", {}),
    "six seats alone": ("zhengfen", "lowest", {"options": (("players", "6"),)}),
    "two seats": ("zhengfen", "lowest,uniform", {"options": (("players", "2"),)}),
    "payoffs by steps": ("qq1", "lowest,uniform", {}),
    "a margin": ("jinzhou", "lowest", {}),
}


@pytest.fixture(scope="module")
def bots(tmp_path_factory):
    path = tmp_path_factory.mktemp("bots") / "bots.py"
    path.write_text(BOTS)
    return path


@pytest.fixture(scope="module")
def result_of(tmp_path_factory, bots):
    """Return a function that plays a result directory, each kind once."""
    made = {}

    def play(rules_id, names, deals=40, options=(), **kwargs):
        key = (rules_id, names, deals, options, *kwargs.items())
        if key not in made:
            rules = find_rules(rules_id, dict(options))
            folder = tmp_path_factory.mktemp("result")
            seated = line_up(rules, names.replace("BOTS", str(bots)))
            simulate(rules, seated, deals, 1, folder, threads=1, **kwargs)
            made[key] = folder
        return made[key]

    return play


def report_of(folder):
    return build_report(folder, effort=SMALL, today=DAY)


@pytest.mark.compiled
@pytest.mark.parametrize("kind", TABLES)
def test_every_table_has_every_section_and_renders(result_of, kind):
    rules, names, kwargs = TABLES[kind]
    report = report_of(result_of(rules, names, **kwargs))
    doubles = rules.startswith("fiftyk")
    last = "doubling-effect" if doubles else "score-spread"
    slugs = SLUGS if doubles else [slug for slug in SLUGS if slug not in PLAYED]
    expected = [last if slug == "doubling-effect" else slug for slug in slugs]
    assert [section.slug for section in report.sections] == expected
    assert len(report.verdict.cards) == 3
    page = render_report(report)
    assert not re.search(r"\b(nan|inf|None)\b", re.sub(r'href="data:[^"]*"', "", page))
    measured = report.sections[-1]
    results = {row[0]: row[1] for row in measured.tables[0].rows}
    assert results["hands replayed with every rule checked come out as recorded"] == "holds"
    assert results["a strategy against itself differs by exactly 0"] == "holds"
    if not doubles:
        assert "never double a hand" in page
    if rules == "fuqing6":
        text = re.sub(r"<[^>]*>", " ", page)
        assert not re.search(r"partner|two seats of a side|neither", text)
    # No path of the machine stands in a sentence, a label or a table.
    assert "/" not in "".join(report.strategies)


@pytest.mark.compiled
def test_less_is_not_said_as_less_than_nothing_more(result_of):
    # Who goes out first in Zheng Fen has captured less: going out pays nothing there.
    report = report_of(result_of("zhengfen", "balanced,lowest,balanced,lowest"))
    card = report.verdict.cards[1]
    assert card.value.value > 0 and card.sentence == "Less than the others score."
    section = {each.slug: each for each in report.sections}["first-out"]
    assert re.search(r"scores \d\S*\s±\s\S+ points a hand less than the others", section.answer)


@pytest.mark.compiled
@pytest.mark.parametrize("rules_id", ["qq1", "fuqing6", "jinzhou"])
def test_the_ends_of_the_spread_are_said_as_they_are(result_of, rules_id):
    folder = result_of(rules_id, "lowest,uniform")
    section = {each.slug: each for each in report_of(folder).sections}["score-spread"]
    said = re.search(r"pays less than (\S+), and at most one more than (\S+)\.", section.answer)
    assert said is not None
    low, high = (float(text.replace("−", "-").replace(",", "")) for text in said.groups())
    payoff = pd.read_parquet(folder / "hands", columns=["payoff"])["payoff"]
    assert (payoff < low).mean() <= 0.01 >= (payoff > high).mean()


@pytest.mark.compiled
@pytest.mark.parametrize("deals", [1, 2, 3])
def test_hardly_any_deals_still_make_a_page_that_says_so(result_of, deals):
    report = report_of(result_of("fiftyk4", "lowest,uniform", deals))
    render_report(report)
    if deals == 1:
        assert report.verdict.sentence.startswith("1 deal cannot decide anything")
        empty = [section for section in report.sections if section.empty_reason]
        assert len(empty) == len(SLUGS) - 1
        assert all("1 deal is too few" in section.empty_reason for section in empty)


@pytest.mark.compiled
def test_rules_that_never_double_say_so(result_of):
    report = report_of(result_of("fiftyk4", "lowest,uniform", options=(("doubling", "never"),)))
    by_slug = {section.slug: section for section in report.sections}
    assert "never double" in by_slug["doubling"].empty_reason
    assert report.verdict.cards[2].label == "Sweeps"
    assert report.verdict.cards[2].section == "events"
    assert (
        "doubling=never" in dict((fact.label, fact.value) for fact in report.provenance)["Options"]
    )


@pytest.mark.compiled
def test_without_the_users_file_what_needs_replays_says_why(result_of, bots):
    folder = result_of("fiftyk4", "BOTS:front,BOTS:back", 41)
    experiment = json.loads((folder / "experiment.json").read_text())
    for each in experiment["strategies"]:
        each["sha256"] = "0" * 64
    (folder / "experiment.json").write_text(json.dumps(experiment))
    report = report_of(folder)
    by_slug = {section.slug: section for section in report.sections}
    assert "is not what it was" in by_slug["lead"].empty_reason
    assert by_slug["strategies"].figures
    render_report(report)


@pytest.mark.compiled
def test_the_parts_of_the_margin_add_up_on_the_page(result_of):
    report = report_of(result_of("fiftyk4", "lowest,uniform"))
    parts = next(table for table in report.tables if table.slug == "margin-parts")
    for _, *values, margin in parts.rows:
        assert sum(each.value for each in values) == pytest.approx(margin.value)


@pytest.mark.compiled
def test_what_is_played_again_stands_on_the_page_with_its_deals(result_of):
    folder = result_of("fiftyk4", "lowest,uniform")
    found = survey(folder, effort=SMALL)
    tables = {table.slug: table.rows for table in report_of(folder).tables}
    values = found.leader_card.values
    assert [row[2:] for row in tables["leader-card"]] == [
        (each.moved, each.fixed, each.lead, each.moved.n) for each in values
    ]
    # 240 hands, seven a deal and seating.
    assert found.leader_card.deals <= 240 // 14
    played = found.doubling_play
    assert {row[-1] for row in tables["doubling-decided"]} == {played.course.n} == {20}
    assert [row[4] for row in tables["doubling-rule"]] == [
        each.with_rule.change for each in played.effects
    ]
    assert {row[-1] for row in tables["doubling-rule"]} == {10}
    assert [row[1] for row in tables["match-rules"]] == [each.margin for each in played.matches]
    assert {row[-1] for row in tables["match-rules"]} == {3}


@pytest.mark.compiled
def test_written_files_and_progress(result_of, tmp_path):
    folder = result_of("fiftyk4", "lowest", 3)
    told = []
    path = write_standard_report(folder, tmp_path / "page.html", lambda *say: told.append(say))
    assert path.read_text().startswith("<!doctype html>")
    assert (tmp_path / "page-tables" / "certificate.csv").exists()
    percents = [percent for percent, _ in told]
    assert percents == sorted(percents) and percents[-1] == 100


@pytest.mark.parametrize(("rules", "names"), [("fiftyk4", "lowest,uniform"), ("fiftyk3", "lowest")])
def test_a_few_deals_without_hand_types(result_of, rules, names):
    folder = result_of(rules, names, 6)
    effort = Effort(24, 0, certificate_deals=2, course_hands=8, rule_deals=2, matches=2)
    report = build_report(folder, effort=effort, today=DAY)
    by_slug = {section.slug: section for section in report.sections}
    assert list(by_slug) == SLUGS
    assert "no hands were to be broken" in by_slug["hand-types"].empty_reason
    assert report.verdict.cards[0].value == "not measured"
    render_report(report)


def test_no_result_directory_is_one_clear_error(tmp_path):
    with pytest.raises(BadInput, match="no result directory"):
        build_report(tmp_path)


@pytest.mark.compiled
def test_the_command_repeats_the_run(result_of):
    folder = result_of(
        "fiftyk4", "lowest,uniform", options=(("first_out_bonus", "30"),), first_deal=7
    )
    found = survey(folder, effort=SMALL)
    (_, command), _ = commands(found.experiment, "runs/one")
    assert command == (
        "fiftyk simulate --rules fiftyk4 --set first_out_bonus=30 --strategies lowest,uniform "
        "--deals 40 --seed 1 --first-deal 7 --out runs/one"
    )


@pytest.mark.compiled
def test_an_undecided_verdict_says_how_many_deals_would_decide(result_of):
    found = survey(result_of("fiftyk4", "lowest,uniform"), effort=SMALL)
    pair = found.paired.pairs[0]
    small = Estimate(0.5, 1.0, 40, 0.95, -1.5, 2.5)
    close = replace(pair, comparison=replace(pair.comparison, estimate=small, sd=20.0))
    context = Context(replace(found, paired=replace(found.paired, pairs=(close,))))
    sentence = overview.build(context).sentence
    assert sentence.startswith("The data do not decide: `lowest` against `uniform` is")
    assert "Were the true difference 0.5 points, about 13,000 deals would show it" in sentence


@pytest.mark.compiled
def test_a_failed_check_stands_in_the_verdict(result_of):
    found = survey(result_of("fiftyk4", "lowest,uniform"), effort=SMALL)
    checks = (replace(found.checks[0], held=False), *found.checks[1:])
    sentence = overview.build(Context(replace(found, checks=checks))).sentence
    assert "Do not rely on it" in sentence


def test_words():
    assert [roughly(x) for x in (0.5, 0.0371, 12.4, 3.0)] == ["0.5", "0.037", "12", "3"]
    assert listed(["a"]) == "a"
    assert listed("abc") == "a, b and c"
    assert capital("mixed fifty-K") == "Mixed fifty-K"
    assert [about(n) for n in (7, 12, 2345, 10**9)] == [
        "about 7",
        "about 12",
        "about 2,300",
        "more than a billion",
    ]


def estimates_in(value) -> list[Estimate]:
    """Return every estimate inside frozen dataclasses, mappings and tuples."""
    if isinstance(value, Estimate):
        return [value]
    if is_dataclass(value):
        value = [getattr(value, each.name) for each in fields(value)]
    elif isinstance(value, Mapping):
        value = list(value.values())
    return (
        [found for each in value for found in estimates_in(each)]
        if isinstance(value, list | tuple)
        else []
    )


@pytest.mark.compiled
def test_every_figure_of_the_insight_is_in_a_table():
    found = gain_insight(find_rules("fiftyk4"), find_strategy("lowest"), 60, 1)
    shown = [
        cell
        for section in insight_sections(found)
        for table in section.tables
        for row in table.rows
        for cell in row
    ]
    # The change from a margin to itself is 0; a frequency that is exact is shown as a number.
    left_out = [effect.without.change for effect in found.doubling.effects]
    left_out += [each.frequency for each in found.rare if not each.frequency.se]
    every = estimates_in(found)
    assert len(every) > 300
    assert [each for each in every if each not in shown and each not in left_out] == []
    assert {each.frequency.value for each in found.rare if not each.frequency.se} <= {
        cell for cell in shown if isinstance(cell, float)
    }
