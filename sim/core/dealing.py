"""A pack shuffled and dealt: a function of rule set, seed and deal index alone (rule C7)."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, U1, U2, card_words
from sim.core.compiler import inlined, kernel, plain
from sim.core.streams import LOW32, S32, deal_key, pack_word

JOKER_CARDS = 2
SUITED_CARDS = 52
"""Card numbers: 4 * rank + suit for 0 … 51, then little and big joker."""

_WORDS = np.zeros((SUITED_CARDS + JOKER_CARDS, 2), dtype=np.uint64)
for _card in range(SUITED_CARDS + JOKER_CARDS):
    _joker = _card - SUITED_CARDS
    _rank, _suit = (13 + _joker, 0) if _joker >= 0 else divmod(_card, 4)
    _WORDS[_card] = plain(card_words)(_rank, _suit)


@inlined
def swap(pack, word, left):
    """Swap the last of a pack's first `left` cards with one of them; modified in place."""
    chosen = (word & LOW32) * left >> S32
    card = pack[chosen]
    pack[chosen] = pack[left - U1]
    pack[left - U1] = card


@inlined
def shuffle(pack, key):
    """Shuffle a pack (Fisher & Yates), last place first; modified in place.

    Two draws come out of each random word: every pack has an even number of cards.
    """
    left = np.uint64(pack.shape[0])
    for pair in range(pack.shape[0] >> 1):
        word = pack_word(key, pair)
        swap(pack, word, left)
        swap(pack, word >> S32, left - U1)
        left -= U2


@inlined
def first_receiver(pack, card, first, seats):
    """Return the seat that gets the first copy of a card, -1 if the pack has none."""
    size = pack.shape[0]
    place = size
    # No early end: where the card lies cannot be guessed, and whole vectors are compared at once.
    for dealt in range(size):
        place = min(place, dealt if pack[np.uint64(dealt)] == card else size)
    if place == size:
        return -1
    return (first + place) % seats


@inlined
def fill(pack, fresh):
    """Lay a pack in its first order; modified in place."""
    for place in range(fresh.shape[0]):
        # Unsigned, or each place would be tested for counting from the end.
        pack[np.uint64(place)] = fresh[np.uint64(place)]


@kernel
def deal_packs(rules_array, seed, index, first, cards, received):
    """Deal packs one card at a time in turn order.

    Parameters
    ----------
    rules_array : array of `RULES`[1]
    seed : uint64
    index : int64[n]
        Deal numbers.
    first : int64[n]
        The seat dealt first.
    cards : uint64[n, seats, 2]
        Modified in place: the hands, as card sets.
    received : int64[n]
        Modified in place: the seat that got a copy of the leader card first, -1 without one.
    """
    rules = rules_array[0]
    one_deck = SUITED_CARDS + JOKER_CARDS * rules.jokers
    size = one_deck * rules.decks
    fresh = np.empty(size, dtype=np.uint8)
    for place in range(size):
        fresh[place] = place % one_deck
    pack = np.empty(size, dtype=np.uint8)
    seats = rules.seats
    for row in range(index.shape[0]):
        key = deal_key(seed, np.uint64(index[row]), rules.stream)
        fill(pack, fresh)
        shuffle(pack, key)
        seat = first[row]
        for place in range(seats):
            lo = hi = U0
            dealt = np.uint64(place)
            while dealt < np.uint64(size):
                card_number = np.uint64(pack[dealt])
                lo += _WORDS[card_number, 0]
                hi += _WORDS[card_number, 1]
                dealt += np.uint64(seats)
            cards[row, seat, 0] = lo
            cards[row, seat, 1] = hi
            seat = seat + 1 if seat + 1 < seats else 0
        received[row] = first_receiver(pack, rules.leader_card, first[row], seats)
