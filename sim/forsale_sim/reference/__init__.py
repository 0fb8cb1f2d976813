"""The readable engine: the rules in plain Python, for reading, replay and Python strategies.

`game` holds the rules as a state machine that can be stepped, printed and copied; `words` and
`randomness` deal the cards; `view` is what a strategy may see; `play` lets strategies play; `trace`
and `story` tell a game. The compiled engine (`forsale_sim.engine`) plays the same games,
bit for bit, faster.
"""
