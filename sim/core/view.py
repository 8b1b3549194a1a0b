"""What a seat may know when it decides: the one argument through which a strategy sees the game."""

from __future__ import annotations

import numba
import numpy as np

from sim.core.tables import MAX_SEATS

SEAT_VIEW = np.dtype(
    [
        ("seat", "i8"),
        ("seats", "i8"),
        ("team", "i8"),
        ("unknown", "i8"),
        ("hand_lo", "u8"),
        ("hand_hi", "u8"),
        ("counts", "u8"),
        ("gone_lo", "u8"),
        ("gone_hi", "u8"),
        ("top_counts", "u8"),
        ("top", "u8"),
        ("top_seat", "i8"),
        ("passed", "i8"),
        ("out", "i8"),
        ("first_out", "i8"),
        ("went_out", "i8"),
        ("turn", "i8"),
        ("trick", "i8"),
        ("table_points", "i8"),
        ("stream", "u8"),
        ("held", "i8", (MAX_SEATS,)),
        ("captured", "i8", (MAX_SEATS,)),
        ("aces_played", "i8", (MAX_SEATS,)),
        ("shown", "u8", (MAX_SEATS,)),
    ],
    align=True,
)
"""The fields, in the order a decision needs them.

seat, seats : own seat and the number of seats
team : bits of the seats known to be on the own side, the own seat included
unknown : bits of the seats of which the own seat cannot know the side (hidden sides: any of them
    may have a spade ace that nobody has seen); all others that are not in team are opponents
hand_lo, hand_hi : own cards, a card set (`sim.core.bits`); counts : their rank counts
gone_lo, gone_hi : all cards played so far, by anybody, as a card set
top_counts, top : the play to beat (rank counts, meta); top is 0 for a leader
top_seat : who played it, -1 for a leader
passed : bits of the seats that have passed since (`pass_is_final`: in this trick)
out : bits of the seats without cards; first_out : who was out first, -1 so far
went_out : number of seats that are out
turn : turns taken in this hand, passes included; trick : tricks completed
table_points : card points on the table
stream : key of the own random draws; use `draw(view, n, which)`
held[s] : cards in seat s's hand; captured[s] : card points seat s has taken
aces_played[s] : with hidden sides, spade aces that seat s has played
shown[s] : rank counts of the sets that seat s had to show after the deal
"""

VIEW_RECORD = numba.from_dtype(SEAT_VIEW)
