"""The core by itself: words and bits, compiled and plain, and the tables' language."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random

import numpy as np
import pytest

import sim
from sim.cards import CardSet
from sim.core import bits
from sim.core.compiler import COMPILED, plain
from sim.deals import deal_hands
from sim.games import FIFTYK4, find_rules
from sim.hand import play_logged
from sim.notation import cards_text, ranks_text, read_cards
from sim.plays import legal_plays, name_of
from tests.naive.bombs import bomb_strength
from tests.naive.cards import pack
from tests.naive.games import find_game
from tests.naive.variants import KINDS_OF_PLAYS
from tests.sim.sample import RULES_OF_TABLE, cards, line_up, pattern_of

ROOT = Path(__file__).parents[2]
TOP = np.uint64(60)


def run_digest(**environment):
    command = [sys.executable, "-m", "tests.sim.kernel_digest"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "FIFTYK_CHECK": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.compiled
def test_compiled_is_plain():
    compiled, uncompiled = run_digest(), run_digest(NUMBA_DISABLE_JIT="1")
    assert (compiled.pop("compiled"), uncompiled.pop("compiled")) == (True, False)
    assert compiled == uncompiled


def random_set(rng, copies):
    deck = [(rank, suit) for rank in range(13) for suit in range(4)] * copies
    deck += [(13, 0), (14, 0)] * copies
    return CardSet.of(rng.sample(deck, rng.randint(0, len(deck))))


@pytest.mark.parametrize("copies", [1, 2, 3])
def test_words_say_what_the_cards_are(copies):
    rng = Random(copies)
    for _ in range(200):
        one, other = random_set(rng, copies), random_set(rng, copies)
        lo, hi = np.uint64(one.lo), np.uint64(one.hi)
        counts = np.uint64(bits.rank_counts(lo, hi))
        assert counts == one.counts and bits.card_total(counts) == len(one)
        assert bits.points_in(counts) == one.points
        assert lo >> TOP == hi >> TOP == counts >> TOP == 0
        for k in range(1, 9):
            mask = bits.at_least(counts, k)
            wanted = [rank for rank in range(15) if counts >> np.uint64(4 * rank) & 15 >= k]
            assert [rank for rank in range(15) if mask >> np.uint64(4 * rank + 3) & 1] == wanted
            assert mask & ~bits.EIGHTS == 0
            assert [bits.nth_rank(mask, np.int64(n)) for n in range(len(wanted))] == wanted
        for k in range(9, 16):
            mask = bits.at_least_many(counts, k)
            wanted = [rank for rank in range(15) if counts >> np.uint64(4 * rank) & 15 >= k]
            assert [rank for rank in range(15) if mask >> np.uint64(4 * rank + 3) & 1] == wanted
        part = (np.uint64(other.lo), np.uint64(other.hi))
        assert bits.holds(lo, hi, *part) == one.holds(other)
        assert bits.contains(counts, np.uint64(other.counts)) == all(
            counts >> np.uint64(4 * r) & 15 >= other.counts >> 4 * r & 15 for r in range(15)
        )
        suits = [{s for r, s in one.pairs() if r == rank} for rank in (2, 7, 10)]
        pure = set.intersection(*suits)
        assert int(bits.pure_suits(lo, hi)).bit_count() == len(pure)
        mixed = all(suits) and len(set.union(*suits)) > 1
        assert bits.has_mixed_fifty_k(lo, hi) == mixed


def test_no_constant_uses_a_bit_from_60_on():
    words = {name: value for name, value in vars(bits).items() if isinstance(value, np.uint64)}
    used = {name for name, value in words.items() if value >> TOP}
    # The two that fold a whole word in card_total and contains never meet a card set's top bits.
    assert used <= {"_EVEN_NIBBLES", "_BYTE_ONES"}
    for rank in range(-1, 15):
        assert plain(bits.ranks_above)(rank) >> TOP == 0
        assert rank < 0 or plain(bits.rank_bit)(rank) >> TOP == 0


@pytest.mark.parametrize(
    ("rules_id", "options"),
    [
        *((rules_id, {}) for rules_id in RULES_OF_TABLE),
        ("fuqing6", {"jokers": True}),
        ("fiftyk4", {"decks": 3, "seats": 6, "bombs": "bomb 4 < bomb 12"}),
    ],
    ids=str,
)
def test_no_play_or_hand_uses_a_bit_from_60_on(rules_id, options):
    rules = find_rules(rules_id, options)
    deals = deal_hands(rules, 1, range(20))
    assert (deals.cards >> TOP == 0).all()
    for row in range(20 if COMPILED else 1):
        _, log = play_logged(line_up(rules), deals, row)
        assert (log[:, 1:4] >> TOP == 0).all()
        for hand in deals.hands(row)[:2]:
            assert all(p.counts >> 60 == p.meta >> 60 == 0 for p in legal_plays(rules, hand))


def test_text_of_words():
    rng = Random(4)
    for _ in range(200):
        one = random_set(rng, 3)
        assert cards_text(one.lo, one.hi) == str(one)
        assert ranks_text(one.counts) == one.ranks
        assert read_cards(str(one).lower()) == read_cards(str(one)) == one
    assert read_cards("3s 3s 3s 3s") is None and read_cards("") == CardSet()


def test_every_strength_is_in_the_order_of_the_ladder():
    rules = find_rules("fiftyk4", {"decks": 3, "seats": 6})
    ladder = "mixed_fifty_k < pure_fifty_k by_suit < " + " < ".join(
        f"bomb {n}" for n in range(4, 13)
    )
    rules = rules.with_options({"bombs": ladder})
    hand = CardSet.of([(rank, suit) for rank in range(13) for suit in range(4)] * 3)
    bombs = [play for play in legal_plays(rules, hand) if play.type not in KINDS_OF_ROWS]
    words = [(play.meta >> 16) & 255 for play in bombs]
    assert len(set(words)) == len(words) == 1 + 4 + 9 * 13
    order = sorted(bombs, key=lambda play: play.meta >> 16 & 255)
    names = list(dict.fromkeys(f"{play.type} {play.size}" for play in order))
    assert names == ["mixed_fifty_k 3", "pure_fifty_k 3", *[f"bomb {n}" for n in range(4, 13)]]
    assert [play.suit for play in order[1:5]] == ["d", "c", "h", "s"]
    assert all(name_of(rules, play.meta)[0] == play.type for play in bombs)


KINDS_OF_ROWS = {row.kind for row in FIFTYK4.combinations}


@pytest.mark.parametrize(("rules_id", "options"), KINDS_OF_PLAYS, ids=str)
def test_every_strength_is_in_the_order_of_the_twins_ladder(rules_id, options):
    rules, game = find_rules(rules_id, options), find_game(rules_id, options)
    found = {}
    for rank in "3456789TJQKA2L":
        held = [card for card in pack(rules.decks, rules.jokers) if card[0] in (rank + "B")]
        for play in legal_plays(rules, cards(held)):
            if play.type in ("bomb", "joker_bomb", "four_twos"):
                found[pattern_of(play)] = play.meta >> 16 & 255
    fifty = cards([card for card in pack(1) if card[0] in "5TK"])
    for play in legal_plays(rules, fifty):
        if "fifty_k" in play.type:
            found[pattern_of(play)] = play.meta >> 16 & 255
    strengths = [(word, bomb_strength(game, pattern)) for pattern, word in found.items()]
    for one, its_rank in strengths:
        for other, other_rank in strengths:
            assert (one > other) == (its_rank > other_rank)


def test_the_public_names():
    assert sorted(sim.__all__) == sim.__all__ == sorted(sim._HOME_OF)
    for name in sim.__all__:
        assert getattr(sim, name) is getattr(import_module(f"sim.{sim._HOME_OF[name]}"), name)
    with pytest.raises(AttributeError, match="no attribute 'Deck'"):
        _ = sim.Deck


def test_importing_the_package_loads_no_compiler():
    code = "import sim, sim.errors, sys; print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]
