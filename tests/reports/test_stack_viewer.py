"""A record of Progression as a page: every act, stack and score of it, also in a browser."""

from __future__ import annotations

import copy
import json
from collections import Counter
from functools import cache

import pytest

from analysis.batches import simulate
from analysis.survey import Effort
from reports.cli import main
from reports.result_site import write_result_site
from reports.viewer.hand import Note
from reports.viewer.render import render_hand, write_hand
from reports.viewer.show import show_any
from reports.viewer.stacks import show_stacks
from sim.errors import BadInput
from sim.games import find_rules
from strategies import line_up
from tests.naive import progression as naive
from tests.reports.test_render import Page
from tests.reports.test_site import broken_links
from tests.reports.test_site_browser import axe_finds, shown
from tests.reports.viewer_sample import golden_record

FORMS = naive.FORMS
both = pytest.mark.parametrize("rules_id", FORMS)
SUITS = "shcd"


@cache
def played(rules_id, cap=90):
    return naive.play_randomly(rules_id, {"turn_cap": cap}, 4)


def record_of(rules_id, cap=90):
    return copy.deepcopy(played(rules_id, cap).record(4))


def twins(record):
    """The slow twin before the first act and after each."""
    hands = [naive.read_list(hand) for hand in record["hands"]]
    stock = naive.read_list(record["stock"])
    args = (record["rules"], record["options"], hands, stock, record["leader"])
    twin = naive.NaiveProgression(*args)
    yield twin
    for _, card, place, _ in record["plays"]:
        twin.do(card, place)
        yield twin


@both
def test_every_act_is_what_the_record_says(rules_id):
    record = record_of(rules_id)
    hand = show_any(record)
    assert [(act.seat, act.token, act.place) for act in hand.turns] == [
        tuple(play[:3]) for play in record["plays"]
    ]
    states = twins(record)
    before = len(next(states).legal())
    for act, twin in zip(hand.turns, states, strict=True):
        assert act.total == before
        made = [each for group in act.choices for each in group.shown if each.made]
        assert len(made) == 1
        assert [sum(suits) for suits in act.points] == twin.points()
        assert act.stock == len(twin.stock)
        before = len(twin.legal())
    for seat in hand.seats:
        assert seat.score == record["result"]["payoff"][seat.number]
        assert [[card.rank for card in stack.cards] for stack in seat.stacks] == [
            [card[0].replace("T", "10") for card in twin.stacks[seat.number][suit]]
            for suit in SUITS
        ]
    assert len(hand.public) == (4 if rules_id == "progression_original" else 0)
    assert all(card.points == 0 for seat in hand.seats for card in seat.hand)


def test_what_the_stock_has_on_top_is_not_told_before():
    for act in show_stacks(record_of("progression")).turns:
        for group in act.choices:
            if group.type == "stock":
                assert [each.text for each in group.shown] == ["a card nobody has seen"]


@both
def test_the_page_is_well_formed_and_needs_nothing(rules_id):
    text = render_hand(show_any(record_of(rules_id), (Note(3, "Here they part."),)))
    page = Page(text)
    assert page.open == []
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    assert "http" not in text.replace("http-equiv", "")
    assert text.count('class="remark"') == 1


def test_records_that_contradict_the_rules_are_refused():
    record = record_of("progression")
    record["plays"][3][1] = "Kx"
    with pytest.raises(BadInput, match="cannot be replayed: format, play 3"):
        show_any(record)
    with pytest.raises(BadInput, match="fiftyk4 has no stacks"):
        show_stacks(golden_record("fiftyk4"))


def test_card_lists_may_be_written_as_people_do():
    record = record_of("progression")
    plain = render_hand(show_any(record))
    record["hands"] = [hand.replace(" ", ",").lower() for hand in record["hands"]]
    record["stock"] = record["stock"].replace("T", "10")
    assert render_hand(show_any(record)) == plain


