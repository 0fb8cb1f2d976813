"""Invasions: whether a single player of one strategy gains among players of another.

With two players, a strategy beats another or not. With more, a single invader plays among residents
who all play one strategy: it invades if it earns more than a resident does among residents. Two
strategies may invade each other, and then coexist, or neither invades.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.games.symmetric import Floats
from strategy_lab.stats.rankings.cycles import cycles, groups

Booleans = NDArray[np.bool_]


def invasion_gains(pairs: Floats) -> Floats:
    """Return what an invader earns beyond what it would earn as a resident.

    `pairs`: (…, strategies, strategies, players): from `SymmetricGame.pairs`. Returns (…,
    strategies, strategies): by invader and resident; 0 on the diagonal.
    """
    alone = pairs[..., 0]
    own = np.arange(pairs.shape[-2])
    resident = pairs[..., own, own, -1]
    return np.asarray(alone - resident[..., None, :])


def invasion_cycles(invades: Booleans) -> list[tuple[int, ...]]:
    """Return cycles of strategies: each replaces the next, and the last replaces the first.

    A strategy replaces another that it invades and that does not invade it.

    `invades`: (strategies, strategies): whether the first invades the second.
    """
    return cycles(invades & ~invades.T)


def last_ones(invades: Booleans) -> list[tuple[int, ...]]:
    """Return the sets of strategies that evolution by invasions never leaves.

    They are the strongly connected components that no strategy from outside invades, on which
    alpha-rank's shares of time concentrate as its intensity grows. A set of one is a strategy that
    no other invades.

    `invades`: as for `invasion_cycles`.
    """
    group = groups(invades)
    members = [np.flatnonzero(group == number) for number in range(1, group.max() + 1)]
    return [
        tuple(inside.tolist())
        for inside in members
        if not np.delete(invades, inside, axis=0)[:, inside].any()
    ]
