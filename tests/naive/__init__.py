"""The slow twin: the games played straight from the rules page, in plain Python.

Nothing here imports the simulator. Cards are tokens ("Th"), hands are lists of tokens, plays are
found by trying all of them. Where the twin and the simulator differ, one of them is wrong.
"""
