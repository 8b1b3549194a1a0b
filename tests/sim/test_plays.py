"""Legal plays: the fast core against the twin, against all subsets, and against itself."""

from __future__ import annotations

import itertools
from dataclasses import replace
from math import comb, prod
from random import Random

import numpy as np
import pytest

from sim.cards import CardSet, parse_cards
from sim.core.classify import reads_as
from sim.core.compiler import COMPILED
from sim.core.listing import first_cards
from sim.core.suits import cards_of_play
from sim.errors import BadInput
from sim.games import FIFTYK4, find_rules
from sim.plays import (
    answer_line,
    beats,
    concrete_plays,
    count_concrete,
    legal_plays,
    moves_document,
    read_play,
    readings,
)
from sim.policy import as_records
from tests.naive import plays as naive
from tests.naive.cards import pack
from tests.naive.games import find_game
from tests.naive.variants import KINDS_OF_PLAYS
from tests.sim.sample import cards, concrete_of, pattern_of, random_cards

POOLS = ("3456789TJQKA2LB", "56789TKLB", "TJQKA2LB", "345A2LB", "45TKL")
SUITED_POOLS = ("3456789TJQKA2", "56789TK", "TJQKA2", "3456789TJQKA2")
TWO_DECKS = FIFTYK4.with_options(
    {"decks": 2, "bombs": "mixed_fifty_k < pure_fifty_k < bomb 4 < bomb 5"}
)
each_kind = pytest.mark.parametrize(("rules_id", "options"), KINDS_OF_PLAYS, ids=str)


