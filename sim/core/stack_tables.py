"""Games of building stacks: what their rules compile to, what a seat sees, what a hand comes to.

A card is a number 0 … 51: 13 * suit + place, suits s h c d, places in the order A K Q J 2 3 … 10
in which a stack grows. A set of cards is one word, 13 bits a suit, so a seat's four stacks are one
word, too. Public stacks, which grow in any order, are one word a suit: four bits a card, its place
+ 1, the top card lowest.
"""

from __future__ import annotations

import numba
import numpy as np

from sim.core.tables import MAX_SEATS

PACK = 52
SUITS = 4

STACK_RULES = np.dtype(
    [
        ("seats", "i8"),
        ("dealt", "i8"),
        ("two_acts", "i8"),
        ("by_place", "i8"),
        ("empty_stack", "i8"),
        ("turn_cap", "i8"),
        ("stream", "u8"),
    ],
    align=True,
)
"""Field by field what kernels know of a rule set.

dealt : cards dealt to each seat
two_acts : a turn is a card laid down, on an own or a public stack, and then a card drawn
by_place : a card goes on a stack below it in place only; else values never fall
empty_stack : points of a stack without cards
turn_cap : turns that end a hand
"""

STACK_VIEW = np.dtype(
    [
        ("seat", "i8"),
        ("seats", "i8"),
        ("hand", "u8"),
        ("barred", "u8"),
        ("unseen", "u8"),
        ("stock", "i8"),
        ("drawing", "i8"),
        ("played", "i8"),
        ("turn", "i8"),
        ("turns_left", "i8"),
        ("public_cards", "u8"),
        ("public", "u8", (SUITS,)),
        ("stacks", "u8", (MAX_SEATS,)),
        ("known", "u8", (MAX_SEATS,)),
        ("held", "i8", (MAX_SEATS,)),
        ("stream", "u8"),
    ],
    align=True,
)
"""What a seat may know, the one argument through which a strategy sees the game.

seat, seats : own seat and the number of seats
hand : own cards
barred : own cards that may not go on an own stack at this decision. No rule bars any; whoever asks
    what the next best act is worth does.
unseen : cards that may be in the stock or, unknown, in another hand
stock : cards left in the stock
drawing : 1 when a card has been laid down and one must be drawn now; played : that card, else -1
turn : acts in this hand so far; turns_left : turns until the limit ends the hand
public_cards : all cards of the public stacks; public[suit] : one of them in order
stacks[s] : seat s's stacks
known[s] : cards in seat s's hand that everybody saw it take
held[s] : cards in seat s's hand
stream : key of the own random draws; use `draw(view, n, which)`
"""

STACK_RESULT = np.dtype(
    [
        ("stacks", "u8", (MAX_SEATS,)),
        ("points", "i4", (MAX_SEATS,)),
        ("placed", "i2", (MAX_SEATS,)),
        ("taken", "i2", (MAX_SEATS,)),
        ("held", "i1", (MAX_SEATS,)),
        ("winner", "i1"),
        ("leader", "i1"),
        ("ender", "i1"),
        ("capped", "i1"),
        ("turns", "i2"),
        ("decisions", "i4"),
    ],
    align=True,
)
"""One hand's outcome.

placed[s], taken[s] : cards seat s laid down, and took from a stack
held[s] : cards left in its hand
ender : who drew the last card of the stock, -1 for nobody
"""

STACK_RULES_RECORD = numba.from_dtype(STACK_RULES)
STACK_VIEW_RECORD = numba.from_dtype(STACK_VIEW)
