"""The readable engine: the rules in plain Python, for reading, replay and strategies.

`table` holds the state of a game as whole numbers, `turns` plays it, and `events` are what happens.
`view` is what a strategy may see; `trace` writes a game down.
"""
