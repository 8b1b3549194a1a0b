"""A pack shuffled and dealt: a function of rule set, seed and deal index alone (rule C7)."""

from __future__ import annotations

import numpy as np

from sim.core.bits import U0, card_words
from sim.core.compiler import kernel, plain
from sim.core.streams import deal_key, pack_word, scale

JOKER_CARDS = 2
SUITED_CARDS = 52
"""Card numbers: 4 * rank + suit for 0 … 51, then little and big joker."""

_LO = np.zeros(SUITED_CARDS + JOKER_CARDS, dtype=np.uint64)
_HI = np.zeros(SUITED_CARDS + JOKER_CARDS, dtype=np.uint64)
for _card in range(SUITED_CARDS + JOKER_CARDS):
    _joker = _card - SUITED_CARDS
    _rank, _suit = (13 + _joker, 0) if _joker >= 0 else divmod(_card, 4)
    _LO[_card], _HI[_card] = plain(card_words)(_rank, _suit)


@kernel
def deal_packs(rules, seed, index, first, cards, received):
    """Deal packs one card at a time in turn order.

    Parameters
    ----------
    rules : record of `RULES`
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
    one_deck = SUITED_CARDS + JOKER_CARDS * rules.jokers
    size = one_deck * rules.decks
    fresh = np.empty(size, dtype=np.uint8)
    for place in range(size):
        fresh[place] = place % one_deck
    pack = np.empty(size, dtype=np.uint8)
    seats = rules.seats
    for row in range(index.shape[0]):
        key = deal_key(seed, np.uint64(index[row]), rules.stream)
        pack[:] = fresh
        cards[row] = U0
        seat = first[row]
        leader_seat = -1
        word = U0
        for step in range(size):
            left = size - step
            if step & 1:
                word >>= np.uint64(32)
            else:
                word = pack_word(key, step)
            chosen = scale(word, left)
            card = pack[chosen]
            pack[chosen] = pack[left - 1]
            cards[row, seat, 0] += _LO[card]
            cards[row, seat, 1] += _HI[card]
            if card == rules.leader_card and leader_seat < 0:
                leader_seat = seat
            seat += 1
            if seat == seats:
                seat = 0
        received[row] = leader_seat
