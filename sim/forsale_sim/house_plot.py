"""The plots of what houses cost, are sold for, and are worth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from strategy_lab.display.plots.charts import by_players, draw_band, draw_curves, series
from strategy_lab.display.plots.marks import BLUE
from strategy_lab.results.conclusions import Columns
from strategy_lab.results.tables import values, where
from strategy_lab.stats.batches import JACKKNIFE_INTERVAL
from strategy_lab.stats.intervals import MEAN_INTERVAL

from forsale_sim.houses import Value, house_values, house_worth

VALUES: dict[str, Value] = {"prices": "price", "cheques": "cheque"}
"""By kind of plot."""

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
    value = VALUES[kind]
    houses = house_values(path, value)
    return values(houses["ruleset"]), lambda ruleset: plot_houses(houses, ruleset, value)


def plot_houses(houses: Columns, ruleset: str, value: Value) -> Figure:
    heading, quantity, verb = WORDS[value]
    rows = where(houses, ruleset=ruleset)
    top = float(rows["p90"].max())

    def draw_houses(axis: Axes, panel: Columns) -> str:
        house, mean = panel["house"], panel["mean"]
        draw_band(axis, house, panel["p10"], panel["p90"], BLUE, alpha=0.15)
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
        first, last = panel["house"][[0, -1]]
        dearer = panel["price"][-1] - panel["price"][0]
        return (
            f"{panel['players'][0]} players: house {last} adds {panel['worth'][-1]:.1f} more to "
            f"its buyer's cheques than house {first}, and costs {dearer:.1f} more"
        )

    caption = [
        f"Prices and cheques: {MEAN_INTERVAL}.",
        "What it adds: within each player of a deal, in thousands beside the lowest house; "
        f"{JACKKNIFE_INTERVAL}.",
    ]
    return by_players(rows, 3.2, draw_houses, f"What houses are worth, {ruleset}", caption)
