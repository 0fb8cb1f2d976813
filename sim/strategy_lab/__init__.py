"""A laboratory for strategies of games: what plays, counts and compares, whatever the game.

It knows no game. A game is a package of its own, which supplies one `strategy_lab.game`
`GameDefinition`; For Sale (`forsale_sim`) and Monopoly (`monopoly_sim`) are two.
"""
