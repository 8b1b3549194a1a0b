"""Rule sets, options and views that strategies are tried on."""

from __future__ import annotations

from functools import cache

import numpy as np

from sim.cards import RANKS, parse_cards
from sim.core.bits import rank_counts
from sim.core.compiler import COMPILED
from sim.core.view import SEAT_VIEW
from sim.deals import deal_hands
from sim.games import find_rules
from sim.hand import play_deals
from sim.policy import as_records, bind
from strategies.answers import group_play

FEW_BOMBS = "bomb 4 < pure_fifty_k"
DOU_DIZHU = {
    "jokers": True,
    "bombs": "bomb 4 < joker_bomb LB",
    "combinations": "single 3-B, pair, triple, straight 5+, pair_run 3+, triple_run 2+, "
    "triple_single, triple_pair, triple_run_singles 2+ unjoined kickers, triple_run_pairs 2+, "
    "quad_singles bombless kickers, quad_pairs",
}
SETTINGS = (
    ("fiftyk4", {}),
    ("fiftyk4", {"must_beat": True}),
    ("fiftyk4", {"pass_is_final": True, "lead_after_out": "next"}),
    ("fiftyk4", {"decks": 2}),
    ("fiftyk4", {"seats": 6, "decks": 3, "must_beat": True, "bombs": "bomb 4 < bomb 5 < bomb 7"}),
    ("fiftyk4", {"combinations": "single, pair, straight 5-12 3-A", "bombs": FEW_BOMBS}),
    ("fiftyk4", {"combinations": "single, quad, triple_pair, quad_run 2+", "bombs": ""}),
    ("fiftyk4", {"bombs": "bomb 3 < pure_fifty_k by_suit", "combinations": "single, pair"}),
    ("fiftyk3", {}),
    ("fiftyk3", {"must_beat": True, "pass_is_final": True}),
    ("fiftyk3", {"seats": 2}),
    ("fiftyk3", {"seats": 5, "decks": 2}),
    ("fiftyk3", {"seats": 6, "decks": 3, "pass_is_final": True}),
    ("fiftyk3", DOU_DIZHU),
    ("qq1", {}),
    ("qq2", {"must_beat": True}),
    ("liaoning", {}),
    ("liaoning", {"players": 3, "must_beat": True}),
    ("jiangnan", {}),
    ("jiangnan", {"bare_triple": True, "show_bombs": "never"}),
    ("jinzhou", {"pass_is_final": True}),
    ("anzhan", {}),
    ("anzhan", {"jokers": True}),
    ("fuqing4", {}),
    ("fuqing6", {"jokers": True}),
    ("zhengfen", {}),
    ("zhengfen", {"players": 6, "must_beat": True}),
    ("zhengfen", {"players": 2, "two_in_runs": False, "full_house": "any"}),
    ("zhengfen", {"players": 3, "specials_beat_all": False, "pass_is_final": True}),
)


def rules_of(setting):
    return find_rules(*setting)


def name_of(setting):
    rules_id, options = setting
    return "-".join([rules_id, *(f"{k}={v}"[:24] for k, v in options.items())])


DEALS = 20 if COMPILED else 1


def recorder(strategy, seen):
    """A policy that answers as a strategy does and keeps every (view, answer)."""
    policy = strategy.policy()
    params = as_records(policy.params)[0]

    def choose(view, rules, _):
        before = np.array(view, dtype=SEAT_VIEW)
        counts, meta = policy.choose(view, rules, params)
        seen.append((before, (int(counts), int(meta))))
        return counts, meta

    return bind(policy.name, choose, {}, compiled=False, trusted=False)


def sampled_views(setting, count):
    """SEAT_VIEW[count]: views from hands that chance and the cautious play against each other."""
    return _sampled_views(name_of(setting), count)


@cache
def _sampled_views(name, count):
    from strategies.lowest import LOWEST
    from strategies.uniform import UNIFORM

    setting = next(each for each in SETTINGS if name_of(each) == name)
    rules = rules_of(setting)
    seen = []
    policies = [recorder(each, seen) for each in (UNIFORM, LOWEST)]
    lineup = [policies[seat % 3 != 0] for seat in range(rules.seats)]
    play_deals(lineup, deal_hands(rules, 11, range(4 if COMPILED else 1)))
    picks = np.linspace(0, len(seen) - 1, count).astype(int)
    return np.array([seen[pick][0] for pick in picks], dtype=SEAT_VIEW)


def answers(function, rules, params, views):
    """The answers of a strategy's function to views, and whether it wrote into anything."""
    record = as_records(rules.record)[0]
    found = []
    for view in views.copy():
        room = np.zeros(1, dtype=SEAT_VIEW)
        room[0] = view
        before = room.tobytes() + params.tobytes() + rules.record.tobytes()
        counts, meta = function(as_records(room)[0], record, as_records(params)[0])
        assert room.tobytes() + params.tobytes() + rules.record.tobytes() == before
        found.append((int(counts), int(meta)))
    return found


def view_of(rules, hand, top=(0, 0), *, seat=0, top_seat=None, held=13, points=0):
    """A view of a seat that holds `hand`, everybody else `held` cards; after `top` by the next."""
    cards = parse_cards(hand, decks=rules.decks, jokers=rules.jokers)
    array = np.zeros(1, dtype=SEAT_VIEW)
    view = as_records(array)[0]
    view.seat, view.seats = seat, rules.seats
    view.team = sum(1 << other for team in rules.teams if seat in team for other in team)
    view.hand_lo, view.hand_hi = cards.lo, cards.hi
    view.counts = rank_counts(np.uint64(cards.lo), np.uint64(cards.hi))
    view.top_counts, view.top = top
    view.held[: rules.seats] = held
    view.held[seat] = len(cards)
    view.first_out = view.top_seat = -1
    if top[1]:
        view.top_seat = (seat + 1) % rules.seats if top_seat is None else top_seat
    view.table_points = points
    return view


def group(rules, width, rank, length=1):
    """A top play: `length` groups of `width` cards up to a rank."""
    counts, meta = group_play(as_records(rules.record)[0], width, length, RANKS.index(rank))
    assert meta
    return counts, meta


def ranks_of(counts):
    """Rank counts as text, low to high: "3344"."""
    return "".join(rank * (int(counts) >> 4 * r & 15) for r, rank in enumerate(RANKS))


def chosen(strategy, view, rules):
    """The ranks a strategy plays, "" for a pass."""
    policy = strategy.policy()
    params = as_records(policy.params)[0]
    counts, _ = policy.choose(view, as_records(rules.record)[0], params)
    return ranks_of(counts)
