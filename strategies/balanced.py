"""The all-round player: weighs plan, control, points and partner against each other.

Every judgement is in card points. The numbers below were found by playing paired deals against the
other strategies and keeping the changes that won more.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import (
    U0,
    at_least,
    card_total,
    highest_rank,
    points_in,
    popcount,
    rank_counts,
    ranks_above,
)
from sim.core.compiler import inlined, kernel
from sim.core.generate import holds_fifty_k
from sim.core.groups import bomb_ranks
from sim.core.play import MIXED_ROW, length_of, needed_against, row_of, size_of, strength_of
from strategies.answers import decline, goes_out, on_own_side
from strategies.glance import glance, survey
from strategies.holdings import JOKERS, joker_bomb_strength
from strategies.questions import (
    can_follow,
    fewest_held,
    higher_left,
    list_bombs,
    list_plays,
    mates,
    most_held,
    rivals,
    room_for_plays,
    silent_share,
    trick_is_ours,
    unseen,
)
from strategies.registry import Param, strategy
from strategies.stakes import half_swept, race

LOW_RANK, MIDDLE_RANK = 3.0, 1.5
"""A burden: a rank 3-6, a rank 7-9 still to be got rid of."""
HIGH_RANK, ACE, TWO, TOP_RANK = 1.1, 2.0, 6.0, 1.0
"""Control: a queen's or king's rank, each ace, each 2, a rank that nobody else's single beats."""
SET_BOMB, FIFTY_K_BOMB, SMALL_BOMB = 10.0, 0.85, 0.5
"""A set that is a bomb; a fifty-K of that, and what a set of less than four lacks of it."""
JOKER, WILD_JOKER = 7.0, 5.5
"""Control: a joker, one that may stand for other cards."""
MANY_DECKS_CONTROL, MANY_DECKS_BOMB, MANY_DECKS_BEATEN = 0.6, 1.5, 0.5
"""With several decks: what high cards, bombs and higher ranks count of what they do with one."""
CALM, CALM_BOMB, LEAST_LEAD = 2.0, 0.35, 0.4
"""Where nobody hurries: more caution, and what bombs and the lead still count."""
SWEEPING = 1.8
"""How much more going out counts once one side only has seats out."""
POINT_KEPT = 0.8
"""A card point in hand, to be cashed on a won trick."""
POINT_LOST_ALONE, POINT_LOST = 1.3, 0.45
"""A card point played on a trick that is lost; a partner may still take it."""
THEIRS = -0.6
"""What a rival's trick counts while a partner plays on: its prize is not just missed but theirs."""
ONE_PLAY_LEFT, TWO_PLAYS_LEFT = 3.3, 1.3
LATE, LATE_PLAY, LATE_LEAD = 7, 1.4, 1.0
"""From so many own cards on, a play fewer and the lead are worth that much more."""
CLOSE, CLOSE_LEAD, NEAR, NEAR_LEAD = 3, 4.2, 7, 1.2
"""Cards of a rival that make the lead worth more, and how much."""
HOLDS_BOMB, LONG_HANDS_BOMB, UNDER_BOMBS = 0.8, 0.9, 0.9
"""Chance that a bomb holds the trick; what is left of a chance while rivals may have bombs."""
STRANGER = 0.33
"""Chance that a seat of unknown side is a partner."""
WILD_BEATEN = 1.5
"""What a rank that beats a play counts where jokers stand for other cards."""
SILENCE = 0.55
"""How far a rival that has just passed is taken to be unable to beat more."""
SINGLE_BEATEN, PAIR_BEATEN, LONG_BEATEN = 0.093, 0.13, 0.041
"""How much each rank that still beats a play takes from its chance to hold."""

_LOWS = np.uint64((1 << 4 * 4) - 1)
_MIDDLES = np.uint64((1 << 4 * 7) - (1 << 4 * 4))
_HIGHS = np.uint64((1 << 4 * 11) - (1 << 4 * 9))
_ACES, _TWOS = np.uint64(15 << 4 * 11), np.uint64(15 << 4 * 12)