def random_pair(rng, game, most=27):
    """A hand and another seat's cards: whole hands, or some out of a few ranks."""
    whole = rng.random() < 0.4
    pool = POOLS[0] if whole else rng.choice(POOLS)
    deck = [card for card in pack(game.decks, game.jokers) if card[0] in pool]
    largest = min(most, -(-len(pack(game.decks, game.jokers)) // game.seats), len(deck) // 2)
    size = largest if whole else rng.randint(1, largest)
    both = rng.sample(deck, 2 * size)
    return both[:size], both[size:]


def some_tops(rng, plays):
    """Return no top, one out of all plays, and one of several cards."""
    return [None, rng.choice(plays), rng.choice([p for p in plays if p.size > 1] or plays)]


def twins(play):
    return None if play is None else pattern_of(play)


def assert_the_twins_plays(rules_id, options, rng, times):
    rules, game = find_rules(rules_id, options), find_game(rules_id, options)
    record = as_records(rules.record)[0]
    for _ in range(times):
        tokens, other = random_pair(rng, game)
        hand = cards(tokens)
        for top in some_tops(rng, legal_plays(rules, cards(other))):
            ours = legal_plays(rules, hand, top)
            patterns = [pattern_of(play) for play in ours]
            # The plays number 0 … n-1 are all of them, each once.
            assert len(set(patterns)) == len(patterns)
            assert set(patterns) == naive.legal_patterns(rules_id, options, tokens, twins(top))
            for play in rng.sample(ours, min(len(ours), 8)):
                assert_cards_make(rules, options, record, hand, play)


def assert_cards_make(rules, options, record, hand, play):
    """Both ways of choosing cards give some of the hand that read as the play, for both readers."""
    words = [np.uint64(word) for word in (hand.lo, hand.hi, play.counts, play.meta)]
    for chosen in (first_cards(record, *words), cards_of_play(record, *words)):
        found = CardSet(*map(int, chosen))
        assert hand.holds(found) and found.counts == play.counts
        assert reads_as(record, *map(np.uint64, chosen), words[-1])
        assert read_play(rules, found, play.type, play.rank) == replace(play, cards=found)
        read = naive.pattern_of(rules.id, options, tuple(found), play.type, play.rank)
        assert read == pattern_of(play)


@each_kind
def test_leads_and_follows_are_the_twins(rules_id, options):
    assert_the_twins_plays(rules_id, options, Random(1), 25 if COMPILED else 1)


@pytest.mark.slow
@pytest.mark.compiled
@each_kind
def test_leads_and_follows_are_the_twins_many_times(rules_id, options):
    assert_the_twins_plays(rules_id, options, Random(2), 300)


@pytest.mark.compiled
@each_kind
def test_card_by_card_and_first_choices_are_the_twins(rules_id, options):
    rng, rules, game = Random(100), find_rules(rules_id, options), find_game(rules_id, options)
    for _ in range(12):
        tokens, other = random_pair(rng, game, 12)
        hand = cards(tokens)
        for top in some_tops(rng, legal_plays(rules, cards(other))):
            patterns = legal_plays(rules, hand, top)
            concrete = [concrete_of(play) for play in concrete_plays(rules, hand, top)]
            assert len(concrete) == count_concrete(rules, hand, top) == len(set(concrete))
            assert set(concrete) == naive.concrete_plays(rules_id, options, tokens, twins(top))
            for play in rng.sample(patterns, min(len(patterns), 6)):
                first = naive.first_cards_of(rules_id, tokens, pattern_of(play), options)
                assert tuple(play.cards) == first


def assert_every_subset_is_read(rules_id, options, rng, size):
    rules, game = find_rules(rules_id, options), find_game(rules_id, options)
    for pool in rng.sample(POOLS[1:], 2):
        deck = [card for card in pack(game.decks, game.jokers) if card[0] in pool]
        tokens = rng.sample(deck, min(size, len(deck)))
        found = {
            concrete_of(play)
            for number in range(1, len(tokens) + 1)
            for subset in set(itertools.combinations(sorted(tokens), number))
            for play in readings(rules, cards(subset))
        }
        assert found == {concrete_of(play) for play in concrete_plays(rules, cards(tokens))}
        assert found == naive.legal_by_brute_force(rules_id, options, tokens)


@pytest.mark.compiled
@each_kind
def test_every_subset_of_a_hand_is_read(rules_id, options):
    assert_every_subset_is_read(rules_id, options, Random(200), 8)


@pytest.mark.slow
@pytest.mark.compiled
@each_kind
def test_every_subset_of_a_large_hand_is_read(rules_id, options):
    # Where jokers are wild the twin tries thousands of cards that two of them may be.
    size = 10 if find_rules(rules_id).wild_jokers else 13
    assert_every_subset_is_read(rules_id, options, Random(1), size)


@pytest.mark.compiled
@each_kind
def test_beating_is_the_twins(rules_id, options):
    rules, game = find_rules(rules_id, options), find_game(rules_id, options)
    rng = Random(7)
    for pool in POOLS:
        deck = [card for card in pack(game.decks, game.jokers) if card[0] in pool]
        plays = legal_plays(rules, cards(rng.sample(deck, min(24, len(deck)))))
        # One of each type at least, the rest by chance.
        some = [*{play.type: play for play in plays}.values(), *rng.choices(plays, k=30)]
        for one, other in itertools.product(some, repeat=2):
            right = naive.beats(rules_id, options, pattern_of(one), pattern_of(other))
            assert beats(rules, one, other) == right


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules_id", "options"), [*KINDS_OF_PLAYS, ("fiftyk4", {"decks": 2})], ids=str
)
def test_every_generated_play_reads_as_itself_and_beats_what_it_follows(rules_id, options):
    rng, rules = Random(5), find_rules(rules_id, options)
    deck = pack(rules.decks, rules.jokers)
    for _ in range(6):
        drawn = rng.sample(deck, 34)
        hand, other = cards(drawn[:17]), cards(drawn[17:])
        plays = legal_plays(rules, hand)
        for play in plays:
            assert hand.holds(play.cards) and play.cards.counts == play.counts
            assert play.cards.ranks == play.ranks and len(play.cards) == play.size
            assert read_play(rules, play.cards, play.type, play.rank) == play
            assert not beats(rules, play, play)
        top = rng.choice(legal_plays(rules, other))
        follows = legal_plays(rules, hand, top)
        # Following is leading, less what does not beat the top.
        assert {pattern_of(play) for play in follows} == {
            pattern_of(play) for play in plays if beats(rules, play, top)
        }
        assert not any(beats(rules, top, play) for play in follows)


@pytest.mark.parametrize("trial", range(10))
def test_suit_expansion(trial):
    """A suit-blind pattern has the product over its ranks of C(held, used) choices of cards."""
    rng = Random(300 + trial)
    hand = cards(random_cards(rng, 14, SUITED_POOLS[trial % 4]))
    held = {rank: hand.ranks.count(rank) for rank in hand.ranks}
    expected = 0
    for play in legal_plays(FIFTYK4, hand):
        if play.type not in ("mixed_fifty_k", "pure_fifty_k"):
            expected += prod(comb(held[r], play.ranks.count(r)) for r in set(play.ranks))
    fifty_ks = held.get("5", 0) * held.get("T", 0) * held.get("K", 0)
    assert count_concrete(FIFTYK4, hand) == expected + fifty_ks


def test_copies_of_two_decks_are_one_choice():
    hand = parse_cards("3s 3s 3h 4c 4c", decks=2)
    counts = {}
    for play in concrete_plays(TWO_DECKS, hand):
        counts[play.type, play.rank] = counts.get((play.type, play.rank), 0) + 1
    # Two of {s, s, h}: ss or sh; and so on.
    assert counts["single", "3"] == 2 and counts["pair", "3"] == 2 and counts["triple", "3"] == 1
    assert counts["pair", "4"] == 1 and counts["pair_run", "4"] == 2
    assert count_concrete(TWO_DECKS, hand) == sum(counts.values())


# ---------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("text", "type_", "rank", "message"),
    [
        ("3s 4s", None, None, "3s 4s is no combination of fiftyk4; there are single, pair"),
        ("3s", "house", None, "no type 'house'; it has single, pair"),
        ("3s", "pair", None, "3s is not pair; it is single 3"),
        ("3s", None, "4", "3s is not 4; it is single 3"),
        ("3s", None, "x", "'x' is not a rank"),
        ("3s", None, "", "'' is not a rank"),
        ("5s Ts Ks", None, "5", "is not 5; it is pure_fifty_k"),
    ],
)
def test_what_cannot_be_read(text, type_, rank, message):
    with pytest.raises(BadInput, match=message.replace("(", r"\(")):
        read_play(FIFTYK4, parse_cards(text), type_, rank)


