"""Legal plays: the fast core against the twin, against all subsets, and against itself."""

from __future__ import annotations

import itertools
from math import comb, prod
from random import Random

import pytest

from sim.cards import CardSet, parse_cards
from sim.errors import BadInput
from sim.games import FIFTYK3, FIFTYK4
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
from tests.naive import plays as naive
from tests.sim.sample import cards, concrete_of, pattern_of, random_cards

POOLS = ("3456789TJQKA2", "56789TK", "TJQKA2", "3456789TJQKA2", "45TK")
TWO_DECKS = FIFTYK4.with_options(
    {"decks": 2, "bombs": "mixed_fifty_k < pure_fifty_k < bomb 4 < bomb 5"}
)


def random_pair(rng):
    """A hand and another seat's cards, out of a few ranks most of the time."""
    pool = rng.choice(POOLS)
    size = min(rng.randint(1, 18), 2 * len(pool))
    both = random_cards(rng, 2 * size, pool)
    return both[:size], both[size:]


def same(plays, patterns):
    found = [pattern_of(play) for play in plays]
    assert len(set(found)) == len(found), "a pattern is listed twice"
    return set(found) == patterns


@pytest.mark.compiled
@pytest.mark.parametrize("part", range(4))
def test_leads_and_follows_are_the_twins(part):
    rng = Random(part)
    for _ in range(400):
        hand, other = random_pair(rng)
        ours = legal_plays(FIFTYK4, cards(hand))
        assert same(ours, naive.legal_patterns("fiftyk4", {}, hand))
        top = rng.choice(legal_plays(FIFTYK3, cards(other)))
        follows = legal_plays(FIFTYK3, cards(hand), top)
        assert same(follows, naive.legal_patterns("fiftyk3", {}, hand, pattern_of(top)))
        # Following is leading, less what does not beat the top.
        assert follows == sorted(
            (play for play in ours if beats(FIFTYK3, play, top)), key=follows.index
        )


@pytest.mark.compiled
@pytest.mark.parametrize("part", range(2))
def test_card_by_card_and_first_choices_are_the_twins(part):
    rng = Random(100 + part)
    for _ in range(60):
        hand, other = random_pair(rng)
        top = rng.choice([None, *legal_plays(FIFTYK4, cards(other))])
        naive_top = None if top is None else pattern_of(top)
        patterns = legal_plays(FIFTYK4, cards(hand), top)
        concrete = concrete_plays(FIFTYK4, cards(hand), top)
        assert len(concrete) == count_concrete(FIFTYK4, cards(hand), top)
        assert {concrete_of(play) for play in concrete} == naive.concrete_plays(
            "fiftyk4", {}, hand, naive_top
        )
        assert len({concrete_of(play) for play in concrete}) == len(concrete)
        for play in rng.sample(patterns, min(len(patterns), 12)):
            assert tuple(play.cards) == naive.cards_of("fiftyk4", hand, pattern_of(play))[0]


@pytest.mark.compiled
@pytest.mark.parametrize("trial", range(8))
def test_every_subset_of_a_hand_is_read(trial):
    rng = Random(200 + trial)
    pool = POOLS[trial % len(POOLS)]
    hand = random_cards(rng, 13 if trial < 2 else 11, pool)
    found = {
        concrete_of(play)
        for size in range(1, len(hand) + 1)
        for subset in itertools.combinations(hand, size)
        for play in readings(FIFTYK4, cards(subset))
    }
    assert found == {concrete_of(play) for play in concrete_plays(FIFTYK4, cards(hand))}
    if trial == 0:
        assert found == naive.legal_by_brute_force("fiftyk4", {}, hand)


@pytest.mark.compiled
@pytest.mark.parametrize("rules", [FIFTYK4, TWO_DECKS], ids=["one deck", "two decks"])
def test_every_generated_play_reads_as_itself_and_beats_what_it_follows(rules):
    rng = Random(5)
    deck = list(cards(" ".join(random_cards(rng, 52))).pairs()) * rules.decks
    for _ in range(60):
        drawn = rng.sample(deck, 40)
        hand, other = CardSet.of(drawn[:20]), CardSet.of(drawn[20:])
        for play in legal_plays(rules, hand):
            assert hand.holds(play.cards) and play.cards.counts == play.counts
            assert play.cards.ranks == play.ranks and len(play.cards) == play.size
            assert read_play(rules, play.cards, play.type, play.rank) == play
            assert not beats(rules, play, play)
        top = rng.choice(legal_plays(rules, other))
        follows = {pattern_of(play) for play in legal_plays(rules, hand, top)}
        for play in legal_plays(rules, hand):
            assert (pattern_of(play) in follows) == beats(rules, play, top)
            assert not (beats(rules, play, top) and beats(rules, top, play))


@pytest.mark.parametrize("trial", range(10))
def test_suit_expansion(trial):
    """A suit-blind pattern has the product over its ranks of C(held, used) choices of cards."""
    rng = Random(300 + trial)
    hand = cards(random_cards(rng, 14, POOLS[trial % 4]))
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
