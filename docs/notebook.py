"""fiftyk from a notebook: play, look at frames, compare. Open it as cells, or run it as a script.

python docs/notebook.py            # small numbers, a minute
DEALS=20000 python docs/notebook.py
"""

# %% [markdown]
# Everything is in one module. Rule sets and strategies go by the names that the command line
# knows, answers are pandas frames; docs/python.md lists their columns.

# %%
import os

import pandas as pd

from analysis import notebook as fiftyk

DEALS = int(os.environ.get("DEALS", "200"))
pd.set_option("display.width", 120)

# %% [markdown]
# ## Play
# Each deal is played in every seating of the line-up. Without `out` the hands last as long as
# `played` does; with `out="runs/mine"` they stay, and the same call goes on with them.

# %%
played = fiftyk.simulate("fiftyk4", "balanced,lowest", deals=DEALS, seed=1, records=1)
hands = played.hands(["deal", "seating", "seat", "strategy", "finish", "captured", "payoff"])
print(hands.head(8))

# %% [markdown]
# ## Who wins, and how do they finish?
# `n` counts deals: hands of one deal share their cards. Never take the mean of `hands.payoff` with
# an error over rows: the rows are not independent.

# %%
margins = played.margins()
print(margins)
print(played.finishing()[["strategy", "payoff", "first", "second", "third", "left"]])
print(played.doubling()[["strategy", "doubled_win", "doubled_loss"]])

# %% [markdown]
# ## What are hand types and the lead worth?
# `causal` breaks the type by one exchanged card and plays the same deal again.

# %%
types = played.hand_types(swaps=DEALS // 5)
worth = types[["label", "simulated_frequency", "descriptive", "causal", "causal_se"]]
print(worth.sort_values("causal", ascending=False).head())
print(played.lead(hands=8 * DEALS)[["strategy", "value", "value_low", "value_high"]])

# %% [markdown]
# ## Compare on the same deals
# A fixed number of deals, or until a question is answered: is A − B at most 0, or at least 5?

# %%
compared = fiftyk.compare("fiftyk4", ["balanced", "lowest", "shed"], deals=DEALS, seed=2)
print(compared[["a", "b", "margin", "margin_low", "margin_high", "pairing_factor"]])
tested = fiftyk.compare("fiftyk4", "balanced,lowest", deals=10 * DEALS, seed=3, h0=0, h1=5)
print(tested[["a", "b", "margin", "margin_n", "answer"]])

# %%
ratings, pairs = fiftyk.play_tournament("fiftyk4", "balanced,lowest,shed", deals=DEALS, seed=4)
print(ratings[["strategy", "rating", "rating_se", "possibly_best"]])
print(pairs[["a", "b", "margin", "p_value"]])

# %% [markdown]
# ## Vary a rule
# Every value plays the same deals; `change` is paired with the first value.

# %%
curve = fiftyk.sweep("fiftyk4", "balanced,lowest", "first_out_bonus", [0, 20, 40], DEALS, seed=5)
print(curve[["value", "margin", "change", "change_low", "change_high"]])

# %% [markdown]
# ## Your own games
# A file of records, typed by hand or JSON (docs/records.md).

# %%
people = fiftyk.read_people("docs/examples/evening.txt")
print(people[["player", "hands", "payoff", "first", "left"]])
