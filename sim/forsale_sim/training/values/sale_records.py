"""Self-play of `champion`, and the table after every sale whose outcome it estimates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.simulation.threads import number_of_threads

from forsale_sim.engine.state import asks_for_past, new_state
from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.parameters import Rules
from forsale_sim.training.values.kernel import record_sales
from forsale_sim.training.values.self_play_tables import PLAYER, on_threads, table_of


class SaleRecord(NamedTuple):
    """What `record_sales` fills: arrays by game, sale and seat, 0 beyond a game's last sale."""

    money: NDArray[np.float64]
    worth: NDArray[np.float64]
    units: NDArray[np.float64]
    to_come: NDArray[np.float64]
    wins: NDArray[np.float64]


class Sales(NamedTuple):
    """Tables after each sale that leaves somebody with at least two houses."""

    money: NDArray[np.float64]
    """By table and seat: coins and cheques."""
    worth: NDArray[np.float64]
    """By table and seat: what the houses in hand would bring if sold for matching cheques."""
    units: NDArray[np.float64]
    """By table: what `SHARPNESS` multiplies to give the sharpness with one sale to come."""
    to_come: NDArray[np.float64]
    """By table: how many more sales there are."""
    wins: NDArray[np.float64]
    """By table and seat: the share of the win at the game's end."""
    deals: NDArray[np.int64]
    """By table: the deal it comes from."""


def play_sales(rules: Rules, deals: int, seed: int) -> Sales:
    """Play a game of each deal from 1 on, with `PLAYER` in all seats, on all cores."""
    # Nobody buys two houses in one auction, so there are no more sales than auctions.
    shape = deals, rules.auctions, rules.players
    record = SaleRecord(
        np.zeros(shape),
        np.zeros(shape),
        np.zeros(shape[:2]),
        np.zeros(shape[:2]),
        np.zeros((deals, rules.players)),
    )
    player = compile_field([load_entrant(PLAYER)])
    table = table_of(rules, player)

    def play(part: slice) -> bool:
        mine = SaleRecord._make(array[part] for array in record)
        state = new_state(rules, seed, keeps_past=asks_for_past(player.asks_for))
        return bool(record_sales(state, table.copy(), part.start + 1, mine))

    on_threads(deals, play, number_of_threads(None))
    held = record.to_come > 0
    games = np.nonzero(held)[0]
    return Sales(
        record.money[held],
        record.worth[held],
        record.units[held],
        record.to_come[held],
        record.wins[games],
        games + 1,
    )
