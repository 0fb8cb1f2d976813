"""The plot of money by player count."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from forsale_sim.display.numbers import decimals_for, half_widths, number
from forsale_sim.display.plots.drawing import HIGH, LEVEL, LINE, STYLE, WIDTH, frame
from forsale_sim.results.tables import Columns, Tables, where
from forsale_sim.stats.estimators import FIXED_SAMPLE, Estimator


def plot_players(tables: Tables, ruleset: str, estimator: Estimator = FIXED_SAMPLE) -> Figure:
    """Plot what players end with, by how many play.

    Parameters
    ----------
    tables
        From `results.tables.tables`.
    ruleset
        Which of their rulesets.
    estimator
        Whose intervals the tables have.

    Returns
    -------
    Figure
        With a bar for each player count, of cheques and coins left, and the spread of money.
    """
    found = where(tables["by_players"], ruleset=ruleset)
    places = np.arange(len(found["players"]))
    money, low, high = (found[f"money_mean{limit}"] for limit in ("", "_low", "_high"))
    decimals = decimals_for(half_widths(money, low, high))
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 4.2), facecolor="white")
        axis = figure.add_subplot()
        axis.bar(places, found["cheques_mean"], 0.55, color=HIGH, label="cheques")
        axis.bar(
            places,
            found["coins_left_mean"],
            0.55,
            bottom=found["cheques_mean"],
            color="#E69F00",
            hatch="///",
            edgecolor="white",
            label="coins left",
        )
        axis.vlines(places + 0.36, found["money_p10"], found["money_p90"], colors=LEVEL, lw=5)
        arms = np.maximum(np.nan_to_num(np.array([money - low, high - money])), 0)
        axis.errorbar(places, money, yerr=arms, fmt="none", ecolor=LINE, capsize=4)
        for place, amount, limit in zip(places, money, high, strict=True):
            if np.isfinite(amount):
                top = limit if np.isfinite(limit) else amount
                axis.annotate(
                    *(number(amount, decimals), (place, top)),
                    xytext=(0, 3),
                    textcoords="offset points",
                    ha="center",
                )
        axis.set_xticks(places, [f"{players} players" for players in found["players"]])
        axis.set_xlim(-0.6, len(places) - 0.4)
        axis.set_ylim(bottom=0)
        axis.margins(y=0.12)
        axis.set_ylabel("money of a player, thousands")
        axis.grid(visible=False, axis="x")
        figure.legend(*axis.get_legend_handles_labels(), loc="outside right upper", frameon=False)
        axis.set_title(money_finding(found))
        caption = (
            f"Black: money's {estimator.means}.\nGrey: the middle 80 % of a player's money, from "
            "the 10 % to the 90 % quantile."
        )
        frame(figure, f"Money by player count, {ruleset}", caption)
    return figure


def money_finding(found: Columns) -> str:
    """Return a sentence on rows of ``by_players``: where a player ends with most, if it is shown.

    The intervals of different player counts are of different deals: where they do not overlap,
    the means differ.
    """
    money = found["money_mean"]
    if not np.isfinite(money).any():
        return "no games"
    best = int(np.nanargmax(money))
    if len(money) == 1:
        return f"{found['players'][0]} players end with {money[0]:.1f} thousand each, on average"
    others = np.delete(found["money_mean_high"], best)
    if found["money_mean_low"][best] > np.max(others):
        return f"A player ends with most money where {found['players'][best]} play"
    return "It is not shown for how many players money is largest"
