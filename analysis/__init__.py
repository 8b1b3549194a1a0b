"""Numbers about results: every figure carries its error and counts deal blocks."""
