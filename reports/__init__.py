"""Pages about results: what is said (`page`), how numbers look (`formats`), how it is drawn."""
