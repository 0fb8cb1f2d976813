"""The readable engine: the rules in plain Python, for reading, replay and Python strategies.

`table` holds the state of a game, its cards and the rules that change it; `playing` lets strategies
play; `trace` writes a game down, as JSON or as a story. The compiled engine (`forsale_sim.engine`)
plays the same games, bit for bit, faster.
"""
