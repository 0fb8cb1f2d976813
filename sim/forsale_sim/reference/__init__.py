"""The readable engine: the rules in plain Python, for reading, replay and Python strategies.

`table` holds the state of a game and the rules that change it, and lets strategies play; `trace`
writes a game down. The compiled engine (`forsale_sim.engine`) plays the same games, bit for bit.
"""