def test_several_readings_need_their_type_and_rank(monkeypatch):
    # No set of cards has two readings in Fifty K, so two are put before the reader.
    two = legal_plays(FIFTYK4, parse_cards("3s 4s"))
    monkeypatch.setattr("sim.plays.readings", lambda rules, cards: two)
    with pytest.raises(BadInput, match="several readings; .*: single 3, single 4"):
        read_play(FIFTYK4, parse_cards("3s 4s"))
    assert read_play(FIFTYK4, parse_cards("3s 4s"), "single", "4") == two[1]


def test_rank_letters_are_read_as_people_write_them():
    assert read_play(FIFTYK4, parse_cards("ts"), "single", "10").rank == "T"
    assert read_play(FIFTYK4, parse_cards("ts"), "single", "t").rank == "T"


def test_a_bomb_is_only_that_bomb():
    assert [p.type for p in readings(FIFTYK4, parse_cards("3s 3h 3c 3d"))] == ["bomb"]
    assert [p.type for p in readings(FIFTYK4, parse_cards("5s Ts Ks"))] == ["pure_fifty_k"]
    assert [p.type for p in readings(FIFTYK4, parse_cards("5s Ts Kh"))] == ["mixed_fifty_k"]


def test_the_whole_ladder():
    texts = ["2s 2h 2c", "5s Tc Kc", "5d Td Kd", "5c Tc Kc", "5h Th Kh", "5s Ts Ks"]
    texts += [" ".join(rank + suit for suit in "shcd") for rank in "3456789TJQKA2"]
    ladder = [read_play(FIFTYK4, parse_cards(text)) for text in texts]
    for low, one in enumerate(ladder):
        for high, other in enumerate(ladder):
            assert beats(FIFTYK4, other, one) == (high > low)


