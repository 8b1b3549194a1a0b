"""What all tests share: debug mode, and no time limit on generated examples."""

from __future__ import annotations

import os

from hypothesis import settings

# Read when `sim` is first imported: every answer and every invariant is checked.
os.environ["FIFTYK_CHECK"] = "1"

# The first example of a test may wait for the compiler.
settings.register_profile("fiftyk", deadline=None)
settings.load_profile("fiftyk")
