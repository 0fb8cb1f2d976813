"""The plot of money by player count."""

from __future__ import annotations

import numpy as np

from strategy_lab.display.number_text import decimals_for, number
from strategy_lab.display.plots.figures import Figure
from strategy_lab.display.plots.marks import Series, draw_stacks, draw_whiskers, series
from strategy_lab.display.plots.player_panels import set_frame
from strategy_lab.display.plots.plot_style import FIGURE_WIDTH, GREY, style
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.results.tables import where
from strategy_lab.stats.estimators import FIXED_SAMPLE, Estimator


def plot_players(tables: Tables, ruleset: str, estimator: Estimator = FIXED_SAMPLE) -> Figure:
    """Plot what players of a ruleset end with, cheques and coins, by how many play."""
    table = where(tables["by_players"], ruleset=ruleset)
    places = np.arange(len(table["players"]))
    money = series("", table, "money_mean")
    decimals = decimals_for(money.arms.max(axis=0))
    with style():
        figure = Figure(figsize=(FIGURE_WIDTH, 4.2), facecolor="white")
        axis = figure.add_subplot()
        parts = [
            Series(label, *[table[name]] * 3)
            for label, name in (("cheques", "cheques_mean"), ("coins left", "coins_left_mean"))
        ]
        counts = [f"{players} players" for players in table["players"]]
        draw_stacks(axis, counts, parts, "money of a player, thousands")
        axis.vlines(places + 0.36, table["money_p10"], table["money_p90"], colors=GREY, lw=5)
        draw_whiskers(axis, places, money)
        for place, amount, limit in zip(places, money.value, money.high, strict=True):
            if np.isfinite(amount):
                axis.annotate(
                    number(amount, decimals),
                    (place, limit if np.isfinite(limit) else amount),
                    xytext=(0, 3),
                    textcoords="offset points",
                    ha="center",
                )
        axis.set_ylim(bottom=0)
        axis.margins(y=0.12)
        figure.legend(*axis.get_legend_handles_labels(), loc="outside right upper")
        axis.set_title(money_finding(table))
        caption = [
            f"Black: money's {estimator.means}.",
            "Grey: the middle 80 % of a player's money, from the 10 % to the 90 % quantile.",
        ]
        set_frame(figure, f"Money by player count, {ruleset}", caption)
    return figure


def money_finding(money: Columns) -> str:
    """Return a sentence on rows of ``by_players``: where a player ends with most, if it is shown.

    The intervals of different player counts are of different deals: where they do not overlap,
    the means differ.
    """
    mean = money["money_mean"]
    if not np.isfinite(mean).any():
        return "no games"
    best = int(np.nanargmax(mean))
    if len(mean) == 1:
        return f"{money['players'][0]} players end with {mean[0]:.1f} thousand each, on average"
    others = np.delete(money["money_mean_high"], best)
    if money["money_mean_low"][best] > np.max(others):
        return f"A player ends with most money where {money['players'][best]} play"
    return "It is not shown for how many players money is largest"
