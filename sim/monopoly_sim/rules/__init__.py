"""Rules as data: the board, the decks, the editions, and any file that a user writes."""
