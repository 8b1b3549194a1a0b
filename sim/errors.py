"""The one error that a user's mistake raises."""

from __future__ import annotations


class BadInput(ValueError):
    """Input that cannot be used; its text is one sentence for the person who gave it.

    The sentence says what is wrong, where, and what is accepted. The command line prints it
    and exits with status 2; nothing else is caught there.
    """
