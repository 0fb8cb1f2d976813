"""A small run and a strategy of the session, which the tests of the Python interface share."""

from __future__ import annotations

from typing import Any

import forsale_sim
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import highest

FIELD = ("spread", "expert")


def run(games: Any = 600, **options: Any) -> forsale_sim.Result:
    return forsale_sim.run(games, **{"players": 3, "strategies": FIELD, "seed": 5, **options})


@strategy("timid")
class Timid:
    """Bids low."""

    limit = Parameter(3, low=0, high=9, meaning="the most it bids")

    def bid(view: View, limit: int) -> int:
        return view.least_bid if view.least_bid <= limit else 0

    def sell(view: View) -> int:
        return highest(view.hand)
