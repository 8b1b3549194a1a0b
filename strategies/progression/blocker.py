"""The rival: builds as the planner does, and spoils what the others build."""

from __future__ import annotations

from strategies.progression.lookahead import best_ahead
from strategies.progression.planning import best_act
from strategies.registry import ANY_STACKS, Param, strategy


@strategy(
    name="blocker",
    rules=ANY_STACKS,
    params={
        "sure": Param(0.6, "how likely a card in hand comes to lie on its stack", low=0, high=1),
        "luck": Param(
            0.8, "share of the unseen cards due to it that it reckons with", low=0, high=3
        ),
        "rivalry": Param(
            0.5, "what a point of the others counts against an own one", low=0, high=3
        ),
        "depth": Param(5, "turns played through where stacks can be robbed", low=0, high=30),
        "fresh": Param(0, "points that an unknown card counts there", low=-100, high=100),
        "close": Param(0, "points more that it counts for the seat ahead", low=-100, high=100),
    },
)
def choose(view, rules, params):
    """Spoils what the others build by what it takes and leaves, and builds its own stacks."""
    if rules.two_acts:
        return best_act(view, rules, params.sure, params.luck, params.rivalry)
    return best_ahead(
        view,
        rules,
        params.sure,
        params.luck,
        params.rivalry,
        params.depth,
        params.fresh,
        params.close,
    )


BLOCKER = choose
