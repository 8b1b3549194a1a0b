"""The site and its replays in a real browser, from disk and offline."""

from __future__ import annotations

import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from reports.viewer.climbing import show_record
from reports.viewer.hand import Note
from reports.viewer.render import write_hand
from tests.reports.test_site import sample_site
from tests.reports.viewer_sample import golden_record

pytestmark = pytest.mark.browser
GAMES = ("fiftyk4", "fiftyk3", "qq2", "anzhan", "fuqing6", "zhengfen")


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    return sample_site(tmp_path_factory.mktemp("site"), hands=2).parent


@pytest.fixture(scope="module")
def hands(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("hands")
    for game in GAMES:
        notes = (Note(2, "Here the strategies part: `random` passes."),)
        write_hand(show_record(golden_record(game), notes), folder / f"{game}.html")
    return folder


@pytest.fixture
def open_hand(open_at, hands):
    return partial(open_at, hands / "fiftyk4.html")


def shown(page) -> str:
    return page.locator(".controls .at").inner_text()


def held(page) -> list[int]:
    return [int(text) for text in page.locator("[data-show=held]").all_inner_texts()]


def axe_finds(page) -> str:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    results = axe.run(page)
    return results.generate_report() if results.violations_count else ""


# ---------------------------------------------------------------- the site


def test_every_page_is_silent_and_asks_for_nothing_outside_its_folder(open_at, site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) == 10
    for path in pages:
        page = open_at(path)
        page.emulate_media(media="print")
        inside = site.as_uri() + "/"
        strange = [seen for seen in page.seen if not seen.startswith(("data:", inside))]
        assert strange == [], path.name
        # The style sheet was read: without it the page would be on white paper.
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert colour == "rgb(253, 253, 252)"


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1366, "light")])
def test_axe_finds_nothing_on_any_page(open_at, site, scheme, width):
    for path in sorted(site.glob("*.html")):
        found = axe_finds(open_at(path, width=width, scheme=scheme))
        assert not found, f"{path.name}: {found}"


@pytest.mark.parametrize("width", [320, 610, 1030])
def test_no_page_scrolls_sideways(open_at, site, width):
    for path in sorted(site.rglob("*.html")):
        page = open_at(path, width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path.name


def test_pages_are_reached_by_keyboard_and_name_themselves(open_at, site):
    page = open_at(site / "index.html")
    page.get_by_role("navigation").get_by_role("link", name="Hand types").press("Enter")
    page.wait_for_url("**/hand-types.html")
    assert page.title().startswith("Hand types – ")
    assert page.locator("nav [aria-current=page]").inner_text() == "Hand types"
    page.locator(".term").first.click()
    page.wait_for_url("**/glossary.html#term-*")


def test_tables_of_a_site_sort(open_at, site):
    page = open_at(site / "hand-types.html")
    head = page.locator("#table-hand-types thead th").nth(2)
    head.get_by_role("button").press("Enter")
    assert head.get_attribute("aria-sort") == "descending"


# ---------------------------------------------------------------- a hand


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_silent_and_asks_for_nothing(open_at, hands, game):
    path = hands / f"{game}.html"
    page = open_at(path)
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    assert held(page)[0] >= 0
    assert [seen for seen in page.seen if not seen.startswith("data:")] == [path.as_uri()]


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1366, "dark")])
def test_axe_finds_nothing_in_a_hand(open_at, hands, scheme, width):
    for game, anchor in (("fiftyk4", "#play-2"), ("anzhan", "#play-9")):
        page = open_at(hands / f"{game}.html", width=width, scheme=scheme, anchor=anchor)
        found = axe_finds(page)
        assert not found, f"{game}: {found}"


@pytest.mark.parametrize("width", [320, 610, 1030])
def test_no_hand_scrolls_sideways(open_at, hands, width):
    for game in GAMES:
        page = open_at(hands / f"{game}.html", width=width, anchor="#play-5")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, game


def test_steps_by_keyboard(open_hand):
    page = open_hand()
    record = golden_record("fiftyk4")
    last = len(record["plays"]) - 1
    assert shown(page) == "The deal"
    assert held(page) == [13, 13, 13, 13]
    page.keyboard.press("ArrowRight")
    assert shown(page) == f"Play 0 of {last}"
    assert held(page)[record["leader"]] == 13 - len(record["plays"][0][1].split())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert shown(page) == f"Play 0 of {last}"
    page.keyboard.press("End")
    assert shown(page) == f"Play {last} of {last}"
    captured = [int(text) for text in page.locator("[data-show=captured]").all_inner_texts()]
    assert captured == record["result"]["captured"]
    page.keyboard.press("ArrowRight")
    assert shown(page) == f"Play {last} of {last}"
    page.keyboard.press("Home")
    assert shown(page) == "The deal"
    page.keyboard.type("17")
    assert shown(page) == f"Play 17 of {last}"
    page.keyboard.press("PageDown")
    leads = page.locator(".plays li.leads .to").all_inner_texts()
    assert shown(page) == f"Play {next(int(n) for n in leads if int(n) > 17)} of {last}"
    page.keyboard.press("PageUp")
    page.keyboard.press("PageUp")
    assert shown(page).split()[1] in leads


