"""Figures: what is drawn, in text that stays text, and what is refused."""

from __future__ import annotations

import math
import warnings
from xml.etree import ElementTree

import pytest
from matplotlib import rcParams

from analysis.estimates import Estimate
from reports import drawing, figures
from reports.page import Drawing
from reports.palette import DARK, LIGHT, RAMP_STEPS, SWATCHES, ramp, strategy_inks
from tests.reports.sample import INKS, made_up

X = [0.0, 10.0, 20.0]
FORMS = {
    "dots": lambda: figures.dots_with_intervals(
        [
            figures.Dot("balanced", made_up(7.3, 0.4), "balanced"),
            figures.Dot("b", made_up(-2, 0.2)),
        ],
        axis="points a hand",
        inks=INKS,
        sides=("b wins", "a wins"),
    ),
    "forest": lambda: figures.forest(
        [
            figures.Pair("aces", made_up(63.5, 0.6), made_up(107.7, 1)),
            figures.Pair("2s", None, made_up(9, 1)),
        ],
        axis="points a hand",
    ),
    "shares": lambda: figures.stacked_shares(
        [figures.Shares("lowest", (0.2, 0.5, 0.3))], parts=("1", "2", "3"), axis="share of hands"
    ),
    "waterfall": lambda: figures.waterfall(
        [figures.Step("places", 5.0), figures.Step("points", -1.5)], 3.5, axis="points a hand"
    ),
    "bars": lambda: figures.bars(
        [figures.Bar("zero", made_up(0.04, 0.01))], axis="share", percent=True
    ),
    "lines": lambda: figures.lines_with_bands(
        [figures.Line("shed", X, [1, 2, 3], [0, 1, 2], [2, 3, 4], "shed")],
        x_axis="plays",
        y_axis="points",
        inks=INKS,
    ),
    "survival": lambda: figures.survival_curves(
        [figures.Line("all", X, [1.0, 0.1, 0.0])], x_axis="score", y_axis="share", log=True
    ),
}


def bodies(drawn: Drawing) -> list[ElementTree.Element]:
    return [
        ElementTree.fromstring(f"<svg>{each.body}</svg>") for each in (drawn.wide, drawn.narrow)
    ]


def texts(drawn: Drawing) -> list[str]:
    return [element.text or "" for element in bodies(drawn)[0].iter("text")]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_bytes_twice_at_both_widths(form):
    first, second = FORMS[form](), FORMS[form]()
    assert first == second
    assert first.narrow.width <= 340 < first.wide.width


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_text_variables_and_nothing_a_page_must_not_hold(form):
    drawn = FORMS[form]()
    for root in bodies(drawn):
        assert list(root.iter("text"))
        for element in root.iter():
            assert element.tag not in {"style", "metadata", "title", "image"}
            assert not {"style", "font-family"} & set(element.attrib)
            for key in ("fill", "stroke"):
                assert not element.get(key, "").startswith("#"), element.attrib
            assert element.get("id", "@@").startswith("@@")
    assert "var(--ink)" in drawn.wide.body


@pytest.mark.parametrize("form", FORMS)
def test_text_stays_inside_the_picture(form):
    drawn = FORMS[form]()
    for root, picture in zip(bodies(drawn), (drawn.wide, drawn.narrow), strict=True):
        for element in root.iter("text"):
            width = drawing.text_width(element.text or "", 12)
            anchor = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", "start"), 0.0)
            left = float(element.get("x", "0")) - anchor * width
            assert left > -12, element.text
            assert left + width < picture.width + 16, element.text
            assert 0 < float(element.get("y", "0")) < picture.height


def test_nothing_global_is_left_behind():
    # Reading the backend is what chooses one, so it is left alone.
    before = {key: rcParams[key] for key in rcParams if key != "backend"}
    FORMS["dots"]()
    assert {key: rcParams[key] for key in before} == before


def test_labels_are_text_whatever_they_hold():
    drawn = figures.bars(
        [figures.Bar("<b> & $x^2$", 1.0), figures.Bar("五十K", 2.0)], axis="points"
    )
    assert {"<b> & $x^2$", "五十K"} <= set(texts(drawn))


def test_values_are_written_beside_their_rows():
    written = {text.replace("\N{NO-BREAK SPACE}", " ") for text in texts(FORMS["dots"]())}
    assert {"balanced", "7.3 ± 0.4", "points a hand", "← b wins", "a wins →"} <= written


