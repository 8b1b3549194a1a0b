from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import optimize

from analysis.sequential import H0, H1, UNDECIDED, Design, SequentialTest, may_look
from sim.errors import BadInput
from tests.analysis import proofs
from tests.analysis.laws import LAWS, draw

DESIGN = Design(0.0, 0.3, every=20)


def naive_ratio(scores, h0, h1):
    """The log-likelihood ratio of a plain list, one root at a time."""
    total = 0.0
    for sign, s in ((1, h0), (-1, h1)):
        a = np.asarray(scores) - s
        # No reweighted frequency 1/(n(1 + xa)) is above 1.
        ends = [(1 / len(a) - 1) / a.max(), (1 / len(a) - 1) / a.min()]
        x = optimize.brentq(lambda x, a=a: (a / (1 + x * a)).sum(), *ends)
        total += sign * float(np.log1p(x * a).sum())
    return total


def naive_test(scores, design):
    """A sequential test written out: every look from scratch."""
    seen, high, low = [], [], []
    for n in range(design.every, len(scores) + 1, design.every):
        some = scores[:n]
        signs = min(sum(x > 0 for x in some), sum(x < 0 for x in some))
        if n < 500 and (n < 50 or signs < 10):
            continue
        ratio = naive_ratio(some, design.h0, design.h1)
        if seen and ratio > max(seen):
            high.append(ratio - max(seen))
        if seen and ratio < min(seen):
            low.append(min(seen) - ratio)
        seen.append(ratio)
        upper = math.log((1 - design.beta) / design.alpha)
        lower = math.log(design.beta / (1 - design.alpha))
        upper -= sum(x * x for x in high) / (2 * sum(high)) if high else 0
        lower += sum(x * x for x in low) / (2 * sum(low)) if low else 0
        if ratio >= upper or ratio <= lower:
            return (H1 if ratio >= upper else H0), n, ratio, lower, upper
    return UNDECIDED, n, ratio, lower, upper


def run(scores, design=DESIGN, portions=1):
    test = SequentialTest(design)
    for part in np.array_split(scores, portions):
        test.add(part)
    return test.stop


@pytest.mark.parametrize("effect", [-0.1, 0.0, 0.15, 0.3, 0.6])
@pytest.mark.parametrize("law", LAWS)
def test_agrees_with_the_test_written_out(law: str, effect: float) -> None:
    scores = draw(law, np.random.default_rng(3), 700, effect)
    answer, n, *figures = naive_test(list(scores), DESIGN)
    stop = run(scores)
    assert (stop.answer, stop.blocks) == (answer, n)
    assert (stop.ratio, stop.lower, stop.upper) == pytest.approx(figures)


@pytest.mark.parametrize("bound", [None, 10.0])
def test_portions_change_nothing(bound: float | None) -> None:
    scores = draw("gaussian", np.random.default_rng(4), 600, 0.1)
    design = replace(DESIGN, bound=bound)
    whole, cut = run(scores, design), run(scores, design, 37)
    assert (whole.answer, whole.blocks, whole.first_look) == (
        cut.answer,
        cut.blocks,
        cut.first_look,
    )
    assert (whole.ratio, whole.lower, whole.upper) == pytest.approx(
        (cut.ratio, cut.lower, cut.upper)
    )


@pytest.mark.parametrize("units", ["points", "normalised"])
@pytest.mark.parametrize("effect", [0.0, 0.15, 0.3])
def test_the_other_way_round_answers_the_opposite(units: str, effect: float) -> None:
    scores = draw("skewed", np.random.default_rng(5), 600, effect)
    design = replace(DESIGN, units=units, alpha=0.02, beta=0.1)
    there = run(scores, design)
    swapped = replace(design, h0=-design.h1, h1=-design.h0, alpha=design.beta, beta=design.alpha)
    back = run(-scores, swapped)
    assert back.blocks == there.blocks
    assert back.answer == {H0: H1, H1: H0, UNDECIDED: UNDECIDED}[there.answer]
    assert back.ratio == pytest.approx(-there.ratio)
    assert back.upper == pytest.approx(-there.lower)


def test_no_look_before_there_is_something_to_see() -> None:
    assert may_look([49, 50, 50, 499, 500], [20, 10, 9, 9, 0], [20, 10, 20, 9, 0]).tolist() == [
        False, True, False, False, True,
    ]  # fmt: skip


def test_a_strategy_against_itself_is_not_better() -> None:
    stop = run(np.zeros(5000), Design(0.0, 1.0, bound=160.0))
    assert stop.answer == H0
    assert stop.blocks == 500
    # Without a bound nothing is known of deals that differ: no answer.
    assert run(np.zeros(5000), Design(0.0, 1.0)).answer == UNDECIDED


def test_why_it_stopped_is_a_sentence() -> None:
    won = run(draw("gaussian", np.random.default_rng(6), 600, 0.5))
    assert won.why.startswith("answer after ")
    assert "the effect is above 0 points" in won.why
    lost = run(draw("gaussian", np.random.default_rng(6), 600, -0.5))
    assert "the effect is below 0.3 points" in lost.why
    assert run(np.zeros(40)).why == "no answer: 40 deals are too few for a first look"
    near = run(draw("gaussian", np.random.default_rng(7), 60, 0.15))
    assert near.why.startswith("no answer within 60 deals")
    assert near.to_json()["answer"] == UNDECIDED
    assert run(np.zeros(40)).to_json()["llr"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"h1": 0.0},
        {"h0": math.nan},
        {"alpha": 0.5},
        {"beta": 0.0},
        {"units": "elo"},
        {"every": 0},
        {"bound": 0.3},
    ],
)
def test_designs_that_ask_nothing_are_refused(wrong: dict) -> None:
    with pytest.raises(BadInput):
        replace(DESIGN, **wrong)


@pytest.mark.statistical
@pytest.mark.parametrize("law", LAWS)
def test_errors_are_as_rare_as_designed(law: str) -> None:
    wrong_h1, _ = proofs.sequential(law, 0.0, 400, seed=1)
    right_h1, wrong_h0 = proofs.sequential(law, 0.2, 400, seed=2)
    assert wrong_h1.at_most(0.05)
    assert wrong_h0.at_most(0.05)
    assert right_h1.value >= 0.95 - right_h1.slack(0.05)


@pytest.mark.statistical
def test_errors_are_as_rare_as_designed_in_normalised_units() -> None:
    wrong_h1, _ = proofs.sequential("skewed", 0.0, 200, 3, proofs.NORMALISED_DESIGN, 20)
    _, wrong_h0 = proofs.sequential("skewed", 0.2, 200, 4, proofs.NORMALISED_DESIGN, 20)
    assert wrong_h1.at_most(0.05)
    assert wrong_h0.at_most(0.05)


@pytest.mark.statistical
def test_looking_from_the_start_errs_too_often() -> None:
    eager = Design(0.0, 0.2, every=2)
    wrong_h1, _ = proofs.sequential("gaussian", 0.0, 300, 5, eager, 150, early=True)
    assert not wrong_h1.at_most(0.05)