def test_steps_by_buttons_slider_and_list(open_hand):
    page = open_hand()
    page.get_by_role("button", name="One play on").click()
    assert shown(page).startswith("Play 0 ")
    assert page.get_by_role("button", name="To the deal").is_enabled()
    page.get_by_role("button", name="To the deal").press("Enter")
    assert shown(page) == "The deal"
    assert page.get_by_role("button", name="One play back").is_disabled()
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown(page).startswith("Play 1 ")
    assert slider.get_attribute("aria-valuetext") == "play 1"
    page.get_by_role("link", name="Play 4", exact=True).click()
    page.wait_for_function("document.querySelector('.at').textContent.startsWith('Play 4 ')")
    assert page.locator(".plays [aria-current=step]").count() == 1


def test_a_link_opens_at_its_play_and_each_step_is_a_link(open_hand):
    page = open_hand(anchor="#play-2")
    assert shown(page).startswith("Play 2 ")
    assert page.evaluate("scrollY") == 0
    assert "Here the strategies part" in page.locator(".could").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#play-3")
    assert "Here the strategies part" not in page.locator(".could").inner_text()
    page.keyboard.press("Home")
    assert page.url.endswith("#deal")
    assert open_hand(anchor="#play-99999").locator(".plays [aria-current]").count() == 1
    assert shown(open_hand(anchor="#nonsense")) == "The deal"


def test_each_step_is_said(open_hand):
    page = open_hand()
    say = page.get_by_role("status")
    assert "leads" in say.inner_text()
    page.keyboard.press("ArrowRight")
    record = golden_record("fiftyk4")
    assert say.inner_text().startswith(f"Play 0: seat {record['leader']}, ")


def test_the_table_and_the_choices_are_those_of_the_play(open_hand):
    page = open_hand()
    record = golden_record("fiftyk4")
    for number, (seat, cards, *_) in enumerate(record["plays"][:20]):
        page.keyboard.press("ArrowRight")
        last = page.locator(".trick ol > li").last
        assert last.locator(".card").count() == len(cards.split())
        assert last.get_attribute("data-seat") == str(seat)
        assert page.locator(".could strong").count() == 1
        assert page.locator(".hands .now").count() == len(cards.split()), number


def test_a_modified_key_is_the_browsers(open_hand):
    page = open_hand()
    page.keyboard.press("Control+ArrowRight")
    assert shown(page) == "The deal"


def test_the_controls_of_a_phone_are_at_the_bottom(open_hand):
    page = open_hand(width=360, height=740)
    box = page.locator(".controls").bounding_box()
    assert box["y"] + box["height"] == pytest.approx(740, abs=1)
    assert min(button.bounding_box()["height"] for button in page.get_by_role("button").all()) >= 40


def test_dark_cards_are_dark(open_hand):
    page = open_hand(scheme="dark")
    colour = page.locator(".face").first.evaluate("each => getComputedStyle(each).backgroundColor")
    assert sum(int(number) for number in colour.strip("rgb()").split(", ")) < 200


def test_a_printed_hand_is_whole(open_hand, tmp_path):
    page = open_hand(scheme="dark", anchor="#play-6")
    pdf = tmp_path / "hand.pdf"
    page.pdf(path=str(pdf), format="A4", print_background=True)
    assert pdf.read_bytes().startswith(b"%PDF")
    page.emulate_media(media="print")
    assert page.locator(".hands .card").first.is_visible()
    assert not page.locator(".controls").is_visible()
    faint = page.eval_on_selector_all(
        ".face", "faces => faces.filter(face => getComputedStyle(face).opacity < 1).length"
    )
    assert faint == 0
    if shutil.which("pdftotext"):
        text = subprocess.run(
            ["pdftotext", "-layout", str(pdf), "-"], capture_output=True, text=True, check=True
        ).stdout
        assert "How it ended" in text
        assert "could have made" not in text


def test_without_its_script_the_hand_is_whole(browser, hands):
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto((hands / "fiftyk4.html").as_uri())
    plays = golden_record("fiftyk4")["plays"]
    assert page.locator(".plays > li").count() == len(plays)
    assert not page.locator(".controls").is_visible()
    assert page.locator(".choices summary").first.is_visible()
    context.close()
