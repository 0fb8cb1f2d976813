"""What the tables of a run of For Sale say of strategies and seats beside what every game has."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from strategy_lab.results.appearances import Statistic, Statistics, of_score, quantiles
from strategy_lab.results.columns import MONEY
from strategy_lab.results.groups import Groups, Integers


def _paid(grouped: Groups) -> Integers:
    brought = grouped.totals.seats @ np.array(grouped.rules.coins)
    return np.asarray(brought - grouped.totals.more)


def _cheques(grouped: Groups) -> NDArray[np.float64]:
    if not grouped.rules.adds_up:
        return np.full(len(grouped.appearances), np.nan)
    cheques = grouped.money.x - grouped.rules.coin_value * grouped.totals.more
    return np.asarray(cheques / grouped.appearances)


STATISTICS = Statistics(
    own=(
        *of_score("money", MONEY, "mean money at the end: cheques and coins left"),
        Statistic(
            "coins_left_mean",
            MONEY,
            "mean coins left at the end",
            lambda g: g.totals.more / g.appearances,
        ),
        Statistic(
            "paid_mean", MONEY, "mean coins lost in auctions", lambda g: _paid(g) / g.appearances
        ),
        Statistic(
            "cheques_mean",
            MONEY,
            "mean sum of the cheques taken",
            _cheques,
        ),
    ),
    quantiles=quantiles("money", MONEY),
    score="money",
    note="Money in thousands: cheques and coins left.",
    of_strategy={"paid": "paid_mean", "left": "coins_left_mean"},
    of_all_players={"cheques": "cheques_mean", "paid": "paid_mean", "left": "coins_left_mean"},
)
