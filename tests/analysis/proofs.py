"""Simulations that measure what the estimators promise: how often they are wrong.

Each function plays one promise out many times and returns how often it failed. The tests run them
small, `prove_statistics` runs them at length and writes the table in the documents.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy import stats

from analysis.betting import ConfidenceSequence
from analysis.estimates import mean_estimate
from analysis.ratings import cyclic_share, strengths
from analysis.resampling import resample
from analysis.sequential import H0, H1, UNDECIDED, Design, SequentialTest, Walk, may_look
from analysis.simultaneous import possibly_best, simultaneous
from analysis.stopped import chance_of_higher
from tests.analysis.laws import LAWS, draw


@dataclass(frozen=True)
class Rate:
    """How often something happened."""

    what: str
    hits: int
    runs: int
    note: str = ""

    @property
    def value(self):
        return self.hits / self.runs

    def slack(self, nominal):
        """Three Monte-Carlo standard errors at the nominal rate."""
        return 3 * math.sqrt(nominal * (1 - nominal) / self.runs)

    def at_most(self, nominal):
        return self.value <= nominal + self.slack(nominal)

    def is_near(self, nominal):
        return abs(self.value - nominal) <= self.slack(nominal)


DESIGN = Design(0.0, 0.2, every=50)
"""Bounds in SDs of a block: the laws have an SD of 1."""


def sequential(law, effect, runs, seed, design=DESIGN, looks=40, *, early=False):
    """Return how often a sequential test answers h1 and h0, and its mean number of blocks.

    `early` looks from the first blocks on, which is the mistake that `may_look` prevents.
    """
    rng = np.random.default_rng(seed)
    values, p = LAWS[law]
    values = values + effect
    answers, blocks = [], []
    for start in range(0, runs, 200):
        some = min(200, runs - start)
        counts = rng.multinomial(design.every, p, size=(some, looks)).cumsum(axis=1)
        n = design.every * np.arange(1, looks + 1)
        above, below = (counts[..., side].sum(axis=-1) for side in (values > 0, values < 0))
        allowed = np.ones((some, looks), bool) if early else may_look(n, above, below)
        ratios = np.full((some, looks), math.nan)
        ratios[allowed] = design.ratio(values, counts[allowed])
        for row in ratios:
            walk, taken = Walk(design), 0
            answer = UNDECIDED
            while answer == UNDECIDED and taken < looks:
                answer = walk.look(float(row[taken]))
                taken += 1
            answers.append(answer)
            blocks.append(n[taken - 1])
    note = f"{np.mean(blocks):,.0f} blocks on average, {answers.count(UNDECIDED)} undecided"
    return tuple(Rate(f"{law}: {answer}", answers.count(answer), runs, note) for answer in (H1, H0))


def after_stop(law, effect, runs, seed, design=DESIGN, most=2000):
    """Return how often the estimate after a stop is above the truth, and its interval misses it.

    The third is the control: how often the plain mean of runs that answered h1 is above the truth.
    """
    rng = np.random.default_rng(seed)
    above = missed = naive = stopped_high = 0
    for _ in range(runs):
        scores = draw(law, rng, most, effect)
        test = SequentialTest(design)
        for part in np.split(scores, 8):
            test.add(part)
        higher = chance_of_higher(effect, scores, test.stop)
        # Below one half: the effect with one half of endings above is larger than the truth.
        above += higher < 0.5
        missed += not 0.025 <= higher <= 0.975
        if test.stop.answer == H1:
            stopped_high += 1
            naive += scores[: test.stop.blocks].mean() > effect
    return (
        Rate(f"{law}, effect {effect:g}: estimate too high", int(above), runs),
        Rate(f"{law}, effect {effect:g}: interval misses", missed, runs),
        Rate(f"{law}, effect {effect:g}: mean of h1 runs too high", int(naive), stopped_high),
    )


def always_valid(law, runs, seed, n=2000):
    """Return how often the betting sequence ever misses the mean within n blocks.

    The second is the control: how often a t interval, looked at from 10 blocks on, does.
    """
    rng = np.random.default_rng(seed)
    bound = float(np.abs(LAWS[law][0]).max())
    blocks = np.arange(1, n + 1)
    reach = stats.t.ppf(0.975, np.maximum(blocks - 1, 1))
    missed = peeked = 0
    for _ in range(runs):
        scores = draw(law, rng, n)
        sequence = ConfidenceSequence(bound)
        sequence.add(scores)
        missed += bool(np.logaddexp(*sequence.log_capitals(0.0)).max() >= math.log(2 / 0.05))
        mean = np.cumsum(scores) / blocks
        spread = np.cumsum(np.square(scores)) / blocks - np.square(mean)
        error = np.sqrt(np.maximum(spread, 0) / np.maximum(blocks - 1, 1))
        peeked += bool((np.abs(mean) > reach * error)[9:].any())
    return (
        Rate(f"{law}: ever misses in {n} blocks", missed, runs),
        Rate(f"{law}: t interval looked at all the time", peeked, runs),
    )


def fixed_n(law, runs, seed, n=200):
    """Return how often the t interval of a fixed number of blocks misses the mean."""
    rng = np.random.default_rng(seed)
    missed = sum(mean_estimate(row).excludes(0.0) for row in draw(law, rng, (runs, n)))
    return Rate(f"{law}, n = {n}", missed, runs)


def _table(rng, law, n, ratings):
    """Scores of all pairs on common deals: what a deal does to one pair it does to others, too."""
    pairs = list(combinations(range(len(ratings)), 2))
    luck = draw(law, rng, (n, len(ratings)))
    own = draw(law, rng, (n, len(pairs)))
    gaps = [luck[:, a] - luck[:, b] + ratings[a] - ratings[b] for a, b in pairs]
    return np.stack(gaps, axis=1) + own, pairs


def families(law, ratings, runs, seed, n=100):
    """Return how often anything is wrong in a cross table: intervals, p-values, the best set.

    The last is the control: how often one of the single intervals misses.
    """
    rng = np.random.default_rng(seed)
    wrong = [0, 0, 0, 0]
    for _ in range(runs):
        scores, pairs = _table(rng, law, n, ratings)
        truth = np.array([ratings[a] - ratings[b] for a, b in pairs])
        family = simultaneous(scores, resamples=300)
        wrong[0] += any(
            one.excludes(true) for one, true in zip(family.estimates, truth, strict=True)
        )
        wrong[1] += any(
            p <= 0.05 for p, true in zip(family.p_values, truth, strict=True) if true == 0
        )
        strength = strengths(scores, pairs, len(ratings))
        wrong[2] += int(np.argmax(ratings)) not in possibly_best(strength, resamples=300)
        wrong[3] += any(
            mean_estimate(column).excludes(true)
            for column, true in zip(scores.T, truth, strict=True)
        )
    words = ("an interval misses", "a true null is rejected", "the best is left out", "control")
    return tuple(
        Rate(f"{law}: {word}", hits, runs) for word, hits in zip(words, wrong, strict=True)
    )


def circles(law, ratings, runs, seed, n=100):
    """Return how often ratings that are true are called circular, and the shares found."""
    rng = np.random.default_rng(seed)
    called, shares, raw = 0, [], []
    for _ in range(runs):
        scores, pairs = _table(rng, law, n, ratings)
        found = cyclic_share(scores, pairs, len(ratings), drawn=resample(scores, 200))
        called += found.p_value <= 0.05
        shares.append(found.share.value)
        raw.append(found.share.value + found.noise)
    return Rate(f"{law}: called circular", called, runs), np.array(shares), np.array(raw)


NORMALISED_DESIGN = replace(DESIGN, units="normalised")
