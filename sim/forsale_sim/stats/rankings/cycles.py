"""Who is ahead of whom as a graph: what is linked, what cannot be turned round, and cycles."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

Booleans = NDArray[np.bool_]


def reachable(ahead: Booleans) -> Booleans:
    """Return from which items others can be reached, directly or by way of others.

    Parameters
    ----------
    ahead
        (…, items, items): whether the item of the last index but one was ahead of that of the last.

    Returns
    -------
    ndarray
        As `ahead`; every item reaches itself.
    """
    items = ahead.shape[-1]
    reached = ahead | np.eye(items, dtype=bool)
    for _ in range(max(1, items - 1).bit_length()):  # each time, paths of twice the length
        reached = (reached.astype(np.float32) @ reached.astype(np.float32)) > 0
    return reached


def groups(ahead: Booleans) -> NDArray[np.int64]:
    """Return the group of each item, from 1: no item was ever ahead of one of an earlier group.

    Items of one group can be reached from each other (they are a strongly connected component).
    """
    reached = reachable(ahead)
    # Who reaches a group but is not reached by it reaches more than its members do.
    order = np.argsort(-reached.sum(axis=1), kind="stable")
    group, last = np.zeros(len(ahead), np.int64), 0
    for item in order:
        if group[item] == 0:
            last += 1
            group[reached[item] & reached[:, item]] = last
    return group


def cycles(beats: Booleans) -> list[tuple[int, ...]]:
    """Return cycles of items, each of which beats the next and the last of which beats the first.

    For each two items of which one beats the other as part of a cycle, a shortest one that they
    follow each other in: so all that belongs to a cycle is named, and no cycle that is longer than
    need be.

    Parameters
    ----------
    beats
        (items, items): whether one item beats another; not both each other.

    Returns
    -------
    list of tuple of int
        Each once, beginning with its lowest item; the shortest first.
    """
    found: set[tuple[int, ...]] = set()
    for first, second in np.argwhere(beats).tolist():
        path = _shortest_path(beats, second, first)
        if path:
            start = path.index(min(path))
            found.add((*path[start:], *path[:start]))
    return sorted(found, key=lambda cycle: (len(cycle), cycle))


def _shortest_path(beats: Booleans, start: int, end: int) -> list[int]:
    """Return the items from `start` to `end`, each of which beats the next; none if none lead."""
    before = {start: start}
    waiting = deque([start])
    while waiting and end not in before:
        item = waiting.popleft()
        for other in np.flatnonzero(beats[item]).tolist():
            if other not in before:
                before[other] = item
                waiting.append(other)
    if end not in before:
        return []
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]
