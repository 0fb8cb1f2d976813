"""A person at the table: a game against strategies, with hints and a review.

`session` plays the game. `table_text` shows the person the table, `typed_answers` reads what they
type. `hints` and `review` say what moves are worth, by `playouts` and their `estimates`.
"""
