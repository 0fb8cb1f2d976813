"""What a tally should say, computed from every row in the plainest way."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import Any

import numpy as np
from forsale_sim.records import GameRows
from numpy.typing import NDArray
from strategy_lab.results.accumulators import Cell


def appearances(cell: Cell, rows: GameRows) -> list[dict[str, int]]:
    """Everyone's outcome of every game."""
    return [
        {
            "deal": game // cell.seatings,
            "strategy": int(rows.strategy[game, seat]),
            "seat": seat,
            "win": int(rows.win[game, seat]),
            "more": int(rows.coins[game, seat]),
            "money": int(rows.score[game, seat]),
            "place": int(rows.place[game, seat]),
            "last": int(rows.place[game, seat] == max(rows.place[game])),
        }
        for game in range(len(rows.data))
        for seat in range(cell.players)
    ]


def meetings(cell: Cell, rows: GameRows) -> list[dict[str, int]]:
    """Every two players of every game, either way round; `ahead` is 2, or 1 for a tie."""
    found = []
    for game in range(len(rows.data)):
        for one, two in permutations(range(cell.players), 2):
            places = rows.place[game, one], rows.place[game, two]
            found.append(
                {
                    "deal": game // cell.seatings,
                    "strategy": int(rows.strategy[game, one]),
                    "opponent": int(rows.strategy[game, two]),
                    "ahead": int(places[0] <= places[1]) + int(places[0] < places[1]),
                }
            )
    return found


def by_deal(
    found: list[dict[str, int]], key: tuple[str, ...], measure: str
) -> dict[tuple[int, ...], NDArray[Any]]:
    """For each key (deals, 2): how often it occurs in each of its deals, and its sum there."""
    sums: dict[tuple[int, ...], dict[int, list[int]]] = defaultdict(
        lambda: defaultdict(lambda: [0, 0])
    )
    for entry in found:
        of_deal = sums[tuple(entry[name] for name in key)][entry["deal"]]
        of_deal[0] += 1
        of_deal[1] += entry[measure]
    return {name: np.array(list(deals.values())) for name, deals in sums.items()}
