"""What a rule set compiles to: one record of plain numbers that every kernel reads.

`sim.rules.Rules.record` fills it from the declared table. Row `i` of the ordinary combinations is
spread over the `row_…` arrays, narrow groups before wide ones; the bomb ladder has become
*strengths*, small integers in the order of declaration, so that one comparison decides between
bombs.
"""

from __future__ import annotations

import numba
import numpy as np

MAX_ROWS = 16
MAX_SEATS = 6
LARGEST_SET = 12
"""Most cards of one rank: three decks."""

END_SIDE_OUT, END_ONE_LEFT = 0, 1
DOUBLE_NEVER, DOUBLE_LOSERS, DOUBLE_BELOW_FIRST = 0, 1, 2
TIE_FIRST_OUT, TIE_EARLIER_OUT = 0, 1

PAYOFF_UNIT = 60
"""Payoffs are whole numbers of 1/60 point in kernels: halves, thirds and tenths stay exact."""

RULES = np.dtype(
    [
        ("seats", "i8"),
        ("sides", "i8"),
        ("side_of", "i8", (MAX_SEATS,)),
        ("team", "i8", (MAX_SEATS,)),
        ("decks", "i8"),
        ("jokers", "i8"),
        ("first_bonus", "i8"),
        ("left_penalty", "i8"),
        ("left_deducted", "i8"),
        ("leader_card", "i8"),
        ("must_beat", "i8"),
        ("pass_is_final", "i8"),
        ("lead_to_team", "i8"),
        ("end", "i8"),
        ("doubling", "i8"),
        ("shared_payoff", "i8"),
        ("stream", "u8"),
        ("rows", "i8"),
        ("row_width", "i8", (MAX_ROWS,)),
        ("row_shortest", "i8", (MAX_ROWS,)),
        ("row_longest", "i8", (MAX_ROWS,)),
        ("row_kicker", "i8", (MAX_ROWS,)),
        ("row_ranks", "u8", (MAX_ROWS,)),
        ("row_meta", "u8", (MAX_ROWS,)),
        ("row_length_step", "u8", (MAX_ROWS,)),
        ("mixed_strength", "i8"),
        ("pure_strength", "i8"),
        ("pure_by_suit", "i8"),
        ("smallest_set", "i8"),
        ("largest_set", "i8"),
        ("set_strength", "i8", (LARGEST_SET + 1,)),
        ("set_ranks", "u8"),
    ],
    align=True,
)
"""Field by field what kernels know of a rule set.

team[s] : bits of the seats on seat s's side, itself included
strengths of 0 mean "no such bomb"
"""

RULES_RECORD = numba.from_dtype(RULES)
