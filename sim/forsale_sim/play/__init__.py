"""A person at the table: a game against strategies, with hints and a review.

`table` plays the game, in a terminal or for a browser (`server`). `review` shows the table, reads
what is typed, and says what moves are worth, all of it by one `opinion`.
"""
