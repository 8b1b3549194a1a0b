"""A rule set compiled to the plain numbers that kernels read (`sim.core.tables.RULES`)."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.cards import RANK_LETTERS, RANKS, parse_card
from sim.combinations import EVERY_BOMB, KINDS, NO_BOMB, Combination
from sim.core import bits, play, tables

if TYPE_CHECKING:
    from sim.rules import Rules

SHOWN_SIZE = 6
"""Equal cards that are shown after the deal, or are no bomb, where the rules say so."""

_BEYOND_ANY_BOMB = 255
_FLUSH_SHIFT, _LENGTH_SHIFT = 1, 4
_ENDS = {
    "side_out": tables.END_SIDE_OUT,
    "one_left": tables.END_ONE_LEFT,
    "sweep": tables.END_SWEEP,
}
_LEFT = {
    "nobody": tables.LEFT_NOBODY,
    "deducted": tables.LEFT_DEDUCTED,
    "third_out": tables.LEFT_THIRD_OUT,
}
_CATCHES = {
    "off": tables.CATCH_OFF,
    "deduct": tables.CATCH_DEDUCTED,
    "transfer": tables.CATCH_TRANSFERRED,
}
_DOUBLES = {
    "never": tables.DOUBLE_NEVER,
    "losers_empty": tables.DOUBLE_LOSERS,
    "others_empty": tables.DOUBLE_BELOW_FIRST,
}
_PAYOFFS = {
    "full": tables.PAYOFF_FULL,
    "shared": tables.PAYOFF_SHARED,
    "margin": tables.PAYOFF_MARGIN,
    "steps": tables.PAYOFF_STEPS,
}
_KICKERS = {
    "apart": tables.APART,
    "any": tables.ANY_KICKERS,
    "matched": tables.MATCHED,
    "bombless": tables.BOMBLESS,
    "unjoined": tables.UNJOINED,
}


def compiled(rules: Rules) -> np.ndarray:
    """Return an array of one `sim.core.tables.RULES` record, read-only."""
    array = np.zeros(1, dtype=tables.RULES)
    into = array[0]
    _compile_play(rules, into)
    _compile_scoring(rules, into)
    strengths = _compile_bombs(rules, into)
    _compile_rows(rules, into, strengths)
    array.flags.writeable = False
    return array


def _compile_play(rules: Rules, into: Any) -> None:
    into["seats"], into["sides"], into["hidden"] = rules.seats, rules.side_count, rules.hidden
    for side, team in enumerate(rules.teams):
        for seat in team:
            into["side_of"][seat] = side
            into["team"][seat] = sum(1 << mate for mate in team)
    into["decks"], into["jokers"], into["wild"] = rules.decks, rules.jokers, rules.wild_jokers
    rank, suit = parse_card(rules.leader_card)
    into["leader_card"] = 4 * rank + suit
    into["must_beat"], into["pass_is_final"] = rules.must_beat, rules.pass_is_final
    into["lead_to_team"] = not rules.solo and rules.lead_after_out == "partner"
    into["shown_from"] = SHOWN_SIZE if rules.show_bombs == "auto" else 0
    into["end"] = _ENDS[rules.hand_ends]
    into["stream"] = zlib.crc32(rules.id.encode())


def _compile_scoring(rules: Rules, into: Any) -> None:
    into["first_bonus"], into["left_penalty"] = rules.first_out_bonus, rules.left_penalty
    into["left_points"] = _LEFT[rules.left_points]
    into["last_tricks_move"] = rules.last_tricks == "to_first"
    if rules.sweep == "captured":
        into["sweep"] = tables.SWEEP_TAKES_CAPTURED
    elif rules.sweep != "none":
        into["sweep"], into["sweep_points"] = tables.SWEEP_FIXED, rules.sweep
    into["catch_kind"], into["catch_by_first"] = _CATCHES[rules.catch], rules.catch_by_first
    into["catch_points"][1:3] = rules.catch_one, rules.catch_two
    into["tie_to_earliest"] = rules.tie == "first_out"
    into["doubling"] = _DOUBLES[rules.doubling]
    into["payoff"], into["payoff_step"] = _PAYOFFS[rules.payoff], rules.payoff_step


def _compile_bombs(rules: Rules, into: Any) -> dict[str, int]:
    """Fill the ladder; return the least strength of each rung by its text."""
    weakest = {}
    strength = 1
    sizes = []
    for bomb in rules.bombs:
        weakest[str(bomb)] = strength
        if bomb.kind == "mixed_fifty_k":
            into["mixed_strength"] = strength
            strength += 1
        elif bomb.kind == "pure_fifty_k":
            into["pure_strength"], into["pure_by_suit"] = strength, bomb.by_suit
            strength += 4 if bomb.by_suit else 1
        elif bomb.kind == "joker_bomb":
            into["joker_bombs"] = True
            into["joker_fill"] = max(into["joker_fill"], 8 - bomb.size)
            for little in range(rules.decks + 1):
                big = bomb.size - little
                if 0 <= big <= rules.decks and bomb.cards in ("", "L" * little + "B" * big):
                    into["joker_strength"][tables.LONE_JOKERS * little + big] = strength
            strength += 1
        elif bomb.kind == "four_twos":
            into["set_strength"][4], into["set_ranks"][4] = strength, _rank_mask("2", "2")
            sizes.append(4)
            strength += len(RANKS)
        else:
            # Sets that need showing and are not shown are no bombs.
            if rules.show_bombs != "never" or bomb.size < SHOWN_SIZE:
                into["set_strength"][bomb.size] = strength
                into["set_ranks"][bomb.size] = _rank_mask("3", "2")
                sizes.append(bomb.size)
            strength += len(RANKS)
    into["smallest_set"], into["largest_set"] = (min(sizes), max(sizes)) if sizes else (1, 0)
    # What holds more than eight holds eight: near enough for a look before the ladder is asked.
    into["smallest_fill"] = _fill(min(into["smallest_set"], 8))
    into["smallest_ranks"] = into["set_ranks"][into["smallest_set"]]
    into["all_sets_reach"] = -1
    if sizes and len(sizes) == 4 * rules.decks - min(sizes) + 1:
        into["all_sets_reach"] = min(into["set_strength"][size] for size in sizes)
    return weakest


def _compile_rows(rules: Rules, into: Any, strengths: dict[str, int]) -> None:
    rows = rules.rows
    numbers = {row.kind: number for number, row in enumerate(rows)}
    into["rows"] = len(rows)
    into["plain_rows"] = sum(not rules.is_special(row) for row in rows)
    into["walked_from"] = sum(not rules.is_walked(row) for row in rows)
    into["joker_pair_row"] = next((n for n, row in enumerate(rows) if row.joker_pair), -1)
    weakest = 1 if rules.bombs_beat_all else _BEYOND_ANY_BOMB
    needed = {EVERY_BOMB: weakest, NO_BOMB: _BEYOND_ANY_BOMB, **strengths}
    into["group_row"] = -1
    into["row_free_suits"] = True
    into["row_free_suits"][[play.MIXED_ROW, play.PURE_ROW]] = False
    first_of: dict[int, int] = {}
    last_of: dict[int, int] = {}
    into["row_next"] = -1
    for number, row in enumerate(rows):
        kind = KINDS[row.kind]
        above = numbers.get(kind.above, number)
        is_below = any(KINDS[other.kind].above == row.kind for other in rows)
        shift = _FLUSH_SHIFT if is_below or above != number else 0
        if row.any_length:
            shift = _LENGTH_SHIFT
        offset = int(above != number)
        into["row_fill"][number] = _fill(kind.width)
        into["row_width"][number], into["row_kicker"][number] = kind.width, kind.kicker
        into["row_kickers"][number] = _KICKERS[row.kicker_choice]
        into["row_group"][number] = row.group_size
        if kind.kicker == 0 and row.shortest == 1:
            into["group_row"][kind.width] = number
        into["row_shortest"][number], into["row_longest"][number] = row.shortest, row.longest
        into["row_ranks"][number] = _ranks_of(row)
        into["row_low_ace"][number] = row.low_ace
        into["row_suits"][number] = (
            tables.ONE_SUIT
            if kind.one_suit
            else tables.NOT_ONE_SUIT
            if is_below
            else tables.ANY_SUITS
        )
        into["row_class"][number] = above
        into["row_first"][number] = first_of.setdefault(above, number)
        if above in last_of:
            into["row_next"][last_of[above]] = number
        last_of[above] = number
        free = into["row_suits"][number] == tables.ANY_SUITS and row.kicker_choice != "matched"
        into["row_free_suits"][number] = free
        into["row_any_length"][number] = row.any_length
        into["row_height_shift"][number], into["row_height_offset"][number] = shift, offset
        into["row_meta"][number] = play.row_meta(number, above, needed[row.beaten_from], offset)
        into["row_rank_step"][number] = play.row_rank_step(shift)
        into["row_length_step"][number] = play.row_length_step(row.group_size, row.any_length)


def _fill(width: int) -> int:
    """Return what fills up ranks of at least so many cards, 1 … 8 (`sim.core.bits.filled`)."""
    return (8 - width) * int(bits.ONES)


def _ranks_of(row: Combination) -> int:
    """Return the mask of the ranks that can be a row's group."""
    return _rank_mask("3", "2") if row.low_ace else _rank_mask(row.low, row.high)


def _rank_mask(low: str, high: str) -> int:
    first, last = RANK_LETTERS.index(low), RANK_LETTERS.index(high)
    return sum(8 << 4 * rank for rank in range(first, last + 1))
