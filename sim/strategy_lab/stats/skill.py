r"""How much skill decides, on a scale from a lottery to a game that the better player always wins.

:math:`k` strategies meet in lineups of :math:`n`, drawn as games draw them. With their win rates
:math:`r_s`, and the rates :math:`b_s` that they would have if the best of each lineup always won,

.. math:: \mathrm{skill} = \sqrt{\frac{\sum_s (r_s - 1/n)^2 - \sum_s v_s}{\sum_s (b_s - 1/n)^2}}

where :math:`v_s` is the sampling variance of :math:`r_s`, without which a lottery would seem to
take some skill. It is 0 for a lottery and 1 if the best always win; where each game is one of these
with even chances, it is 1/2. Skill is relative to who plays: among equals nothing is decided by it.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Skill(NamedTuple):
    """A point on the scale, with a 95 % interval."""

    value: float
    low: float
    high: float


def best_rates(strategies: int, players: int) -> Floats:
    """Return the win rates of strategies, best first, if the best of each lineup always won.

    No strategy is drawn twice before every other has been drawn once.
    """
    if strategies < players:
        return np.array([strategies / players] + [0.0] * (strategies - 1))
    whole = comb(strategies - 1, players - 1)
    return np.array([comb(rank, players - 1) / whole for rank in range(strategies - 1, -1, -1)])


def skill(rates: Floats, standard_errors: Floats, players: int) -> Skill:
    """Return how much skill decides.

    Parameters
    ----------
    rates, standard_errors
        Win rates of all strategies of a field.
    players
        How many meet in a game.
    """
    away = rates - 1 / players
    whole = float(np.sum((best_rates(len(rates), players) - 1 / players) ** 2))
    seen = float(np.sum(away**2) - np.sum(standard_errors**2))
    error = 2 * float(np.sqrt(np.sum((away * standard_errors) ** 2)))
    ends = (seen, seen - 1.96 * error, seen + 1.96 * error)
    return Skill(*(float(np.sqrt(max(end, 0.0) / whole)) for end in ends))
