"""Which tests of a comparison are corrected together.

A family is all that is asked of two rulesets in one field: about games, seats and houses, for each
of `PLAYER_COUNTS` numbers of players; and the same for each strategy. So a correction does not
depend on which other rulesets, fields, strategies or numbers of players were looked at beside it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.columns import Columns
from strategy_lab.stats.corrections import corrected

PLAYER_COUNTS = 4
"""How many numbers of players share the error rate of a family (Bonferroni): as many as the
editions of For Sale are printed for, and as most people look at in other games."""

FAMILIES = 2 * PLAYER_COUNTS
"""How many families of conclusions do: there are conclusions on play unchanged and re-tuned."""

FAMILY_KEYS = ("players", "a", "b", "strategy")

FAMILY = (
    f"Holm-corrected over all that is asked of the game, or of the strategy, by these two rulesets "
    f"and for this number of players, times {PLAYER_COUNTS} for the numbers of players"
)
"""The correction's name."""


CONCLUSIONS_FAMILY = (
    "Holm-corrected over what findings answer by these two rulesets and for this number of "
    f"players; of a solid one, times {PLAYER_COUNTS} for the numbers of players and 2 for play "
    "unchanged and re-tuned"
)
"""The correction of conclusions."""


def numbered(table: Columns, *keys: str) -> NDArray[np.int64]:
    """Return a number for each row: the same where rows agree in some columns; from 0 on."""
    rows = list(zip(*(table[name].tolist() for name in keys), strict=True))
    number = {row: i for i, row in enumerate(dict.fromkeys(rows))}
    return np.array([number[row] for row in rows], np.int64)


def holm_by_family(table: Columns, name: str) -> NDArray[np.float64]:
    """Return a column of p values, corrected in each field and family."""
    return corrected(table[name], numbered(table, *FAMILY_KEYS, "field"), PLAYER_COUNTS)
