"""Progression, a game of building stacks: not a climbing game, so its own simulator.

Rules, deals, hands, records, verification and matches are here, the kernels in
`sim.core.stack_…`; `sim.families` chooses between these and the climbing games' by the type of the
rules.
"""
