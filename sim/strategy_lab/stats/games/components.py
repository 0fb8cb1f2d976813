"""Components: sets of equilibria that are connected because payoffs are tied.

If nobody gains anywhere between two equilibria, there are infinitely many, and the one in which the
dynamics settle depends only on the start. Such a set is called a component (E. Kohlberg and J.-F.
Mertens, "On the strategic stability of equilibria", Econometrica 54, 1986).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.games.symmetric import Floats, SymmetricGame

SLACK = 2.0
"""How many times the tolerated gain of the equilibria is tolerated between them."""

VARIED = 0.01
"""A part of a mixture is tied if it differs by more between equilibria of a component."""


class Component(NamedTuple):
    """Equilibria between which nobody gains."""

    members: list[int]
    """Indices of the equilibria, in order."""
    tied: NDArray[np.bool_]
    """(strategies,): the strategies whose weights vary within the component."""
    free: bool
    """Whether the tied strategies can share their total weight in every way."""


def components(game: SymmetricGame, mixtures: Floats, tolerance: float) -> list[Component]:
    """Return the components of some equilibria, in the order of their first members.

    `game`: a single game. `mixtures`: (equilibria, strategies). `tolerance`: gains up to this count
    as 0.
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
    """Return mixtures from one to the other, as many as determine gains, which are polynomials."""
    way = np.linspace(0, 1, game.players + 2)[:, None]
    return np.asarray((1 - way) * one + way * other)


def _nobody_gains(game: SymmetricGame, mixtures: Floats, allowed: float) -> bool:
    return bool(game.gains(mixtures).max() <= allowed)
