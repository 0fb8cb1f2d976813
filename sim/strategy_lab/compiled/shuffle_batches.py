"""How a shuffle draws several numbers from one word: a table that the compiled code reads."""

from __future__ import annotations

BATCH_LIMIT = 2**60
"""The largest product of bounds drawn from one word; larger ones would reject words more often."""


def shuffle_batches(cards: int) -> list[tuple[int, int, int]]:
    """Return how a shuffle draws below the bounds `cards`, `cards` - 1, …, 2 from words.

    Returns
    -------
    list of tuple
        For each word: how many draws it serves, the product of their bounds, and the low part below
        which the word is rejected, 2**64 mod that product.
    """
    batches = []
    bound = cards
    while bound > 1:
        draws, product = 0, 1
        while bound > 1 and product * bound <= BATCH_LIMIT:
            draws, product, bound = draws + 1, product * bound, bound - 1
        batches.append((draws, product, 2**64 % product))
    return batches
