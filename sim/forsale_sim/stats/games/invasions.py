"""Who invades whom: what one player gains who leaves all others at one strategy.

With two players a strategy beats another, or not. With more, the pairing here is that of a single
invader among residents who all play one strategy: it invades if it earns more than a resident does
among residents. Two strategies may both invade each other, and then coexist; or neither does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from forsale_sim.stats.games.symmetric import Floats
from forsale_sim.stats.rankings.cycles import cycles, groups

Booleans = NDArray[np.bool_]


def invasion_gains(pairs: Floats) -> Floats:
    """Return what an invader earns beyond what it would as a resident.

    Parameters
    ----------
    pairs
        (…, strategies, strategies, players): from `SymmetricGame.pairs`.

    Returns
    -------
    ndarray
        (…, strategies, strategies): of invader and resident; 0 for a strategy and itself.
    """
    alone = pairs[..., 0]
    own = np.arange(pairs.shape[-2])
    resident = pairs[..., own, own, -1]
    return np.asarray(alone - resident[..., None, :])


def invasion_cycles(invades: Booleans) -> list[tuple[int, ...]]:
    """Return cycles of strategies, each of which replaces the next and the last the first.

    A strategy replaces another that it invades and that does not invade it.

    Parameters
    ----------
    invades
        (strategies, strategies): whether the first of these invades the second.
    """
    return cycles(invades & ~invades.T)


def last_ones(invades: Booleans) -> list[tuple[int, ...]]:
    """Return the sets of strategies that evolution does not leave by invasions once it is there.

    Those are the strongly connected components that no strategy from without invades: where
    alpha-rank's shares of time lie as its intensity grows. A single strategy is one that none
    invades.

    Parameters
    ----------
    invades
        As for `invasion_cycles`.
    """
    group = groups(invades)
    members = [np.flatnonzero(group == number) for number in range(1, group.max() + 1)]
    return [
        tuple(inside.tolist())
        for inside in members
        if not np.delete(invades, inside, axis=0)[:, inside].any()
    ]
