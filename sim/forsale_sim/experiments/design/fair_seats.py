r"""Fair seats: with how many coins by seat all seats would win alike.

All rulesets that give one more coin to some of the seats race for the smallest gap between seats.
Together they show what a coin in one seat does to the win rates of all: with :math:`w_0` for the
base and a slope :math:`S_{sk}` for every seat :math:`s` and every seat :math:`k` with a coin more,
fitted by least squares over all of these rulesets on common deals,

.. math:: w(\delta) = w_0 + S \delta, \qquad w(\delta) = 1 / n, \quad \sum_k \delta_k = 0

has a solution :math:`\delta`: the coins that make up for the seats. A response surface of this kind
is Box and Wilson's ("On the experimental attainment of optimum conditions", *Journal of the Royal
Statistical Society B* 13, 1951).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray
from strategy_lab.results.accumulator import Sums
from strategy_lab.results.columns import ORDER, SHARE, Column, Columns
from strategy_lab.results.every_game import WIN_RATE
from strategy_lab.results.layout import Layout
from strategy_lab.results.measure import SEAT
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.stats.batches import JACKKNIFE_INTERVAL, smooth_difference

from forsale_sim.experiments.design.schedule import Schedule
from forsale_sim.rules.ruleset import Ruleset

Floats = NDArray[np.float64]

COINS_MORE = "coins_more"

COLUMNS = {
    "seat": Column(ORDER, "seat; 1 opens the first auction"),
    "win_rate": Column(
        SHARE,
        "win rate by the first rules, in the first look at the race; at other tables, on fresh "
        "deals",
    ),
    COINS_MORE: Column("coins", "what would make all seats win alike, 0 in all; read off a plane"),
    f"{COINS_MORE}_low": Column("coins", f"lower limit of {COINS_MORE}: {JACKKNIFE_INTERVAL}"),
    f"{COINS_MORE}_high": Column("coins", f"upper limit of {COINS_MORE}"),
    "nearest": Column("coins", "the nearest whole number of coins to begin with"),
}


def compensations(base: Ruleset, players: int) -> str:
    """Return the variation that gives some of the seats a coin more, in every way."""
    coins = base.rules(players).coins
    ways = [way for way in product((0, 1), repeat=players) if 0 < sum(way) < players]
    lists = [[coin + more for coin, more in zip(coins, way, strict=True)] for way in ways]
    return f"coins={','.join(map(str, lists))}".replace(" ", "")


def fair_coins_table(
    rulesets: Sequence[Ruleset], schedule: Schedule, outcome: Outcome, *, fresh: bool
) -> Columns:
    """Return a row for each seat, among those who race and at tables that played fresh deals."""
    racing = schedule.race_fields[0]
    played = [(schedule.fields[racing].name, racing, 0, schedule.budget.batch_deals)]
    for witness in schedule.witnesses if fresh else ():
        _, deals = schedule.budget.at_witness(witness.field.share)
        played.append((witness.field.name, witness.place, schedule.confirmation, deals))
    tables: list[Columns] = []
    for name, place, look, deals in played:
        layout = schedule.layouts[place]
        coins = [ruleset.rules(layout.players).coins for ruleset in rulesets]
        sums = [schedule.sums(outcome, look, number, place) for number in range(len(rulesets))]
        who = np.array([name] * layout.players, object)
        tables.append({"table": who, **fair_coins(coins, sums, layout, deals)})
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}


def fair_coins(
    coins: Sequence[Sequence[int]], sums: Sequence[Sums], layout: Layout, deals: int
) -> Columns:
    """Return a row for each seat.

    `sums` has, by ruleset, an array (batches, sums) of batches that all rulesets share.
    """
    more = np.array(coins, np.float64) - np.array(coins[0])
    together = np.concatenate(sums, axis=1)
    seats = range(layout.players)
    balances = [
        smooth_difference(
            partial(_balance, layout, more, seat),
            None,
            together,
            error=0.05,
            least_error=1 / (deals * len(together)),
        )
        for seat in seats
    ]
    fair = [coins[0][seat] + balances[seat].value for seat in seats]
    rates = layout.means(sums[0].sum(axis=0).astype(np.float64), WIN_RATE, SEAT)
    return {
        "seat": np.array([1 + seat for seat in seats]),
        "win_rate": rates,
        COINS_MORE: np.array([each.value for each in balances]),
        f"{COINS_MORE}_low": np.array([each.low for each in balances]),
        f"{COINS_MORE}_high": np.array([each.high for each in balances]),
        "nearest": np.rint(fair).astype(np.int64),
    }


def _balance(layout: Layout, more: Floats, seat: int, sums: Floats) -> Floats:
    """Return the coins that make up for a seat, from the sums of all rulesets side by side."""
    by_ruleset = sums.reshape(*sums.shape[:-1], len(more), -1)
    rates = layout.means(by_ruleset, WIN_RATE, SEAT)
    plane = np.column_stack([np.ones(len(more)), more])
    fitted = np.linalg.pinv(plane) @ rates
    lacking, slopes = (
        1 / layout.players - fitted[..., 0, :],
        np.swapaxes(fitted[..., 1:, :], -1, -2),
    )
    ones = np.ones((*slopes.shape[:-2], 1, layout.players))
    system = np.concatenate([slopes, ones], axis=-2)
    target = np.concatenate([lacking, np.zeros((*lacking.shape[:-1], 1))], axis=-1)
    balance = np.linalg.pinv(system) @ target[..., None]
    return np.asarray(balance[..., seat, 0])
