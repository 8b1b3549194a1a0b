"""Commands as a reader may type them again."""

from __future__ import annotations

import shlex

from sim.rule_set import RuleSet


def command_line(command: str, rules: RuleSet, *words: str) -> str:
    """Return a command of `fiftyk` under some rules.

    Examples
    --------
    >>> from sim.games import find_rules
    >>> command_line("sweep", find_rules("fiftyk4", {"must_beat": "true"}), "--seed", "1")
    'fiftyk sweep --rules fiftyk4 --set must_beat=true --seed 1'
    """
    options = [f"{name}={rules.text_of(name)}" for name in rules.options]
    settings = [word for option in options for word in ("--set", option)]
    return shlex.join(["fiftyk", command, "--rules", rules.id, *settings, *words])