@both
def test_the_command_writes_a_page_of_a_deal_and_of_a_record(rules_id, tmp_path, capsys):
    page, file = tmp_path / "hand.html", tmp_path / "hand.jsonl"
    words = ["replay", "--rules", rules_id, "--set", "turn_cap=12", "--strategies", "greedy"]
    words += ["--seed", "1", "--deal", "2", "--html", str(page), "--record", str(file)]
    assert main(words) == 0
    played_out = capsys.readouterr().out
    text = page.read_text()
    assert "fiftyk replay --rules" in text and 'id="play-0"' in text
    assert main(["replay", "--record-file", str(file), "--html", str(tmp_path / "b.html")]) == 0
    assert capsys.readouterr().out == played_out
    assert (tmp_path / "b.html").read_text() == text
    broken = json.loads(file.read_text())
    broken["plays"][0][2] = "stock"
    file.write_text(json.dumps(broken))
    assert main(["replay", "--record-file", str(file), "--html", str(page)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "cannot be replayed: turn, play 0" in error


# ---------------------------------------------------------------- the site


@pytest.fixture(scope="module", params=FORMS)
def site(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    rules = find_rules(request.param, {"turn_cap": 40})
    simulate(rules, line_up(rules, "greedy,uniform,uniform"), 40, 3, folder / "run")
    effort = Effort(certificate_deals=2, choices=30)
    write_result_site(folder / "run", folder / "site", effort=effort, replays=2, deals=[5])
    return folder / "site"


def test_the_site_has_stacks_swings_and_replays(site):
    assert broken_links(site) == []
    replays = sorted(path.name for path in (site / "replays").iterdir())
    assert {"deal-5-seating-0.html", "deal-5-seating-1.html", "deal-5-seating-2.html"} <= set(
        replays
    )
    assert len(replays) > 4
    assert "stack)" in (site / "swings.html").read_text()
    stacks = (site / "stacks.html").read_text()
    assert "What is opening a suit worth?" in stacks
    assert "Here the strategies part" in "".join(
        path.read_text() for path in (site / "replays").iterdir()
    )


# ---------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def hands(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hands")
    for rules_id in FORMS:
        note = Note(2, "Here the strategies part.")
        write_hand(show_any(record_of(rules_id), (note,)), folder / f"{rules_id}.html")
    return folder


def table_shown(page):
    """The cards of hands and stacks as the page shows them now."""

    def cards(where):
        return where.locator(".card").evaluate_all("all => all.map(each => each.dataset.card)")

    seats = page.locator(".seat[data-seat]").all()
    return (
        [sorted(cards(seat.locator(".held"))) for seat in seats],
        [[cards(stack) for stack in seat.locator(".stack").all()] for seat in seats],
        [
            int(text.replace("−", "-"))
            for text in page.locator("[data-show=score]").all_inner_texts()
        ],
        int(page.locator("[data-show=stock]").inner_text()),
    )


@pytest.mark.browser
@both
def test_every_step_shows_the_table_of_the_twin(open_at, hands, rules_id):
    page = open_at(hands / f"{rules_id}.html")
    record = record_of(rules_id)
    for number, twin in enumerate(twins(record)):
        if number > 40:
            break
        assert table_shown(page) == (
            [sorted(hand) for hand in twin.hands],
            [[stacks[suit] for suit in SUITS] for stacks in twin.stacks],
            twin.points(),
            len(twin.stock),
        )
        public = page.locator("[data-owner=public]").all()
        for stack, suit in zip(public, SUITS, strict=False):
            found = stack.locator(".card").evaluate_all("all => all.map(each => each.dataset.card)")
            assert found == twin.public[suit]
        page.keyboard.press("ArrowRight")


@pytest.mark.browser
@both
def test_steps_are_linked_and_it_asks_for_nothing(open_at, hands, rules_id):
    path = hands / f"{rules_id}.html"
    page = open_at(path, anchor="#play-7")
    last = len(record_of(rules_id)["plays"]) - 1
    assert shown(page) == f"Play 7 of {last}"
    before = table_shown(page)
    page.keyboard.press("End")
    assert shown(page) == f"Play {last} of {last}" and page.url.endswith(f"#play-{last}")
    page.keyboard.press("Home")
    assert page.get_by_role("status").inner_text().startswith("The deal.")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    begins = page.locator(".plays li.leads .to").all_inner_texts()
    assert shown(page).split()[1] == begins[1]
    page.keyboard.type("7")
    assert table_shown(page) == before
    assert page.locator(".could strong").count() == 1
    page.keyboard.type("2")
    asked = {seen.partition("#")[0] for seen in page.seen if not seen.startswith("data:")}
    assert asked == {path.as_uri()}


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (610, "dark"), (1366, "dark")])
def test_it_is_accessible_and_never_scrolls_sideways(open_at, hands, width, scheme):
    for rules_id in FORMS:
        page = open_at(hands / f"{rules_id}.html", width=width, scheme=scheme, anchor="#play-60")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, rules_id
        found = axe_finds(page)
        assert not found, f"{rules_id}: {found}"


@pytest.mark.browser
def test_without_its_script_the_hand_is_whole(browser, hands):
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto((hands / "progression.html").as_uri())
    record = record_of("progression")
    assert page.locator(".plays > li").count() == len(record["plays"])
    assert not page.locator(".controls").is_visible()
    scores = [
        float(t.replace("−", "-")) for t in page.locator("[data-show=score]").all_inner_texts()
    ]
    assert scores == record["result"]["payoff"]
    context.close()
