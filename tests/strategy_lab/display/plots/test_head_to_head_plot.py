from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.display.plots.charts import meetings_finding, plot_opponents
from strategy_lab.results.tables import where
from strategy_lab.stats.confidence_sequences import RATE_SEQUENCE, AnytimeValid
from strategy_lab.stats.intervals import RATE_INTERVAL

from tests.strategy_lab.display.made import made_tables
from tests.strategy_lab.display.plots.readable import LONG, assert_readable


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
    assert "none is shown" in meetings_finding(meetings)


def test_a_single_deal_can_be_plotted() -> None:
    plot_opponents(made_tables((3, 4), deals=1), "iello-en")


def test_captions_name_the_interval() -> None:
    tables = made_tables((4,))
    assert RATE_INTERVAL in plot_opponents(tables, "iello-en").get_supxlabel()
    assert RATE_SEQUENCE in plot_opponents(tables, "iello-en", AnytimeValid(1)).get_supxlabel()


@pytest.mark.parametrize("players", [(3,), (3, 4), (3, 4, 5, 6)])
def test_long_names_leave_the_cells_readable(players: tuple[int, ...]) -> None:
    assert_readable(plot_opponents(made_tables(players, field=LONG), "iello-en"), least_row=0.25)


def test_many_strategies_have_room_for_their_numbers() -> None:
    names = tuple(f"strategy-{number}" for number in range(24))
    figure = plot_opponents(made_tables((3, 4), deals=60, field=names), "iello-en")
    assert_readable(figure, least_row=0.25)
    for axis in figure.axes:
        assert axis.get_window_extent().width / figure.dpi >= 0.25 * len(names)
