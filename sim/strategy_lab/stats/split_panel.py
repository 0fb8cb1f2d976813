"""Whether findings hold among tables that had no vote: half of a panel votes, the other checks.

With the votes of one half, and of tables outside the panel, some effects are solid. Such a finding
holds if the mean over the half that did not vote has the same sign and at least half the size.
Every way to halve the panel is tried, so that each half votes once and checks once.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.evidence import shown_as_solid

Floats = NDArray[np.float64]

LEAST_SHARE = 0.5
"""Of its size, what a finding has to have among those who did not vote."""


class Halved(NamedTuple):
    """How many findings are solid, over all ways to halve the panel, and how many of them hold."""

    solid: int
    held: int


def split_panel(
    value: Floats,
    standard_error: Floats,
    margin: Floats,
    family: NDArray[np.int64],
    families: int,
    panel: NDArray[np.bool_],
) -> Halved:
    """Return how many solid findings hold among those of a panel who had no vote.

    `value`, `standard_error`, `margin`, `family`, `families`: as for `evidence.weigh`. `panel`:
    (tables,): which tables are of the panel.
    """
    places = np.flatnonzero(panel)
    solid = held = 0
    for half in combinations(places, len(places) // 2) if len(places) > 1 else ():
        votes = ~np.isin(np.arange(len(panel)), half)
        found = shown_as_solid(value[votes], standard_error[votes], margin, family, families)
        found &= np.isfinite(value[~votes]).any(axis=0)
        size, others = (
            np.nanmean(rows[:, found], axis=0) for rows in (value[votes], value[~votes])
        )
        solid += int(found.sum())
        held += int(np.sum(others * np.sign(size) >= LEAST_SHARE * np.abs(size)))
    return Halved(solid, held)
