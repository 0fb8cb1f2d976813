from __future__ import annotations

import numpy as np
from forsale_sim.report.more_plots import (
    meetings_finding,
    money_finding,
    plot_opponents,
    plot_players,
)
from forsale_sim.results.tables import where
from forsale_sim.stats.estimators import AnySize
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL
from forsale_sim.stats.sequential.confidence_sequence import MEAN_SEQUENCE, RATE_SEQUENCE
from matplotlib.patches import Rectangle

from tests.report.made import made_tables


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


def test_who_is_ahead_of_whom_is_written_and_coloured_where_it_is_shown() -> None:
    tables = made_tables((4,), skill=4.0)
    (axis,) = plot_opponents(tables, "iello-en").axes
    meetings = where(tables["head_to_head"], players=4)
    texts = sorted(text.get_text() for text in axis.texts)
    assert texts == sorted(f"{100 * rate:.0f}" for rate in meetings["ahead_rate"])
    (grid,) = axis.collections
    shown = (meetings["ahead_rate_low"] > 0.5) | (meetings["ahead_rate_high"] < 0.5)
    ground = np.ma.masked_invalid(np.asarray(grid.get_array(), np.float64))
    assert ground.count() == shown.sum()
    assert next(label.get_text() for label in axis.get_yticklabels()) == "expert"


def test_a_finding_on_meetings_takes_intervals_above_one_half() -> None:
    meetings = {
        "players": np.array([4, 4, 4, 4]),
        "strategy": np.array(["a", "a", "b", "b"]),
        "ahead_rate_low": np.array([0.6, 0.52, 0.3, 0.45]),
    }
    assert meetings_finding(meetings) == "4 players: a finishes ahead of every other more often"
    meetings["ahead_rate_low"][1] = 0.49
    assert "nobody is shown" in meetings_finding(meetings)


def test_little_can_be_plotted() -> None:
    plot_players(made_tables((3, 4), deals=0), "iello-en")
    plot_players(made_tables((3, 4), deals=1), "iello-en")
    plot_opponents(made_tables((3, 4), deals=1), "iello-en")


def test_captions_name_the_intervals() -> None:
    tables = made_tables((4,))
    for plot, fixed, sequence in (
        (plot_players, MEAN_INTERVAL, MEAN_SEQUENCE),
        (plot_opponents, RATE_INTERVAL, RATE_SEQUENCE),
    ):
        assert fixed in plot(tables, "iello-en").get_supxlabel()
        assert sequence in plot(tables, "iello-en", AnySize(1)).get_supxlabel()
