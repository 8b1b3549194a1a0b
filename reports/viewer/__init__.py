"""The replay viewer: a record becomes plain dataclasses, and those one page that plays the hand."""