# ---------------------------------------------------------------- documents


def test_a_moves_document():
    hand, top = parse_cards("7s 7h 5d Td Kd Ts"), read_play(FIFTYK4, parse_cards("6s 6h"))
    assert moves_document(FIFTYK4, hand, top) == {
        "rules": "fiftyk4",
        "plays": [
            {"type": "pair", "rank": "7", "size": 2, "ranks": "77", "suit": None, "cards": "7s 7h"},
            {"type": "pair", "rank": "T", "size": 2, "ranks": "TT", "suit": None, "cards": "Ts Td"},
            {
                "type": "mixed_fifty_k",
                "rank": None,
                "size": 3,
                "ranks": "5TK",
                "suit": None,
                "cards": "5d Ts Kd",
            },
            {
                "type": "pure_fifty_k",
                "rank": None,
                "size": 3,
                "ranks": "5TK",
                "suit": "d",
                "cards": "5d Td Kd",
            },
        ],
    }


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        (b"\xff\xfe\xff", "not JSON"),
        ("[1]", "not an object"),
        ("{}", "no rules"),
        ('{"rules": "fiftyk4"}', "no hand"),
        ('{"rules": 4, "hand": "3s"}', "rules"),
        ('{"rules": "whist", "hand": "3s"}', "fiftyk4, fiftyk3"),
        ('{"rules": "fiftyk4", "hand": 3}', "are strings"),
        ('{"rules": "fiftyk4", "hand": "3s", "top": ["4s"]}', "are strings"),
        ('{"rules": "fiftyk4", "hand": "3s", "top_type": "pair"}', "but no top"),
        ('{"rules": "fiftyk4", "hand": "3s", "top": ""}', "no cards"),
        ('{"rules": "fiftyk4", "hand": " , "}', "no cards"),
        ('{"rules": "fiftyk4", "hand": "3s", "top": "3s"}', "2 times in hand and top"),
        ('{"rules": "fiftyk4", "hand": "3s 3s"}', "given 2 times"),
        ('{"rules": "fiftyk4", "hand": "LJ"}', "no jokers"),
        ('{"rules": "fiftyk4", "hand": "3s", "top": "4s 6s"}', "no combination"),
        ('{"rules": "fiftyk4", "hand": "3s", "options": []}', "not an object"),
        ('{"rules": "fiftyk4", "hand": "3s", "options": {"must": true}}', "it has seats"),
        ('{"rules": "fiftyk4", "hand": "3s", "options": {"must_beat": 1}}', "false, true"),
        ('{"rules": "fiftyk4", "hand": "3s", "options": {"must_beat": "true"}}', "JSON value"),
        ('{"rules": "fiftyk4", "hand": "3s", "options": {"seats": "4"}}', "JSON value"),
    ],
)
def test_bad_lines_are_answered_with_one_sentence(line, message):
    answer = answer_line(line)
    assert list(answer) == ["error"] and message in answer["error"]
    assert "\n" not in answer["error"]


def test_unknown_fields_and_nulls_are_ignored():
    line = '{"rules": "fiftyk3", "hand": "3s", "top": null, "options": null, "remark": 1}'
    assert [play["cards"] for play in answer_line(line)["plays"]] == ["3s"]


def test_an_empty_hand_of_follows_is_no_error():
    line = '{"rules": "fiftyk3", "hand": "3s", "top": "4s"}'
    assert answer_line(line) == {"rules": "fiftyk3", "plays": []}
