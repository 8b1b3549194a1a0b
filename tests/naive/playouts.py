"""Random deals and random playing, for checking the twin against itself and against others."""

from __future__ import annotations

from random import Random

from tests.naive.cards import pack, points_of, sort_cards
from tests.naive.games import Options, find_game
from tests.naive.hand import PASS, NaiveHand, holders_of


def random_hands(
    rules_id: str, rng: Random, first_dealt: int = 0, options: Options = None
) -> list[tuple[str, ...]]:
    """Return a shuffled pack dealt one card at a time from `first_dealt` on."""
    game = find_game(rules_id, options)
    cards = list(pack(game.decks, game.jokers))
    rng.shuffle(cards)
    dealt_to = [(seat - first_dealt) % game.seats for seat in range(game.seats)]
    return [sort_cards(cards[place :: game.seats]) for place in dealt_to]


def play_randomly(
    rules_id: str,
    options: Options,
    hands: list[tuple[str, ...]],
    rng: Random,
    pass_rate: float = 0.3,
) -> NaiveHand:
    """Play a hand to its end with random patterns, checking the invariants on every move."""
    game = find_game(rules_id, options)
    received = rng.choice(holders_of(hands, game.lead_card)) if game.decks > 1 else None
    hand = NaiveHand(rules_id, options, hands, received=received)
    total = sum(points_of(held) for held in hands)
    while not hand.over:
        assert hand.hands[hand.turn], "a seat that is out never acts"
        patterns = sorted(hand.legal_patterns(), key=str)
        assert patterns or hand.top, "a leader always has a play"
        if hand.may_pass() and (not patterns or rng.random() < pass_rate):
            hand.do(PASS)
        else:
            hand.do(hand.first_choice(rng.choice(patterns)))
        assert_all_cards_and_points_are_there(hand, total)
    return hand


def assert_all_cards_and_points_are_there(hand: NaiveHand, total: int) -> None:
    """Check that every card is in one place and that no card point is lost or made."""
    in_hands = [card for held in hand.hands for card in held]
    played = [card for _, move in hand.log for card in move.cards]
    dealt = [card for held in hand.dealt for card in held]
    assert sort_cards(in_hands + played) == sort_cards(dealt)
    assert sum(hand.captured) + hand.table_points + points_of(in_hands) == total
