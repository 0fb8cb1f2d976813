"""The graph of which items finished ahead of which: reachability, components and cycles."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

Booleans = NDArray[np.bool_]


def reachable(ahead: Booleans) -> Booleans:
    """Return which items can be reached from which, directly or through others.

    Parameters
    ----------
    ahead
        (…, items, items): whether the item of the last but one index was ahead of that of the last.

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
    # An item that reaches a group but is not reached by it reaches more than the group's members.
    order = np.argsort(-reached.sum(axis=1), kind="stable")
    group, last = np.zeros(len(ahead), np.int64), 0
    for item in order:
        if group[item] == 0:
            last += 1
            group[reached[item] & reached[:, item]] = last
    return group


def cycles(beats: Booleans) -> list[tuple[int, ...]]:
    """Return cycles of items: each beats the next, and the last beats the first.

    For every pair in which one item beats the other as part of a cycle, one shortest such cycle is
    returned. So every item in a cycle is named, in no longer a cycle than necessary.

    `beats`: (items, items): whether one item beats another; not both each other. Returns each cycle
    once, beginning with its lowest item; the shortest first.
    """
    shortest: set[tuple[int, ...]] = set()
    for first, second in np.argwhere(beats).tolist():
        path = _shortest_path(beats, second, first)
        if path:
            start = path.index(min(path))
            shortest.add((*path[start:], *path[:start]))
    return sorted(shortest, key=lambda cycle: (len(cycle), cycle))


def _shortest_path(beats: Booleans, start: int, end: int) -> list[int]:
    """Return the items from `start` to `end`, each of which beats the next; empty if no path."""
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
