"""Who wins with whom: sides that stand in the rules, and sides that the deal makes.

With hidden sides the holders of a spade ace are side 0; a holder of both is alone. A seat knows
its own aces, who has played one, and that who is out has none left.
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import U3
from sim.core.compiler import inlined, kernel, stay_out_of_line
from sim.core.hands import LO, TEAM, UNKNOWN

_ACE_SHIFT = np.uint64(4 * 11)


@inlined
def spade_aces(lo):
    """Return how many spade aces a card set has, given its first word."""
    return np.int64(lo >> _ACE_SHIFT & U3)


@inlined
def side_of(rules, result, seat):
    """Return a seat's side."""
    if rules.hidden:
        return np.int64(result.side[seat])
    return rules.side_of[seat]


@kernel
def _hidden_team(rules, result, seat):
    stay_out_of_line()
    team = 0
    for other in range(rules.seats):
        if result.side[other] == result.side[seat]:
            team |= 1 << other
    return team


@inlined
def team_of(rules, result, seat):
    """Return the bits of the seats on a seat's side, itself included."""
    if rules.hidden:
        return _hidden_team(rules, result, seat)
    return rules.team[seat]


@inlined
def are_public(rules, view):
    """Return whether everybody knows the sides."""
    return not rules.hidden or _all_aces_played(rules, view)


@kernel
def _all_aces_played(rules, view):
    stay_out_of_line()
    total = 0
    for seat in range(rules.seats):
        total += view.aces_played[seat]
    return total == rules.decks


@inlined
def settle_sides(rules, view, hands, result):
    """Find out the sides of a deal with hidden ones; view and result are modified in place."""
    for seat in range(rules.seats):
        view.aces_played[seat] = 0
        result.side[seat] = spade_aces(hands[seat, LO]) == 0


@inlined
def known_sides(rules, view, seat, own):
    """Return what a seat knows of hidden sides, as (team, unknown) of `SEAT_VIEW`.

    Parameters
    ----------
    rules : record of `RULES`
    view : record of `SEAT_VIEW`
    seat : int
    own : int
        How many spade aces the seat was dealt.
    """
    every = (1 << rules.seats) - 1
    unseen = rules.decks - own
    holders = 0
    for other in range(rules.seats):
        if other != seat and view.aces_played[other]:
            unseen -= view.aces_played[other]
            holders |= 1 << other
    # Who may have an ace that nobody has seen.
    unknown = every & ~view.out & ~(1 << seat) if unseen else 0
    if unknown and unknown & (unknown - 1) == 0:
        holders |= unknown
        unknown = 0
    unknown &= ~holders
    return 1 << seat | (holders if own else every & ~holders & ~unknown), unknown


@kernel
def learn_sides(rules, view, hands):
    """Note beside each hand what its seat knows of the sides; hands are modified in place.

    Sides that stand in the rules never change; of hidden ones something new is known when an ace is
    played or a seat goes out, and only then.

    Parameters
    ----------
    rules : record of `RULES`
    view : record of `SEAT_VIEW`
    hands : uint64[seats, COLUMNS]
    """
    stay_out_of_line()
    for seat in range(rules.seats):
        team, unknown = rules.team[seat], 0
        if rules.hidden:
            own = spade_aces(hands[seat, LO]) + view.aces_played[seat]
            team, unknown = known_sides(rules, view, seat, own)
        hands[seat, TEAM] = np.uint64(team)
        hands[seat, UNKNOWN] = np.uint64(unknown)
