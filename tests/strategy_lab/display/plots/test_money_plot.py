from __future__ import annotations

import numpy as np
from matplotlib.patches import Rectangle
from strategy_lab.display.plots.charts import money_finding, plot_players
from strategy_lab.stats.confidence_sequences import MEAN_SEQUENCE, AnytimeValid
from strategy_lab.stats.intervals import MEAN_INTERVAL

from tests.strategy_lab.display.made import made_tables


def test_bars_are_cheques_and_coins_left() -> None:
    tables = made_tables((3, 4))
    (axis,) = plot_players(tables, "iello-en").axes
    found = tables["by_players"]
    heights = [patch.get_bbox().height for patch in axis.patches if isinstance(patch, Rectangle)]
    np.testing.assert_allclose(heights[:2], found["cheques_mean"])
    np.testing.assert_allclose(heights[2:4], found["coins_left_mean"])
    tops = np.array(heights[:2]) + heights[2:4]
    np.testing.assert_allclose(tops, found["money_mean"])


def test_money_is_only_said_to_be_largest_where_intervals_are_apart() -> None:
    def found(*means: float) -> dict[str, np.ndarray]:
        money = np.array(means)
        return {
            "players": np.arange(3, 3 + len(means)),
            "money_mean": money,
            "money_mean_low": money - 1,
            "money_mean_high": money + 1,
        }

    assert money_finding(found(50, 60, 40)) == "A player ends with most money where 4 play"
    assert money_finding(found(50, 51)).startswith("It is not shown")
    assert money_finding(found(50)) == "3 players end with 50.0 thousand each, on average"
    assert money_finding(found(np.nan)) == "no games"


def test_little_can_be_plotted() -> None:
    plot_players(made_tables((3, 4), deals=0), "iello-en")
    plot_players(made_tables((3, 4), deals=1), "iello-en")


def test_captions_name_the_interval() -> None:
    tables = made_tables((4,))
    assert MEAN_INTERVAL in plot_players(tables, "iello-en").get_supxlabel()
    assert MEAN_SEQUENCE in plot_players(tables, "iello-en", AnytimeValid(1)).get_supxlabel()
