"""The readable engine: the rules in plain Python, for reading, replay and strategies.

`table` holds the state of a game as whole numbers; `rents`, `building` and `deeds` are what it
means. `game` plays: a `turns` is dice and `movement`, which lead to `landing`, `cards`, `auctions`,
`debts`, and `windows` in which players manage what they own. `view` is what a strategy may see;
`decisions` asks it. `trace` and `story` write a game down.
"""
