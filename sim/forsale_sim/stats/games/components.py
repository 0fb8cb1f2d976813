"""Equilibria that belong together: where payoffs are tied, all mixtures between some may be one.

If nobody gains anywhere between two equilibria, there are infinitely many, and which of them the
dynamics settle in says where they began and nothing else. Such a set is called a component (E.
Kohlberg and J.-F. Mertens, "On the strategic stability of equilibria", Econometrica 54, 1986).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from forsale_sim.stats.games.symmetric import Floats, SymmetricGame

SLACK = 2.0
"""Between equilibria anybody may gain so many times what is taken for nothing in these."""

VARIED = 0.01
"""A part of a mixture is tied if it differs by more between equilibria of a component."""


class Component(NamedTuple):
    """Equilibria between which nobody gains."""

    members: list[int]
    """Their numbers, in order."""
    tied: NDArray[np.bool_]
    """(strategies,): who can share their parts in other ways."""
    free: bool
    """Whether they can in any, and not only in some."""


def components(game: SymmetricGame, mixtures: Floats, tolerance: float) -> list[Component]:
    """Return the components that some equilibria are of, in the order of their first members.

    Parameters
    ----------
    game
        One.
    mixtures
        (equilibria, strategies)
    tolerance
        A gain that is no more is none.
    """
    allowed = SLACK * np.maximum(tolerance, game.gains(mixtures).max(axis=1, initial=0.0))
    groups: list[list[int]] = []
    for number, mixture in enumerate(mixtures):
        joined = [
            group
            for group in groups
            if any(
                _nobody_gains(game, _between(game, mixture, mixtures[other]), allowed[other])
                for other in group
            )
        ]
        groups = [group for group in groups if group not in joined]
        groups.append([*(member for group in joined for member in group), number])
    return [
        _component(game, mixtures, sorted(group), float(allowed[group].max()))
        for group in sorted(groups, key=min)
    ]


def _component(
    game: SymmetricGame, mixtures: Floats, members: list[int], allowed: float
) -> Component:
    tied = np.ptp(mixtures[members], axis=0) > VARIED
    corners = np.where(tied, 0.0, np.tile(mixtures[members[0]], (tied.sum(), 1)))
    corners[np.arange(len(corners)), np.flatnonzero(tied)] = mixtures[members[0]][tied].sum()
    free = all(
        _nobody_gains(game, _between(game, corner, other), allowed)
        for number, corner in enumerate(corners)
        for other in (*corners[:number], corners.mean(axis=0))
    )
    return Component(members, tied, free)


def _between(game: SymmetricGame, one: Floats, other: Floats) -> Floats:
    """Return mixtures from one to another: enough for gains, which are polynomials of the way."""
    way = np.linspace(0, 1, game.players + 2)[:, None]
    return np.asarray((1 - way) * one + way * other)


def _nobody_gains(game: SymmetricGame, mixtures: Floats, allowed: float) -> bool:
    return bool(game.gains(mixtures).max() <= allowed)
