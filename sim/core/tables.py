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
ROW_NUMBERS = 32
"""Those of the table, those of the bombs, and what else a play's word could say."""
MAX_SEATS = 6
LARGEST_SET = 12
"""Most cards of one rank: three decks."""

APART, ANY_KICKERS, MATCHED, BOMBLESS, UNJOINED = 0, 1, 2, 3, 4
ANY_SUITS, ONE_SUIT, NOT_ONE_SUIT = 0, 1, 2
END_SIDE_OUT, END_ONE_LEFT, END_SWEEP = 0, 1, 2
DOUBLE_NEVER, DOUBLE_LOSERS, DOUBLE_BELOW_FIRST = 0, 1, 2
LEFT_NOBODY, LEFT_DEDUCTED, LEFT_THIRD_OUT = 0, 1, 2
SWEEP_COUNTS_NOTHING, SWEEP_TAKES_CAPTURED, SWEEP_FIXED = 0, 1, 2
CATCH_OFF, CATCH_DEDUCTED, CATCH_TRANSFERRED = 0, 1, 2
PAYOFF_FULL, PAYOFF_SHARED, PAYOFF_MARGIN, PAYOFF_STEPS = 0, 1, 2, 3

LONE_JOKERS = 4
"""Copies of one joker that index `joker_strength`: 0 … 3."""

PAYOFF_UNIT = 60
"""Payoffs are whole numbers of 1/60 point in kernels: halves, thirds and tenths stay exact."""

RULES = np.dtype(
    [
        ("seats", "i8"),
        ("sides", "i8"),
        ("side_of", "i8", (MAX_SEATS,)),
        ("team", "i8", (MAX_SEATS,)),
        ("hidden", "i8"),
        ("decks", "i8"),
        ("jokers", "i8"),
        ("leader_card", "i8"),
        ("must_beat", "i8"),
        ("pass_is_final", "i8"),
        ("lead_to_team", "i8"),
        ("shown_from", "i8"),
        ("end", "i8"),
        ("first_bonus", "i8"),
        ("left_penalty", "i8"),
        ("left_points", "i8"),
        ("last_tricks_move", "i8"),
        ("sweep", "i8"),
        ("sweep_points", "i8"),
        ("catch_kind", "i8"),
        ("catch_points", "i8", (MAX_SEATS,)),
        ("catch_by_first", "i8"),
        ("tie_to_earliest", "i8"),
        ("doubling", "i8"),
        ("payoff", "i8"),
        ("payoff_step", "i8"),
        ("stream", "u8"),
        ("rows", "i8"),
        ("plain_rows", "i8"),
        ("walked_from", "i8"),
        ("row_width", "i8", (MAX_ROWS,)),
        ("row_shortest", "i8", (MAX_ROWS,)),
        ("row_longest", "i8", (MAX_ROWS,)),
        ("row_kicker", "i8", (MAX_ROWS,)),
        ("row_kickers", "i8", (MAX_ROWS,)),
        ("row_group", "i8", (MAX_ROWS,)),
        ("row_fill", "u8", (MAX_ROWS,)),
        ("row_ranks", "u8", (MAX_ROWS,)),
        ("row_low_ace", "i8", (MAX_ROWS,)),
        ("row_suits", "i8", (MAX_ROWS,)),
        ("row_class", "i8", (MAX_ROWS,)),
        ("row_first", "i8", (MAX_ROWS,)),
        ("row_next", "i8", (MAX_ROWS,)),
        ("row_any_length", "i8", (MAX_ROWS,)),
        ("row_height_shift", "i8", (MAX_ROWS,)),
        ("row_height_offset", "i8", (MAX_ROWS,)),
        ("row_meta", "u8", (MAX_ROWS,)),
        ("row_free_suits", "i8", (ROW_NUMBERS,)),
        ("row_rank_step", "u8", (MAX_ROWS,)),
        ("row_length_step", "u8", (MAX_ROWS,)),
        ("group_row", "i8", (LARGEST_SET + 1,)),
        ("joker_pair_row", "i8"),
        ("wild", "i8"),
        ("mixed_strength", "i8"),
        ("pure_strength", "i8"),
        ("pure_by_suit", "i8"),
        ("smallest_set", "i8"),
        ("largest_set", "i8"),
        ("set_strength", "i8", (LARGEST_SET + 1,)),
        ("set_ranks", "u8", (LARGEST_SET + 1,)),
        ("all_sets_reach", "i8"),
        ("smallest_fill", "u8"),
        ("smallest_ranks", "u8"),
        ("joker_bombs", "i8"),
        ("joker_fill", "u8"),
        ("joker_strength", "i8", (LONE_JOKERS * LONE_JOKERS,)),
    ],
    align=True,
)
"""Field by field what kernels know of a rule set.

team[s] : bits of the seats on seat s's side, itself included; with hidden sides itself alone
hidden : whether the holders of a spade ace are one side, known only when both have been played
shown_from : sets of so many equal cards are shown after the deal, 0 for none
catch_points[k] : what a side pays that has k seats left when the hand ends
plain_rows : rows before this one look at ranks alone and have a kicker apart for each group, or
    none; the others are special
walked_from : special rows before this one are a group and any two cards, counted in closed form;
    the others are walked over (`sim.core.special`)
row_fill, smallest_fill : what `sim.core.bits.filled` takes for a row's width, and for the smallest
    set's size, at most 8
smallest_ranks : the ranks of the smallest set
row_kicker : cards of one kicker
row_group : cards of one group, its kickers included
row_class : rows of one class are compared with each other; it is the number of one of them
row_first, row_next : the first row of a row's class, the next one after it or -1
row_free_suits : whether any cards of a play's ranks will do, those of bombs included
group_row[k] : the row of k cards of one rank and nothing else, -1 for none
joker_pair_row : the row whose highest play is one joker of each, -1 for none
wild : whether jokers stand for other cards in rows of more than one card
all_sets_reach : a strength that all sets of equal cards from smallest_set up have at least, if all
    are bombs; else -1
joker_fill : 8 less the number of jokers in the smallest bomb of them
joker_strength[4 * l + b] : strength of l little and b big jokers

strengths of 0 mean "no such bomb"
"""

RULES_RECORD = numba.from_dtype(RULES)