def test_shares_are_written_inside_where_they_fit():
    drawn = figures.stacked_shares(
        [figures.Shares("a", (0.001, 0.999))], parts=("no", "yes"), axis="share"
    )
    written = {text.replace("\N{NO-BREAK SPACE}", " ") for text in texts(drawn)}
    assert "99.9 %" in written
    assert "0.1 %" not in written


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: figures.bars([], axis="points"), "nothing to draw"),
        (lambda: figures.lines_with_bands([], x_axis="x", y_axis="y"), "nothing to draw"),
        (lambda: figures.waterfall([figures.Step("a", 1.0)], 2.0, axis="x"), "add up"),
        (
            lambda: figures.stacked_shares([figures.Shares("a", (0.5, 0.4))], parts="ab", axis="x"),
            "add up to 1",
        ),
        (
            lambda: figures.stacked_shares([figures.Shares("a", (1.0,))], parts="ab", axis="x"),
            "1 shares for 2 parts",
        ),
        (
            lambda: figures.dots_with_intervals([figures.Dot("a", made_up(1, 1), "x")], axis="x"),
            "no ink",
        ),
        (
            lambda: figures.survival_curves(
                [figures.Line("a", X, [0.0, 0.0, 0.0])], x_axis="x", y_axis="y", log=True
            ),
            "no share above zero",
        ),
        (
            lambda: figures.lines_with_bands([figures.Line("a", [1], [1])], x_axis="x", y_axis="y"),
            "2 or more",
        ),
        (lambda: figures.bars([figures.Bar("a", math.nan)], axis="x"), "no finite value"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_sentence(wrong, says):
    with pytest.raises(ValueError, match=says):
        wrong()


@pytest.mark.parametrize(
    "value",
    [
        Estimate(3.0, math.nan, 1, 0.95, -math.inf, math.inf),
        Estimate(0.0, 0.0, 100, 0.95, 0.0, 0.0),
        made_up(1e-9, 1e-10),
        made_up(1e9, 1e6),
    ],
)
def test_extreme_estimates_are_drawn_without_a_warning(value):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figures.dots_with_intervals([figures.Dot("a", value)], axis="points")
        figures.bars([figures.Bar("a", value)], axis="points")


def test_labels_are_moved_apart_as_little_as_possible():
    assert drawing.spread([10.0, 50.0], 16, 0, 100) == [10.0, 50.0]
    moved = drawing.spread([50.0, 51.0, 50.0], 16, 0, 100)
    assert sorted(moved) == pytest.approx([34.33, 50.33, 66.33], abs=0.01)
    assert min(drawing.spread([0.0, 1.0], 16, 0, 100)) >= 0


def test_ticks_share_their_decimals():
    assert drawing.tick_labels([0.0, 2.5, 5.0]) == ["0.0", "2.5", "5.0"]
    assert drawing.tick_labels([-100.0, 0.0]) == ["−100", "0"]


def test_strategies_keep_their_look_and_42_of_them_differ():
    names = [f"s{k}" for k in range(42)]
    inks = strategy_inks(names)
    assert strategy_inks(names[:3]) == {name: inks[name] for name in names[:3]}
    assert len({(ink.token, ink.shape) for ink in inks.values()}) == 42
    assert {ink.shape for ink in inks.values()} == set(SWATCHES)


def test_colours_can_be_exchanged_for_variables():
    assert LIGHT.keys() == DARK.keys()
    assert len(set(LIGHT.values())) == len(LIGHT)
    assert ramp(RAMP_STEPS) == ("r1", "r2", "r3", "r4", "r5", "r6")
    with pytest.raises(ValueError, match="7 parts"):
        ramp(7)


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_contrast_of_text_and_marks(colours):
    for token in ("ink", "muted", "accent"):
        assert contrast(colours[token], colours["paper"]) >= 4.5, token
        assert contrast(colours[token], colours["panel"]) >= 4.5, token
    for token in ("s1", "s2", "s3", "s4", "s5", "s6", "s7", "context", "gain", "loss"):
        assert contrast(colours[token], colours["paper"]) >= 3, token
    for step in range(1, RAMP_STEPS + 1):
        assert contrast(colours[f"r{step}"], colours[f"r{step}-ink"]) >= 4.5, step
