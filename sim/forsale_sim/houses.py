"""What a house is worth, from a file of games: what it adds to its buyer's cheques.

A player sits in another seat in each game of a deal, meets the same cards and opponents, and ends
with other houses. How the player's cheques follow the houses is what each of them adds: a
regression within each player of a deal. The mean cheque of a house is not, since good houses leave
the good cheques to each other. All players buy equally many houses, so a house is worth so much
more than the lowest one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray
from strategy_lab.display.plots.charts import by_players, draw_curves, series
from strategy_lab.display.plots.figures import BLUE
from strategy_lab.errors import UsageError
from strategy_lab.results.conclusions import Columns, stacked
from strategy_lab.results.saved_games import games_of
from strategy_lab.results.tables import values, where
from strategy_lab.stats import batches
from strategy_lab.stats.intervals import MEAN_INTERVAL, ClusterSums, mean_interval, ratio

Value = Literal["price", "cheque"]

VALUES = 256  # prices and cheques are stored in a byte


class _Sums:
    """Of one ruleset and player count: sums over deals and a histogram, by house from 1."""

    def __init__(self, houses: int) -> None:
        self.clustered = np.zeros((6, houses), np.int64)
        self.histogram = np.zeros((houses, VALUES), np.int64)


def house_values(path: Path, value: Value) -> Columns:
    sums: dict[tuple[str, int], _Sums] = {}
    for cell, games in games_of(path, (value,)):
        if (games[value] >= VALUES).any():
            raise UsageError(f"{path}: a {value} of {games[value].max()} is of no game")
        found = sums.setdefault(cell, _Sums(games[value].shape[1]))
        _count(found, games["deal"], games[value])
    return stacked([_rows(*cell, found) for cell, found in sums.items()])


def _count(sums: _Sums, deals: NDArray[np.int64], paid: NDArray[Any]) -> None:
    dealt = paid >= 0
    starts = np.flatnonzero(np.diff(deals, prepend=deals[0] - 1))
    n = np.add.reduceat(dealt, starts, axis=0, dtype=np.int64)
    x = np.add.reduceat(np.where(dealt, paid, 0), starts, axis=0, dtype=np.int64)
    products = (n > 0, n, x, n * n, x * n, x * x)
    sums.clustered += np.array([product.sum(axis=0) for product in products])
    for house, of_house in enumerate(paid.T):
        sums.histogram[house] += np.bincount(of_house[of_house >= 0], minlength=VALUES)


def _rows(ruleset: str, players: int, sums: _Sums) -> Columns:
    houses = len(sums.histogram)
    estimate = ratio(ClusterSums(*sums.clustered))
    low, high = mean_interval(estimate)
    rows = {
        "ruleset": np.repeat(np.array([ruleset]), houses),
        "players": np.repeat(players, houses),
        "house": np.arange(1, houses + 1),
        "games": estimate.n,
        "mean": estimate.value,
        "mean_low": low,
        "mean_high": high,
        **{f"p{percent}": batches.quantile(sums.histogram, percent) for percent in (10, 90)},
    }
    return {name: column[estimate.n > 0] for name, column in rows.items()}


BATCHES = 64  # deals are summed in so many batches, by their numbers

BLOCK = 1024  # so many deals are in memory at a time


def house_worth(path: Path) -> Columns:
    prices, cheques = (house_values(path, value) for value in ("price", "cheque"))
    blocks = []
    for (ruleset, players), products in _products(path).items():
        cost, sold = (where(each, ruleset=ruleset, players=players) for each in (prices, cheques))
        at = cost["house"] - 1
        kept = [*at, len(products[0]) - 1]
        of_houses = products[:, kept][:, :, kept]
        played = of_houses[of_houses.any(axis=(1, 2))]
        if len(played) < 2:
            raise UsageError(f"{path}: what a house is worth follows from two deals or more")

        value, low, high = batches.effects(played, lambda slopes: slopes - slopes[..., :1])
        block = {name: cost[name] for name in ("ruleset", "players", "house", "games")}
        for name, table in (("price", cost), ("cheque", sold)):
            block |= {f"{name}{end}": table[f"mean{end}"] for end in ("", "_low", "_high")}
        blocks.append(block | {"worth": value, "worth_low": low, "worth_high": high})
    return stacked(blocks)


def _products(path: Path) -> dict[tuple[str, int], batches.Floats]:
    sums: dict[tuple[str, int], batches.Floats] = {}
    for (ruleset, players), games in games_of(path, ("seating", "buyer", "cheques")):
        seatings = int(games["seating"].max())
        if seatings < players:
            raise UsageError(
                f"{path}: what a house is worth follows from deals that are played in all "
                f"rotations of different players; {ruleset} has {seatings} of {players}"
            )
        deals = games["deal"][::seatings]
        for first in range(0, len(deals), BLOCK):
            rows = slice(first * seatings, (first + BLOCK) * seatings)
            found = batches.within_products(_of_players(games, rows, players))
            total = sums.setdefault((ruleset, players), np.zeros((BATCHES, *found.shape[1:])))
            np.add.at(total, deals[first : first + BLOCK] % BATCHES, found)
    return sums


def _of_players(games: dict[str, NDArray[np.float64]], rows: slice, players: int) -> batches.Floats:
    """Return (deals, players, games, variables): houses bought, then the sum of cheques.

    In game g of a deal, the player who began in seat s sits in seat s - g.
    """
    buyer = games["buyer"][rows]
    held = buyer[:, np.newaxis] == 1 + np.arange(players)[:, np.newaxis]
    seats = np.concatenate([held, games["cheques"][rows, :players, np.newaxis]], axis=2)
    by_game = seats.reshape(-1, players, *seats.shape[1:])
    game, player = np.arange(players), np.arange(players)[:, np.newaxis]
    return np.asarray(by_game[:, game, (player - game) % players])


VALUE_OF: dict[str, Value] = {"prices": "price", "cheques": "cheque"}  # by kind of plot

WORDS = {
    "price": ("What houses cost", "coins lost", "costs"),
    "cheque": ("What houses are sold for", "cheque", "brings"),
}
"""Heading, axis and verb."""

LABELS = {"price": "what it costs", "cheque": "its cheque", "worth": "what it adds to all cheques"}
"""What the curves of worth are called, by column."""


def plot_games(path: Path, kind: str) -> tuple[list[str], Callable[[str], Figure]]:
    if kind == "worth":
        worth = house_worth(path)
        return values(worth["ruleset"]), lambda ruleset: plot_worth(worth, ruleset)
    value = VALUE_OF[kind]
    houses = house_values(path, value)
    return values(houses["ruleset"]), lambda ruleset: plot_houses(houses, ruleset, value)


def plot_houses(houses: Columns, ruleset: str, value: Value) -> Figure:
    heading, quantity, verb = WORDS[value]
    rows = where(houses, ruleset=ruleset)
    top = float(rows["p90"].max())

    def draw_houses(axis: Axes, panel: Columns) -> str:
        house, mean = panel["house"], panel["mean"]
        axis.fill_between(house, panel["p10"], panel["p90"], color=BLUE, alpha=0.15, linewidth=0)
        draw_curves(axis, house, [series("", panel, "mean")])
        axis.set_ylim(0, 1.05 * top)
        axis.set_xlabel("house")
        axis.set_ylabel(f"{quantity}, thousands")
        return (
            f"{panel['players'][0]} players: house {house[-1]} {verb} {mean[-1]:.1f} on average, "
            f"and house {house[0]} {verb} {mean[0]:.1f}"
        )

    caption = [
        f"Line: mean; its band: {MEAN_INTERVAL}.",
        "Pale: the middle 80 % of games in which the house is in play.",
    ]
    return by_players(rows, 2.7, draw_houses, f"{heading}, {ruleset}", caption)


def plot_worth(houses: Columns, ruleset: str) -> Figure:
    rows = where(houses, ruleset=ruleset)
    top = float(max(rows["worth_high"].max(), rows["cheque"].max()))

    def draw_houses(axis: Axes, panel: Columns) -> str:
        drawn = [series(label, panel, name) for name, label in LABELS.items()]
        draw_curves(axis, panel["house"], drawn)
        axis.set_ylim(min(0.0, float(panel["worth_low"].min())), 1.05 * top)
        axis.set_xlabel("house")
        axis.set_ylabel("thousands")
        axis.legend(fontsize="small", loc="upper left")
        return f"{panel['players'][0]} players: {_advice(panel)}"

    caption = [
        "Bid by what a house adds to all cheques of its buyer: a coin kept is a thousand, too.",
        f"Prices and cheques: {MEAN_INTERVAL}.",
        "What it adds: within each player of a deal, in thousands beside the lowest house; "
        f"{batches.JACKKNIFE_INTERVAL}.",
    ]
    return by_players(rows, 3.2, draw_houses, f"What houses are worth, {ruleset}", caption)


def _advice(panel: Columns) -> str:
    """Say of which third of the houses prices rise least, or most, as they are worth."""
    at = (np.arange(4) * len(panel["house"]) // 3 - 1).clip(0)
    worth, price = np.diff(panel["worth"][at]), np.diff(panel["price"][at])
    arms = (panel["worth_high"] - panel["worth_low"])[at] / 2
    sure = np.abs(worth - price) - arms[1:] - arms[:-1]
    best = int(sure.argmax())
    low, high = panel["house"][at[best : best + 2]]
    more = "more" if worth[best] > price[best] else "less"
    said = (
        f"house {high} is worth {worth[best]:.1f} coins more than house {low}, and costs "
        f"{price[best]:.1f} more"
    )
    return f"{said}: bid {more} for it" if sure[best] > 0 else f"{said}, as far as these games tell"
