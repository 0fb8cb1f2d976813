"""The readable engine: the rules in plain Python, for reading, replay and Python strategies.

`table` holds the state of a game, and `game` the rules that change it; `random_words` and `deals`
shuffle the cards; `view` is what a strategy may see; `play` lets strategies play; `trace` and
`story` write a game down. The compiled engine (`forsale_sim.engine`) plays the same games, bit for
bit, faster.
"""
