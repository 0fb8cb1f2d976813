"""The plot of what houses cost, or are sold for."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forsale_sim.display.plots.marks import draw_band, draw_curves, series
from forsale_sim.display.plots.player_panels import by_players
from forsale_sim.display.plots.plot_style import BLUE
from forsale_sim.results.columns import Columns
from forsale_sim.results.files.house_values import Value
from forsale_sim.results.tables import where
from forsale_sim.stats.intervals import MEAN_INTERVAL

WORDS = {
    "price": ("What houses cost", "coins lost", "costs"),
    "cheque": ("What houses are sold for", "cheque", "brings"),
}
"""Heading, axis and verb."""


def plot_houses(houses: Columns, ruleset: str, value: Value) -> Figure:
    """Plot a value of each house, from `results.files.house_values.house_values`."""
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
            f"house {house[0]} {mean[0]:.1f}"
        )

    caption = [
        f"Line: mean; its band: {MEAN_INTERVAL}.",
        "Pale: the middle 80 % of games in which the house is in play.",
    ]
    return by_players(rows, 2.7, draw_houses, f"{heading}, {ruleset}", caption)