@strategy(
    name="balanced",
    params={
        "plan": Param(1.6, "points that a hand one play shorter is worth", low=0, high=100),
        "lead": Param(3.8, "points that the next lead is worth", low=0, high=100),
        "danger": Param(4.5, "points lost if a rival goes out on the play", low=0, high=100),
        "caution": Param(0.9, "points that a follow must gain to be made", low=-100, high=100),
    },
    sources=(
        "joins the strategies planner, bomb_saver, collector, partner and counter",
        "own design: weights fitted by paired play",
    ),
)
def choose(view, rules, params):
    """Weighs each play by plan, control, points, its side and danger, and takes the best."""
    if view.top != U0 and not can_follow(view, rules):
        return U0, U0
    plays = room_for_plays()
    n = list_bombs(view, rules, plays, list_plays(view, rules, view.counts, plays))
    lo, hi = unseen(view, rules)
    others = rank_counts(lo, hi)
    foes = rivals(view)
    few, many = fewest_held(view, foes), most_held(view, foes)
    late = view.held[view.seat] <= LATE
    haste = race(rules)
    values = worth_of_cards(rules, haste)
    if half_swept(view, rules):
        haste *= SWEEPING
    play_worth = haste * (params.plan + LATE_PLAY * late)
    known = survey(rules)
    lasting = how_lasting(rules, known)
    tops = ranks_above(highest_rank(at_least(others, 1)) - 1) if others else ranks_above(-1)
    now = worth(rules, known, view.counts, tops, haste, play_worth, values)
    bombs = UNDER_BOMBS if many >= 3 else 1.0
    open_share = 1.0 - SILENCE * silent_share(view)
    next_lead = params.lead + LATE_LEAD * late + lead_against(few)
    prize = view.table_points + next_lead * max(haste, LEAST_LEAD)
    helped = (mates(view) | view.unknown & ~view.out) != 0
    lost = POINT_LOST if helped else POINT_LOST_ALONE
    ours = THEIRS if helped and view.top != U0 else 0.0
    best = -1e9
    if view.top != U0:
        stranger = view.unknown >> view.top_seat & 1
        if on_own_side(view, view.top_seat) or stranger:
            mine = 1.0
            if not trick_is_ours(view):
                mine = holds(rules, others, view.top, many, open_share, lasting)
            ours = ours + STRANGER * (mine - ours) if stranger else mine
        if not rules.must_beat:
            best = params.caution + CALM * (1.0 - min(race(rules), 1.0))
    best_counts = best_meta = U0
    for i in range(n):
        used, meta = plays[i, 0], plays[i, 1]
        if goes_out(view, meta) and haste > LEAST_LEAD:
            return used, meta
        chance = holds(rules, others, meta, many, open_share, lasting)
        if strength_of(meta) == 0 and needed_against(meta) <= 1:
            chance *= bombs
        points = points_in(used)
        gain = worth(rules, known, view.counts - used, tops, haste, play_worth, values) - now
        gain += (chance - ours) * prize + (chance - lost * (1.0 - chance)) * points
        if size_of(meta) == few:
            gain -= params.danger * haste * (1.0 - chance)
        if gain > best:
            best = gain
            best_counts, best_meta = used, meta
    if best_meta == U0:
        return decline(view, rules)
    return best_counts, best_meta


@inlined
def lead_against(few):
    """Return what more the lead is worth against a rival with few cards."""
    if few <= CLOSE:
        return CLOSE_LEAD
    return NEAR_LEAD if few <= NEAR else 0.0


@inlined
def worth_of_cards(rules, haste):
    """Return what control is worth of what it is with one deck, and a set that is a bomb."""
    many = rules.decks > 1
    control = MANY_DECKS_CONTROL if many else 1.0
    set_bomb = SET_BOMB * (MANY_DECKS_BOMB if many else 1.0)
    return control, set_bomb * (CALM_BOMB + (1.0 - CALM_BOMB) * min(haste, 1.0))


@inlined
def how_lasting(rules, known):
    """Return the chance that a bomb holds, and how much each higher rank counts against a play."""
    straights = known[0] != U0
    bomb = LONG_HANDS_BOMB if rules.decks > 1 and straights else HOLDS_BOMB
    if rules.wild:
        return bomb, WILD_BEATEN
    return bomb, MANY_DECKS_BEATEN if rules.decks > 1 else 1.0


@kernel
def worth(rules, known, counts, tops, haste, play_worth, values):
    """Return what a hand is worth: its control and points less the burden of getting rid of it.

    Parameters
    ----------
    rules
    known : tuple
        What `strategies.glance.survey` returned.
    counts : uint64
        The hand's rank counts.
    tops : uint64
        Mask of the ranks that no unseen card is above.
    haste : float
        What going out counts beside points.
    play_worth : float
        What each play less is worth.
    values : tuple
        What `worth_of_cards` returned.
    """
    control, set_bomb = values
    plays = glance(known, counts) if counts else 0
    ranks = at_least(counts, 1)
    value = TOP_RANK * popcount(ranks & tops) + HIGH_RANK * popcount(ranks & _HIGHS)
    value += TWO * card_total(counts & _TWOS) + ACE * card_total(counts & _ACES)
    sets = bomb_ranks(rules, counts)
    bombs = np.float64(popcount(sets))
    if rules.smallest_set < 4:
        bombs -= SMALL_BOMB * popcount(sets & ~at_least(counts, 4))
    if holds_fifty_k(counts):
        bombs += FIFTY_K_BOMB
    if counts & JOKERS:
        value += (WILD_JOKER if rules.wild else JOKER) * card_total(counts & JOKERS)
        bombs += rules.joker_bombs * (joker_bomb_strength(rules, counts) > 0)
    burden = LOW_RANK * popcount(ranks & _LOWS) + MIDDLE_RANK * popcount(ranks & _MIDDLES)
    value = control * value + set_bomb * bombs - haste * burden + POINT_KEPT * points_in(counts)
    if plays == 1:
        value += ONE_PLAY_LEFT
    elif plays == 2:
        value += TWO_PLAYS_LEFT
    return value - play_worth * plays


@inlined
def holds(rules, others, meta, many, open_share, lasting):
    """Return about the chance that no rival beats a play.

    Parameters
    ----------
    others : uint64
        Rank counts of the unseen cards.
    meta : uint64
        The play.
    many : int
        Most cards a rival holds; a longer play is safe but for bombs.
    open_share : float
        Share of the rivals that still count, those that just passed less.
    """
    if size_of(meta) > many:
        return 1.0
    bomb, beaten = lasting
    if row_of(meta) >= MIXED_ROW:
        return bomb
    each = LONG_BEATEN
    if length_of(meta) == 1 and size_of(meta) <= 2:
        each = SINGLE_BEATEN if size_of(meta) == 1 else PAIR_BEATEN
    return 1.0 / (1.0 + beaten * each * higher_left(rules, others, meta) * open_share)


BALANCED = choose
