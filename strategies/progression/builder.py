"""The planner: every stack is worth what it can still become."""

from __future__ import annotations

from strategies.progression.lookahead import best_ahead
from strategies.progression.planning import best_act
from strategies.registry import ANY_STACKS, Param, strategy


@strategy(
    name="builder",
    rules=ANY_STACKS,
    params={
        "sure": Param(0.6, "how likely a card in hand comes to lie on its stack", low=0, high=1),
        "luck": Param(
            0.8, "share of the unseen cards due to it that it reckons with", low=0, high=3
        ),
        "depth": Param(5, "turns played through where stacks can be robbed", low=0, high=30),
        "fresh": Param(0, "points that an unknown card counts there", low=-100, high=100),
        "close": Param(0, "points more that it counts for the seat ahead", low=-100, high=100),
    },
)
def choose(view, rules, params):
    """Weighs for each stack what it can still become with the cards in hand and those unseen."""
    if rules.two_acts:
        return best_act(view, rules, params.sure, params.luck, 0.0)
    return best_ahead(
        view, rules, params.sure, params.luck, 0.0, params.depth, params.fresh, params.close
    )


BUILDER = choose
