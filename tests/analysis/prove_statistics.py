"""`python -m tests.analysis.prove_statistics [FILE]`: every simulated promise played out at length.

Prints the table of docs/proofs.md, or writes it to a file. The tests run the same simulations in a
reduced form. It ends with status 1 if a promise was not kept.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from analysis.sequential import Design
from tests.analysis import proofs
from tests.analysis.laws import LAWS

RUNS = 2000
HEAD = """# Proofs by simulation

What the estimators promise, measured by playing it out; `make proofs` writes this page anew.
Scores have an SD of 1 and one of four laws: *gaussian*; *zeros* (nine deals of ten do not differ);
*doubled* (a fifth of the clear wins counts twice); *skewed* (exponential, skewness 2). "Allowed" is
the stated chance of error plus three Monte-Carlo standard errors; a **control** is a mistake that
must be seen to fail. Seeds are fixed.

| what | happened | runs | allowed |
|---|--:|--:|---|
"""


class Page:
    """The lines of the table, and whether all promises were kept."""

    def __init__(self):
        self.lines, self.kept = [], True

    def line(self, rate, allowed, kept):
        verdict = allowed if kept else f"{allowed}: **FAILED**"
        note = f"; {rate.note}" if rate.note else ""
        self.lines.append(f"| {rate.what}{note} | {rate.value:.2%} | {rate.runs:,} | {verdict} |")
        print(self.lines[-1], file=sys.stderr)
        self.kept &= kept

    def at_most(self, nominal, *rates):
        for rate in rates:
            limit = nominal + rate.slack(nominal)
            self.line(rate, f"at most {limit:.2%}", rate.at_most(nominal))

    def near(self, nominal, width, rate):
        """Within `width` of nominal, besides chance: an approximation is stated as one."""
        limit = width + rate.slack(nominal)
        allowed = f"{nominal - limit:.1%} to {nominal + limit:.1%}"
        self.line(rate, allowed, abs(rate.value - nominal) <= limit)

    def control(self, nominal, rate):
        self.line(rate, f"control: more than {nominal:.0%}", not rate.at_most(nominal))


def main(argv):
    page = Page()
    for seed, law in enumerate(LAWS):
        _named(page.at_most, 0.05, "t interval misses, ", proofs.fixed_n(law, RUNS, seed))
    for seed, law in enumerate(LAWS):
        for design, name in ((proofs.DESIGN, "points"), (proofs.NORMALISED_DESIGN, "normalised")):
            if name == "normalised" and law not in ("gaussian", "skewed"):
                continue
            wrong_h1, _ = proofs.sequential(law, design.h0, RUNS, 10 + seed, design)
            _, wrong_h0 = proofs.sequential(law, design.h1, RUNS, 20 + seed, design)
            _named(page.at_most, 0.05, f"GSPRT in {name}, truth h0, ", wrong_h1)
            _named(page.at_most, 0.05, f"GSPRT in {name}, truth h1, ", wrong_h0)
    eager = Design(0.0, 0.2, every=2)
    early, _ = proofs.sequential("gaussian", 0.0, RUNS, 30, eager, 250, early=True)
    _named(page.control, 0.05, "GSPRT looking from the second block on, truth h0, ", early)
    for seed, (law, effect) in enumerate(
        (("gaussian", 0.0), ("gaussian", 0.1), ("gaussian", 0.2), ("skewed", 0.2), ("zeros", 0.1))
    ):
        above, missed, naive = proofs.after_stop(law, effect, RUNS // 2, 40 + seed)
        _named(lambda n, r: page.near(n, 0.06, r), 0.5, "after a GSPRT (0 or 0.2), ", above)
        _named(page.at_most, 0.05, "after a GSPRT (0 or 0.2), ", missed)
        if effect < proofs.DESIGN.h1:
            _named(page.control, 0.5, "after a GSPRT (0 or 0.2), ", naive)
    for seed, law in enumerate(LAWS):
        ever, peeking = proofs.always_valid(law, RUNS, 50 + seed)
        _named(page.at_most, 0.05, "betting sequence, ", ever)
        _named(page.control, 0.05, "", peeking)
    for seed, (law, ratings) in enumerate(
        (
            ("gaussian", [0, 0, 0, 0]),
            ("doubled", [0, 0, 0, 0]),
            ("skewed", [0.5, 0, 0, 0]),
            ("zeros", [0.4, 0.4, 0, 0]),
        )
    ):
        *rates, control = proofs.families(law, ratings, RUNS // 2, 60 + seed)
        for rate in rates:
            _named(page.at_most, 0.05, f"max-T, ratings {ratings}, ", rate)
        _named(page.control, 0.05, f"single intervals, ratings {ratings}, ", control)
    for seed, law in enumerate(LAWS):
        called, shares, _ = proofs.circles(law, [2.0, 1.0, 0.0, -1.0], RUNS // 2, 70 + seed)
        _named(page.at_most, 0.05, "Hodge share of a true ranking, ", called)
        error = shares.std(ddof=1) / len(shares) ** 0.5
        page.lines.append(
            f"| mean of that share, {law} | {shares.mean():.3%} ± {3 * error:.3%} | "
            f"{len(shares):,} | holds 0 |"
        )
        page.kept &= abs(shares.mean()) <= 3 * error
    text = HEAD + "\n".join(page.lines) + "\n"
    if argv:
        Path(argv[0]).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0 if page.kept else 1


def _named(judge, nominal, prefix, rate):
    judge(nominal, replace(rate, what=prefix + rate.what))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
