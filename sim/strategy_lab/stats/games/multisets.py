"""Multisets: the lineups of a game in which only the number of players of each strategy matters."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


def number_of_multisets(items: int, size: int) -> int:
    """Return the number of multisets of a size that can be made of some items."""
    return comb(items + size - 1, size)


def multisets(items: int, size: int) -> Integers:
    """Return all multisets of a size, in lexicographic order of their sorted members.

    Returns (multisets, items): how often each item is in each.
    """
    members = np.array(list(combinations_with_replacement(range(items), size)), np.int64)
    counts = np.zeros((len(members), items), np.int64)
    for member in members.T:
        counts[np.arange(len(members)), member] += 1
    return counts


def members_of(counts: Integers) -> tuple[int, ...]:
    """Return the members of a multiset, sorted."""
    return tuple(np.repeat(np.arange(len(counts)), counts).tolist())


def with_one_more(counts: Integers) -> Integers:
    """Return the index of the multiset that each becomes when an item is added.

    `counts`: all multisets of a size, from `multisets`. Returns (multisets, items): indices into
    the multisets that are larger by one.
    """
    items, size = counts.shape[1], int(counts[0].sum())
    number = {row.tobytes(): index for index, row in enumerate(multisets(items, size + 1))}
    joined = counts[:, None, :] + np.eye(items, dtype=np.int64)
    return np.array([[number[row.tobytes()] for row in rows] for rows in joined])
