"""The jitted core: numbers in, numbers out; imports numpy and numba only."""
