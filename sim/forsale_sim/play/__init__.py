"""A person at the table: a game against strategies, with hints and a review.

`asking` reads what the person answers, `showing` says what they need to know; `playouts` estimates
what a move is worth, `compiled` does so fast (`kernel`); `hints` and `review` tell it. `session`
plays the game.
"""
