from __future__ import annotations

import numpy as np
from forsale_sim.house_plot import plot_houses, plot_worth
from strategy_lab.stats.intervals import MEAN_INTERVAL


def test_the_line_is_the_mean_and_the_title_says_what_the_ends_of_it_are() -> None:
    house = np.tile(np.arange(1, 31), 2)
    mean = house / 10
    houses = {
        "ruleset": np.repeat(np.array(["iello-en"]), 60),
        "players": np.repeat([3, 4], 30),
        "house": house,
        "games": np.repeat(100, 60),
        "mean": mean,
        "mean_low": mean - 0.1,
        "mean_high": mean + 0.1,
        "p10": np.floor(mean),
        "p90": np.ceil(mean) + 2,
    }
    figure = plot_houses(houses, "iello-en", "price")
    assert len(figure.axes) == 2
    assert np.asarray(figure.axes[1].lines[0].get_ydata()).tolist() == mean[:30].tolist()
    title = figure.axes[1].get_title(loc="left").replace("\n", " ")
    assert title == "4 players: house 30 costs 3.0 on average, and house 1 costs 0.1"
    assert MEAN_INTERVAL in figure.get_supxlabel()


def test_worth_stands_beside_prices_and_cheques() -> None:
    house = np.tile(np.arange(1, 31), 2)
    values = {"price": house / 6, "cheque": 4 + house / 3, "worth": (house - 1) / 2}
    houses = {
        "ruleset": np.repeat(np.array(["iello-en"]), 60),
        "players": np.repeat([3, 4], 30),
        "house": house,
        **values,
        **{f"{name}_low": value - 0.2 for name, value in values.items()},
        **{f"{name}_high": value + 0.2 for name, value in values.items()},
    }
    figure = plot_worth(houses, "iello-en")
    drawn = [np.asarray(line.get_ydata()).tolist() for line in figure.axes[1].lines]
    assert drawn == [value[30:].tolist() for value in values.values()]
    title = figure.axes[1].get_title(loc="left").replace("\n", " ")
    assert title == (
        "4 players: house 30 adds 14.5 more to its buyer's cheques than house 1, and costs 4.8 more"
    )
